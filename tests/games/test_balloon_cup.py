"""Balloon Cup: random games against an engine written from the specification alone, and secrecy."""

import pytest

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many, secrets_are_kept_in
from tests.oracles.balloon_cup import BalloonCup


def who_trades_could_pass(game: Game) -> None:
    """Nobody is asked for a trade without a trade to make."""
    for seat in game.deciders:
        moves = game.moves(seat)
        assert ("pass",) not in moves or any(move[0] == "trade" for move in moves)


@pytest.mark.sampled(4, 2)
@each_setting("balloon-cup")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("balloon-cup", BalloonCup, setting, how_many(1), who_trades_could_pass)


@pytest.mark.sampled(4, 4)
@pytest.mark.thorough
@each_setting("balloon-cup")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("balloon-cup", setting, how_many(1), share=0.03, traces=False)
