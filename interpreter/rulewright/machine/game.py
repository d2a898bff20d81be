"""A ruleset that can be played, and a game of it.

`Rules` holds what is the same for all games of one setting; a `Game` is a vector, the steps that led to it, and the log
of what was seen. Between two decisions all happens or nothing: after a fault, an illegal move or a chance source that
cannot answer, the game stands where it stood.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, SupportsIndex, TypeVar

from attrs import define, evolve, field

from rulewright.language.core import Core, Variable
from rulewright.language.facts.game_facts import counters, put_aside
from rulewright.language.intervals import May
from rulewright.language.languages import language_of
from rulewright.language.span import Span
from rulewright.language.types import BoolT, NumberT
from rulewright.machine.ahead import Ahead, begun, going_on
from rulewright.machine.chance import ChanceEvent, ChanceSource, Outcome, Seeded, a_source, whole_number
from rulewright.machine.event_log import Story
from rulewright.machine.events import Event
from rulewright.machine.horizon import Trained
from rulewright.machine.information import Memory, Seen, information
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Over, RulesFault
from rulewright.machine.move_names import Decision, Happened, Move, Naming, Step, UnclearMove, in_any_order, parse_move
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.program.cell_map import State, taken_up
from rulewright.machine.program.nodes import Program
from rulewright.machine.record import Header, Line
from rulewright.machine.sample_state import Imagined, imagined
from rulewright.machine.view import View, Watched, hidden_in, standing, variable_slots, view
from rulewright.machine.why import Refusal, refusal
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.language.checks.expression_values import Outcomes
    from rulewright.language.source import Source
    from rulewright.machine.wasm.engine import StepEngine

Seat = TypeVar("Seat", bound=int | None)


class IllegalMove(Exception):  # noqa: N818 - the player's, no error of a program
    """A move that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@define(slots=False, eq=False)
