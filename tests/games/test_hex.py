"""Hex: random games against an engine written from the rules in words alone, on both backends."""

from collections import Counter

from rulewright import Game, load
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.hex import Hex
from tests.wasm.common import WASM, Pair, forever


@each_setting("hex")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    won: Counter[int] = Counter()

    def count(game: Game) -> None:
        if game.over:
            won.update(game.winners)

    assert follow_games("hex", Hex, setting, how_many(10), count) <= 81
    assert set(won) == {0, 1}


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("hex"))
    for number in range(3):
        assert pair.begin(4, number) is None
        pair.play(forever(number))
