"""Small terms of the program's expressions that all modules share: yes and no, values kept in a cell, instances.

In: a scope and program expressions. Out: program expressions. Of the core it knows only that an expression has a value.
"""

from collections.abc import Callable

from attrs import frozen

from rulewright.language import core
from rulewright.machine.lower.builder import Scope, Spot, is_atom
from rulewright.machine.program import nodes as ir

YES, NO = ir.Const(1), ir.Const(0)

Body = Callable[[Spot], ir.Code]
Turn = Callable[[ir.Expr], ir.Expr]


@frozen
class Instance:
    """One instance of a field: code to run first, its number, and whether it is there (None: certainly)."""

    code: ir.Code
    index: ir.Expr
    there: ir.Expr | None


def kept(scope: Scope, reckoned: ir.Expr) -> tuple[ir.Code, ir.Expr]:
    """A reckoned value as something that may be read twice."""
    if is_atom(reckoned):
        return (), reckoned
    cell = scope.temp()
    return (ir.Set(cell, reckoned),), ir.Cell(cell)


def inverse(test: ir.Expr) -> ir.Expr:
    """Not."""
    match test:
        case ir.Inverse(inner):
            return inner
        case ir.Const(number):
            return ir.Const(1 - number)
        case _:
            return ir.Inverse(test)


def both(*tests: ir.Expr | None) -> ir.Expr:
    """And, from left to right; None is left out."""
    real = tuple(test for test in tests if test is not None and test != YES)
    if NO in real:
        real = real[: real.index(NO) + 1]
    if len(real) < 2:  # noqa: PLR2004 - nothing to join
        return real[0] if real else YES
    return ir.Both(real)


def either(*tests: ir.Expr) -> ir.Expr:
    """Or, from left to right."""
    real = tuple(test for test in tests if test != NO)
    if len(real) < 2:  # noqa: PLR2004 - nothing to join
        return real[0] if real else NO
    return ir.Either(real)


def atom(scope: Scope, expr: core.Expr) -> tuple[ir.Code, ir.Expr]:
    """The value as something that may be read twice, and the code that makes it."""
    return kept(scope, scope.value(expr))
