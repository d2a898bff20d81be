"""Calls of the program's functions, and kept answers of costly questions."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import TURNS
from rulewright.machine.program.nodes import Expr
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import KEPT_BYTES, WORD
from rulewright.machine.wasm.operands import Value, memory
from rulewright.machine.wasm.writer import Writer, writes

# ---- Answers of costly questions that invariants ask with constants: each is kept with a copy of the cells that it
# read
# As long as these are the same, so is the answer, whatever state was loaded meanwhile. Turns of loops are kept, too,
# so that as many are counted as if it were asked anew.


Loop: TypeAlias = ir.For | ir.ForKinds | ir.While | ir.ForSelections
MIN_PASSES_PER_CELL: Final = 8
"""So many passes of loops must there be for each cell that is read."""


def worth_keeping(a: Assembly, function: int, args: tuple[int, ...]) -> set[int] | None:
    """The cells on which an answer depends, if to compare them is far cheaper than to ask anew; else None."""
    if not any(isinstance(node, Loop) for node in walk(a.program.functions[function].body)):
        return None  # what is costly in it is kept by itself
    cells = _cells_read(a.program, function, args)
    return None if cells is None or MIN_PASSES_PER_CELL * len(cells) > a.loops.most(function) else cells


@writes(gives=I32)
def kept(a: Assembly, w: Writer, function: int, *args: int) -> None:
    """() -> what a function of the program yields for these arguments."""
    turns, answer = memory(a.kept), memory(a.kept + WORD)
    copies, end = list[tuple[int, int, int]](), a.kept + 2 * WORD
    cells = worth_keeping(a, function, args)
    for first, length in _stretches(cells or set()):
        copies.append((end, a.map.cell(first), WORD * length))
        end += WORD * length
    if cells is None or end > a.map.kept + KEPT_BYTES:
        _ask(a, w, function, args)
        return
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


# ---- Calls of the program's functions, and leaving stretches of code across them
# A small function, and one that is called at one place only, is written where it is called: with locals of its own for
# the cells that are its own.


MAX_INLINED_SIZE, ONCE = 60, 600
"""So many nodes a function has at most that is written where it is called; the second number if that is one place
only."""


def leave(s: Scope, label: int) -> None:
    """Go on after the stretch of this label; if it is not in this function, its caller goes on leaving."""
    if label in s.labels:
        s.w.branch(s.labels[label])
    elif s.leave_by is not None:
        s.leave_by(label)
    else:
        s.w.answer(label)


def invoke(s: Scope, function: int, args: tuple[Expr, ...]) -> None:
    """Call a function for its result, which then lies on the stack."""
    fixed = None if s.keeping is None or "kept" not in s.a.passes else constants(args, s.keeping)
    if fixed is not None and (s.a.sizes[function] > MAX_INLINED_SIZE or worth_keeping(s.a, function, fixed)):
        s.w.call(s.a.number("kept", function, *fixed))
        return
    _push_all(s, args)
    if not written_here(s, function):
        s.call_function(function)
        return
    body, leaving = s.a.program.functions[function], s.leave_by
    assert body.result is not None
    _take_arguments(s, function)
    with s.w.block() as out:
        s.leave_by = lambda _: s.w.branch(out)
        s.body(function)
        s.leave_by = leaving
    s.w.push(s.cell(body.result))


def _push_all(s: Scope, args: tuple[Expr, ...]) -> None:
    for arg in args:
        s.w.push(expressions.value(s, arg))


def call(s: Scope, function: int, args: tuple[Expr, ...]) -> None:
    """Call a function for what it does; go on leaving if it left."""
    if s.a.program.functions[function].result is not None:
        invoke(s, function, args)
        s.w.op("drop")
    else:
        _push_all(s, args)
        called(s, function)


def called(s: Scope, function: int, *args: Value) -> None:
    """The same of a function without result, its arguments being on the stack, or these."""
    s.w.push(*args)
    if written_here(s, function):
        _take_arguments(s, function)
        s.body(function)
        return
    s.call_function(function)
    left = sorted(s.a.escapes(function))
    if left:
        label = s.w.local()
        s.w.pop(label)
        for possible in left:
            with s.w.when(label.equals(possible)):
                leave(s, possible)


def _take_arguments(s: Scope, function: int) -> None:
    """Give a function that is written here its own cells; its arguments lie on the stack. What leaves it leaves the
    code around."""
    body = s.a.program.functions[function]
    own = s.a.cells.own(("function", function))
    s.cells.update({cell: s.w.local() for cell in sorted(own)})
    for cell in reversed(body.params):
        if cell in own:
            s.w.pop(s.cells[cell])
        else:
            kept = s.w.local()
            s.w.pop(kept)
            s.w.set(s.cell(cell), kept)


def written_here(s: Scope, function: int) -> bool:
    """Whether a function is written where it is called."""
    sizes, places = s.a.sizes, s.a.calls_of
    if "inline" not in s.a.passes:
        return False
    return sizes[function] <= MAX_INLINED_SIZE or (places[function] == 1 and sizes[function] <= ONCE and not s.trying)
