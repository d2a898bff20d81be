"""Aurum: random games against an engine written from the specification alone, and secrecy."""

import random

import pytest

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.information import information
from tests.games import common
from tests.games.common import each_setting, how_many, play_at_random, secrets_are_kept_in
from tests.laws.positions import rules_of, settings_of
from tests.oracles.aurum import Aurum


def sizes(game: Game, name: str) -> int:
    """How many pieces lie in all zones of a name."""
    return sum(zone.size for zone in game.view(None).zones if zone.name == name)


def metals_in_play(game: Game) -> None:
    """After the predictions eleven metals of each player lie in hands, piles and trick."""
    players = game.rules.players
    if game.over or sizes(game, "forecast") < players:
        return
    trick = next(zone for zone in game.view(None).zones if zone.name == "trick").pieces
    assert trick is not None
    metals = sum(not piece.name.startswith("gold") for piece in trick)
    assert sizes(game, "hand") + sizes(game, "piles") + metals == 11 * players


@pytest.mark.sampled(4, 2)
@each_setting("aurum")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    common.follow_games("aurum", Aurum, setting, how_many(4), metals_in_play)


@pytest.mark.sampled(2, 2)
@pytest.mark.thorough
@each_setting("aurum")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("aurum", setting, how_many(1))


def test_who_ends_the_round_shows_the_hand() -> None:
    """Nobody but the owner has seen these cards before."""
    table = rules_of("aurum", settings_of("aurum")[3])
    stages = (stage for number in range(60) for stage in play_at_random(table.start(4, number), random.Random(number)))
    game, seat, hand = next(
        (stage, seat, zone.pieces)
        for stage in stages
        for seat in stage.deciders
        for zone in stage.view(seat).zones
        if ("end-round",) in stage.moves(seat) and zone.name == "hand" and zone.pieces
    )
    told = len(information(game, None))
    game.play(seat, ("end-round",))
    shown = [event.piece for event in information(game, None)[told:] if event.what == "shown"]
    assert shown == [piece.name for piece in hand]


def test_every_worked_example_of_the_specification_is_an_example() -> None:
    numbers = {f"W{number}" for number in range(1, 12)} | {f"S{number}" for number in range(1, 18)}
    assert {title.split()[0] for title in common.examples("aurum")} == numbers
