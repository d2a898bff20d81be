"""`lower`: a core becomes a program. Two passes: the first finds what lives across a stop, the second gives it cells;
or one, in which everything has cells.

A `Lowering` stays usable after the program is complete: its builder takes further functions, such as what is asked of
values or scores term by term, and `program` gives the program with them.
"""

from collections.abc import Iterator
from typing import Final, TypedDict, Unpack

from attrs import define, evolve

from rulewright.language import core
from rulewright.language.core_queries import behind_preparations
from rulewright.language.facts.game_facts import can_be_lost, wins_together
from rulewright.language.facts.ranges import range_of
from rulewright.language.span import Span
from rulewright.language.types import NONE, CountsT, NumberT, type_name, without_none
from rulewright.machine.lower import expressions, flow, indexing, pieces, sentences, sequences, stops, variables
from rulewright.machine.lower.blocks import END_BLOCK, GAME, Blocks, Stops, find_stops
from rulewright.machine.lower.builder import (
    A_BLOCK,
    ALL_PASSES,
    ROOM_FOR_FRAMES,
    VIRTUAL_SCRATCH,
    Builder,
    Pass,
    Recursion,
    Scope,
    Spot,
)
from rulewright.machine.lower.layout import ENDED as ENDED_CELL, PC, lay_out
from rulewright.machine.lower.terms import both, equal
from rulewright.machine.program import nodes as ir

RECURSION: Final = Recursion(expressions.value, expressions.direct, sequences.each, sentences.one)


class How(TypedDict, total=False):
    """`every_test`: what ranges prove is tested, too; `passes`: what is done to be faster; `noting`: the program counts
    what happens; `changes`: and which sentences changed something. None of them may ever show in play."""

    every_test: bool
    passes: frozenset[Pass]
    noting: bool
    changes: bool


def lower(rules: core.Core, **how: Unpack[How]) -> ir.Program:
    """The program of a core."""
    return Lowering.of(rules, **how).program()


