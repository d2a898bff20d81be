"""A game of trials: every move is tried, whether it leaves the own king in check; beside an engine that knows chess."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from rulewright import load
from tests.wasm.common import WASM, Pair, forever

PATH = Path(__file__).with_name("check-and-mate.rules")
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]
WAYS = {
    "rook": (STRAIGHT, 7),
    "bishop": (SLANTED, 7),
    "queen": (STRAIGHT + SLANTED, 7),
    "king": (STRAIGHT + SLANTED, 1),
    "knight": (LEAPS, 1),
}
LINE = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")

Place = tuple[int, int]
Board = dict[Place, tuple[int, str]]


def beginning() -> Board:
    return {(x, y): (side, sort) for side, y in ((0, 0), (1, 7)) for x, sort in enumerate(LINE)}


def struck(board: Board, here: Place) -> list[Place]:
    """Where a piece can go, whatever that does to its king."""
    side, sort = board[here]
    found = []
    ways, far = WAYS[sort]
    for x, y in ways:
        for step in range(1, far + 1):
            goal = here[0] + x * step, here[1] + y * step
            if not all(0 <= part < 8 for part in goal):
                break
            if goal not in board or board[goal][0] != side:
                found.append(goal)
            if goal in board:
                break
    return found


def checked(board: Board, side: int) -> bool:
    return any(
        board.get(goal) == (side, "king") for here in board if board[here][0] != side for goal in struck(board, here)
    )


def moved(board: Board, here: Place, goal: Place) -> Board:
    return {place: piece for place, piece in board.items() if place not in (here, goal)} | {goal: board[here]}


def legal(board: Board, side: int) -> list[tuple[Place, Place]]:
    pairs = [(here, goal) for here in board if board[here][0] == side for goal in struck(board, here)]
    return [pair for pair in pairs if not checked(moved(board, *pair), side)]


def name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


@pytest.mark.sampled(2, 2)
@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_moves_and_ends_are_those_of_chess(seed: int) -> None:
    game, board, lots = load(PATH).start(seed=seed), beginning(), Random(seed)
    for number in range(100):
        side = number % 2
        expected = {("go", name(here), name(goal)): (here, goal) for here, goal in legal(board, side)}
        if game.over:
            assert not expected
            assert game.winners == ((1 - side,) if checked(board, side) else ())
            return
        assert set(game.moves(side)) == set(expected)
        move = lots.choice(sorted(expected))
        game.play(side, move)
        board = moved(board, *expected[move])
    assert game.over


@pytest.mark.thorough
@WASM
def test_both_backends_try_alike() -> None:
    pair = Pair(load(PATH))
    for number in range(3):
        assert pair.begin(9, number) is None
        pair.play(forever(number))
