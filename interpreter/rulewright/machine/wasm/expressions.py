"""Expressions to terms, each one integer; 1 and 0 for yes and no."""

from typing import Final

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import unordered
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import PROGRAM_FAULT
from rulewright.machine.wasm.operands import COMPARISONS, Term, called, choice, const

DIRECT: Final = (*COMPARISONS, "+", "-", "*", "bitand", "bitor", "shl")
EXACT: Final = ("+", "-", "*", "/")
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
            return _binary(s, op, value(s, left), value(s, right))
        case ir.Both(operands):
            return _chain(s, operands, empty=1)
        case ir.Either(operands):
            return _chain(s, operands, empty=0)
        case ir.Inverse(operand):
            return value(s, operand).is_0()
        case ir.LowestBit(operand):
            return value(s, operand).lowest_bit()
        case ir.Select(test, then, otherwise):
            return _select(s, test, then, otherwise)
        case ir.Checked():
            return _checked(s, node)
        case ir.Do(body, result):
            s.code(body)
            return s.w.cut(begin, s.cell(result))
        case ir.Invoke(function, args):
            s.invoke(function, args)
            return s.w.cut(begin)
        case ir.Repeats(number):
            return called(s.a.number("repeats", number))
        case ir.Try():
            s.a.recursion.verdict(s, node)
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
    layout, crowd = s.a.program.zones[zone], s.a.map.crowds[zone]
    if layout.unlimited:
        return const(0)
    if crowd is not None:
        return _scaled(s, instance, crowd.stride).at(crowd.address)
    assert not unordered(layout), layout.name
    return _scaled(s, instance, 4 * layout.stride).at(s.a.map.cell(layout.offset))


def _scaled(s: Scope, instance: ir.Expr, by: int) -> Term:
    return const(instance.value * by) if isinstance(instance, ir.Const) else value(s, instance) * by


# ---- operators


def _binary(s: Scope, op: str, left: Term, right: Term) -> Term:
    match op:
        case "min" | "max":
            one, other = s.w.local(), s.w.local()
            test = one.op("<" if op == "min" else ">", other)
            return choice(one.keep(left), other.keep(right), test)
        case "/" | "mod":
            return called(s.a.number("divide" if op == "/" else "remainder"), left, right)
        case _:
            return left.op(op, right)


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
    return "cheap" in s.a.passes and sum(_cost(operand) for operand in operands) <= CHEAP


def _cost(node: ir.Expr) -> int:
    match node:
        case ir.Const() | ir.Cell():
            return 1
        case ir.Bin(op, left, right) if op in DIRECT:
            return 1 + _cost(left) + _cost(right)
        case ir.Inverse(operand) | ir.LowestBit(operand):
            return 1 + _cost(operand)
        case ir.Both(operands) | ir.Either(operands):
            return sum(1 + _cost(operand) for operand in operands)
        case _:
            return CHEAP + 1


def _select(s: Scope, test: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> Term:
    if cheap(s, (then, otherwise)):
        return choice(value(s, then), value(s, otherwise), value(s, test))
    begin = len(s.w.out)
    with s.w.when(value(s, test), result=I32):
        s.w.push(value(s, then))
        s.w.otherwise()
        s.w.push(value(s, otherwise))
    return s.w.cut(begin)


def _checked(s: Scope, node: ir.Checked) -> Term:
    """A value, or the fault if it is neither within bounds nor `none`."""
    match node.value:
        case ir.Bin(op, left, right) if op in EXACT:
            kept = s.w.local(I64)
            one, other = value(s, left).signed_long(), value(s, right).signed_long()
            exact = called(s.a.number("divide_long"), one, other, kind=I64) if op == "/" else one.op(op, other)
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
