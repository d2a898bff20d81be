"""Games on the fast backend: its engine makes whole steps, and the reference tells of them when somebody asks.

Law: nobody can tell an `Ahead` from the same game by the reference, but by the clock.
"""

from collections import deque
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Final

from attrs import define, field

from rulewright.machine.chance import ChanceEvent, ChanceSource, Seeded
from rulewright.machine.event_log import NOTHING, Offered, Story, choice_of
from rulewright.machine.interpret import Deciding, Stop
from rulewright.machine.program.moves import listed_move

if TYPE_CHECKING:
    from rulewright.machine.game import Rules
    from rulewright.machine.wasm.engine import StepEngine

MOST_BEFORE: Final = 64
"""So many decisions back a game can go without the reference."""


class NotFast(Exception):  # noqa: N818 - the rules are right
    """The fast backend cannot play these rules here; the message says why."""


def faster(rules: "Rules") -> "Rules":
    """The same rules on the fast backend, for who has many steps to make; as they are where there is none."""
    try:
        return rules.fast()
    except NotFast:
        return rules


@define(eq=False)
class Place:
    """Where a game stands by an engine: at which stop, after how many chance events; `state` is its vector, packed.
    `passed`: at how many decisions somebody had no move since the place before."""

    stop: Stop
    state: bytes
    events: int
    passed: int


def begun(story: Story) -> "Story | Ahead":
    """A game that had not begun."""
    fast = story.rules.steps
    place = fast.first(_key(story)) if fast is not None and _is_simple(story) else None
    if fast is None or place is None:
        story.begin()
        return story
    return Ahead(fast, story, place, 0, deque([partial(Story.begin, passes=place.passed)]))


def going_on(story: Story) -> "Story | Ahead":
    """A game that goes on: by the engine, unless chance waits or was answered by anything but a seed."""
    fast = story.rules.steps
    if fast is None or story.event is not None or not _is_simple(story):
        return story
    return Ahead(fast, story, fast.place(story.stop, story.vector, story.events), story.decisions)


def _is_simple(story: Story) -> bool:
    return not story.known and (type(story.source) is Seeded or not story.rules.program.chances)


def _key(story: Story) -> int:
    return story.source.key if isinstance(story.source, Seeded) else 0


@define(eq=False)
class Ahead:
    """A game that stands at a place, after so many `decisions`; of what is `_untold` the story does not know yet.
    `_before`: the places before some decisions; the rest as in `Story`."""

    fast: "StepEngine"
    _story: Story
    place: Place
    decisions: int
    _untold: deque[Callable[[Story], None]] = field(factory=deque)
    standings: dict[int | None, tuple[int | None, ...]] = field(init=False, factory=dict)
    _vector: tuple[int, ...] | None = field(init=False, default=None)
    _offered: dict[int, Offered] = field(init=False, factory=dict)
    _before: dict[int, Place] = field(init=False, factory=dict)

    @property
    def stop(self) -> Stop:
        """Where it has stopped."""
        return self.place.stop

    @property
    def vector(self) -> tuple[int, ...]:
        """The cells of the state."""
        if self._vector is None:
            self._vector = self.fast.vector(self.place)
        return self._vector

    @property
    def base(self) -> tuple[int, ...]:
        """The vector with which the game began."""
        return self._story.base

    @property
    def event(self) -> ChanceEvent | None:
        """Nothing: all chance is answered."""
        return None

    @property
    def source(self) -> ChanceSource | None:
        """Who answers it."""
        return self._story.source

    def told(self) -> Story:
        """What happened, up to now."""
        if self._untold:
            while self._untold:
                self._untold[0](self._story)
                self._untold.popleft()
            assert self._story.vector == self.vector, "the engine has gone another way than the reference"
            self._vector = self._story.vector
        return self._story

    def copy(self) -> "Ahead":
        """A game that goes on by itself from here."""
        twin = copy(self)
        twin._story, twin._untold = self._story.copy(), deque(self._untold)  # noqa: SLF001 - its own kind
        twin._offered, twin._before, twin.standings = dict(self._offered), dict(self._before), {}  # noqa: SLF001 - its own kind
        return twin

    def offered(self, seat: int) -> Offered:
        """The moves of a seat; none if it is not asked."""
        if seat not in self._offered:
            stop = self.stop
            if not isinstance(stop, Deciding) or seat not in stop.seats:
                return NOTHING
            rules, found = self._story.rules, self.fast.offered(_key(self._story), self.place, seat)
            if found is not None and found[1]:  # all are called by kinds
                offered = Offered(self.fast.names(stop.site, found[0]), found[0], stop.site)
            else:
                choices = None if found is None else [listed_move(rules.program, stop.site, row) for row in found[0]]
                offered = Offered.at(rules, self.vector, seat, stop.site, choices)
            self._offered[seat] = offered
        return self._offered[seat]

    def play(self, seat: int, number: int, *, legal: bool) -> bool:
        """Make the move that is offered to a seat under this number; `legal`: the record lists all. False, and nothing
        has happened, where the reference must do it, which says what is wrong."""
        offered, before = self._offered[seat], self.place
        place = self.fast.play(_key(self._story), before, seat, number)
        if place is None:
            return False
        move, row, site = offered.names[number], offered.rows[number], offered.site
        moves = tuple(offered.numbers) if legal else None

        def tell(story: Story) -> None:
            story.choose(seat, move, choice_of(story.rules.program, site, row), moves, place.passed)

        self._untold.append(tell)
        self._arrive(place, self.decisions + 1)
        self._before[self.decisions] = before
        if len(self._before) > MOST_BEFORE:
            del self._before[next(iter(self._before))]
        return True

    def back_to(self, decision: int) -> None:
        """Go back before the decision with this number (from 1)."""
        before = self._before.get(decision)
        if before is None:
            story = self.told()
            story.back_to(decision)
            before = self.fast.place(story.stop, story.vector, story.events)
        else:
            self._untold.append(partial(Story.back_to, decision=decision))
        self._arrive(before, decision - 1)
        self._before = {number: place for number, place in self._before.items() if number < decision}

    def _arrive(self, place: Place, decisions: int) -> None:
        self.place, self.decisions, self._vector, self._offered, self.standings = place, decisions, None, {}, {}
