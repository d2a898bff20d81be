"""The law of the log: each decision is one line, which tells a seat all that the table shows it and that is otherwise
than before, or says that it does not.

What must be told is found here from two views of the table and nothing else. That no line tells what a seat may not
see is tried with the questions at the table (`test_asking`): `:history` tells the same lines.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright import Game
from rulewright.machine.game import Decision
from rulewright.machine.view import HIDDEN, View, ZoneView, declared_variables
from rulewright.table.log_lines import CUT, news
from rulewright.table.names_at_table import Names
from tests.laws.positions import GAMES, moved, rules_of, settings_of

MOST_DECISIONS = 60
ROOM = 78


def changes(game: Game, before: View, after: View) -> Iterator[tuple[tuple[str, ...], bool]]:
    """What is otherwise: each as words of which one at least must be told, and whether something only went away."""
    seats = game.rules.core.seat_names
    made = next(step for step in reversed(game.steps) if isinstance(step, Decision))
    known = [seats[made.seat], *(seats[seat] for seat in after.deciders)]
    for then, now in zip(before.zones, after.zones, strict=True):
        came, left = seen(now) - seen(then), seen(then) - seen(now)
        places = tuple(place for (_, place) in (*came, *left) if place)
        yield from (((name, *places, now.component), not came) for name, _ in (*came, *left))
        if now.size != then.size and not (came or left):
            yield (now.name, now.component, "unseen", *map(str, made.move[1:])), now.size < then.size
    declared = declared_variables(game.rules.core)
    for variable, then_, now_ in zip(declared, before.variables, after.variables, strict=True):
        new = variable.shown and then_.value != now_.value and now_.value is not None
        if new and (variable.owners or now_.value not in known):
            yield (variable.name, "score"), False


def seen(zone: ZoneView) -> Counter[tuple[str, str]]:
    """The pieces of which the kind is seen, with their places on a board."""
    found = Counter[tuple[str, str]]()
    for piece in zone.pieces or ():
        if piece.name != HIDDEN:
            found[piece.name, piece.place or ""] += piece.copies
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GAMES)
def test_every_decision_is_a_line_that_tells_what_has_changed(name: str) -> None:
    rules = rules_of(name, settings_of(name)[-1])
    rng, names = random.Random(name), Names(rules.core.seat_names, rules.core.seat_names)
    game, seat = rules.start(seed=rng.randrange(1000)), 0
    while not game.over and game.decisions < MOST_DECISIONS:
        before = game.view(seat)
        if not moved(game, rng):
            break
        (line,) = news(game, seat, names, game.decisions)
        assert "\n" not in line.text
        who = next(step.seat for step in reversed(game.steps) if isinstance(step, Decision))
        assert line.text.startswith(rules.core.seat_names[who])
        short = line.line(ROOM)
        told = (line.text,) if short.endswith(CUT) else (line.text, short)
        for words, went in changes(game, before, game.view(seat)) if not game.over else ():
            for text in told[: 1 if went else None]:  # of where pieces came from there may be no room
                assert any(re.search(rf"(?<![\w-]){re.escape(word)}", text) for word in words), (words, text)
        assert len(short) <= max(ROOM, len(line.move) + 2)
    assert len(news(game, seat, names)) == game.decisions + 1
