"""Two variants on the same chance: what differs from game to game, as sums.

In: the batches of two variants with the same seed and game numbers. Out: a column of differences (second minus first)
for each measure, over the games that both have finished. The measures are, in this order, length, ties, wins seat by
seat, scores seat by seat.
"""

from collections.abc import Iterable, Iterator
from itertools import compress
from operator import sub

from rulewright.analysis.simulate.sums import Column
from rulewright.machine.playouts import FINISHED, Batch

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
