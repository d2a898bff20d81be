"""Fields that a round sets in some cases only and asks behind that, and that nothing sets back: in the other cases the
value of a round before is asked.

A field that is asked before it can be set is meant to last from round to round; so is one that is reckoned from what it
was, that anything outside the rounds asks, or that some rule sets back. Nor is anything told of what may as well last,
such as who has some title, or that something has happened at all.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, evolve, frozen

from rulewright.language import core
from rulewright.language.core_queries import all_ways, bodies_run_by, questions, run_by, ways
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import BOOL, PLAYER, TEAM, NumberT, OptionalT, Several, lowest, none_code
from rulewright.language.walking import walk

LOOPS: Final = core.Around | core.ForEach | core.Repeat | core.RepeatTimes


@frozen
class State:
    """Whether the field may have been set in this round, and whether it must have been."""

    may: bool = False
    must: bool = False


def joined(states: Iterable[State | None]) -> State | None:
    """Where several ways meet; None is one that leads elsewhere."""
    here = [each for each in states if each is not None]
    return State(any(each.may for each in here), all(each.must for each in here)) if here else None


@define
class Round:
    """A round followed from its beginning: whether `field` is meant to last, for it is asked before it may have been
    set, or for an end, and where it is asked though it may not have been set. What each player `owned` has is asked in
    turn of each in the loops that set it, `inside` so many, where it may well last."""

    made: core.Core
    field: int
    owned: bool
    lasts: bool = False
    stale: Span | None = None
    inside: int = 0


def kept_values(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such field, with the round that does not set it back."""
    outside = _outside(made)
    for number, variable in enumerate(made.variables):
        sets = [*_sets(made, number)]
        if not _of_a_round(made, variable, sets) or any(_lasts(variable, number, each) for each in sets):
            continue
        owned = variable.owners == (PLAYER,)
        rounds = [each for each, mentioned in outside.items() if number not in mentioned]
        for procedure in sorted(rounds, key=lambda each: len(bodies_run_by(made, made.procedures[each].body)[0]))[:1]:
            round_ = Round(made, number, owned)
            _block(round_, made.procedures[procedure].body, State())
            for_all = not owned or any(_in_a_loop(made, procedure, each) for each in sets)
            if round_.stale is not None and not round_.lasts and for_all:
                yield _told(variable, made.procedures[procedure].name, round_.stale, source)


def _told(variable: core.Variable, name: str, asked: Span, source: Source) -> Diagnostic:
    """What is said of a field."""
    value = "no" if variable.type == BOOL else "none" if isinstance(variable.type, OptionalT) else str(_empty(variable))
    line = f"set {'your ' if variable.owners else ''}{variable.name} to {value}"
    anew = f"each player: {line}" if variable.owners else line
    return words.kept_value(
        variable.span, name=variable.name, round=name, line=source.line(asked.start), sentence=anew, also=asked
    )


def _sets(made: core.Core, number: int) -> Iterator[core.Assign]:
    """The sentences that set a field in play."""
    for node in walk((made.play, made.procedures, made.actions)):
        if isinstance(node, core.Assign) and node.var.variable == number:
            yield node


def _of_a_round(made: core.Core, variable: core.Variable, sets: Iterable[core.Assign]) -> bool:
    """Whether a field is of the sort that begins anew in each round, and begins with no, none or the lowest number:
    what is noted of each player, of yes and no what somebody has chosen to set; else a value or none, but no player,
    who may well keep what he has got."""
    type_, kept = variable.type, variable.since is not None or variable.answers is not None
    if isinstance(type_, Several) or variable.unset or kept or variable.owners not in ((), (PLAYER,)):
        return False
    if variable.starts is not None and variable.starts != core.Const(_empty(variable), type_):
        return False
    if not variable.owners:
        return isinstance(type_, OptionalT) and type_.of not in (PLAYER, TEAM)
    in_actions = [node for node in walk(made.actions) if isinstance(node, core.Assign)]
    chosen = any(each is line for each in sets for line in in_actions)
    return chosen if type_ == BOOL else isinstance(type_, OptionalT | NumberT)


def _empty(variable: core.Variable) -> int:
    type_ = variable.type
    assert not isinstance(type_, Several), "a scalar"
    return none_code(type_) if isinstance(type_, OptionalT) else lowest(type_)


def _lasts(variable: core.Variable, number: int, line: core.Assign) -> bool:
    """Whether a sentence sets the field back, or reckons with what it was."""
    back = isinstance(line.value, core.Const) and line.value.value == _empty(variable)
    return back or any(isinstance(node, core.VarRef) and node.variable == number for node in walk(line.value))


def _asked(made: core.Core, nodes: object) -> frozenset[int]:
    """The fields that these nodes are about, by way of definitions, too."""
    return frozenset(each.variable for each in questions(made, nodes) if isinstance(each, core.VarRef))


