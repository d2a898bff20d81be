"""Salvage: random games against an engine written from the rules in words alone, on both backends."""

from rulewright import Game, load
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.salvage import Salvage
from tests.wasm.common import WASM, Pair, forever


@each_setting("salvage")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    did: set[object] = set()

    def watch(game: Game) -> None:
        did.update(move[0] for seat in game.deciders for move in game.moves(seat))

    follow_games("salvage", Salvage, setting, how_many(10), watch)
    assert did == {"offer", "top", "drop"}


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("salvage"))
    for number in range(3):
        assert pair.begin(4, number) is None
        pair.play(forever(number))
