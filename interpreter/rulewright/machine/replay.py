"""Replay: a record drives a game; where rules and record part, the first point is told.

The recorded outcomes are used, never the seed. Another hash of the rules is a note, no parting.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.language.wording import hyphened
from rulewright.machine.ahead import faster
from rulewright.machine.chance import ChanceError, ChanceEvent, Outcome, recorded_outcome
from rulewright.machine.interpret import RulesFault
from rulewright.machine.move_names import Move, Naming
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
    def line_number(self) -> int:
        numbers = self.record.numbers
        return numbers[self.at] if self.at < len(numbers) else numbers[-1] + 1 if numbers else 2

    def outcome(self, event: ChanceEvent) -> Outcome | None:
        line = self.line
        if line is None:
            return None
        if not isinstance(line, ChanceLine):
            raise _PartingError(f'the rules ask chance for {event.kind} "{hyphened(event.label)}", the record does not')
        if line.outcome not in event.items:  # only older records have names of seats
            event = self.naming.recorded_event(event)
        outcome = recorded_outcome(event, line.kind, line.what, line.outcome)
        self.at += 1
        return outcome


def replay(rules: "Rules", record: Record, tell: Callable[[int], None] = lambda _: None) -> Replay:
    """Play a record; `tell` hears how many lines have been followed."""
    if len(record.lines) >= FAST_REPLAY_LINES and not rules.program.chances:
        rules = faster(rules)  # the engine knows nothing of recorded chance
    lines = _Lines(record, rules.naming)
    game, parting = rules.stand(lines, record.header), None
    try:
        game.begin()
        while (line := lines.line) is not None:
            _follow(game, lines, line)
            tell(lines.at)
    except RulesFault as fault:
        why = f"line {rules.line(fault.span)} of the rules goes wrong: {fault}"
        parting = Parting(lines.line_number, game.decisions + 1, why, fault=True)
    except (_PartingError, ChanceError) as problem:
        parting = Parting(lines.line_number, game.decisions + 1, str(problem))
    notes = []
    if not rules.followed_by(record.header):
        notes.append("the record was made with another text of the rules")
    if parting is None and not game.over:
        notes.append(f"the record stops before decision {game.decisions + 1}")
    return Replay(game, tuple(notes), parting)


def _follow(game: "Game", lines: _Lines, line: Line) -> None:
    match line:
        case MoveLine(seat, _, legal):
            if seat not in game.deciders:
                raise _PartingError(f"the record has a move of seat {seat}, the rules ask for {_asked(game)}")
            moves = game.moves(seat)
            if legal is not None and set(legal) != set(moves):  # an older record has names of seats
                _compare(seat, legal, list(map(game.rules.naming.recorded, moves)))
            move = game.rules.naming.spoken(line.move, moves)
            if move not in moves:
                why = game.why(seat, move)
                raise _PartingError(f"seat {seat}: {' '.join(map(str, line.move))} is not among the moves: {why}")
            lines.at += 1
            game.play(seat, move)
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
        case EndLine(scores, winners):
            if not game.over:
                raise _PartingError(f"the record ends, the rules ask for {_asked(game)}")
            told, found = (list(scores), list(winners)), (list(game.scores), list(game.winners))
            if told != found:
                raise _PartingError(
                    f"the record has scores {told[0]} and winners {told[1]}, the rules {found[0]} and {found[1]}"
                )
            lines.at += 1


def _compare(seat: int, theirs: Sequence[Move], ours: Sequence[Move]) -> None:
    """Tell the first move that only one of the two has."""
    for name, these, others in (("only the record has", theirs, ours), ("only the rules have", ours, theirs)):
        known = set(others)
        for move in these:
            if move not in known:
                raise _PartingError(f"the moves of seat {seat} differ: {name} {' '.join(map(str, move))}")


def _asked(game: "Game") -> str:
    if game.over:
        return "nothing more: the game is over"
    if game.waiting is not None:
        return f'chance: {game.waiting.kind} "{hyphened(game.waiting.label)}"'
    return "a move of seat " + " or ".join(map(str, game.deciders))
