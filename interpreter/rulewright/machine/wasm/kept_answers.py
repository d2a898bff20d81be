"""Answers of costly questions that invariants ask with constants: each is kept with a copy of the cells that it read.

As long as these are the same, so is the answer, whatever state was loaded meanwhile. Turns of loops are kept, too, so
that as many are counted as if it were asked anew.
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import TURNS
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import KEPT_BYTES, WORD
from rulewright.machine.wasm.operands import memory
from rulewright.machine.wasm.writer import Writer

Loop: TypeAlias = ir.For | ir.ForKinds | ir.While | ir.ForSelections
MIN_PASSES_PER_CELL: Final = 8
"""So many passes of loops must there be for each cell that is read."""


def worth_keeping(a: Assembly, function: int, args: tuple[int, ...]) -> set[int] | None:
    """The cells on which an answer depends, if to compare them is far cheaper than to ask anew; else None."""
    if not any(isinstance(node, Loop) for node in walk(a.program.functions[function].body)):
        return None  # what is costly in it is kept by itself
    cells = _cells_read(a.program, function, args)
    return None if cells is None or MIN_PASSES_PER_CELL * len(cells) > a.loops.most(function) else cells


def kept(a: Assembly, function: int, *args: int) -> Writer:
    """() -> what a function of the program yields for these arguments."""
    w = Writer((), (I32,))
    turns, answer = memory(a.kept), memory(a.kept + WORD)
    copies, end = list[tuple[int, int, int]](), a.kept + 2 * WORD
    cells = worth_keeping(a, function, args)
    for first, length in _stretches(cells or set()):
        copies.append((end, a.map.cell(first), WORD * length))
        end += WORD * length
    if cells is None or end > a.map.kept + KEPT_BYTES:
        _ask(a, w, function, args)
        return w
    a.kept = end
    with w.block() as anew:
        w.branch_if(anew, turns.is_0())
        w.branch_if(anew, (turns + TURNS_TAKEN).op(">u", TURNS + 1))
        for copy, there, length in copies:
            w.branch_if_unlike(anew, copy, there, length)
        w.set(TURNS_TAKEN, turns + TURNS_TAKEN - 1)
        w.answer(answer)
    before, found = w.local(), w.local()
    w.set(before, TURNS_TAKEN)
    _ask(a, w, function, args)
    w.pop(found)
    for copy, there, length in copies:
        w.move(copy, there, length)
    w.set(answer, found)
    w.set(turns, TURNS_TAKEN - before + 1)
    w.push(found)
    return w


def _ask(a: Assembly, w: Writer, function: int, args: tuple[int, ...]) -> None:
    """Push what a function yields, in which calls with constants are kept, too."""
    body = a.program.functions[function]
    s = Scope(a, w, keeping=dict(zip(body.params, args, strict=True)))
    assert body.result is not None
    s.own(a.cells.own(("function", function)))
    for cell, arg in zip(body.params, args, strict=True):
        w.set(s.cell(cell), arg)
    with w.block() as out:
        s.leave_by = lambda _: w.branch(out)
        s.body(function)
    w.push(s.cell(body.result))


OWN_CELLS_ONLY: Final = (
    *(
        ir.Const,
        ir.Cell,
        ir.At,
        ir.TableAt,
        ir.Bin,
        ir.Both,
        ir.Either,
        ir.Inverse,
        ir.LowestBit,
        ir.Select,
        ir.Checked,
    ),
    *(ir.Do, ir.Set, ir.SetAt, ir.Fill, ir.If, ir.For, ir.While, ir.Region, ir.Labelled, ir.Leave, ir.Fail, ir.Note),
)
"""What reads nothing of the table by itself, but for cells and places that are seen to."""


def _cells_read(program: ir.Program, function: int, args: tuple[int | None, ...]) -> set[int] | None:
    """The cells of the vector on which the answer depends; None where some are only known in play."""
    found, body = set[int](), program.functions[function]
    known = dict(zip(body.params, args, strict=True))
    for node in walk(body.body):
        match node:
            case ir.Repeats() | ir.Try():
                return None
            case ir.Cell(index) if index < program.size:
                found.add(index)
            case ir.At(base, index) if base < program.size:
                at = _constant(index, known)
                if at is None:
                    return None
                found.add(base + at)
            case ir.Size(zone, instance) | ir.ForKinds(zone, instance):
                found.update(_instance(program.zones[zone], _constant(instance, known)))
            case ir.Invoke(number, given) | ir.CallFunction(number, given):
                inside = _cells_read(program, number, tuple(_constant(each, known) for each in given))
                if inside is None:
                    return None
                found |= inside
            case _:
                if not isinstance(node, OWN_CELLS_ONLY):
                    return None
    return found


def constants(values: tuple[ir.Expr, ...], known: Mapping[int, int | None]) -> tuple[int, ...] | None:
    """What values are, if that is known of all."""
    found = tuple(each for value in values if (each := _constant(value, known)) is not None)
    return found if len(found) == len(values) else None


def _constant(value: ir.Expr, known: Mapping[int, int | None]) -> int | None:
    """What a value is, if that is known; a parameter never changes."""
    match value:
        case ir.Const(number):
            return number
        case ir.Cell(index):
            return known.get(index)
        case ir.Bin("+" | "*" as op, left, right):
            one, other = _constant(left, known), _constant(right, known)
            return None if one is None or other is None else one + other if op == "+" else one * other
        case _:
            return None


def _instance(zone: ir.ZoneLayout, instance: int | None) -> range:
    """The cells of an instance of a zone, or of all."""
    count = zone.instances if instance is None else 1
    first = zone.offset + zone.stride * (instance or 0)
    return range(first, first + zone.stride * count)


def _stretches(cells: set[int]) -> Iterator[tuple[int, int]]:
    """Cells that lie side by side: the first, and how many."""
    for first in sorted(each for each in cells if each - 1 not in cells):
        end = first
        while end in cells:
            end += 1
        yield first, end - first
