"""A state as a row of cells, and what they are: pieces with their zones and places, and remembered situations."""

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Final

from attrs import field, frozen

from rulewright.language.facts.ranges import shape
from rulewright.machine import events
from rulewright.machine.chance import GAMMA, HALF, WORD, mix
from rulewright.machine.program.nodes import MemoryLayout, Program, ZoneLayout

# ---- Where pieces lie: for every cell of the vector its zone, instance and place, and who sees the piece there
# Made once from the layout of a program. A *place* is the number of a position in an ordered zone (a pile from its
# bottom), of a place on a board, and the kind in an unordered zone.


@frozen
class Spot:
    """A cell that holds pieces."""

    zone: int
    instance: int
    base: int
    place: int


@frozen
class Places:
    """`spots[cell]` for the cells that hold pieces, `told[cell]` as the log writes them; `seen[zone][instance]` is the
    bit mask of seats that see a zone without faces (in a zone with faces: who sees what lies face up); `tops[zone]` are
    the same for what lies on top of piles of which more see that."""

    spots: dict[int, Spot]
    told: dict[int, events.Spot]
    seen: tuple[tuple[int, ...], ...]
    tops: dict[int, tuple[int, ...]]
    everyone: int


def places(program: Program) -> Places:
    """Tabulate the layout."""
    everyone = (1 << program.players) - 1
    spots = {}
    for zone, instance in instances(program.zones):
        base, first = zone.offset + instance * zone.stride, first_cell(zone, instance)
        spots.update({first + place: Spot(zone.zone, instance, base, place) for place in range(width(zone))})
    told = {
        cell: events.Spot(at.zone, at.instance, -1 if unordered(program.zones[at.zone]) else at.place)
        for cell, at in spots.items()
    }
    seen = tuple(
        tuple(_seen(zone, zone.audience, each, everyone) for each in range(zone.instances)) for zone in program.zones
    )
    tops = {
        zone.zone: tuple(_seen(zone, zone.top, each, everyone) for each in range(zone.instances))
        for zone in program.zones
        if zone.top is not None
    }
    return Places(spots, told, seen, tops, everyone)


def instances(zones: Iterable[ZoneLayout]) -> Iterator[tuple[ZoneLayout, int]]:
    """Each instance of these zones by its number; what is unlimited has no cell."""
    return ((zone, instance) for zone in zones if not zone.unlimited for instance in range(zone.instances))


def unordered(layout: ZoneLayout) -> bool:
    """Whether the zone is a count per kind."""
    return shape(layout.kind) == "counts"


def single(layout: ZoneLayout) -> bool:
    """Whether each place holds one piece or nothing, written as kind + 1."""
    return shape(layout.kind) == "places"


def width(layout: ZoneLayout) -> int:
    """How many cells of an instance hold pieces."""
    return layout.stride if unordered(layout) else layout.capacity


def first_cell(layout: ZoneLayout, instance: int) -> int:
    """The cell of place 0 of an instance."""
    ahead = 0 if unordered(layout) or single(layout) else 1
    return layout.offset + instance * layout.stride + ahead


def kinds_in(program: Program, layout: ZoneLayout) -> int:
    """How many kinds a zone can hold; an unlimited box has no cell."""
    if layout.unlimited or unordered(layout):
        return layout.stride
    ahead = not single(layout)
    at = layout.offset + ahead
    return ahead + next(slot.high for slot in program.slots if (slot.name, slot.offset) == (layout.name, at))


def owners(layout: ZoneLayout, instance: int) -> tuple[int, ...]:
    """The owner values of an instance, from its number in mixed radix."""
    values = []
    for extent in reversed(layout.extents):
        instance, value = divmod(instance, extent)
        values.append(value)
    return tuple(reversed(values))


def _seen(layout: ZoneLayout, audience: str, instance: int, everyone: int) -> int:
    if layout.faces_at is not None or audience == "everyone":
        return everyone
    if audience == "nobody" or layout.owner_seat is None:
        return 0
    owner = 1 << owners(layout, instance)[layout.owner_seat]
    return everyone & ~owner if audience == "others" else owner


# ---- Memories of situations: what number a situation has, and where such numbers stand in a state
# The number is the sum over all its cells of what stands there times the factor of the cell, modulo 2^64; the factor
# of the cell with number i in the state is `mix((i + 1) * GAMMA)` (`machine/chance`). So two situations that differ in
# one cell differ, and of others about one in 2^64 does not.


@cache
def factor(cell: int) -> int:
    """What the content of a cell is multiplied by."""
    return mix((cell + 1) * GAMMA & WORD)


def number(cells: Sequence[int], runs: Iterable[tuple[int, int]]) -> int:
    """The number of the situation that lies in these stretches."""
    here = (cell for first, length in runs for cell in range(first, first + length))
    return sum(cells[cell] * factor(cell) for cell in here) & WORD


def stretches(cells: Iterable[int]) -> list[tuple[int, int]]:
    """Cells as few stretches, each with its first cell and its length."""
    groups = groupby(enumerate(sorted(cells)), key=lambda each: each[1] - each[0])
    runs = ([cell for _, cell in run] for _, run in groups)
    return [(run[0], len(run)) for run in runs]


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


# ---- A state as data: one vector, and as bytes for memory and processes of one version
# Bytes are a fingerprint of the program (IR, options, players), then the slots little-endian, 1, 2 or 4 bytes each by
# their domain. What lives on disk is a record, not this.


FINGERPRINT: Final = 16
_CODES: Final = ((0, 2**8, "B"), (-(2**7), 2**7, "b"), (0, 2**16, "H"), (-(2**15), 2**15, "h"))


def code_for(values: Sequence[int]) -> str:
    """The narrowest code of `struct` by which all of these can be written."""
    low, high = min(values, default=0), max(values, default=0)
    return next((code for least, end, code in _CODES if least <= low and high < end), "i")


@frozen
class State:
    """A stopped state: equal situations are equal states."""

    vector: tuple[int, ...]
    program: Program = field(eq=False, repr=False)

    def to_bytes(self) -> bytes:
        """The fingerprint and the slots."""
        return self.program.digest[:FINGERPRINT] + struct.pack(_format(self.program), *self.vector)


def taken_up(program: Program, given: object) -> State:
    """A state of this program, which may be given as bytes; ValueError if it is of another, TypeError if it is none."""
    if isinstance(given, bytes):
        return from_bytes(program, given)
    if not isinstance(given, State):
        raise TypeError(f"a game goes on from a State or its bytes, not {given!r}: write resume(game.state)")
    if given.program is not program and given.program.digest != program.digest:
        raise ValueError("this is a state of other rules, options or players")
    return given


def from_bytes(program: Program, data: bytes) -> State:
    """The state of these bytes; ValueError if they are none of this program."""
    if data[:FINGERPRINT] != program.digest[:FINGERPRINT]:
        raise ValueError("these bytes are a state of other rules, options or players")
    if len(data) - FINGERPRINT != struct.calcsize(_format(program)):
        raise ValueError("these bytes are no whole state")
    return State(struct.unpack(_format(program), data[FINGERPRINT:]), program)


def _format(program: Program) -> str:
    """How the vector is packed; cells of no slot take four bytes."""
    formats = ["i"] * program.size
    for slot in program.slots:
        code = code_for((slot.low, slot.high, slot.high if slot.none is None else slot.none))
        formats[slot.offset : slot.offset + slot.length] = [code] * slot.length
    return "<" + "".join(formats)
