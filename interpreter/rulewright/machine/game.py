"""A ruleset that can be played, and a game of it.

`Rules` holds what is the same for all games of one setting; a `Game` is a vector, the steps that led to it, and the log
of what was seen. Between two decisions all happens or nothing: after a fault, an illegal move or a chance source that
cannot answer, the game stands where it stood.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from attrs import define, field

from rulewright.language.core import Core
from rulewright.language.span import Span
from rulewright.machine.chance import ChanceEvent, ChanceSource, Outcome, Seeded, written
from rulewright.machine.events import Event
from rulewright.machine.happenings import Decision, Happened, Step
from rulewright.machine.imagine import Imagined, imagined
from rulewright.machine.information import Memory, Seen, information
from rulewright.machine.interpret import Choice, Deciding, Machine, Over, RulesFault, Stop, Waiting
from rulewright.machine.move_events import chosen, reveals
from rulewright.machine.move_names import Move, Naming
from rulewright.machine.move_text import UnclearMove, parse_move
from rulewright.machine.outcomes import answer, result
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.program.nodes import Program
from rulewright.machine.record import BackLine, ChanceLine, EndLine, Header, Line, MoveLine
from rulewright.machine.redealing import pairs
from rulewright.machine.standing import Watched, open_to_all, standing
from rulewright.machine.state import State, from_bytes
from rulewright.machine.view import View, variable_slots, view
from rulewright.machine.why import Refusal, refusal
from rulewright.shown import shown

MARK_EVERY = 16


class IllegalMove(Exception):  # noqa: N818 - the player's, no error of a program
    """A move that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal; its text is the message."""
        super().__init__(str(refusal))
        self.refusal = refusal


@define(slots=False, eq=False)
class Rules:
    """The rules of a game at one setting of players and options."""

    core: Core
    program: Program
    source_text: str
    name: str
    sha256: str
    loaded: tuple[int, ...] | None = field(init=False, default=None)

    def __repr__(self) -> str:
        """Which game at which setting, in a line."""
        return f"<Rules {shown(self.core.title)}, {self.players} players, sha256 {self.sha256[:8]}>"

    @cached_property
    def machine(self) -> Machine:
        """The machine that all games of these rules share; each loads its vector before it asks."""
        return Machine(self.program)

    @cached_property
    def watched(self) -> Watched:
        """A machine that tells which cells a function reads."""
        return Watched(self.program)

    @cached_property
    def open_score(self) -> bool:
        """Whether everybody can compute the score at any time."""
        return open_to_all(self.core)

    @cached_property
    def held(self) -> frozenset[tuple[int, int]]:
        """The cells of the vector that hold a found piece: its kind and where it lies."""
        return pairs(self.program)

    @cached_property
    def fields(self) -> slice:
        """The cells of the variables."""
        slots = variable_slots(self.program)
        return slice(slots[0].offset, slots[-1].offset + slots[-1].length) if slots else slice(0)

    @cached_property
    def naming(self) -> Naming:
        """How things are written."""
        return Naming(self.core, self.machine)

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.players

    @property
    def options(self) -> dict[str, int | str | bool]:
        """The options as they are set."""
        return dict(self.core.options)

    def line(self, span: Span) -> int:
        """The line of the text, from 1, where something stands."""
        return self.source_text.count("\n", 0, span.start) + 1

    def quote(self, span: Span) -> str:
        """The text at a place, on one line."""
        return " ".join(self.source_text[span.start : span.end].split())

    def tried(self, fault: RulesFault) -> tuple[str, ...]:
        """Sentences that name the `must` lines for which the move was tried that went wrong, the innermost first."""
        return tuple(f'Tried out for line {self.line(span)}: "{self.quote(span)}".' for span in fault.tried)

    def start(
        self, seed: int | None = None, number: int = 0, chance: ChanceSource | None = None, *, legal: bool = False
    ) -> "Game":
        """Begin a game. Without seed and source it waits at chance events; `legal`: the record lists all moves.

        Seed and number are taken modulo 2^64: -1 is 2^64 - 1. TypeError if they are no whole numbers.
        """
        for name, given in (("seed", seed), ("number", number)):
            if not isinstance(given, int | None):
                raise TypeError(f"the {name} of a game is a whole number, not {given!r}")
        source = Seeded(seed, number) if chance is None and seed is not None else chance
        header = Header(self.name, self.sha256, self.players, self.core.options, seed, number)
        game = self.stand(source, header, legal=legal)
        game.begin()
        return game

    def stand(self, chance: ChanceSource | None, header: Header, *, legal: bool = False) -> "Game":
        """A game that has not begun yet."""
        return Game(self, chance, header, legal)

    def resume(self, state: State | bytes, chance: ChanceSource | None = None) -> "Game":
        """A game that goes on from a state; it has no past."""
        found = from_bytes(self.program, state) if isinstance(state, bytes) else state
        game = self.stand(chance, Header(self.name, self.sha256, self.players, self.core.options))
        game.take_up(found.vector)
        return game


@define(eq=False)
class Game:
    """One game. Seats count from 0."""

    rules: Rules
    source: ChanceSource | None
    header: Header
    legal: bool
    log: list[Event] = field(init=False, factory=list)
    steps: list[Step] = field(init=False, factory=list)
    lines: list[Line] = field(init=False, factory=list)
    knowledge: dict[int, Knowledge] = field(init=False, factory=dict)
    memories: dict[int | None, Memory] = field(init=False, factory=dict)
    _decided: list[int] = field(init=False, factory=list)
    base: tuple[int, ...] = field(init=False, default=())
    _vector: tuple[int, ...] = field(init=False, default=())
    _stop: Stop = field(init=False, factory=Over)
    _marks: dict[int, tuple[int, ...]] = field(init=False, factory=dict)
    _moves: dict[int, dict[Move, Choice]] = field(init=False, factory=dict)
    _standings: dict[int | None, tuple[int | None, ...]] = field(init=False, factory=dict)
    _event: ChanceEvent | None = field(init=False, default=None)
    _known: dict[int, tuple[ChanceEvent, Outcome]] = field(init=False, factory=dict)

    def __repr__(self) -> str:
        """Which game, and where it stands, in a line."""
        return f"<Game of {shown(self.rules.core.title)}: {self._where()}>"

    def _where(self) -> str:
        match self._stop:
            case Over():
                return f"over, {self.decisions} decisions"
            case Waiting():
                return f"decision {self.decisions + 1}, waiting for chance"
            case Deciding(seats=seats):
                asked = ", ".join(map(str, seats))
                return f"decision {self.decisions + 1}, {'seat' if len(seats) == 1 else 'seats'} {asked} to move"

    # ---- where the game stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._stop, Over)

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return self._stop.seats if isinstance(self._stop, Deciding) else ()

    @property
    def waiting(self) -> ChanceEvent | None:
        """The chance event that nobody has answered."""
        return self._event

    @property
    def state(self) -> State:
        """The state as data."""
        return State(self._vector, self.rules.program)

    @property
    def decisions(self) -> int:
        """How many moves were made."""
        return len(self._decided)

    @property
    def record(self) -> tuple[Header | Line, ...]:
        """The record so far."""
        return (self.header, *self.lines)

    def entered(self) -> Machine:
        """The machine, standing where this game stands."""
        machine = self.rules.machine
        if self.rules.loaded is not self._vector:
            self.rules.loaded = None
            machine.load(self._vector)
            self.rules.loaded = self._vector
        return machine

    # ---- moves

    def moves(self, seat: int) -> list[Move]:
        """All legal moves of a seat, in the order of the rules; none if it is not asked."""
        return list(self.choices(seat))

    def choices(self, seat: int) -> dict[Move, Choice]:
        """The legal moves with what they are for the machine."""
        if seat not in self.deciders:
            return {}
        if seat not in self._moves:
            assert isinstance(self._stop, Deciding)
            machine = self.entered()
            self._moves[seat] = self.rules.naming.moves(seat, machine.moves(seat), self._stop.site)
        return self._moves[seat]

    def play(self, seat: int, move: Move | Sequence[str | int]) -> None:
        """Make a move and play on to the next decision; IllegalMove carries why not."""
        wanted = tuple(move)
        choice = self.choices(seat).get(wanted)
        if choice is None:
            why_not = self.why(seat, wanted)
            assert why_not is not None, f"{wanted} is neither legal nor refused"
            raise IllegalMove(why_not)
        with self._attempt() as machine:
            assert isinstance(machine.stop, Deciding)
            told, site = len(self.log), machine.stop.site
            moves = tuple(self.choices(seat)) if self.legal else None
            announce = chosen(self.rules, machine, seat, choice, wanted)
            self._mark()
            machine.choose(seat, choice)
            self.log.insert(told, announce(self.log[told:]))
            self._decided.append(len(self.steps))
            self.steps.append(Decision(seat, wanted, choice, told, site, self._vector[self.rules.fields]))
            naming = self.rules.naming
            legal = None if moves is None else tuple(map(naming.recorded, moves))
            self.lines.append(MoveLine(seat, naming.recorded(wanted), legal))
            self._settle(machine)

    def parse_move(self, seat: int, text: str, *, loosely: bool = False) -> Move:
        """The move that a text means; if it is not legal, its words. `loosely`: a part of a name is enough if it is
        unique; UnclearMove if it fits several moves."""
        return parse_move(text, self.moves(seat), loosely=loosely)

    def why(self, seat: int, move: Move | str) -> Refusal | None:
        """Why a move is not legal for a seat now; None if it is."""
        return refusal(self, seat, self.parse_move(seat, move) if isinstance(move, str) else tuple(move))

    # ---- chance

    def give(self, outcome: Outcome) -> None:
        """Answer the chance event that the game waits for."""
        assert self._event is not None, "the game does not wait"
        with self._attempt() as machine:
            self._happen(machine, self._event, outcome)
            self._settle(machine)

    def forget_chance(self) -> None:
        """Let the source be asked again for events that it answered before going back: it reads a record."""
        self._known.clear()

    def go_on(self) -> None:
        """Ask the source again for the chance event that the game waits for."""
        with self._attempt() as machine:
            self._settle(machine)

    def _settle(self, machine: Machine) -> None:
        """Answer chance events up to the next decision, or to one that the source does not answer."""
        while isinstance(machine.stop, Waiting):
            event = self.rules.naming.event(len(self.steps) - len(self._decided))
            outcome = self._answer(event)
            self._event = event if outcome is None else None
            if outcome is None:
                return
            self._happen(machine, event, outcome)
        self._event = None
        if isinstance(machine.stop, Over):
            self.lines.append(EndLine(*result(machine)))

    def _answer(self, event: ChanceEvent) -> Outcome | None:
        """What the source says; the same event with the same inputs always gives the same."""
        known = self._known.get(event.number)
        if known is not None and known[0] == event:
            return known[1]
        return self.source.outcome(event) if self.source is not None else None

    def _happen(self, machine: Machine, event: ChanceEvent, outcome: Outcome) -> None:
        assert isinstance(machine.stop, Waiting)
        self.steps.append(Happened(event, outcome, len(self.log), machine.stop.chance))
        told = written(self.rules.naming.recorded_event(event), outcome)
        self.lines.append(ChanceLine(event.kind, event.label.replace(" ", "-"), told))
        self._known[event.number] = (event, outcome)
        answer(self.rules, machine, event, outcome, self.log)

    # ---- the end

    @property
    def scores(self) -> tuple[int, ...]:
        """When over: the score of every seat."""
        return result(self.entered())[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """When over: the seats that have won, ascending."""
        return result(self.entered())[1]

    def broken_invariants(self) -> tuple[str, ...]:
        """The titles of the invariants that do not hold now."""
        machine = self.entered()
        checks = self.rules.program.invariants
        return tuple(check.title for check in checks if not machine.call(check.function))

    # ---- going back, copies

    def undo(self, decisions: int = 1) -> None:
        """Go back before the last decisions; what followed stays in the record as a branch."""
        if not 0 < decisions <= self.decisions:
            raise ValueError(f"there are {self.decisions} decisions to take back, not {decisions}")
        self.back_to(self.decisions - decisions + 1)

    def back_to(self, decision: int) -> None:
        """Go back before the decision with this number (from 1)."""
        at = self._decided[decision - 1]
        told = self.steps[at].told
        self.lines.append(BackLine(decision, any(reveals(event) for event in self.log[told:])))
        mark = max(place for place in self._marks if place <= at)
        machine = self.rules.machine
        self.rules.loaded = None
        machine.tell(None)
        machine.load(self._marks[mark])
        for step in self.steps[mark:at]:
            if isinstance(step, Decision):
                machine.choose(step.seat, step.choice)
            else:
                answer(self.rules, machine, step.event, step.outcome, None)
        del self.steps[at:], self.log[told:], self._decided[decision - 1 :]
        self.knowledge, self.memories = {}, {}
        self._marks = {place: vector for place, vector in self._marks.items() if place <= at}
        self._event = None
        self._stand(machine)

    def copy(self) -> "Game":
        """A game that goes on by itself from here."""
        twin = Game(self.rules, self.source, self.header, self.legal)
        twin.log, twin.steps, twin.lines = list(self.log), list(self.steps), list(self.lines)
        twin._decided = list(self._decided)  # noqa: SLF001 - its own kind
        twin.base = self.base
        twin._vector, twin._stop, twin._event = self._vector, self._stop, self._event  # noqa: SLF001 - its own kind
        twin._marks, twin._known, twin._moves = dict(self._marks), dict(self._known), dict(self._moves)  # noqa: SLF001
        return twin

    # ---- what seats know

    def view(self, seat: int | None) -> View:
        """What a seat sees now; None: a spectator."""
        return view(self, seat)

    def standing(self, seat: int | None) -> tuple[int | None, ...]:
        """The scores that a seat can compute from what it sees; None where it cannot."""
        if seat not in self._standings:
            self._standings[seat] = standing(self, seat)
        return self._standings[seat]

    def information(self, seat: int | None) -> tuple[Seen, ...]:
        """What a seat did and every event as it saw it; None: a spectator."""
        return information(self, seat)

    def imagine(self, seat: int, chance: ChanceSource) -> State:
        """A state in which what this seat does not know is dealt anew, consistent with its memory."""
        return imagined(self, seat, chance).state

    def imagined(self, seat: int, chance: ChanceSource) -> Imagined:
        """The same, with whether it agrees with all that the seat was told, or only with what it knows of pieces."""
        return imagined(self, seat, chance)

    # ---- inside

    def begin(self) -> None:
        """Run the setup to the first decision."""
        self.base = self.rules.program.initial
        with self._attempt(fresh=True) as machine:
            machine.start()
            self._settle(machine)

    def take_up(self, vector: tuple[int, ...]) -> None:
        """Stand at a state without a past."""
        self.base = self._vector = vector
        machine = self.entered()
        if isinstance(machine.stop, Waiting):
            with self._attempt():
                self._settle(machine)
        else:
            self._stand(machine)

    @contextmanager
    def _attempt(self, *, fresh: bool = False) -> Iterator[Machine]:
        """Let the machine run with the log open; if anything goes wrong all is as before."""
        before = len(self.log), len(self.steps), len(self.lines), len(self._decided), self._event
        machine = self.rules.machine if fresh else self.entered()
        self.rules.loaded = None
        machine.tell(self.log)
        try:
            yield machine
        except BaseException:
            del self.log[before[0] :], self.steps[before[1] :], self.lines[before[2] :], self._decided[before[3] :]
            self._event = before[4]
            raise
        finally:
            machine.tell(None)
        self._stand(machine)

    def _stand(self, machine: Machine) -> None:
        """The game stands where the machine stands."""
        self._vector = self.rules.loaded = machine.vector
        self._stop = machine.stop
        self._moves, self._standings = {}, {}

    def _mark(self) -> None:
        if not self._marks or len(self.steps) - max(self._marks) >= MARK_EVERY:
            self._marks[len(self.steps)] = self._vector


__all__ = ["Decision", "Game", "Happened", "IllegalMove", "Rules", "RulesFault", "UnclearMove"]
