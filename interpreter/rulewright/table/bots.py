"""Opponents: how strong they are, and which move they make. They get a seat's eyes, never the game."""

from collections.abc import Mapping

from attrs import field, frozen

from rulewright.machine.chance import Numbers, RandomPlayer, absorb
from rulewright.machine.eyes import Eyes
from rulewright.machine.move_names import Move
from rulewright.searching import Budget, Thinker

PERCENT = 100


@frozen
class Level:
    """How an opponent plays: how much it thinks at most for a move, and how often of a hundred it does not think."""

    name: str
    iterations: int
    seconds: float
    careless: int = 0


LEVELS = (
    Level("random", 0, 0.0, PERCENT),
    Level("beginner", 200, 0.3, 30),
    Level("middle", 1_500, 0.6, 5),
    Level("strong", 12_000, 2.0),
    Level("strongest", 150_000, 10.0),
)
"""From the weakest to the strongest."""
BY_NAME = {level.name: level for level in LEVELS}
RANDOM = BY_NAME["random"]


def bot_move(thinker: Thinker, seen: Eyes, level: Level, seed: int, made: int) -> Move:
    """What an opponent of this level does at a decision, after so many were made in the game of a seed. Law: where the
    game looks alike to the seat, and it has time to think to the end, it does the same."""
    moves = seen.moves()
    key = absorb(absorb(seed, made), seen.seat)
    if len(moves) == 1 or Numbers(key, 0).below(PERCENT) < level.careless:
        return moves[RandomPlayer(seed).choose(made, len(moves))]
    return thinker.think(seen, Budget(level.iterations, level.seconds, key)).best.move


@frozen
class Bots:
    """Who plays for seats that are not at the keyboard: `levels` by seat, others at random; `seed` is the game's."""

    seed: int = 0
    levels: Mapping[int, Level] = field(factory=dict)
