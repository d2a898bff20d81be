"""Apotheca: random games against an engine written from the specification alone, and secrecy."""

import pytest

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games import common
from tests.games.common import each_setting, follow_games, how_many, screen, secrets_are_kept_in
from tests.laws.positions import rules_of, settings_of
from tests.oracles.apotheca import Apotheca


def three_satisfied_apothecaries_win(game: Game) -> None:
    """One player or one team has three; if nobody can do anything any more, nobody wins."""
    if game.over and game.winners:
        assert len(game.winners) == (2 if game.rules.players == 4 else 1)
        assert {seat for seat, score in enumerate(game.scores) if score == 3} == set(game.winners)


@pytest.mark.sampled(2)
@each_setting("apotheca")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("apotheca", Apotheca, setting, how_many(3), three_satisfied_apothecaries_win)


@pytest.mark.sampled(4, 4)
@pytest.mark.thorough
@each_setting("apotheca")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("apotheca", setting, how_many(2), share=0.05)


def test_everybody_sees_to_whom_an_arrow_points_and_only_this_seat_what_it_is() -> None:
    game = rules_of("apotheca", settings_of("apotheca")[1]).start(7)
    assert screen(game, None).count("?(player-2)") == screen(game, 0).count("?(player-2)") == 2
    assert "?(player-2)" not in screen(game, 1)
    assert screen(game, 1).count("(potion-") == 2


def test_every_worked_example_of_the_specification_is_an_example() -> None:
    assert {title.split()[0] for title in common.examples("apotheca")} == {f"E{number}" for number in range(1, 51)}
