"""States in few bytes: each cell as many bits as its domain needs, one behind the other; many states at once.

A *lane* is a packed state with the key of its game and how many chance events and decisions it has had, so that chance
goes on by itself. In memory lanes lie one behind the other from `MemoryMap.lanes` on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Final

from attrs import frozen

from rulewright.machine.chance import GAMMA
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64, Term, called, memory
from rulewright.machine.wasm.memory_map import CHANCE_KEY, DECISIONS, EVENTS, GAMES, STATUS, WORD
from rulewright.machine.wasm.writer import Writer, writes

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


@writes(gives=I64)
def hash_state(a: Assembly, w: Writer) -> None:
    """() -> 64 bits that depend on every cell of the vector."""
    found, cell = w.local(I64), w.local()
    w.set(found, GAMMA)
    with w.some_steps(cell, WORD * a.program.size, WORD):
        w.set(found, (found ^ cell.at(a.map.state).long()) * 0xBF58476D1CE4E5B9)
        w.set(found, found ^ found >> 29)
    w.push(found)


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
