"""Two games in which others react, written from their rules as designers would, beside engines of their own: Moats, a
small Dominion in which a moat that is shown keeps attacks away, and Offices, a small Citadels in which offices are
called in their order, one may be killed or robbed, and a magistrate may seize what an office builds."""

import random
from pathlib import Path

import pytest

from rulewright import load
from rulewright.machine.record import dump
from tests.games.common import how_many, play_at_random
from tests.oracles.follow import Factory, follow
from tests.oracles.moats import Moats
from tests.oracles.offices import Offices

HERE = Path(__file__).parent
GAMES = 100
CASES = {"moats": (Moats, (2, 3)), "offices": (Offices, (2, 3, 4))}
GAMES_OF = [(name, engine, seats) for name, (engine, players) in CASES.items() for seats in players]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "engine", "players"), GAMES_OF, ids=[f"{name}-{n}" for name, _, n in GAMES_OF])
def test_both_programs_play_one_game(name: str, engine: Factory, players: int) -> None:
    rules = load(HERE / f"{name}.rules", players=players)
    for number in range(how_many(12)):
        game = rules.start(1, number, legal=True)
        for _ in play_at_random(game, random.Random(f"{name} {number}")):
            pass
        follow(engine, map(dump, game.record))


@pytest.mark.thorough
@pytest.mark.parametrize("name", CASES)
def test_a_hundred_games_are_the_same(name: str) -> None:
    engine, players = CASES[name]
    rules = load(HERE / f"{name}.rules", players=players[-1])
    for number in range(GAMES):
        game = rules.start(2, number, legal=True)
        for _ in play_at_random(game, random.Random(f"{name} {number} again")):
            pass
        follow(engine, map(dump, game.record))
