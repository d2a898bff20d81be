"""Intervals of 95 %, by themselves or all of several together, and which differences go beyond chance.

The formulas: the normal approximation for means and for paired differences; S. Holm, "A simple sequentially
rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979), 65-70; for intervals that hold together
O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961), 52-64, after Bonferroni's inequality.
"""

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import Final

from rulewright.analysis.simulate.sums import Column
from rulewright.shares import Estimate, Z

LEVEL: Final = 0.05


def wide(questions: int) -> float:
    """How many standard errors wide to each side intervals are, so that all of so many hold together."""
    return NormalDist().inv_cdf(1 - LEVEL / (2 * questions))


def mean(column: Column, z: float = Z) -> Estimate | None:
    """The mean of a column with the normal interval; two values at least."""
    if column.count < 2:
        return None
    value, half = column.sum / column.count, z * _error(column)
    return Estimate(value, value - half, value + half)


def deviation(column: Column) -> float | None:
    """The standard deviation of the values (with n - 1)."""
    return None if column.count < 2 else sqrt(_spread(column) / (column.count * (column.count - 1)))


def quantile(column: Column, share: float) -> int:
    """The least value that this share of the values does not exceed, as the histogram tells them apart; without values
    0."""
    seen = 0
    for value, number in sorted(column.histogram.items()):
        seen += number
        if seen >= share * column.count:
            return value
    return 0


def unlikely(column: Column) -> float:
    """How likely differences as large as these are, if there were none but by chance: the two-sided normal p-value."""
    if column.count < 2 or column.sum == 0:
        return 1.0
    error = _error(column)
    return erfc(abs(column.sum / column.count) / error / sqrt(2)) if error else 0.0


def beyond_chance(likely: Sequence[float]) -> list[bool]:
    """Holm's procedure: which p-values go beyond chance, if any of a set may do so wrongly in 5 % of cases."""
    found = [False] * len(likely)
    order = sorted(range(len(likely)), key=likely.__getitem__)
    for rank, at in enumerate(order):
        if likely[at] > LEVEL / (len(likely) - rank):
            break
        found[at] = True
    return found


def _error(column: Column) -> float:
    """The standard error of the mean."""
    return sqrt(_spread(column) / (column.count - 1)) / column.count


def _spread(column: Column) -> int:
    """The sum of the squared deviations from the mean, times n, exactly."""
    return column.count * column.squares - column.sum * column.sum
