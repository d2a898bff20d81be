"""Replay: a record drives a game; where rules and record part, the first point is told.

The recorded outcomes are used, never the seed. Another hash of the rules is a note, no parting.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.language.wording import hyphened
from rulewright.machine.ahead import faster
from rulewright.machine.chance import ChanceError, ChanceEvent, Outcome, recorded_outcome
from rulewright.machine.interpret import RulesFault
from rulewright.machine.move_names import Naming
from rulewright.machine.record import BackLine, ChanceLine, EndLine, Line, MoveLine, Record

if TYPE_CHECKING:
    from rulewright.machine.game import Game, Rules

FAST_REPLAY_LINES: Final = 300
"""To follow so many lines takes about as long as making an engine that follows them."""


@frozen
class Parting:
    """Where rules and record part: the line of the record, the decision (from 1) that was to come, why; `fault`: the
    rules go wrong there."""

    line: int
    decision: int
    message: str
    fault: bool = False

    @property
    def said(self) -> str:
        """The same in a sentence."""
        return f"Decision {self.decision} (line {self.line} of the record): {self.message.rstrip('.')}."


@frozen
class Replay:
    """A game as far as the record goes, notes, and the parting if there is one."""

    game: "Game"
    notes: tuple[str, ...]
    parting: Parting | None


class _PartingError(Exception):
    pass


class _Lines:
    """A chance source that takes the outcome from the line of the record that comes next."""

    def __init__(self, record: Record, naming: Naming) -> None:
        self.record = record
        self.naming = naming
        self.at = 0

    @property
    def line(self) -> Line | None:
        return self.record.lines[self.at] if self.at < len(self.record.lines) else None

    @property
    def number(self) -> int:
        numbers = self.record.numbers
        return numbers[self.at] if self.at < len(numbers) else numbers[-1] + 1 if numbers else 2

    def outcome(self, event: ChanceEvent) -> Outcome | None:
        line = self.line
        if line is None:
            return None
        if not isinstance(line, ChanceLine):
            raise _PartingError(f'the rules ask chance for {event.kind} "{hyphened(event.label)}", the record does not')
        outcome = recorded_outcome(self.naming.spoken_event(event, line.outcome), line.kind, line.what, line.outcome)
        self.at += 1
        return outcome


def replay(rules: "Rules", record: Record, tell: Callable[[int], None] = lambda _: None) -> Replay:
    """Play a record; `tell` hears how many lines have been followed."""
    if (
        len(record.lines) >= FAST_REPLAY_LINES and not rules.program.chances
    ):  # the engine knows nothing of recorded chance
        rules = faster(rules)
    lines = _Lines(record, rules.naming)
    game, parting = rules.stand(lines, record.header), None
    try:
        game.begin()
        while (line := lines.line) is not None:
            _step(game, lines, line)
            tell(lines.at)
    except (_PartingError, ChanceError, RulesFault) as problem:
        parting = Parting(lines.number, game.decisions + 1, _said(rules, problem), isinstance(problem, RulesFault))
    notes = []
    if record.header.rules != rules.sha256:
        notes.append("the record was made with another text of the rules")
    if parting is None and not game.over:
        notes.append(f"the record stops before decision {game.decisions + 1}")
    return Replay(game, tuple(notes), parting)


def _said(rules: "Rules", problem: Exception) -> str:
    if not isinstance(problem, RulesFault):
        return str(problem)
    return f"line {rules.line(problem.span)} of the rules goes wrong: {problem}"


def _step(game: "Game", lines: _Lines, line: Line) -> None:
    match line:
        case MoveLine():
            _move(game, lines, line)
        case ChanceLine(kind, what, _):
            if game.waiting is None:
                raise _PartingError(f'the record has {kind} "{what}", the rules ask for {_asked(game)}')
            game.go_on()
        case BackLine(decision, seen):
            if not 1 <= decision <= game.decisions:
                raise _PartingError(f"there is no decision {decision} to go back before; there are {game.decisions}")
            game.back_to(decision)
            game.forget_chance()
            if game.lines[-1] != line:
                ours = "nothing" if seen else "something"
                raise _PartingError(f"by the rules {ours} was seen behind decision {decision}, not so in the record")
            lines.at += 1
        case EndLine():
            _end(game, line)
            lines.at += 1


def _move(game: "Game", lines: _Lines, line: MoveLine) -> None:
    if line.seat not in game.deciders:
        raise _PartingError(f"the record has a move of seat {line.seat}, the rules ask for {_asked(game)}")
    if line.legal is not None:
        _compare(game, line.seat, line.legal)
    moves = game.moves(line.seat)
    move = game.rules.naming.spoken(line.move, moves)
    if move not in moves:
        why = game.why(line.seat, move)
        raise _PartingError(f"seat {line.seat}: {' '.join(map(str, line.move))} is not among the moves: {why}")
    lines.at += 1
    game.play(line.seat, move)


def _compare(game: "Game", seat: int, legal: tuple[tuple[str | int, ...], ...]) -> None:
    moves = game.moves(seat)
    if set(legal) == set(moves):  # an older record has names of seats
        return
    ours = list(map(game.rules.naming.recorded, moves))
    for name, these, others in (("only the record has", legal, set(ours)), ("only the rules have", ours, set(legal))):
        for move in these:
            if move not in others:
                raise _PartingError(f"the moves of seat {seat} differ: {name} {' '.join(map(str, move))}")


def _end(game: "Game", line: EndLine) -> None:
    if not game.over:
        raise _PartingError(f"the record ends, the rules ask for {_asked(game)}")
    ours = (list(game.scores), list(game.winners))
    if ours != (list(line.scores), list(line.winners)):
        raise _PartingError(
            f"the record has scores {list(line.scores)} and winners {list(line.winners)}, "
            f"the rules {ours[0]} and {ours[1]}"
        )


def _asked(game: "Game") -> str:
    if game.over:
        return "nothing more: the game is over"
    if game.waiting is not None:
        return f'chance: {game.waiting.kind} "{hyphened(game.waiting.label)}"'
    return "a move of seat " + " or ".join(map(str, game.deciders))
