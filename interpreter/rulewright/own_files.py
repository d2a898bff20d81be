"""Files kept in a folder of the user's own, so that the next start need not make them again.

A file holds a line that says what it is, the digest of the rest, and the rest. Anything that is not exactly right (a
folder of somebody else's, a broken file) counts as nothing, and the file is written anew. Nothing here ever fails:
without a place to keep things, nothing is kept.
"""

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

MAGIC = b"rulewright kept 1\n"
MOST_FILES = 64
DIGEST = 32


def named(*parts: object) -> str:
    """The name of what these make."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def folder() -> Path | None:
    """The folder, made if need be; None if there is none that is the user's own."""
    try:
        path = _place() / "rulewright"
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.lstat()
    except (OSError, RuntimeError):  # the second: there is no home
        return None
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    shut = os.name == "nt" or not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return path if own and shut and stat.S_ISDIR(found.st_mode) else None


def _place() -> Path:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        given = os.environ.get(name, "")
        if Path(given).is_absolute():
            return Path(given)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def find(name: str) -> bytes | None:
    """What is kept under a name."""
    place = folder()
    if place is None:
        return None
    try:
        data = (place / name).read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + DIGEST
    digest, rest = data[len(MAGIC) : start], data[start:]
    return rest if data.startswith(MAGIC) and hashlib.sha256(rest).digest() == digest else None


def keep(name: str, content: bytes) -> None:
    """Keep something, if there is a place for it."""
    place = folder()
    if place is None:
        return
    try:
        with tempfile.NamedTemporaryFile(dir=place, delete=False) as file:
            file.write(MAGIC + hashlib.sha256(content).digest() + content)
        Path(file.name).replace(place / name)
        _prune(place)
    except OSError:
        return


def _prune(place: Path) -> None:
    """Only the newest files stay."""
    files = sorted(place.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in files[MOST_FILES:]:
        file.unlink(missing_ok=True)
