"""A record of what one seat, or a mere spectator, could see of a random game: it can be read and shown, not replayed.

No seed, no outcome of chance that was not seen, nobody else's moves to choose from; unseen pieces are "?". One JSON
object a line: a head, moves as the seat saw them, an `event` for everything it saw happen, the end.
"""

import json
from collections.abc import Iterator
from typing import Any

from rulewright.analysis.random_games import plies
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import Seen, seen_events
from rulewright.machine.record import MoveLine
from rulewright.machine.view import HIDDEN

KIND = "rulewright-view/1"


def view_lines(rules: Rules, seat: int | None, *, seed: int, number: int = 0, legal: bool = False) -> Iterator[str]:
    """Play one random game and yield what the seat (None: a spectator) sees of it, line by line."""
    game = rules.start(seed, number, legal=legal)
    yield _dump(_head(game, seat))
    told = 0
    for _ in plies(game, seed=seed, number=number):
        for seen in seen_events(game, seat, game.log[told:]):
            yield _dump(_line(game, seat, seen))
        told = len(game.log)
    yield _dump({"end": True, "scores": game.scores, "winners": game.winners})


def _head(game: Game, seat: int | None) -> dict[str, Any]:
    header = game.header
    return {
        "record": KIND,
        "game": header.game,
        "rules": header.rules,
        "players": header.players,
        "options": dict(header.options),
        "spectator": seat,
    }


def _line(game: Game, seat: int | None, seen: Seen) -> dict[str, Any]:
    if seen.what != "move":
        return _event(seen)
    move: dict[str, Any] = {"seat": seen.seat, "move": [seen.name or HIDDEN, *seen.items]}
    last = next(line for line in reversed(game.lines) if isinstance(line, MoveLine))
    if seen.seat == seat and last.legal is not None:
        move["legal"] = last.legal
    return move


def _event(seen: Seen) -> dict[str, Any]:
    event: dict[str, Any] = {"event": seen.what}
    if seen.name is not None:
        event["name"] = seen.name
    if seen.piece is not None:
        event["piece"] = seen.piece
    if seen.places:
        event["places"] = [[zone] if place is None else [zone, place] for zone, place in seen.places]
    if seen.items:
        event["items"] = seen.items
    return event


def _dump(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
