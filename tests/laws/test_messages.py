"""The law of secrecy for messages: games that look alike to a seat are told to it by the same bytes.

Twins as for questions at the table: some were played otherwise from the beginning and told the seat the same, others
begin in the middle of a game.
"""

import json
import os
import random
from itertools import islice

import pytest

from rulewright import Game
from rulewright.machine.record import Table
from rulewright.table import seat_messages
from rulewright.table.hosted_table import hosted, received, update
from rulewright.table.messages import Earlier, MoveMade, message_data
from tests.laws.positions import GAMES as SHIPPED, rules_of, settings_of
from tests.laws.test_asking import asker_of, guesses, played_otherwise, some_way
from tests.laws.twins import pairs
from tests.made import made_rules

GAMES = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "deep" else 1
TABLE = Table(((0, "Ann"), (1, "Bob")), 0)


def told(game: Game, seat: int, rng: random.Random) -> bytes:
    """All that a seat is told that comes to the table and looks back, and why moves are refused that it tries."""
    table = hosted(game, TABLE)
    said = [message_data(message) for message in update(table, seat, None)]
    for made in range(table.at.made + 1):
        said += [message_data(each) for each in received(table, seat, Earlier(made)).answers]
    asker = asker_of(game.rules)
    for guess in guesses(asker, game, seat, rng):
        words = tuple(guess.split())
        if words not in table.seated.moves(seat) and not table.seated.meant(seat, guess):
            said += [message_data(each) for each in received(table, seat, MoveMade(table.at, words)).answers]
    return json.dumps(said, sort_keys=True).encode()


def both(game: Game, twin: Game, seat: int, seed: object) -> tuple[bytes, bytes]:
    """What a seat is told in two games."""
    one, other = (told(each, seat, random.Random(str(seed))) for each in (game, twin))
    return one, other


@pytest.mark.sampled(12, 4)
@pytest.mark.parametrize("name", SHIPPED)
def test_positions_that_look_alike_are_told_alike(name: str) -> None:
    rules = rules_of(name, settings_of(name)[-1])
    for at, pair in enumerate(islice(pairs(rules, 11, games=20, share=0.1), 3 * GAMES)):
        one, other = both(pair.game, pair.twin, pair.seat, at)
        assert one == other, f"{name}, seat {pair.seat}"


@pytest.mark.sampled(24, 4)
@pytest.mark.parametrize("name", SHIPPED)
def test_whole_games_that_told_a_seat_the_same_are_told_alike(name: str) -> None:
    rng = random.Random(f"messages {name}")
    for number in range(GAMES):
        rules = rules_of(name, rng.choice(settings_of(name)))
        game, seat = some_way(rules, rng), rng.randrange(rules.players)
        twin = played_otherwise(game, seat, number)
        if twin is not None:
            one, other = both(game, twin, seat, number)
            assert one == other, f"{name}, seat {seat}"


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("seed", range(200, 200 + 4 * GAMES))
def test_games_by_rules_that_nobody_wrote_are_told_alike(seed: int) -> None:
    rules = made_rules(seed)
    for at, pair in enumerate(islice(pairs(rules, seed, games=3), 3)):
        one, other = both(pair.game, pair.twin, pair.seat, at)
        assert one == other, f"seat {pair.seat}\n{rules.source_text}"


def test_the_law_finds_a_message_that_depends_on_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mistake would: a seat is told what another one sees."""
    rules = rules_of("kuhn-poker", settings_of("kuhn-poker")[0])
    real = seat_messages.sight_of
    monkeypatch.setattr(seat_messages, "sight_of", lambda game, seat: real(game, 1 - seat))
    compared = (both(pair.game, pair.twin, pair.seat, 0) for pair in pairs(rules, 1, games=30))
    assert any(one != other for one, other in compared)
