"""What is to be played, and how it is cut: the plan alone decides every number that comes out. And how far it has come:
the sums so far, and how much of the file of games is right, a value; it goes on by making another one.
"""

from collections.abc import Iterator
from typing import Final
from zlib import crc32

from attrs import evolve, frozen

from rulewright.analysis.simulate.sums import Pairs, Sums, added, no_pairs
from rulewright.analysis.simulate.tasks import Played, Setup, Task
from rulewright.machine.playouts import MOST_DECISIONS, items
from rulewright.machine.program.nodes import Program

BATCHES: Final = 200
LARGEST: Final = 10_000


@frozen
class Plan:
    """The games 0 to `games` - 1 of a seed, of every setup; `rows`: each game is also written as a line;
    `invariants`: they are looked at before every decision and at the end."""

    setups: tuple[Setup, ...]
    seed: int
    games: int
    rows: bool = False
    most: int = MOST_DECISIONS
    invariants: bool = False

    @property
    def batch(self) -> int:
        """How many games a task has; it depends on the number of games alone."""
        return max(1, min(LARGEST, self.games // BATCHES))

    def tasks(self, done: int = 0) -> Iterator[Task]:
        """All tasks but the first `done`."""
        for first in range(done * self.batch, self.games, self.batch):
            count = min(self.batch, self.games - first)
            yield Task(self.setups, self.seed, first, count, self.most, self.rows, self.invariants)


@frozen
class State:
    """`batches` are summed up, in the order of the games; `written` bytes of the file of games with the checksum `crc`
    tell of them."""

    batches: int
    sums: tuple[Sums, ...]
    pairs: tuple[Pairs, ...]
    written: int = 0
    crc: int = 0

    @property
    def games(self) -> int:
        """How many games of every setup."""
        return self.sums[0].games

    def after(self, played: Played) -> "State":
        """One batch more."""
        return State(
            self.batches + 1,
            tuple(mine + theirs for mine, theirs in zip(self.sums, played.sums, strict=True)),
            tuple(added(mine, theirs) for mine, theirs in zip(self.pairs, played.pairs, strict=True)),
            self.written + len(played.rows),
            crc32(played.rows, self.crc),
        )

    def with_some(self, played: Played) -> "State":
        """The games of a batch that was given up beside the others; nothing goes on from it."""
        return evolve(self, sums=tuple(mine + theirs for mine, theirs in zip(self.sums, played.sums, strict=True)))

    def told(self, rows: bytes) -> "State":
        """More bytes of the file of games, which are no games."""
        return evolve(self, written=self.written + len(rows), crc=crc32(rows, self.crc))


def beginning(programs: tuple[Program, ...]) -> State:
    """Before the first game."""
    sums = tuple(Sums.nothing(each.players, len(each.sites), len(items(each).all)) for each in programs)
    return State(0, sums, tuple(no_pairs(each.players) for each in programs[1:]))
