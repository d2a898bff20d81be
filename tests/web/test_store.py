"""What a store keeps, in each database."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest

from rulewright.web.store import Store, StoredTable, StoreError, sqlite_store

TABLE = StoredTable("one", "/games/go.rules", "0123", 2, (("komi", 7), ("ko", True), ("board", "small")), 1.5)
TEXT = b'game "Go"\xff\x00'
SEATS = (("secret a", 0), ("secret b", 1), ("look on", None))
Opened = Callable[[], Store]


def postgres(folder: Path) -> Iterator[Opened]:
    """A database of its own in the server that the environment names."""
    url, name = os.environ.get("RULEWRIGHT_POSTGRES"), f"rulewright_{os.getpid()}"
    if url is None:
        pytest.skip("RULEWRIGHT_POSTGRES names no server in which databases can be made: postgresql://…")
    psycopg = pytest.importorskip("psycopg")
    from rulewright.web.postgres import postgres_store

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"create database {name}")
        try:
            yield lambda: postgres_store(urlsplit(url)._replace(path=f"/{name}").geturl())
        finally:
            connection.execute(f"drop database {name} with (force)")


def sqlite(folder: Path) -> Iterator[Opened]:
    yield lambda: sqlite_store(folder / "tables.sqlite")


@pytest.fixture(params=[sqlite, postgres])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """How the store of this test is opened."""
    yield from request.param(tmp_path)


def test_what_is_kept_is_there_when_it_is_opened_again(opened: Opened) -> None:
    store = opened()
    store.keep(TABLE, TEXT, SEATS, ["head"])
    store.append("one", 0, 1, ["first", "second"])
    store.append("one", 1, 0, ["head of the next"])
    store.close()
    again = opened()
    assert [again.seat(secret) for secret, _ in SEATS] == [(TABLE, seat) for _, seat in SEATS]
    assert again.seat("secret") is None
    assert again.text("0123") == TEXT
    assert again.record("one") == (1, ["head of the next"])
    assert again.count() == 1
    again.append("one", 1, 1, ["more"])
    assert again.record("one") == (1, ["head of the next", "more"])
    again.close()


def test_lines_are_kept_all_or_none_and_never_twice(opened: Opened) -> None:
    store = opened()
    store.keep(TABLE, TEXT, SEATS, ["head"])
    store.append("one", 0, 1, ["first"])
    with pytest.raises(StoreError):
        store.append("one", 0, 0, ["another head", "another first"])
    with pytest.raises(StoreError):
        store.append("one", 0, 2, ["second", cast("str", None)])
    with pytest.raises(StoreError):
        store.append("another", 0, 0, ["head"])
    with pytest.raises(StoreError):
        store.keep(TABLE, TEXT, SEATS, [])
    assert store.record("one") == (0, ["head", "first"])
    store.append("one", 0, 2, ["second"])
    assert store.record("one") == (0, ["head", "first", "second"])
    store.close()


def test_the_same_text_is_kept_once_for_two_tables(opened: Opened) -> None:
    store = opened()
    store.keep(TABLE, TEXT, SEATS, ["head"])
    other = StoredTable("two", "/games/go.rules", "0123", 2, (), 2.5)
    store.keep(other, TEXT, [("secret c", 0)], ["head"])
    assert store.seat("secret c") == (other, 0)
    assert store.count() == 2
    store.close()


def test_two_servers_cannot_use_the_same_tables(opened: Opened) -> None:
    store = opened()
    with pytest.raises(StoreError, match="another server uses it"):
        opened()
    store.close()
    opened().close()


def test_no_secret_is_in_the_file(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "tables.sqlite")
    store.keep(TABLE, TEXT, SEATS, ["head"])
    store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"/games/go.rules" in kept
    assert [secret for secret, _ in SEATS if secret.encode() in kept] == []
