"""Files: the shipped games, reading a stranger's file within bounds, and the only way by which anything is written.

In: names and paths as typed. Out: bytes, or `FileTrouble` with a whole sentence. Nothing here knows what bytes mean.
Law: at every moment, whatever fails, is stopped or killed, a file holds what it held or all that is to be in it.
Files that belong together are all as they were if anything fails or is stopped; only a kill between the name of one and
the next leaves the first new and the second old. Nothing else is left behind, but by a kill: an empty folder that was
made for the file, and a hidden `.NAME.part`, which the next writing of that file removes.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, Final, TextIO
from zlib import crc32

from attrs import define

from rulewright.language.span import BYTES
from rulewright.language.suggest import closest
from rulewright.shown import shown

PACKAGE: Final = Path(__file__).resolve().parent
LOCKS: Final = Path("/proc/locks")
BINARY: Final = getattr(os, "O_BINARY", 0)
NAME_BYTES: Final = 240
BEYOND: Final = 1 << 40
"""Windows locks bytes, which nobody else can read then: this one is behind the end of every file."""


class FileTrouble(Exception):  # noqa: N818 - it is no error of the program
    """A file cannot be found, read or written; the message is for the user, strangers' text in it is escaped."""


@contextmanager
def file_errors(path: Path, doing: str) -> Iterator[None]:
    """Let what goes wrong with a file become `FileTrouble`."""
    try:
        yield
    except (OSError, ValueError) as trouble:
        if isinstance(trouble, FileExistsError) and doing == "write":
            raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.") from trouble
        raise _cannot(path, doing, trouble) from trouble


def _cannot(path: Path, doing: str, trouble: Exception) -> FileTrouble:
    reason = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else str(trouble)
    return FileTrouble(f"Cannot {doing} {shown(str(path))}: {shown(reason)}.")


def shipped(*folders: str, ending: str = ".rules") -> Mapping[str, Path]:
    """The games that come with the program, by name: the rulesets, then the small examples; or those of these
    folders, or other files there."""
    root = PACKAGE / "_data" if (PACKAGE / "_data").is_dir() else PACKAGE.parents[1]
    found = [
        path for folder in folders or ("rulesets", "examples") for path in sorted((root / folder).glob(f"*{ending}"))
    ]
    return {path.stem: path for path in found}


def beginnings() -> Mapping[str, Path]:
    """The small rules that come with the program to begin one's own with, by the kind of game."""
    return shipped("examples/beginnings")


def find(game: str) -> Path:
    """Find a game by its shipped name, or else by its path; an unknown name suggests one."""
    games = shipped()
    name = _plain(game)
    if name in games:
        return games[name]
    if "/" in game or os.sep in game or game.endswith(".rules") or os.path.isfile(game):  # noqa: PTH113 - never raises
        return Path(game)
    raise FileTrouble(f"{no_game(game)} There are: {', '.join(games)}. Or give a path.")


def no_game(game: str) -> str:
    """Say that there is no game of this name, and which ones may be meant."""
    near = " or ".join(f'"{each}"' for each in like(game) or (closest(_plain(game), shipped()),) if each)
    return f'There is no game "{shown(game)}".' + f" Did you mean {near}?" * bool(near)


def like(game: str) -> Sequence[str]:
    """The shipped games whose names begin with a text, or else those in whose names it is."""
    name = _plain(game)
    found = [each for each in shipped() if name and name in each]
    return [each for each in found if each.startswith(name)] or found


def _plain(game: str) -> str:
    """A name in the form in which shipped games are named."""
    return re.sub(r"[\s_]+", "-", game.strip()).lower()


def read(path: Path, *, most: int = BYTES) -> bytes:
    """Read a file, of a larger one than `most` bytes (those of rules) only so much that the reader sees that it is too
    large."""
    with file_errors(path, "read"):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | BINARY)
        with open(handle, "rb") as file:  # noqa: PTH123 - it has no path
            regular(path, os.fstat(handle))
            return file.read(most + 1)


def regular(path: Path, found: os.stat_result | None = None) -> Path:
    """The path, if a file lies there (what was `found` there): not a folder, not a device that never ends."""
    with file_errors(path, "read"):
        if not stat.S_ISREG((found or path.stat()).st_mode):
            raise FileTrouble(f"{shown(str(path))} is not a file.")
    return path


