"""Whether setup deals more than there is, or than there is room for: the numbers of pieces along its straight code,
player by player.

Zones are counted as far as that is certain. Whatever depends on chance or on fields ends the counting.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from attrs import Factory, define, field

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, known, nothing_known
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import effects, ref_of
from rulewright.language.facts.ranges import is_unlimited
from rulewright.language.intervals import number
from rulewright.language.messages import flow as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import NONE_NUMBER
from rulewright.language.walking import rewritten, walk

Spot = tuple[int, tuple[int, ...]]
Env = Mapping[int, int]
Kinds = dict[int, int]
MOST_SENTENCES: Final = 5_000


class _Uncertain(Exception):  # noqa: N818 - the end of counting, no error
    """Here the counting ends."""


@define
class Table:
    """How many pieces lie where: of each kind, or (where kinds are not known) in all. What is not listed is empty.
    `finished`: all of setup was counted."""

    made: core.Core
    types: Outcomes = Factory(lambda self: nothing_known(self.made), takes_self=True)
    kinds: dict[Spot, Kinds] = field(factory=dict)
    sizes: dict[Spot, int] = field(factory=dict)
    first: dict[Span, tuple[int, int]] = field(factory=dict)
    short: Diagnostic | None = None
    sentences: int = 0
    here: Span = NOWHERE
    finished: bool = False

    def size(self, spot: Spot) -> int:
        """How many pieces lie there."""
        return self.sizes[spot] if spot in self.sizes else sum(self.kinds.get(spot, {}).values())


def too_few(made: core.Core) -> Iterator[Diagnostic]:
    """The sentence of setup that certainly takes more than there is, or puts more than there is room for."""
    table = dealt(made)
    if table.short is not None:
        yield table.short


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


def block(table: Table, body: tuple[core.Statement, ...], env: dict[int, int], times: int) -> None:
    """Each sentence in turn; `times`: how often this block is carried out in all."""
    for node in body:
        table.sentences += 1
        if table.sentences > MOST_SENTENCES:
            raise _Uncertain
        sentence(table, node, env, times)


def sentence(table: Table, node: core.Statement, env: dict[int, int], times: int) -> None:
    """What one sentence does to the numbers; raises `_Uncertain` where that is not known."""
    table.here = node.span
    match node:
        case core.MoveAll():
            move_all(table, node, env)
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
            branch(table, node, env, times)
        case core.RunProcedure():
            procedure(table, node, env, times)
        case core.With():
            name(table, env, node.you, node.who)
            block(table, node.body, env, times)
        case core.Let():
            name(table, env, node.local, node.value)
        case core.Draw() | core.Roll():
            env.pop(node.local, None)
        case core.Shuffle() | core.Show() | core.Note() | core.Assign() | core.AssignAll() | core.AddTo() | core.Flip():
            pass
        case core.Remember() | core.Forget():
            pass
        case _:
            raise _Uncertain


def name(table: Table, env: dict[int, int], local: int, value: core.Expr | core.Seq) -> None:
    """A local is bound, to something known or not."""
    env.pop(local, None)
    with suppress(_Uncertain):
        env[local] = value_of(table, value, env)


def branch(table: Table, node: core.If, env: dict[int, int], times: int) -> None:
    """A branch that is known; one that touches no pieces does not matter."""
    for condition, body in node.cases:
        if not any(
            isinstance(each, core.FinishProcedure | core.EndGame) or moves(table.made, each) for each in walk(node)
        ):
            return
        if value_of(table, condition, env):
            block(table, body, env, times)
            return
    block(table, node.otherwise, env, times)


def moves(made: core.Core, node: object) -> bool:
    """Whether a sentence may move pieces, or may call one that does."""
    if not isinstance(node, core.Statement):
        return False
    done = effects(made, node)
    return bool(done.puts or done.boxes) or isinstance(node, core.RunProcedure | core.Choosing)


def procedure(table: Table, node: core.RunProcedure, env: dict[int, int], times: int) -> None:
    """A procedure, with the arguments that are known."""
    called = table.made.procedures[node.procedure]
    inner: dict[int, int] = {}
    for param, arg in zip(called.params, node.args, strict=True):
        with suppress(_Uncertain):
            inner[param] = value_of(table, arg, env)
    block(table, called.body, inner, times)


# ---- moves


def spot_of(table: Table, ref: core.ZoneRef, env: Env) -> Spot:
    """One zone of one owner."""
    return ref.zone, tuple(value_of(table, owner, env) for owner in ref.owners)


def source(table: Table, seq: core.Seq, env: Env) -> tuple[Spot, Kinds | None]:
    """The zone that is taken from, and the kinds of it that are meant; None: all of it, whatever it is."""
    match seq:
        case core.Pieces():
            spot = spot_of(table, seq.zone, env)
            return spot, None if spot in table.sizes else table.kinds.get(spot, {})
        case core.Filter():
            spot, kinds = source(table, seq.seq, env)
            if kinds is None:
                raise _Uncertain
            tests = {kind: known(table.types, seq.condition, {**env, seq.local: kind}) for kind in kinds}
            if None in tests.values():
                raise _Uncertain
            return spot, {kind: number for kind, number in kinds.items() if tests[kind]}
        case _:
            raise _Uncertain


def move_all(table: Table, node: core.MoveAll, env: Env) -> None:
    """All of a zone, or all that are of some kinds."""
    spot, kinds = source(table, node.seq, env)
    to = spot_of(table, ref_of(node.to), env)
    if kinds is None:
        put(table, to, None, table.sizes.pop(spot))
        return
    kept = {kind: number for kind, number in table.kinds.get(spot, {}).items() if kind not in kinds}
    table.kinds[spot] = kept
    put(table, to, kinds, sum(kinds.values()))


def put(table: Table, spot: Spot, kinds: Kinds | None, number: int) -> None:
    """So many pieces come to a zone (a board counts as a whole), of these kinds or of unknown ones."""
    roomy(table, spot, number)
    if kinds is None or spot in table.sizes:
        table.sizes[spot] = table.size(spot) + number
        table.kinds.pop(spot, None)
        return
    here = table.kinds.setdefault(spot, {})
    for kind, some in kinds.items():
        here[kind] = here.get(kind, 0) + some


def roomy(table: Table, spot: Spot, number: int) -> None:
    """Ends the counting where a zone has no room for so many more."""
    zone = table.made.zones[spot[0]]
    room = 1 if zone.kind == "slot" else zone.capacity
    total = table.size(spot) + number
    if room is not None and total > room:
        players, also = table.made.players, zone.span
        table.short = words.no_room(table.here, players=players, total=total, zone=zone.name, room=room, also=also)
        raise _Uncertain


def move_some(table: Table, node: core.MoveSome, env: Env, times: int) -> None:
    """So many pieces, if there are so many."""
    spot, kinds = source(table, node.seq, env)
    number = value_of(table, node.number, env)
    there = table.size(spot) if kinds is None else sum(kinds.values())
    if unlimited(table, spot) or number < 0:
        raise _Uncertain
    if number > there:
        refill(table, node, env)
        if not node.up_to:
            began, each = table.first.get(node.span, (there, number))
            alike = each == number and each * times > began
            there, times = (began, times) if alike else (there, 1)
            table.short = told(table.made, node.span, table.made.zones[spot[0]], number, there, times)
            raise _Uncertain
        number = there
    table.first.setdefault(node.span, (there, number))
    took = taken_kinds(kinds, number)
    take(table, spot, kinds, took, number)
    put(table, spot_of(table, ref_of(node.to), env), took, number)


def told(made: core.Core, span: Span, zone: core.Zone, each: int, there: int, times: int) -> Diagnostic:
    """The sentence takes so many so often, and no more than these are there."""
    return words.too_few_pieces(
        span,
        players=made.players,
        times=times if times > 1 else None,
        each=each,
        total=times * each,
        zone=zone.name,
        there=there or None,
        component=made.components[zone.component].name,
        also=made.components[zone.component].span,
    )


def refill(table: Table, node: core.MoveSome, env: Env) -> None:
    """Ends the counting where the pile would be filled again."""
    if node.refills is None:
        return
    filled = table.made.zones[node.refills.zone].refill
    if filled is None or table.size((filled.zone, spot_of(table, node.refills, env)[1])):
        raise _Uncertain


def unlimited(table: Table, spot: Spot) -> bool:
    """Whether a zone is the box of pieces without end."""
    return is_unlimited(table.made.components[table.made.zones[spot[0]].component])


def taken_kinds(kinds: Kinds | None, number: int) -> Kinds | None:
    """The kinds that are taken, if there is no choice."""
    if kinds is None:
        return None
    here = [kind for kind, some in kinds.items() if some]
    if number == sum(kinds.values()):
        return {kind: kinds[kind] for kind in here}
    return {here[0]: number} if len(here) == 1 else None


def take(table: Table, spot: Spot, kinds: Kinds | None, took: Kinds | None, number: int) -> None:
    """Take pieces away."""
    if kinds is not None and took is not None:
        for kind, some in took.items():
            table.kinds[spot][kind] -= some
        return
    left = table.size(spot) - number
    if kinds is not None and sum(kinds.values()) < table.size(spot):
        raise _Uncertain
    table.kinds.pop(spot, None)
    table.sizes[spot] = left


# ---- numbers


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

    def counted(node: object) -> object:
        if isinstance(node, core.Size) and isinstance(node.seq, core.Pieces):
            with suppress(_Uncertain):
                return number(table.size(spot_of(table, node.seq.zone, env)))
        return node

    found = None if isinstance(expr, core.Seq) else known(table.types, rewritten((expr,), counted)[0], env)
    if found is None:
        raise _Uncertain
    return found
