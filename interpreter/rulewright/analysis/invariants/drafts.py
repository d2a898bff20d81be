"""What drafts of invariants are made of: values of terms in positions that were seen, and numbers to compare with."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import frozen

from rulewright.analysis.invariants.observing import Observed, Seen
from rulewright.analysis.invariants.terms import Owner, Term

MIN_REACHED: Final = 0.03
"""In so large a share of the positions a bound is reached that is no accident."""
MIN_BY_CHANCE: Final = 0.01
"""If two terms had nothing to do with each other, an order or an exclusion of them would fail so often."""

Broken = Callable[[Seen], int]
"""The positions in which something does not hold, as a mask."""
Values = tuple[int, ...]


@frozen
class Draft:
    """What may be so, of each of the owners."""

    title: str
    condition: str
    about: frozenset[str]
    owners: tuple[Owner, ...]
    broken: Broken


# ---- values


def numbers_of(observed: Observed) -> list[int]:
    """Which of the terms are numbers."""
    return [number for number, each in enumerate(observed.terms) if not each.denied]


def conditions_of(observed: Observed) -> list[int]:
    """Which of them are conditions."""
    return [number for number, each in enumerate(observed.terms) if each.denied]


def rows(seen: Seen, *numbers: int, over: bool = False) -> Iterator[Iterator[Values]]:
    """Of each owner what terms come to together in each position, in those where games are `over`, too; one without
    owners is the same for all."""
    for at in range(max(len(seen.values[number]) for number in numbers)):
        columns = [seen.values[number] for number in numbers]
        chosen = [each[at] if len(each) > 1 else each[0] for each in columns]
        yield (row for place, row in enumerate(zip(*chosen, strict=True)) if over or not seen.over >> place & 1)


def values(seen: Seen, number: int) -> list[int]:
    """All values of a term before games are over."""
    return [value for each in rows(seen, number) for (value,) in each]


def of_all(seen: Seen, number: int, *, over: bool = False) -> Iterator[Values]:
    """What a term is for all owners, in each position."""
    every = enumerate(zip(*seen.values[number], strict=True))
    return (row for place, row in every if over or not seen.over >> place & 1)


def mask(bits: Iterator[bool]) -> int:
    """The places at which something is so."""
    return sum(1 << place for place, each in enumerate(bits) if each)


def failing(numbers: Sequence[int], fails: Callable[[Values, int], bool]) -> Broken:
    """Where it fails what terms come to together, of any owner, at so many players."""

    def broken(seen: Seen) -> int:
        found = 0
        for each in rows(seen, *numbers, over=True):
            found |= mask(fails(row, seen.players) for row in each)
        return found

    return broken


def together(one: Term, other: Term) -> bool:
    """Whether two terms can be asked of the same owners, and speak of different fields."""
    return (not one.owners or not other.owners or one.owners == other.owners) and not one.about & other.about


# ---- numbers to compare with


@frozen
class Bound:
    """A number that may go by the number of players: `factor` for each and `more`."""

    factor: int
    more: int

    def at(self, players: int) -> int:
        """The number."""
        return self.factor * players + self.more

    @property
    def text(self) -> str:
        """As it is written."""
        if not self.factor:
            return str(self.more)
        if self.factor < 0:
            return f"{self.more} - player-count"
        each = "player-count" if self.factor == 1 else f"{self.factor} * player-count"
        return each if not self.more else f"{each} {'+' if self.more > 0 else '-'} {abs(self.more)}"


ZERO: Final = Bound(0, 0)
FACTORS: Final = (0, 1, -1, 2, 3, 4)
ANY_MORE: Final = 3
"""Of so many numbers of players a bound may go by their number with anything added, else only with a little."""
LITTLE_MORE: Final = 4


def bound_of(observed: Observed, known: Sequence[int]) -> Bound | None:
    """What numbers, one for each setting, have in common."""
    players = [each.players for each in observed.play]
    counts = len({*players})
    for factor in FACTORS if counts > 1 else FACTORS[:1]:
        more = {value - factor * count for count, value in zip(players, known, strict=True)}
        if len(more) == 1 and (not factor or counts >= ANY_MORE or (factor > 0 and abs(*more) <= LITTLE_MORE)):
            return Bound(factor, more.pop())
    return None


def reached(observed: Observed, known: Sequence[Sequence[int]], bound: Bound) -> bool:
    """Whether play comes often to a bound, at each setting."""
    pairs = zip(known, observed.play, strict=True)
    return all(some.count(bound.at(each.players)) >= max(2, MIN_REACHED * len(some)) for some, each in pairs)


SIZE: Final = "'s size"


def equal(text: str, value: str) -> str:
    """That a number is this one."""
    zone = text.removesuffix(SIZE)
    return f"{zone} is empty" if value == "0" and zone != text else f"{text} is {value}"


def limit(text: str, bound: Bound, *, high: bool) -> str:
    """That a number is at most, or at least, so much."""
    if high and bound == ZERO:
        return equal(text, "0")
    return f"{text} is at {'most' if high else 'least'} {bound.text}"
