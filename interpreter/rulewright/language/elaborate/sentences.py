"""Sentences to core; loops, moves, assignments and offers stand in modules of their own.

A mistake ends its sentence only: it is told, and the names that the sentence would have declared say nothing more.
Branches that this setting folds away are elaborated, for their mistakes, and dropped."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate import assignments, environment, loops, moving, offering, positions, telling
from rulewright.language.elaborate.assignments import add_to, check_range, set_to
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, condition, mismatch, players_of, value, zone_seq
from rulewright.language.elaborate.definitions import arguments, call_definition, hold, procedure_named, result_of
from rulewright.language.elaborate.environment import Env, Mistake, Result, Statements, Value, World, ZoneValue, merged
from rulewright.language.elaborate.expressions import expression
from rulewright.language.elaborate.possessives import ask
from rulewright.language.elaborate.queries import bound_name, check_free, tested_env
from rulewright.language.elaborate.reachable import asked_at
from rulewright.language.elaborate.setting_off import set_off
from rulewright.language.elaborate.suggestions import bare_words, range_words
from rulewright.language.facts.ranges import shape
from rulewright.language.messages import flow, sentences as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, TEAM, NumberT, Several, without_none
from rulewright.language.walking import rewritten, walk

M = TypeVar("M")


def sow(world: World, env: Env, node: syntax.Sow) -> Statements:
    """`sow all here's seeds onto here's next where C`: `here` goes along, and is at last where the last one fell.

    Of a zone each piece goes that lies there at the beginning, the first one first; where no order tells pieces apart,
    as many as lie there."""
    here, span = walker(world, env, node), node.span
    onward = syntax.Set(here, node.to, span=span)
    step: Statements = (set_to(world, env, onward),)
    if node.where is not None:  # on from places of which it does not hold
        inner = tested_env(world, env, value_of(world, env, here), node.binder)
        there, again = condition(world, inner, node.where), set_to(world, env, onward)
        if fold.constant(there) != 1:
            step = (*step, core.Repeat(there, (again,), span=node.where.span))
    match world.expression(env, node.what):
        case Value(core=core.Read(), type=NumberT() as type_) as seeds:
            number = world.local("sown", type_)
            emptied = set_to(world, env, syntax.Set(node.what, syntax.Number(0, span=node.what.span), span=span))
            one = syntax.Number(1, span=node.what.span)
            laid: core.Statement = add_to(world, env, syntax.Change("add", one, node.what, span=span))
            laps = core.RepeatTimes(core.Get(number, type_), (*step, laid), span=span)
            return (core.Let(number, seeds.core, span=span), emptied, laps)
        case ZoneValue(ref=to):
            begin, zone, seq = value_of(world, env, here), world.zones[to.zone], zone_seq(world, to)
            by = env.you if zone.with_owner else None
            if shape(zone.kind) != "counts":
                local, piece = world.element(seq, "sown")
                laid = core.MovePiece(piece.core, to, None, by, span=span)
                return (core.ForEach(local, seq.seq, (*step, laid), span=span),)
            start = world.local("start", begin.type)
            at_start = core.Get(start, begin.type)
            origin = rewritten(seq.seq, lambda each: at_start if each == begin.core else each)
            laid = core.MoveSome(fold.number(1), origin, to, None, by, up_to=False, span=span)
            laps = core.RepeatTimes(core.Size(origin), (*step, laid), span=span)
            return (core.Let(start, begin.core, span=span), laps)
        case other:
            mismatch(world, other, "a field with a number, or a zone", node.what.span)


def walker(world: World, env: Env, node: syntax.Sow) -> syntax.Word:
    """The one value that changes, in which what is sown lies, and from which the next place is told."""
    told = {each.name.text for each in walk(node.to) if isinstance(each, syntax.Word)}
    named = [each for each in walk(node.what) if isinstance(each, syntax.Word) and each.name.text in told]
    found = {each.name.text: each for each in named if isinstance(value_of(world, env, each).core, core.Read)}
    if len(found) == 1:
        return next(iter(found.values()))
    if len({each.name.text for each in named}) != 1:
        raise Mistake(words.nobody_sows(node.span, name=None, type=None, sentence=None))
    name = named[0].name.text
    type_ = without_none(value_of(world, env, named[0]).type)
    of = (type_.place or range_words(type_)) if isinstance(type_, NumberT) else bare_words(type_)
    sentence = re.sub(rf"(?<![\w-]){name}(?![\w-])", "place", world.text(node.span))
    raise Mistake(words.nobody_sows(node.span, name=name, type=of, sentence=sentence))


def value_of(world: World, env: Env, node: syntax.Word) -> Value:
    """What a word is, if it is a single value."""
    typed = world.expression(env, node)
    return typed if isinstance(typed, Value) else mismatch(world, typed, "one place", node.span)


def draw(world: World, env: Env, node: syntax.Draw) -> Result:
    """`draw x from z`: one element, each copy equally likely; labelled as told, else by the name of the zone.
    `roll n from 1..6`: a public value, called by its name."""
    typed, span = world.expression(env, node.among), node.among.span
    seq = as_seq(world, typed, span)
    if node.rolled and seq.pieces:
        mismatch(world, typed, "a range or all values of a type", span, "Pieces are drawn: draw … from …")
    for pile in (world.zones[zone] for zone in sorted(seq.zones) if not node.rolled):
        if pile.kind == "pile":
            raise Mistake(words.draw_from_pile(span, zone=pile.name, also=pile.span))
    names = {node.binder.text} if node.rolled else {world.zones[zone].name for zone in seq.zones if seq.pieces}
    names = {node.label.text} if node.label else names
    if len(names) != 1:
        raise Mistake(words.needs_label(node.span))
    local, after = bound_name(world, env, node.binder, seq, "what is rolled" if node.rolled else "what is drawn")
    return (core.Draw(local, seq.seq, names.pop(), rolled=node.rolled, span=node.span),), after


def roll_into(world: World, env: Env, node: syntax.RollInto) -> core.RollInto:
    """`roll 5 to your cup`: so many new pieces of an unlimited component."""
    ref = one_zone(world, env, node.to)
    zone = world.zones[ref.zone]
    component = world.components[zone.component]
    if any(copies is not None for copies in component.copies):
        raise Mistake(words.not_unlimited(node.to.span, component=component.name, also=component.span))
    number = value(world, env, node.number, ANY_NUMBER)
    label = node.label.text if node.label else zone.name
    return core.RollInto(number.core, ref, label, span=node.span)


def shuffle(world: World, env: Env, node: syntax.Shuffle) -> core.Shuffle:
    """`shuffle z`: a pile, or a row that remembers neither owners nor faces."""
    ref = one_zone(world, env, node.zone)
    zone = world.zones[ref.zone]
    why = None
    if zone.kind not in ("pile", "row"):
        why = "its places are no order" if shape(zone.kind) != "counts" else "its pieces lie in no order"
    elif zone.with_owner or zone.faced:
        why = f"it remembers {'owners' if zone.with_owner else 'faces'}"
    if why is not None:
        raise Mistake(words.not_shuffled(node.zone.span, zone=zone.name, why=why, also=zone.span))
    return core.Shuffle(ref, node.label.text if node.label else zone.name, span=node.span)


def one_zone(world: World, env: Env, node: syntax.Expr) -> core.ZoneRef:
    """The expression as one zone."""
    typed = world.expression(env, node)
    return typed.ref if isinstance(typed, ZoneValue) else mismatch(world, typed, "a zone", node.span)


# ---- calls, and what is asked of an answer: a variable that the procedure sets before it is left


def call_procedure(world: World, env: Env, act: syntax.Act, span: Span) -> core.RunProcedure:
    """The call of a procedure or phase; it inherits `you` where it speaks of it."""
    entry = procedure_named(world, act.name)
    entry.used = True
    args = arguments(world, env, act.name, entry, act.args or ())
    if act.name.text not in world.heirs:
        return core.RunProcedure(entry.index, args, span=span)
    if env.you is None:
        text = world.source.text
        call, before = text[span.start : span.end].strip(), text[: span.start].rpartition("\n")[2]
        edit = None if before.strip() else Edit(Span(span.start, span.start), "each player: ")
        raise Mistake(words.call_needs_you(act.name, call=call, also=asked_at(entry.syntax, world.heirs), edit=edit))
    return core.RunProcedure(entry.index, (env.you, *args), span=span)


def asked(world: World, env: Env, node: syntax.Expr | None, sentence: Callable[[Env], Result]) -> Result:
    """A sentence that may begin with such a call, which is carried out before."""
    if not isinstance(node, syntax.Answer):
        return sentence(env)
    if node.act.name.text not in world.procedures:
        raise Mistake(None)
    call = call_procedure(world, env, node.act, node.span)
    made, after = sentence(evolve(env, answered=node))
    return (call, *made), evolve(after, answered=None)


def until_answered(sentence: Result) -> Result:
    """A `repeat until` behind the call that is asked: it is carried out again behind every pass."""
    made, after = sentence
    match made:
        case (core.RunProcedure() as call, core.Repeat() as loop):
            return (call, evolve(loop, body=(*loop.body, call))), after
        case _:
            return sentence


def give(world: World, env: Env, node: syntax.Give) -> Statements:
    """`give v`: the answer, and the end of the procedure."""
    if env.giving is None:
        own = "If give is a procedure of yours, call it otherwise." if "give" in world.procedures else None
        raise Mistake(flow.gives_to_nobody(node.span, advice=own))
    made = world.variables[env.giving.variable]
    assert not isinstance(made.type, Several)
    assert made.answers is not None
    given = value(world, env, node.value, made.type)
    check_range(world, env.giving, made.type, given, node.value.span)
    answer = core.Assign(env.giving, given.core, span=node.span)
    return answer, core.FinishProcedure(made.answers, span=node.span)


def finish(world: World, _env: Env, node: syntax.Finish) -> core.FinishProcedure:
    """`finish P`, which gives no answer."""
    entry = procedure_named(world, node.name)
    if entry.answer is not None:
        raise Mistake(flow.finishes_silent(node.span, name=node.name.text))
    return core.FinishProcedure(entry.index, span=node.span)


def run(world: World, env: Env, statements: syntax.Block) -> Result:
    """A block of sentences, and the environment at its end."""
    made: list[core.Statement] = []
    ended: Span | None = None
    for node in statements:
        if ended is not None:
            world.tell(flow.unreachable(node.span, after=world.text(ended), also=ended))
        gives = isinstance(node, syntax.Give) and env.giving is not None
        ended = node.span if gives or isinstance(node, syntax.Finish | syntax.EndGame) else None
        new, env = attempted(world, env, node, statement)
        made += new or ()
    return tuple(made), env


def attempted(
    world: World, env: Env, node: syntax.Statement | syntax.ActionLine, make: Callable[[World, Env, Any], tuple[M, Env]]
) -> tuple[M | None, Env]:
    """What is made of a sentence or header line; of one with a mistake, which is told, the name says nothing more."""
    try:
        return make(world, env, node)
    except Mistake as found:
        world.tell(found.diagnostic)
    match node:
        case syntax.Let():
            name, what = node.name, "a `let`"
        case syntax.Keep():
            name, what = node.name, assignments.WHAT
        case syntax.Pick() | syntax.PickSeveral():
            name, what = node.name, "what is picked"
        case syntax.Draw():
            name, what = node.binder, "what is drawn"
        case _:
            return None, env
    return None, env.bind(name, environment.BrokenValue(), what)


def statement(world: World, env: Env, node: syntax.Statement) -> Result:
    """One sentence: its core (a folded `if` is several sentences or none) and the environment after it."""
    match node:
        case syntax.Let():
            return asked(world, env, node.value, partial(let, world, node=node))
        case syntax.If():
            first = node.cases[0].condition
            asks = first.operand if isinstance(first, syntax.Not) else first
            return asked(world, env, asks, partial(if_, world, node=node))
        case syntax.Repeat():
            until = node.until.operand if isinstance(node.until, syntax.Not) else node.until
            return until_answered(asked(world, env, until, partial(loops.repeat, world, node=node)))
        case _ if type(node) in PLAIN:
            made = PLAIN[type(node)](world, env, node)
            return set_off(world, env, made if isinstance(made, tuple) else (made,)), env
        case _:
            return OTHERS[type(node)](world, env, node)


def move(world: World, env: Env, node: syntax.Move) -> Result:
    """`move`, with what it sets off."""
    moves, after = moving.move(world, env, node)
    return set_off(world, env, moves), after


def let(world: World, env: Env, node: syntax.Let) -> tuple[tuple[core.Let, ...], Env]:
    """`let x be …`: a scalar, a piece or a sequence, evaluated once."""
    check_free(world, env, node.name, None)
    made, typed = hold(world, world.expression(env, node.value), node.name, node.value.span)
    return (evolve(made, span=node.span),), env.bind(node.name, typed, "a `let`")


def if_(world: World, env: Env, node: syntax.If) -> Result:
    """`if`: cases that never hold vanish, one that always holds is the last."""
    cases: list[tuple[core.Expr, Statements]] = []
    places: list[Span] = []
    otherwise: Statements | None = None
    after, ahead = evolve(env, answered=None), env
    for case in node.cases:
        test = world.tried(partial(condition, world, ahead, case.condition), loops.UNKNOWN)
        ahead = evolve(ahead, answered=None)
        known = fold.constant(test)
        body, end = run(world, ahead.unreached(if_=known == 0), case.body)
        if known is None and otherwise is None:
            cases.append((test, body))
            places.append(case.condition.span)
        elif known == 1 and otherwise is None:
            otherwise = body
        after, ahead = merged(after, end), ahead.unreached(if_=known == 1)
    body, end = run(world, ahead, node.otherwise or ())
    otherwise = body if otherwise is None else otherwise
    made = (core.If(tuple(cases), otherwise, span=node.span, places=tuple(places)),) if cases else otherwise
    return made, merged(after, end)


def end_game(world: World, env: Env, node: syntax.EndGame) -> core.EndGame:
    """`end game`, `end game, won by x`, `end game, drawn`, `end game, everybody wins`: players as they are,
    teams as their members."""
    if node.everybody == "wins":
        return core.EndGame(core.Values(world.players), span=node.span)
    if node.winner is None:
        return core.EndGame(core.Listed(()) if node.drawn or node.everybody else None, span=node.span)
    typed, span = world.expression(env, node.winner, PLAYER), node.winner.span
    question = syntax.Name("members", span=span)
    match typed:
        case Value() if without_none(typed.type) == TEAM:
            won = as_seq(world, ask(world, env, typed, question, ()), span).seq
        case environment.SeqValue() | environment.AggregateOf() if (
            without_none((seq := as_seq(world, typed, span)).of) == TEAM
        ):
            local = world.local("team", TEAM)
            members = ask(world, env, Value(core.Get(local, TEAM), TEAM), question, ())
            won = core.FlatMap(local, seq.seq, as_seq(world, members, span).seq)
        case _:
            won = players_of(world, typed, span) or mismatch(world, typed, "a player, a team or several", span)
    return core.EndGame(won, span=node.span)


PLAIN: Final[Mapping[type, Callable[[World, Env, Any], core.Statement | Statements]]] = {
    syntax.Nothing: lambda *_: (),
    syntax.Do: lambda world, env, node: call_procedure(world, env, node.act, node.span),
    syntax.Finish: finish,
    syntax.Give: give,
    syntax.EndGame: end_game,
    syntax.Set: set_to,
    syntax.SetBoard: positions.set_board,
    syntax.Change: add_to,
    syntax.Pay: assignments.pay,
    syntax.RollInto: roll_into,
    syntax.Shuffle: shuffle,
    syntax.Flip: moving.flip,
    syntax.Swap: moving.swap,
    syntax.Rotate: moving.rotate,
    syntax.Sow: sow,
    syntax.Pack: moving.pack,
    syntax.Show: telling.show,
    syntax.Tell: telling.tell,
    syntax.Reveal: telling.reveal,
    syntax.Remember: assignments.remember,
}
"""Sentences behind which all names mean what they meant before."""
OTHERS: Final[Mapping[type, Callable[[World, Env, Any], Result]]] = {
    syntax.Keep: assignments.keep,
    syntax.Move: move,
    syntax.Draw: draw,
    syntax.Choose: offering.choose,
    syntax.ChooseUntil: offering.choose,
    syntax.ForEach: loops.for_each,
    syntax.EachInTurn: loops.each_player,
    syntax.GoAround: loops.go_around,
    syntax.Ask: loops.ask,
    syntax.RepeatTimes: loops.repeat,
}
"""Sentences that give a name or hold others, or change where a piece of a name may lie."""
RECURSION: Final = environment.Recursion(expression, call_definition, run, result_of)
"""The language by way of itself: what modules below ask for through the world."""