@define
class Lowering:
    """A core lowered, with what is needed to lower more against the same layout. `size`: the length of the vector."""

    build: Builder
    blocks: Blocks
    size: int
    score: int | None
    winners: int | None
    common: ir.Common | None
    invariants: tuple[ir.CheckCode, ...]
    initial: tuple[int, ...]
    numbered: tuple[ir.Block, ...] = ()
    start: int = END_BLOCK

    @classmethod
    def of(cls, rules: core.Core, **how: Unpack[How]) -> "Lowering":
        """Lowers a core."""
        layout, found = lay_out(rules), find_stops(rules)
        judged = behind_preparations(rules) if how.get("changes") else frozenset[Span]()
        options = how.get("every_test", False), how.get("passes", ALL_PASSES), how.get("noting", False), judged

        def build(scratch_at: int, addresses: tuple[int | None, ...] | None) -> Builder:
            end = layout.frames_at
            return Builder(RECURSION, rules, layout, scratch_at, addresses, *options, frames_end=end)

        if "frames" not in options[1]:
            made = _pass(build(layout.frames_at + ROOM_FOR_FRAMES, None), found)
            if made.build.frames_end <= made.build.scratch_at:
                made.number()
                return made
        # variables of frames get cells if they live across a stop, units one after the other
        first = _pass(build(VIRTUAL_SCRATCH, None), found)
        frames, drafts = first.build.frames, first.blocks.drafts
        ends = flow.live_at_ends(first.blocks, flow.frames(frames, layout.frames_at, first.size))
        resident = {number for at, live in ends.items() if drafts[at].stops for number in live}
        returns = {unit.ret for unit in first.blocks.units.values()}
        resident |= {number for number, variable in enumerate(frames) if variable.cell in returns}
        addresses: list[int | None] = [None] * len(frames)
        size = layout.frames_at
        for number in sorted(resident, key=lambda number: (frames[number].unit, number)):
            addresses[number] = size
            size += frames[number].length
        made = _pass(build(size, tuple(addresses)), found)
        made.number()
        return made

    def program(self) -> ir.Program:
        """The program as it is now."""
        build, rules, last = self.build, self.build.core, len(self.numbered) - 1
        build.finish_functions()
        frames = [
            ir.Slot(each.name, each.cell, each.length, domain.low, domain.high, domain.none)
            for each in sorted(build.frames, key=lambda each: each.cell)
            for domain in [evolve(each.domain, high=last) if each.domain is A_BLOCK else each.domain]
            if each.cell < self.size
        ]
        return ir.Program(
            players=rules.players,
            size=self.size,
            scratch=build.scratch,
            pc=PC,
            ended=ENDED_CELL,
            slots=(ir.Slot("where", PC, 1, 0, last), *build.layout.slots, *frames),
            zones=build.layout.zones,
            tables=tuple(build.tables),
            functions=tuple(function for function in build.functions if function is not None),
            blocks=self.numbered,
            start=self.start,
            sites=tuple(build.sites),
            actions=tuple(action for action in build.actions if action is not None),
            limits=tuple(
                ir.LimitCode(cell, limit.members, limit.exactly, limit.text, limit.most, span=limit.span)
                for limit, cell in zip(rules.limits, build.layout.limits, strict=True)
            ),
            chances=tuple(build.chances),
            faults=tuple(build.faults),
            invariants=self.invariants,
            score=self.score,
            winners=self.winners,
            initial=self.initial,
            phases=_phases(self.blocks),
            arrays=tuple(build.arrays),
            memories=variables.layouts(rules, build.layout),
            notes=tuple(build.notes),
            held=tuple(pair for pair in sorted(build.held) if max(pair) < self.size),
            wins_together=wins_together(rules),
            common=self.common,
            attributes=tuple(tuple(_values(rules, each) for each in part.attributes) for part in rules.components),
        )

    def number(self) -> None:
        """Makes the final blocks, and what names them: what is dead at a stop is zeroed."""
        build, blocks, layout = self.build, self.blocks, self.build.layout
        if build.tries:  # cells that tell hidden pieces apart while a move is tried
            tags = (
                None if each.faces_at is None else build.array(each.capacity * each.instances) for each in layout.zones
            )
            zones = tuple(evolve(zone, tags_at=at) for zone, at in zip(layout.zones, tags, strict=True))
            build.layout = evolve(layout, zones=zones)
        known = flow.frames(build.frames, layout.frames_at, self.size)
        ends = flow.live_at_ends(blocks, known)
        last = blocks.drafts[END_BLOCK]
        last.code, last.end = list(flow.zeroes(range(layout.limits_at, self.size))), ir.End()
        own: dict[int, dict[int, range]] = {}  # by unit the cells of each variable, its return slot aside
        for unit in blocks.units.values():
            there = {number: build.frames[number] for number in known.of_unit.get(unit.number, ())}
            cells_of = {at: range(each.cell, each.cell + each.length) for at, each in there.items()}
            own[unit.number] = {at: cells for at, cells in cells_of.items() if cells.start != unit.ret}
        for unit in blocks.units.values():  # `finish` clears frames, return slots and limits of everything inside
            procedures_, units = blocks.inner(unit)
            cells = [cell for inner in units for part in own[inner.number].values() for cell in part]
            cells.extend(inner.ret for inner in units if inner.ret is not None)
            blocks.drafts[unit.finish].code = [*blocks.clear_limits(procedures_), *flow.zeroes(cells)]
        for at, draft in enumerate(blocks.drafts):
            mine = own.get(draft.unit, {})
            dead = [cell for number, cells in mine.items() if number not in ends.get(at, ()) for cell in cells]
            if isinstance(draft.end, ir.Decide | ir.Chance):
                draft.dead = tuple(sorted(dead))
            elif draft.stops:
                draft.code.extend(flow.zeroes(dead))
            elif draft.returns:
                draft.code.extend(flow.zeroes(cell for cells in mine.values() for cell in cells))
        self.numbered, self.start = flow.Flow(blocks).numbered(joining="blocks" in build.passes)


def _values(made: core.Core, attribute: core.Attribute) -> ir.KindValues:
    """The values of an attribute; what is no number is numbered, and of its type if pieces have all values of that."""
    name, table, type_ = attribute.name, attribute.table, attribute.type
    if not isinstance(type_, CountsT) and isinstance(without_none(type_), NumberT):
        return ir.KindValues(name, tuple(value for value in table if isinstance(value, int)), number=True)
    numbers = {value: at for at, value in enumerate(sorted({*table}))}
    counts = tuple(value for value in table if isinstance(value, tuple))
    plain = type_.of if isinstance(type_, CountsT) else without_none(type_)
    every = isinstance(type_, CountsT) or numbers.keys() - {NONE} == {*range_of(made, plain).integers}
    of = type_name(plain) if every else ""
    return ir.KindValues(name, tuple(numbers[value] for value in table), number=False, counts=counts, of=of)


