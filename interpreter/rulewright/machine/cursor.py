"""The course of a game: where it stands, and how it goes on from decision to decision.

Where the rules have an engine and chance is simple, the engine makes the steps, and the story is told of them when
somebody asks what happened. Otherwise, and wherever the engine says None, the reference makes them. Law: nobody can
tell which it was.
"""

from collections import deque
from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from attrs import define, field

from rulewright.machine.ahead import Ahead, Offered, Place, Row
from rulewright.machine.chance import ChanceEvent, ChanceSource, Seeded, a_source
from rulewright.machine.event_log import Story
from rulewright.machine.interpret import Choice, Deciding, Over, Stop
from rulewright.machine.move_names import Move
from rulewright.machine.program.moves import listed

if TYPE_CHECKING:
    from rulewright.machine.game import Rules

NOTHING: Final = Offered((), {}, ())
MOST_BEFORE: Final = 64
"""So many decisions back a game can go without the reference."""
MOVES_AS_A_STEP: Final = 100
"""To list so many moves takes the reference about as long as to make one."""


class Untold(NamedTuple):
    """A move that the engine made, as the story must be told of it."""

    seat: int
    move: Move
    row: Choice | Row
    legal: tuple[Move, ...] | None
    passed: int | None = None


@define(eq=False)
class Course:
    """Where a game stands: `stop`, and either its vector or its place by the engine, or both, after so many
    `decisions`. `standings`: what was reckoned here; gone with the next step. What is untold are moves, and numbers of
    decisions before which the game went back; `_first`: where it began, if that is untold; `_before`: the places before
    some decisions."""

    rules: "Rules"
    _story: Story
    stop: Stop = field(init=False, factory=Over)
    decisions: int = field(init=False, default=0)
    standings: dict[int | None, tuple[int | None, ...]] = field(init=False, factory=dict)
    _vector: tuple[int, ...] | None = field(init=False, default=())
    _place: Place | None = field(init=False, default=None)
    _offered: dict[int, Offered] = field(init=False, factory=dict)
    _first: Place | None = field(init=False, default=None)
    _untold: deque[Untold | int] = field(init=False, factory=deque)
    _before: dict[int, Place] = field(init=False, factory=dict)
    _simple: bool = field(init=False, default=False)
    _key: int = field(init=False, default=0)

    @classmethod
    def of(cls, rules: "Rules", source: ChanceSource | None) -> "Course":
        """The course of a game that has not begun."""
        course = cls(rules, Story(rules, source))
        course.ask(source)
        return course

    # ---- where it stands

    @property
    def vector(self) -> tuple[int, ...]:
        """The cells of the state."""
        if self._vector is None:
            assert self._place is not None, "what has no vector has a place"
            assert self.rules.ahead is not None, "an engine has made it"
            self._vector = self.rules.ahead.engine.vector(self._place)
        return self._vector

    @property
    def base(self) -> tuple[int, ...]:
        """The vector with which the game began."""
        return self._story.base

    # ---- chance

    @property
    def waiting(self) -> ChanceEvent | None:
        """What nobody has answered; where the engine plays, everything is."""
        return self._story.event

    @property
    def source(self) -> ChanceSource | None:
        """Who is asked for chance."""
        return self._story.source

    def ask(self, source: ChanceSource | None) -> None:
        """From now on this one. The engine knows nothing of what another one has answered.
        ChanceError if it is none."""
        if source is not None:
            a_source(source)
        story = self.told()
        self._simple = not story.known and (type(source) is Seeded or not self.rules.program.chances)
        self._key = source.key if isinstance(source, Seeded) else 0
        story.source = source

    def forget_chance(self) -> None:
        """Let the source be asked again for what was answered before going back."""
        if self.rules.program.chances:
            self.told().known.clear()
            self.ask(self.source)

    # ---- steps

    def begin(self) -> None:
        """Run the setup to the first decision."""
        ahead = self._ahead
        place = None if ahead is None else ahead.engine.first(self._key)
        if place is None:
            self.tell(Story.begin)
        else:
            self._first = place
            self._arrive(place, 0)

    def offered(self, seat: int) -> Offered:
        """The moves of a seat; none if it is not asked."""
        found = self._offered.get(seat)
        if found is None:
            stop = self.stop
            if not isinstance(stop, Deciding) or seat not in stop.seats:
                return NOTHING
            found = self._offered[seat] = self._by_engine(seat, stop.site) or self._by_reference(seat, stop.site)
        return found

    def play(self, seat: int, number: int, *, legal: bool) -> None:
        """Make the move that is offered to a seat under this number; `legal`: the record lists all."""
        offered, ahead = self._offered[seat], self._ahead
        made = Untold(seat, offered.names[number], offered.rows[number], tuple(offered.numbers) if legal else None)
        before = None if ahead is None else self._here(ahead)
        place = None if ahead is None or before is None else ahead.engine.play(self._key, before, seat, number)
        if before is None or place is None:
            self.rules.played += 1 + len(offered.rows) // MOVES_AS_A_STEP
            self.tell(lambda story: self._tell_one(story, made))
            return
        self._untold.append(made._replace(passed=place.passed))
        self._arrive(place, self.decisions + 1)
        self._before[self.decisions] = before
        if len(self._before) > MOST_BEFORE:
            del self._before[next(iter(self._before))]

    def back_to(self, decision: int) -> None:
        """Go back before the decision with this number (from 1)."""
        before = self._before.get(decision) if self._simple else None
        if before is None:
            self.tell(lambda story: story.back_to(decision))
        else:
            self._untold.append(decision)
            self._arrive(before, decision - 1)
            self._forget_places()

    def choice(self, row: Choice | Row) -> Choice:
        """A move that is offered here, as the machine has it."""
        assert isinstance(self.stop, Deciding)
        return self._choice(self.stop.site, row)

    # ---- the story

    def told(self) -> Story:
        """What happened, up to now."""
        story = self._story
        if self._first or self._untold:
            if self._first:
                story.begin(self._first.passed)
                self._first = None
            while self._untold:
                self._tell_one(story, self._untold[0])
                self._untold.popleft()
            assert story.vector == self.vector, "the engine has gone another way than the reference"
            self._vector = story.vector
        return story

    def tell(self, act: Callable[[Story], None]) -> None:
        """Let the reference do something, and stand where it then stands."""
        story = self.told()
        act(story)
        self.stop, self._vector, self._place, self.decisions = story.stop, story.vector, None, len(story.decided)
        self._offered, self.standings = {}, {}
        self._forget_places()

    def copy(self) -> "Course":
        """A course that goes on by itself from here."""
        twin = copy(self)
        twin._story, twin._untold = self._story.copy(), deque(self._untold)  # noqa: SLF001 - its own kind
        twin._offered, twin._before, twin.standings = dict(self._offered), dict(self._before), {}  # noqa: SLF001
        return twin

    # ---- inside

    @property
    def _ahead(self) -> Ahead | None:
        """What plays ahead here, if anything does."""
        return self.rules.ahead if self._simple else None

    def _here(self, ahead: Ahead) -> Place:
        """Where the game stands, by the engine."""
        if self._place is None:
            self._place = ahead.engine.place(self.stop, self.vector, self._story.events)
        return self._place

    def _arrive(self, place: Place, decisions: int) -> None:
        self.stop, self._vector, self._place, self.decisions = place.stop, None, place, decisions
        self._offered, self.standings = {}, {}

    def _forget_places(self) -> None:
        """Forget the places before decisions that are still to come."""
        if self._before:
            self._before = {number: place for number, place in self._before.items() if number <= self.decisions}

    def _by_engine(self, seat: int, site: int) -> Offered | None:
        ahead = self._ahead
        found = None if ahead is None else ahead.engine.offered(self._key, self._here(ahead), seat)
        if ahead is None or found is None:
            return None
        rows, by_kind = found
        if by_kind:
            return Offered.of(ahead.names(site, rows), rows)
        return self._named(seat, site, [self._choice(site, row) for row in rows])

    def _by_reference(self, seat: int, site: int) -> Offered:
        return self._named(seat, site, self.rules.standing_at(self.vector).moves(seat))

    def _named(self, seat: int, site: int, choices: list[Choice]) -> Offered:
        self.rules.standing_at(self.vector)
        return Offered.of(self.rules.naming.moves(seat, choices, site), choices)

    def _tell_one(self, story: Story, made: Untold | int) -> None:
        if isinstance(made, int):
            story.back_to(made)
            return
        assert isinstance(story.stop, Deciding)
        story.choose(made.seat, made.move, self._choice(story.stop.site, made.row), made.legal, made.passed)

    def _choice(self, site: int, row: Choice | Row) -> Choice:
        return row if isinstance(row, Choice) else listed(self.rules.program, site, row)
