"""Opponents: which move they make. They get a seat's eyes, never the game."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from attrs import evolve

from rulewright.levels import PERCENT, RANDOM, Level
from rulewright.machine.chance import Numbers, RandomPlayer, absorb
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.move_names import Move
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.searching import Budget, Searched, Thinker
from rulewright.solving import Unsolvable, solve


def alone(level: Level) -> Budget:
    """How is thought where nobody waits for one move: the same on every machine that has the fast backend."""
    return Budget(level.iterations, jobs=1, slowly=None)


def at_table(level: Level) -> Budget:
    """How is thought where somebody waits: for the time of the level, if that says when to end."""
    if level.timed:
        return Budget(seconds=level.seconds, slowly=None, early=True)
    return Budget(level.iterations, level.seconds)


def bot_move(
    thinker: Thinker,
    seen: Eyes,
    level: Level,
    seed: int,
    made: int,
    *,
    number: int = 0,
    how: Callable[[Level], Budget],
    going: Callable[[], bool] = lambda: True,
    heard: Callable[[Searched], None] = lambda _: None,
) -> Move:
    """What an opponent of this level does at a decision, after so many were made in the game of this `number` of a
    seed. `how` says how much it thinks, `alone` or `at_table`; `going` ends its thinking, too; what it
    has thought is `heard`. Law: where the game looks alike to the seat, and nothing but iterations ends its thinking,
    it does the same."""
    moves = seen.moves()
    key = absorb(absorb(absorb(seed, number), made), seen.seat)
    if level.solves and seen.one_world:
        [world] = seen.worlds(1, 0)
        if world not in thinker.proven:
            with suppress(Unsolvable):  # such as that there is no time to prove what is best
                thinker.proven[world] = solve(thinker.rules, world, going=going).best[0]
        if world in thinker.proven:
            return thinker.proven[world]
    if len(moves) > 1 and Numbers(key, 0).below(PERCENT) >= level.careless:
        with suppress(RulesFault):  # what goes wrong in a world that is imagined is no fault of this game
            found = thinker.think(seen, evolve(how(level), seed=key), going)
            heard(found)
            return found.best.move
    return moves[RandomPlayer(seed, number).choose(made, len(moves))]


def among_themselves(rules: Rules, levels: Mapping[int, Level]) -> Callable[[Game, int, int, int], Move]:
    """What plays every seat of games: the move in a game, of a seat, for a seed and the number of the game. Seats of no
    level play at random, as in random games. Equal numbers give equal moves wherever there is the fast backend."""
    thinker = Thinker(rules)

    def move(game: Game, seat: int, seed: int, number: int) -> Move:
        level, made = levels.get(seat, RANDOM), game.decisions
        if level is RANDOM:
            moves = game.moves(seat)
            return moves[RandomPlayer(seed, number).choose(made, len(moves))]
        return bot_move(thinker, eyes(game, seat), level, seed, made, number=number, how=alone)

    return move
