"""Expressions to closures: one integer each, 1 and 0 for yes and no.

Most operands are constants and cells. Both are a number that stands somewhere in a row, a constant in a row of its own
(`Leaf`): what is done with operands is written once for leaves, which are looked up, and once for the rest, which is
called.
"""

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from rulewright.machine.program import cell_map, nodes as ir
from rulewright.machine.program.bounds import fail

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler

Value = Callable[[], int]
Truth = Callable[[], object]
T = TypeVar("T")
Leaf = tuple[list[int], int]

ARITHMETIC: Final[dict[ir.Operator, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": lambda left, right: left % abs(right),
    "min": min,
    "max": max,
    "bitand": operator.and_,
    "bitor": operator.or_,
    "shl": operator.lshift,
}
COMPARISONS: Final[dict[ir.Operator, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def expression(c: "Compiler", node: ir.Expr) -> Value:
    """Compile an expression to a closure that yields an integer."""
    match node:
        case ir.Const(value):
            return lambda: value
        case ir.Cell(cell):
            memory = c.memory
            return lambda: memory[cell]
        case ir.At(base, index):
            return _at(c, c.memory, base, index)
        case ir.TableAt(table, index):
            return _at(c, c.program.tables[table], 0, index)
        case ir.Bin(op, left, right) if op in ARITHMETIC:
            return apply(c, ARITHMETIC[op], left, right)
        case ir.Bin() | ir.Both() | ir.Either() | ir.Inverse():
            truth = c.test(node)
            return lambda: 1 if truth() else 0
        case ir.LowestBit(operand):
            bits = c.expression(operand)
            return lambda: ((found := bits()) & -found).bit_length() - 1
        case ir.Select(test_node, then_node, other_node):
            question, then, otherwise = c.test(test_node), c.expression(then_node), c.expression(other_node)
            return lambda: then() if question() else otherwise()
        case ir.Checked():
            return _checked(c, node)
        case ir.Do(body, result):
            return _result(c.memory, c.code(body), result)
        case ir.Invoke(function, args):
            found = c.program.functions[function].result
            assert found is not None, "only a function with a result stands in an expression"
            return _result(c.memory, invocation(c, function, args), found)
        case ir.Size(zone, instance_node):
            size, instance = c.zones.size, c.expression(instance_node)
            return lambda: size(zone, instance())
        case ir.Repeats(number):
            memory, lies = c.memory, c.program.memories[number]
            return lambda: cell_map.count(memory, lies, cell_map.number(memory, lies.runs))
        case ir.Try():
            return c.verdict(node)


def test(c: "Compiler", node: ir.Expr) -> Truth:
    """Compile a yes/no expression whose result is only asked for truth."""
    match node:
        case ir.Bin(op, left, right) if op in COMPARISONS:
            return apply(c, COMPARISONS[op], left, right)
        case ir.Both((only,)) | ir.Either((only,)):
            return c.test(only)
        case ir.Both((operand, *rest)):
            first, others = c.test(operand), c.test(ir.Both(tuple(rest)))
            return lambda: first() and others()
        case ir.Either((operand, *rest)):
            first, others = c.test(operand), c.test(ir.Either(tuple(rest)))
            return lambda: first() or others()
        case ir.Both() | ir.Either():
            empty = isinstance(node, ir.Both)
            return lambda: empty
        case ir.Inverse(operand):
            inner = c.test(operand)
            return lambda: not inner()
        case _:
            return c.expression(node)


def leaf(c: "Compiler", node: ir.Expr) -> Leaf | None:
    """Where the number stands, if the expression is no more than that."""
    match node:
        case ir.Const(value):
            return [value], 0
        case ir.Cell(index):
            return c.memory, index
        case _:
            return None


def _at(c: "Compiler", row: Sequence[int], base: int, index: ir.Expr) -> Value:
    """The number at `base + index` of a row; a constant inside the index joins the base."""
    match index:
        case ir.Cell(cell):
            memory = c.memory
            return lambda: row[base + memory[cell]]
        case ir.Bin("+", inner, ir.Const(offset)):
            return _at(c, row, base + offset, inner)
        case _:
            value = c.expression(index)
            return lambda: row[base + value()]


def apply(c: "Compiler", function: Callable[[int, int], T], left: ir.Expr, right: ir.Expr) -> Callable[[], T]:
    """Compile what a function makes of two expressions, the left one first."""
    match leaf(c, left), leaf(c, right):
        case (row, at), (other, there):
            return lambda: function(row[at], other[there])
        case (row, at), None:
            second = c.expression(right)
            return lambda: function(row[at], second())
        case None, (row, at):
            first = c.expression(left)
            return lambda: function(first(), row[at])
        case _:
            first, second = c.expression(left), c.expression(right)
            return lambda: function(first(), second())


def _checked(c: "Compiler", node: ir.Checked) -> Value:
    value, low, high, none = c.expression(node.value), node.low, node.high, node.none
    fault = c.program.faults[node.fault]

    def checked() -> int:
        result = value()
        if not (low <= result <= high or result == none):
            fail(fault, result)
        return result

    return checked


def _result(memory: list[int], run: Value, cell: int) -> Value:
    def result() -> int:
        run()
        return memory[cell]

    return result


def invocation(c: "Compiler", function: int, args: tuple[ir.Expr, ...]) -> Value:
    """A closure that sets the parameters of a function, all at once, and runs it; yields the label it leaves by."""
    body = c.body(function)
    if not args:
        return body
    enter = _enter(c, c.program.functions[function].params, args)

    def call() -> int:
        enter()
        return body()

    return call


def _enter(c: "Compiler", params: tuple[int, ...], args: tuple[ir.Expr, ...]) -> Value:
    """Evaluate the arguments, then set the parameters."""
    memory, param = c.memory, params[0]
    if len(args) == 1:
        return c.statement(ir.Set(param, args[0]))
    value, others = c.expression(args[0]), _enter(c, params[1:], args[1:])

    def enter() -> int:
        found = value()
        others()
        memory[param] = found
        return 0

    return enter
