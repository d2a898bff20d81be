"""The program as one archive, for a Python that runs in a browser: our modules, the libraries that they import, rules,
and parsers that are made already.

Everything comes from what is installed here. Law: the same program, parsers and games are the same bytes.
"""

from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rulewright import files
from rulewright.files import FileTrouble, read
from rulewright.language import grammar
from rulewright.language.languages import NEWEST, OLDEST

PLAYING: Final = ("attrs", "lark")
"""What every page needs beside our own modules."""
EDITING: Final = ("pygls", "lsprotocol", "cattrs", "typing_extensions")
"""What the language server needs beside them."""
LEFT_OUT: Final = ("cli", "analysis/bench", "web/page", "web/local", "web/playground", "web/node_modules")
"""Folders of ours that no browser needs."""
NEEDED: Final = (".py", ".txt", ".md", ".lark")
READ_IN_EDITOR: Final = "SPEC.md"
MAX_FILE_BYTES: Final = 1 << 24


def archive(games: Mapping[str, Path], *, editing: bool) -> bytes:
    """An archive to unpack where Python looks for modules, with these games as those that are shipped; `editing`: also
    with what the language server needs. FileTrouble where a library is not installed here."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as made:
        for name, content in sorted(_contents(games, editing=editing).items()):
            made.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return packed.getvalue()


def _contents(games: Mapping[str, Path], *, editing: bool) -> dict[str, bytes]:
    """By name in the archive what is in each file."""
    found = {f"rulewright/{name}": _bytes(files.PACKAGE / name) for name in _own_modules()}
    data = "rulewright/_data"
    for name, content in map(grammar.packed, range(OLDEST, NEWEST + 1)):
        found[f"{data}/grammar/{name}"] = content
    for name in ("rulewright.lark", *([READ_IN_EDITOR] if editing else [])):
        found[f"{data}/grammar/{name}"] = _bytes(grammar.folder() / name)
    for game, path in games.items():
        for each in (path, path.with_suffix(".trained")):
            if each == path or each.is_file():
                found[f"{data}/rulesets/{game}{each.suffix}"] = _bytes(each)
    for library in (*PLAYING, *(EDITING if editing else ())):
        found |= dict(_library(library))
    return found


def _own_modules() -> Iterator[str]:
    for path in files.PACKAGE.rglob("*"):
        name = path.relative_to(files.PACKAGE).as_posix()
        left_out = name.startswith(("_data/", *(f"{folder}/" for folder in LEFT_OUT)))
        if path.suffix in NEEDED and not left_out and path.name != "README.md":
            yield name


def _library(name: str) -> Iterator[tuple[str, bytes]]:
    """The modules of an installed library, what it reads, and its licence."""
    try:
        installed = distribution(name)
    except PackageNotFoundError:
        extra = "editor" if name in EDITING else ""
        install = f"pip install 'rulewright{f'[{extra}]' if extra else ''}'"
        raise FileTrouble(f"{name} is not installed here, and the pages need it: {install}.") from None
    for file in installed.files or ():
        kept = file.suffix in (".py", ".lark") or file.name == "METADATA" or "licenses" in file.parts
        if kept and "__pycache__" not in file.parts and ".." not in file.parts:
            yield file.as_posix(), _bytes(Path(str(file.locate())))


def _bytes(path: Path) -> bytes:
    return read(path, most=MAX_FILE_BYTES)
