"""Which share of many tries came out so, with an interval of 95 %.

The formula: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927),
209-212.
"""

from math import sqrt
from typing import Final

from attrs import frozen

Z: Final = 1.959963984540054


@frozen
class Estimate:
    """A number with its interval; without enough games there is none."""

    value: float
    low: float
    high: float


def wilson(hits: float, tries: int, z: float = Z) -> Estimate | None:
    """The share of hits among independent tries, with Wilson's score interval, which is too wide where a try can be
    part of a hit."""
    if not tries:
        return None
    share, z2 = hits / tries, z * z / tries
    middle = (share + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * sqrt(share * (1 - share) / tries + z2 / (4 * tries))
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    return Estimate(share, low, 1.0 if hits == tries else min(1.0, middle + half))
