"""A game from one stop to the next, told so that another one can go on in the same way."""

from contextlib import suppress
from itertools import accumulate
from typing import Final, TypeAlias

from attrs import frozen

from rulewright.analysis.playtest.hidden import DONE, Trail, way_of, with_own_machine
from rulewright.machine.chance import Item, nth_outcome
from rulewright.machine.events import Event
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, ListedMove, Machine, RulesFault, Stop, Waiting
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.program.moves import Candidate
from rulewright.machine.program.nodes import DrawChance, Notice, ShuffleChance

NO_SITE: Final = -1
"""The number of no decision."""


@frozen
class ByMove:
    """A seat makes a move, asked at this site."""

    site: int
    seat: int
    move: ListedMove


@frozen
class ByDraw:
    """This one is drawn, from the same as in another game (`like`)."""

    number: int
    like: tuple[Candidate, ...]


@frozen
class ByShuffle:
    """Pieces of these kinds come into this order."""

    order: tuple[int, ...]


Go: TypeAlias = ByMove | ByDraw | ByShuffle
"""How a game goes on, told so that another one can."""
Start: TypeAlias = tuple[Vector, Go]
"""A state, and how it goes on there."""


@frozen
class Stretch:
    """From one stop to the next: the `events`, behind how many steps of the `way` each happened, and where it ends;
    `drawn`: what is drawn from there, if everybody will see it."""

    events: tuple[Event, ...]
    at: tuple[int, ...]
    way: tuple[Notice, ...]
    vector: Vector
    stop: Stop
    drawn: tuple[Item, ...]


class Log(list[Event]):
    """Events, and after how many counts of a trail each happened."""

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self.trail, self.at = trail, list[int]()

    def append(self, event: Event) -> None:
        """One more event."""
        self.at.append(len(self.trail.order))
        super().append(event)


class Course:
    """Rules with a machine of their own, which leaves a trail."""

    def __init__(self, rules: Rules) -> None:
        self.rules = with_own_machine(rules)
        self.machine = self.rules.machine
        self.machine.c.notes = self.trail = Trail(self.machine.c.notes)
        self.machine.expected = NO_SITE  # moves are listed where somebody asks for them

    def chosen(self, choice: Choice) -> Go | None:
        """How a game goes on from where it stands by a choice; None where that goes wrong."""
        with suppress(RulesFault):
            stop = self.machine.stop
            if choice.seat is not None and isinstance(stop, Deciding):
                moves = self.machine.moves(choice.seat)
                return ByMove(stop.site, choice.seat, moves[choice.number]) if moves else None
            point = self.machine.point
            if isinstance(point, DrawChance):
                return ByDraw(choice.number, tuple(self.machine.candidates(point)))
            kinds = sorted(set(self.machine.pool(point)))
            return ByShuffle(tuple(kinds[item] for item in nth_outcome(self.rules.naming.event(0), choice.number)))
        return None

    def on(self, vector: Vector, go: Go) -> Stretch | None:
        """What follows from a state if it goes on so there; None where it cannot, or goes wrong."""
        with suppress(RulesFault):
            self.machine.load(vector)
            return self.further(go)
        return None

    def further(self, go: Go) -> Stretch | None:
        """The same from where the machine stands."""
        machine, log = self.machine, Log(self.trail)
        with suppress(RulesFault):
            machine.tell(log)
            try:
                stop = gone_on(machine, go, self.trail)
            finally:
                machine.tell(None)
            if stop is None:
                return None
            notes, order = self.rules.program.notes, self.trail.order
            done = [*accumulate((notes[number].sort in DONE for number in order), initial=0)]
            at = tuple(done[end] for end in log.at)
            drawn = list[Item]()
            if isinstance(stop, Waiting) and isinstance(point := machine.point, DrawChance) and point.public:
                drawn += self.rules.naming.drawn(point, machine.candidates(point))
            way = tuple(way_of(self.rules, self.trail))
            return Stretch(tuple(log), at, way, machine.vector, stop, tuple(drawn))
        return None


def gone_on(machine: Machine, go: Go, trail: Trail) -> Stop | None:
    """Let a machine go on as another game did, if it can, with a trail of that only."""
    point = machine.point if isinstance(machine.stop, Waiting) else None
    match go:
        case ByMove(site, seat, move):
            asked = isinstance(machine.stop, Deciding) and machine.stop.site == site and seat in machine.stop.seats
            if not asked or machine.allows(seat, move) is None:
                return None
            trail.order.clear()
            return machine.choose(seat, move)
        case ByDraw(number, like):
            found = machine.candidates(point) if isinstance(point, DrawChance) else []
            trail.order.clear()
            return machine.drawn(found[number][:-1]) if tuple(found) == like else None
        case ByShuffle(order):
            pool = machine.pool(point) if isinstance(point, ShuffleChance) else []
            trail.order.clear()
            return machine.shuffled(order) if sorted(order) == pool else None
