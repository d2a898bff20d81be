"""What integers an expression of the core can yield: types of expressions, ranges, and how none is written.

In: core expressions. Out: types and ranges. A range is an interval of plain values; the code of none lies outside it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from rulewright.language import core
from rulewright.language.intervals import Range, combined
from rulewright.language.types import BOOL, BoolT, KindT, Named, NumberT, OptionalT, Scalar, none_code, without_none

MAX_COUNT: Final = 9999
"""What a count can reach, and how many pieces without an end can lie in a zone."""


class Declared(Protocol):
    """What types are declared by: a finished core, or the world in which one is made."""

    @property
    def values(self) -> Mapping[str, Sequence[str]]:
        """The values of each named type."""

    @property
    def components(self) -> Sequence[core.Component]:
        """All components."""


def type_of(expr: core.Expr) -> Scalar:
    """The type of an expression, as the elaborator inferred it."""
    if isinstance(expr, core.Condition):
        return BOOL
    match expr:
        case core.Size():
            return NumberT(0, 2**16 - 1)
        case core.Sum(counts):
            return NumberT(0, MAX_COUNT * counts.width)
        case _:
            return expr.type


def may_be_none(expr: core.Expr) -> bool:
    """Whether an expression can be none, by its type."""
    return isinstance(type_of(expr), OptionalT)


def none_of(expr: core.Expr) -> int:
    """The integer that stands for none in this expression."""
    return none_code(type_of(expr))


def extent(made: Declared, type_: Scalar) -> int:
    """How many values a type has, none not counted."""
    return range_of(made, type_).extent


def range_of(made: Declared, type_: Scalar) -> Range:
    """The integers of a type, none not counted."""
    match without_none(type_):
        case NumberT(low, high):
            return Range(low, high)
        case BoolT():
            return Range(0, 1)
        case named:
            return Range(0, len(names_of(made, named)) - 1)


def names_of(made: Declared, type_: Named | NumberT) -> Sequence[str]:
    """The names of the values of a type, or of its kinds."""
    if isinstance(type_, NumberT):
        return [str(number) for number in range_of(made, type_).integers]
    return made.components[sort_of(made, type_)].kinds if isinstance(type_, KindT) else made.values[type_.name]


def sort_of(made: Declared, type_: KindT) -> int:
    """The component of a type of kinds."""
    return next(at for at, each in enumerate(made.components) if each.name == type_.component)


def component_of(made: Declared, type_: Scalar) -> int | None:
    """The component whose kinds are the values of a type; None of all other types."""
    inner = without_none(type_)
    return sort_of(made, inner) if isinstance(inner, KindT) else None


def kind_of(made: Declared, expr: core.Expr) -> int:
    """The component of a piece or kind."""
    found = component_of(made, type_of(expr))
    assert found is not None, expr
    return found


Length = Callable[[core.Seq], int]
"""The most elements that a sequence can have."""


def value_range(made: Declared, expr: core.Expr, length: Length | None = None) -> Range:
    """The integers an expression can yield, none not counted; constants and sums are looked into, and sizes where the
    length of sequences is known."""
    match expr:
        case core.Const(value, type_):
            return Range(value, value) if value != none_code(type_) else range_of(made, type_)
        case core.Calc():
            return narrowed(calculated(made, expr, length), range_of(made, expr.type))
        case core.Size(seq) if length is not None:
            return Range(0, length(seq))
        case _:
            return range_of(made, type_of(expr))


def narrowed(first: Range, second: Range) -> Range:
    """What both ranges allow; the second alone if that is nothing."""
    both = Range(max(first.low, second.low), min(first.high, second.high))
    return both if both.low <= both.high else second


def calculated(made: Declared, expr: core.Calc, length: Length | None = None) -> Range:
    """The range of a calculation from the ranges of its operands."""
    return combined(expr.op, value_range(made, expr.left, length), value_range(made, expr.right, length))
