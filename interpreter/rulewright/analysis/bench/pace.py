"""Rounds of play: how many games make a round of the wished length, and what many rounds say together.

In: something that plays so many games and says how long it took. Out: rounds, and medians with their extremes.
"""

import math
import statistics
from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

ROUNDS: Final = 9
MOST_GAMES: Final = 1 << 27


@frozen
class Played:
    """Whole random games. `decisions` is 0 where nobody counted them."""

    games: int
    decisions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """How many games a second."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """How many decisions a second."""
        return self.decisions / self.seconds


Play = Callable[[int, int], Played]
"""Plays round so-and-so, so many games."""


@frozen
class Spread:
    """Several measurements of one thing."""

    median: float
    lowest: float
    highest: float

    @staticmethod
    def of(values: Sequence[float]) -> "Spread":
        """The median and the extremes."""
        return Spread(statistics.median(values), min(values), max(values))


def paced(play: Play, seconds: float) -> int:
    """How many games take about so many seconds; at least one. Trying it out also warms up."""
    games = 1
    while True:
        played = play(0, games)
        if played.seconds >= seconds / 4 or games == MOST_GAMES:
            return min(MOST_GAMES, math.ceil(games * seconds / played.seconds))
        games = min(MOST_GAMES, games * 4)


Tell = Callable[[int, int], None]
"""Hears how many measurements are made, of how many."""


def nobody(done: int, of: int) -> None:
    """Tell nobody."""


def in_turn(plays: Sequence[Play], seconds: float, tell: Tell = nobody) -> list[list[Played]]:
    """Let all play in turn, round after round, each about so many seconds in all; the rounds of each."""
    games = [paced(play, seconds / ROUNDS) for play in plays]
    rounds: list[list[Played]] = [[] for _ in plays]
    for number in range(1, ROUNDS + 1):
        for play, count, done in zip(plays, games, rounds, strict=True):
            done.append(play(number, count))
        tell(number, ROUNDS)
    return rounds
