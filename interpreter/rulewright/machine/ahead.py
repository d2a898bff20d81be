"""Playing ahead of the words: a backend makes whole steps, and what they tell is told when somebody asks.

`StepMaker` is what such a backend must be able to do; it is handed in from outside (`Rules.engine`). `Ahead` is an
engine with the names of the moves of its rules.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final, Protocol

from attrs import define, field, frozen

from rulewright.machine.interpret import Choice, Stop
from rulewright.machine.move_names import Move, Naming

MOST_NAMES: Final = 100_000
"""So many names of moves are kept for a site."""
MOST_WORDS: Final = 16_000_000
"""So many words have all names together that are kept, and their rows."""

Row = tuple[int, ...]
"""A move as an engine lists it; equal moves of a site are equal rows."""


class NotFast(Exception):  # noqa: N818 - the rules are right
    """The fast backend cannot play these rules here; the message says why."""


@define(eq=False)
class Place:
    """Where a game stands by an engine: at which stop, after how many chance events; `state` is its vector, packed.
    `passed`: at how many decisions somebody had no move since the place before."""

    stop: Stop
    state: bytes
    events: int
    passed: int


class StepMaker(Protocol):
    """Plays from decision to decision. `key` is the key of a seeded source of chance (`Seeded.key`). None: the
    reference must do it, which also says what is wrong."""

    def place(self, stop: Stop, vector: tuple[int, ...], events: int) -> Place:
        """The place of a vector that stopped there, after so many chance events."""

    def vector(self, place: Place) -> tuple[int, ...]:
        """The vector at a place."""

    def first(self, key: int) -> Place | None:
        """The first decision of a game, or its end."""

    def play(self, key: int, place: Place, seat: int, number: int) -> Place | None:
        """Where the move of a seat leads that is offered to it under this number."""

    def offered(self, key: int, place: Place, seat: int) -> tuple[list[Row], bool] | None:
        """The moves of a seat that is asked, in the order of the rules; whether all pieces in them are called by their
        kinds."""


@frozen
class Offered:
    """The moves of a seat with their numbers; `names` and `rows` by number. Of moves that are written alike the last
    one counts."""

    names: Sequence[Move]
    numbers: dict[Move, int]
    rows: Sequence[Choice] | Sequence[Row]

    @staticmethod
    def of(names: Sequence[Move], rows: Sequence[Choice] | Sequence[Row]) -> "Offered":
        """These names of these moves."""
        return Offered(names, dict(zip(names, range(len(names)), strict=True)), rows)


@define(eq=False)
class Ahead:
    """An engine of some rules, and how their moves are written."""

    engine: StepMaker
    naming: Naming
    _named: dict[int, Callable[[Row], Move]] = field(init=False, factory=dict)

    def names(self, site: int, rows: Sequence[Row]) -> list[Move]:
        """How moves of a site are written whose pieces are called by their kinds."""
        if site not in self._named:
            words = max((len(row) for row in rows), default=1) * len(self.naming.machine.program.sites)
            most = max(1, min(MOST_NAMES, MOST_WORDS // words))
            self._named[site] = lru_cache(most)(partial(self.naming.by_kind, site))
        return list(map(self._named[site], rows))
