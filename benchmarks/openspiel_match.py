"""Our search against OpenSpiel's in C++ (random rollouts), with the same time for each move, each on one core.

    python -m benchmarks.openspiel_match [connect-four|hearts] [--bot mcts|ismcts] [--games N] [--seconds S]

needs the extra `bench`. First both search the first position in turn, in some rounds (`--rounds`): iterations a
second, and the ratio within the rounds. Then they play, half of the seats each; of every two games the second is the
same deal with the seats exchanged. Where there is a single move nobody thinks. After every two games it is printed how
they stand: what part of the wins is ours (winners share one, a draw is everybody's), with Wilson's interval of 95 %;
how much more OpenSpiel says that one of ours has in the end than one of theirs (in Hearts points not taken), with an
interval of 95 % over the deals; and how many seconds and iterations both took for a move.

`mcts` is OpenSpiel's `MCTSBot`. In Hearts it would see all cards, so it searches some worlds in which what the seat has
not seen is dealt anew (`--worlds`), each for its part of the time, and the visits of their moves are added up. `ismcts`
is its `ISMCTSBot`, which deals anew by itself in each iteration, and does not tell how many it made. It cannot pass
cards (`openspiel_games.hearts_world` says why); there `mcts` does it.
"""

import argparse
import importlib
from collections import Counter
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter
from typing import Any

from attrs import define

from benchmarks.openspiel_games import KNOWN, Known, Table
from rulewright import load
from rulewright.machine.playouts import wilson
from rulewright.machine.sample_state import eyes
from rulewright.searching import Budget, Thinker

ENDLESS, MEGABYTES, LEAST = 1 << 30, 1_000, 0.001
TRIED = 20_000
"""So many iterations a search makes in which only its speed is measured."""
SPREAD = 1.96
"""So many standard errors an interval of 95 % is wide, to either side."""


@define
class Spent:
    """What a side has spent on its moves."""

    seconds: float = 0.0
    iterations: int = 0
    moves: int = 0

    def add(self, seconds: float, iterations: int) -> None:
        self.seconds, self.iterations, self.moves = self.seconds + seconds, self.iterations + iterations, self.moves + 1

    def __str__(self) -> str:
        moves = max(1, self.moves)
        told = f" and {self.iterations // moves:,} iterations" if self.iterations else ""
        return f"{self.seconds / moves:.3f} s{told}"


@define
class Ours:
    """Our search."""

    thinker: Thinker
    spent: Spent

    def choose(self, table: Table, seconds: float, seed: int) -> int:
        """The action that it chooses."""
        began = perf_counter()
        found = self.thinker.think(eyes(table.game, table.seat), Budget(seconds=seconds, seed=seed, jobs=1))
        self.spent.add(perf_counter() - began, found.iterations)
        return table.known.action(found.best.move, table.state)


@define
class Theirs:
    """OpenSpiel's, made anew for each move. `uct` is its constant."""

    known: Known
    bot: str
    uct: float
    worlds: int
    spent: Spent

    def searched(self, state: Any, seed: int, iterations: int = ENDLESS, seconds: float = -1.0) -> Any:
        """The root of a search in one world. Where chance does nothing, what is proven counts."""
        spiel, proving = importlib.import_module("pyspiel"), self.known.world is None
        evaluator, limits = spiel.RandomRolloutEvaluator(1, seed), {"max_wall_clock_time": seconds}
        game = state.get_game()
        bot = spiel.MCTSBot(game, evaluator, self.uct, iterations, MEGABYTES, proving, seed, False, **limits)
        return bot.mcts_search(state)

    def choose(self, table: Table, seconds: float, seed: int) -> int:
        """The action that it chooses; dealing cards anew takes none of its time."""
        by_worlds = self.bot == "mcts"
        if not by_worlds and not table.passing:
            return self._by_information(table.state, seconds, seed)
        world, rng = table.known.world, Random(seed)
        worlds = [world(table.state, rng) for _ in range(self.worlds)] if world else [table.state]
        began, visits, roots = perf_counter(), Counter[int](), []
        for number, each in enumerate(worlds):  # what one took too long the others have less
            left = max(LEAST, began + seconds - perf_counter())
            roots.append(self.searched(each, seed, seconds=left / (len(worlds) - number)))
        self.spent.add(perf_counter() - began, by_worlds * sum(root.explore_count for root in roots))
        if not world:
            return int(roots[0].best_child().action)
        for root in roots:
            visits.update({child.action: child.explore_count for child in root.children})
        return visits.most_common(1)[0][0]

    def _by_information(self, state: Any, seconds: float, seed: int) -> int:
        spiel, began = importlib.import_module("pyspiel"), perf_counter()
        bot = spiel.ISMCTSBot(
            seed,
            spiel.RandomRolloutEvaluator(1, seed),
            self.uct,
            ENDLESS,
            final_policy_type=spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            max_wall_clock_time=seconds,
        )
        action = bot.step(state)
        self.spent.add(perf_counter() - began, 0)
        return int(action)


