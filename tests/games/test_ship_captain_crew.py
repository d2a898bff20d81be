"""Ship, captain and crew: random games against an engine written from the rules in words alone, on both backends."""

from rulewright import Game, load
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.ship_captain_crew import ShipCaptainCrew
from tests.wasm.common import WASM, Pair, forever

GAME = "ship-captain-crew"


@each_setting(GAME)
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    did: set[object] = set()

    def watch(game: Game) -> None:
        did.update(move[0] for seat in game.deciders for move in game.moves(seat))

    follow_games(GAME, ShipCaptainCrew, setting, how_many(3), watch)
    assert did == {"roll-again", "roll-cargo", "stop"}


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load(GAME))
    for number in range(2):
        assert pair.begin(4, number) is None
        pair.play(forever(number))
