"""Closures for expressions made of cells, tables, constants and operators, one Python function for each shape.

A shape is the text of an expression with a placeholder for every number, table or closure in it, such as
`m[p0] + p1` or `p0[m[p1 + m[p2]]]`. Few shapes occur again and again, so each is compiled once in a process, and an
expression is its shape's maker called with its own operands. The text is put together from the fragments below and
nothing else: nothing that comes from rules ever gets into it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.machine.program import (
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
    Operator,
    Select,
    TableAt,
)

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler

LONGEST = 160
OPERATORS: dict[Operator, str] = {
    "+": "({} + {})",
    "-": "({} - {})",
    "*": "({} * {})",
    "/": "({} // {})",
    "mod": "({} % abs({}))",
    "min": "min({}, {})",
    "max": "max({}, {})",
    "bitand": "({} & {})",
    "bitor": "({} | {})",
    "shl": "({} << {})",
}
COMPARISONS: tuple[Operator, ...] = ("==", "!=", "<", "<=", ">", ">=")
ANSWER = "(1 if {} else 0)"


class Shape:
    """Puts the text of an expression together and collects its operands."""

    def __init__(self, compiler: "Compiler") -> None:
        """Begin without operands."""
        self.c = compiler
        self.operands: list[Any] = []

    def operand(self, value: object) -> str:
        """The placeholder of a number, table or closure."""
        self.operands.append(value)
        return f"p{len(self.operands) - 1}"

    def value(self, node: Expr) -> str:
        """The text of an expression that yields an integer; of what has no shape, a call of its closure."""
        match node:
            case Const(value):
                return self.operand(value)
            case Cell(index):
                return f"m[{self.operand(index)}]"
            case At(base, index):
                return f"m[{self.sum(base, index)}]"
            case TableAt(table, index):
                return f"{self.operand(self.c.program.tables[table])}[{self.part(index)}]"
            case Bin(op, left, right) if op in OPERATORS:
                return OPERATORS[op].format(self.part(left), self.part(right))
            case Bin() | Both() | Either() | Inverse():
                return ANSWER.format(self.truth(node))
            case Select(test, then, otherwise):
                parts = self.part(then), self.truth(test), self.part(otherwise)
                return "({} if {} else {})".format(*parts)
            case Checked() | Do() | Invoke() | AnyMove():
                return f"{self.operand(self.c.closure(node))}()"

    def truth(self, node: Expr) -> str:
        """The text of a yes/no expression whose result is only asked for truth."""
        match node:
            case Bin(op, left, right) if op in COMPARISONS:
                return f"({self.part(left)} {op} {self.part(right)})"
            case Both(operands) if operands:
                return f"({' and '.join(self.asked(part) for part in operands)})"
            case Either(operands) if operands:
                return f"({' or '.join(self.asked(part) for part in operands)})"
            case Inverse(operand):
                return f"(not {self.asked(operand)})"
            case Both():
                return "True"
            case Either():
                return "False"
            case _:
                return self.value(node)

    def sum(self, base: int, index: Expr) -> str:
        """The text of a cell's number; a constant inside the index joins the base."""
        match index:
            case Const(offset):
                return self.operand(base + offset)
            case Bin("+", inner, Const(offset)):
                return self.sum(base + offset, inner)
            case Bin("-", inner, Const(offset)):
                return self.sum(base - offset, inner)
            case _ if base == 0:
                return self.part(index)
            case _:
                return f"{self.operand(base)} + {self.part(index)}"

    def part(self, node: Expr) -> str:
        """The text of a part; a long one becomes a closure of its own."""
        return self._short(node, Shape.value, self.c.expression)

    def asked(self, node: Expr) -> str:
        """The same for truth only."""
        return self._short(node, Shape.truth, self.c.test)

    def _short(self, node: Expr, form: Callable[["Shape", Expr], str], own: Callable[[Expr], Any]) -> str:
        inner = Shape(self.c)
        inner.operands = list(self.operands)
        text = form(inner, node)
        if len(text) <= LONGEST:
            self.operands = inner.operands
            return text
        return f"{self.operand(own(node))}()"

    def lambda_of(self, text: str) -> Callable[[], Any]:
        """The closure that yields the value of a text."""
        return maker("lambda: " + text, len(self.operands))(self.c.memory, *self.operands)  # type: ignore[no-any-return]

    def setting(self, cell: str, text: str) -> Callable[[], int]:
        """The closure that sets a cell to the value of a text, and yields 0."""
        return setter(cell, text, len(self.operands))(self.c.memory, *self.operands)  # type: ignore[no-any-return]


@lru_cache(maxsize=4096)
def maker(text: str, operands: int) -> Any:  # noqa: ANN401 - a function of the operands
    """The function from memory and operands to a closure of this shape."""
    return eval(f"lambda {_params(operands)}: {text}")  # noqa: S307 - only the fragments above


@lru_cache(maxsize=4096)
def setter(cell: str, text: str, operands: int) -> Any:  # noqa: ANN401 - as `maker`
    """The same for a closure that sets a cell."""
    lines = (f"def make({_params(operands)}):", " def run():", f"  m[{cell}] = {text}", "  return 0", " return run")
    found: dict[str, Any] = {}
    exec("\n".join(lines), found)  # noqa: S102 - only the fragments above
    return found["make"]


def _params(operands: int) -> str:
    return ", ".join(["m", *(f"p{number}" for number in range(operands))])
