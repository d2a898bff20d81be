"""The constants of a program as bytes: its tables, where pieces lie, who sees them, the beginning.

In: a program. Out: `Constants`: the bytes that lie behind the head of the memory, and where each table begins.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rulewright.machine.program.cells import places
from rulewright.machine.program.nodes import MemoryLayout, Program
from rulewright.machine.program.situations import factor
from rulewright.machine.wasm.memory_map import HEAD

WIDTHS = (
    (0, 0xFF, "B", "byte"),
    (-0x80, 0x7F, "b", "signed-byte"),
    (0, 0xFFFF, "H", "half"),
    (-0x8000, 0x7FFF, "h", "signed-half"),
)
SPOT = struct.Struct("<HHHH")
NOWHERE_ZONE = 0xFFFF
UNROLLED = 256
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


def factors(memory: MemoryLayout) -> Iterator[tuple[int, ...]]:
    """The factors of each long stretch of a situation."""
    for first, length in memory.runs:
        if length > UNROLLED:
            yield tuple(factor(cell) for cell in range(first, first + length))


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
