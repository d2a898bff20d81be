"""Levels against each other: who plays whom, in which seats, and what part of the games each wins.

In: a setup and pairs of levels. Out: the setups of all seatings, in which one seat has the first level and the others
the second, seat by seat; and from their sums a `Standing` for each pair. A game is one point: those who win share it,
all do where nobody wins.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.simulate.sums import Sums
from rulewright.analysis.simulate.tasks import Setup
from rulewright.levels import RANDOM, SEARCH
from rulewright.shares import Estimate, wilson

LEAST: Final = 25
"""No rung of a ladder tries out fewer games; below it stands random play."""


@frozen
class Match:
    """A level against another one."""

    level: str
    against: str


@frozen
class Standing:
    """What the first level of a match has won against the other, of so many games; `fair`: what it would have won if
    both were as strong."""

    level: str
    against: str
    games: int
    share: Estimate | None
    fair: float

    @property
    def better(self) -> bool:
        """Whether the first level is better beyond chance."""
        return self.share is not None and self.share.low > self.fair


def ladder(top: int) -> tuple[Match, ...]:
    """Each level against half its budget, from the top down, the last against random play."""
    budgets = [top]
    while budgets[-1] // 2 >= LEAST:
        budgets.append(budgets[-1] // 2)
    names = [*(f"{SEARCH}{budget}" for budget in budgets), RANDOM.name]
    return tuple(Match(*pair) for pair in pairwise(names))


def league(levels: Sequence[str]) -> tuple[Match, ...]:
    """Each against each other."""
    return tuple(Match(*pair) for pair in combinations(levels, 2))


def setups(setup: Setup, matches: Sequence[Match]) -> Iterator[Setup]:
    """All seatings of all matches."""
    for match in matches:
        for seat in range(setup.players):
            levels = [match.against] * setup.players
            levels[seat] = match.level
            variant = f"{match.level} at seat {seat} against {match.against}"
            yield evolve(setup, variant=variant, levels=tuple(levels))


def standings(matches: Sequence[Match], players: int, sums: Sequence[Sums]) -> tuple[Standing, ...]:
    """How the matches went, from the sums of their seatings."""
    return tuple(_standing(match, players, sums[at * players : (at + 1) * players]) for at, match in enumerate(matches))


def _standing(match: Match, players: int, sums: Sequence[Sums]) -> Standing:
    games = sum(each.finished for each in sums)
    points = sum(
        number * _point(winners, seat, players)
        for seat, each in enumerate(sums)
        for winners, number in each.winners.items()
    )
    return Standing(match.level, match.against, games, wilson(points, games), 1 / players)


def _point(winners: int, seat: int, players: int) -> float:
    """What part of a game a seat has won."""
    return (winners >> seat & 1) / winners.bit_count() if winners else 1 / players
