"""`lower`: a core becomes a program. Two passes: the first finds what lives across a stop, the second gives it cells.

A `Lowering` stays usable after the program is complete: its builder takes further functions, such as what is asked of
values or scores term by term, and `program` gives the program with them.
"""

from typing import Final

from attrs import define, evolve

from rulewright.language import core
from rulewright.language.core_queries import behind_preparations
from rulewright.language.span import Span
from rulewright.machine.lower import expressions, flow, liveness, procedures, sentences, sequences, stops, variables
from rulewright.machine.lower.blocks import END_BLOCK, Blocks, Draft, Key, Stops, find_stops
from rulewright.machine.lower.builder import A_BLOCK, ALL_PASSES, VIRTUAL_SCRATCH, Builder, Pass, Recursion
from rulewright.machine.lower.layout import ENDED as ENDED_CELL
from rulewright.machine.lower.layout import PC, Layout, lay_out
from rulewright.machine.program import nodes as ir

GAME: Final[Key] = ("game",)
RECURSION: Final = Recursion(expressions.value, expressions.direct, sequences.each, sentences.one)


def lower(
    rules: core.Core,
    *,
    every_test: bool = False,
    passes: frozenset[Pass] = ALL_PASSES,
    noting: bool = False,
    changes: bool = False,
) -> ir.Program:
    """The program of a core. `every_test`: what ranges prove is tested, too; `passes`: what is done to be faster;
    `noting`: the program counts what happens; `changes`: and which sentences changed something. None of them may ever
    show in play."""
    return Lowering.of(rules, every_test=every_test, passes=passes, noting=noting, changes=changes).program()


@define
class Lowering:
    """A core lowered, with what is needed to lower more against the same layout. `size`: the length of the vector."""

    build: Builder
    blocks: Blocks
    size: int
    score: int | None
    winners: int | None
    invariants: tuple[ir.CheckCode, ...]
    initial: tuple[int, ...]
    numbered: tuple[ir.Block, ...] = ()
    start: int = END_BLOCK

    @classmethod
    def of(
        cls,
        rules: core.Core,
        *,
        every_test: bool = False,
        passes: frozenset[Pass] = ALL_PASSES,
        noting: bool = False,
        changes: bool = False,
    ) -> "Lowering":
        """Lowers a core."""
        layout = lay_out(rules)
        found = find_stops(rules)
        judged = behind_preparations(rules) if changes else frozenset[Span]()

        def build(scratch_at: int, addresses: tuple[int | None, ...] | None) -> Builder:
            end = layout.frames_at
            how = every_test, passes, noting, judged
            return Builder(RECURSION, rules, layout, scratch_at, addresses, *how, frames_end=end)

        first = _pass(build(VIRTUAL_SCRATCH, None), found)
        addresses, size = _addresses(first, layout)
        return _pass(build(size, addresses), found)

    def program(self) -> ir.Program:
        """The program as it is now."""
        build, rules = self.build, self.build.core
        build.finish_functions()
        return ir.Program(
            players=rules.players,
            size=self.size,
            scratch=build.scratch,
            pc=PC,
            ended=ENDED_CELL,
            slots=self._slots(),
            zones=build.layout.zones,
            tables=tuple(build.tables),
            functions=tuple(function for function in build.functions if function is not None),
            blocks=self.numbered,
            start=self.start,
            sites=tuple(build.sites),
            actions=tuple(action for action in build.actions if action is not None),
            limits=_limits(build),
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
        )

    def _slots(self) -> tuple[ir.Slot, ...]:
        last = len(self.numbered) - 1
        counter = ir.Slot("where", PC, 1, 0, last)
        frames = [
            ir.Slot(each.name, each.cell, each.length, domain.low, domain.high, domain.none)
            for each in self.build.frames
            for domain in [evolve(each.domain, high=last) if each.domain is A_BLOCK else each.domain]
            if each.cell < self.size
        ]
        return (counter, *self.build.layout.slots, *sorted(frames, key=lambda slot: slot.offset))


# ---- the two passes


def _pass(build: Builder, found: Stops) -> Lowering:
    """Lowers everything; without addresses all frame variables lie in the vector."""
    blocks = Blocks(build, found)
    end = blocks.draft(0)
    assert end == END_BLOCK
    game = blocks.unit(GAME)
    before, initial = variables.starts(game.scope)
    while blocks.waiting:
        unit = blocks.waiting.pop(0)
        stops.write(blocks, unit, before if unit is game else ())
    score, winners = procedures.score(build), procedures.winners(build)
    checks = procedures.invariants(build)
    build.finish_functions()
    size = build.frames_end if build.addresses is None else build.scratch_at
    made = Lowering(build, blocks, size, score, winners, checks, (*initial, *([0] * (size - len(initial)))))
    if build.addresses is not None:
        if build.tries:
            _tag(build)
        _number(made, _nodes(blocks, build.layout, size))
    return made