def title(path: Path) -> str:
    """What rules are called by their file: its name without its ending, as text."""
    return path.stem.encode(errors="replace").decode()


def rules_files(name: str) -> list[str]:
    """A name as it is, of a folder the rules in it."""
    if not os.path.isdir(name):  # noqa: PTH112 - never raises
        return [name]
    found = [str(path) for path in sorted(Path(name).glob("*.rules"))]
    if not found:
        raise FileTrouble(f"There are no .rules files in {shown(name)}.")
    return found


# ---- files that one process has for itself, where the system knows such


def lock(path: Path, file: IO[bytes], at: Path | None = None) -> None:
    """Have a file for oneself until it is closed; FileTrouble where another process has it, or has meanwhile given its
    name `at` to another one."""
    there = at.lstat() if at is not None and os.path.lexists(at) else None
    moved = at is not None and (there is None or not os.path.samestat(there, os.fstat(file.fileno())))
    if not _locked(file) or moved:
        raise _taken(path)


def _locked(file: IO[bytes]) -> bool:
    if sys.platform == "win32":
        import msvcrt  # not everywhere

        at = file.tell()
        file.seek(BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
    else:
        import fcntl  # not everywhere

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system that knows no locks
            return True
    return True


def holder(path: Path) -> int | None:
    """The number of the process that has a file for itself, where the system tells."""
    with suppress(OSError, ValueError):
        locks, found = [line.split() for line in LOCKS.read_text().splitlines()], path.stat()
        place = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
        return next((int(lock[4]) for lock in locks if lock[1] == "FLOCK" and lock[5] == place), 0) or None
    return None


def _taken(path: Path) -> FileTrouble:
    who = f" (process {by})" if (by := holder(path)) else ""
    return FileTrouble(f"Cannot write {shown(str(path))}: another command is writing to it{who}.")


# ---- writing


def standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output once more, for whoever closes what it has read and written."""
    return os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")


def nowhere(*, reading: bool) -> TextIO:
    """A stream where there is nothing to read, or where nothing that is written stays."""
    return Path(os.devnull).open("r" if reading else "w", encoding="utf-8", errors="backslashreplace")


@define
class _Part:
    """What is written for a goal before it has its name, in a hidden file beside it. `asked`: the goal as it was named;
    `over`: the file whose place it takes, which is held meanwhile; `force`: it may take one; `placed`: it has its
    name."""

    asked: Path
    goal: Path
    over: IO[bytes] | None
    file: BinaryIO
    path: Path
    force: bool
    placed: bool = False

    def settle(self) -> None:
        """See that it is on the disk, with the mode, and where that may be the owner, of the file whose place it
        takes."""
        self.file.flush()
        if self.over is not None and sys.platform != "win32":
            old = os.fstat(self.over.fileno())
            with suppress(OSError):
                os.fchown(self.file.fileno(), old.st_uid, old.st_gid)
            os.fchmod(self.file.fileno(), stat.S_IMODE(old.st_mode))
        os.fsync(self.file.fileno())

    def replace_goal(self) -> None:
        """Let the goal be this file."""
        if sys.platform == "win32":  # there an open file cannot be renamed, nor one replaced
            self._let_go()
        try:
            if self.over is not None:
                self.path.replace(self.goal)
            else:
                _rename(self.path, self.goal)
        except FileExistsError:
            if self.force:
                raise _taken(self.asked) from None
            raise
        self.placed = True
        _flush(self.goal.parent)

    def _let_go(self) -> None:
        for file in (self.file, self.over):
            if file is not None:
                with suppress(OSError):
                    file.close()

    def drop(self) -> None:
        """Let nothing be left of it but what has been placed."""
        self._let_go()
        if not self.placed:
            self.path.unlink(missing_ok=True)


def part_of(path: Path, rules: Path | None, *, force: bool, mode: int = 0o666) -> _Part:
    """Something to write into that can become this file; FileTrouble where it could not."""
    with file_errors(path, "write"), ExitStack() as opened:
        goal = Path(os.path.realpath(path))
        if rules is not None and goal.exists() and rules.exists() and rules.samefile(goal):
            raise FileTrouble(f"{shown(str(path))} holds the rules that are read. Nothing is written over them.")
        if os.path.lexists(path) and not force:
            raise FileExistsError
        part = _beside(goal)
        if os.path.lexists(part):
            _clear(path, part)
        over = None
        if os.path.lexists(goal):
            found = goal.stat()
            if stat.S_ISDIR(found.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            regular(path, found)
            if not (found.st_mode & stat.S_IWUSR and os.access(goal, os.W_OK)):
                raise PermissionError(errno.EACCES, "it may only be read")
            if found.st_nlink > 1:
                raise FileTrouble(f"Cannot write {shown(str(path))}: it has a second name, and the two would part.")
            over = opened.enter_context(goal.open("r+b"))
            lock(path, over, goal)
        try:
            handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | BINARY, mode)
        except FileExistsError:
            raise _taken(path) from None
        file = opened.enter_context(os.fdopen(handle, "wb"))
        lock(path, file, part)
        opened.pop_all()
        return _Part(path, goal, over, file, part, force)


def _beside(goal: Path) -> Path:
    """The name that what is written for a goal has before it has that one."""
    name = os.fsencode(goal.name)
    return goal.with_name(f".{goal.name if len(name) < NAME_BYTES else crc32(name)}.part")


def _clear(asked: Path, part: Path) -> None:
    """Remove what somebody who was killed has left; FileTrouble if somebody is still writing to it."""
    if sys.platform == "win32":  # there an open file cannot be removed
        try:
            part.unlink()
        except PermissionError:
            raise _taken(asked) from None
    else:
        with part.open("r+b") as file:
            lock(asked, file)
            part.unlink(missing_ok=True)


def _rename(part: Path, goal: Path) -> None:
    """Give a file another name; FileExistsError if there is such a file."""
    try:
        os.link(part, goal)
        part.unlink()
    except FileExistsError:
        raise
    except OSError:  # a file system that knows no second names
        if os.path.lexists(goal):
            raise FileExistsError from None
        part.rename(goal)


def _flush(folder: Path) -> None:
    """See that the names in a folder are on the disk, where that can be asked for."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def refuse(path: Path, *, force: bool = False, rules: Path | None = None) -> None:
    """Raise what `writing` would raise before anything is written."""
    part_of(path, rules, force=force).drop()


@contextmanager
def writing(path: Path, *, force: bool = False, rules: Path | None = None) -> Iterator[BinaryIO]:
    """A file to write into. When the block has ended all of it is on the disk under its name; if anything goes wrong
    before, all is as it was. What is there is replaced with `force` only, and never the `rules` that are read."""
    part = part_of(path, rules, force=force)
    try:
        yield part.file
        with file_errors(path, "write"):
            part.settle()
            part.replace_goal()
    except OSError as trouble:
        raise _cannot(path, "write", trouble) from trouble
    finally:
        part.drop()


def write(contents: Mapping[Path, bytes], *, force: bool = False, rules: Path | None = None, mode: int = 0o666) -> None:
    """Write files that belong together, each as `writing` does; if one cannot be, all are as they were. `mode`: what
    others may do with a new file, as far as the user lets them."""
    with ExitStack() as parts, ExitStack() as back:
        made = []
        for path, content in contents.items():
            part = part_of(path, rules, force=force, mode=mode)
            parts.callback(part.drop)
            with file_errors(path, "write"):
                part.file.write(content)
                part.settle()
            made.append((path, part))
        for path, part in made:
            with file_errors(path, "write"):
                old = None if part.over is None or len(made) == 1 else part.goal.read_bytes()
                back.callback(_take_back, part, old)
                part.replace_goal()
        back.pop_all()


def _take_back(part: _Part, old: bytes | None) -> None:
    part.drop()
    if not part.placed:
        return
    if old is None:
        part.goal.unlink(missing_ok=True)
    else:
        write({part.goal: old}, force=True)


def remove(path: Path) -> None:
    """Remove a file that was made here."""
    with file_errors(path, "remove"):
        path.unlink()


@contextmanager
def folder(path: Path, mode: int = 0o777) -> Iterator[Path]:
    """A folder, made if it is not there; if anything goes wrong meanwhile, what was made and is empty is removed."""
    new = [each for each in (path, *path.parents) if not os.path.lexists(each)]
    try:
        with file_errors(path, "make"):
            path.mkdir(mode, parents=True, exist_ok=True)
        yield path
    except BaseException:
        for each in new:
            with suppress(OSError):
                each.rmdir()
        raise
