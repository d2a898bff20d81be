"""Sums over games: integers only, so that adding them is exact in any order.

In: batches. Out: `Sums`, which can be added, and written to JSON and read again. Law: the sums of two batches added are
the sums of all their games; `Sums.nothing` adds nothing.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import compress
from math import erfc, sqrt
from operator import add, sub
from typing import Any, Final

from attrs import asdict, astuple, evolve, field, frozen

from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch, Counts, Estimate, Z
from rulewright.machine.program.nodes import Program

Json = dict[str, Any]
EXACT: Final = 12


def bucket(value: int) -> int:
    """Where a histogram counts a value: by its 12 leading binary digits, so that no histogram grows without bound."""
    more = max(0, abs(value).bit_length() - EXACT)
    kept = abs(value) >> more << more
    return kept if value > 0 else -kept


@frozen
class Column:
    """What is kept of a column of integers. `low` and `high` are 0 where there is none."""

    count: int = 0
    sum: int = 0
    squares: int = 0
    low: int = 0
    high: int = 0
    histogram: Mapping[int, int] = field(factory=dict)

    @staticmethod
    def of(values: Iterable[int]) -> "Column":
        """The column of these values."""
        times, histogram = Counter(values), Counter[int]()
        for value, number in times.items():
            histogram[bucket(value)] += number
        total = sum(value * number for value, number in times.items())
        squares = sum(value * value * number for value, number in times.items())
        low, high = min(times, default=0), max(times, default=0)
        return Column(times.total(), total, squares, low, high, dict(histogram))

    def __add__(self, other: "Column") -> "Column":
        if not (self.count and other.count):
            return self if self.count else other
        low, high = min(self.low, other.low), max(self.high, other.high)
        count, total, squares = self.count + other.count, self.sum + other.sum, self.squares + other.squares
        return Column(count, total, squares, low, high, dict(Counter(self.histogram) + Counter(other.histogram)))

    @property
    def _error(self) -> float:
        """The standard error of the mean, of two values at least, from the exact sum of the squared deviations."""
        return sqrt((self.count * self.squares - self.sum * self.sum) / (self.count - 1)) / self.count

    def mean(self, z: float = Z) -> Estimate | None:
        """The mean with the normal interval; two values at least."""
        if self.count < 2:
            return None
        value, half = self.sum / self.count, z * self._error
        return Estimate(value, value - half, value + half)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the values (with n - 1)."""
        spread, freedom = self.count * self.squares - self.sum * self.sum, self.count * (self.count - 1)
        return sqrt(spread / freedom) if freedom else None

    def quantile(self, share: float) -> int:
        """The least value, as the histogram has it, that this share of the values does not exceed; without values 0."""
        seen = 0
        for value, number in sorted(self.histogram.items()):
            seen += number
            if seen >= share * self.count:
                return value
        return 0

    @property
    def p_value(self) -> float:
        """How likely differences as large as these are, if there were none but by chance: two-sided, normal."""
        if self.count < 2 or self.sum == 0:
            return 1.0
        return erfc(abs(self.sum / self.count) / self._error / sqrt(2)) if self._error else 0.0

    def as_json(self) -> Json:
        """The column as plain data."""
        return asdict(self) | {"histogram": sorted(self.histogram.items())}

    @staticmethod
    def from_json(found: Json) -> "Column":
        """The column of such data."""
        return Column(**found | {"histogram": dict(found["histogram"])})


@frozen
class Fault:
    """A rule that went wrong, or an invariant (`rule` is its title) that did not hold: the code, the rule with its
    line; in how many games, which is the first one, and the sentence that was told there."""

    code: str
    line: int
    rule: str
    games: int
    first: int
    message: str


