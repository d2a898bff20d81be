"""Engines of others as programs: called with SEED GAMES PLAYERS, a program plays so many whole random games and prints
the number of their decisions and the seconds it spent on playing them. README.md says it for their authors.

As a script, which runs without anything of this package around it, it is such a program: FILE.py SEED GAMES PLAYERS
calls `playouts` of a Python file, and openspiel:NAME SEED GAMES PLAYERS lets OpenSpiel play the game of this name. Of
OpenSpiel `RandomRolloutEvaluator` plays, which clones a state and lets everybody choose uniformly among the legal
actions to the end, as many games as it is told. Python has no function for it, but a search of a single simulation
evaluates its root and does nothing else: one call from Python for all games. It counts no decisions, so 0 is printed.
With driven:NAME a loop in Python chooses and counts the decisions.
"""

import importlib
import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

OPENSPIEL, DRIVEN = "openspiel", "driven"
THEIRS = {"hive": "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)"}
"""The games as OpenSpiel calls them, where it does not call them as we do."""
MOST = {"hive": 60}
"""After how many decisions a game of ours ends that goes on there: driven from Python, theirs is left then, too."""
COMPILER = ("g++", "-O2", "-std=c++17")
UCT, MEGABYTES = 2.0, 100


def command_of(asked: str, game: str, folder: Path) -> tuple[str, ...]:
    """What runs an engine: `openspiel`, `driven`, a .py file, or a .cpp file, which is compiled into the folder."""
    path = Path(asked)
    if path.suffix == ".cpp":
        program = folder / f"{len(list(folder.iterdir()))}-{path.stem}"
        subprocess.run((*COMPILER, path, "-o", program), check=True)
        return (str(program),)
    engine = f"{asked}:{Path(game).stem}" if asked in PLAYED_BY else str(path.resolve(strict=True))
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


def by_openspiel(game: str) -> Callable[[int, int, int], int]:
    """The same for a game of OpenSpiel."""
    pyspiel = importlib.import_module("pyspiel")
    playing, state = first_state(game)

    def playouts(seed: int, games: int, players: int) -> int:
        fit(playing, state, players)
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        pyspiel.MCTSBot(playing, evaluator, UCT, 1, MEGABYTES, False, seed, False).step(state)
        return 0

    return playouts


def driven(game: str) -> Callable[[int, int, int], int]:
    """The same, driven from Python."""
    playing, first = first_state(game)
    most = MOST.get(game, sys.maxsize)

    def playouts(seed: int, games: int, players: int) -> int:
        fit(playing, first, players)
        random, decisions = Random(seed).random, 0
        for _ in range(games):
            state, before = first.clone(), decisions
            while not state.is_terminal() and decisions - before < most:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
        return decisions

    return playouts


def first_state(game: str) -> tuple[Any, Any]:
    """A game of OpenSpiel, and its first state."""
    loaded = importlib.import_module("pyspiel").load_game(THEIRS.get(game, game.replace("-", "_")))
    return loaded, loaded.new_initial_state()


def fit(game: Any, first: Any, players: int) -> None:
    """SystemExit if a game cannot be played so."""
    if first.is_chance_node() or game.num_players() != players:
        raise SystemExit(f"This game of OpenSpiel begins with chance, or is not for {players} players")


PLAYED_BY = {OPENSPIEL: by_openspiel, DRIVEN: driven}


def main(engine: str, *numbers: str) -> None:
    """Play and tell."""
    by, _, game = engine.partition(":")
    playouts = by_file(Path(engine)) if engine.endswith(".py") else PLAYED_BY[by](game)
    start = time.perf_counter()
    decisions = playouts(*map(int, numbers))
    print(decisions, time.perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])
