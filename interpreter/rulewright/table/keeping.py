"""Records on the disk: of a game in play after each decision all of it, or why not; those kept in the user's folder.

Where it cannot grow (a full disk, a folder that is gone) the game goes on in memory, and with the next decision all
that is missing is tried again. Laws: what is on the disk is the beginning of the record in whole lines, but for a kill;
nobody else's file is written over. Records of the user's folder are named by when they began; the texts of rules lie
below it in `rules`, each once under its hash. What cannot be read as a record becomes a sentence.
"""

import os
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from rulewright import files
from rulewright.files import FileTrouble, folder, holder, regular, remove, shipped
from rulewright.machine.game import Game
from rulewright.machine.record import BackLine, EndLine, Header, Line, MoveLine, RecordError, dump, read
from rulewright.own_files import Growing
from rulewright.shown import shown
from rulewright.table.text_lines import listed, number_of

TEXTS: Final = "rules"


@frozen
class KeptGame:
    """A record in the folder: its decisions, when it last grew, and the process that plays it now, if that is known."""

    path: Path
    header: Header
    decisions: int
    when: float
    by: int | None = None


def unfinished(folder: Path) -> tuple[list[KeptGame], list[str]]:
    """The games that can go on, the latest first, and a sentence for each file that is no record."""
    games, troubles = list[KeptGame](), list[str]()
    for path in sorted(folder.glob("*.jsonl")):
        try:
            record = read(regular(path))
            made = decisions(record.lines)
            if made and not isinstance(record.lines[-1], EndLine):
                games.append(KeptGame(path, record.header, made, path.stat().st_mtime, holder(path)))
        except FileTrouble as trouble:
            troubles.append(str(trouble))
        except (RecordError, OSError) as trouble:
            troubles.append(f"{shown(str(path))} is no record that can be followed: {trouble}.")
    return sorted(games, key=lambda game: (game.when, game.path.name), reverse=True), troubles


def decisions(lines: Iterable[Line]) -> int:
    """Behind how many decisions a record stands."""
    made = 0
    for line in lines:
        made = made + 1 if isinstance(line, MoveLine) else line.decision - 1 if isinstance(line, BackLine) else made
    return made


def kept_game_line(game: KeptGame) -> str:
    """What is said of a game that is kept."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.when))
    now = f", being played by process {game.by}" if game.by else ""
    return f"{shown(game.header.game)}, {players(game.header)}, {when}, {number_of(game.decisions, 'decision')}{now}"


def players(header: Header) -> str:
    """Who plays, by the names that were given."""
    named = [name for _, name in header.table.people if name] if header.table else []
    others = header.players - len(named)
    rest = [f"{others} {'other' if named else 'player'}{'s' * (others > 1)}"] if others else []
    return listed([*map(shown, named), *rest], most=header.players + 1)


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
        data = files.read(folder / TEXTS / f"{digest}.rules")
    except FileTrouble:
        return None
    return data if sha256(data).hexdigest() == digest else None


def text(*lines: Header | Line) -> bytes:
    """Lines of a record as they are written."""
    return "".join(f"{dump(line)}\n" for line in lines).encode(errors="backslashreplace")


@define
class Keeping:
    """A record that grows: of its lines so many are `written`, in so many bytes (`size`). `tell` hears what goes wrong
    and when it is right again; `own`: it lies in a folder of ours, which is made anew where it has vanished, too.
    `failing`: not all is on the disk; `clean`: nothing but whole lines is."""

    path: Path
    growing: Growing
    tell: Callable[[str], None]
    written: int
    size: int
    own: bool = False
    failing: bool = field(init=False, default=False)
    clean: bool = field(init=False, default=True)

    def keep(self, lines: Sequence[Header | Line]) -> None:
        """See that all these lines are on the disk; where they cannot be, say it once."""
        try:
            self._write(lines)
        except FileTrouble as trouble:
            if not self.failing:
                self.tell(f"{trouble} The game goes on in memory; its record is completed as soon as that can be done.")
            self.failing = True
            return
        self.clean, self.written = True, len(lines)
        if self.failing:
            self.tell("The record is complete again.")
        self.failing = False

    def _write(self, lines: Sequence[Header | Line]) -> None:
        """Write what is missing; where the file has vanished, all of it once more."""
        if self.growing.is_there():
            data = text(*lines[self.written :])
            if not self.clean:
                self.growing.cut(self.size)
            self.clean = False
            self.growing.write(data)
            self.growing.keep()
            self.size += len(data)
            return
        if os.path.lexists(self.path):
            raise FileTrouble(f"Cannot write {shown(str(self.path))}: it is another file now.")
        data = text(*lines)
        with folder(self.path.parent, 0o700) if self.own else nullcontext():
            growing = Growing.new(self.path, data)
        self.close()
        self.growing, self.size = growing, len(data)
        if not self.failing:
            self.tell("The record had vanished. It has been written anew.")

    def close(self) -> None:
        """Let others have the file."""
        self.growing.file.close()


@frozen
class Place:
    """Where a game is kept: in the file `record`, or where that is None in a file of the folder `games`, or not at all.
    `rules`: the file of its rules, which is not written over; `force`: another file may be. `taken`: the record that is
    there and goes on, of so many `lines` in so many bytes (`size`)."""

    record: Path | None = None
    games: Path | None = None
    rules: Path | None = None
    force: bool = False
    taken: Growing | None = None
    lines: int = 0
    size: int = 0


def begun_at(place: Place, header: Header, tell: Callable[[str], None]) -> Keeping | None:
    """A record that grows at this place; None if none is wanted or, as `tell` says, none can be kept."""
    if place.taken is not None:
        return Keeping(place.taken.path, place.taken, tell, place.lines, place.size, place.games is not None)
    head = text(header)
    if place.record is not None:
        growing = Growing.new(place.record, head, force=place.force, rules=place.rules)
    elif place.games is not None:
        try:
            growing = Growing.new(place.games / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.jsonl", head)
        except FileTrouble as trouble:
            tell(f"{trouble} This game is not kept.")
            return None
    else:
        return None
    return Keeping(growing.path, growing, tell, 1, len(head), place.games is not None)


def leaving(keeping: Keeping | None, place: Place, made: int) -> str:
    """What becomes of a game that is left after so many decisions."""
    if keeping is None:
        return "The game is not kept."
    if keeping.failing:
        return "What was decided last is not on the disk, and would be lost."
    if not made:
        return "Nothing has been decided yet."
    record = "" if place.games else f" {shown(str(keeping.path))}"
    return f"The game is kept: rulewright play --resume{record} goes on."


def farewell(keeping: Keeping, place: Place, game: Game) -> str | None:
    """Where the record is, and what tells more of a whole game; of the user's folder none stays without a decision."""
    if place.games is not None and not any(isinstance(line, MoveLine) for line in game.lines):
        keeping.close()
        with suppress(FileTrouble):
            remove(keeping.path)
        return None
    keeping.keep(game.record)
    what = "beginning of the record" if keeping.failing else "record"
    path = shown(str(keeping.path))
    rules, beside = place.rules, keeping.path.absolute().parent
    found = rules is None or rules in shipped().values() or rules.absolute().parent == beside
    by = "" if found else f" --rules {shown(str(rules))}"
    more = f" rulewright replay {path} --review{by} tells where the odds turned." if game.over else ""
    return f"The {what} is in {path}.{more}"