@frozen
class Sums:
    """What is kept of games. `winners` has how often each set of winners (a bit mask of seats) won; `faults` each rule
    that went wrong or was too slow, also when an invariant was looked at, `broken` each invariant that did not hold,
    in the order of the rules. Length, scores, winners and counts are those of finished games, whatever the invariants
    say."""

    finished: int
    faulted: int
    too_long: int
    too_slow: int
    winners: Mapping[int, int]
    length: Column
    scores: tuple[Column, ...]
    counts: Counts
    faults: tuple[Fault, ...] = ()
    broken: tuple[Fault, ...] = ()

    @staticmethod
    def nothing(program: Program) -> "Sums":
        """The sums of no games."""
        return Sums(0, 0, 0, 0, {}, Column(), (Column(),) * program.players, Counts.zero(program))

    @property
    def games(self) -> int:
        """How many games."""
        return self.finished + self.faulted + self.too_long + self.too_slow

    def wins(self, seat: int) -> int:
        """How many games a seat has won, or shared."""
        return sum(number for mask, number in self.winners.items() if mask >> seat & 1)

    def __add__(self, other: "Sums") -> "Sums":
        counts = Counts(*[numbers[:] for numbers in self.counts.columns])
        counts.add(other.counts)
        plain = ("finished", "faulted", "too_long", "too_slow", "length")
        return Sums(
            **{name: getattr(self, name) + getattr(other, name) for name in plain},
            winners=dict(Counter(self.winners) + Counter(other.winners)),
            scores=tuple(map(add, self.scores, other.scores)),
            counts=counts,
            faults=together((*self.faults, *other.faults)),
            broken=together((*self.broken, *other.broken)),
        )

    def as_json(self) -> Json:
        """The sums as plain data: integers, and the words of faults."""
        return asdict(self, recurse=False) | {
            "winners": sorted(self.winners.items()),
            "length": self.length.as_json(),
            "scores": [column.as_json() for column in self.scores],
            "counts": [list(numbers) for numbers in self.counts.columns],
            **{name: [list(astuple(fault)) for fault in getattr(self, name)] for name in ("faults", "broken")},
        }

    @staticmethod
    def from_json(found: Json) -> "Sums":
        """The sums of such data."""
        parts: Json = {
            "winners": dict(found["winners"]),
            "length": Column.from_json(found["length"]),
            "scores": tuple(map(Column.from_json, found["scores"])),
            "counts": Counts(*(array("q", numbers) for numbers in found["counts"])),
            **{name: tuple(Fault(*fault) for fault in found.get(name, ())) for name in ("faults", "broken")},
        }
        return Sums(**found | parts)


def together(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Each rule that went wrong, or invariant that did not hold, once."""
    found: dict[tuple[int, str, str], Fault] = {}
    for fault in sorted(faults, key=lambda fault: fault.first):
        key = (fault.line, fault.code, fault.rule)
        known = found.get(key)
        found[key] = fault if known is None else evolve(known, games=known.games + fault.games)
    return tuple(found[key] for key in sorted(found))


def sums_of(batch: Batch, faults: Iterable[Fault] = (), broken: Iterable[Fault] = ()) -> Sums:
    """The sums of a batch; `faults` are those that it has, `broken` the invariants that do not hold, in words."""
    status, finished = Counter(batch.status), [each == FINISHED for each in batch.status]
    columns = (batch.decisions, batch.winners, *batch.scores)
    decisions, winners, *scores = (compress(column, finished) for column in columns)
    return Sums(
        status[FINISHED],
        status[FAULTED],
        status[TOO_LONG],
        status[TOO_SLOW],
        dict(Counter(winners)),
        Column.of(decisions),
        tuple(map(Column.of, scores)),
        batch.counts,
        together(faults),
        together(broken),
    )


Pairs = tuple[Column, ...]


def measures(seats: int) -> list[tuple[str, int | None]]:
    """What is compared: the measure, and whose it is."""
    return [("length", None), ("ties", None), *((name, seat) for name in ("wins", "score") for seat in range(seats))]


def pairs_of(first: Batch, second: Batch) -> Pairs:
    """The differences of two batches, measure by measure."""
    both = [one == other == FINISHED for one, other in zip(first.status, second.status, strict=True)]

    def values(batch: Batch) -> list[Iterable[int]]:
        ties = [winners & (winners - 1) != 0 for winners in batch.winners]
        wins = [[winners >> seat & 1 for winners in batch.winners] for seat in range(len(batch.scores))]
        return [batch.decisions, ties, *wins, *batch.scores]

    columns = zip(values(first), values(second), strict=True)
    return tuple(Column.of(compress(map(sub, after, before), both)) for before, after in columns)
