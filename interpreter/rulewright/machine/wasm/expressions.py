"""Expressions to terms, 1 and 0 for yes and no; calls of the program's functions, and kept answers of costly ones."""

from collections.abc import Mapping
from itertools import islice
from typing import Final

from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import TURNS
from rulewright.machine.program.cell_map import stretches
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import COMPARISONS, I32, I64, Term, Value, called, choice, const, memory
from rulewright.machine.wasm.memory_map import KEPT_BYTES, PROGRAM_FAULT, WORD
from rulewright.machine.wasm.writer import Writer, parts, writes

DIRECT: Final = (*COMPARISONS, "+", "-", "*", "bitand", "bitor", "shl")
EXACT: Final = ("+", "-", "*", "/")
DIRECT_KINDS: Final = (ir.Const, ir.Cell, ir.Inverse, ir.LowestBit, ir.Both, ir.Either)
CHEAP: Final = 12
"""So many nodes are reckoned rather than jumped over."""


def value(s: Scope, node: ir.Expr) -> Term:
    """The value of an expression. Some write code meanwhile, so it must be pushed before anything else is written."""
    begin = len(s.w.out)
    match node:
        case ir.Const(number):
            return const(number)
        case ir.Cell(index):
            return s.cell(index)
        case ir.At(base, index):
            return place(s, base, index)
        case ir.TableAt(number, index):
            table = s.a.constants.tables[number]
            entry, shift = value(s, index), table.bytes_each.bit_length() - 1
            return (entry << shift if shift else entry).at(table.address, table.width)
        case ir.Bin(op, left, right):
            one, other = value(s, left), value(s, right)
            if op == "/":
                return called(s.a.number("divide"), one.signed_long(), other.signed_long(), kind=I64).short()
            if op == "mod":
                return called(s.a.number("remainder"), one, other)
            if op in ("min", "max"):
                low, high = s.w.local(), s.w.local()
                return choice(low.keep(one), high.keep(other), low.op("<" if op == "min" else ">", high))
            return one.op(op, other)
        case ir.Both(operands):
            return _chain(s, operands, empty=1)
        case ir.Either(operands):
            return _chain(s, operands, empty=0)
        case ir.Inverse(operand):
            return value(s, operand).is_0()
        case ir.LowestBit(operand):
            return value(s, operand).lowest_bit()
        case ir.Select(test, then, otherwise):
            if cheap(s, (then, otherwise)):
                return choice(value(s, then), value(s, otherwise), value(s, test))
            with s.w.when(value(s, test), result=I32):
                s.w.push(value(s, then))
                s.w.otherwise()
                s.w.push(value(s, otherwise))
            return s.w.cut(begin)
        case ir.Checked():
            return _checked(s, node)
        case ir.Do(body, result):
            s.code(body)
            return s.w.cut(begin, s.cell(result))
        case ir.Invoke(function, args):
            invoke(s, function, args)
            return s.w.cut(begin)
        case ir.Repeats(number):
            return called(s.a.number("repeats", number))
        case ir.Try():
            s.a.verdict(s, node)
            return s.w.cut(begin)
        case ir.Size(zone, instance):
            return size(s, zone, instance)


def truth(s: Scope, node: ir.Expr) -> Term:
    """The value of a yes/no expression as 1 or 0."""
    found = value(s, node)
    match node:
        case ir.Bin(op) if op in COMPARISONS:
            return found
        case ir.Both() | ir.Either() | ir.Inverse() | ir.Try() | ir.Const(0 | 1):
            return found
        case _:
            return found.differs(0)


def cell_number(s: Scope, base: int, index: ir.Expr) -> Term:
    """The number of cell `base + index`; constants join the base."""
    match index:
        case ir.Const(offset):
            return const(base + offset)
        case ir.Bin("+", inner, ir.Const(offset)):
            return cell_number(s, base + offset, inner)
        case ir.Bin("-", inner, ir.Const(offset)):
            return cell_number(s, base - offset, inner)
        case _:
            return value(s, index) + base if base else value(s, index)


def place(s: Scope, base: int, index: ir.Expr) -> Term:
    """A computed cell as a place."""
    if isinstance(index, ir.Const):
        return s.cell(base + index.value)
    return cell_number(s, base, index).to_bytes().at(s.a.map.state)


def size(s: Scope, zone: int, instance: ir.Expr) -> Term:
    """How many pieces lie in an instance of a zone."""
    layout, crowd = s.a.program.zones[zone], s.a.map.known[zone]
    if layout.unlimited:
        return const(0)
    by, address = (4 * layout.stride, s.a.map.cell(layout.offset)) if crowd is None else (crowd.stride, crowd.address)
    return (const(instance.value * by) if isinstance(instance, ir.Const) else value(s, instance) * by).at(address)


