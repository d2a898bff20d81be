"""What the type of an expression proves: that it is something, that it fits."""

from rulewright.language import core
from rulewright.language.types import NumberT, OptionalT, Scalar, without_none

WORD = 2**31 - 1


def type_here(expr: core.Expr) -> Scalar:
    """The type of an expression, as far as it bears one; of what counts, how far it can count."""
    return getattr(expr, "type", NumberT(0, 2**16 - 1))


def may_be_none(expr: core.Expr) -> bool:
    """Whether an expression can be none."""
    return isinstance(type_here(expr), OptionalT)


def fits_word(type_: Scalar) -> bool:
    """Whether every number of the type has 32 bits."""
    inner = without_none(type_)
    return not isinstance(inner, NumberT) or (inner.low >= -WORD and inner.high <= WORD)


def may_be(type_: Scalar, number: int) -> bool:
    """Whether a value of the type can be this number."""
    inner = without_none(type_)
    return not isinstance(inner, NumberT) or inner.low <= number <= inner.high


def within(inner: Scalar, outer: Scalar) -> bool:
    """Whether every value of a type is one of another."""
    small, large = without_none(inner), without_none(outer)
    if isinstance(small, NumberT) and isinstance(large, NumberT):
        return large.low <= small.low and small.high <= large.high
    return True
