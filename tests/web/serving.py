"""A server for tests, without a network: its tables in a file, clients at their seats."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from attrs import define, field
from starlette.testclient import TestClient, WebSocketTestSession

from rulewright.web.server import application
from rulewright.web.site import site_of
from rulewright.web.store import sqlite_store
from rulewright.web.tables import Tables

ADDRESS = "http://127.0.0.1:8000"
GAMES = ("tic-tac-toe", "line-it", "kuhn-poker", "salvage")


@define
class Seat:
    """A client at a table: what it was told last, by type."""

    socket: WebSocketTestSession
    told: dict[str, Any] = field(factory=dict)
    id: int = 0

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        self.told[message["type"]] = message
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """Hear up to a message of these types."""
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def say(self, type: str, **said: object) -> int:
        """Say something; its id."""
        self.id += 1
        self.socket.send_text(json.dumps({"v": 1, "type": type, "id": self.id, **said}))
        return self.id

    def open(self, had: object = None) -> dict[str, Any]:
        """Open the table; what is asked, or how it has ended."""
        self.say("open", **({"had": had} if had else {}))
        return self.until("asked", "ended")

    def move(self, number: int = 0) -> None:
        """Make the move with this number, from 0, of those in the tree."""
        moves = list(ways(self.told["asked"]["choices"]))
        self.say("move", at=self.told["asked"]["at"], move=moves[number])


def ways(tree: list[dict[str, Any]], begun: tuple[object, ...] = ()) -> Iterator[list[object]]:
    """The moves of a tree."""
    for each in tree:
        if each.get("ends"):
            yield [*begun, each["word"]]
        yield from ways(each.get("next", []), (*begun, each["word"]))


@define
class Served:
    """A server, asked as a browser asks it."""

    client: TestClient

    def begin(self, game: str, *names: str, **more: str) -> dict[str, str]:
        """Begin a table; the secrets of its seats, by name."""
        form = {"game": game, "players": str(len(names)), **{f"name-{at}": name for at, name in enumerate(names)}}
        told = self.client.post("/tables", data=form | more, headers={"Accept": "application/json"})
        assert told.status_code == 200, told.text
        return {who: link.partition("#")[2] for who, link in told.json()["links"].items()}

    @contextmanager
    def seat(self, secret: str) -> Iterator[Seat]:
        """A client at the seat of a secret."""
        with self.client.websocket_connect(f"{ADDRESS.replace('http', 'ws')}/table/socket") as socket:
            socket.send_text(secret)
            yield Seat(socket)


@contextmanager
def served(folder: Path, games: tuple[str, ...] = GAMES) -> Iterator[Served]:
    """A server whose tables are in a folder, as long as this lasts."""
    site = site_of(games, "127.0.0.1", 8000, None)
    with (
        closing(sqlite_store(folder / "tables.sqlite")) as store,
        TestClient(application(site, Tables(store)), base_url=ADDRESS) as client,
    ):
        yield Served(client)
