"""The standing: the part of the score that a seat can compute."""

import pytest

from rulewright.machine.game import Game
from tests.made.loading import loaded

TEXT = """game "Standing"
    players 2
component coin: worth 1..4
    1 of any
there is
    taken: area of coin
each player has
    purse: area of coin, seen by owner
    points: 0..9
setup:
    each player:
        draw c from box's coins "deal"
        move c to your purse
play:
    each player: choose go
action go "Go on": nothing
scoring:
    score of player: SCORE
    winners: players with highest score
"""


def started(score: str) -> Game:
    return loaded(TEXT.replace("SCORE", score)).start(seed=1)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(("score", "value"), [("its points", 0), ("its purse's size + 2", 3), ("4", 4)])
def test_what_is_open_is_shown_to_all(score: str, value: int, seat: int | None) -> None:
    game = started(score)
    assert game.rules.open_score
    assert game.standing(seat) == (value, value)


def test_what_lies_hidden_is_shown_to_its_owner_only() -> None:
    game = started("total worth of its purse")
    assert not game.rules.open_score
    first, second = game.standing(0), game.standing(1)
    assert first[0] is not None
    assert first[1] is None
    assert second[0] is None
    assert second[1] is not None
    assert game.standing(None) == (None, None)


def test_what_reads_the_unseen_is_hidden_whatever_comes_out() -> None:
    game = started("count of its purse as c where c's worth is at least 1")
    assert not game.rules.open_score
    assert (game.standing(0), game.standing(1), game.standing(None)) == ((1, None), (None, 1), (None, None))
