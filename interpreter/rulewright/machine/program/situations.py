"""Memories of situations: what number a situation has, and where such numbers stand in a state.

The number is the sum over all its cells of what stands there times the factor of the cell, modulo 2^64; the factor of
the cell with number i in the state is `mix((i + 1) * GAMMA)` (`machine/chance`). So two situations that differ in one
cell differ, and of others about one in 2^64 does not.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from rulewright.machine.chance import GAMMA, WORD, mix
from rulewright.machine.program.cells import single
from rulewright.machine.program.nodes import MemoryLayout, Program

HALF: Final = 0xFFFFFFFF


@cache
def factor(cell: int) -> int:
    """What the content of a cell is multiplied by."""
    return mix((cell + 1) * GAMMA & WORD)


def number(cells: Sequence[int], runs: Iterable[tuple[int, int]]) -> int:
    """The number of the situation that lies in these stretches."""
    here = (cell for first, length in runs for cell in range(first, first + length))
    return sum(cells[cell] * factor(cell) for cell in here) & WORD


def summed(program: Program) -> frozenset[int]:
    """The zones of single places of which every cell counts in a situation: what they add to its number can be kept
    as pieces come and go."""
    runs = [run for memory in program.memories for run in memory.runs]
    found = set[int]()
    for number, zone in enumerate(program.zones):
        end = zone.offset + zone.stride * zone.instances
        inside = any(first <= zone.offset and end <= first + length for first, length in runs)
        if inside and single(zone) and zone.stride == zone.capacity:
            found.add(number)
    return frozenset(found)


def entries(cells: Sequence[int]) -> tuple[int, ...]:
    """The numbers that stand in the cells of a memory."""
    words = cells[1 : 1 + 2 * cells[0]]
    return tuple(low & HALF | (high & HALF) << 32 for low, high in zip(words[::2], words[1::2], strict=True))


def count(cells: Sequence[int], at: MemoryLayout, wanted: int) -> int:
    """How often a number stands in a memory."""
    return _place(cells, at, wanted, bisect_right) - _place(cells, at, wanted, bisect_left)


def insert(cells: list[int], at: MemoryLayout, new: int) -> None:
    """One more number among those of a memory that is not full, which are ascending."""
    first, size = at.offset + 1, cells[at.offset]
    place, end = first + 2 * _place(cells, at, new, bisect_right), first + 2 * size
    cells[place + 2 : end + 2] = cells[place:end]
    cells[place : place + 2] = (word - (1 << 32) if word >> 31 else word for word in (new & HALF, new >> 32))
    cells[at.offset] = size + 1


def _place(cells: Sequence[int], at: MemoryLayout, wanted: int, bisect: Callable[..., int]) -> int:
    """Where a number belongs among those of a memory."""
    first = at.offset + 1

    def entry(place: int) -> int:
        low, high = cells[first + 2 * place : first + 2 * place + 2]
        return low & HALF | (high & HALF) << 32

    return bisect(range(cells[at.offset]), wanted, key=entry)
