"""Files: the shipped games, reading a stranger's file within bounds, writing without ever destroying one.

In: names and paths as typed. Out: bytes, or `FileTrouble` with a whole sentence. Nothing here knows what bytes mean.
"""

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rulewright.language.suggest import closest
from rulewright.shown import shown

PACKAGE = Path(__file__).resolve().parent
FOLDERS = ("rulesets", "examples")


class FileTrouble(Exception):  # noqa: N818 - it is no error of the program
    """A file cannot be found, read or written; the message is for the user, strangers' text in it is escaped."""


@contextmanager
def told(path: Path, doing: str) -> Iterator[None]:
    """Let what goes wrong with a file become `FileTrouble`."""
    try:
        yield
    except (OSError, ValueError) as trouble:
        if isinstance(trouble, FileExistsError) and doing == "write":
            raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.") from trouble
        reason = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else str(trouble)
        raise FileTrouble(f"Cannot {doing} {shown(str(path))}: {shown(reason)}.") from trouble


def shipped() -> Mapping[str, Path]:
    """The games that come with the program, by name: the rulesets, then the small examples."""
    root = PACKAGE / "_data" if (PACKAGE / "_data").is_dir() else PACKAGE.parents[1]
    found = [path for folder in FOLDERS for path in sorted((root / folder).glob("*.rules"))]
    return {path.stem: path for path in found}


def find(game: str) -> Path:
    """Find a game by its shipped name, or else by its path; an unknown name suggests one."""
    games = shipped()
    name = game.replace("_", "-").lower()
    if name in games:
        return games[name]
    if "/" in game or os.sep in game or game.endswith(".rules") or os.path.isfile(game):  # noqa: PTH113 - never raises
        return Path(game)
    near = closest(name, games)
    meant = f' Did you mean "{near}"?' if near else ""
    raise FileTrouble(f'There is no game "{shown(game)}".{meant} There are: {", ".join(games)}. Or give a path.')


def read(path: Path, *, most: int) -> bytes:
    """Read a file, of a larger one than `most` bytes only so much that the reader sees that it is too large."""
    with told(path, "read"):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:  # noqa: PTH123 - it has no path
            _be_regular(path, os.fstat(handle))
            return file.read(most + 1)


def regular(path: Path) -> Path:
    """The path, if a file lies there: not a folder, not a device that never ends."""
    with told(path, "read"):
        _be_regular(path, path.stat())
    return path


def _be_regular(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise FileTrouble(f"{shown(str(path))} is not a file.")


def rules_files(name: str) -> list[str]:
    """A name as it is, of a folder the rules in it."""
    if not os.path.isdir(name):  # noqa: PTH112 - never raises
        return [name]
    found = [str(path) for path in sorted(Path(name).glob("*.rules"))]
    if not found:
        raise FileTrouble(f"There are no .rules files in {shown(name)}.")
    return found


def create(path: Path, *, force: bool = False) -> TextIO:
    """Open a file for writing that is not there yet, or with `force` one that is."""
    with told(path, "write"):
        return path.open("w" if force else "x", encoding="utf-8", newline="\n")


def create_together(contents: Mapping[Path, bytes], *, force: bool = False) -> None:
    """Write files that belong together: all that are not there yet, or with `force` all; if one cannot be, none is."""
    made: list[Path] = []
    try:
        for path, content in contents.items():
            with told(path, "write"), path.open("wb" if force else "xb") as file:
                made.append(path)
                file.write(content)
    except FileTrouble:
        for path in made:
            path.unlink(missing_ok=True)
        raise


def replace(path: Path, text: str) -> None:
    """Put a new text in the place of a file, by rename, so that no reader ever finds half of it."""
    goal = path.resolve()
    with told(path, "write"):
        mode = stat.S_IMODE(goal.stat().st_mode)
        with tempfile.NamedTemporaryFile(
            "w", dir=goal.parent, prefix=f".{goal.name}.", delete=False, encoding="utf-8", newline="\n"
        ) as file:
            file.write(text)
        Path(file.name).chmod(mode)
        Path(file.name).replace(goal)


def folder(path: Path) -> Path:
    """Make a folder, if it is not there."""
    with told(path, "make"):
        path.mkdir(parents=True, exist_ok=True)
    return path
