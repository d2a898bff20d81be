"""Small terms of the program that all modules share: sums, yes and no, cells reached by an index; constants are folded.

Nothing here knows the core.
"""

from rulewright.machine.program import nodes as ir


def plus(left: ir.Expr, right: int) -> ir.Expr:
    """A sum with a constant."""
    match left:
        case ir.Const(value):
            return ir.Const(value + right)
        case ir.Bin("+", inner, ir.Const(value)):
            return plus(inner, value + right)
        case _:
            return left if right == 0 else ir.Bin("+", left, ir.Const(right))


def times(left: ir.Expr, right: int) -> ir.Expr:
    """A product with a constant."""
    if isinstance(left, ir.Const):
        return ir.Const(left.value * right)
    return left if right == 1 else ir.Bin("*", left, ir.Const(right))


def add(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A sum."""
    if isinstance(right, ir.Const):
        return plus(left, right.value)
    return plus(right, left.value) if isinstance(left, ir.Const) else ir.Bin("+", left, right)


def equal(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Whether two values are the same."""
    return ir.Bin("==", left, right)


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
    real = tuple(test for test in tests if test is not None and test != ir.YES)
    if ir.NO in real:
        real = real[: real.index(ir.NO) + 1]
    if len(real) < 2:
        return real[0] if real else ir.YES
    return ir.Both(real)


def either(*tests: ir.Expr) -> ir.Expr:
    """Or, from left to right."""
    real = tuple(test for test in tests if test != ir.NO)
    if len(real) < 2:
        return real[0] if real else ir.NO
    return ir.Either(real)


def at(base: int, index: ir.Expr) -> ir.Expr:
    """The content of cell `base + index`."""
    match index:
        case ir.Bin("+", inner, ir.Const(value)):
            return at(base + value, inner)
        case _:
            return item(base, index)


def item(base: int, index: ir.Expr) -> ir.Expr:
    """As `at`, of an array whose index may begin elsewhere than at 0: the base lies in the array."""
    return ir.Cell(base + index.value) if isinstance(index, ir.Const) else ir.At(base, index)


def set_at(base: int, index: ir.Expr, value: ir.Expr) -> ir.Statement:
    """Cell `base + index` becomes `value`."""
    match index:
        case ir.Bin("+", inner, ir.Const(number)):
            return set_at(base + number, inner, value)
        case _:
            return set_item(base, index, value)


def set_item(base: int, index: ir.Expr, value: ir.Expr) -> ir.Statement:
    """As `set_at`, of such an array."""
    return ir.Set(base + index.value, value) if isinstance(index, ir.Const) else ir.SetAt(base, index, value)
