"""Closures for reckoning with cells, tables and constants, one Python function for each shape.

A shape is the text of an expression, or of a short run of statements, with a placeholder for every number, table or
closure in it, such as `m[p0] + p1` or `p0[m[p1 + m[p2]]]`. Few shapes occur again and again, so each is compiled once
in a process, and an expression is its shape's maker called with its own operands. The text is put together from the
fragments below and nothing else: nothing that comes from rules ever gets into it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.machine.program.nodes import (
    AnyMove,
    At,
    Bin,
    Both,
    Cell,
    Checked,
    Code,
    Const,
    Do,
    Either,
    Expr,
    If,
    Inverse,
    Invoke,
    Leave,
    Operator,
    Select,
    Set,
    SetAt,
    Size,
    Statement,
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
            case Checked() | Do() | Invoke() | Size() | AnyMove():
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

    # ---- statements

    def lines(self, node: Statement) -> list[str]:
        """The lines of a statement that go on or return the label that is left; most are a call of its closure."""
        match node:
            case Set(cell, value):
                return [f"m[{self.operand(cell)}] = {self.value(value)}"]
            case SetAt(base, index, value):
                return [f"m[{self.sum(base, index)}] = {self.value(value)}"]
            case Leave(label):
                return [f"return {self.operand(label)}"]
            case If(test, then, otherwise):
                otherwise_lines = ["else:", *self._branch(otherwise)] if otherwise else []
                return [f"if {self.truth(test)}:", *self._branch(then), *otherwise_lines]
            case _:
                return self.call(self.c.statement(node))

    def _branch(self, code: Code) -> list[str]:
        lines = self.lines(code[0]) if len(code) == 1 else self.call(self.c.code(code))
        return [" " + line for line in lines]

    def call(self, closure: object) -> list[str]:
        """The lines that call a closure, and return the label if it leaves."""
        return [f"label = {self.operand(closure)}()", "if label: return label"]

    def run_of(self, lines: list[str]) -> Callable[[], int]:
        """The closure that goes through lines and yields 0, or the label that is left."""
        text = "\n".join(f"  {line}" for line in lines)
        return runner(text, len(self.operands))(self.c.memory, *self.operands)  # type: ignore[no-any-return]


@lru_cache(maxsize=4096)
def maker(text: str, operands: int) -> Any:  # noqa: ANN401 - a function of the operands
    """The function from memory and operands to a closure of this shape."""
    return eval(f"lambda {_params(operands)}: {text}")  # noqa: S307 - only the fragments above


@lru_cache(maxsize=4096)
def runner(text: str, operands: int) -> Any:  # noqa: ANN401 - as `maker`
    """The same for a closure that goes through lines."""
    found: dict[str, Any] = {}
    exec(f"def make({_params(operands)}):\n def run():\n{text}\n  return 0\n return run", found)  # noqa: S102 - as above
    return found["make"]


def _params(operands: int) -> str:
    return ", ".join(["m", *(f"p{number}" for number in range(operands))])
