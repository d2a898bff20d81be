"""Run as a script: NAME SEED GAMES PLAYERS. Random games of OpenSpiel, whole games inside its C++ library.

What plays is `RandomRolloutEvaluator`, which clones a state and lets everybody choose uniformly among the legal
actions to the end, as many games as it is told. Python has no function for it, but a search of a single simulation
evaluates its root and does nothing else: one call from Python for all games. It counts no decisions, so 0 is printed.
"""

import importlib
import sys
import time
from collections.abc import Sequence

UCT, MEGABYTES = 2.0, 100


def main(arguments: Sequence[str]) -> None:
    """Play and tell."""
    name, seed, games, players = arguments
    pyspiel = importlib.import_module("pyspiel")
    if name not in pyspiel.registered_names():
        raise SystemExit(f"OpenSpiel has no game {name}")
    game = pyspiel.load_game(name)
    if game.num_players() != int(players):
        raise SystemExit(f"{name} of OpenSpiel is for {game.num_players()} players, not {players}")
    state = game.new_initial_state()
    if state.is_chance_node():
        raise SystemExit(f"{name} of OpenSpiel begins with chance, from which nothing can be searched")
    evaluator = pyspiel.RandomRolloutEvaluator(int(games), int(seed))
    search = pyspiel.MCTSBot(game, evaluator, UCT, 1, MEGABYTES, False, int(seed), False)
    start = time.perf_counter()
    search.step(state)
    print(0, time.perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1:])
