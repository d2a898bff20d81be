"""States in few bytes, each cell as many bits as its domain needs; and all positions that can be reached.

A *lane* is a packed state with the key of its game and how many chance events and decisions it has had, so that chance
goes on by itself. Lanes lie one behind the other from `MemoryMap.lanes` on. A position is packed, too, and kept once,
with the one it came from and by which choice.

Positions lie one behind the other in the order in which they were found; behind the room for them lies a table of
their numbers, found by hash. `explore` goes on from each position of a status in turn and adds what is new, so that a
host that asks first for chance and then for decisions goes breadth first. What ends a call can be gone on from: the
head says at which position and choice it stands.

Once all are found they can be gone through again with a place for *links*: for each choice the position, the choice,
and the position to which it leads. The vector alone says what a position is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Final

from attrs import frozen

from rulewright.machine.chance import GAMMA
from rulewright.machine.program.bounds import MOVES
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import memory_map as head
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64, Term, called, choice, const, memory
from rulewright.machine.wasm.memory_map import CHANCE_KEY, DECISIONS, EVENTS, GAMES, STATUS, WORD, MemoryMap
from rulewright.machine.wasm.writer import Writer, writes

HASH: Final = 0xBF58476D1CE4E5B9
BESIDE: Final = 16
"""Bytes of a lane beside the state: key of the game's chance (8), chance events (4), decisions (4)."""
BESIDE_STATE: Final = ((0, CHANCE_KEY, "long"), (8, EVENTS, "word"), (12, DECISIONS, "word"))


@frozen
class Run:
    """Neighboring cells that are packed alike: `low` becomes 0, in so many bits."""

    first: int
    length: int
    low: int
    bits: int


@frozen
class Packed:
    """How a state is packed; `bytes` is the length of a lane."""

    runs: tuple[Run, ...]
    bytes: int


