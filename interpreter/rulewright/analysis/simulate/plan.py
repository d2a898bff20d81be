"""What is to be played, and how it is cut: the plan alone decides every number that comes out."""

from collections.abc import Iterator

from attrs import frozen

from rulewright.analysis.simulate.tasks import Setup, Task
from rulewright.machine.playouts import MOST_DECISIONS

PARTS = 200
LARGEST = 10_000


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
        return max(1, min(LARGEST, self.games // PARTS))

    def tasks(self, done: int = 0) -> Iterator[Task]:
        """All tasks but the first `done`."""
        for first in range(done * self.batch, self.games, self.batch):
            count = min(self.batch, self.games - first)
            yield Task(self.setups, self.seed, first, count, self.most, self.rows, self.invariants)
