"""The games that are kept in the user's folder: what there is to go on with, and the texts that they are played by.

Records lie in the folder of games, one file each, named by when they began; the texts of rules below it in `rules`,
each once under its hash. What cannot be read as a record becomes a sentence, and the others are found all the same.
"""

import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import frozen

from rulewright import files
from rulewright.files import FileTrouble, regular
from rulewright.language.span import BYTES
from rulewright.locks import holder
from rulewright.machine.record import BackLine, ChanceLine, EndLine, Header, Line, MoveLine, RecordError, read
from rulewright.shown import shown

TEXTS: Final = "rules"


@frozen
class KeptGame:
    """A record in the folder: how many decisions it stands behind, when it last grew (in seconds of the clock), and
    the process that plays it now, where there is one and the system tells."""

    path: Path
    header: Header
    decisions: int
    over: bool
    when: float
    by: int | None = None


def new_path(folder: Path) -> Path:
    """A file for a game that begins now."""
    return folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.jsonl"


def unfinished(folder: Path) -> tuple[list[KeptGame], list[str]]:
    """The games that can go on, the latest first, and a sentence for each file that is no record."""
    games, troubles = [], []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            games.append(kept_game(path))
        except (FileTrouble, RecordError, OSError) as trouble:
            troubles.append(broken(path, trouble))
    going = [game for game in games if game.decisions and not game.over]
    return sorted(going, key=lambda game: (game.when, game.path.name), reverse=True), troubles


def kept_game(path: Path) -> KeptGame:
    """What a record says of its game."""
    record = read(regular(path))
    over = bool(record.lines) and isinstance(record.lines[-1], EndLine)
    return KeptGame(path, record.header, decisions(record.lines), over, path.stat().st_mtime, holder(path))


def decisions(lines: Iterable[Line]) -> int:
    """Behind how many decisions a record stands."""
    made = 0
    for line in lines:
        match line:
            case MoveLine():
                made += 1
            case BackLine(decision):
                made = decision - 1
            case ChanceLine() | EndLine():
                pass
    return made


def broken(path: Path, trouble: Exception) -> str:
    """A file that is no record, in a sentence."""
    if isinstance(trouble, FileTrouble):
        return str(trouble)
    return f"{shown(str(path))} is no record that can be followed: {trouble}."


def listing(games: Sequence[KeptGame]) -> Iterator[str]:
    """Lines that tell the games with their numbers."""
    return (f"{number:>3}. {told(game)}" for number, game in enumerate(games, start=1))


def told(game: KeptGame) -> str:
    """What is said of a game that is kept."""
    made = "1 decision" if game.decisions == 1 else f"{game.decisions} decisions"
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.when))
    now = f", being played by process {game.by}" if game.by else ""
    return f"{shown(game.header.game)}, {players(game.header)}, {when}, {made}{now}"


def players(header: Header) -> str:
    """Who plays, by the names that were given.

    >>> players(Header("x", "", 3, ()))
    '3 players'
    """
    named = [name for _, name in header.table.people if name] if header.table else []
    others = header.players - len(named)
    rest = [f"{others} {'other' if named else 'player'}{'s' * (others > 1)}"] if others else []
    words = [*map(shown, named), *rest]
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), words[-1]])


# ---- the texts


def keep_text(folder: Path, data: bytes) -> None:
    """Keep the text of rules under its hash, if it is not there yet; FileTrouble if it cannot be."""
    with files.folder(folder / TEXTS, 0o700) as place, suppress(FileExistsError):
        path = place / f"{sha256(data).hexdigest()}.rules"
        if kept_text(folder, path.stem) is None:
            files.write({path: data}, force=True, mode=0o600)


def kept_text(folder: Path, digest: str) -> bytes | None:
    """The text of rules with this hash, if it is kept whole."""
    if not digest.isalnum():
        return None
    try:
        data = files.read(folder / TEXTS / f"{digest}.rules", most=BYTES)
    except FileTrouble:
        return None
    return data if sha256(data).hexdigest() == digest else None
