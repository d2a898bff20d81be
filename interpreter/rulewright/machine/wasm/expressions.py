"""Expressions to instructions that push one integer; 1 and 0 for yes and no."""

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cells import unordered
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import PROGRAM_FAULT

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
DIRECT = (*COMPARISONS, "+", "-", "*", "bitand", "bitor", "shl")
EXACT = {"+": "long+", "-": "long-", "*": "long*", "/": "long/s"}
CHEAP = 12
"""So many nodes are reckoned rather than jumped over."""


def value(s: Scope, node: ir.Expr) -> None:
    """Push the value of an expression."""
    match node:
        case ir.Const(number):
            s.w.const(number)
        case ir.Cell(index):
            s.read(index)
        case ir.At(base, index):
            _at(s, base, index)
        case ir.TableAt(table, index):
            _table(s, table, index)
        case ir.Bin():
            _binary(s, node)
        case ir.Both(operands):
            _chain(s, operands, empty=1)
        case ir.Either(operands):
            _chain(s, operands, empty=0)
        case ir.Inverse(operand):
            value(s, operand)
            s.w.op("eqz")
        case ir.Select(test, then, otherwise):
            _select(s, test, then, otherwise)
        case ir.Checked():
            _checked(s, node)
        case ir.Do(body, result):
            s.code(body)
            s.read(result)
        case ir.Invoke(function, args):
            s.invoke(function, args)
        case ir.Try():
            s.a.recursion.verdict(s, node)
        case ir.Size(zone, instance):
            size(s, zone, instance)


def truth(s: Scope, node: ir.Expr) -> None:
    """Push the value of a yes/no expression as 1 or 0."""
    value(s, node)
    if not _answers(node):
        s.w.const(0)
        s.w.op("!=")


def _answers(node: ir.Expr) -> bool:
    match node:
        case ir.Bin(op):
            return op in COMPARISONS
        case ir.Both() | ir.Either() | ir.Inverse() | ir.Try():
            return True
        case ir.Const(number):
            return number in (0, 1)
        case _:
            return False


def cell_number(s: Scope, base: int, index: ir.Expr) -> None:
    """Push the number of cell `base + index`; constants join the base."""
    match index:
        case ir.Const(offset):
            s.w.const(base + offset)
        case ir.Bin("+", inner, ir.Const(offset)):
            cell_number(s, base + offset, inner)
        case ir.Bin("-", inner, ir.Const(offset)):
            cell_number(s, base - offset, inner)
        case _:
            value(s, index)
            if base:
                s.w.const(base)
                s.w.op("+")


def _at(s: Scope, base: int, index: ir.Expr) -> None:
    if isinstance(index, ir.Const):
        s.read(base + index.value)
        return
    cell_number(s, base, index)
    s.w.to_bytes()
    s.w.load(s.a.map.state)


def _table(s: Scope, number: int, index: ir.Expr) -> None:
    table = s.a.constants.tables[number]
    value(s, index)
    if table.bytes_each > 1:
        s.w.const(table.bytes_each.bit_length() - 1)
        s.w.op("shl")
    s.w.load(table.address, table.width)


def size(s: Scope, zone: int, instance: ir.Expr) -> None:
    """Push how many pieces lie in an instance of a zone."""
    layout, crowd = s.a.program.zones[zone], s.a.map.crowds[zone]
    if layout.unlimited:
        s.w.const(0)
    elif crowd is not None:
        _scaled(s, instance, crowd.stride)
        s.w.load(crowd.address)
    else:
        assert not unordered(layout), layout.name
        _scaled(s, instance, 4 * layout.stride)
        s.w.load(s.a.map.cell(layout.offset))


def _scaled(s: Scope, instance: ir.Expr, by: int) -> None:
    if isinstance(instance, ir.Const):
        s.w.const(instance.value * by)
    else:
        value(s, instance)
        s.w.const(by)
        s.w.op("*")


# ---- operators


