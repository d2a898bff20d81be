"""Expressions to closures: one integer each, 1 and 0 for yes and no."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.machine.interpret.templates import Shape
from rulewright.machine.program.bounds import fail
from rulewright.machine.program.nodes import (
    AnyMove,
    At,
    Bin,
    Both,
    Cell,
    Checked,
    Const,
    Do,
    Either,
    Expr,
    Inverse,
    Invoke,
    Select,
    Size,
    TableAt,
)

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler

Value = Callable[[], int]
Truth = Callable[[], object]


def expression(c: "Compiler", node: Expr) -> Value:
    """Compile an expression."""
    match node:
        case Const(value):
            return lambda: value
        case Cell() | At() | TableAt() | Bin() | Both() | Either() | Inverse() | Select():
            shape = Shape(c)
            return shape.lambda_of(shape.value(node))
        case Checked() | Do() | Invoke() | Size() | AnyMove():
            return closure(c, node)


def test(c: "Compiler", node: Expr) -> Truth:
    """Compile a yes/no expression for truth only."""
    shape = Shape(c)
    return shape.lambda_of(shape.truth(node))


def closure(c: "Compiler", node: Checked | Do | Invoke | Size | AnyMove) -> Value:
    """Compile an expression that has no shape."""
    memory = c.memory
    match node:
        case Checked():
            return _checked(c, node)
        case Do(body, result):
            run = c.code(body)
            return lambda: (run(), memory[result])[1]
        case Invoke(function, args):
            return _invoke(c, function, args)
        case Size(zone, instance):
            return _size(c, zone, c.expression(instance))
        case AnyMove(site, you):
            return c.asking(site, c.expression(you))


def _checked(c: "Compiler", node: Checked) -> Value:
    value, low, high, none = c.expression(node.value), node.low, node.high, node.none
    fault = c.program.faults[node.fault]

    def checked() -> int:
        result = value()
        if not (low <= result <= high or result == none):
            fail(fault, result)
        return result

    return checked


def _size(c: "Compiler", zone: int, instance: Value) -> Value:
    size = c.zones.size
    return lambda: size(zone, instance())


def _invoke(c: "Compiler", function: int, args: tuple[Expr, ...]) -> Value:
    result = c.program.functions[function].result
    assert result is not None, "only a function with a result stands in an expression"
    memory, call = c.memory, invocation(c, function, args)
    return lambda: (call(), memory[result])[1]


def invocation(c: "Compiler", function: int, args: tuple[Expr, ...]) -> Value:
    """A closure that sets the parameters of a function, all at once, and runs it; yields the label it leaves by."""
    memory, params = c.memory, c.program.functions[function].params
    body = c.body(function)
    values = [c.expression(arg) for arg in args]
    match values:
        case []:
            return body
        case [only]:
            return _one(memory, params[0], only, body)
        case [first, second]:
            return _two(memory, params, first, second, body)
        case _:
            return _several(memory, params, values, body)


def _one(memory: list[int], param: int, value: Value, body: Value) -> Value:
    def call() -> int:
        memory[param] = value()
        return body()

    return call


def _two(memory: list[int], params: tuple[int, ...], first: Value, second: Value, body: Value) -> Value:
    one, two = params

    def call() -> int:
        memory[one], memory[two] = first(), second()
        return body()

    return call


def _several(memory: list[int], params: tuple[int, ...], values: list[Value], body: Value) -> Value:
    def call() -> int:
        found = [value() for value in values]
        for param, value in zip(params, found, strict=True):
            memory[param] = value
        return body()

    return call
