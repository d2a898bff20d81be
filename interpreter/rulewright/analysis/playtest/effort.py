"""How much is done to find holes: so many seconds, or so many positions, which is the same on every machine."""

from collections import Counter
from collections.abc import Collection, Hashable
from time import monotonic
from typing import Final, Protocol

from attrs import define, evolve, field, frozen

from rulewright.machine.positions import GIB

LEAST_WORK: Final = 500
PAIRS_A_STOP: Final = 2
"""So many pairs of games are tried at a stop, on the average of all."""
MAX_PAIRS: Final = 16
"""So many are tried at one."""
COUNTED_EFFORT_TIMEOUT_S: Final = 600.0
"""After so many seconds what is counted in positions ends, too."""


@frozen
class Effort:
    """What may be spent on a ruleset: `seconds`, or instead so many positions (`work`), which may take so many bytes of
    `memory`. `strict`: what never happened is told, too, where more play could still show it."""

    seconds: float = 5.0
    work: int | None = None
    memory: int = GIB
    strict: bool = False


@frozen
class Share:
    """What one search gets: so many positions (None: any number), until `due`; the whole effort ends at `latest`."""

    room: int | None
    due: float
    latest: float

    @staticmethod
    def whole_effort(effort: Effort) -> "Share":
        """All of it, from now on."""
        due = monotonic() + (effort.seconds if effort.work is None else COUNTED_EFFORT_TIMEOUT_S)
        return Share(effort.work, due, due)

    @property
    def lasts(self) -> bool:
        """Whether anything is left."""
        return monotonic() < self.due and self.room != 0

    def lasts_for(self, seconds: float, room: int) -> bool:
        """Whether so many seconds are left, or so many positions where they are counted."""
        return monotonic() + seconds <= self.due if self.room is None else self.room >= room

    def without(self, spent: int) -> "Share":
        """What is left after looking at so many positions."""
        return self if self.room is None else evolve(self, room=max(0, self.room - spent))

    def part(self, parts: int) -> "Share":
        """One of so many parts of what is left."""
        if self.room is not None:
            return evolve(self, room=self.room // parts)
        now = monotonic()
        return evolve(self, due=now + max(0.0, self.due - now) / parts)

    def enough(self) -> "Share":
        """The same, but never less than is worth while where positions are counted."""
        return self if self.room is None else evolve(self, room=max(self.room, LEAST_WORK))

    def later(self, seconds: float) -> "Share":
        """The same, after so many seconds that do not count."""
        return evolve(self, due=self.due + seconds, latest=self.latest + seconds)


@define
class Purse:
    """So many seconds are `whole` for what several `searches` have together (None: each has a part of its own share),
    of which so many were `spent`. What was tried counts for all of them: so many pairs of games behind something that
    happens (`tried`), and in all, at so many stops; of a `level` what happens more seldom is tried as often."""

    whole: float | None = None
    searches: int = 1
    spent: float = 0.0
    tried: Counter[Hashable] = field(factory=Counter)
    level: int = 0
    stops: int = 0
    pairs: int = 0

    def due(self, share: Share, parts: int) -> float:
        """When to end what may take what is left, or half of it where there are several searches; or one of so many
        parts of a share."""
        if self.whole is None:
            return share.part(parts).due
        return monotonic() + max(0.0, self.whole - self.spent) / min(2, self.searches)

    def pairs_due(self, happened: Collection[Hashable]) -> int:
        """How many pairs to try where this happens: the more, the more seldom some of it was tried."""
        self.stops += 1
        self.level += PAIRS_A_STOP if self.pairs < PAIRS_A_STOP * self.stops else 0
        number = max(0, min(MAX_PAIRS, self.level - min(self.tried[each] for each in happened)))
        self.tried.update(dict.fromkeys(happened, number))
        self.pairs += number
        return number


class Clocked(Protocol):
    """What ends by itself at a deadline, even within a long step."""

    deadline: float


@define
class Watch:
    """Says whether there is still time; the `clocks` strike at the same time."""

    due: float
    clocks: tuple[Clocked, ...] = ()

    def until(self, due: float) -> None:
        """Set another time."""
        self.due = due
        for clock in self.clocks:
            clock.deadline = due

    def __call__(self) -> bool:
        """Whether there is."""
        return monotonic() < self.due


@define
class Seen:
    """What a search has looked at: positions one by one, so many of them at once at most (`positions`), random games
    with their decisions, at least one in each, of which so many came to their end (`ended`) or were ended by the clock
    (`slow`). `all`: these are all positions that there are; `full`: the memory was; `reference`: the fast backend had
    no part in it. `thought`: games among players who think, with so much work (`thinking`); `watching`: seconds in
    which games were watched. `results`: how the first random games came out, if that is asked for; `told`: the titles
    of secrets that play tells, stated or proposed; `held`: in how many pairs of games each secret was kept,
    None of one that is proven."""

    looked: int = 0
    positions: int = 0
    games: int = 0
    ended: int = 0
    decisions: int = 0
    all: bool = False
    full: bool = False
    slow: int = 0
    reference: bool = False
    thought: int = 0
    thinking: int = 0
    watching: float = 0.0
    results: list[tuple[int, ...]] = field(factory=list)
    told: set[str] = field(factory=set)
    held: dict[str, int | None] = field(factory=dict)

    @property
    def spent(self) -> int:
        """How much of the work is done."""
        return self.looked + self.decisions + self.thinking