def measured(ours: Ours, theirs: Theirs, rounds: int) -> None:
    """How fast both search the first position, in turn."""
    table, ratios = Table.begun(theirs.known, 0), []
    for number in range(rounds):
        began = perf_counter()
        found = ours.thinker.think(eyes(table.game, table.seat), Budget(TRIED, seed=number, jobs=1))
        mine, began = found.iterations / (perf_counter() - began), perf_counter()
        theirs.searched(table.state, number, TRIED)
        other = TRIED / (perf_counter() - began)
        ratios.append(mine / other)
        print(f"round {number + 1}: ours {mine:,.0f} iterations a second, theirs {other:,.0f}", flush=True)
    print(f"ours : theirs {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


def halves(players: int) -> list[tuple[int, ...]]:
    """All ways to give half of the seats to ours, each before the one that gives it the others."""
    first = [half for half in combinations(range(players), players // 2) if 0 in half]
    return [seats for half in first for seats in (half, tuple(each for each in range(players) if each not in half))]


def played(ours: Ours, theirs: Theirs, number: int, seconds: float) -> tuple[float, float]:
    """A game: what part of the wins is ours, and how much more one of ours has than one of theirs."""
    table, made = Table.begun(theirs.known, number // 2), 0
    players = table.game.rules.players
    seats = halves(players)[number % len(halves(players))]
    while not table.game.over:
        (action, *more), made = table.moves(), made + 1
        if more:
            action = (ours if table.seat in seats else theirs).choose(table, seconds, 1000 * number + made)
        table.play(action)
    winners, brought = table.game.winners or range(players), theirs.known.returns(table.game)
    ahead = fmean(brought[each] for each in seats) - fmean(brought[each] for each in set(range(players)) - {*seats})
    return fmean(each in seats for each in winners), ahead


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=KNOWN, default="connect-four")
    parser.add_argument("--bot", choices=("mcts", "ismcts"), default="mcts")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--worlds", type=int, default=10)
    parser.add_argument("--uct", type=float, help="their constant; without it 2, that of their example, in Hearts 26")
    given = parser.parse_args()
    known = KNOWN[given.game]
    ours = Ours(Thinker(load(known.name)), Spent())
    theirs = Theirs(known, given.bot, given.uct or known.uct, given.worlds, Spent())
    measured(ours, theirs, given.rounds)
    wins, ahead = [], []
    for number in range(given.games):
        for found, all_of in zip(played(ours, theirs, number, given.seconds), (wins, ahead), strict=True):
            all_of.append(found)
        if number % 2:
            share, deals = (
                wilson(sum(wins), len(wins)),
                [fmean(two) for two in zip(ahead[::2], ahead[1::2], strict=True)],
            )
            wide = SPREAD * stdev(deals) / sqrt(len(deals)) if len(deals) > 1 else float("inf")
            print(
                f"{len(wins)} games: {100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f}), "
                f"ahead by {fmean(deals):.2f} ({fmean(deals) - wide:.2f} to {fmean(deals) + wide:.2f}); "
                f"a move: ours {ours.spent}, theirs {theirs.spent}",
                flush=True,
            )


if __name__ == "__main__":
    main()
