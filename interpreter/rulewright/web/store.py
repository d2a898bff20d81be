"""What a server keeps of its tables: in a database, so that what was confirmed is there after any end of the process.

A table is kept as the text of its rules, its setting, who may sit where, and the lines of the records of its games,
which only grow. Of a secret link only a digest is kept. Law: when `append` has come back its lines are on the disk, all
of them; when it raises `StoreError` none of them is.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol

from attrs import define, frozen

from rulewright.files import FileTrouble, write
from rulewright.language.types import OptionSetting

SPECTATOR: Final = -1
"""The seat of those who look on, as it is kept."""
LAYOUT: Final = """
create table if not exists texts (sha256 text primary key, data blob not null);
create table if not exists tables (
    id text primary key, file text not null, sha256 text not null references texts, players integer not null,
    options text not null, begun real not null
);
create table if not exists seats (digest text primary key, id text not null references tables, seat integer not null);
create table if not exists lines (
    id text references tables, game integer, number integer, line text not null, primary key (id, game, number)
);
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


class Store(Protocol):
    """What a server asks of a database."""

    def keep(
        self, table: StoredTable, text: bytes, seats: Sequence[tuple[str, int | None]], lines: Sequence[str]
    ) -> None:
        """Keep a new table with the first lines of its record; `seats`: secrets, and whose they are (None:
        spectators')."""

    def append(self, table: str, game: int, number: int, lines: Sequence[str]) -> None:
        """Keep the next lines of the record of a game, of which there are `number` so far."""

    def seat(self, secret: str) -> tuple[StoredTable, int | None] | None:
        """The table and the seat to which a secret leads, if there are any."""

    def text(self, digest: str) -> bytes:
        """The text of rules."""

    def record(self, table: str) -> tuple[int, list[str]]:
        """The number of the last game of a table, and the lines of its record."""

    def count(self) -> int:
        """How many tables there are."""

    def close(self) -> None:
        """Let others have it."""


def digest_of(secret: str) -> str:
    """What is kept of a secret: nobody can find another way to it, or tell how much of it he has guessed."""
    return sha256(secret.encode()).hexdigest()


@define
class SqliteStore:
    """A store in a file of SQLite, which no other process can use meanwhile."""

    connection: sqlite3.Connection

    @staticmethod
    def at(path: Path) -> "SqliteStore":
        """The store in this file, which is made if it is not there. StoreError where that cannot be."""
        with suppress(FileTrouble):  # it is there already; new ones are the user's alone
            write({path: b""}, mode=0o600)
        with _told(f"{path} cannot be used as a database of tables"):
            made = SqliteStore(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
            for line in ("locking_mode = exclusive", "journal_mode = wal", "synchronous = full", "foreign_keys = on"):
                made.connection.execute(f"pragma {line}")
            made.connection.executescript(f"begin immediate; {LAYOUT} commit")
            return made

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """All of what is changed within, or nothing."""
        with _told("The database cannot be written"):
            self.connection.execute("begin immediate")
            try:
                yield self.connection
            except BaseException:
                self.connection.execute("rollback")
                raise
            self.connection.execute("commit")

    def keep(
        self, table: StoredTable, text: bytes, seats: Sequence[tuple[str, int | None]], lines: Sequence[str]
    ) -> None:
        """As `Store` says."""
        owners = [(digest_of(secret), table.id, SPECTATOR if seat is None else seat) for secret, seat in seats]
        named = (table.id, table.file, table.sha256, table.players, json.dumps(table.options), table.begun)
        with self._change() as change:
            change.execute("insert or ignore into texts values (?, ?)", (table.sha256, text))
            change.execute("insert into tables values (?, ?, ?, ?, ?, ?)", named)
            change.executemany("insert into seats values (?, ?, ?)", owners)
            rows = ((table.id, 0, at, line) for at, line in enumerate(lines))
            change.executemany("insert into lines values (?, ?, ?, ?)", rows)

    def append(self, table: str, game: int, number: int, lines: Sequence[str]) -> None:
        """As `Store` says."""
        with self._change() as change:
            rows = ((table, game, at, line) for at, line in enumerate(lines, number))
            change.executemany("insert into lines values (?, ?, ?, ?)", rows)

    def seat(self, secret: str) -> tuple[StoredTable, int | None] | None:
        """As `Store` says."""
        found = self._rows(
            "select seat, tables.* from seats join tables using (id) where digest = ?", digest_of(secret)
        )
        for seat, id, file, digest, players, options, begun in found:
            setting = tuple((name, value) for name, value in json.loads(options))
            return StoredTable(id, file, digest, players, setting, begun), None if seat == SPECTATOR else seat
        return None

    def text(self, digest: str) -> bytes:
        """As `Store` says."""
        return bytes(self._rows("select data from texts where sha256 = ?", digest)[0][0])

    def record(self, table: str) -> tuple[int, list[str]]:
        """As `Store` says."""
        (game,) = self._rows("select max(game) from lines where id = ?", table)[0]
        rows = self._rows("select line from lines where id = ? and game = ? order by number", table, game)
        return int(game), [line for (line,) in rows]

    def count(self) -> int:
        """As `Store` says."""
        return int(self._rows("select count(*) from tables")[0][0])

    def close(self) -> None:
        """As `Store` says."""
        self.connection.close()

    def _rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with _told("The database cannot be read"):
            return self.connection.execute(question, values).fetchall()


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Errors of the database as a sentence."""
    try:
        yield
    except sqlite3.Error as trouble:
        raise StoreError(f"{what}: {trouble}.") from trouble
