"""States in few bytes: each cell as many bits as its domain needs, one behind the other; copies, hashes, many states at
once.

A *lane* is a packed state with the number of its game and how many chance events and decisions it has had, so that
chance goes on by itself. In memory lanes lie one behind the other from `MemoryMap.lanes` on.
"""

from attrs import frozen

from rulewright.machine.chance import GAMMA
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import CHANCE_KEY, DECISIONS, EVENTS, GAMES, STATUS, WORD
from rulewright.machine.wasm.writer import Writer

BESIDE = 16
"""Bytes of a lane beside the state: key of the game's chance (8), chance events (4), decisions (4)."""


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
    domains = [(-(2**31), 2**31 - 1)] * program.size
    for slot in program.slots:
        none = slot.low if slot.none is None else slot.none
        domain = min(slot.low, none), max(slot.high, none)
        domains[slot.offset : slot.offset + slot.length] = [domain] * slot.length
    runs: list[Run] = []
    for cell, (low, high) in enumerate(domains):
        bits = (high - low).bit_length()
        if runs and (runs[-1].low, runs[-1].bits) == (low, bits):
            runs[-1] = Run(runs[-1].first, runs[-1].length + 1, low, bits)
        else:
            runs.append(Run(cell, 1, low, bits))
    total = sum(run.length * run.bits for run in runs)
    return Packed(tuple(runs), BESIDE + 4 * -(-total // 32))


def pack(a: Assembly) -> Writer:
    """(address): the working state becomes the lane there."""
    w = Writer((I32,))
    bits, filled, cell = w.local(I64), w.local(), w.local()
    for at, address, width in ((0, CHANCE_KEY, "long"), (8, EVENTS, "word"), (12, DECISIONS, "word")):
        w.get(0)
        w.const(0)
        w.load(address, width)
        w.store(at, width)
    w.raise_by(0, BESIDE)
    for run in packed(a.program).runs:
        w.const(run.first)
        w.set(cell)
        with w.loop() as again:
            w.get(bits)
            w.get(cell)
            w.to_bytes()
            w.load(a.map.state)
            w.const(run.low)
            w.op("-", "long-u")
            w.get(filled)
            w.op("long-u", "long-shl", "long-or")
            w.set(bits)
            w.raise_by(filled, run.bits)
            _flush(w, bits, filled)
            _next(w, cell, run, again)
    w.get(filled)
    with w.when():
        w.get(0)
        w.get(bits)
        w.op("short")
        w.store()
    return w


def _flush(w: Writer, bits: int, filled: int) -> None:
    """Write a full word."""
    w.get(filled)
    w.const(32)
    w.op(">=")
    with w.when():
        w.get(0)
        w.get(bits)
        w.op("short")
        w.store()
        w.raise_by(0, WORD)
        w.get(bits)
        w.long(32)
        w.op("long-shr-u")
        w.set(bits)
        w.raise_by(filled, -32)


def _next(w: Writer, cell: int, run: Run, again: int) -> None:
    if run.length > 1:
        w.raise_by(cell, 1)
        w.get(cell)
        w.const(run.first + run.length)
        w.op("<")
        w.branch_if(again)


def unpack(a: Assembly) -> Writer:
    """(address) -> status: the lane there becomes the working state."""
    w = Writer((I32,), (I32,))
    bits, filled, cell = w.local(I64), w.local(), w.local()
    for at, address, width in ((0, CHANCE_KEY, "long"), (8, EVENTS, "word"), (12, DECISIONS, "word")):
        w.const(0)
        w.get(0)
        w.load(at, width)
        w.store(address, width)
    w.raise_by(0, BESIDE)
    for run in packed(a.program).runs:
        w.const(run.first)
        w.set(cell)
        with w.loop() as again:
            _fetch(w, bits, filled, run.bits)
            w.get(cell)
            w.to_bytes()
            w.get(bits)
            w.long((1 << run.bits) - 1)
            w.op("long-and", "short")
            w.const(run.low)
            w.op("+")
            w.store(a.map.state)
            w.get(bits)
            w.long(run.bits)
            w.op("long-shr-u")
            w.set(bits)
            w.raise_by(filled, -run.bits)
            _next(w, cell, run, again)
    w.call(a.number("load"))
    return w


def _fetch(w: Writer, bits: int, filled: int, needed: int) -> None:
    """Have at least so many bits."""
    w.get(filled)
    w.const(needed)
    w.op("<")
    with w.when():
        w.get(bits)
        w.get(0)
        w.load()
        w.op("long-u")
        w.get(filled)
        w.op("long-u", "long-shl", "long-or")
        w.set(bits)
        w.raise_by(filled, 32)
        w.raise_by(0, WORD)


# ---- hashes, copies


def hash_state(a: Assembly) -> Writer:
    """() -> 64 bits that depend on every cell of the vector."""
    w = Writer((), (I64,))
    found, cell = w.local(I64), w.local()
    w.long(GAMMA)
    w.set(found)
    with w.loop() as again:
        w.get(found)
        w.get(cell)
        w.load(a.map.state)
        w.op("long-u", "long-xor")
        w.long(0xBF58476D1CE4E5B9)
        w.op("long*")
        w.set(found)
        w.get(found)
        w.get(found)
        w.long(29)
        w.op("long-shr-u", "long-xor")
        w.set(found)
        w.raise_by(cell, WORD)
        w.get(cell)
        w.const(WORD * a.program.size)
        w.op("<")
        w.branch_if(again)
    w.get(found)
    return w


def copies(a: Assembly) -> Writer:
    """(how many): copy the first lane over the second so often."""
    w = Writer((I32,))
    length = packed(a.program).bytes
    with w.until_0(0):
        w.const(a.map.lanes + length)
        w.const(a.map.lanes)
        w.const(length)
        w.copy()
        w.raise_by(0, -1)
    return w


def hashes(a: Assembly) -> Writer:
    """(how many) -> something that depends on all: hash the working state so often."""
    w = Writer((I32,), (I64,))
    found = w.local(I64)
    with w.until_0(0):
        w.get(found)
        w.call(a.number("hash"))
        w.op("long-xor")
        w.set(found)
        w.raise_by(0, -1)
    w.get(found)
    return w


# ---- many states


def advance(a: Assembly) -> Writer:
    """(address of the first lane, how many, address of numbers): in each lane that is not over who is asked first makes
    the move of this number (modulo), chance is answered, and the lane is packed again; the head counts the lanes that
    are done. -> how many lanes decide."""
    w = Writer((I32, I32, I32), (I32,))
    at, deciding = w.local(), w.local()
    with w.until(at, ">=", 1):
        w.const(0)
        w.get(at)
        w.store(GAMES)
        Scope(a, w).look_at_clock()
        w.get(0)
        w.call(a.number("unpack"))
        w.op("eqz")
        with w.when():
            w.call(a.number("moves"))
            w.op("drop")
            w.get(2)
            w.get(at)
            w.to_bytes()
            w.op("+")
            w.load()
            w.call(a.number("play"))
            w.op("drop")
            w.get(0)
            w.call(a.number("pack"))
            w.get(deciding)
            w.const(0)
            w.load(STATUS)
            w.op("eqz", "+")
            w.set(deciding)
        w.raise_by(0, packed(a.program).bytes)
        w.raise_by(at, 1)
    w.get(deciding)
    return w
