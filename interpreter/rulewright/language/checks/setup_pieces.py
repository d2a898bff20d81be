"""What setup does with the pieces in the box: it deals more than there is, or than there is room for; it leaves the box
empty, or pieces in it that never come into play.

The numbers of pieces are followed along the straight code of setup, player by player. Zones are counted as far as that
is certain. Whatever depends on chance or on fields ends the counting.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from attrs import Factory, define, field

from rulewright.language import core, intervals as fold
from rulewright.language.checks.expression_values import Outcomes, known, nothing_known
from rulewright.language.core_queries import questions, reached, run_by
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import all_effects, effects, knows_where, ref_of
from rulewright.language.facts.ranges import is_unlimited
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.text_parts import Sound
from rulewright.language.types import NONE_NUMBER
from rulewright.language.walking import rewritten, walk

Spot = tuple[int, tuple[int, ...]]
Env = dict[int, int]
Kinds = dict[int, int]
UNKNOWN: Final = -1
"""Pieces of which it is not known what they are."""
MOST_SENTENCES: Final = 5_000


class _Uncertain(Exception):  # noqa: N818 - the end of counting, no error
    """Here the counting ends."""


@define
class Table:
    """How many pieces of each kind lie where; what is not listed is empty. `first`: how many there were when a sentence
    first took some, and how many. `finished`: all of setup was counted."""

    made: core.Core
    types: Outcomes = Factory(lambda self: nothing_known(self.made), takes_self=True)
    kinds: dict[Spot, Kinds] = field(factory=dict)
    first: dict[Span, tuple[int, int]] = field(factory=dict)
    short: Diagnostic | None = None
    sentences: int = 0
    here: Span = NOWHERE
    finished: bool = False

    def pieces_in(self, spot: Spot) -> int:
        """How many pieces lie there."""
        return sum(self.kinds.get(spot, {}).values())


def too_few(made: core.Core, sound: Sound) -> Iterator[Diagnostic]:
    """The sentence of setup that certainly takes more than there is, or puts more than there is room for; where what is
    done before the first decision is all that was meant."""
    if all(sound(node.span) for node in made.setup[:1]) and (short := dealt(made).short) is not None:
        yield short


def dealt(made: core.Core) -> Table:
    """What lies where behind setup, as far as that can be counted."""
    table = Table(made)
    for index, zone in enumerate(made.zones):
        copies = made.components[zone.component].copies
        if zone.box and None not in copies:
            table.kinds[index, ()] = {kind: number or 0 for kind, number in enumerate(copies)}
    with suppress(_Uncertain):
        block(table, made.setup, {}, 1)
        table.finished = True
    return table


def block(table: Table, body: tuple[core.Statement, ...], env: Env, times: int) -> None:
    """What each sentence does to the numbers; raises `_Uncertain` where that is not known. `times`: how often this
    block is carried out in all."""
    for node in body:
        table.sentences += 1
        if table.sentences > MOST_SENTENCES:
            raise _Uncertain
        table.here = node.span
        match node:
            case core.MoveAll():
                move(table, node, *taken_from(table, node.seq, env), env)
            case core.MoveSome():
                move_some(table, node, env, times)
            case core.ForEach():
                rounds = [{**env, node.local: value} for value in elements(table, node.seq, env)]
                for inner in rounds:
                    block(table, node.body, inner, times * len(rounds))
            case core.RepeatTimes():
                number = value_of(table, node.number, env)
                for _ in range(min(number, MOST_SENTENCES)):
                    block(table, node.body, dict(env), times * number)
            case core.If():
                elsewhere = core.RunProcedure | core.Choosing | core.Leaving
                done = all_effects(table.made, walk(node))
                if done.puts or done.boxes or any(isinstance(each, elsewhere) for each in walk(node)):
                    branches = (body for test, body in node.cases if value_of(table, test, env))
                    block(table, next(branches, node.otherwise), env, times)
            case core.RunProcedure():
                called, inner = table.made.procedures[node.procedure], dict[int, int]()
                for param, arg in zip(called.params, node.args, strict=True):
                    bind(table, inner, param, arg, env)
                block(table, called.body, inner, times)
            case core.With():
                bind(table, env, node.you, node.who, env)
                block(table, node.body, env, times)
            case core.Let():
                bind(table, env, node.local, node.value, env)
            case core.Draw():
                env.pop(node.local, None)
            case _:
                done = effects(table.made, node)
                if isinstance(node, core.Loop | core.Choosing | core.Leaving) or done.takes or done.puts or done.boxes:
                    raise _Uncertain


def bind(table: Table, env: Env, local: int, value: core.Expr | core.Seq, known_: Env) -> None:
    """A local is bound, to something known or not."""
    with suppress(_Uncertain):
        env[local] = value_of(table, value, known_)
        return
    env.pop(local, None)


def spot_of(table: Table, ref: core.ZoneRef, env: Env) -> Spot:
    """One zone of one owner."""
    return ref.zone, tuple(value_of(table, owner, env) for owner in ref.owners)


def taken_from(table: Table, seq: core.Seq, env: Env) -> tuple[Spot, Kinds]:
    """The zone that is taken from, and what of it is meant."""
    if isinstance(seq, core.Pieces):
        spot = spot_of(table, seq.zone, env)
        return spot, table.kinds.get(spot, {})
    if not isinstance(seq, core.Filter):
        raise _Uncertain
    spot, kinds = taken_from(table, seq.seq, env)
    known_ = {} if UNKNOWN in kinds else kinds
    tests = {kind: known(table.types, seq.condition, {**env, seq.local: kind}) for kind in known_}
    if len(tests) < len(kinds) or None in tests.values():
        raise _Uncertain
    return spot, {kind: number for kind, number in kinds.items() if tests[kind]}


def move(table: Table, node: core.MoveAll | core.MoveSome, spot: Spot, kinds: Kinds, env: Env) -> None:
    """These pieces go from one zone to another (a board is a whole). Ends the counting where there is no room."""
    to = spot_of(table, ref_of(node.to), env)
    table.kinds[spot] = {kind: some - kinds.get(kind, 0) for kind, some in table.kinds.get(spot, {}).items()}
    zone = table.made.zones[to[0]]
    room = 1 if zone.kind == "slot" else zone.capacity
    total = table.pieces_in(to) + sum(kinds.values())
    if room is not None and total > room:
        players, also = table.made.players, zone.span
        table.short = words.no_room(table.here, players=players, total=total, zone=zone.name, room=room, also=also)
        raise _Uncertain
    table.kinds[to] = dict(Counter(table.kinds.get(to, {})) + Counter(kinds))


def move_some(table: Table, node: core.MoveSome, env: Env, times: int) -> None:
    """So many pieces, if there are so many. Ends the counting where a pile would be filled again."""
    spot, kinds = taken_from(table, node.seq, env)
    number, there = value_of(table, node.number, env), sum(kinds.values())
    zone = table.made.zones[spot[0]]
    component = table.made.components[zone.component]
    if is_unlimited(component) or number < 0:
        raise _Uncertain
    if number > there:
        if node.refills is not None:
            refill = table.made.zones[node.refills.zone].refill
            if refill is None or table.pieces_in((refill.zone, spot_of(table, node.refills, env)[1])):
                raise _Uncertain
        if not node.up_to:
            began, each = table.first.get(node.span, (there, number))
            there, times = (began, times) if each == number and each * times > began else (there, 1)
            table.short = words.too_few_pieces(
                node.span,
                players=table.made.players,
                times=times if times > 1 else None,
                each=number,
                total=times * number,
                zone=zone.name,
                there=there or None,
                component=component.name,
                also=component.span,
            )
            raise _Uncertain
        number = there
    table.first.setdefault(node.span, (there, number))
    # what is taken, if there is no choice
    took = {kind: min(some, number) for kind, some in kinds.items() if some}
    if number != there and len(took) > 1:
        if there < table.pieces_in(spot):
            raise _Uncertain
        table.kinds[spot], took = {UNKNOWN: there}, {UNKNOWN: number}
    move(table, node, spot, took, env)


def elements(table: Table, seq: core.Seq, env: Env) -> list[int]:
    """The elements of a loop that are known; of seats in an order that is not, all seats."""
    match seq:
        case core.Values():
            return list(range(seq.number))
        case core.TableList(indices=(index,)):
            lists = table.made.list_tables[seq.table].values
            if len({frozenset(each) for each in lists}) == 1:
                return sorted(lists[0])
            at = value_of(table, index, env)
            return list(lists[at]) if 0 <= at < len(lists) else []
        case core.Numbers():
            low, high = value_of(table, seq.low, env), value_of(table, seq.high, env)
            return list(range(low, high + 1)[:MOST_SENTENCES]) if low != NONE_NUMBER else []
        case core.Listed():
            return [value_of(table, value, env) for value in seq.values]
        case _:
            raise _Uncertain


def value_of(table: Table, expr: core.Expr | core.Seq, env: Env) -> int:
    """A value that is known before the game begins; zones are as large as they were counted."""

    def sized(node: object) -> object:
        if isinstance(node, core.Size) and isinstance(node.seq, core.Pieces):
            with suppress(_Uncertain):
                return fold.number(table.pieces_in(spot_of(table, node.seq.zone, env)))
        return node

    found = None if isinstance(expr, core.Seq) else known(table.types, rewritten((expr,), sized)[0], env)
    if found is None:
        raise _Uncertain
    return found


# ---- Sentences and questions that speak of the box where nothing of their component can lie there
# Proven is: setup takes all pieces of a component out of the box (by one sentence of its own block, or as its pieces
# are counted), no rule puts one back, and what is told comes behind setup only. Invariants may make sure of it.


def empty_box(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each place where the empty box is named, in what is carried out or asked behind setup and never in it."""
    emptied = emptied_by_setup(made)
    early, late = run_by(made, made.setup), (*run_by(made, made.play), made.scoring)
    later = [body for body in late if not any(body is each for each in early)]
    asked, before = (
        {each.definition for each in questions(made, when) if isinstance(each, core.CallDefinition)}
        for when in (late, early)
    )
    for ref in walk((*later, *(made.definitions[each] for each in asked - before)) if emptied else ()):
        if isinstance(ref, core.ZoneRef) and ref.zone in emptied:
            by, component = emptied[ref.zone], made.components[made.zones[ref.zone].component].name
            also = NOWHERE if by is None else by.span
            line = None if by is None else source.line(also.start)
            to = None if by is None else made.zones[ref_of(by.to).zone].name
            yield words.box_is_empty(ref.span, component=component, line=line, to=to, also=also)