def _addresses(first: Lowering, layout: Layout) -> tuple[tuple[int | None, ...], int]:
    """For each frame variable its cell if it lives across a stop, units one after the other; the size of the vector."""
    variables = first.build.frames
    known = liveness.frames(variables, layout.frames_at, first.size)
    ends = liveness.live_at_ends(first.blocks, known)
    resident = {number for at, live in ends.items() if first.blocks.drafts[at].stops for number in live}
    returns = {unit.ret for unit in first.blocks.units.values()}
    resident |= {number for number, variable in enumerate(variables) if variable.cell in returns}
    addresses: list[int | None] = [None] * len(variables)
    at = layout.frames_at
    for number in sorted(resident, key=lambda number: (variables[number].unit, number)):
        addresses[number] = at
        at += variables[number].length
    return tuple(addresses), at


def _number(made: Lowering, nodes: dict[int, flow.Node]) -> None:
    """The final blocks, and what names them."""
    build, blocks = made.build, made.blocks
    roots: dict[int, tuple[int, ...]] = {unit.number: (unit.finish, unit.entry) for unit in blocks.units.values()}
    first, leaving = blocks.units[GAME].entry, flow.Leaving(build.functions)
    found = flow.Flow(nodes, first, END_BLOCK, blocks.exits(), roots, build.sites, build.chances, leaving)
    made.numbered, made.start = found.numbered(joining="blocks" in build.passes)


def _nodes(blocks: Blocks, layout: Layout, size: int) -> dict[int, flow.Node]:
    """The blocks by their drafts: what is dead at a stop is zeroed."""
    known = liveness.frames(blocks.build.frames, layout.frames_at, size)
    ends = liveness.live_at_ends(blocks, known)
    clear = liveness.zeroes(range(layout.limits_at, size))
    blocks.drafts[END_BLOCK].code = list(clear)
    blocks.drafts[END_BLOCK].end = ir.End()
    by_number = {unit.number: unit for unit in blocks.units.values()}
    _finishes(blocks, known)
    made = {}
    for at, draft in enumerate(blocks.drafts):
        own = liveness.own_cells(by_number[draft.unit], known) if draft.unit else {}
        dead = tuple(cell for number, cells in own.items() if number not in ends.get(at, ()) for cell in cells)
        made[at] = _node(draft, dead, tuple(cell for cells in own.values() for cell in cells))
    return made


def _node(draft: Draft, dead: tuple[int, ...], own: tuple[int, ...]) -> flow.Node:
    assert draft.end is not None
    waits = isinstance(draft.end, ir.Decide | ir.Chance)
    gone = () if waits else dead if draft.stops else own if draft.returns else ()
    code = (*draft.code, *liveness.zeroes(gone))
    return flow.Node(draft.unit, code, draft.end, tuple(sorted(dead)) if waits else (), draft.landing, span=draft.span)


def _finishes(blocks: Blocks, known: liveness.Frames) -> None:
    """`finish P`: frames, return slots and limits of everything inside are cleared."""
    for unit in blocks.units.values():
        procedures_, units = blocks.inner(unit)
        cells = [cell for inner in units for cells in liveness.own_cells(inner, known).values() for cell in cells]
        cells.extend(inner.ret for inner in units if inner.ret is not None)
        code = (*blocks.clear_limits(procedures_), *liveness.zeroes(cells))
        blocks.drafts[unit.finish].code = list(code)


def _limits(build: Builder) -> tuple[ir.LimitCode, ...]:
    return tuple(
        ir.LimitCode(cell, limit.members, limit.exactly, limit.text, limit.most, span=limit.span)
        for limit, cell in zip(build.core.limits, build.layout.limits, strict=True)
    )


def _tag(build: Builder) -> None:
    """Cells that tell hidden pieces apart while a move is tried."""
    zones = tuple(
        evolve(zone, tags_at=build.array(zone.capacity * zone.instances)) if zone.faces_at is not None else zone
        for zone in build.layout.zones
    )
    build.layout = evolve(build.layout, zones=zones)


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
