"""Apotheca: random games against an engine written from the specification alone, and secrecy."""

import random

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many, play_at_random, rules, secrets_are_kept
from tests.oracles.apotheca import Apotheca


def the_side_with_three_wins(game: Game) -> None:
    """A game that was not given up has one winner, or a team of two."""
    if game.over and game.winners:
        assert len(game.winners) == (2 if game.rules.players == 4 else 1)
        assert {game.scores[seat] for seat in game.winners} == {3}


@each_setting("apotheca")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("apotheca", Apotheca, setting, how_many(5), the_side_with_three_wins)


@each_setting("apotheca")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    rng = random.Random(3)
    for number in range(how_many(1)):
        for game in play_at_random(rules("apotheca", setting).start(2, number), rng):
            if rng.random() < 0.2:
                secrets_are_kept(game, rng)
