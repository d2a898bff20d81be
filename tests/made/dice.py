"""Draws that are the same on every machine and in every version of Python: they use nothing but `random()`."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """What decides how a text goes on."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def below(self, number: int) -> int:
        """0 … number-1."""
        return int(self.rng.random() * number)

    def between(self, low: int, high: int) -> int:
        """A number, both ends included."""
        return low + self.below(high - low + 1)

    def happens(self, chance: float) -> bool:
        """Whether something of this chance happens."""
        return self.rng.random() < chance

    def of(self, items: Sequence[T]) -> T:
        """One of several."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """So many of them, in their order."""
        left = list(range(len(items)))
        while len(left) > max(number, 0):
            left.pop(self.below(len(left)))
        return [items[place] for place in left]

    def weighted(self, weights: Sequence[int]) -> int:
        """The place of one of several, the heavier the likelier."""
        rest = self.below(sum(weights))
        for place, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return place
        return len(weights) - 1