class Rules:
    """The rules of a game at one setting of players and options. `language`: the version in which the text was read;
    `trained`: what opponents have learned; `steps`: what the fast backend adds, of fast rules."""

    core: Core = field(repr=False)
    program: Program = field(repr=False)
    source_text: str
    name: str
    sha256: str
    language: int = field()
    trained: Trained | None = None
    steps: "StepEngine | None" = field(init=False, default=None)
    loaded: tuple[int, ...] | None = field(init=False, default=None)

    @language.default
    def _language(self) -> int:
        return language_of(self.source_text)

    def __repr__(self) -> str:
        return f"<Rules {shown(self.core.title)}, {self.players} players, sha256 {self.sha256[:8]}>"

    @cached_property
    def source(self) -> "Source":
        """The text, with the language in which it was read."""
        from rulewright.language.source import Source  # who only plays needs no text

        return Source(self.name, self.source_text, language=self.language)

    @cached_property
    def header(self) -> Header:
        """How records name these rules at their setting."""
        made, named = self.program.digest.hex(), (self.name, self.sha256, self.players, self.core.options)
        return Header(*named, language=self.language, program=made)

    def followed_by(self, header: Header) -> bool:
        """Whether a record is of this text, or of one that is the same game."""
        return header.rules == self.sha256 or header.program == self.header.program

    @cached_property
    def machine(self) -> Machine:
        """The machine that all games of these rules share; each loads its vector before it asks."""
        return Machine(self.program)

    def standing_at(self, vector: tuple[int, ...]) -> Machine:
        """The machine, standing at a vector that has stopped."""
        machine = self.machine
        if self.loaded is not vector:
            self.loaded = None
            machine.load(vector)
            self.loaded = vector
        return machine

    def fast(self) -> "Rules":
        """The same rules, whose games the fast backend plays. NotFast says why it cannot."""
        from rulewright.fast import step_engine  # heavy, and not everywhere

        rules = evolve(self)
        rules.steps = step_engine(rules)
        return rules

    @cached_property
    def watched(self) -> Watched:
        """A machine that tells which cells a function reads."""
        return Watched(self.program)

    @cached_property
    def open_score(self) -> bool:
        """Whether everybody can compute the score at any time."""
        scoring = self.core.scoring
        return next(hidden_in(self.core, (scoring.score, scoring.score_lets)), None) is None

    @cached_property
    def possible(self) -> "Outcomes":
        """Which kinds can ever lie in each zone, and what each field can be."""
        from rulewright.language.checks.value_analysis import contents, outcomes

        return outcomes(contents(self.core))

    @cached_property
    def idle_fields(self) -> frozenset[Variable]:
        """The fields that tell a player nothing: they are not shown, the rules only count with them, or they are one
        number, or none, for ever."""
        known, idle = self.possible.variables, {*counters(self.core)}
        idle.update(each for each in self.core.variables if not each.shown)
        for number, each in enumerate(self.core.variables):
            may = known.get(number)
            constant = may is not None and (may.range.extent <= 0 or (may.range.extent == 1 and not may.none))
            if constant and (may == May(none=True) or isinstance(each.type, NumberT | BoolT)):
                idle.add(each)
        return frozenset(idle)

    @cached_property
    def put_aside(self) -> frozenset[int]:
        """The zones whose pieces count for nothing."""
        return put_aside(self.core)

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
        """Begin a game. Without seed and source it waits at chance events; `legal`: the record lists all moves. Seed
        and number are taken modulo 2^64: -1 is 2^64 - 1. TypeError if they are no whole numbers."""
        seed = None if seed is None else whole_number(seed, "the seed of a game")
        number = whole_number(number, "the number of a game")
        source = Seeded(seed, number) if chance is None and seed is not None else chance
        game = self.stand(source, evolve(self.header, seed=seed, number=number), legal=legal)
        game.begin()
        return game

    def stand(self, chance: ChanceSource | None, header: Header, *, legal: bool = False) -> "Game":
        """A game that has not begun yet. ChanceError if this is no source of chance."""
        a_source(chance, optional=True)
        return Game(self, header, legal, Story(self, chance))

    def resume(self, state: State | bytes, chance: ChanceSource | None = None) -> "Game":
        """A game that goes on from a state, without a past. ValueError if it is of another setting."""
        vector = taken_up(self.program, state).vector
        a_source(chance, optional=True)
        story = Story(self, chance)
        story.take_up(vector)
        return Game(self, self.header, False, going_on(story))


