"""Where everything lies in the one memory of a module, and the constants that lie there from the start."""

import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from rulewright.language.span import Span
from rulewright.machine.playouts import items
from rulewright.machine.program.bounds import MOVES
from rulewright.machine.program.cell_map import code_for, factor, places, stretches, summed, unordered
from rulewright.machine.program.nodes import FaultText, MemoryLayout, Program

# ---- Where everything lies in the one memory of a module; addresses in bytes, everything little-endian
# From 0 on the *head*, words that host and module exchange; the constants; what `MemoryMap` says, in this order; and
# from `lanes` to the end packed states.


WORD: Final = 4
STATUS, NUMBER, SEATS, COUNT, FAULT, FAULT_A, FAULT_B, OUTCOME = range(0, 32, WORD)
CHANCE_KEY, PLAYER_KEY, SEED = 32, 40, 48
EVENTS, DECISIONS, WINNERS, GAMES = 56, 60, 64, 68
SCORES: Final = 72
CLOCK: Final = 124
"""The host makes this word 1 when a call takes too long; the module looks at every counted turn, decision and
candidate."""
TRYING: Final = 128
"""The address of the innermost trial that runs, 0 outside of trials. There lie two words: 1 + the place of the `must`
line (0: no such trial runs), and the address of the trial around it."""
ASKED, MOVE, PASSED, BY_KIND = 132, 136, 140, 144
"""For a step in one call: which seat is asked, the number of its move; at how many decisions since the host wrote 0
somebody had none, so that play went on; whether the moves have only pieces that are called by their kinds."""
AT, CHOICE, FOUND, ROOM, TABLE, MASK, LAYER, COUNTING, OUTCOMES, SAMPLED, ANY_SEAT = range(148, 192, WORD)
"""For exploring: the position that is gone on from, and by which choice; how many positions are found, for how many
there is room; where their table lies, and one less than its size; in which layer new ones are; whether ways are
counted; how many outcomes of an event are all looked at, whether some were not; whether of several seats each may
choose first, or only the first one."""
LINK, LINK_END = 192, 196
"""Where the next link is written (0: none are), and where there is no room for another one."""
BEGUN: Final = 200
"""1 + the number of the chance event at which the image has stopped, 0: it has not begun."""
HEAD: Final = 256
DECIDING, WAITING, OVER, FAULTED = range(4)
PROGRAM_FAULT, ZONE_FULL, ENDLESS, TOO_MANY_MOVES, TOO_MANY_CANDIDATES, STUCK, TOO_LATE = range(7)
ENDLESS_CHANCE, TOO_MANY_TURNS = 7, 8
CANDIDATE_BYTES: Final = 48 * 1024 * 1024
KEPT_BYTES: Final = 64 * 1024
MOST_BYTES: Final = 1 << 31
ROWS: Final = 4_096


class TooLarge(Exception):  # noqa: N818 - the rules may be right
    """A program is larger than a module can be: only the reference can play it."""


@frozen
class Crowd:
    """What is known of an unordered zone beside its counts, per instance: how many pieces, then a bit for each kind of
    which some lie there, 64 to a long; `address` of the first instance, `stride` to the next, `longs` of bits behind
    the first long. Of a board as many longs of bits as all its contents need, and last, where `sums` is 1, its part of
    the number of a situation."""

    zone: int
    address: int
    stride: int
    longs: int
    sums: int = 0


@frozen
class MemoryMap:
    """The addresses. The working state is `work_bytes` from `work` on: what is known of unordered zones, from `state`
    on the cells, first those of the vector; the first `game_bytes` are all that a stopped game needs. `image` is how
    they are at first, or at the first stop; `trials` two words for each trial that may run, `saved` its copy. A listed
    move is `stride` words: offer, variant, those of its picks."""

    work: int
    state: int
    work_bytes: int
    game_bytes: int
    known: tuple[Crowd | None, ...]
    stride: int
    row: int
    image: int
    trials: int
    saved: int
    moves: int
    counts: int
    decided: int
    own: int
    notes: int
    rows: int
    candidates: int
    lanes: int

    @property
    def kept(self) -> int:
        """Where answers are kept, with what they depend on."""
        return self.lanes - KEPT_BYTES

    def cell(self, number: int) -> int:
        """The address of a cell."""
        return self.state + WORD * number

    def trial(self, slot: int) -> int:
        """Where is said what trial runs."""
        return self.trials + 2 * WORD * slot

    def copy(self, slot: int) -> int:
        """The copy of the working state while a move is tried."""
        return self.saved + self.work_bytes * slot


