"""Games that nobody plays: every seat chooses at random, by the random players' own stream.

In: rules, a seed, the number of the game. Out: how many decisions a game had, or its record line by line as it goes.
Game k of a seed is the same on every machine; the random choice of a decision depends on seed, k and the decision's
number alone.
"""

from collections.abc import Iterator

from rulewright.machine.chance import RandomPlayer
from rulewright.machine.game import Game, Rules
from rulewright.machine.record import dump


def playout(rules: Rules, *, seed: int, number: int = 0) -> int:
    """Play one game to its end; the number of its decisions."""
    return sum(1 for _ in plies(rules.start(seed, number), seed=seed, number=number)) - 1


def record_lines(rules: Rules, *, seed: int, number: int = 0, legal: bool = False) -> Iterator[str]:
    """Play one game and yield the lines of its record, each as soon as it is known."""
    game = rules.start(seed, number, legal=legal)
    yield dump(game.header)
    told = 0
    for _ in plies(game, seed=seed, number=number):
        yield from (dump(line) for line in game.lines[told:])
        told = len(game.lines)


def plies(game: Game, *, seed: int, number: int) -> Iterator[None]:
    """Stop at the beginning, then after every decision; the last time the game is over."""
    player = RandomPlayer(seed, number)
    decision = 0
    yield None
    while not game.over:
        seat = game.deciders[0]
        moves = game.moves(seat)
        game.play(seat, moves[player.choose(decision, len(moves))])
        decision += 1
        yield None
