"""Variants side by side: what differs from the first one, and whether by more than chance.

In: the sums of differences, game by game on the same chance. Out: `Difference`s with the mean of the paired differences
and its interval; `beyond` is Holm's verdict over everything that is compared at once (see `intervals`).
"""

from collections.abc import Sequence
from typing import Final

from attrs import asdict, frozen

from rulewright.analysis.simulate.intervals import beyond_chance, mean, unlikely
from rulewright.analysis.simulate.sums import Column, Pairs, measures
from rulewright.shares import Estimate

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