def _pass(build: Builder, found: Stops) -> Lowering:
    """Lowers everything; without addresses all frame variables lie in the vector."""
    blocks = Blocks(build, found)
    end = blocks.draft(0)
    assert end == END_BLOCK
    game = blocks.unit(GAME)
    initial = variables.starts(game.scope)
    while blocks.waiting:
        stops.write(blocks, blocks.waiting.pop(0))
    scoring, score, common = build.core.scoring, None, None
    if scoring.score is not None:  # the function (seat) that yields its score
        scope = Scope(build, span=scoring.span)
        params = pieces.parameters(scope, (scoring.player,))
        scope.sentences(scoring.score_lets)
        score = build.new_function(scope.function("score", params, indexing.some(scope, scoring.score, scoring.span)))
        common = _common(scope, scoring.score) if scoring.common and wins_together(build.core) else None
    winners, checks = _winners(build), _invariants(build)
    build.finish_functions()
    size = build.frames_end if build.scratch_at == VIRTUAL_SCRATCH else build.scratch_at
    return Lowering(build, blocks, size, score, winners, common, checks, (*initial, *([0] * (size - len(initial)))))


def _phases(blocks: Blocks) -> tuple[ir.PhaseCode, ...]:
    """The phases that may stop, callers before those they call."""
    program = blocks.build.core
    found = [
        (program.procedures[key[1]], unit, unit.ret, len(blocks.inner(unit)[0]))
        for key, unit in blocks.units.items()
        if key[0] == "procedure" and program.procedures[key[1]].phase and unit.ret is not None
    ]
    ordered = sorted(found, key=lambda phase: -phase[3])
    return tuple(
        ir.PhaseCode(what.name, what.title, cell, unit.told, span=what.span) for what, unit, cell, _ in ordered
    )


# ---- asked from outside, never by blocks


Known = dict[int, int]
"""Locals whose values are constants."""
MOST_SCORE: Final = 10_000
"""A search tells no higher common scores apart."""
MOST_PARTS: Final = 10
"""An invariant about all values of a type has so many parts at most."""


def _common(scope: Scope, score: core.Expr) -> ir.Common:
    """What a score that all have can be."""
    can_be = indexing.range_here(scope, score)
    low, high = (max(-MOST_SCORE, min(each, MOST_SCORE)) for each in (can_be.low, can_be.high))
    return ir.Common(low, high, can_be_lost(scope.core))


def _winners(build: Builder) -> int | None:
    """The function that yields the seats that have won; of teams their members."""
    what = build.core.scoring
    if what.winners is None:
        return None
    scope = Scope(build, span=what.span)

    def give(spot: Spot) -> None:
        if not what.of_teams:
            scope.emit(ir.Yield((spot.value,)))
            return
        teams = build.table(build.core.teams)
        with scope.loop(ir.ZERO, ir.Const(build.core.players)) as seat:
            scope.emit(ir.If(equal(ir.TableAt(teams, seat), spot.value), (ir.Yield((seat,)),)))

    scope.sentences(what.winners_lets)
    scope.each(what.winners, give)
    return build.new_function(scope.function("winners"))


def _invariants(build: Builder) -> tuple[ir.CheckCode, ...]:
    """A function for each, by way of one for each of its parts; what they ask does not count as asked in play."""
    noting, build.noting = build.noting, False
    split, checks = "split" in build.passes, []
    for line in build.core.invariants:
        functions = []
        for condition, known in _parts(line.condition, {}, MOST_PARTS if split else 0):
            scope = Scope(build, span=line.span, checking=split)
            for local, value in known.items():
                scope.bind(local, Spot(ir.Const(value)))
            functions.append(build.new_function(scope.function(line.title, (), scope.value(condition))))
        if len(functions) > 1:
            all_ = both(*(ir.Invoke(function, ()) for function in functions))
            functions = [build.new_function(Scope(build).function(line.title, (), all_))]
        checks.append(ir.CheckCode(line.title, functions[0], line.sort, span=line.span))
    build.noting = noting
    return tuple(checks)


def _parts(condition: core.Expr, known: Known, room: int) -> Iterator[tuple[core.Expr, Known]]:
    """Conditions that come to this one if all of them hold, in order, with what is known in each: that of all values
    of a type is one for each value, if there is `room` for so many."""
    match condition:
        case core.Junction("and", operands) if room:
            for each in operands:
                yield from _parts(each, known, room)
        case core.Not(core.Exists(local, core.Values(number), refuted)) if number <= room:
            holds = refuted.operand if isinstance(refuted, core.Not) else core.Not(refuted)
            for value in range(number):
                yield from _parts(holds, {**known, local: value}, room // max(number, 1))
        case _:
            yield condition, known
