"""Names of moves: whatever lies where, different moves are never called alike."""

from pathlib import Path

import pytest

from rulewright.loading import load
from rulewright.machine.chance import RandomPlayer

NAMES = Path(__file__).parents[1] / "wasm" / "names.rules"


@pytest.mark.parametrize("players", [2, 3])
def test_every_choice_has_a_name_of_its_own(players: int) -> None:
    rules = load(NAMES, players=players)
    for number in range(8):
        game, player, decisions = rules.start(seed=2, number=number), RandomPlayer(2, number), 0
        while not game.over:
            seat = game.deciders[0]
            moves = game.moves(seat)
            assert len(moves) == len(game.entered().moves(seat))
            game.play(seat, moves[player.choose(decisions, len(moves))])
            decisions += 1
