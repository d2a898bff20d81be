"""A game by its choices: what they are called, where they lead, and the record that leads there, too."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.finding import Path, decisions_in
from rulewright.analysis.playtest.following import begun, make
from rulewright.analysis.playtest.stuck_loops import ENDLESS_LOOP
from rulewright.machine.chance import ChanceEvent, Outcome, nth_outcome, written
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Waiting
from rulewright.machine.move_names import Move
from rulewright.machine.outcomes import result
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.program.bounds import LATE
from rulewright.machine.record import ChanceLine, EndLine, Header, Line, MoveLine, dump

PATH_SECONDS: Final = 0.5
"""A path is found out in so many seconds, though the effort is over."""


@frozen
class Happens:
    """A choice in its game: a move as the table says it, or what chance was asked and what it gave."""

    choice: Choice
    move: Move = ()
    event: ChanceEvent | None = None
    outcome: Outcome = ()


@frozen
class Way:
    """Where a path leads: what happens, the vector before each of it and behind the last; `fault`: what the last one
    (or the setup, or what chance was asked behind it) went wrong with, and then there is no vector behind it;
    `broken`: the number of the first invariant that does not hold where the path ends; `over`: the game is, too."""

    happens: tuple[Happens, ...]
    vectors: tuple[Vector, ...]
    fault: RulesFault | None = None
    broken: int | None = None
    over: bool = False

    @property
    def path(self) -> Path:
        """Its choices."""
        return tuple(each.choice for each in self.happens)

    @property
    def decisions(self) -> int:
        """How many of the choices are moves."""
        return decisions_in(self.path)

    @property
    def last(self) -> dict[Vector, int]:
        """Where each vector stands for the last time."""
        return {vector: number for number, vector in enumerate(self.vectors)}

    @property
    def late(self) -> bool:
        """Whether there was no time to see where it leads."""
        return self.fault is not None and self.fault.code == LATE

    @property
    def trouble(self) -> tuple[str, int] | None:
        """What goes wrong at its end, and at which place of the rules; None if nothing does."""
        if self.fault is not None:
            return self.fault.code, self.fault.span.start
        return None if self.broken is None else ("broken", self.broken)


def way_of(rules: Rules, path: Path) -> Way:
    """Go along a path; it ends where the rules go wrong."""
    machine, happens, vectors = rules.machine, list[Happens](), list[Vector]()
    try:
        begun(rules)
        for choice in path:
            here = meant(rules, machine, choice)
            vectors.append(machine.vector)
            happens.append(here)
            make(rules, choice)
        vectors.append(machine.vector)
        over = isinstance(machine.stop, Over)
        return Way(tuple(happens), tuple(vectors), broken=first_broken(machine), over=over)
    except RulesFault as fault:
        return Way(tuple(happens), tuple(vectors), fault)


def told_at_loop(rules: Rules, fault: RulesFault, path: Callable[[], Path]) -> RulesFault:
    """The fault to which a path leads; of a loop that goes on for ever the reference knows best which loop it is."""
    if fault.code != ENDLESS_LOOP:
        return fault
    clock, due = rules.machine.c, rules.machine.c.deadline
    clock.deadline = max(due, monotonic() + PATH_SECONDS)
    try:
        way = way_of(rules, path())
    except RulesFault:  # there was no time to find out the path
        return fault
    finally:
        clock.deadline = due
    return fault if way.fault is None or way.late else way.fault


def meant(rules: Rules, machine: Machine, choice: Choice) -> Happens:
    """What a choice is where the machine stands."""
    match machine.stop:
        case Deciding(site):
            assert choice.seat is not None, "a seat decides here"
            chosen = machine.moves(choice.seat)[choice.number]
            return Happens(choice, rules.naming.moves(choice.seat, [chosen], site)[0])
        case Waiting():
            event = rules.naming.event(0)
            return Happens(choice, event=event, outcome=nth_outcome(event, choice.number))
        case Over():
            raise ValueError("the path goes on after the end of the game")


def first_broken(machine: Machine) -> int | None:
    """The number of the first invariant that does not hold where the machine stands, if it has to hold there."""
    return None if isinstance(machine.stop, Waiting) else next(machine.broken(), None)


def follow(rules: Rules, path: Path) -> Game:
    """The game that goes this way; RulesFault where the last choice goes wrong."""
    way = way_of(rules, path)
    game = rules.start()
    for each in way.happens:
        if each.event is not None:
            game.give(each.outcome)
        else:
            assert each.choice.seat is not None
            game.play(each.choice.seat, each.move)
    return game


def record_of(rules: Rules, way: Way) -> str:
    """The record of this way, line by line; `replay` follows it to the same place, or to the same fault."""
    header = Header(rules.name, rules.sha256, rules.players, rules.core.options)
    lines: list[Header | Line] = [header, *(line_of(rules, each) for each in way.happens)]
    if way.over:
        rules.standing_at(way.vectors[-1])
        lines.append(EndLine(*result(rules.machine)))
    return "".join(f"{dump(line)}\n" for line in lines)


def line_of(rules: Rules, happens: Happens) -> Line:
    """What happens, as records write it."""
    event = happens.event
    if event is None:
        assert happens.choice.seat is not None
        return MoveLine(happens.choice.seat, rules.naming.recorded(happens.move))
    told = written(rules.naming.recorded_event(event), happens.outcome)
    return ChanceLine(event.kind, event.label.replace(" ", "-"), told)