def _outside(made: core.Core) -> dict[int, frozenset[int]]:
    """The procedures that run again and again, each with the fields that anything is about which runs without them."""
    starts = tuple(each.starts for each in made.variables)
    loops = [node for way in all_ways(made) for node in walk(way.body) if isinstance(node, LOOPS)]
    again = {each for loop in loops for each in bodies_run_by(made, loop)[0]}
    found = {}
    for number in again:
        bodies = (evolve(each, body=()) if at == number else each for at, each in enumerate(made.procedures))
        rest = evolve(made, procedures=tuple(bodies))
        found[number] = _asked(rest, (run_by(rest, (rest.setup, rest.play)), made.scoring, starts))
    return found


def _in_a_loop(made: core.Core, procedure: int, line: core.Assign) -> bool:
    """Whether a sentence is carried out for several players in a round."""
    bodies = run_by(made, made.procedures[procedure].body)
    loops = [node for node in walk(bodies) if isinstance(node, core.ForEach | core.Around | core.ChooseAtOnce)]
    return any(node is line for loop in loops for node in walk(run_by(made, loop)))


# ---- A round, sentence by sentence


def _block(round_: Round, body: Iterable[core.Statement], state: State | None) -> State | None:
    for node in body:
        if state is not None:
            state = _sentence(round_, node, state)
    return state


def _ask(round_: Round, state: State, *parts: object) -> None:
    """What is asked there."""
    for node in questions(round_.made, parts):
        if isinstance(node, core.VarRef) and node.variable == round_.field:
            round_.lasts |= not state.may
            if not (state.must or (round_.owned and round_.inside)):
                round_.stale = round_.stale or node.span


def _sentence(round_: Round, node: core.Statement, state: State) -> State | None:
    """Where the field stands behind a sentence."""
    match node:
        case core.Assign(var=core.VarRef(variable=variable, owners=owners)) if variable == round_.field:
            _ask(round_, state, owners, node.value)
            return State(may=True, must=True)
        case core.If():
            return _cases(round_, node, state)
        case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes() | core.With():
            return _repeated(round_, node, state)
        case core.Choose() | core.ChooseAtOnce():
            return _chosen(round_, node, state)
        case core.RunProcedure():
            _ask(round_, state, node.args)
            return _block(round_, round_.made.procedures[node.procedure].body, state) or state
        case core.FinishProcedure() | core.EndGame():
            return None
        case _:
            _ask(round_, state, node)
            return state


def _cases(round_: Round, node: core.If, state: State) -> State | None:
    ends = list[State | None]()
    for condition, body in node.cases:
        _ask(round_, state, condition)
        round_.lasts |= _for_an_end(round_, condition, body)
        ends.append(_block(round_, body, state))
    return joined([*ends, _block(round_, node.otherwise, state)])


def _repeated(
    round_: Round, node: core.ForEach | core.Around | core.Repeat | core.RepeatTimes | core.With, state: State
) -> State | None:
    """A body that is carried out again, or never; for all players or values at least once."""
    once, until = isinstance(node, core.With), getattr(node, "until", None)
    match node:
        case core.ForEach(seq=seq):
            once = isinstance(seq, core.Values)
            _ask(round_, state, seq)
        case core.Around(start=start, among=among):
            once = among is None and until is None
            _ask(round_, state, start, among)
        case core.Repeat():
            once = until is None
        case core.RepeatTimes(number=number):
            _ask(round_, state, number)
        case core.With(who=who):
            _ask(round_, state, who)
    round_.lasts |= _is_about(round_, until)
    sets = not isinstance(node, core.With) and _sets_it(round_, node)
    round_.inside += sets
    behind = _block(round_, node.body, state)
    round_.inside -= sets
    return behind if once else joined([state, behind])


def _is_about(round_: Round, asked: object) -> bool:
    return round_.field in _asked(round_.made, asked)


def _sets_it(round_: Round, body: object) -> bool:
    nodes = walk(run_by(round_.made, body))
    return any(isinstance(node, core.Assign) and node.var.variable == round_.field for node in nodes)


def _for_an_end(round_: Round, condition: core.Expr, body: tuple[core.Statement, ...]) -> bool:
    """Whether the field is asked for what ends the round or the game."""
    return _is_about(round_, condition) and any(isinstance(node, core.Leaving) for node in walk(body))


def _chosen(round_: Round, node: core.Choosing, state: State) -> State | None:
    """One of several actions."""
    made, ends = round_.made, list[State | None]()
    _ask(round_, state, node.who if isinstance(node, core.ChooseAtOnce) else node.you)
    for offer in node.offers:
        _ask(round_, state, offer)
        for way in ways(made.actions[offer.action]):
            _ask(round_, state, way.header)
            ends.append(_block(round_, way.body, state))
    if node.otherwise:
        ends.append(_block(round_, node.otherwise, state))
    acted = node.acted if isinstance(node, core.Choose) else ()
    behind = joined(ends)
    return behind if behind is None else _block(round_, acted, behind)
