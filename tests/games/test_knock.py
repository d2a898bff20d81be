"""Knock: games against an engine written from the rules in words alone, on both backends."""

import pytest

from rulewright import Game, load
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.move_names import Move
from rulewright.machine.record import dump
from tests.games.common import each_setting, follow_games, how_many
from tests.oracles.follow import follow
from tests.oracles.knock import Knock, card_of, deadwood
from tests.wasm.common import WASM, Pair, forever


@each_setting("knock")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("knock", Knock, setting, how_many(3))


def test_it_agrees_where_players_collect_melds_and_knock() -> None:
    knocked = 0
    for number in range(how_many(3)):
        game = load("knock").start(3, number, legal=True)
        while not game.over:
            seat = game.deciders[0]
            game.play(seat, best(game, seat))
        knocked += game.record[-2].move == ("knock",)
        follow(Knock, map(dump, game.record))
    assert knocked > number / 2


def best(game: Game, seat: int) -> Move:
    """Draw, put away what leaves least, and knock."""
    moves = game.moves(seat)
    if moves[0][0] != "discard":
        return moves[0]
    hand = {move[1] for move in moves}
    return min(moves, key=lambda move: deadwood(frozenset(card_of(str(card)) for card in hand - {move[1]})))


@pytest.mark.thorough
@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("knock"))
    assert pair.begin(4, 0) is None
    pair.play(forever(0))