def emptied_by_setup(made: core.Core) -> Mapping[int, core.MoveAll | None]:
    """The boxes that are empty behind setup and stay so, with the sentence that takes all, if it is one; that tells
    nothing if setup may end the game before."""
    nodes = tuple(walk((made.setup, made.procedures, made.actions, made.play)))
    filled = {ref_of(node.to).zone for node in nodes if isinstance(node, core.Moving)}
    changed = {node.component for node in nodes if isinstance(node, core.ChangePiece)}
    ends = any(isinstance(node, core.EndGame) for node in reached(made, made.setup))
    table, taken_at_once = dealt(made), dict[int, core.MoveAll]()
    for node in () if ends else made.setup:
        if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces):
            taken_at_once[node.seq.zone.zone] = node
    return {
        box: taken_at_once.get(box)
        for box, zone in enumerate(made.zones)
        if zone.box and made.components[zone.component].pieces and box not in filled and zone.component not in changed
        if box in taken_at_once or (table.finished and not table.pieces_in((box, ())))
    }


# ---- Pieces that stay in the box though nobody says so: kinds that get nowhere, and what only setup could take


def left_in_box(made: core.Core, contents: Outcomes) -> Iterator[Diagnostic]:
    """Of each component that comes into play the kinds, else the pieces, that never leave the box."""
    table = dealt(made)
    for box, zone in enumerate(made.zones):
        component = made.components[zone.component]
        if not zone.box or is_unlimited(component):
            continue
        others = [i for i, each in enumerate(made.zones) if each.component == zone.component and i != box]
        used = frozenset[int]().union(*(contents.zones[each] for each in others))
        if not used:
            continue
        left = [name for kind, name in enumerate(component.kinds) if component.copies[kind] and kind not in used]
        if left:
            yield words.kinds_left(component.span, name=", ".join(left), kinds=left, component=component.name)
        elif table.finished and (number := table.pieces_in((box, ()))):
            # unless something behind setup asks the box or may move from it, or setup itself puts something into it
            later = walk((made.play, made.procedures, made.actions, made.definitions, made.scoring))
            asked = any(
                (isinstance(node, core.ZoneRef) and node.zone == box)
                or isinstance(node, core.ChangePiece)
                or (isinstance(node, core.MovePiece) and not knows_where(made, node.piece))
                for node in later
            )
            moves = (node for node in walk(made.setup) if isinstance(node, core.Moving))
            if not asked and all(ref_of(node.to).zone != box for node in moves):
                yield words.pieces_left(component.span, name=component.name, number=number)
