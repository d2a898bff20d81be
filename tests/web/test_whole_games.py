"""Whole games in a browser: by clicks, by keyboard, on a large screen and on a phone."""

import random
from collections.abc import Callable

import pytest

from tests.web.browsing import NARROW, PLAYERS, WIDE, Seated

Sit = Callable[..., Seated]
Table = Callable[..., dict[str, str]]
GAMES = PLAYERS  # that the server offers
SIZES = {"wide": WIDE, "narrow": NARROW}
SHORT = ("apotheca", "biblios")
"""Games that CI plays to the end; the others take up to a minute each."""
CHOSEN = [pytest.param(game, marks=() if game in SHORT else pytest.mark.slow) for game in PLAYERS]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.thorough
@pytest.mark.parametrize("game", CHOSEN)
def test_a_whole_game_is_played_by_clicks(game: str, size: str, sit: Sit, table: Table, address: str) -> None:
    players = PLAYERS[game]
    ann = sit(table(game, players)["Ann"], SIZES[size])
    ann.play("click_anything", random.Random(0))
    assert ann.scores() == ann.scores_of_record(address, game, players)


@pytest.mark.thorough
@pytest.mark.parametrize("game", CHOSEN)
def test_a_whole_game_is_played_by_keyboard(game: str, sit: Sit, table: Table, address: str) -> None:
    players = PLAYERS[game]
    ann = sit(table(game, players)["Ann"])
    ann.play("press_anything", random.Random(0))
    assert ann.scores() == ann.scores_of_record(address, game, players)


@pytest.mark.thorough
@pytest.mark.parametrize("game", PLAYERS)
def test_the_page_is_for_everybody(game: str, sit: Sit, table: Table) -> None:
    ann, draw = sit(table(game, PLAYERS[game])["Ann"]), random.Random(0)
    for _ in range(12):
        if ann.ready():
            ann.click_anything(draw)
    ann.look_in_every_way()
