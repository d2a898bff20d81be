"""Files kept in folders of the user's own, and files that grow while somebody waits."""

import hashlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from io import FileIO
from pathlib import Path
from time import time_ns
from typing import Final

from attrs import define

from rulewright import files
from rulewright.files import FileTrouble, file_errors, lock, part_of, regular

# ---- Files kept in folders of the user's own: those that the next start need not make again, and where games are
# kept
# A file holds a line that says what it is, the digest of its name and the rest, and the rest. What is kept is run, so
# that only files count that nobody else can have written. Anything that is not exactly right (a folder of somebody
# else's, a broken file) counts as nothing, and the file is written anew. Nothing here ever fails: without a place to
# keep things, or where the environment has `RULEWRIGHT_NO_CACHE`, nothing is kept and nothing found. Of the folder of
# games, which `RULEWRIGHT_NO_STATE` switches off, only the place is known here.

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
BEGUN: Final = time_ns()
"""When this process began, about."""


def named(*parts: object) -> str:
    """The name of what these make."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@cache
def program() -> str:
    """What tells this program from any other version of it, the one that was installed meanwhile included."""
    places = (files.PACKAGE, files.PACKAGE.parents[1] / "grammar")  # the second in a checkout only
    names = (f"{folder}/{name}" for place in places for folder, _, names in os.walk(place) for name in names)
    sources = [(name, os.stat(name)) for name in names if name.endswith((".py", ".txt", ".lark"))]  # noqa: PTH116 - there are many
    changed = any(found.st_ctime_ns > BEGUN for _, found in sources)  # then what runs is not what lies there
    own = (os.getpid(), BEGUN) if changed else ()
    return named(sorted((name, found.st_size, found.st_mtime_ns) for name, found in sources), own)


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
    given = (Path(os.environ.get(name, "")) for name in (place["named by"], "LOCALAPPDATA"))
    named = next((folder for folder in given if folder.is_absolute()), None)
    try:
        around = named or Path.home() / place.get(sys.platform, place["else"])
        with files.folder(around / place["folder"], 0o700) as path:
            found = path.lstat()
    except (OSError, FileTrouble, RuntimeError):  # the last: there is no home
        return None
    return path if _own(found) and stat.S_ISDIR(found.st_mode) else None


def _own(found: os.stat_result) -> bool:
    """Whether only the user can have written it."""
    if sys.platform == "win32":
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def find(name: str) -> bytes | None:
    """What is kept under a name: of a file that is opened once and then looked at, if nobody else can have written
    it."""
    place = folder()
    if place is None:
        return None
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | files.BINARY
    try:
        handle = os.open(place / name, flags)
        with open(handle, "rb") as file:  # noqa: PTH123 - it has no path
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1 or not _own(found):
                return None
            with suppress(OSError):
                os.utime(place / name)
            data = file.read()
    except OSError:
        return None
    start = len(MAGIC) + DIGEST
    digest, rest = data[len(MAGIC) : start], data[start:]
    return rest if data.startswith(MAGIC) and _digest(name, rest) == digest else None


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


# ---- Files that grow while somebody waits: records of games at the table, the games of a simulation
# In: a path, then bytes piece by piece. Law: what is there is always the beginning and whole pieces, but for a kill.


@define
class Growing:
    """A file that is there with its beginning and grows. Nobody else writes to it while it is open, and nothing waits
    in a buffer: what cannot be written is told at once, and then none of it is there."""

    path: Path
    file: FileIO

    @staticmethod
    def new(path: Path, beginning: bytes, *, force: bool = False, rules: Path | None = None) -> "Growing":
        """One that begins so; over a file that is there, as `writing` does it."""
        part = part_of(path, rules, force=force)
        try:
            with file_errors(path, "write"):
                part.file.write(beginning)
                part.settle()
                part.replace_goal()
                if not part.file.closed:
                    return Growing(path, FileIO(os.dup(part.file.fileno()), "w"))  # it is held from the first moment
        finally:
            part.drop()
        return Growing.again(path)

    @staticmethod
    def again(path: Path) -> "Growing":
        """One that is there; it grows at its end."""
        with file_errors(regular(path), "write"):
            file = path.open("r+b", buffering=0)
            try:
                lock(path, file)
            except FileTrouble:
                file.close()
                raise
            file.seek(0, os.SEEK_END)
        return Growing(path, file)

    def is_there(self) -> bool:
        """Whether its path still leads to it: it may have been removed, or another file put in its place."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self.file.fileno()))
        except OSError:
            return False

    def write(self, data: bytes) -> None:
        """Append all of this or nothing."""
        with file_errors(self.path, "write"):
            before = self.file.tell()
            try:
                while data:
                    data = data[self.file.write(data) :]
            except BaseException:
                self.cut(before)
                raise

    def keep(self) -> None:
        """See that everything written is on the disk."""
        with file_errors(self.path, "write"):
            os.fsync(self.file.fileno())

    def cut(self, length: int) -> None:
        """Keep only the first so many bytes."""
        with file_errors(self.path, "write"):
            self.file.truncate(length)
            self.file.seek(length)
