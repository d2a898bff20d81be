"""A game from one stop to the next, told so that another one can go on in the same way."""

from contextlib import suppress
from typing import TypeAlias

from attrs import frozen

from rulewright.analysis.playtest.hidden import Trail, way_of, with_own_machine
from rulewright.machine.chance import Item, nth_outcome
from rulewright.machine.events import Event
from rulewright.machine.game import Rules
from rulewright.machine.interpret import ListedMove, Machine, RulesFault, Stop, Waiting
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.program.moves import Candidate
from rulewright.machine.program.nodes import DrawChance, Notice, ShuffleChance


@frozen
class ByMove:
    """A seat makes a move."""

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

    def chosen(self, vector: Vector, choice: Choice) -> Go | None:
        """How a game goes on from this state by a choice; None where that goes wrong."""
        with suppress(RulesFault):
            self.machine.load(vector)
            if choice.seat is not None:
                return ByMove(choice.seat, self.machine.moves(choice.seat)[choice.number])
            point = self.machine.point
            if isinstance(point, DrawChance):
                return ByDraw(choice.number, tuple(self.machine.candidates(point)))
            kinds = sorted(set(self.machine.pool(point)))
            return ByShuffle(tuple(kinds[item] for item in nth_outcome(self.rules.naming.event(0), choice.number)))
        return None

    def on(self, vector: Vector, go: Go) -> Stretch | None:
        """What follows from a state if it goes on so there; None where it cannot, or goes wrong."""
        machine, log = self.machine, Log(self.trail)
        with suppress(RulesFault):
            machine.load(vector)
            self.trail.order.clear()
            machine.tell(log)
            try:
                stop = gone_on(machine, go)
            finally:
                machine.tell(None)
            if stop is None:
                return None
            way, at = way_of(self.rules, self.trail), [len(way_of(self.rules, self.trail, end)) for end in log.at]
            drawn = list[Item]()
            if isinstance(stop, Waiting) and isinstance(point := machine.point, DrawChance) and point.public:
                drawn += self.rules.naming.drawn(point, machine.candidates(point))
            return Stretch(tuple(log), tuple(at), tuple(way), machine.vector, stop, tuple(drawn))
        return None


def gone_on(machine: Machine, go: Go) -> Stop | None:
    """Let a machine go on as another game did, if it can."""
    point = machine.point if isinstance(machine.stop, Waiting) else None
    match go:
        case ByMove(seat, move):
            return None if machine.allows(seat, move) is None else machine.choose(seat, move)
        case ByDraw(number, like):
            found = machine.candidates(point) if isinstance(point, DrawChance) else []
            return machine.drawn(found[number][:-1]) if tuple(found) == like else None
        case ByShuffle(order):
            pool = machine.pool(point) if isinstance(point, ShuffleChance) else []
            return machine.shuffled(order) if sorted(order) == pool else None