def _binary(s: Scope, node: ir.Bin) -> None:
    value(s, node.left)
    value(s, node.right)
    match node.op:
        case "min" | "max":
            _extreme(s, "<" if node.op == "min" else ">")
        case "/" | "mod":
            s.call(node.op)
        case op:
            s.w.op(op)


def _extreme(s: Scope, first_if: str) -> None:
    left, right = s.w.local(), s.w.local()
    s.w.set(right)
    s.w.tee(left)
    s.w.get(right)
    s.w.get(left)
    s.w.get(right)
    s.w.op(first_if, "select")


def _chain(s: Scope, operands: tuple[ir.Expr, ...], *, empty: int) -> None:
    """`and` (empty 1) or `or` (empty 0), stopping early where that saves something."""
    if not operands:
        s.w.const(empty)
        return
    first, *rest = operands
    truth(s, first)
    if not rest:
        return
    if cheap(tuple(rest)):
        for operand in rest:
            truth(s, operand)
            s.w.op("bitand" if empty else "bitor")
        return
    with s.w.when(I32):
        if empty:
            _chain(s, tuple(rest), empty=empty)
            s.w.otherwise()
            s.w.const(0)
        else:
            s.w.const(1)
            s.w.otherwise()
            _chain(s, tuple(rest), empty=empty)


def cheap(operands: tuple[ir.Expr, ...]) -> bool:
    """Whether reckoning these is faster than a branch, and harmless."""
    return sum(_cost(operand) for operand in operands) <= CHEAP


def _cost(node: ir.Expr) -> int:
    match node:
        case ir.Const() | ir.Cell():
            return 1
        case ir.Bin(op, left, right) if op in DIRECT:
            return 1 + _cost(left) + _cost(right)
        case ir.Inverse(operand):
            return 1 + _cost(operand)
        case ir.Both(operands) | ir.Either(operands):
            return sum(1 + _cost(operand) for operand in operands)
        case _:
            return CHEAP + 1


def _select(s: Scope, test: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> None:
    if cheap((then, otherwise)):
        value(s, then)
        value(s, otherwise)
        value(s, test)
        s.w.op("select")
        return
    value(s, test)
    with s.w.when(I32):
        value(s, then)
        s.w.otherwise()
        value(s, otherwise)


def _checked(s: Scope, node: ir.Checked) -> None:
    match node.value:
        case ir.Bin(op, left, right) if op in EXACT:
            kept = s.w.local(I64)
            for operand in (left, right):
                value(s, operand)
                s.w.op("long")
            if op == "/":
                s.call("long/")
            else:
                s.w.op(EXACT[op])
            s.w.tee(kept)
            s.w.long(node.low)
            s.w.op("long-")
            s.w.long(node.high - node.low)
            s.w.op("long>u")
            _refuse(s, node, kept, "long")
            s.w.get(kept)
            s.w.op("short")
        case inner:
            kept = s.w.local()
            value(s, inner)
            s.w.tee(kept)
            s.w.const(node.low)
            s.w.op("-")
            s.w.const(_bits(node.high - node.low))
            s.w.op(">u")
            _refuse(s, node, kept, "")
            s.w.get(kept)


def _refuse(s: Scope, node: ir.Checked, kept: int, width: str) -> None:
    """Pop whether the value is outside; the fault, if it is not `none` either."""

    def refused() -> None:
        s.w.get(kept)
        if width:
            s.w.op("short")

    with s.w.when():
        if node.none is None:
            s.fault(PROGRAM_FAULT, node.fault, refused)
            return
        s.w.get(kept)
        s.w.long(node.none) if width else s.w.const(node.none)
        s.w.op(f"{width}!=")
        with s.w.when():
            s.fault(PROGRAM_FAULT, node.fault, refused)


def _bits(number: int) -> int:
    """The same 32 bits as a signed number."""
    return number - (1 << 32) if number >= 1 << 31 else number