def packed(program: Program) -> Packed:
    """How the states of a program are packed; cells of no slot take 32 bits."""
    widths = [(-(2**31), 32)] * program.size
    for slot in program.slots:
        none = slot.low if slot.none is None else slot.none
        low, high = min(slot.low, none), max(slot.high, none)
        widths[slot.offset : slot.offset + slot.length] = [(low, (high - low).bit_length())] * slot.length
    runs, first = list[Run](), 0
    for (low, bits), cells in groupby(widths):
        runs.append(Run(first, sum(1 for _ in cells), low, bits))
        first += runs[-1].length
    total = sum(run.length * run.bits for run in runs)
    return Packed(tuple(runs), BESIDE + 4 * -(-total // 32))


@writes(I32)
def pack(a: Assembly, w: Writer, address: Term) -> None:
    """(address): the working state becomes the lane there."""
    for at, beside, width in BESIDE_STATE:
        w.set(address.at(at, width), memory(beside, width))
    w.call(a.number("pack_cells"), address + BESIDE)


@writes(I32)
def pack_cells(a: Assembly, w: Writer, address: Term) -> None:
    """(address): the vector becomes bits there."""
    bits, filled, cell = w.local(I64), w.local(), w.local()
    for run in packed(a.program).runs:
        with _each(w, cell, run):
            w.set(bits, bits | (cell.to_bytes().at(a.map.state) - run.low).long() << filled.long())
            w.raise_by(filled, run.bits)
            with w.when(filled >= 32):
                w.set(address.at(), bits.short())
                w.raise_by(address, WORD)
                w.set(bits, bits >> 32)
                w.raise_by(filled, -32)
    with w.when(filled):
        w.set(address.at(), bits.short())


@contextmanager
def _each(w: Writer, cell: Term, run: Run) -> Iterator[None]:
    """What is written inside runs for each cell of a run."""
    w.set(cell, run.first)
    with w.loop() as again:
        yield
        if run.length > 1:
            w.raise_by(cell, 1)
            w.branch_if(again, cell < run.first + run.length)


@writes(I32, gives=I32)
def unpack(a: Assembly, w: Writer, address: Term) -> None:
    """(address) -> status: the lane there becomes the working state."""
    for at, beside, width in BESIDE_STATE:
        w.set(memory(beside, width), address.at(at, width))
    w.call(a.number("unpack_cells"), address + BESIDE)


@writes(I32, gives=I32)
def unpack_cells(a: Assembly, w: Writer, address: Term) -> None:
    """(address) -> status: the bits there become the vector of the working state."""
    bits, filled, cell = w.local(I64), w.local(), w.local()
    for run in packed(a.program).runs:
        with _each(w, cell, run):
            with w.when(filled < run.bits):
                w.set(bits, bits | address.at().long() << filled.long())
                w.raise_by(filled, 32)
                w.raise_by(address, WORD)
            w.set(cell.to_bytes().at(a.map.state), (bits & (1 << run.bits) - 1).short() + run.low)
            w.set(bits, bits >> run.bits)
            w.raise_by(filled, -run.bits)
    w.call(a.number("load"))


@writes(I32, I32, gives=I64)
def hashed(_: Assembly, w: Writer, at: Term, end: Term) -> None:
    """(address, end) -> 64 bits that depend on every word there."""
    found = w.kept(GAMMA, I64)
    with w.some_steps(at, end, WORD):
        w.set(found, (found ^ at.at().long()) * HASH)
        w.set(found, found ^ found >> 29)
    w.push(found)


@writes(gives=I64)
def hash_state(a: Assembly, w: Writer) -> None:
    """() -> 64 bits that depend on every cell of the vector."""
    w.call(a.number("hashed"), a.map.state, a.map.cell(a.program.size))


@writes(I32)
def copies(a: Assembly, w: Writer, left: Term) -> None:
    """(how many): copy the first lane over the second so often."""
    length = packed(a.program).bytes
    with w.until(left.is_0()):
        w.copy(a.map.lanes + length, a.map.lanes, length)
        w.raise_by(left, -1)


@writes(I32, gives=I64)
def hashes(a: Assembly, w: Writer, left: Term) -> None:
    """(how many) -> something that depends on all: hash the working state so often."""
    found = w.local(I64)
    with w.until(left.is_0()):
        w.set(found, found ^ called(a.number("hash_state"), kind=I64))
        w.raise_by(left, -1)
    w.push(found)


@writes(I32, I32, I32, gives=I32)
def advance(a: Assembly, w: Writer, lane: Term, count: Term, numbers: Term) -> None:
    """(address of the first lane, how many, address of numbers): in each lane that is not over who is asked first makes
    the move of this number (modulo), chance is answered, and the lane is packed again; the head counts the lanes that
    are done. -> how many lanes decide."""
    at, deciding = w.local(), w.local()
    with w.until(at >= count):
        w.set(memory(GAMES), at)
        with w.when(called(a.number("unpack"), lane).is_0()):
            Scope(a, w).look_at_clock()  # here the head says of what it is told
            w.call(a.number("moves"))
            w.op("drop")
            w.call(a.number("play"), numbers.word(at))
            w.op("drop")
            w.call(a.number("pack"), lane)
            w.set(deciding, deciding + memory(STATUS).is_0())
        w.raise_by(lane, packed(a.program).bytes)
        w.raise_by(at, 1)
    w.push(deciding)


# ---- All positions that can be reached


DONE, FULL, BROKEN, TOO_MANY_WAYS = range(4)
"""Why a call ends: all are gone on from; there is no room for another position; an invariant does not hold in the last
one; there are more ways to it than 64 bits can say."""
SEAT_BIT, STATUS_BITS = 20, 2
"""A choice is the number of a move or outcome, and from this bit on the seat; a tag begins with the status."""
NO_CHOICE: Final = -1
"""What stands for the choice while chance is asked what it can give."""
AT, CHOICE, FOUND, LINK = map(memory, (head.AT, head.CHOICE, head.FOUND, head.LINK))
LINK_BYTES: Final = 3 * WORD


@frozen
class Places:
    """Where things lie behind the rest: the working state of the position that is gone on from, its moves, and from
    `nodes` on the positions, of `size` bytes each: the vector in bits, from `tag` on a word with status and layer, from
    `how` on the position before and the choice, or the number of ways."""

    home: int
    menu: int
    nodes: int
    tag: int
    how: int
    size: int


def places(layout: MemoryMap, lane: int) -> Places:
    """Of a program whose lanes have so many bytes."""
    home = layout.lanes
    menu = home + -(-layout.game_bytes // 64) * 64
    tag = lane - BESIDE
    return Places(home, menu, menu + MOVES * layout.stride * WORD, tag, tag + WORD, tag + 3 * WORD)


def _of(a: Assembly) -> Places:
    return places(a.map, packed(a.program).bytes)


def node(a: Assembly, number: Term) -> Term:
    """The address of a position."""
    return number * _of(a).size + _of(a).nodes


@writes(I32, I32, gives=I32)
def explore(a: Assembly, w: Writer, end: Term, status: Term) -> None:
    """(end, status) -> why it ends: go on from the positions of this status, from the one in the head to that end."""
    here, why = w.local(), w.local()
    with w.until(end <= AT):
        w.set(here, node(a, AT))
        with w.when((here.at(_of(a).tag) & (1 << STATUS_BITS) - 1).equals(status)):
            w.set(why, called(a.number("unpack_cells"), here))
            Scope(a, w).look_at_clock()  # here the head says of what it is told
            w.copy(_of(a).home, a.map.work, a.map.game_bytes)
            with w.when(status.equals(head.DECIDING), result=I32):
                w.call(a.number("all_choices"), memory(head.NUMBER))
                w.otherwise()
                w.call(a.number("all_outcomes"), memory(head.NUMBER))
            w.pop(why)
            with w.when(why):
                w.set(CHOICE, CHOICE + why.differs(FULL))
                w.answer(why)
        w.raise_by(AT, 1)
        w.set(CHOICE, 0)
    w.push(DONE)


@writes(I32, gives=I32)
def all_choices(a: Assembly, w: Writer, site: Term) -> None:
    """(site) -> why it ends: every move of every seat that may choose first, from the choice in the head on."""
    asked, seat, first, end, why, menu = (w.local() for _ in range(6))
    stride = WORD * a.map.stride
    w.call(a.number("moves"))
    w.op("drop")
    w.set(asked, memory(head.SEATS))
    with w.when(memory(head.ANY_SEAT).is_0()):
        w.set(asked, const(1) << asked.lowest_bit())
    with w.until(asked.is_0()):
        w.set(seat, asked.lowest_bit())
        w.set(asked, asked & asked - 1)
        _come_home(a, w, site)
        w.set(first, seat << SEAT_BIT)
        w.set(end, first + called(a.number("moves_of"), seat))
        w.copy(_of(a).menu, a.map.moves, (end - first) * stride)
        with w.when(first > CHOICE):
            w.set(CHOICE, first)
        with w.steps(CHOICE, end):
            w.answer_if(choice(memory(head.LINK_END) <= LINK, memory(head.ROOM) <= FOUND, LINK), FULL)
            _come_home(a, w, site)
            w.set(menu, (CHOICE - first) * stride + _of(a).menu)
            for word in range(0, stride, WORD):
                w.set(memory(a.map.moves + word), menu.at(word))
            status = called(a.number("choose_and_run"), seat, 0)
            w.answer_if(why.keep(called(a.number("arrive"), status)), why)
    w.push(DONE)


@writes(I32, gives=I32)
def all_outcomes(a: Assembly, w: Writer, event: Term) -> None:
    """(chance event) -> why it ends: every outcome, or some of too many, from the number in the head on."""
    first, count, some, block, why = (w.local() for _ in range(5))
    w.set(first, CHOICE)
    w.set(CHOICE, NO_CHOICE)
    w.set(count, called(a.number("outcomes")))
    w.set(CHOICE, first)
    w.set(some, count > memory(head.OUTCOMES))
    with w.when(some):
        w.set(count, memory(head.OUTCOMES))
        w.set(memory(head.SAMPLED), 1)
    with w.steps(CHOICE, count):
        w.answer_if(choice(memory(head.LINK_END) <= LINK, memory(head.ROOM) <= FOUND, LINK), FULL)
        _come_home(a, w, event)
        with w.when(some, result=I32):
            w.set(memory(head.EVENTS), CHOICE)
            w.call(a.number("answer"), event)
            w.otherwise()
            w.call(a.number("outcome"), CHOICE)
        w.pop(block)
        w.answer_if(why.keep(called(a.number("arrive"), called(a.number("run"), block))), why)
    w.push(DONE)


def _come_home(a: Assembly, w: Writer, number: Term) -> None:
    """Stand again where the position is that is gone on from."""
    w.move(a.map.work, _of(a).home, a.map.game_bytes)
    w.set(memory(head.NUMBER), number)


@writes(I32, gives=I32)
def arrive(a: Assembly, w: Writer, status: Term) -> None:
    """(status) -> why it ends, if it does: keep the working state if it is new; a host so enters the first ones."""
    here, slot, other, number = w.local(), w.local(), w.local(), w.local()
    at = _of(a)
    w.set(here, node(a, FOUND))
    w.call(a.number("pack_cells"), here)
    w.set(here.at(at.tag), memory(head.LAYER) << STATUS_BITS | status)
    w.set(slot, called(a.number("slot_of"), here))
    with w.until(other.keep(slot.at()).is_0()):
        w.set(number, other - 1)
        w.set(other, node(a, number))
        with w.when(called(a.number("same_position"), here, other)):
            _count_ways(a, w, other)
            with w.when(LINK):
                for place, what in enumerate((AT, CHOICE, number)):
                    w.set(LINK.at(place * WORD), what)
                w.set(LINK, LINK + LINK_BYTES)
            w.answer(DONE)
        w.set(slot, _next_slot(slot))
    with w.when(memory(head.COUNTING)):
        w.set(here.at(at.how, "long"), 0)
        _count_ways(a, w, here)
        w.otherwise()
        w.set(here.at(at.how), AT)
        w.set(here.at(at.how + WORD), CHOICE)
    w.raise_by(FOUND, 1)
    w.set(slot.at(), FOUND)
    with w.when(status.differs(head.WAITING) & memory(head.COUNTING).is_0()):
        w.answer((const(0) - (called(a.number("invariants")) >= 0)) & BROKEN)
    w.push(DONE)


def _count_ways(a: Assembly, w: Writer, there: Term) -> None:
    """Where ways are counted: to a position there are as many more as to the one before it."""
    ways, more = w.local(I64), w.local(I64)
    with w.when(memory(head.COUNTING)):
        w.set(more, node(a, AT).at(_of(a).how, "long"))
        w.set(ways, there.at(_of(a).how, "long") + more)
        w.answer_if(ways.op("<u", more), TOO_MANY_WAYS)
        w.set(there.at(_of(a).how, "long"), ways)


@writes()
def table_anew(_: Assembly, w: Writer) -> None:
    """(): the table, whose place and size the head says, is empty."""
    w.fill_0(memory(head.TABLE), (memory(head.MASK) + 1).to_bytes())


@writes(I32, I32)
def table_more(a: Assembly, w: Writer, number: Term, end: Term) -> None:
    """(first, end): the table has these positions, too, which it has not."""
    slot = w.local()
    with w.steps(number, end):
        w.set(slot, called(a.number("slot_of"), node(a, number)))
        with w.until(slot.at().is_0()):
            w.set(slot, _next_slot(slot))
        w.set(slot.at(), number + 1)


@writes(I32, gives=I32)
def slot_of(a: Assembly, w: Writer, here: Term) -> None:
    """(address of a position) -> the address in the table where looking for it begins."""
    number = called(a.number("hashed"), here, here + _of(a).how, kind=I64).short() & memory(head.MASK)
    w.push(number.to_bytes() + memory(head.TABLE))


def _next_slot(slot: Term) -> Term:
    return ((slot - memory(head.TABLE) >> 2) + 1 & memory(head.MASK)).to_bytes() + memory(head.TABLE)


@writes(I32, I32, gives=I32)
def same_position(a: Assembly, w: Writer, here: Term, other: Term) -> None:
    """(address, address) -> whether two positions are the same, in the same layer."""
    end = w.kept(here + _of(a).how)
    with w.loop() as again:
        w.answer_if(here.at().differs(other.at()), 0)
        w.raise_by(other, WORD)
        w.raise_by(here, WORD)
        w.branch_if(again, here < end)
    w.push(1)
