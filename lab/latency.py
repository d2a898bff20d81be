"""`python -m lab.latency [GAME …] [--moves 12] [--size 80x24]`: how long one waits at a terminal.

Each game is begun twice, first with nothing kept from an earlier start, and played by its first numbers. Prints
milliseconds: until the first prompt is drawn, cold and then again; of a key, of Tab and of a move the median and the
longest. A wait ends with the last byte before the terminal is quiet.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from unittest.mock import patch

from attrs import define, field

from tests.cli import processes
from tests.cli.processes import at_terminal, pexpect

GAMES = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")
QUIET = 0.4
"""So many seconds without a byte: all has been drawn."""


@define
class Waits:
    """The milliseconds that one waited for something."""

    each: list[float] = field(factory=list)

    def __str__(self) -> str:
        return f"{statistics.median(self.each):5.0f} {max(self.each):5.0f}" if self.each else "    –     –"


def drawn(child: "pexpect.spawn[str]", keys: str = "", until: str = "") -> float:
    """Send keys; after how many milliseconds the last of what they bring about is drawn."""
    child.delaybeforesend = None
    begun, told = time.perf_counter(), ""
    last = begun
    if keys:
        child.send(keys)
    while True:
        try:
            told += child.read_nonblocking(1 << 16, timeout=QUIET if until in told else 60)
            last = time.perf_counter()
        except (pexpect.TIMEOUT, pexpect.EOF):
            return (last - begun) * 1000


def played(child: "pexpect.spawn[str]", moves: int) -> tuple[Waits, Waits, Waits]:
    """What a key, Tab, and a number with Enter take."""
    key, tab, move = Waits(), Waits(), Waits()
    for _ in range(moves):
        if not child.isalive():
            break
        key.each.append(drawn(child, "e", "e"))
        drawn(child, "\x15")
        tab.each.append(drawn(child, "\t", "\x1b"))
        drawn(child, "\x15")
        drawn(child, "1", "1")
        move.each.append(drawn(child, "\r", "\x1b"))
    return key, tab, move


def measure(game: str, moves: int, size: tuple[int, int]) -> Sequence[str]:
    with tempfile.TemporaryDirectory() as folder:
        kept = {"XDG_CACHE_HOME": folder, "RULEWRIGHT_NO_STATE": "1"}
        with patch.dict(processes.ENVIRONMENT, kept):
            words = f"-m rulewright play {game} --bot random --pace 0 --seed 1 --seat 0=Ann".split()
            command = [sys.executable, *words]
            with at_terminal(command, size) as child:
                cold = drawn(child, until="Ann> ")
            with at_terminal(command, size) as child:
                again = drawn(child, until="Ann> ")
                waits = played(child, moves)
                child.close(force=True)
    return (game, f"{cold:5.0f}", f"{again:5.0f}", *map(str, waits))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--size", default="80x24")
    given = parser.parse_args()
    columns, lines = map(int, given.size.split("x"))
    print(f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    print(f"{'milliseconds':12}  cold again  {'key':11}  {'Tab':11}  {'move':11}")
    for game in given.game:
        name, *told = measure(game, given.moves, (lines, columns))
        print(f"{name:12} {'  '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
