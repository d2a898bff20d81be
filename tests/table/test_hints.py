"""Hints and opponents: what is told of a move that wins, and what bots of each level do."""

import re

import pytest

from rulewright import Game, load
from rulewright.bots import at_table, bot_move
from rulewright.levels import LEVELS, Level
from rulewright.machine.sample_state import eyes
from rulewright.machine.wasm import available
from rulewright.searching import Searched, Thinker, Weighed
from rulewright.table.odds import hint
from rulewright.table.text_lines import lines, plain

needs_fast = pytest.mark.skipif(available() is not None, reason=str(available()))


def after(*cells: str) -> Game:
    """Tic-tac-toe with marks on these cells, in turn."""
    game = load("tic-tac-toe").start()
    for cell in cells:
        game.play(game.deciders[0], ("place", cell))
    return game


def hinted(game: Game) -> str:
    [seat] = game.deciders
    return plain(lines(hint(Thinker(game.rules), eyes(game, seat)), 100))


@needs_fast
def test_a_hint_names_the_move_that_wins_and_which_lose() -> None:
    assert hinted(after("a1", "b1", "a2", "b2")).startswith("place a3: wins, whatever the others do\n")
    # Whoever does not stop a row of three at once has lost.
    told = hinted(after("a1", "b2", "a2"))
    assert told.startswith("place a3: ")
    assert "loses, if the others play well" in told


def test_what_else_there_is_stands_in_the_order_of_what_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best is what was tried most; of the others those that were tried most, the most promising first."""
    game = after()
    weighed = [
        Weighed(move, visits, value, value, value, None)
        for move, visits, value in zip(game.moves(0), (9, 8, 7, 6, 5), (0.5, 0.2, 0.4, 0.3, 0.9), strict=False)
    ]
    monkeypatch.setattr(Thinker, "think", lambda *_: Searched(tuple(weighed), 35, 1, fast=True))
    assert re.findall(r"(\d+) % of a win", hinted(game)) == ["50", "40", "30", "20"]
    assert hinted(after("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3")) == "place b3 is the only move.\n"


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
@needs_fast
def test_bots_that_think_take_what_wins(level: Level) -> None:
    game = after("a1", "b1", "a2", "b2")
    thinker, seen = Thinker(game.rules), eyes(game, game.deciders[0])
    found = [bot_move(thinker, seen, level, seed, 4, how=at_table) for seed in range(12)]
    assert found.count(("place", "a3")) >= 6
    if not level.careless:
        assert set(found) == {("place", "a3")}
