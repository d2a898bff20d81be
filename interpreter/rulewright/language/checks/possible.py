"""What one value can be, as far as it is known: a stretch of integers, and none."""

from collections.abc import Iterable
from functools import reduce
from typing import Final

from attrs import evolve, frozen

from rulewright.language.intervals import Range

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
