"""Interval arithmetic: what integers a calculation can yield."""

from typing import Final

from attrs import frozen

from rulewright.language import core

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
    ends = [evaluate(op, a, b) for a in (left.low, left.high) for b in others]
    return Range(min(ends), max(ends))


def evaluate(op: core.Operator, left: int, right: int) -> int:
    """The result of one operation on numbers."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right
        case "mod":
            return left % abs(right)
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
