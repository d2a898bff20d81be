"""Small terms: what is folded is what it was, and nothing superfluous is written."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.lower.terms import NO, YES, add, at, both, either, inverse, plus, times
from rulewright.machine.program.nodes import At, Bin, Both, Cell, Const, Either, Expr, Inverse
from tests.machine.tiny import PROGRAM

NUMBERS = st.integers(-3, 3)
TERMS = st.one_of(
    NUMBERS.map(Const),
    st.integers(0, 3).map(Cell),
    st.builds(plus, st.integers(0, 3).map(Cell), NUMBERS),
)
FLAGS = st.one_of(st.sampled_from((YES, NO)), st.integers(4, 7).map(Cell))
CELLS = (2, -1, 0, 3, 0, 1, 0, 1)


def value(expr: Expr) -> int:
    compiler = Compiler(PROGRAM)
    compiler.memory[: len(CELLS)] = CELLS
    return int(compiler.expression(expr)())


@given(TERMS, TERMS, NUMBERS)
def test_sums_and_products(left: Expr, right: Expr, number: int) -> None:
    assert value(plus(left, number)) == value(left) + number
    assert value(times(left, number)) == value(left) * number
    assert value(add(left, right)) == value(left) + value(right)


@given(st.lists(FLAGS, max_size=4))
def test_all_and_one_of_several(flags: list[Expr]) -> None:
    assert value(both(*flags)) == all(value(flag) for flag in flags)
    assert value(either(*flags)) == any(value(flag) for flag in flags)
    assert all(value(inverse(flag)) == (not value(flag)) for flag in flags)


A, B, C = (Cell(number) for number in range(4, 7))


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (lambda: times(A, 1), A),
        (lambda: plus(A, 0), A),
        (lambda: plus(plus(A, 2), -2), A),
        (lambda: add(Const(2), A), Bin("+", A, Const(2))),
        (lambda: at(3, plus(A, 2)), At(5, A)),
        (lambda: at(3, Const(2)), Cell(5)),
        (lambda: both(A, None, YES), A),
        (lambda: both(A, NO, B), Both((A, NO))),
        (lambda: either(NO, A), A),
        (lambda: either(A, NO, B), Either((A, B))),
        (lambda: inverse(inverse(A)), A),
        (lambda: inverse(YES), NO),
        (lambda: inverse(A), Inverse(A)),
    ],
)
def test_nothing_superfluous_is_written(written: Callable[[], Expr], wanted: Expr) -> None:
    assert written() == wanted
