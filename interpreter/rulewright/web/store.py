"""What a server keeps of its tables: in a database, so that what was confirmed is there after any end of the process.

A table is kept as the text of its rules, its setting, who may sit where, and the lines of the records of its games,
which only grow. Of a secret link only a digest is kept. Law: when `append` has come back its lines are on the disk, all
of them; when it raises `StoreError` none of them is.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol

from attrs import Factory, define, field, frozen

from rulewright.files import FileTrouble, write
from rulewright.language.types import OptionSetting
from rulewright.shown import shown

SPECTATOR: Final = -1
"""The seat of those who look on, as it is kept."""
BUSY: Final = "another server uses it"
LAYOUT: Final = """
create table if not exists texts (sha256 text primary key, data BYTES not null);
create table if not exists tables (
    id text primary key, file text not null, sha256 text not null references texts, players integer not null,
    options text not null, begun double precision not null
);
create table if not exists seats (digest text primary key, id text not null references tables, seat integer not null);
create table if not exists lines (
    id text references tables, game integer, number integer, line text not null, primary key (id, game, number)
)
"""
ADD_TEXT: Final = "insert into texts values (?, ?) on conflict do nothing"
ADD_TABLE: Final = "insert into tables values (?, ?, ?, ?, ?, ?)"
ADD_SEAT: Final = "insert into seats values (?, ?, ?)"
ADD_LINE: Final = "insert into lines values (?, ?, ?, ?)"
FIND_SEAT: Final = """
select seat, id, file, sha256, players, options, begun from seats join tables using (id) where digest = ?
"""


class StoreError(Exception):
    """The database cannot be used: a sentence that says why."""


@frozen
class StoredTable:
    """A table: the file in which its rules were found, their digest, and the setting."""

    id: str
    file: str
    sha256: str
    players: int
    options: tuple[tuple[str, OptionSetting], ...]
    begun: float


class Cursor(Protocol):
    """What carries out a sentence, of any database."""

    def execute(self, sentence: str, values: Sequence[object] = ..., /) -> object:
        """Carry it out with these values."""

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows that it has found."""


class Connection(Protocol):
    """A connection, of any database."""

    def cursor(self) -> Cursor:
        """What carries out sentences."""

    def close(self) -> object:
        """End it."""


@frozen
class Database:
    """What databases differ in: what one is called, how one connects for oneself alone, when a connection is `lost`,
    what is raised, how a change begins, what stands for a value in a sentence, and what bytes are called."""

    name: str
    connect: Callable[[], Any]
    lost: Callable[[Any], bool]
    errors: type[Exception]
    begin: str
    value: str
    bytes: str


def digest_of(secret: str) -> str:
    """What is kept of a secret: nobody can find another way to it, or tell how much of it he has guessed."""
    return sha256(secret.encode()).hexdigest()


@define
class Store:
    """The tables in a database, which no other process uses meanwhile. StoreError where it cannot be used."""

    database: Database
    _connection: Connection = field(init=False, default=Factory(lambda self: self._connected(), takes_self=True))

    def _connected(self) -> Connection:
        with self._told("used"):
            connection: Connection = self.database.connect()
            for sentence in LAYOUT.replace("BYTES", self.database.bytes).split(";"):
                connection.cursor().execute(sentence)
            return connection

    def keep(
        self, table: StoredTable, text: bytes, seats: Sequence[tuple[str, int | None]], lines: Sequence[str]
    ) -> None:
        """Keep a new table with the first lines of its record; `seats`: secrets, and whose they are (None:
        spectators')."""
        owners = [(digest_of(secret), table.id, SPECTATOR if seat is None else seat) for secret, seat in seats]
        named = (table.id, table.file, table.sha256, table.players, json.dumps(table.options), table.begun)
        with self._change():
            self._all(ADD_TEXT, [(table.sha256, text)])
            self._all(ADD_TABLE, [named])
            self._all(ADD_SEAT, owners)
            self._all(ADD_LINE, [(table.id, 0, at, line) for at, line in enumerate(lines)])

    def append(self, table: str, game: int, number: int, lines: Sequence[str]) -> None:
        """Keep the next lines of the record of a game, of which there are `number` so far."""
        with self._change():
            self._all(ADD_LINE, [(table, game, at, line) for at, line in enumerate(lines, number)])

    def seat(self, secret: str) -> tuple[StoredTable, int | None] | None:
        """The table and the seat to which a secret leads, if there are any."""
        found = self._rows(FIND_SEAT, digest_of(secret))
        for seat, id, file, digest, players, options, begun in found:
            setting = tuple((name, value) for name, value in json.loads(options))
            return StoredTable(id, file, digest, players, setting, begun), None if seat == SPECTATOR else seat
        return None

    def text(self, digest: str) -> bytes:
        """The text of rules."""
        return bytes(self._rows("select data from texts where sha256 = ?", digest)[0][0])

    def record(self, table: str) -> tuple[int, list[str]]:
        """The number of the last game of a table, and the lines of its record."""
        (game,) = self._rows("select max(game) from lines where id = ?", table)[0]
        rows = self._rows("select line from lines where id = ? and game = ? order by number", table, game)
        return int(game), [line for (line,) in rows]

    def count(self) -> int:
        """How many tables there are."""
        return int(self._rows("select count(*) from tables")[0][0])

    def close(self) -> None:
        """Let others have it."""
        self._connection.close()

    def _rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with self._told("read"):
            return [*self._asked(question, values).fetchall()]

    def _all(self, sentence: str, rows: Sequence[tuple[object, ...]]) -> None:
        for row in rows:
            self._asked(sentence, row)

    def _asked(self, sentence: str, values: Sequence[object] = ()) -> Cursor:
        if self.database.lost(self._connection):
            self._connection = self._connected()
        cursor = self._connection.cursor()
        cursor.execute(sentence.replace("?", self.database.value), values)
        return cursor

    @contextmanager
    def _change(self) -> Iterator[None]:
        """All of what is changed within, or nothing."""
        with self._told("written"):
            self._asked(self.database.begin)
            try:
                yield
                self._asked("commit")
            except BaseException:
                with suppress(self.database.errors):
                    self._asked("rollback")
                raise

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Errors of the database as a sentence: what cannot be done with it, and why."""
        try:
            yield
        except self.database.errors as trouble:
            told = " ".join(str(trouble).split()).rstrip(".?")
            why = BUSY if told == "database is locked" else told
            raise StoreError(f"{self.database.name} cannot be {what}: {why}.") from trouble


def sqlite_store(path: Path) -> Store:
    """The store in a file of SQLite, which is made if it is not there."""

    def connect() -> sqlite3.Connection:
        with suppress(FileTrouble):  # it is there already; new ones are the user's alone
            write({path: b""}, mode=0o600)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for line in ("locking_mode = exclusive", "journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            connection.execute(f"pragma {line}")
        connection.executescript("begin immediate; commit")  # now nobody else can use it
        return connection

    return Store(Database(shown(str(path)), connect, lambda _: False, sqlite3.Error, "begin immediate", "?", "blob"))
