"""Sums over games: integers only, so that adding them is exact in any order.

In: batches. Out: `Sums`, which can be added, and written to JSON and read again. Law: the sums of two batches added are
the sums of all their games; `Sums.nothing` adds nothing.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress
from operator import sub
from typing import Any, Final

from attrs import asdict, astuple, evolve, field, frozen

from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch, Counts

EXACT: Final = 12


def bucket(value: int) -> int:
    """Where a histogram counts a value: itself up to 12 binary digits, beyond them the 12 leading digits, so that no
    histogram grows without bound."""
    more = abs(value).bit_length() - EXACT
    if more <= 0:
        return value
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
        times = Counter(values)
        if not times:
            return Column()
        histogram: Counter[int] = Counter()
        for value, number in times.items():
            histogram[bucket(value)] += number
        return Column(
            times.total(),
            sum(value * number for value, number in times.items()),
            sum(value * value * number for value, number in times.items()),
            min(times),
            max(times),
            dict(histogram),
        )

    def __add__(self, other: "Column") -> "Column":
        """The column of the values of both."""
        if not (self.count and other.count):
            return self if self.count else other
        return Column(
            self.count + other.count,
            self.sum + other.sum,
            self.squares + other.squares,
            min(self.low, other.low),
            max(self.high, other.high),
            _added(self.histogram, other.histogram),
        )


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
    def nothing(seats: int, sites: int, items: int) -> "Sums":
        """The sums of no games."""
        return Sums(0, 0, 0, 0, {}, Column(), (Column(),) * seats, Counts.none(sites, items))

    @property
    def games(self) -> int:
        """How many games."""
        return self.finished + self.faulted + self.too_long + self.too_slow

    def __add__(self, other: "Sums") -> "Sums":
        """The sums of the games of both."""
        counts = Counts(*[numbers[:] for numbers in self.counts.columns])
        counts.add(other.counts)
        return Sums(
            self.finished + other.finished,
            self.faulted + other.faulted,
            self.too_long + other.too_long,
            self.too_slow + other.too_slow,
            _added(self.winners, other.winners),
            self.length + other.length,
            tuple(mine + theirs for mine, theirs in zip(self.scores, other.scores, strict=True)),
            counts,
            together((*self.faults, *other.faults)),
            together((*self.broken, *other.broken)),
        )


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
    status = Counter(batch.status)
    finished = None if status[FINISHED] == len(batch) else [each == FINISHED for each in batch.status]

    def those(values: "array[int]") -> Iterable[int]:
        return values if finished is None else compress(values, finished)

    return Sums(
        status[FINISHED],
        status[FAULTED],
        status[TOO_LONG],
        status[TOO_SLOW],
        dict(Counter(those(batch.winners))),
        Column.of(those(batch.decisions)),
        tuple(Column.of(those(column)) for column in batch.scores),
        batch.counts,
        together(faults),
        together(broken),
    )


def _added(mine: Mapping[int, int], theirs: Mapping[int, int]) -> dict[int, int]:
    found = Counter(mine)
    found.update(theirs)
    return dict(found)


# ---- as JSON


Json = dict[str, Any]


def column_as_json(column: Column) -> Json:
    """A column as plain data."""
    return asdict(column) | {"histogram": sorted(column.histogram.items())}


def as_json(sums: Sums) -> Json:
    """Sums as plain data: integers, and the words of faults; `broken` only if there is something."""
    found = asdict(sums, recurse=False) | {
        "winners": sorted(sums.winners.items()),
        "length": column_as_json(sums.length),
        "scores": [column_as_json(column) for column in sums.scores],
        "counts": [list(numbers) for numbers in sums.counts.columns],
        "faults": [list(astuple(fault)) for fault in sums.faults],
        "broken": [list(astuple(fault)) for fault in sums.broken],
    }
    return found if sums.broken else {key: part for key, part in found.items() if key != "broken"}


def column_from_json(found: Json) -> Column:
    """The column of such data."""
    return Column(**found | {"histogram": dict(found["histogram"])})


def from_json(found: Json) -> Sums:
    """The sums of such data."""
    return Sums(
        found["finished"],
        found["faulted"],
        found["too_long"],
        found["too_slow"],
        dict(found["winners"]),
        column_from_json(found["length"]),
        tuple(map(column_from_json, found["scores"])),
        Counts(*(array("q", numbers) for numbers in found["counts"])),
        tuple(Fault(*fault) for fault in found["faults"]),
        tuple(Fault(*fault) for fault in found.get("broken", ())),
    )


# ---- two variants on the same chance


Pairs = tuple[Column, ...]


def measures(seats: int) -> list[tuple[str, int | None]]:
    """What is compared: the measure, and whose it is."""
    of_seats = [(name, seat) for name in ("wins", "score") for seat in range(seats)]
    return [("length", None), ("ties", None), *of_seats]


def no_pairs(seats: int) -> Pairs:
    """The sums of no games."""
    return (Column(),) * len(measures(seats))


def pairs_of(first: Batch, second: Batch) -> Pairs:
    """The differences of two batches, measure by measure."""
    both = [one == other == FINISHED for one, other in zip(first.status, second.status, strict=True)]
    columns = zip(_columns(first), _columns(second), strict=True)
    return tuple(Column.of(compress(map(sub, after, before), both)) for before, after in columns)


def added(mine: Pairs, theirs: Pairs) -> Pairs:
    """The differences of the games of both."""
    return tuple(one + other for one, other in zip(mine, theirs, strict=True))


def _columns(batch: Batch) -> Iterator[Iterable[int]]:
    yield batch.decisions
    yield [winners & (winners - 1) != 0 for winners in batch.winners]
    for seat in range(len(batch.scores)):
        yield [winners >> seat & 1 for winners in batch.winners]
    yield from batch.scores
