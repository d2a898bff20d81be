"""Masks: random games against an engine written from the rules in words alone, on both backends, and its titles."""

from rulewright import Game, load
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.masks import Masks
from tests.wasm.common import WASM, Pair, forever

ACTIONS = {"work", "tax", "steal", "accuse", "fend", "pay", "doubt", "trust", "lose"}


@each_setting("masks")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    did: set[object] = set()

    def watch(game: Game) -> None:
        did.update(move[0] for seat in game.deciders for move in game.moves(seat))

    follow_games("masks", Masks, setting, how_many(10), watch)
    assert did | {"accuse"} == ACTIONS  # which is rare where moves are made at random


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("masks"))
    for number in range(3):
        assert pair.begin(4, number) is None
        pair.play(forever(number))


def test_a_title_says_who_claims_what_to_everybody() -> None:
    game = load("masks", players=3).start(1)
    assert game.view(None).phases == ("player-1 to act",)
    game.play(0, "tax")
    assert game.view(2).phases == ("player-1 to act", "player-1 claims to be the duke")
    game.play(1, "trust")
    game.play(2, "trust")
    assert game.view(0).phases == ("player-2 to act",)
