"""Line-it: random games against an engine written from the specification alone, and secrecy."""

import pytest

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, examples, follow_games, how_many, secrets_are_kept_in
from tests.oracles.line_it import LineIt

ROUNDS = {2: 26, 3: 21, 4: 17, 5: 15}


@pytest.mark.sampled(2)
@each_setting("line-it")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    turns: list[int] = []

    def count_turns(game: Game) -> None:
        if game.over:
            turns.append(sum(line.move[0] == "end-turn" for line in game.record if hasattr(line, "move")))

    follow_games("line-it", LineIt, setting, how_many(10), count_turns)
    assert set(turns) == {ROUNDS[setting.players] * setting.players}


@pytest.mark.thorough
@each_setting("line-it")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("line-it", setting, how_many(1))


def test_every_worked_example_of_the_specification_is_an_example() -> None:
    assert {title.split()[0] for title in examples("line-it")} == {f"E{number}" for number in range(1, 15)}
