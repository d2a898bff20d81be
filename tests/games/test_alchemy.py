"""Alchemy!: random games against an engine written from the specification alone, and secrecy."""

import random

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many, play_at_random, rules, secrets_are_kept
from tests.oracles.alchemy import Alchemy


def everyone_has_as_many_turns(game: Game) -> None:
    """The round in which the end comes near is finished."""
    if game.over:
        turns = [line.seat for line in game.record if hasattr(line, "move") and line.move[0] == "end-turn"]
        assert len({turns.count(seat) for seat in range(game.rules.players)}) == 1


@each_setting("alchemy")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("alchemy", Alchemy, setting, how_many(1), everyone_has_as_many_turns)


@each_setting("alchemy")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    rng = random.Random(3)
    for number in range(how_many(1)):
        for game in play_at_random(rules("alchemy", setting).start(2, number), rng):
            if rng.random() < 0.02:
                secrets_are_kept(game, rng)
