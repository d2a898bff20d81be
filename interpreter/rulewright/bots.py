"""Opponents: which move they make. They get a seat's eyes, never the game."""

from collections.abc import Callable
from time import monotonic

from attrs import evolve

from rulewright.levels import BY_NAME, PERCENT, RANDOM, Level
from rulewright.machine.chance import Numbers, RandomPlayer, absorb
from rulewright.machine.eyes import Eyes
from rulewright.machine.move_names import Move
from rulewright.searching import PLAIN_ITERATIONS, Budget, Thinker

SOON = 1.0
"""So many seconds an opponent whom nobody chose may think."""
TRIED = Budget(iterations=300, seconds=SOON / 2)
USUAL = (BY_NAME["middle"], BY_NAME["beginner"], Level("search:50", 50))


def bot_move(
    thinker: Thinker,
    seen: Eyes,
    level: Level,
    seed: int,
    made: int,
    *,
    number: int = 0,
    budget: Budget,
    going: Callable[[], bool] = lambda: True,
) -> Move:
    """What an opponent of this level does at a decision, after so many were made in the game of this `number` of a
    seed. `budget` is how it thinks, but for the iterations and the seed; `going` ends its thinking, too. Law: where the
    game looks alike to the seat, and nothing but iterations ends its thinking, it does the same."""
    moves = seen.moves()
    key = absorb(absorb(absorb(seed, number), made), seen.seat)
    if len(moves) == 1 or Numbers(key, 0).below(PERCENT) < level.careless:
        return moves[RandomPlayer(seed, number).choose(made, len(moves))]
    return thinker.think(seen, evolve(budget, iterations=level.iterations, seed=key), going).best.move


def usual(thinker: Thinker, seen: Eyes) -> Level:
    """How strong an opponent is whom nobody chose: the first of `USUAL` that answers soon here, as one short search
    tells; at random if none does."""
    thinker.think(seen, Budget(iterations=2))  # it makes what is needed, which is made once
    began = monotonic()
    made = thinker.think(seen, TRIED)
    rate = made.iterations / (monotonic() - began)
    most = USUAL[0].iterations if made.fast else PLAIN_ITERATIONS
    return next(
        (level for level in USUAL if made.moves[0].proven or min(most, level.iterations) <= rate * SOON), RANDOM
    )
