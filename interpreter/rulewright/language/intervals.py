"""Interval arithmetic, what one value can be, and core expressions folded where they are constant."""

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Final, Literal

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.types import BOOL, NONE_NUMBER, NumberT, Scalar, none_code, without_none

# ---- Interval arithmetic: what integers a calculation can yield

LIMIT: Final = 2**31 - 1


@frozen
class Range:
    """The integers `low..high`; nothing if high is below low."""

    low: int
    high: int

    @property
    def extent(self) -> int:
        """How many integers there are."""
        return self.high - self.low + 1

    @property
    def integers(self) -> range:
        """All of them."""
        return range(self.low, self.high + 1)

    def holds(self, other: "Range") -> bool:
        """Whether the other range lies inside this one."""
        return self.low <= other.low and other.high <= self.high


WORD: Final = Range(-LIMIT, LIMIT)


def combined(op: core.Operator, left: Range, right: Range) -> Range:
    """The range of a calculation; a divisor is never 0 here.

    >>> combined("-", Range(0, 5), Range(1, 2))
    Range(low=-2, high=4)
    >>> combined("/", Range(-7, 9), Range(2, 3))
    Range(low=-4, high=4)
    """
    if op == "mod":
        return Range(0, max(abs(right.low), abs(right.high), 1) - 1)
    others = [right.low, right.high]
    if op == "/":
        others = [d for d in (*others, -1, 1) if d != 0 and right.low <= d <= right.high] or [1]
    ends = [OPERATIONS[op](a, b) for a in (left.low, left.high) for b in others]
    return Range(min(ends), max(ends))


OPERATIONS: Final[Mapping[core.Operator, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": lambda left, right: left % abs(right),
    "min": min,
    "max": max,
}

# ---- Smart constructors of core expressions: what is constant at load vanishes, number ranges are inferred

YES: Final = core.Const(1, BOOL)
NO: Final = core.Const(0, BOOL)


def constant(expr: core.Expr) -> int | None:
    """The value of a constant expression, None if it is none."""
    return expr.value if isinstance(expr, core.Const) else None


def number(value: int) -> core.Const:
    """A constant number."""
    return core.Const(value, NumberT(value, value))


def junction(word: Literal["and", "or"], operands: list[core.Expr]) -> core.Expr:
    """`and` without what is certainly yes, no as soon as something is certainly no; `or` the other way round."""
    idle, decisive = (YES, NO) if word == "and" else (NO, YES)
    kept = [operand for operand in operands if constant(operand) != idle.value]
    if any(constant(operand) == decisive.value for operand in kept):
        return decisive
    return kept[0] if len(kept) == 1 else core.Junction(word, tuple(kept)) if kept else idle


def negation(operand: core.Expr) -> core.Expr:
    """`not`."""
    known = constant(operand)
    if known is not None:
        return NO if known else YES
    return operand.operand if isinstance(operand, core.Not) else core.Not(operand)


def comparison(op: core.Comparison, left: core.Expr, right: core.Expr) -> core.Expr:
    """A comparison; of two constants its result: none compares as no, but is the same as none."""
    if not (isinstance(left, core.Const) and isinstance(right, core.Const)):
        return core.Compare(op, left, right)
    first, second, nones = left.value, right.value, (is_nothing(left), is_nothing(right))
    holds = first > second if op == "more-than" else first >= second if op == "at-least" else first == second
    return YES if (op == "same" and all(nones) if any(nones) else holds) else NO


def is_nothing(value: core.Const) -> bool:
    """Whether a value is none."""
    return value.value == none_code(value.type)


def bounds(type_: Scalar) -> Range:
    """Lowest and highest number of a number type; yes/no count as 0 and 1."""
    inner = without_none(type_)
    return Range(inner.low, inner.high) if isinstance(inner, NumberT) else Range(0, 1)


def calculation(
    op: core.Operator, left: core.Expr, right: core.Expr, types: tuple[Scalar, Scalar], span: Span
) -> core.Expr:
    """Arithmetic with its inferred range; of two constants its result."""
    type_ = result_range(op, bounds(types[0]), bounds(types[1]))
    first, second = constant(left), constant(right)
    faulty = NONE_NUMBER in (first, second) or (op in "/mod" and second == 0)
    if first is None or second is None or faulty:
        return core.Calc(op, left, right, type_, span=span)
    return number(OPERATIONS[op](first, second))


def result_range(op: core.Operator, left: Range, right: Range) -> NumberT:
    """The type of a calculation, cut at 32 bits."""
    found = combined(op, left, right)
    return NumberT(max(found.low, -LIMIT), min(found.high, LIMIT))


def cases(pairs: list[tuple[core.Expr, core.Expr, Span]], otherwise: core.Expr, type_: Scalar) -> core.Expr:
    """The first case that holds, each with its place; cases that never hold vanish, one that always holds is the
    last."""
    kept: list[tuple[core.Expr, core.Expr]] = []
    places: list[Span] = []
    for condition, value, span in pairs:
        known = constant(condition)
        if known == 1:
            otherwise = value
            break
        if known is None:
            kept.append((condition, value))
            places.append(span)
    return core.Cases(tuple(kept), otherwise, type_, places=tuple(places)) if kept else otherwise


def is_none(of: core.Expr) -> core.Expr:
    """`of is none`, decided where it is constant."""
    if isinstance(of, core.Const):
        return YES if is_nothing(of) else NO
    return core.IsNone(of)


# ---- What one value can be, as far as it is known: a stretch of integers, and none

NEVER: Final = Range(0, -1)


@frozen
class May:
    """What a value can be: these integers, and none."""

    range: Range = NEVER
    none: bool = False

    @property
    def some(self) -> bool:
        """Whether it can be something."""
        return self.range.low <= self.range.high

    @property
    def nothing_known(self) -> bool:
        """Whether it is never reckoned at all."""
        return not (self.some or self.none)

    @property
    def alone(self) -> bool:
        """Whether it can be one thing and no other."""
        return not self.some if self.none else self.range.extent == 1

    def only(self, value: int) -> bool:
        """Whether it is certainly this."""
        return not self.none and self.range == Range(value, value)


def either(one: May, other: May) -> May:
    """What one of two values can be."""
    if not (one.some and other.some):
        return May(one.range if one.some else other.range, one.none or other.none)
    low, high = min(one.range.low, other.range.low), max(one.range.high, other.range.high)
    return May(Range(low, high), one.none or other.none)


def joined(all_of: Iterable[May]) -> May:
    """What one of several values can be."""
    return reduce(either, all_of, May())


def hull(values: Iterable[int], *, none: bool = False) -> May:
    """What a value can be that is one of these, or none."""
    found = [*values]
    return May(Range(min(found), max(found)) if found else NEVER, none)


def within(one: May, range_: Range) -> May:
    """The same, of these integers only."""
    low, high = max(one.range.low, range_.low), min(one.range.high, range_.high)
    return evolve(one, range=Range(low, high) if low <= high else NEVER)


def yes_no(*, yes: bool, no: bool) -> May:
    """What a condition can come to."""
    return May(Range(0 if no else 1, 1 if yes else 0))
