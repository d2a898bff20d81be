"""A record of what one seat, or a mere spectator, could see of a random game, line by line as it is played."""

from collections.abc import Iterator

from rulewright.analysis.random_games import plies
from rulewright.machine import spectator
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import Seen, seen_events
from rulewright.machine.move_names import Move
from rulewright.machine.record import EndLine, MoveLine, dump


def view_lines(rules: Rules, seat: int | None, *, seed: int, number: int = 0, legal: bool = False) -> Iterator[str]:
    """Play one random game and yield what the seat (None: a spectator) sees of it."""
    game = rules.start(seed, number, legal=legal)
    yield spectator.head(game, seat)
    told = 0
    for _ in plies(game, seed=seed, number=number):
        for seen in seen_events(game, seat, game.log[told:]):
            yield spectator.event(game, seen, _own_moves(game, seat, seen))
        told = len(game.log)
    yield dump(EndLine(game.scores, game.winners))


def _own_moves(game: Game, seat: int | None, seen: Seen) -> tuple[Move, ...] | None:
    """The moves that the seat had, behind its own move."""
    if seen.what != "move" or seen.seat != seat:
        return None
    return next(line for line in reversed(game.lines) if isinstance(line, MoveLine)).legal
