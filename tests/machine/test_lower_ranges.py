"""What values an expression can have: all that it does have, and of sums, products and the like no more."""

from hypothesis import given, strategies as st

from rulewright.language import core
from rulewright.language.facts.ranges import narrowed
from rulewright.language.intervals import Range, combined

SMALL = st.integers(-6, 6)
RANGES = st.tuples(SMALL, SMALL).map(lambda ends: Range(min(ends), max(ends)))
EXACT = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": min,
    "max": max,
}
ROUGH = {"/": lambda a, b: a // b, "mod": lambda a, b: a - abs(b) * (a // abs(b))}


def values(span: Range) -> range:
    """All integers of a range."""
    return range(span.low, span.high + 1)


@given(st.sampled_from(sorted(EXACT)), RANGES, RANGES)
def test_the_ends_are_those_of_what_comes_out(op: core.Operator, left: Range, right: Range) -> None:
    found = [EXACT[op](a, b) for a in values(left) for b in values(right)]
    assert combined(op, left, right) == Range(min(found), max(found))


@given(st.sampled_from(sorted(ROUGH)), RANGES, RANGES)
def test_what_is_divided_stays_inside_and_keeps_its_sign(op: core.Operator, left: Range, right: Range) -> None:
    found = [ROUGH[op](a, b) for a in values(left) for b in values(right) if b]
    there = combined(op, left, right)
    assert all(there.low <= each <= there.high for each in found)
    assert there.low >= 0 or min(left.low, right.low) < 0
    assert there.high <= max(map(abs, (*values(left), *values(right))))


@given(RANGES, RANGES)
def test_what_two_ranges_allow(one: Range, other: Range) -> None:
    both = sorted({*values(one)} & {*values(other)})
    assert [*values(narrowed(one, other))] == (both or [*values(other)])


@given(RANGES, RANGES)
def test_a_range_holds_another_with_all_that_is_in_it(one: Range, other: Range) -> None:
    assert one.holds(other) == ({*values(other)} <= {*values(one)})
    assert one.extent == len(values(one))
