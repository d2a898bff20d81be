"""A server that is killed at any moment has lost nothing that it had confirmed."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.serving import ways

pytestmark = pytest.mark.thorough


@contextmanager
def serving(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a process of its own, and where it listens; it is killed in the end."""
    command = [sys.executable, "-m", "rulewright", "serve", "line-it", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://(\S+)/ ", process.stdout.readline())
            assert address is not None
            yield process, address[1]
        finally:
            process.kill()


def begun(host: str) -> dict[str, str]:
    """The secrets of the seats of a new table."""
    form = urlencode({"game": "line-it", "name-0": "Ann", "name-1": "Bob"}).encode()
    with urlopen(Request(f"http://{host}/tables", form, {"Accept": "application/json"})) as told:
        return {who: link.partition("#")[2] for who, link in json.load(told)["links"].items()}


@contextmanager
def seat(host: str, secret: str) -> Iterator[ClientConnection]:
    with connect(f"ws://{host}/table/socket") as socket:
        socket.send(secret)
        socket.send('{"v":1,"type":"open"}')
        yield socket


def heard(socket: ClientConnection, *types: str) -> dict[str, Any]:
    """The next message of a type."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv())
        if message["type"] in types:
            return message


def told(message: dict[str, Any]) -> dict[int, str]:
    """The decisions that a message tells, by their numbers."""
    return {each["number"]: each["line"] for each in message["decisions"]}


def played(host: str, links: dict[str, str], rng: random.Random) -> dict[int, str]:
    """Play at random until the server is dead: the decisions that it had confirmed to a spectator."""
    known = dict[int, str]()
    with (
        suppress(ConnectionClosed, OSError),
        seat(host, links["Spectators"]) as spectator,
        seat(host, links["Ann"]) as ann,
        seat(host, links["Bob"]) as bob,
    ):
        while True:
            known |= told(heard(spectator, "happened"))
            asked = [heard(each, "asked", "ended") for each in (ann, bob)]
            player, mine = next(each for each in zip((ann, bob), asked, strict=True) if each[1].get("choices"))
            move = rng.choice(list(ways(mine["choices"])))
            player.send(json.dumps({"v": 1, "type": "move", "at": mine["at"], "move": move}))
    return known


@pytest.mark.parametrize("seed", [*range(1), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))])
def test_what_was_confirmed_is_there_after_a_kill(tmp_path: Path, seed: int) -> None:
    rng, links = random.Random(seed), dict[str, str]()
    known = dict[int, str]()
    for _ in range(3):
        with serving(tmp_path / "tables.sqlite") as (process, host):
            links = links or begun(host)
            with seat(host, links["Spectators"]) as spectator:
                again = told(heard(spectator, "happened"))
                assert {number: line for number, line in known.items() if number in again}.items() <= again.items()
                assert max(again) >= max(known, default=0)
            killer = Timer(rng.uniform(0.1, 1.5), process.kill)
            killer.start()
            known = played(host, links, rng)
            killer.join()
    assert known
