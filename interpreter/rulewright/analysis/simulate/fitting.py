"""Whether sums can be those of any games: what a checkpoint says may come from anybody.

In: sums as they were read. Out: yes or no. Law: the sums of every simulation fit; of sums that fit every summary can be
made, and nothing in them contradicts anything else that must follow from it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.analysis.simulate.pairs import Pairs, measures
from rulewright.analysis.simulate.sums import EXACT, Column, Fault, Sums, bucket, together
from rulewright.machine.program.bounds import LATE

WORD: Final = 1 << 31


def sums_fit(sums: Sums, most: int, *, invariants: bool) -> bool:
    """Whether these are the sums of games of up to so many decisions."""
    columns = (sums.length, *sums.scores)
    return (
        min(sums.finished, sums.faulted, sums.too_long, sums.too_slow) >= 0
        and all(column.count == sums.finished for column in columns)
        and _fits(sums.length, 0, most)
        and all(_fits(column, -WORD, WORD - 1) for column in sums.scores)
        and sum(sums.winners.values()) == sums.finished
        and all(0 <= who < 1 << len(sums.scores) and times > 0 for who, times in sums.winners.items())
        and _counts_fit(sums)
        and _faults_fit(sums.faults, sums.games)
        and _faults_fit(sums.broken, sums.games)
        and (invariants or (not sums.broken and _told(sums) == (sums.faulted, sums.too_slow)))
    )


def pairs_fit(pairs: Pairs, sums: Sequence[Sums], most: int) -> bool:
    """Whether these are the differences between games of two variants."""
    both = min(each.finished for each in sums)
    bounds = {"length": most, "ties": 1, "wins": 1, "score": 2 * WORD}
    return len({column.count for column in pairs}) == 1 and all(
        0 <= column.count <= both and _fits(column, -bounds[name], bounds[name])
        for column, (name, _) in zip(pairs, measures(len(sums[0].scores)), strict=True)
    )


def _told(sums: Sums) -> tuple[int, int]:
    """In how many games rules went wrong and were too slow, by the faults."""
    slow = sum(fault.games for fault in sums.faults if fault.code == LATE)
    return sum(fault.games for fault in sums.faults) - slow, slow


def _fits(column: Column, low: int, high: int) -> bool:
    """Whether there are values from `low` to `high` of which this is the column."""
    if column.count == 0:
        return column == Column()
    if not (low <= column.low <= column.high <= high and column.histogram):
        return False
    ends = min(column.histogram), max(column.histogram)
    if ends != (bucket(column.low), bucket(column.high)) or sum(column.histogram.values()) != column.count:
        return False
    if not all(times > 0 and bucket(value) == value for value, times in column.histogram.items()):
        return False
    spans = [(_span(value, column), times) for value, times in column.histogram.items()]
    return (
        _between(column.sum, spans)
        and _between(column.squares, [(_squares(span), times) for span, times in spans])
        and column.sum**2 <= column.count * column.squares
    )


def _span(value: int, column: Column) -> tuple[int, int]:
    """The values that are counted at this one."""
    first, last = (value, _last(value)) if value > 0 else (-_last(-value), value)
    return max(first, column.low), min(last, column.high)


def _last(value: int) -> int:
    """The largest value that is counted where this one is."""
    return value + (1 << max(0, value.bit_length() - EXACT)) - 1


def _squares(span: tuple[int, int]) -> tuple[int, int]:
    low, high = sorted((span[0] ** 2, span[1] ** 2))
    return low, high


def _between(total: int, spans: Iterable[tuple[tuple[int, int], int]]) -> bool:
    least = most = 0
    for (low, high), times in spans:
        least, most = least + low * times, most + high * times
    return least <= total <= most


def _counts_fit(sums: Sums) -> bool:
    counts, seats = sums.counts, sums.finished * len(sums.scores)
    return (
        sum(counts.decisions) == sums.length.sum
        and all(
            0 <= most <= moves <= decisions * most
            for decisions, moves, most in zip(counts.decisions, counts.moves, counts.most, strict=True)
        )
        and all(
            0 <= won <= used <= min(uses, seats) and (used > 0) == (uses > 0)
            for uses, used, won in zip(counts.uses, counts.used, counts.won, strict=True)
        )
    )


def _faults_fit(faults: tuple[Fault, ...], games: int) -> bool:
    each = all(0 < fault.games <= games and 0 <= fault.first < games and fault.line > 0 for fault in faults)
    return each and together(faults) == faults
