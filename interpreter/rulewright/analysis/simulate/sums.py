"""Sums over games: integers only, so that adding them is exact in any order.

In: batches. Out: `Sums`, which can be added, and written to JSON and read again. Law: the sums of two batches added are
the sums of all their games; `Sums.nothing` adds nothing.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import compress
from typing import Final

from attrs import asdict, astuple, evolve, field, frozen

from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch, Counts

EXACT: Final = 12
COUNTS: Final = 6


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


Json = dict[str, object]


class NotSums(Exception):  # noqa: N818 - it says what a text is not
    """A text that does not hold sums."""


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


def column_from_json(found: object) -> Column:
    """The column of plain data; NotSums if it is none."""
    if not isinstance(found, dict):
        raise NotSums
    numbers = {key: whole(found.get(key)) for key in ("count", "sum", "squares", "low", "high")}
    return Column(**numbers, histogram=_read_pairs(found.get("histogram")))


def from_json(found: object) -> Sums:
    """The sums of plain data; NotSums if it holds none."""
    if not isinstance(found, dict):
        raise NotSums
    counts = [array("q", map(whole, many(numbers))) for numbers in many(found.get("counts"))]
    if len(counts) != COUNTS:
        raise NotSums
    return Sums(
        whole(found.get("finished")),
        whole(found.get("faulted")),
        whole(found.get("too_long")),
        whole(found.get("too_slow")),
        _read_pairs(found.get("winners")),
        column_from_json(found.get("length")),
        tuple(column_from_json(column) for column in many(found.get("scores"))),
        Counts(*counts),
        tuple(_fault(fault) for fault in many(found.get("faults"))),
        tuple(_fault(fault) for fault in many(found.get("broken", []))),
    )


def _fault(found: object) -> Fault:
    match found:
        case [str(code), int(line), str(rule), int(games), int(first), str(message)]:
            return Fault(code, line, rule, games, first, message)
        case _:
            raise NotSums


def _read_pairs(found: object) -> dict[int, int]:
    return dict(map(_pair, many(found)))


def _pair(found: object) -> tuple[int, int]:
    match found:
        case [int(value), int(number)]:
            return value, number
        case _:
            raise NotSums


def many(found: object) -> list[object]:
    """A list; NotSums if it is none."""
    if not isinstance(found, list):
        raise NotSums
    return found


def whole(found: object) -> int:
    """A whole number; NotSums if it is none."""
    if not isinstance(found, int) or isinstance(found, bool):
        raise NotSums
    return found
