"""Whole games in a browser: by clicks, by keyboard, on a large screen and on a phone."""

import random
from collections.abc import Callable

import pytest

from tests.web.browsing import NARROW, PLAYERS, WIDE, Seated

Sit = Callable[..., Seated]
Table = Callable[..., dict[str, str]]
SIZES = {"wide": WIDE, "narrow": NARROW}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[] if name == "apotheca" else pytest.mark.thorough) for name in PLAYERS]
)
def test_a_whole_game_is_played_by_clicks(game: str, size: str, sit: Sit, table: Table, address: str) -> None:
    players = PLAYERS[game]
    ann = sit(table(game, players)["Ann"], SIZES[size])
    ann.play("click_anything", random.Random(0))
    assert ann.scores() == ann.scores_of_record(address, game, players)


@pytest.mark.parametrize("game", [pytest.param(name, marks=pytest.mark.thorough) for name in PLAYERS])
def test_a_whole_game_is_played_by_keyboard(game: str, sit: Sit, table: Table, address: str) -> None:
    players = PLAYERS[game]
    ann = sit(table(game, players)["Ann"])
    ann.play("press_anything", random.Random(0))
    assert ann.scores() == ann.scores_of_record(address, game, players)


def test_a_small_game_is_played_by_keyboard(sit: Sit, table: Table, address: str) -> None:
    ann = sit(table("kuhn-poker")["Ann"])
    ann.play("press_anything", random.Random(0))
    assert ann.scores() == ann.scores_of_record(address, "kuhn-poker", 2)
