"""Scripts know the rules: they make legal moves at every setting, always the same, and win more than chance does."""

import random

import pytest

from benchmarks.matches import Match, results, summary
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.playouts import wilson
from tests.laws.positions import rules_of, settings_of
from tests.opponents import SCRIPTS
from tests.opponents.sight import Sight

SETTINGS = [(name, setting) for name in SCRIPTS for setting in settings_of(name)]
MOST_DECISIONS = 400


@pytest.mark.sampled(39, 18)
@pytest.mark.parametrize(("name", "setting"), SETTINGS, ids=str)
def test_scripts_make_legal_moves_and_always_the_same(name: str, setting: Setting) -> None:
    rng = random.Random(f"{name} {setting}")
    game = rules_of(name, setting).start(3)
    while not game.over and game.decisions < MOST_DECISIONS:
        seat = rng.choice(game.deciders)
        moves = game.moves(seat)
        move = SCRIPTS[name](Sight(game.view(seat)), [*moves])
        assert move in moves
        assert move == SCRIPTS[name](Sight(game.view(seat)), moves)
        game.play(seat, rng.choice([move, move, rng.choice(moves)]))  # also to where a script would not have come


def beats_random_play(name: str, setting: Setting, games: int) -> None:
    fair = 1 / (2 if setting.players == 4 and name in {"aurum", "apotheca"} else setting.players)  # teams are sides
    done = list(results(Match(name, ("script", "random"), setting.players, setting.options), games))
    found = wilson(sum(each.share for each in done), games)
    assert found is not None
    assert found.low > fair, summary(done, fair)


@pytest.mark.sampled(8, 2)
@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_beat_random_play(name: str) -> None:
    beats_random_play(name, settings_of(name)[0], 8)


@pytest.mark.sampled(6, 6)
@pytest.mark.thorough
@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_beat_several_who_play_at_random(name: str) -> None:
    beats_random_play(name, settings_of(name)[-1], 40)
