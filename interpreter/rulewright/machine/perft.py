"""Perft: how many ways there are to make so many decisions. Chance is enumerated; each outcome is a way.

With merging, equal vectors are counted once with how often they were reached; the numbers are the same without.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.machine.chance import MOST_OUTCOMES, enumerate_outcomes
from rulewright.machine.interpret import Deciding, Machine, Waiting
from rulewright.machine.outcomes import answer

if TYPE_CHECKING:
    from rulewright.machine.game import Rules

Vector = tuple[int, ...]


@frozen
class Depth:
    """After `decisions` decisions: `paths` ways to get there, `ended` of them over, `positions` different vectors (as
    many as paths without merging). `complete` is False if some chance event was only sampled."""

    decisions: int
    paths: int
    ended: int
    positions: int
    complete: bool


class _Walk:
    def __init__(self, rules: "Rules", most_outcomes: int) -> None:
        self.rules = rules
        self.machine: Machine = rules.machine
        self.most = most_outcomes
        self.complete = True

    def settled(self) -> Iterator[Vector]:
        """The vectors at the next decisions or ends from where the machine stands, one for each way of chance."""
        ways: list[Iterator[None]] = []
        while True:
            if isinstance(self.machine.stop, Waiting):
                self.machine.count_chance(len(ways) + 1)
                ways.append(self._ways())
            else:
                yield self.machine.vector
            while ways and next(ways[-1], self) is self:
                ways.pop()
            if not ways:
                return

    def _ways(self) -> Iterator[None]:
        """Stop behind each outcome of the chance event at which the machine stands."""
        here = self.machine.vector
        event = self.rules.naming.event(0)
        found = enumerate_outcomes(event, most=self.most)
        self.complete = self.complete and found.complete
        for outcome, _ in found.outcomes:
            self.machine.load(here)
            answer(self.rules, self.machine, event, outcome, None)
            yield

    def after(self, vector: Vector) -> Iterator[Vector]:
        """The vectors one decision later."""
        stop = self.machine.load(vector)
        if isinstance(stop, Deciding):
            for seat in stop.seats:
                self.machine.load(vector)
                for choice in list(self.machine.moves(seat)):
                    self.machine.load(vector)
                    self.machine.choose(seat, choice)
                    yield from self.settled()


def perft(
    rules: "Rules", depth: int, *, merge: bool = True, most_outcomes: int = MOST_OUTCOMES, start: Vector | None = None
) -> tuple[Depth, ...]:
    """The counts for 0 to `depth` decisions, from the beginning of the game or a state."""
    rules.loaded = None
    walk = _Walk(rules, most_outcomes)
    if start is None:
        walk.machine.start()
    else:
        walk.machine.load(start)
    level = _level(((vector, 1) for vector in walk.settled()), merge=merge)
    depths = [_depth(walk, 0, level)]
    for decisions in range(1, depth + 1):
        level = _level(((later, ways) for vector, ways in level for later in walk.after(vector)), merge=merge)
        depths.append(_depth(walk, decisions, level))
    rules.loaded = None
    return tuple(depths)


Level = list[tuple[Vector, int]]


def _level(reached: Iterable[tuple[Vector, int]], *, merge: bool) -> Level:
    if not merge:
        return list(reached)
    found: Counter[Vector] = Counter()
    for vector, ways in reached:
        found[vector] += ways
    return list(found.items())


def _depth(walk: _Walk, decisions: int, level: Level) -> Depth:
    ended = sum(ways for vector, ways in level if not isinstance(walk.machine.load(vector), Deciding))
    return Depth(decisions, sum(ways for _, ways in level), ended, len(level), walk.complete)
