"""Run as a script: FILE SEED GAMES PLAYERS. Calls `playouts` of a Python file; prints its decisions and the seconds
in it.
"""

import importlib.util
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path


def playouts_of(path: Path) -> Callable[[int, int, int], int]:
    """The function `playouts(seed, games, players)` of a file."""
    spec = importlib.util.spec_from_file_location("rival", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["rival"] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    found: Callable[[int, int, int], int] = module.playouts
    return found


def main(arguments: Sequence[str]) -> None:
    """Play and tell."""
    path, seed, games, players = arguments
    playouts = playouts_of(Path(path))
    start = time.perf_counter()
    decisions = playouts(int(seed), int(games), int(players))
    print(decisions, time.perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1:])
