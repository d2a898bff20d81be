"""Kalah: random games against an engine written from the rules in words alone, on both backends."""

from rulewright import load
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.kalah import Kalah
from tests.wasm.common import WASM, Pair, forever


@each_setting("kalah")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    assert follow_games("kalah", Kalah, setting, how_many(8)) > 20


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("kalah"))
    for number in range(3):
        assert pair.begin(4, number) is None
        pair.play(forever(number))
