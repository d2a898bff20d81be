"""The constants of a program as bytes: its tables, where pieces lie, who sees them, the beginning.

In: a program. Out: `Constants`: the bytes that lie behind the head of the memory, and where each table begins.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from rulewright.machine.program.cells import places
from rulewright.machine.program.nodes import MemoryLayout, Program
from rulewright.machine.program.situations import factor, summed
from rulewright.machine.wasm.memory_map import HEAD

WIDTHS: Final = (
    (0, 0xFF, "B", "byte"),
    (-0x80, 0x7F, "b", "signed-byte"),
    (0, 0xFFFF, "H", "half"),
    (-0x8000, 0x7FFF, "h", "signed-half"),
)
SPOT: Final = struct.Struct("<HHHH")
NOWHERE_ZONE: Final = 0xFFFF
UNROLLED: Final = 256
"""So many cells of a situation are added up one by one; of more there is a table of factors."""


@frozen
class Table:
    """Where a table begins, and how its entries are loaded."""

    address: int
    width: str
    bytes_each: int


@frozen
class Constants:
    """The bytes and what lies where. A spot is eight bytes for each cell of the vector: first cell of its instance,
    place, instance and zone (NOWHERE_ZONE: no piece lies there), two bytes each."""

    data: bytes
    tables: tuple[Table, ...]
    spots: int
    spot_count: int
    masks: dict[tuple[int, ...], int]


def constants(program: Program, masks: Iterable[tuple[int, ...]] = ()) -> Constants:
    """Gather the constants; `masks` are tables of longs."""
    data = bytearray()
    tables = [_append(data, table) for table in program.tables]
    _align(data, 8)
    spots, found = HEAD + len(data), places(program)
    last = max(found.spots, default=-1) + 1
    for cell in range(last):
        spot = found.spots.get(cell)
        data += (
            SPOT.pack(0, 0, 0, NOWHERE_ZONE)
            if spot is None
            else SPOT.pack(spot.base, spot.place, spot.instance, spot.zone)
        )
    addresses = {}
    for table in masks:
        addresses[table] = HEAD + len(data)
        data += struct.pack(f"<{len(table)}Q", *table)
    return Constants(bytes(data), tuple(tables), spots, last, addresses)


def factors(program: Program) -> Iterator[tuple[int, ...]]:
    """The factors of what is added up by a loop, and of each zone whose part of the sum is kept."""
    for memory in program.memories:
        yield from (factors_of(*run) for run in unkept(program, memory) if run[1] > UNROLLED)
    for number in summed(program):
        zone = program.zones[number]
        yield factors_of(zone.offset, zone.stride * zone.instances)


def factors_of(first: int, length: int) -> tuple[int, ...]:
    """The factors of so many cells."""
    return tuple(factor(cell) for cell in range(first, first + length))


def unkept(program: Program, memory: MemoryLayout) -> list[tuple[int, int]]:
    """The stretches of a situation that are not the cells of zones whose sums are kept."""
    zones = [program.zones[number] for number in summed(program)]
    kept = {cell for zone in zones for cell in range(zone.offset, zone.offset + zone.stride * zone.instances)}
    left = [cell for first, length in memory.runs for cell in range(first, first + length) if cell not in kept]
    found: list[tuple[int, int]] = []
    for cell in left:
        if found and sum(found[-1]) == cell:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((cell, 1))
    return found


def _append(data: bytearray, values: Sequence[int]) -> Table:
    low, high = min(values, default=0), max(values, default=0)
    code, name = next(
        ((code, name) for least, most, code, name in WIDTHS if least <= low and high <= most), ("i", "word")
    )
    size = struct.calcsize(code)
    _align(data, size)
    address = HEAD + len(data)
    data += struct.pack(f"<{len(values)}{code}", *values)
    return Table(address, name, size)


def _align(data: bytearray, to: int) -> None:
    data += bytes(-len(data) % to)
