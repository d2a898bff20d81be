"""Variants side by side: what differs from the first one, and whether by more than chance.

In: the sums of differences, game by game on the same chance. Out: `Difference`s with the mean of the paired differences
and its interval; `beyond` is Holm's verdict over everything that is compared at once.

The formulas: the normal approximation for means and for paired differences; S. Holm, "A simple sequentially
rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979), 65-70; for intervals that hold together
O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961), 52-64, after Bonferroni's inequality.
"""

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import Final

from attrs import asdict, frozen

from rulewright.analysis.simulate.sums import Column, Pairs, measures
from rulewright.shares import Estimate, Z

MIN_GAMES: Final = 30


@frozen
class Difference:
    """How much more of a measure the variant has than the first one. `pairs`: in how many games both came to an end;
    with too few there is no estimate."""

    variant: str
    measure: str
    seat: int | None
    pairs: int
    estimate: Estimate | None
    likely: float
    beyond: bool

    def as_json(self) -> dict[str, object]:
        """The numbers for another program."""
        return asdict(self)


def differences(variants: Sequence[str], pairs: Sequence[Pairs], seats: int, *, scores: bool) -> list[Difference]:
    """What differs from the first variant; `scores`: the games have scores beside their winners."""
    found = [
        (variant, measure, seat, column)
        for variant, columns in zip(variants[1:], pairs, strict=True)
        for (measure, seat), column in zip(measures(seats), columns, strict=True)
        if scores or measure != "score"
    ]
    likely = [unlikely(column) if column.count >= MIN_GAMES else 1.0 for *_, column in found]
    return [
        Difference(variant, measure, seat, column.count, _estimate(column), chance, beyond)
        for (variant, measure, seat, column), chance, beyond in zip(found, likely, beyond_chance(likely), strict=True)
    ]


def _estimate(column: Column) -> Estimate | None:
    return mean(column) if column.count >= MIN_GAMES else None


# ---- means, intervals, and what is beyond chance


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
