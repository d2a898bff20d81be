"""Memories: the number of the present situation, how often it stands in one, and one entry more.

Numbers are longs where they lie, as their lower word stands first. They ascend and are as good as drawn by lot, so that
one is looked for near where it would stand among so many that lie evenly.
"""

from typing import Final

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import factor
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import PROGRAM_FAULT, UNROLLED, WORD, factors_of, unkept
from rulewright.machine.wasm.operands import Term, called, const, memory
from rulewright.machine.wasm.writer import Writer

LONG_BYTES: Final = 8


def situation(a: Assembly, number: int) -> Writer:
    """The number of the present situation."""
    w = Writer((), (I64,))
    found = w.local(I64)
    for board in a.map.boards:
        if board is not None and board.sums and _counts(a, number, board.zone):
            for instance in range(a.program.zones[board.zone].instances):
                w.set(found, found + memory(board.address + instance * board.stride + LONG_BYTES * board.longs, "long"))
    for first, length in unkept(a.program, a.program.memories[number]):
        if length <= UNROLLED:
            for cell in range(first, first + length):
                w.set(found, found + memory(a.map.cell(cell)).signed_long() * const(factor(cell), I64))
        else:
            table = a.constants.masks[factors_of(first, length)]
            at = w.local()
            w.set(at, 0)
            with w.some_steps(at, length):
                content = at.to_bytes().at(a.map.cell(first)).signed_long()
                w.set(found, found + content * (at << 3).at(table, "long"))
    w.push(found)
    return w


def _counts(a: Assembly, number: int, zone: int) -> bool:
    """Whether what lies in a zone is part of a situation."""
    cell = a.program.zones[zone].offset
    return any(first <= cell < first + length for first, length in a.program.memories[number].runs)


def place(a: Assembly, number: int) -> Writer:
    """(number of a situation): how many entries of a memory are lower."""
    w = Writer((I64,), (I32,))
    (wanted,) = w.params
    at, size = w.local(), w.local()
    w.set(size, _size(a, number))
    w.set(at, ((wanted >> 32) * size.long() >> 32).short())
    with w.block() as out, w.loop() as again:
        w.branch_if(out, at.is_0())
        w.branch_if(out, _entry(a, number, at - 1).op("<u", wanted))
        w.raise_by(at, -1)
        w.branch(again)
    with w.block() as out, w.loop() as again:
        w.branch_if(out, at >= size)
        w.branch_if(out, _entry(a, number, at).op(">=u", wanted))
        w.raise_by(at, 1)
        w.branch(again)
    w.push(at)
    return w


def repeats(a: Assembly, number: int) -> Writer:
    """How often the present situation stands in a memory."""
    w = Writer((), (I32,))
    here, first, at, size = w.local(I64), w.local(), w.local(), w.local()
    w.set(here, called(a.number("situation", number), kind=I64))
    w.set(size, _size(a, number))
    w.set(at, first.keep(called(a.number("memory-place", number), here)))
    with w.block() as out, w.loop() as again:
        w.branch_if(out, at >= size)
        w.branch_if(out, _entry(a, number, at).differs(here))
        w.raise_by(at, 1)
        w.branch(again)
    w.push(at - first)
    return w


def insert(a: Assembly, number: int) -> Writer:
    """The present situation stands in a memory that is not full once more."""
    w = Writer()
    here, at, size = w.local(I64), w.local(), w.local()
    w.set(here, called(a.number("situation", number), kind=I64))
    w.set(at, called(a.number("memory-place", number), here) << 3)
    w.set(size, _size(a, number) << 3)
    first = a.map.cell(a.program.memories[number].offset + 1)
    w.copy(at + (first + LONG_BYTES), at + first, size - at)
    w.set(at.at(first, "long"), here)
    w.set(memory(first - WORD), memory(first - WORD) + 1)
    return w


def remember(s: Scope, node: ir.Remember) -> None:
    """One entry more, or the fault that there is no room."""
    with s.w.when(_size(s.a, node.memory) >= s.a.program.memories[node.memory].capacity):
        s.fault(PROGRAM_FAULT, node.fault)
    s.w.call(s.a.number("remember", node.memory))


def _size(a: Assembly, number: int) -> Term:
    return memory(a.map.cell(a.program.memories[number].offset))


def _entry(a: Assembly, number: int, at: Term) -> Term:
    return (at << 3).at(a.map.cell(a.program.memories[number].offset + 1), "long")