@frozen
class Compiled:
    """A module, and the few facts that a host needs: `size` cells of the vector, a packed state of `lane` bytes, how
    many sites and items counts speak of, the faults of the program and the places of the rules that faults name by
    number."""

    wasm: bytes
    map: MemoryMap
    players: int
    size: int
    lane: int
    sites: int
    items: int
    faults: tuple[FaultText, ...]
    spans: tuple[Span, ...]


def memory_map(program: Program, constant_bytes: int, contents: Mapping[int, int], trials: int) -> MemoryMap:
    """Lay the memory out for so many bytes of constants and so many trials at once; `contents`: how many
    longs of bits the boards have, for all their contents, of which the places are kept as bits."""
    work = _up(HEAD + constant_bytes, 64)
    address = _up(work, 8)
    known, kept = list[Crowd | None](), summed(program)
    for number, layout in enumerate(program.zones):
        counts = unordered(layout) and not layout.unlimited
        longs, sums = -(-layout.stride // 64) if counts else contents.get(number, 0), int(number in kept)
        stride = 8 * (counts + longs + sums)
        known.append(Crowd(number, address, stride, longs, sums) if stride else None)
        address += layout.instances * stride
    state = address
    work_bytes = _up(state + WORD * (program.size + program.scratch) - work, 64)
    stride = 2 + max((len(variant.cells) for action in program.actions for variant in action.variants), default=0)
    all_items, sites, row = len(items(program).all), len(program.sites), WORD * (3 + program.players)
    parts = (
        *(("image", work_bytes, 64), ("trials", 2 * WORD * trials, 64), ("saved", work_bytes * trials, 64)),
        *(("moves", MOVES * stride * WORD, 64), ("counts", 24 * (sites + all_items), 64), ("decided", 24 * sites, 8)),
        *(("own", WORD * program.players * all_items, WORD), ("notes", WORD * len(program.notes), WORD)),
        *(("rows", ROWS * row, 64), ("candidates", CANDIDATE_BYTES + KEPT_BYTES, 64), ("lanes", 0, 64)),
    )
    at, end = dict[str, int](), work + work_bytes
    for name, size, aligned in parts:
        at[name] = _up(end, aligned)
        end = at[name] + size
    if at["lanes"] > MOST_BYTES:
        raise TooLarge(f"These rules need {at['lanes'] >> 20:,} MiB to list their moves.")
    game_bytes = state + WORD * program.size - work
    return MemoryMap(work, state, work_bytes, game_bytes, tuple(known), stride, row, **at)


def _up(address: int, to: int) -> int:
    return -(-address // to) * to


# ---- The constants of a program as bytes: its tables, where pieces lie, who sees them, the beginning
# In: a program. Out: `Constants`: the bytes that lie behind the head of the memory, and where each table begins.


WIDTHS: Final = {"B": "byte", "b": "signed-byte", "H": "half", "h": "signed-half", "i": "word"}
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
    data, tables, addresses = bytearray(), list[Table](), dict[tuple[int, ...], int]()
    for values in program.tables:
        code = code_for(values)
        data += bytes(-len(data) % struct.calcsize(code))
        tables.append(Table(HEAD + len(data), WIDTHS[code], struct.calcsize(code)))
        data += struct.pack(f"<{len(values)}{code}", *values)
    data += bytes(-len(data) % 8)
    spots, found = HEAD + len(data), places(program).spots
    last = max(found, default=-1) + 1
    for spot in map(found.get, range(last)):
        parts = (0, 0, 0, NOWHERE_ZONE) if spot is None else (spot.base, spot.place, spot.instance, spot.zone)
        data += struct.pack("<HHHH", *parts)
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
    return stretches(cell for first, length in memory.runs for cell in range(first, first + length) if cell not in kept)
