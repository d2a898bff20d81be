"""Connect Four against OpenSpiel's search in C++ (`MCTSBot`, random rollouts), with the same time for each move.

    python -m benchmarks.openspiel_match [--games N] [--seconds S] [--rounds N]

needs the extra `bench`. First both search the first position in turn, in so many rounds, on one core: iterations a
second, and the ratio within the rounds. Then they play, each at either seat in turn, on one core, and after each game
it is printed how they stand: what part of the points ours has won (a draw is half a one), with Wilson's interval of
95 %, and how many seconds and iterations both took for a move. OpenSpiel's bot knows no clock: how many iterations it
makes is reckoned for each move from the time that its last search took.
"""

import argparse
import importlib
from statistics import median
from time import perf_counter
from typing import Any

from attrs import define, field

from rulewright import Game, load
from rulewright.machine.playouts import wilson
from rulewright.machine.sample_state import eyes
from rulewright.searching import Budget, Thinker

FIRST, LEAST, MEGABYTES = 2_000, 50, 1_000
TRIED = 20_000
"""So many iterations a search makes in which only its speed is measured."""


@define
class Ours:
    """Our search, on one core."""

    thinker: Thinker
    seconds: float = 0.0
    iterations: int = 0
    moves: int = 0

    def column(self, game: Game, seconds: float, seed: int) -> int:
        """The column that it drops into."""
        began = perf_counter()
        found = self.thinker.think(eyes(game, game.deciders[0]), Budget(seconds=seconds, seed=seed, jobs=1))
        self.seconds += perf_counter() - began
        self.iterations += found.iterations
        self.moves += 1
        return ord(str(found.best.move[1])[-1]) - ord("a")


@define
class Theirs:
    """OpenSpiel's, made anew for each move, as it has to be told how many iterations to make."""

    spiel: Any
    game: Any
    uct: float
    rate: float = 0.0
    seconds: float = 0.0
    iterations: int = 0
    moves: int = field(default=0)

    def searched(self, state: Any, iterations: int, seed: int) -> tuple[int, int, float]:
        """What it chooses after so many iterations, fewer where all is proven; how many, and in how many seconds."""
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        bot = self.spiel.MCTSBot(self.game, evaluator, self.uct, iterations, MEGABYTES, True, seed, False)
        began = perf_counter()
        root = bot.mcts_search(state)
        took = perf_counter() - began
        return int(root.best_child().action), int(root.explore_count), took

    def column(self, state: Any, seconds: float, seed: int) -> int:
        """The column that it drops into."""
        iterations = max(LEAST, int(self.rate * seconds)) if self.rate else FIRST
        column, made, took = self.searched(state, iterations, seed)
        if made == iterations:
            self.rate = made / took
        self.seconds += took
        self.iterations += made
        self.moves += 1
        return column


def measured(ours: Ours, theirs: Theirs, rounds: int) -> None:
    """How fast both search the first position, in turn."""
    game, state, ratios = load("connect-four").start(), theirs.game.new_initial_state(), []
    for number in range(rounds):
        began = perf_counter()
        found = ours.thinker.think(eyes(game, 0), Budget(TRIED, seed=number, jobs=1))
        mine = found.iterations / (perf_counter() - began)
        *_, took = theirs.searched(state, TRIED, number)
        ratios.append(mine / (TRIED / took))
        print(f"round {number + 1}: ours {mine:,.0f} iterations a second, theirs {TRIED / took:,.0f}", flush=True)
    print(f"ours : theirs {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


def played(ours: Ours, theirs: Theirs, seat: int, seconds: float, seed: int) -> float:
    """The points of ours in a game at this seat."""
    game, state, made = load("connect-four").start(), theirs.game.new_initial_state(), 0
    while not game.over:
        mine = game.deciders[0] == seat
        who = f"{seed}{made}"
        column = ours.column(game, seconds, int(who)) if mine else theirs.column(state, seconds, int(who) % 2**31)
        game.play(game.deciders[0], ("drop", f"column-{'abcdefg'[column]}"))
        state.apply_action(column)
        made += 1
    assert state.is_terminal(), "both know the same rules"
    assert [float(point) for point in state.returns()] == _returns(game), "and the same end"
    return 0.5 if not game.winners else float(seat in game.winners)


def _returns(game: Game) -> list[float]:
    return [(1.0 if seat in game.winners else -1.0) if game.winners else 0.0 for seat in (0, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--uct", type=float, default=2.0, help="their constant; 2 is that of their example")
    given = parser.parse_args()
    spiel = importlib.import_module("pyspiel")
    ours = Ours(Thinker(load("connect-four")))
    theirs = Theirs(spiel, spiel.load_game("connect_four"), given.uct)
    if given.rounds:
        measured(ours, theirs, given.rounds)
    points = 0.0
    for number in range(given.games):
        points += played(ours, theirs, number % 2, given.seconds, number + 1)
        share = wilson(points, number + 1)
        assert share is not None, "a game was played"
        times = [f"{each.seconds / each.moves:.3f} s and {each.iterations // each.moves:,}" for each in (ours, theirs)]
        print(
            f"{number + 1} games: {100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f}); "
            f"a move: ours {times[0]} iterations, theirs {times[1]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
