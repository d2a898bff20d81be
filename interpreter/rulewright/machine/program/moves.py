"""The cells of picks: which there are, reading and writing them, the multisets of a pick of several."""

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.language.walking import walk
from rulewright.machine.program.nodes import (
    ActionCode,
    Code,
    For,
    ForKinds,
    LetStage,
    LimitCode,
    PickSeveralStage,
    PickStage,
    Set,
)

Candidate = tuple[int, ...]


class PickCells(NamedTuple):
    """One cell of a pick (`base` -1), or those of a multiset: `length`, then `capacity` times `breadth` from base."""

    cell: int
    base: int = -1
    breadth: int = 0
    capacity: int = 0


def several_cells(stage: PickSeveralStage) -> PickCells:
    """The cells of a pick of several: two for each piece, one for each value."""
    return PickCells(stage.length, stage.base, 2 if stage.argument.kind == "piece" else 1, stage.capacity)


def pick_cells(action: ActionCode, variant: int) -> list[PickCells]:
    """The pick cells in the order of the stages, the action's own, then the variant's."""
    cells: list[PickCells] = []
    for stage in action.way(variant):
        if isinstance(stage, PickStage):
            cells += [PickCells(cell) for cell in stage.cells]
        elif isinstance(stage, PickSeveralStage):
            cells.append(several_cells(stage))
    return cells


def gather(memory: list[int], cells: list[PickCells]) -> tuple[int, ...]:
    """What stands in the pick cells; of a multiset how many, then as many as it has."""
    picks: list[int] = []
    for cell, base, breadth, _ in cells:
        picks.append(memory[cell])
        if base >= 0:
            picks += memory[base : base + breadth * memory[cell]]
    return tuple(picks)


def scatter_all(memory: list[int], cells: list[PickCells], picks: tuple[int, ...]) -> None:
    """Write picks into their cells; unused cells of a multiset become 0."""
    at = 0
    for cell in cells:
        value = picks[at]
        at += 1
        if cell.base < 0:
            memory[cell.cell] = value
        else:
            end = at + value * cell.breadth
            scatter(memory, cell, picks[at:end])
            at = end


def scatter(memory: list[int], cells: PickCells, flat: tuple[int, ...]) -> None:
    """Write a multiset."""
    memory[cells.cell] = len(flat) // cells.breadth
    room = cells.capacity * cells.breadth
    memory[cells.base : cells.base + room] = [*flat, *([0] * (room - len(flat)))]


def spread(cells: list[PickCells], picks: tuple[int, ...]) -> list[int]:
    """Picks with a fixed number of cells, as a hidden slot keeps them."""
    flat: list[int] = []
    at = 0
    for cell in cells:
        flat.append(picks[at])
        at += 1
        if cell.base >= 0:
            end = at + flat[-1] * cell.breadth
            flat += [*picks[at:end], *([0] * (cell.capacity * cell.breadth - end + at))]
            at = end
    return flat


def mask_cell(limit: LimitCode, variant: int) -> int:
    """The mask cell of a member; a limit that does not tell members apart has one."""
    return limit.cell + (variant if limit.members > 1 else 0)


def header_cells(action: ActionCode) -> tuple[int, ...]:
    """The cells that going through an action's header writes, frames of functions aside."""
    cells = {action.you, *action.params}
    stages = action.all_stages
    for stage in stages:
        if isinstance(stage, PickStage):
            cells |= set(stage.cells)
        elif isinstance(stage, PickSeveralStage):
            room = several_cells(stage)
            cells |= {room.cell, *range(room.base, room.base + room.breadth * room.capacity)}
        elif isinstance(stage, LetStage):
            cells |= set(_written(stage.code))
    return tuple(sorted(cells))


def _written(code: Code) -> Iterator[int]:
    """The cells that code sets by number."""
    for node in walk(code):
        match node:
            case Set(cell) | For(cell):
                yield cell
            case ForKinds(kind=kind, loc=loc):
                yield from (kind, loc)
            case _:
                pass


# ---- multisets


def selections(stage: PickSeveralStage, found: list[Candidate], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """All multisets of low..high candidates, as many as the pick has room for, by size, then in candidate order, as
    flat values."""
    high = min(high, stage.capacity)
    if low < 0 or high < 0:
        return
    breadth = several_cells(stage).breadth
    most = [_copies(candidate, breadth, high, repeats=stage.repeats) for candidate in found]
    for size in range(low, min(high, sum(most)) + 1):
        for indices in _multisets(most, size, 0):
            yield tuple(value for index in indices for value in found[index][:breadth])


def _copies(candidate: Candidate, breadth: int, high: int, *, repeats: bool) -> int:
    if repeats:
        return high
    return candidate[breadth] if len(candidate) > breadth else 1


def _multisets(most: list[int], size: int, start: int) -> Iterator[tuple[int, ...]]:
    if not size:
        yield ()
        return
    for index in range(start, len(most)):
        if most[index]:
            if sum(most[index:]) < size:
                return
            most[index] -= 1
            for rest in _multisets(most, size - 1, index):
                yield (index, *rest)
            most[index] += 1
