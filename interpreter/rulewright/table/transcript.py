"""A game as text: each decision with who made it and what came of it, then the scores."""

from collections.abc import Iterator
from typing import Literal

from rulewright.language.option_settings import shown as shown_value
from rulewright.machine.events import Chosen
from rulewright.machine.game import Decision, Game
from rulewright.table.happened import Turn, turn_told, turns
from rulewright.table.people import Names
from rulewright.table.reader import Reader, ending
from rulewright.table.remarks import Remark, Said, number_of
from rulewright.table.typed_line import move_text
from rulewright.table.view_to_scene import under


def transcript(game: Game, eyes: int | Literal["record"] | None) -> Said:
    """A game as text: each decision with who made it and what happened, the scores at the end. `eyes`: as a seat or a
    spectator saw it; "record": the moves in full, and of what happened what a spectator saw."""
    reader = Reader.of(game)
    seat = None if eyes == "record" else eyes
    told = turns(game.information(seat), seat, reader.asker.names)
    if eyes == "record":
        told = [_in_full(turn, move) for turn, move in zip(told, ["", *_moves(game, reader.asker.names)], strict=True)]
    past = (remark for turn in told if turn.lines for remark in turn_told(turn))
    end = ending(game, reader.asker, seat).remarks if game.over else (Remark(_stopped(game)),)
    return Said((*_heading(game), Remark(""), *past, Remark(""), *end))


def _moves(game: Game, names: Names) -> Iterator[str]:
    """Each move in full with who made it, and under which title."""
    for step in game.steps:
        if isinstance(step, Decision):
            event = game.log[step.told]
            title = under(event.phase) if isinstance(event, Chosen) else ""
            yield f"{names.people[step.seat]}: {move_text(names.out(step.move))}{names.text(title)}"


def _in_full(turn: Turn, move: str) -> Turn:
    return Turn(turn.number, (move, *turn.lines[1:])) if move else turn


def _heading(game: Game) -> Iterator[Remark]:
    rules = game.rules
    title = f"{rules.core.title}: {rules.core.subtitle}" if rules.core.subtitle else rules.core.title
    yield Remark(title, style="title")
    settings = "".join(f", {name} {shown_value(value)}" for name, value in rules.options.items())
    yield Remark(f"{number_of(rules.players, 'player')}{settings}, {number_of(game.decisions, 'decision')}.")


def _stopped(game: Game) -> str:
    return f"The record stops before decision {game.decisions + 1}."
