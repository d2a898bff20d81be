"""Files that one process has for itself: taking one, and who has it; only where the system knows such."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

LOCKS: Final = Path("/proc/locks")
BEYOND: Final = 1 << 40
"""Windows locks bytes, which nobody else can read then: this one is behind the end of every file."""


def take(file: IO[bytes]) -> bool:
    """Have a file for oneself until it is closed; False where another process has it."""
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
