"""Lets a process have what Windows has of the files: run as `python -m tests.cli.windows COMMAND …`.

Modules, functions and constants that are not there are taken away; what is open can neither be renamed, replaced nor
removed; a folder cannot be opened; bytes are locked from where a file stands.
"""

import errno
import fcntl
import importlib
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

MODULES = ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "posix", "syslog")
NAMES = ("chown", "fchmod", "fchown", "fork", "forkpty", "geteuid", "getegid", "getgid", "getpgid", "getuid", "killpg")
NAMES += ("lchown", "link_fd", "mkfifo", "mknod", "openpty", "pread", "pwrite", "setsid", "statvfs", "sync", "uname")
NAMES += tuple(name for name in dir(os) if name.startswith("O_") and name not in ("O_RDONLY", "O_WRONLY", "O_RDWR"))
READ_BEFORE = ("asyncio", "multiprocessing.connection", "multiprocessing.popen_spawn_posix", "attr", "wasmtime")
KEPT = {"O_APPEND", "O_CREAT", "O_EXCL", "O_TRUNC"}
SIGNALS = ("SIGPIPE", "SIGXFSZ", "SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "pthread_sigmask", "alarm", "setitimer")


def is_open(path: Any) -> bool:
    """Whether this process has the file open."""
    found = Path(path)
    handles = [handle for handle in Path("/proc/self/fd").iterdir() if handle.exists()]
    return any(found.exists() and found.samefile(handle) for handle in handles)


def refused(path: Any) -> PermissionError:
    return PermissionError(errno.EACCES, "The process cannot access the file because it is being used", str(path))


def guarded(does: Callable[..., Any], *, fresh: bool = False) -> Callable[..., Any]:
    """What names or removes files, refused where one of them is open; `fresh`: where the second is there, too."""

    def trying(*paths: Any, **more: Any) -> Any:
        for path in paths:
            if is_open(path):
                raise refused(path)
        if fresh and Path(paths[1]).exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(paths[1]))
        return does(*paths, **more)

    return trying


def opening(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
    if os.path.isdir(path):  # noqa: PTH112
        raise refused(path)
    return really_open(path, flags, mode, **more)


def locking(handle: int, mode: int, size: int) -> None:
    """As `msvcrt` has it, of the modes only the one that does not wait."""
    assert mode == MSVCRT.LK_NBLCK
    fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, size, 0, os.SEEK_CUR)


MSVCRT: Any = SimpleNamespace(LK_NBLCK=2, locking=locking)


def become() -> None:
    """Be such a process from now on. What others read of the system they have read before."""
    for name in READ_BEFORE:
        with suppress(ImportError):
            importlib.import_module(name)
    for name in MODULES:
        sys.modules[name] = None
    sys.modules["msvcrt"] = MSVCRT
    for name in NAMES:
        if name not in KEPT and hasattr(os, name):
            delattr(os, name)
    for name in SIGNALS:
        if hasattr(signal, name):
            delattr(signal, name)
    os.open = opening
    os.rename, os.replace = guarded(os.rename, fresh=True), guarded(os.replace)
    os.unlink, os.remove = guarded(os.unlink), guarded(os.remove)
    sys.platform = "win32"


really_open = os.open

if __name__ == "__main__":
    become()
    from rulewright.__main__ import main

    sys.exit(main())
