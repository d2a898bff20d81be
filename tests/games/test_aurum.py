"""Aurum: random games against an engine written from the specification alone, and secrecy."""

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many, secrets_are_kept_in
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


@each_setting("aurum")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("aurum", Aurum, setting, how_many(15), metals_in_play)


@each_setting("aurum")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("aurum", setting, how_many(1))
