"""Kills games at a terminal and takes them up again: `python -m tests.table.killed [--times N] [--seed S]`.

Each of the six games is played at a pseudo-terminal by its first moves, killed (SIGKILL) at a random moment, and
resumed. Then the record must be the beginning of what an unkilled game of the same seed writes, and have every decision
behind which another was asked for; the resumed game must say that it stands there, and go on as the unkilled one does.
Prints how often that was so, and what was not.

One process has read everything and is forked for each game, so that all the time until the kill is the game's own.
"""

import argparse
import gc
import json
import os
import pty
import random
import re
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from attrs import define, field

from rulewright import load
from rulewright.cli import main

GAMES = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")
ASKED, PROMPT = b"Ann, your move:", b"Ann> "
ANEW = re.compile(rb"Ann, your move:(?![^\r\n]*Enter: back)")
"""Asked for a move, and not for the rest of one that is chosen in steps."""
PATIENCE = 120.0
LINES = 8
CONTROLS = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


@define
class Child:
    """A game at a pseudo-terminal, in a process that is forked from this one."""

    words: list[str]
    state: Path
    number: int = field(init=False)
    terminal: int = field(init=False)
    shown: bytes = b""
    read: int = 0

    def __attrs_post_init__(self) -> None:
        self.number, self.terminal = pty.fork()
        if not self.number:
            _be(self.words, self.state)

    def more(self) -> bool:
        """Wait for something to be shown; False at the end, or where nothing comes."""
        ready, _, _ = select.select([self.terminal], [], [], PATIENCE)
        with suppress(OSError):
            found = os.read(self.terminal, 1 << 16) if ready else b""
            self.shown += found
            return bool(found)
        return False

    def sees(self, text: bytes) -> bool:
        """Wait for a text behind what was seen last."""
        while (at := CONTROLS.sub(b"", self.shown).find(text, self.read)) < 0:
            if not self.more():
                return False
        self.read = at + len(text)
        return True

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\r".encode())

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.number, signal.SIGKILL)
        os.waitpid(self.number, 0)
        os.close(self.terminal)


def _be(words: list[str], state: Path) -> None:
    """Be the game; this never comes back."""
    code = 3
    gc.disable()  # what it shares with the process that it comes from need not be copied
    sys.settrace(None)  # it is killed before it could tell what of the code it has come by
    try:
        os.environ.update(
            XDG_STATE_HOME=str(state), TERM="xterm", NO_COLOR="1", PROMPT_TOOLKIT_NO_CPR="1", COLUMNS="100", LINES="40"
        )
        os.environ.pop("RULEWRIGHT_NO_STATE", None)
        sys.stdin = os.fdopen(os.dup(0))
        sys.stdout, sys.stderr = os.fdopen(os.dup(1), "w"), os.fdopen(os.dup(2), "w")
        code = main(words)
    finally:
        os._exit(code)


def typed(child: Child, lines: int) -> int:
    """Type the first number so many times, each at a prompt; how many moves were confirmed by then."""
    for _ in range(lines):
        if child.sees(ASKED) and child.sees(PROMPT):
            child.type("1")
    child.sees(ASKED)
    child.sees(PROMPT)
    return max(0, len(ANEW.findall(CONTROLS.sub(b"", child.shown))) - 1)


def record(state: Path) -> list[bytes]:
    """The whole lines of the only record there is, without the first, which tells the paths."""
    (path,) = (state / "rulewright-games").glob("*.jsonl")
    return [line for line in path.read_bytes().splitlines(keepends=True)[1:] if line.endswith(b"\n")]


def decisions(lines: list[bytes], seat: int | None = None) -> int:
    """How many decisions a record without goings back has, of one seat or all."""
    made = [data for data in map(json.loads, lines) if "move" in data]
    return len(made) if seat is None else sum(data["seat"] == seat for data in made)


def tried(name: str, rng: random.Random, folder: Path) -> str | None:
    """Kill a game and take it up; what was wrong, or None."""
    seed = str(rng.randrange(1 << 32))
    words = ["play", name, "--bot", "random", "--plain", "--pace", "0", "--seed", seed, "--seat", "0=Ann", "--ask-all"]
    whole = Child(words, folder / "whole")
    try:
        made = typed(whole, LINES)
    finally:
        whole.end()
    wanted = record(folder / "whole")
    if decisions(wanted, 0) != made:
        return f"{name} {seed}: {made} moves were confirmed, {decisions(wanted, 0)} are on the disk"
    child = Child(words, folder / "killed")
    try:
        confirmed = typed(child, rng.randint(0, LINES - 2))
        child.type("1")
        time.sleep(rng.choice((0.0, 0.001, 0.01, 0.1)) * rng.random())
    finally:
        child.end()
    found = record(folder / "killed")
    if found != wanted[: len(found)]:
        return f"{name} {seed}: the record is another game's"
    if decisions(found, 0) < confirmed:
        return f"{name} {seed}: {confirmed} moves were confirmed, {decisions(found, 0)} are there"
    return _resumed(f"{name} {seed}", wanted, decisions(found), folder) if decisions(found) else None


def _resumed(name: str, wanted: list[bytes], made: int, folder: Path) -> str | None:
    child = Child(["play", "--plain", "--pace", "0", "--resume"], folder / "killed")
    try:
        if not child.sees(f"goes on after {made} decision".encode()):
            return f"{name}: not resumed after {made} decisions: {child.shown[-300:]!r}"
        typed(child, LINES)
    finally:
        child.end()
    if record(folder / "killed")[: len(wanted)] != wanted:
        return f"{name}: it goes on otherwise after {made} decisions"
    return None


def run(times: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> Counter[str]:
    """Try so many kills, game by game in turn; how often all was well, and `tell` hears what was not."""
    from importlib import import_module

    for module in ("table.prompt", "table.real_game", "machine.replay", "own_files", "table.keeping", "fast"):
        import_module(f"rulewright.{module}")
    for name in GAMES[:times]:
        load(name)
    result: Counter[str] = Counter()
    rng = random.Random(seed)
    for number in range(times):
        with tempfile.TemporaryDirectory() as folder:
            wrong = tried(GAMES[number % len(GAMES)], rng, Path(folder))
        result["wrong" if wrong else "resumed"] += 1
        if wrong:
            tell(wrong)
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(dict(run(given.times, given.seed, lambda text: print(text, flush=True))))
