"""Go: random games against an engine written from the rules in words alone, on both backends."""

from rulewright import load
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.go import Go
from tests.wasm.common import WASM, Pair, forever


@each_setting("go")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    assert follow_games("go", Go, setting, how_many(1)) <= 400


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("go"))
    assert pair.begin(4, 0) is None
    pair.play(forever(0))
