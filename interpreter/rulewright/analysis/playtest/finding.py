"""A hole as a value, the choices that lead to it, and the record of the game that shows it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from time import monotonic
from typing import Final, Literal

from attrs import frozen

from rulewright.analysis.playtest.stuck_loops import ENDLESS_LOOP, StuckLoop, until_of
from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting
from rulewright.language.messages import playing as words
from rulewright.machine import chance as chances
from rulewright.machine.chance import ChanceEvent, Outcome, nth_outcome, number_of, written
from rulewright.machine.events import Event
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Stop, Waiting
from rulewright.machine.move_names import Move
from rulewright.machine.positions import NOTHING, Broken, Choice, Faulted, Positions, Vector, path
from rulewright.machine.program.bounds import LATE
from rulewright.machine.program.nodes import Program
from rulewright.machine.record import ChanceLine, EndLine, Header, Line, MoveLine, dump
from rulewright.machine.view import variable_slots

# ---- A hole as a value: what is said of it, at which setting, and by which choices it is reached

Path = tuple[Choice, ...]


@frozen
class Hole:
    """`path`: the choices from the beginning of a game up to where it shows; where a choice goes wrong, that is the
    last one. None: no single game shows it. `shortest`: no game with fewer decisions does."""

    diagnostic: Diagnostic
    setting: Setting
    path: Path | None
    shortest: bool = False


@frozen
class Sighting:
    """Where a hole shows at one setting: `path` finds it out; it can be asked until the search goes on."""

    diagnostic: Diagnostic
    path: Callable[[], Path | None]
    shortest: bool = False


Kind = tuple[str, int]
"""A kind of hole: its code and line. Each is told once."""


def kind_of(found: Diagnostic, line: int) -> Kind:
    """What of two findings is the same; that games need not end is told once, wherever it is seen."""
    return found.code, 0 if found.code == words.need_not_end.code else line


BEFORE_IT: Final = {
    "too-few-pieces": "Move `up to` so many, or ask before how many there are: ZONE's size.",
    "cannot-move": "Ask before whether there is one: PLACE is empty, ZONE is empty.",
    "nothing-there": "Ask before whether there is one: PLACE is empty, ZONE is empty.",
    "nothing-to-draw": "Ask before whether there is one: ZONE is empty.",
    "zone-full": "Ask before how many lie there, or declare more room.",
    "none-used": "Ask before whether it is not none.",
    "divides-by-zero": "Ask before whether it is 0.",
}
"""What to write before a sentence that goes wrong, by the code of its fault."""


def fault_found(rules: Rules, fault: RulesFault, decisions: int) -> Diagnostic:
    """What is said where the rules go wrong in play, after so many decisions."""
    begins, tried = None if decisions else "when play begins", rules.tried(fault)
    if isinstance(fault, StuckLoop):
        until = until_of(rules.source_text, fault.loop)
        return words.nobody_leaves(fault.span, begins=begins, actions=fault.actions, until=until)
    if fault.code == "stuck":
        return words.nobody_can_move(fault.span, begins=begins, said=fault.message, tried=tried)
    advice = None if "Ask before" in fault.message else BEFORE_IT.get(fault.code)
    return words.goes_wrong(fault.span, begins=begins, said=fault.message, advice=advice, tried=tried)


def broken_found(rules: Rules, number: int, decisions: int) -> Diagnostic:
    """What is said of an invariant, or secret, that does not hold after so many decisions."""
    check = rules.program.invariants[number]
    complaint = words.broken_invariant if decisions else words.broken_from_the_beginning
    return complaint(check.span, sort=check.sort, title=check.title)


Field = tuple[Literal["zone", "variable"], int]
"""A zone or variable of the rules, by its number."""


def fields_asked(nodes: Iterable[object]) -> set[Field]:
    """The zones and variables that these nodes are about."""
    found = set[Field]()
    for node in nodes:
        if isinstance(node, core.ZoneRef):
            found.add(("zone", node.zone))
        elif isinstance(node, core.VarRef):
            found.add(("variable", node.variable))
    return found


def cells_of(program: Program) -> dict[Field, slice]:
    """Where the zones and variables lie in a state."""
    found: dict[Field, slice] = {}
    for zone in program.zones:
        found["zone", zone.zone] = slice(zone.offset, zone.offset + zone.stride * zone.instances)
    for number, slot in enumerate(variable_slots(program)):
        found["variable", number] = slice(slot.offset, slot.offset + slot.length)
    return found


def shown_by(positions: Positions, found: Faulted | Broken) -> tuple[list[Choice], RulesFault | int]:
    """The choices to something that positions show, and what it is: a fault, or an invariant that is broken."""
    if not positions.found and isinstance(found, Faulted):
        return [], found.fault  # when play begins
    steps = path(positions, found.position)
    return (steps, found.invariant) if isinstance(found, Broken) else ([*steps, found.choice], found.fault)


def decisions_in(steps: Iterable[Choice]) -> int:
    """How many of these choices are decisions."""
    return sum(step.seat is not None for step in steps)


# ---- Along a path of choices, by the reference: made again, made to stand by themselves, and told in words
# Each choice is one that there is where the machine stands.

MOST_ITEMS: Final = 8
LONGEST_CYCLE, MOST_SAID = 1_000, 6
MOST_EVENTS: Final = 1_000
"""So many times chance is asked behind the last decision of a game; it may never stop asking."""


def begun(rules: Rules) -> Stop:
    """The machine, at the beginning of a game."""
    rules.loaded = None
    return rules.machine.start()


def make(rules: Rules, choice: Choice) -> None:
    """Let the machine make a choice where it stands, until its deadline."""
    machine = rules.machine
    machine.c.due = machine.c.deadline
    machine.c.look(machine.stopped_at)
    if choice.seat is None:
        event = rules.naming.event(0)
        rules.naming.answer(event, nth_outcome(event, choice.number), None)
    else:
        machine.choose(choice.seat, machine.moves(choice.seat)[choice.number])


def chance_asked(rules: Rules, number: int = 0) -> ChanceEvent | None:
    """What chance is asked where the machine stands, an event with this number; None where there are no outcomes, so
    that to make the choice NOTHING goes wrong."""
    with suppress(RulesFault):
        return rules.naming.event(number)
    return None


def choice_in_words(rules: Rules, choice: Choice) -> str:
    """A choice in words, where the machine stands: who does what, or what chance gives."""
    machine = rules.machine
    if choice.seat is None:
        event = rules.naming.event(0)
        given = written(event, nth_outcome(event, choice.number))
        items = given if isinstance(given, tuple) else (given,)
        more = ", …" if len(items) > MOST_ITEMS else ""
        return f"{event.label}: {', '.join(map(str, items[:MOST_ITEMS]))}{more}"
    assert isinstance(machine.stop, Deciding), "a seat chooses"
    move = machine.moves(choice.seat)[choice.number]
    (name,) = rules.naming.moves(choice.seat, [move], machine.stop.site)
    return f"{rules.core.seat_names[choice.seat]}: {' '.join(map(str, name))}"


def of_all(rules: Rules, path: Sequence[Choice], outcomes: int, behind: Path = ()) -> Path:
    """A path, behind another one, with outcomes numbered among so many looked at, as one that stands by itself."""
    found: list[Choice] = []
    for choice in path:
        if found:
            make(rules, found[-1])
        else:
            begun(rules)
            for before in behind:
                make(rules, before)
        event, number = chance_asked(rules) if choice.seat is None else None, choice.number
        if event is not None:
            number = number_of(event, chances.looked_at(event, number, most=outcomes))
        found.append(Choice(choice.seat, number))
    return tuple(found)


def choices_of(
    rules: Rules,
    seed: int,
    number: int,
    most: int,
    chosen: Sequence[int] = (),
    make: Callable[[Rules, Choice], None] = make,
) -> Iterator[Choice]:
    """The choices of a random game of so many decisions at most, and of chance behind the last; the decisions may be
    `chosen`, by the numbers of their moves. The machine stands before each; it is made when the next is asked for."""
    player, chance = chances.RandomPlayer(seed, number), chances.stream_key(seed, number, chances.CHANCE_STREAM)
    stop, made, events, last = begun(rules), 0, 0, 0
    while not isinstance(stop, Over) and (made < most or (isinstance(stop, Waiting) and events < last + MOST_EVENTS)):
        if isinstance(stop, Deciding):
            moves = rules.machine.moves(stop.seats[0])
            choice = Choice(stop.seats[0], chosen[made] if chosen else player.choose(made, len(moves)))
            made, last = made + 1, events
        else:
            event = chance_asked(rules, events)
            given = None if event is None else chances.random_outcome(chances.Numbers(chance, events), event)
            choice = NOTHING if event is None or given is None else Choice(None, number_of(event, given))
            events += 1
        yield choice
        make(rules, choice)
        stop = rules.machine.stop


def of_game(rules: Rules, seed: int, number: int, decisions: int, chosen: Sequence[int] = ()) -> Path:
    """The choices of a random game, or of one in which these are `chosen`, up to its decision with this number and what
    follows from it, or to where it goes wrong; where chance is asked again and again, only to the decision."""
    found: list[Choice] = []
    try:
        for choice in choices_of(rules, seed, number, decisions, chosen):
            found.append(choice)  # noqa: PERF402 # it stays where the next one cannot be made
        while isinstance(rules.machine.stop, Waiting) and found and found[-1].seat is None:
            found.pop()
    except RulesFault as fault:
        if fault.code == LATE and decisions_in(found) < decisions:
            raise
    return tuple(found)


@frozen
class Step:
    """What the last choice brought about, and what some could see happen; so many of the choices were decisions;
    `made`: the number of the action, if it was one; `idle`: the game stands just where it stood."""

    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    decisions: int
    made: int | None
    idle: bool


def watched_game(rules: Rules, seed: int, number: int, most: int, events: list[Event] | None = None) -> Iterator[Step]:
    """A random game of at most so many decisions by the reference, step by step from its beginning to its end or to
    where it goes wrong; it is the same as any other with this seed and number. What happens is told to `events`, if
    there are some, which are cleared behind each step."""
    events = [] if events is None else events
    machine, choices, made, action = rules.machine, list[Choice](), 0, None
    before, noted = rules.program.initial, machine.notes
    machine.tell(events)
    try:
        for choice in chain(choices_of(rules, seed, number, most), (None,)):
            yield Step(tuple(choices), tuple(events), made, action, idle=machine.vector == before)
            if choice is None or len(choices) - made >= MOST_EVENTS * (made + 1):
                return
            events.clear()
            choices.append(choice)
            made += choice.seat is not None
            action, before, stop = None, machine.vector, machine.stop
            if isinstance(stop, Deciding):
                move = machine.moves(stop.seats[0])[choice.number]
                action = rules.program.sites[stop.site].offers[move.offer].action
    except RulesFault:
        return
    finally:
        machine.tell(None)
        machine.c.notes[:] = noted  # both backends count the same


@contextmanager
def trying_out(machine: Machine) -> Iterator[None]:
    """Leave the machine as it was, whatever is done with it meanwhile, which nobody is told of."""
    vector, events, noted = machine.vector, machine.zones.events, machine.notes
    machine.tell(None)
    try:
        yield
    finally:
        machine.load(vector)
        machine.tell(events)
        machine.c.notes[:] = noted


def cycle(rules: Rules, vector: Vector) -> tuple[str, ...]:
    """What is done from this position on, always the first that can be, from where it comes again to where it comes
    again; nothing if that is too much to tell."""
    seen: dict[Vector, int] = {}
    told: list[str] = []
    rules.loaded = None
    stop = rules.machine.load(vector)
    while not isinstance(stop, Over) and len(told) < LONGEST_CYCLE:
        vector = rules.machine.vector
        if vector in seen:
            again = tuple(told[seen[vector] :])
            return again if len(again) <= MOST_SAID else ()
        seen[vector] = len(told)
        choice = Choice(stop.seats[0] if isinstance(stop, Deciding) else None, 0)
        try:
            told.append(choice_in_words(rules, choice))
            make(rules, choice)
        except RulesFault:
            return ()
        stop = rules.machine.stop
    return ()


# ---- A game by its choices: what they are called, where they lead, and the record that leads there, too

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
            stop = machine.stop
            assert not isinstance(stop, Over), "the path goes on after the end of the game"
            if choice.seat is not None and isinstance(stop, Deciding):
                chosen = machine.moves(choice.seat)[choice.number]
                here = Happens(choice, rules.naming.moves(choice.seat, [chosen], stop.site)[0])
            else:
                event = rules.naming.event(0)
                here = Happens(choice, event=event, outcome=nth_outcome(event, choice.number))
            vectors.append(machine.vector)
            happens.append(here)
            make(rules, choice)
        vectors.append(machine.vector)
        over = isinstance(machine.stop, Over)
        return Way(tuple(happens), tuple(vectors), broken=first_broken(machine), over=over)
    except RulesFault as fault:
        return Way(tuple(happens), tuple(vectors), fault)


def sighting_of(
    rules: Rules, trouble: RulesFault | int, decisions: int, path: Callable[[], Path], *, shortest: bool = False
) -> Sighting:
    """Where the rules go wrong, or this invariant is broken, at the end of this path, after so many decisions. Of a
    loop that goes on for ever the reference knows best which loop it is, if there is time to follow the path."""
    clock, due = rules.machine.c, rules.machine.c.deadline
    if not isinstance(trouble, RulesFault):
        return Sighting(broken_found(rules, trouble, decisions), path, shortest)
    if trouble.code == ENDLESS_LOOP:
        clock.deadline = max(due, monotonic() + PATH_SECONDS)
        with suppress(RulesFault):
            way = way_of(rules, path())
            trouble = trouble if way.fault is None or way.late else way.fault
        clock.deadline = due
    return Sighting(fault_found(rules, trouble, decisions), path, shortest)


def first_broken(machine: Machine) -> int | None:
    """The number of the first invariant that does not hold where the machine stands, if it has to hold there."""
    return None if isinstance(machine.stop, Waiting) else next(machine.broken(), None)


def record_of(rules: Rules, way: Way) -> str:
    """The record of this way, line by line; `replay` follows it to the same place, or to the same fault."""
    lines: list[Header | Line] = [rules.header]
    for each in way.happens:
        event = each.event
        if event is None:
            assert each.choice.seat is not None
            lines.append(MoveLine(each.choice.seat, rules.naming.recorded(each.move)))
        else:
            told = written(rules.naming.recorded_event(event), each.outcome)
            lines.append(ChanceLine(event.kind, event.label.replace(" ", "-"), told))
    if way.over:
        rules.standing_at(way.vectors[-1])
        lines.append(EndLine(*rules.machine.result()))
    return "".join(f"{dump(line)}\n" for line in lines)
