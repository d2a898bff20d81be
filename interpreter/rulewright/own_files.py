"""Files kept in folders of the user's own: those that the next start need not make again, and where games are kept.

A file holds a line that says what it is, the digest of its name and the rest, and the rest. What is kept is run, so
that only files count that nobody else can have written. Anything that is not exactly right (a folder of somebody
else's, a broken file) counts as nothing, and the file is written anew. Nothing here ever fails: without a place to keep
things, or where the environment has `RULEWRIGHT_NO_CACHE`, nothing is kept and nothing found. Of the folder of games,
which `RULEWRIGHT_NO_STATE` switches off, only the place is known here.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from rulewright import files
from rulewright.files import FileTrouble

SWITCH: Final = "RULEWRIGHT_NO_CACHE"
NO_STATE: Final = "RULEWRIGHT_NO_STATE"
CACHES: Final = {"named by": "XDG_CACHE_HOME", "darwin": "Library/Caches", "else": ".cache", "folder": "rulewright"}
STATES: Final = {
    "named by": "XDG_STATE_HOME",
    "darwin": "Library/Application Support",
    "else": ".local/state",
    "folder": "rulewright-games",
}
MAGIC: Final = b"rulewright kept 2\n"
MOST_FILES: Final = 64
DIGEST: Final = 32


def named(*parts: object) -> str:
    """The name of what these make."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@cache
def program() -> str:
    """What tells this program from any other version of it."""
    return named(sorted(_sources(str(Path(__file__).parent))))


def _sources(place: str) -> Iterator[tuple[str, int, int]]:
    """The files of Python below a folder, with size and time."""
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _sources(entry.path)
            elif entry.name.endswith(".py"):
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns


@contextmanager
def unused() -> Iterator[None]:
    """Keep and find nothing meanwhile, neither here nor in processes that begin meanwhile."""
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "1"
    try:
        yield
    finally:
        del os.environ[SWITCH]
        if before is not None:
            os.environ[SWITCH] = before


def folder() -> Path | None:
    """The folder, made if need be; None if there is none that is the user's own, or if none is to be used."""
    return _made(SWITCH, CACHES)


def games_folder() -> Path | None:
    """In the same way the folder in which games are kept: they are the user's, and nothing here removes them."""
    return _made(NO_STATE, STATES)


def keeps_no_games() -> bool:
    """Whether the user wants no games to be kept."""
    return bool(os.environ.get(NO_STATE))


def _made(switch: str, place: Mapping[str, str]) -> Path | None:
    if os.environ.get(switch):
        return None
    try:
        with files.folder(_place(place), 0o700) as path:
            found = path.lstat()
    except (OSError, FileTrouble, RuntimeError):  # the last: there is no home
        return None
    return path if _own(found) and stat.S_ISDIR(found.st_mode) else None


def _own(found: os.stat_result) -> bool:
    """Whether only the user can have written it."""
    if sys.platform == "win32":
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def _place(place: Mapping[str, str]) -> Path:
    for name in (place["named by"], "LOCALAPPDATA"):
        given = os.environ.get(name, "")
        if Path(given).is_absolute():
            return Path(given) / place["folder"]
    return Path.home() / place.get(sys.platform, place["else"]) / place["folder"]


def find(name: str) -> bytes | None:
    """What is kept under a name."""
    place = folder()
    if place is None:
        return None
    try:
        data = _read(place / name)
    except OSError:
        return None
    start = len(MAGIC) + DIGEST
    digest, rest = data[len(MAGIC) : start], data[start:]
    return rest if data.startswith(MAGIC) and _digest(name, rest) == digest else None


def _read(path: Path) -> bytes:
    """A file, opened once and then looked at; nothing if somebody else could have written it."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | files.BINARY)
    with open(handle, "rb") as file:  # noqa: PTH123 - it has no path
        found = os.fstat(handle)
        alone = stat.S_ISREG(found.st_mode) and found.st_nlink == 1
        if not alone or not _own(found):
            return b""
        with suppress(OSError):
            os.utime(path)
        return file.read()


def _digest(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + content).digest()


def keep(name: str, content: bytes) -> None:
    """Keep something, if there is a place for it."""
    place = folder()
    if place is not None:
        with suppress(FileTrouble, OSError):
            if os.path.lexists(place / name):
                files.remove(place / name)
            files.write({place / name: MAGIC + _digest(name, content) + content}, mode=0o600)
            # only the files that were used last stay
            found = sorted(place.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
            for file in found[MOST_FILES:]:
                files.remove(file)
