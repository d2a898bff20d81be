"""Two games in which others react, written from their rules as designers would, beside engines of their own: Moats, a
small Dominion in which a moat that is shown keeps attacks away, and Offices, a small Citadels in which offices are
called in their order, one may be killed or robbed, and a magistrate may seize what an office builds."""

import random
import re
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
MOATS = """
Two or three players. There are seven coppers for each player, 12 estates, and ten curses, moats, militias and witches.
Each player begins with seven coppers and three estates, shuffled, and draws five cards; the others are the supply.
Whenever you are to draw and your deck is empty, shuffle your discards: they are your deck.

In your turn you may first play one action. A moat draws two cards. A militia pays two coins, and each other player
discards down to three cards. A witch draws two cards, and each other player gains a curse, if there is one. Whenever a
militia or a witch is played, each other player, beginning on the left, may first show a moat from the hand, and is not
touched by it.

Then each copper in your hand pays a coin, and you may buy one card of the supply that is no curse: an estate or a moat
for two coins, a militia for four, a witch for five, a copper for nothing. Put it on your discards, with what you have
played and all of your hand, and draw five cards. After eight rounds each estate counts one, each curse takes one. Most
points win.
"""
OFFICES = """
Two to four players. There are six offices: assassin, thief, magistrate, king, merchant and architect; and thirty
districts, six for each price from one to five. Shuffle the districts; each player draws four, and takes two coins. The
first player has the crown.

In each round the offices are taken in secret: who has the crown picks one and hands the others to the left, and so on;
those that are left are put away. Then they are called in the order above. Whoever has the office that is called shows
it, and has a turn: take two coins or draw two districts, use the office, and build one district of your hand or none,
for its price. The assassin names another office, which has no turn in this round. The thief names another one, but not
the assassin and not who was killed: when it is called, and not killed, all its coins go to the thief. The magistrate
names another office: when it builds for the first time in this round, the magistrate may take that district, and the
builder gets the price back. The king takes the crown. The merchant takes a coin more. The architect draws two districts
more, and may build up to three.

The game ends after the round in which somebody has four districts. Each district counts its price, and who had four
first gets two points more. Most points win.
"""
CASES = {"moats": (Moats, (2, 3), MOATS), "offices": (Offices, (2, 3, 4), OFFICES)}
GAMES_OF = [(name, engine, seats) for name, (engine, players, _) in CASES.items() for seats in players]


@pytest.mark.sampled(2)
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
    engine, players, _ = CASES[name]
    rules = load(HERE / f"{name}.rules", players=players[-1])
    for number in range(GAMES):
        game = rules.start(2, number, legal=True)
        for _ in play_at_random(game, random.Random(f"{name} {number} again")):
            pass
        follow(engine, map(dump, game.record))


@pytest.mark.parametrize("name", CASES)
def test_rules_are_at_most_twice_and_a_half_as_long_as_in_english(name: str) -> None:
    text = re.sub(r"--[^\n]*", "", (HERE / f"{name}.rules").read_text(encoding="utf-8"))
    written, said = (len(re.findall(r"[\w'-]+", each)) for each in (text, CASES[name][2]))
    assert written <= 2.5 * said, (written, said)