@define(eq=False)
class Game:
    """One game. Seats count from 0."""

    rules: Rules
    header: Header
    legal: bool
    _course: Story | Ahead
    knowledge: dict[int, Knowledge] = field(init=False, factory=dict)
    memories: dict[int | None, Memory] = field(init=False, factory=dict)

    def __repr__(self) -> str:
        where = f"decision {self.decisions + 1}, waiting for chance"
        if self.over:
            where = f"over, {self.decisions} decisions"
        elif seats := self.deciders:
            asked = f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, seats))}"
            where = f"decision {self.decisions + 1}, {asked} to move"
        return f"<Game of {shown(self.rules.core.title)}: {where}>"

    # ---- where the game stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._course.stop, Over)

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        stop = self._course.stop
        return stop.seats if isinstance(stop, Deciding) else ()

    @property
    def waiting(self) -> ChanceEvent | None:
        """The chance event that nobody has answered, its `items` as in moves; None if the game waits for none."""
        return self._course.event

    @property
    def state(self) -> State:
        """The state as data."""
        return State(self._course.vector, self.rules.program)

    @property
    def decisions(self) -> int:
        """How many moves were made."""
        return self._course.decisions

    def entered(self) -> Machine:
        """The machine, standing where this game stands."""
        return self.rules.standing_at(self._course.vector)

    # ---- what happened

    @property
    def base(self) -> tuple[int, ...]:
        """The vector with which the game began."""
        return self._course.base

    @property
    def log(self) -> list[Event]:
        """What happened, and who saw it."""
        return self._course.told().log

    @property
    def steps(self) -> list[Step]:
        """The moves that were made, and the outcomes of chance."""
        return self._course.told().steps

    @property
    def lines(self) -> list[Line]:
        """The lines of the record so far."""
        return self._course.told().lines

    def stood(self, first: int = 1, most: int | None = None) -> list[State]:
        """The states before each decision from this one (from 1) on, and the one in which the game stands; of these the
        first `most`."""
        return [State(vector, self.rules.program) for vector in self._course.told().stood(first, most)]

    @property
    def record(self) -> tuple[Header | Line, ...]:
        """The record so far: what is played, then a line for each move, outcome of chance, going back, and the end;
        what was taken back stays. `machine.record.dump` writes a line as JSON."""
        return (self.header, *self.lines)

    # ---- moves

    def moves(self, seat: int) -> list[Move]:
        """All legal moves of a seat, in the order of the rules; none if it is not asked."""
        return list(self._course.offered(self._player(seat)).numbers)

    def choices(self, seat: int) -> dict[Move, ListedMove]:
        """The legal moves with what they are for the machine."""
        return self._course.offered(seat).choices(self.rules.program)

    def play(self, seat: int, move: Move | str | Sequence[str | int]) -> None:
        """Make a move, or what a text means, and play on to the next decision; IllegalMove carries why not, UnclearMove
        the moves that the text could be."""
        wanted = self._wanted(seat, move)
        number = self._course.offered(seat).numbers.get(wanted)
        if number is None:
            why_not = self.why(seat, wanted)
            assert why_not is not None, f"{wanted} is neither legal nor refused"
            raise IllegalMove(why_not)
        if not self._course.play(seat, number, legal=self.legal):
            self._course = self._course.told()
            self._course.play(seat, number, legal=self.legal)

    def parse_move(self, seat: int, text: str, *, loosely: bool = False) -> Move:
        """The move that a text means; if it is not legal, its words. `loosely`: a part of a name is enough if it is
        unique. UnclearMove if it fits several moves."""
        given: object = text
        if not isinstance(given, str):
            raise TypeError(f'the move to parse is a text, not {text!r}: write parse_move({seat!r}, "MOVE")')
        return self.meant(seat, text.split()) or parse_move(text, self.moves(seat), loosely=loosely)

    def meant(self, seat: int, words: Sequence[str]) -> Move | None:
        """The legal move of these words, those of a pick of several in any order where order means nothing; UnclearMove
        if it cannot be told which of them belong together."""
        moves = self.moves(seat)
        exact = next((move for move in moves if [*map(str, move)] == words), None)
        if exact is not None or not moves or not words:
            return exact
        stop = self.entered().stop
        assert isinstance(stop, Deciding)
        return in_any_order(words, self.choices(seat), self.rules.program, stop.site)

    def why(self, seat: int, move: Move | str) -> Refusal | None:
        """Why a move is not legal for a seat now; None if it is."""
        return refusal(self, seat, self._wanted(seat, move))

    # ---- chance

    @property
    def source(self) -> ChanceSource | None:
        """Who answers chance events."""
        return self._course.source

    @source.setter
    def source(self, source: ChanceSource | None) -> None:
        a_source(source, optional=True)
        story = self._course.told()
        story.source = source
        self._course = going_on(story)

    def give(self, outcome: Outcome) -> None:
        """Answer the chance event that the game waits for, by numbers of its items: one for a draw or roll; for a
        shuffle all copies, the top (of a row the left) one first. ChanceError, and nothing has happened, if the game
        does not wait or the event cannot have this outcome."""
        self._course.told().give(outcome)

    def forget_chance(self) -> None:
        """Let the source be asked again for events that it answered before going back: it reads a record."""
        if self.rules.program.chances:
            self._course.told().known.clear()
            self.source = self.source

    def go_on(self) -> None:
        """Ask the source again for the chance event that the game waits for."""
        self._course.told().go_on()

    # ---- the end

    @property
    def scores(self) -> tuple[int, ...]:
        """When over: the score of every seat."""
        return self.entered().result()[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """When over: the seats that have won, ascending."""
        return self.entered().result()[1]

    def broken_invariants(self) -> tuple[str, ...]:
        """The titles of the invariants that do not hold now; none while a chance event waits."""
        if self.waiting is not None:
            return ()
        return tuple(self.rules.program.invariants[number].title for number in self.entered().broken())

    def ended_by(self) -> Span | None:
        """When over: the sentence of the rules that ended it; None where play came to its end."""
        return self._course.told().ended_by()

    # ---- going back, copies

    def undo(self, decisions: int = 1) -> None:
        """Go back before the last decisions; what followed stays in the record as a branch."""
        if not 0 < whole_number(decisions, "what undo takes back") <= self.decisions:
            raise ValueError(f"there are {self.decisions} decisions to take back, not {decisions}")
        self.back_to(self.decisions - decisions + 1)

    def back_to(self, decision: int) -> None:
        """Go back before the decision with this number (from 1); ValueError if none with it was made."""
        if not 0 < whole_number(decision, "the number of a decision") <= self.decisions:
            raise ValueError(f"there is no decision {decision}: {self.decisions} were made")
        self._course.back_to(decision)
        self.knowledge, self.memories = {}, {}

    def copy(self) -> "Game":
        """A game that goes on by itself from here."""
        return Game(self.rules, self.header, self.legal, self._course.copy())

    # ---- what seats know

    def view(self, seat: int | None) -> View:
        """What a seat sees now; None: a spectator."""
        return view(self, self._one_of_us(seat))

    def standing(self, seat: int | None) -> tuple[int | None, ...]:
        """The scores that a seat can compute from what it sees; None where it cannot."""
        standings = self._course.standings
        if self._one_of_us(seat) not in standings:
            standings[seat] = standing(self, seat)
        return standings[seat]

    def information(self, seat: int | None) -> tuple[Seen, ...]:
        """What a seat did and every event as it saw it; None: a spectator."""
        return information(self, self._one_of_us(seat))

    def imagine(self, seat: int, chance: ChanceSource) -> State:
        """A state in which what this seat does not know is dealt anew, consistent with its memory."""
        return self.imagined(seat, chance).state

    def imagined(self, seat: int, chance: ChanceSource) -> Imagined:
        """The same, with whether it agrees with all that the seat was told, or only with what it knows of pieces."""
        a_source(chance)
        return imagined(self, self._player(seat), chance)

    # ---- inside

    def _wanted(self, seat: int, move: object) -> Move:
        """A move of a seat; ValueError if there is no such seat, TypeError, with what to write, if this is no move."""
        self._player(seat)
        if isinstance(move, str):
            return self.parse_move(seat, move)
        if not isinstance(move, Sequence) or not all(isinstance(each, str | SupportsIndex) for each in move):
            raise TypeError(
                f"a move is a text, or its action and what is picked, not {move!r}: write one of moves({seat})"
            )
        return tuple(move)

    def _one_of_us(self, seat: Seat) -> Seat:
        """The seat; ValueError if the game has none with this number."""
        number = isinstance(seat, int | SupportsIndex) and not isinstance(seat, bool)
        if seat is not None and not (number and 0 <= seat < self.rules.players):
            raise ValueError(f"there is no seat {seat!r}: they are 0 to {self.rules.players - 1}")
        return seat

    def _player(self, seat: int) -> int:
        """The seat of a player; ValueError if it is none, or a spectator."""
        if (found := self._one_of_us(seat)) is None:
            raise ValueError(f"None is a spectator, and no seat: they are 0 to {self.rules.players - 1}")
        return found

    def begin(self) -> None:
        """Run the setup to the first decision."""
        self._course = begun(self._course.told())


__all__ = ["Decision", "Game", "Happened", "IllegalMove", "Rules", "RulesFault", "UnclearMove"]
