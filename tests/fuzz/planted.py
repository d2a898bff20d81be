"""Faults put into the program on purpose, for the fuzzer to find: `python -m tests.fuzz.planted` prints what it says to
each. Not for Windows."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from rulewright.analysis import check, reference_playouts
from rulewright.files import shipped
from tests.fuzz import commands
from tests.fuzz.running import carried_out, wrong_in
from tests.fuzz.watched import watched

TEXT = "kuhn-poker"
SECONDS, MEMORY = 1, 300 << 20


def fails(*_: Any) -> Any:
    raise KeyError("nobody expects this")


def hangs(*_: Any) -> Any:
    while True:
        pass


def swells(*_: Any) -> Any:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def colors(*_: Any) -> Any:
    print("\x1b[31mred")
    return check.Reading([])


def ends(*_: Any) -> Any:
    sys.exit(7)


def other_scores(*_: Any) -> Any:
    return (3, 4), (0,)


Plant = tuple[str, Any, str, Callable[..., Any]]
PLANTS: tuple[Plant, ...] = (
    ("traceback", check, "reading", fails),
    ("hang", check, "reading", hangs),
    ("memory", check, "reading", swells),
    ("escape", check, "reading", colors),
    ("exit code", check, "reading", ends),
    ("difference", reference_playouts, "result", other_scores),
)


@contextmanager
def planted(home: Any, name: str, instead: Callable[..., Any]) -> Iterator[None]:
    """Meanwhile a module has something else under a name."""
    kept = getattr(home, name, None)
    setattr(home, name, instead)
    try:
        yield
    finally:
        setattr(home, name, kept)


def only_checked(shell: commands.Shell) -> dict[str, Any]:
    shell.run("check", "check", TEXT)
    return {}


def all_of_it(shell: commands.Shell) -> dict[str, Any]:
    return commands.text(shell, shipped()[TEXT])


def main() -> None:
    """What the fuzzer says of a sound text, with each fault in the program."""
    commands.prepared()
    for called, home, name, instead in PLANTS:
        whole = home is reference_playouts
        with tempfile.TemporaryDirectory() as place, planted(home, name, instead):
            seen = watched(
                partial(carried_out, Path(place), all_of_it if whole else only_checked), seconds=SECONDS, memory=MEMORY
            )
        print(f"{called}: {wrong_in(seen)!r}")


if __name__ == "__main__":
    main()