def _chain(s: Scope, operands: tuple[ir.Expr, ...], *, empty: int) -> Term:
    """`and` (empty 1) or `or` (empty 0), stopping early where that saves something."""
    if not operands:
        return const(empty)
    first, rest = truth(s, operands[0]), operands[1:]
    if not rest or cheap(s, rest):
        for operand in rest:
            first = first.op("bitand" if empty else "bitor", truth(s, operand))
        return first
    begin = len(s.w.out)
    with s.w.when(first, result=I32):
        s.w.push(_chain(s, rest, empty=empty) if empty else 1)
        s.w.otherwise()
        s.w.push(0 if empty else _chain(s, rest, empty=empty))
    return s.w.cut(begin)


def cheap(s: Scope, operands: tuple[ir.Expr, ...]) -> bool:
    """Whether reckoning these is faster than a branch, and harmless."""
    nodes = list(islice(walk(operands), CHEAP + 1))
    direct = (isinstance(node, DIRECT_KINDS) or (isinstance(node, ir.Bin) and node.op in DIRECT) for node in nodes)
    return "cheap" in s.a.passes and len(nodes) <= CHEAP and all(direct)


def _checked(s: Scope, node: ir.Checked) -> Term:
    """A value, or the fault if it is neither within bounds nor `none`."""
    match node.value:
        case ir.Bin(op, left, right) if op in EXACT:
            kept = s.w.local(I64)
            one, other = value(s, left).signed_long(), value(s, right).signed_long()
            exact = called(s.a.number("divide"), one, other, kind=I64) if op == "/" else one.op(op, other)
            found = kept.short()
        case inner:
            found = kept = s.w.local()
            exact = value(s, inner)
    begin = len(s.w.out)
    with s.w.when((kept.keep(exact) - node.low).op(">u", node.high - node.low)):
        if node.none is None:
            s.fault(PROGRAM_FAULT, node.fault, found)
        else:
            with s.w.when(kept.differs(node.none)):
                s.fault(PROGRAM_FAULT, node.fault, found)
    return s.w.cut(begin, found)


# ---- Answers of costly questions that invariants ask with constants: each is kept with a copy of the cells that it
# read
# As long as these are the same, so is the answer, whatever state was loaded meanwhile. Turns of loops are kept, too,
# so that as many are counted as if it were asked anew.


MIN_PASSES_PER_CELL: Final = 8
"""So many passes of loops must there be for each cell that is read."""


def worth_keeping(a: Assembly, function: int, args: tuple[int, ...]) -> set[int] | None:
    """The cells on which an answer depends, if to compare them is far cheaper than to ask anew; else None."""
    if not any(isinstance(node, ir.Loop) for node in walk(a.program.functions[function].body)):
        return None  # what is costly in it is kept by itself
    cells = _cells_read(a.program, function, args)
    return None if cells is None or MIN_PASSES_PER_CELL * len(cells) > a.loops.most(function) else cells


@writes(gives=I32)
def kept(a: Assembly, w: Writer, function: int, *args: int) -> None:
    """() -> what a function of the program yields for these arguments."""
    turns, answer = memory(a.kept), memory(a.kept + WORD)
    copies, end = list[tuple[int, int, int]](), a.kept + 2 * WORD
    cells = worth_keeping(a, function, args)
    for first, length in stretches(cells or ()):
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
            for at, width in parts(length):
                w.branch_if(anew, memory(copy + at, width).differs(memory(there + at, width)))
        w.set(TURNS_TAKEN, turns + TURNS_TAKEN - 1)
        w.answer(answer)
    before, found = w.kept(TURNS_TAKEN), w.local()
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
    s = Scope(a, w, ("function", function), keeping=dict(zip(body.params, args, strict=True)))
    for cell, arg in zip(body.params, args, strict=True):
        w.set(s.cell(cell), arg)
    s.result(function)


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
                layout, number = program.zones[zone], _constant(instance, known)
                first = layout.offset + layout.stride * (number or 0)
                count = layout.instances if number is None else 1
                found.update(range(first, first + layout.stride * count))
            case ir.Invoke(number, given) | ir.CallFunction(number, given):
                inside = _cells_read(program, number, tuple(_constant(each, known) for each in given))
                if inside is None:
                    return None
                found |= inside
            case _:
                if not isinstance(node, ir.Reckoning):
                    return None
    return found


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


def invoke(s: Scope, function: int, args: tuple[ir.Expr, ...]) -> None:
    """Call a function for its result, which then lies on the stack."""
    if s.keeping is not None and "kept" in s.a.passes:
        fixed = tuple(known for arg in args if (known := _constant(arg, s.keeping)) is not None)
        large = s.a.sizes[function] > MAX_INLINED_SIZE
        if len(fixed) == len(args) and (large or worth_keeping(s.a, function, fixed)):
            s.w.call(s.a.number("kept", function, *fixed))
            return
    for arg in args:
        s.w.push(value(s, arg))
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


def run_procedure(s: Scope, function: int, *args: Value) -> None:
    """Call a function without result, its arguments being on the stack, or these; go on leaving if it left."""
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
    """Give a function that is written here its own cells; its arguments lie on the stack."""
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
