"""What a move costs at a server with many tables: `python -m lab.web_load --tables 1000 --moves 3000 --rate 40`.

It begins tables for two, lets a server of its own serve them on this machine, opens a socket for each seat, and lets
people move at random at so many moves a second. It prints how long it takes until who moved is told that the move
counts, and what the server needed. Nothing leaves the machine, and the server ends with the command.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from attrs import define, field
from websockets.asyncio.client import ClientConnection, connect

from rulewright.files import find, read
from rulewright.web.store import sqlite_store
from rulewright.web.tables import Tables
from rulewright.web.thinking import Setting
from tests.web.serving import ways

OPENING = 20  # so many sockets are opened at once
TICKS = os.sysconf("SC_CLK_TCK")


async def begun(data: Path, game: str, tables: int) -> list[list[str]]:
    """The secrets of the players of new tables."""
    path = find(game)
    setting = Setting(str(path), read(path), 2, ())
    with closing(sqlite_store(data)) as store:
        made = Tables(store)
        return [[*(await made.begin(setting, {0: None, 1: None}, {})).values()][:2] for _ in range(tables)]


@define
class Player:
    """Somebody at a table, and what was asked last."""

    socket: ClientConnection
    asked: dict[str, Any] = field(factory=dict)
    heard: asyncio.Event = field(factory=asyncio.Event)

    async def listen(self) -> None:
        """Hear what the table says, as long as there is something."""
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] in ("asked", "ended"):
                self.asked = message
                self.heard.set()


async def seated(host: str, secret: str, turn: asyncio.Semaphore) -> Player:
    async with turn:
        player = Player(await connect(f"ws://{host}/table/socket", compression=None))
        await player.socket.send(secret)
        await player.socket.send('{"v":1,"type":"open"}')
        while not player.asked:
            message = json.loads(await player.socket.recv())
            player.asked = message if message["type"] in ("asked", "ended") else {}
        return player


async def moved(table: list[Player], rng: random.Random) -> float:
    """How many seconds a move of this table takes; 0 if its game is over."""
    player = next((each for each in table if each.asked.get("choices")), None)
    if player is None:
        return 0.0
    move = rng.choice(list(ways(player.asked["choices"])))
    said = json.dumps({"v": 1, "type": "move", "at": player.asked["at"], "move": move})
    for each in table:
        each.heard.clear()
    start = time.perf_counter()
    await player.socket.send(said)
    await player.heard.wait()
    took = time.perf_counter() - start
    await asyncio.gather(*(each.heard.wait() for each in table))
    return took


def processor_seconds(process: int) -> float:
    """How long a process has computed."""
    used = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / TICKS


async def measured(
    host: str, server: int, secrets: list[list[str]], moves: int, rate: float
) -> tuple[float, float, list[float]]:
    """How long the server computed until all sat at their tables, and for the moves; and how long each move took."""
    turn, rng, start = asyncio.Semaphore(OPENING), random.Random(0), processor_seconds(server)
    players = await asyncio.gather(*(seated(host, secret, turn) for each in secrets for secret in each))
    opened = processor_seconds(server)
    tables = [list(pair) for pair in zip(players[::2], players[1::2], strict=True)]
    listening = [asyncio.ensure_future(each.listen()) for each in players]
    going: list[asyncio.Task[float]] = []
    for number in range(moves):
        going.append(asyncio.ensure_future(moved(tables[number % len(tables)], rng)))
        await asyncio.sleep(rng.expovariate(rate))
    took = await asyncio.gather(*going)
    for each in listening:
        each.cancel()
    return opened - start, processor_seconds(server) - opened, [each for each in took if each]


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, default in (("tables", 1000), ("moves", 3000), ("rate", 40)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--game", default="line-it")
    wanted = parser.parse_args()
    with TemporaryDirectory() as folder:
        data = Path(folder, "tables.sqlite")
        secrets = asyncio.run(begun(data, wanted.game, wanted.tables))
        command = [sys.executable, "-m", "rulewright", "serve", wanted.game, "--port", "0", "--data", str(data)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                host = re.search(r"http://(\S+)/ ", server.stdout.readline())
                assert host is not None
                opened, used, took = asyncio.run(measured(host[1], server.pid, secrets, wanted.moves, wanted.rate))
                kept = next(
                    line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if "VmHWM" in line
                )
            finally:
                server.kill()
        cuts = [1000 * each for each in quantiles(took, n=100)]
        sockets = 2 * wanted.tables
        print(
            f"{wanted.game}: {wanted.tables} tables, {1000 * opened / sockets:.1f} ms to open each of {sockets} sockets"
        )
        p50, p95, p99 = (f"{cuts[at - 1]:.1f} ms" for at in (50, 95, 99))
        print(f"{len(took)} moves, {wanted.rate} a second: p50 {p50}, p95 {p95}, p99 {p99}")
        cost, most = 1000 * used / len(took), int(kept.split()[1]) / 1024
        print(f"the server computes {cost:.1f} ms for each move, and takes {most:.0f} MB at most")
        print(f"database: {data.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
