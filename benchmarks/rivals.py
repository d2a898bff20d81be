"""Engines of others as programs: called with SEED GAMES PLAYERS, a program plays so many whole random games and prints
the number of their decisions and the seconds it spent on playing them. README.md says it for their authors.

As a script, which runs without anything of this package around it, it is such a program: FILE.py SEED GAMES PLAYERS
calls `playouts` of a Python file, and NAME SEED GAMES PLAYERS lets OpenSpiel play the game of this name. Of OpenSpiel
`RandomRolloutEvaluator` plays, which clones a state and lets everybody choose uniformly among the legal actions to the
end, as many games as it is told. Python has no function for it, but a search of a single simulation evaluates its root
and does nothing else: one call from Python for all games. It counts no decisions, so 0 is printed.
"""

import importlib
import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

OPENSPIEL = "openspiel"
COMPILER = ("g++", "-O2", "-std=c++17")
UCT, MEGABYTES = 2.0, 100


def command_of(asked: str, game: str, folder: Path) -> tuple[str, ...]:
    """What runs an engine: `openspiel`, a .py file, or a .cpp file, which is compiled into the folder."""
    path = Path(asked)
    if path.suffix == ".cpp":
        program = folder / f"{len(list(folder.iterdir()))}-{path.stem}"
        subprocess.run((*COMPILER, path, "-o", program), check=True)
        return (str(program),)
    engine = game.replace("-", "_") if asked == OPENSPIEL else str(path.resolve(strict=True))
    return sys.executable, "-P", __file__, engine


def played(command: Sequence[str], seed: int, games: int, players: int) -> tuple[int, float]:
    """The decisions and seconds of so many games."""
    words = (*command, str(seed), str(games), str(players))
    decisions, seconds, *_ = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    return int(decisions), float(seconds)


# ---- as a script


def by_file(path: Path) -> Callable[[int, int, int], int]:
    """The function `playouts(seed, games, players)` of a file, which may import what lies beside it."""
    spec = importlib.util.spec_from_file_location("rival", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["rival"] = module
    sys.path.insert(0, str(path.parent))
    spec.loader.exec_module(module)
    return module.playouts


def by_openspiel(name: str) -> Callable[[int, int, int], int]:
    """The same for a game of OpenSpiel."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def playouts(seed: int, games: int, players: int) -> int:
        if state.is_chance_node() or game.num_players() != players:
            raise SystemExit(f"{name} of OpenSpiel begins with chance, or is not for {players} players")
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        pyspiel.MCTSBot(game, evaluator, UCT, 1, MEGABYTES, False, seed, False).step(state)
        return 0

    return playouts


def main(engine: str, *numbers: str) -> None:
    """Play and tell."""
    playouts = by_file(Path(engine)) if engine.endswith(".py") else by_openspiel(engine)
    start = time.perf_counter()
    decisions = playouts(*map(int, numbers))
    print(decisions, time.perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])
