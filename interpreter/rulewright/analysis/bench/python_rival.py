"""Run as a script: FILE SEED GAMES PLAYERS. Calls `playouts` of a Python file; prints its decisions and the seconds
in it. What is wrong with the file itself is the last line at standard error, in words.
"""

import importlib.util
import sys
import time
from collections.abc import Callable, Sequence
from numbers import Integral
from pathlib import Path
from typing import Final

FUNCTION: Final = "playouts(seed, games, players)"


def playouts_of(path: Path) -> Callable[[int, int, int], int]:
    """The function `playouts(seed, games, players)` of a file."""
    spec = importlib.util.spec_from_file_location("rival", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["rival"] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except SyntaxError as wrong:
        raise SystemExit(_no_python(path, wrong)) from wrong
    found: Callable[[int, int, int], int] | None = getattr(module, "playouts", None)
    if not callable(found):
        raise SystemExit(f"there is no function {FUNCTION} in it")
    return found


def _no_python(path: Path, wrong: SyntaxError) -> str:
    """Where a text is no Python: this file, or one that it imports."""
    line = "" if wrong.lineno is None else f", line {wrong.lineno}"
    return f"SyntaxError in {Path(wrong.filename or path).name}{line}: {wrong.msg}"


def main(arguments: Sequence[str]) -> None:
    """Play and tell."""
    path, seed, games, players = arguments
    playouts = playouts_of(Path(path))
    start = time.perf_counter()
    decisions: object = playouts(int(seed), int(games), int(players))
    seconds = time.perf_counter() - start
    if not isinstance(decisions, Integral):
        raise SystemExit(f"playouts gives no number of decisions, but a value of type {type(decisions).__name__}")
    print(int(decisions), seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
