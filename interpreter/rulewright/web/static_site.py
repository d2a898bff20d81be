"""A folder for the web that needs no server of ours: a playground, or a page for one game.

In: the files of Pyodide, and games with what is said of them. Out: files by their names in the folder. Law: the name
under which browsers keep them is made of all their bytes.
"""

import json
import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256, sha512
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen

from rulewright import __version__, files
from rulewright.files import FileTrouble, read, shipped
from rulewright.shown import shown
from rulewright.web.packing import archive

WEB: Final = files.PACKAGE / "web"
PAGE, LOCAL, EDITING = WEB / "page", WEB / "local", WEB / "playground"
"""The folders with the files of pages: those that draw a table, those that play without a server, and the playground's
own."""
LOCK: Final = WEB / "package-lock.json"
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "README.md",
)
"""What a page needs of Pyodide; the last says whose it is, and under which licence."""
MAX_FILE_BYTES: Final = 1 << 25
NPM_SECONDS: Final = 300
SERVED: Final = ("index.html", "connection.js")
"""What pages without a server have of their own, in the place of the server's."""


@frozen
class Shipped:
    """A game that a page offers: its rules, and what is said of it in a list."""

    path: Path
    title: str
    about: str = ""


def playground(pyodide: Mapping[str, bytes], games: Mapping[str, Shipped]) -> dict[str, bytes]:
    """The folder of a playground that offers these games to begin with. FileTrouble where something is missing."""
    trained = {name: game.path for name, game in games.items() if game.path.with_suffix(".trained").is_file()}
    found = _pages(LOCAL, EDITING) | {f"games/{name}.rules": read(game.path) for name, game in games.items()}
    listed = [{"name": name, "title": game.title, "about": game.about} for name, game in games.items()]
    lessons = {f"lessons/{name}.md": read(path) for name, path in shipped("examples/tutorial", ending=".md").items()}
    titles = [{"file": file, "title": text.decode().split("\n", 1)[0].lstrip("# ")} for file, text in lessons.items()]
    found["index.html"] = found.pop("playground.html")
    told = {"games": listed, "lessons": titles}
    return _whole(found | lessons, pyodide, told, archive(trained, editing=True))


def game_page(pyodide: Mapping[str, bytes], name: str, game: Shipped) -> dict[str, bytes]:
    """The folder of a page at which only this game is played."""
    found = _pages(LOCAL)
    found["index.html"] = found.pop("game.html")
    found[f"games/{name}.rules"] = read(game.path)
    listed = [{"name": name, "title": game.title, "about": game.about}]
    return _whole(found, pyodide, {"games": listed}, archive({name: game.path}, editing=False))


def _pages(*own: Path) -> dict[str, bytes]:
    """The files of pages, by name: those that draw a table, and those of folders of their own."""
    found = {name: content for name, content in _below(PAGE).items() if name not in SERVED}
    for folder in own:
        more = _below(folder)
        assert not found.keys() & more.keys(), "no two files have one name"
        found |= more
    return found


def _below(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): read(path, most=MAX_FILE_BYTES) for path in paths}


def _whole(
    found: dict[str, bytes], pyodide: Mapping[str, bytes], told: Mapping[str, object], packed: bytes
) -> dict[str, bytes]:
    """The folder with all that is in it, and the list of it for browsers that are offline."""
    found["site.json"] = json.dumps({"version": __version__, **told}, ensure_ascii=False).encode()
    found["rulewright.zip"] = packed
    found |= {f"pyodide/{name}": content for name, content in pyodide.items()}
    kept = sorted(found.keys() - {"offline.js"})
    digest = sha256()
    for name in (*kept, "offline.js"):
        digest.update(f"{name}\n{len(found[name])}\n".encode() + found[name])
    said = {"build": digest.hexdigest()[:16], "files": ["./", *kept]}
    found["offline.js"] = f"const SITE = {json.dumps(said)};\n".encode() + found["offline.js"]
    return found


# ---- Pyodide


def pyodide_in(folder: Path) -> dict[str, bytes]:
    """What pages need of the Pyodide that lies in a folder. FileTrouble where it is not all there."""
    return {name: read(folder / name, most=MAX_FILE_BYTES) for name in PYODIDE_FILES}


def pyodide_of_npm() -> dict[str, bytes]:
    """The same of the version in our lock, which npm fetches, or has kept. FileTrouble where that cannot be."""
    lock = json.loads(read(LOCK))["packages"]["node_modules/pyodide"]
    version, integrity = lock["version"], lock["integrity"]
    otherwise = f"Or fetch the package pyodide {version} by hand, unpack it, and name its folder: --pyodide FOLDER."
    npm = shutil.which("npm")
    if npm is None:
        raise FileTrouble(
            f"Python for browsers comes from npm, once, and there is no npm here: install Node. {otherwise}"
        )
    with TemporaryDirectory() as place:
        fetch = [npm, "pack", f"pyodide@{version}", "--silent", "--ignore-scripts", "--pack-destination", place]
        try:
            done = subprocess.run(fetch, capture_output=True, text=True, timeout=NPM_SECONDS, check=False)  # noqa: S603 - ours
        except (OSError, subprocess.TimeoutExpired) as trouble:
            raise FileTrouble(f"npm cannot fetch Python for browsers: {shown(str(trouble))}. {otherwise}") from trouble
        found = sorted(Path(place).glob("*.tgz"))
        if done.returncode or not found:
            why = " ".join((done.stderr or done.stdout).split())[:300]
            raise FileTrouble(f"npm cannot fetch Python for browsers: {shown(why)}. {otherwise}")
        packed = read(found[0], most=MAX_FILE_BYTES)
    if f"sha512-{b64encode(sha512(packed).digest()).decode()}" != integrity:
        raise FileTrouble(f"What npm has fetched is not the pyodide {version} that this program was made with.")
    with tarfile.open(fileobj=BytesIO(packed)) as archived:
        members = {name: archived.extractfile(f"package/{name}") for name in PYODIDE_FILES}
        return {name: member.read() for name, member in members.items() if member is not None}
