"""Files: the shipped games, reading a stranger's file within bounds, writing without ever destroying one.

In: names and paths as typed. Out: bytes, or `FileTrouble` with a whole sentence. Nothing here knows what bytes mean.
"""

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from rulewright.language.suggest import closest
from rulewright.shown import shown

PACKAGE = Path(__file__).resolve().parent
FOLDERS = ("rulesets", "examples")


class FileTrouble(Exception):  # noqa: N818 - it is no error of the program
    """A file cannot be found, read or written; the message is for the user, strangers' text in it is escaped."""


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
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:  # noqa: PTH123 - it has no path
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise FileTrouble(f"{shown(str(path))} is not a file.")
            return file.read(most + 1)
    except (OSError, ValueError) as trouble:
        raise _trouble(path, trouble, "read") from trouble


def regular(path: Path) -> Path:
    """The path, if a file lies there: not a folder, not a device that never ends."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileTrouble(f"{shown(str(path))} is not a file.")
    except (OSError, ValueError) as trouble:
        raise _trouble(path, trouble, "read") from trouble
    return path


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
    try:
        return path.open("w" if force else "x", encoding="utf-8", newline="\n")
    except FileExistsError as trouble:
        raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.") from trouble
    except (OSError, ValueError) as trouble:
        raise _trouble(path, trouble, "write") from trouble


def create_together(contents: Mapping[Path, bytes], *, force: bool = False) -> None:
    """Write files that belong together: all that are not there yet, or with `force` all; if one cannot be, none is."""
    made: list[Path] = []
    for path, content in contents.items():
        try:
            with path.open("wb" if force else "xb") as file:
                made.append(path)
                file.write(content)
        except (OSError, ValueError) as trouble:
            for other in made:
                other.unlink(missing_ok=True)
            if isinstance(trouble, FileExistsError):
                raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.") from trouble
            raise _trouble(path, trouble, "write") from trouble


def replace(path: Path, text: str) -> None:
    """Put a new text in the place of a file, by rename, so that no reader ever finds half of it."""
    goal = path.resolve()
    try:
        mode = stat.S_IMODE(goal.stat().st_mode)
        with tempfile.NamedTemporaryFile(
            "w", dir=goal.parent, prefix=f".{goal.name}.", delete=False, encoding="utf-8", newline="\n"
        ) as file:
            file.write(text)
        Path(file.name).chmod(mode)
        Path(file.name).replace(goal)
    except OSError as trouble:
        raise _trouble(path, trouble, "write") from trouble


def folder(path: Path) -> Path:
    """Make a folder, if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as trouble:
        raise _trouble(path, trouble, "make") from trouble
    return path


def _trouble(path: Path, trouble: Exception, doing: str) -> FileTrouble:
    reason = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else str(trouble)
    return FileTrouble(f"Cannot {doing} {shown(str(path))}: {shown(reason)}.")
