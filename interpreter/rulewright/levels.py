"""How strong opponents are: one row each, from the weakest to the strongest, or how much they think."""

from collections.abc import Mapping
from typing import Final

from attrs import frozen

PERCENT: Final = 100
SEARCH: Final = "search:"
MAX_ITERATIONS: Final = 10_000_000


@frozen
class Level:
    """How an opponent plays: how many games it tries out for a move, and how often of a hundred it does not think. At a
    table it thinks so many `seconds` at most; who is `timed` thinks so long there, however many games that gives.
    `solves`: it makes none but moves that are proven to be best."""

    name: str
    iterations: int = 0
    careless: int = 0
    seconds: float | None = None
    timed: bool = False
    solves: bool = False


LEVELS: Final = (
    Level("random", careless=PERCENT),
    Level("beginner", 200, careless=30, seconds=1.0),
    Level("middle", 1_500, careless=5, seconds=1.0, timed=True),
    Level("strong", 12_000, seconds=4.0, timed=True),
    Level("strongest", 150_000, seconds=10.0, timed=True),
)
PERFECT: Final = Level("perfect", 10_000, solves=True)
BY_NAME: Final = {level.name: level for level in (*LEVELS, PERFECT)}
RANDOM: Final = BY_NAME["random"]
USUAL: Final = BY_NAME["middle"]
"""How strong an opponent at a table is whom nobody chose."""
RANDOMLY: Final[Mapping[int, Level]] = {}
"""Of no seat a level: all play at random."""
WORDS: Final = f"{', '.join(BY_NAME)}, or {SEARCH}N for N games tried out a move"


def level_of(text: str) -> Level | None:
    """The level that is called so.

    >>> level_of("search:2000").iterations, level_of("clever")
    (2000, None)
    """
    number = text.removeprefix(SEARCH)
    if number != text and number.isdecimal() and len(number) < 9 and 0 < int(number) <= MAX_ITERATIONS:
        return Level(f"{SEARCH}{int(number)}", int(number))
    return BY_NAME.get(text)
