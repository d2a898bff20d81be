"""Modules kept in a folder of the user's own, so that the next start need not make them again.

A file holds a line that says what it is, the digest of the rest, the facts as JSON, and native code. Anything that is
not exactly right (another version of this program, of wasmtime or of the machine, a folder of somebody else's, a broken
file) counts as nothing, and the file is written anew. Nothing here ever fails: without a place to keep things, nothing
is kept.
"""

import hashlib
import json
import os
import platform
import stat
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

from rulewright.machine.wasm.compiled import Compiled, from_json, to_json

MAGIC = b"rulewright module 1\n"
MOST_FILES = 64
DIGEST = 32


@cache
def made_by() -> str:
    """What tells this program, its helpers and this machine from others."""
    package = Path(__file__).parents[2]
    files = sorted(package.rglob("*.py"))
    sources = [(str(file.relative_to(package)), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    machine = (platform.machine(), platform.system(), platform.processor(), sys.byteorder)
    return hashlib.sha256(repr((sources, version("wasmtime"), machine)).encode()).hexdigest()


def key(*parts: object) -> str:
    """The name of what these make."""
    return hashlib.sha256(repr((made_by(), *parts)).encode()).hexdigest()


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


def find(name: str) -> tuple[Compiled, bytes] | None:
    """What is kept under a name: a module's facts (without its bytes) and its native code."""
    place = folder()
    if place is None:
        return None
    try:
        data = (place / name).read_bytes()
        return _read(data)
    except (OSError, ValueError):
        return None


def _read(data: bytes) -> tuple[Compiled, bytes]:
    start = len(MAGIC) + DIGEST
    digest, rest = data[len(MAGIC) : start], data[start:]
    if data[: len(MAGIC)] != MAGIC or hashlib.sha256(rest).digest() != digest:
        raise ValueError("this is no module, or a broken one")
    length = int.from_bytes(rest[:8], "little")
    return from_json(json.loads(rest[8 : 8 + length]), b""), rest[8 + length :]


def keep(name: str, compiled: Compiled, native: bytes) -> None:
    """Keep a module, if there is a place for it."""
    place = folder()
    if place is None:
        return
    facts = json.dumps(to_json(compiled), separators=(",", ":")).encode()
    rest = len(facts).to_bytes(8, "little") + facts + native
    try:
        with tempfile.NamedTemporaryFile(dir=place, delete=False) as file:
            file.write(MAGIC + hashlib.sha256(rest).digest() + rest)
        Path(file.name).replace(place / name)
        _prune(place)
    except OSError:
        return


def _prune(place: Path) -> None:
    """Only the newest files stay."""
    files = sorted(place.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in files[MOST_FILES:]:
        file.unlink(missing_ok=True)
