"""Numbers that others have published: perft counts, and the value of Kuhn poker."""

from fractions import Fraction
from math import factorial

import pytest

from rulewright import load
from rulewright.analysis.exploration import Perft
from tests.wasm.common import WASM

# Complete tic-tac-toe positions by ply: the plain tree is 9! / (9 - n)! as long as nobody can have won.
TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649, 823536]


def nodes(game: str, depth: int, *, merge: bool) -> list[int]:
    """The counts of each depth from 1."""
    return [found.paths for found in Perft(load(game), merge=merge).depths(depth)][1:]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("merge", [True, False])
def test_tic_tac_toe_to_depth_five(merge: bool) -> None:
    assert nodes("tic-tac-toe", 5, merge=merge) == TIC_TAC_TOE[:5]
    assert TIC_TAC_TOE[:4] == [factorial(9) // factorial(9 - ply) for ply in range(1, 5)]


def test_tic_tac_toe_whole() -> None:
    assert nodes("tic-tac-toe", 9, merge=True) == TIC_TAC_TOE
    assert sum(found.ended for found in Perft(load("tic-tac-toe")).depths(9)) == 255_168


@pytest.mark.parametrize("merge", [True, False])
def test_connect_four_to_depth_five(merge: bool) -> None:
    depth = 5 if merge else 4
    assert nodes("connect-four", depth, merge=merge) == CONNECT_FOUR[:depth]


@WASM
def test_connect_four_deeper_by_merging() -> None:
    assert nodes("connect-four", 7, merge=True) == CONNECT_FOUR


# ---- Kuhn poker: 12 information sets, 30 terminal histories, value -1/18 for the first player

BLUFF = Fraction(1, 3)
# An equilibrium (Kuhn 1950) with the bluffing frequency 1/3: chances of the aggressive action (bet or call).
FIRST_BETS = {"jack": BLUFF, "queen": Fraction(0), "king": 3 * BLUFF}
FIRST_CALLS = {"jack": Fraction(0), "queen": BLUFF + Fraction(1, 3), "king": Fraction(1)}
SECOND_BETS = {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}
SECOND_CALLS = {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}


def kuhn_deals():
    """A game for each of the six deals."""
    game = load("kuhn-poker").start()
    assert game.waiting is not None
    for first in range(3):
        for second in range(3):
            if first != second:
                copy = game.copy()
                copy.give((first, second, 3 - first - second))
                yield copy


def own_card(game, seat: int) -> str:
    """The rank in a seat's hand, as that seat sees it."""
    zones = [zone for zone in game.view(seat).zones if zone.name == "hand" and zone.owners == (f"player-{seat + 1}",)]
    return zones[0].pieces[0].name


def chance_of(game, seat: int, action: str) -> Fraction:
    """How likely the equilibrium takes an action."""
    actions = {move[0] for move in game.moves(seat)}
    card = own_card(game, seat)
    if "bet" in actions:
        bold = (FIRST_BETS if seat == 0 else SECOND_BETS)[card]
        return bold if action == "bet" else 1 - bold
    bold = (FIRST_CALLS if seat == 0 else SECOND_CALLS)[card]
    return bold if action == "call" else 1 - bold


def walk(game, sets: set[object], ends: list[int]) -> Fraction:
    """The first player's value below a state, collecting information sets and ends."""
    if game.over:
        ends.append(1)
        return Fraction(game.scores[0])
    seat = game.deciders[0]
    sets.add((seat, game.information(seat), tuple(game.moves(seat))))
    value = Fraction(0)
    for move in game.moves(seat):
        after = game.copy()
        after.play(seat, move)
        value += chance_of(game, seat, str(move[0])) * walk(after, sets, ends)
    return value


def test_kuhn_poker() -> None:
    sets: set[object] = set()
    ends: list[int] = []
    values = [walk(game, sets, ends) for game in kuhn_deals()]
    assert len(sets) == 12
    assert len(ends) == 30
    assert sum(values) / len(values) == Fraction(-1, 18)
