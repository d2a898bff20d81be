"""Tables in PostgreSQL, for who keeps a database anyway: by its URL, with the extra `postgres`."""

from operator import attrgetter
from typing import Any, Final

import psycopg

from rulewright.web.store import BUSY, Database, Store

NAME: Final = "The database of PostgreSQL"
"""What it is called where something goes wrong: its URL may have a password."""
LOCK: Final = 0x52756C65
"""The advisory lock that says that a server uses the tables of this database."""


def postgres_store(url: str) -> Store:
    """The store in the database of a URL. StoreError where it cannot be used, or another server uses it."""

    def connect() -> "psycopg.Connection[tuple[Any, ...]]":
        connection = psycopg.connect(url, autocommit=True)
        (ours,) = connection.execute("select pg_try_advisory_lock(%s)", (LOCK,)).fetchone() or (False,)
        if not ours:
            connection.close()
            raise psycopg.OperationalError(BUSY)
        return connection

    return Store(Database(NAME, connect, attrgetter("closed"), psycopg.Error, "begin", "%s", "bytea"))
