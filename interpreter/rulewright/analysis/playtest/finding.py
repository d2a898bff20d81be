"""A hole as a value, the choices that lead to it, and the record of the game that shows it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.stuck_loops import ENDLESS_LOOP, StuckLoop, until_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting
from rulewright.language.messages import playing as words
from rulewright.machine.chance import (
    CHANCE_STREAM,
    ChanceEvent,
    Numbers,
    Outcome,
    RandomPlayer,
    looked_at,
    nth_outcome,
    number_of,
    random_outcome,
    stream_key,
    written,
)
from rulewright.machine.events import Event
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Stop, Waiting
from rulewright.machine.move_names import Move
from rulewright.machine.outcomes import answer_chance, result
from rulewright.machine.positions import NOTHING, Choice, Vector
from rulewright.machine.program.bounds import LATE
from rulewright.machine.record import ChanceLine, EndLine, Header, Line, MoveLine, dump

# ---- A hole as a value: what is said of it, at which setting, and by which choices it is reached


BEGINS: Final = "when play begins"
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
    begins, tried = None if decisions else BEGINS, rules.tried(fault)
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
        answer_chance(rules, machine, event, nth_outcome(event, choice.number), None)
    else:
        machine.choose(choice.seat, machine.moves(choice.seat)[choice.number])


def given(rules: Rules, which: Callable[[ChanceEvent], int], number: int = 0) -> Choice:
    """What chance gives where the machine stands, of all outcomes of the event, which has this number; making the
    choice goes wrong where there are none."""
    try:
        event = rules.naming.event(number)
    except RulesFault:
        return NOTHING
    return Choice(None, which(event))


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
    """A path with outcomes numbered among so many that were looked at, as one that stands by itself; it begins behind
    another one that does."""
    found: list[Choice] = []
    for number, choice in enumerate(path):
        if number:
            make(rules, found[-1])
        else:
            begun(rules)
            for before in behind:
                make(rules, before)
        which = partial(_number_among_all, choice.number, outcomes)
        found.append(given(rules, which) if choice.seat is None else choice)
    return tuple(found)


def _number_among_all(number: int, outcomes: int, event: ChanceEvent) -> int:
    return number_of(event, looked_at(event, number, most=outcomes))


@frozen
class RandomGame:
    """What a random game of a seed chooses; the decisions may be `chosen`, by the numbers of their moves."""

    player: RandomPlayer
    chance: int
    chosen: Sequence[int] = ()

    @staticmethod
    def numbered(seed: int, number: int, chosen: Sequence[int] = ()) -> "RandomGame":
        """The game with this number."""
        return RandomGame(RandomPlayer(seed, number), stream_key(seed, number, CHANCE_STREAM), chosen)

    def choice(self, rules: Rules, made: int, events: int) -> Choice:
        """The choice where the machine stands, after so many decisions and chance events."""
        stop = rules.machine.stop
        if isinstance(stop, Deciding):
            seat = stop.seats[0]
            moves = rules.machine.moves(seat)
            return Choice(seat, self.chosen[made] if self.chosen else self.player.choose(made, len(moves)))
        numbers = Numbers(self.chance, events)
        return given(rules, lambda event: number_of(event, random_outcome(numbers, event)), events)


def of_game(rules: Rules, seed: int, number: int, decisions: int, chosen: Sequence[int] = ()) -> Path:
    """The choices of a random game, or of one in which these are `chosen`, up to its decision with this number and what
    follows from it, or to where it goes wrong; where chance is asked again and again, only to the decision."""
    found: list[Choice] = []
    game, made, last = RandomGame.numbered(seed, number, chosen), 0, 0
    try:
        stop = begun(rules)
        while made < decisions or (isinstance(stop, Waiting) and len(found) < last + MOST_EVENTS):
            assert not isinstance(stop, Over), "there are so many decisions"
            found.append(game.choice(rules, made, len(found) - made))
            if found[-1].seat is not None:
                made, last = made + 1, len(found)
            make(rules, found[-1])
            stop = rules.machine.stop
        if isinstance(stop, Waiting):
            del found[last:]
    except RulesFault as fault:
        if fault.code == LATE and made < decisions:
            raise
    return tuple(found)


@frozen
class Step:
    """What the last choice brought about, and what all, or some, could see happen; `decisions`: how many of the choices
    were decisions; `made`: the number of the action, if it was a decision; `idle`: the game stands just where it
    stood."""

    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    decisions: int
    made: int | None
    idle: bool


def watched_game(rules: Rules, seed: int, number: int, most: int) -> Iterator[Step]:
    """A random game of at most so many decisions by the reference, step by step from its beginning to its end or to
    where it goes wrong; it is the same as any other with this seed and number."""
    machine, choices, events = rules.machine, list[Choice](), list[Event]()
    game, made, action, before = RandomGame.numbered(seed, number), 0, None, rules.program.initial
    rules.loaded, noted = None, machine.notes
    machine.tell(events)
    try:
        stop = machine.start()
        while True:
            yield Step(tuple(choices), tuple(events), made, action, idle=machine.vector == before)
            events.clear()
            action, before = None, machine.vector
            chances = isinstance(stop, Waiting) and len(choices) - made < MOST_EVENTS * (made + 1)
            if not chances and not (isinstance(stop, Deciding) and made < most):
                return
            choices.append(game.choice(rules, made, len(choices) - made))
            if isinstance(stop, Deciding):
                offers, moves = rules.program.sites[stop.site].offers, machine.moves(stop.seats[0])
                action = offers[moves[choices[-1].number].offer].action
                made += 1
            make(rules, choices[-1])
            stop = machine.stop
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


def fault_sighting(
    rules: Rules, fault: RulesFault, decisions: int, path: Callable[[], Path], *, shortest: bool = False
) -> Sighting:
    """Where the rules go wrong at the end of this path, after so many decisions."""
    return Sighting(fault_found(rules, told_at_loop(rules, fault, path), decisions), path, shortest)


def first_broken(machine: Machine) -> int | None:
    """The number of the first invariant that does not hold where the machine stands, if it has to hold there."""
    return None if isinstance(machine.stop, Waiting) else next(machine.broken(), None)


def record_of(rules: Rules, way: Way) -> str:
    """The record of this way, line by line; `replay` follows it to the same place, or to the same fault."""
    lines: list[Header | Line] = [Header(rules.name, rules.sha256, rules.players, rules.core.options)]
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
        lines.append(EndLine(*result(rules.machine)))
    return "".join(f"{dump(line)}\n" for line in lines)
