"""`python -m tests.table.whole_games [GAME …] [--seed S]`: whole games of the shipped rules on the full screen of an
emulated terminal.

Each game is played to its end by the choices that are seen: by one person, once by their numbers and once by their
words (in steps where there are many), and by two who hand the keyboard over, in a terminal that changes its size every
few moves. At each prompt the choices must be there, and the prompt on the last
row. Prints what was played, and what was wrong.
"""

import argparse
import random
import re
import sys
from collections.abc import Iterator
from unittest.mock import patch

from attrs import frozen

from tests.cli import processes
from tests.cli.emulated import Emulated
from tests.cli.processes import pexpect

GAMES = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")
SIZES = ((24, 80), (20, 60), (40, 120), (30, 100), (50, 61))
MOST = 3000
"""So many lines are typed in a game at most."""


@frozen
class Way:
    """How a game is played: by so many people, in a terminal that changes its size or not, by the numbers of choices or
    by their words."""

    people: int
    resized: bool
    typed: bool = False

    def __str__(self) -> str:
        return f"{self.people} at the keyboard, by {'words' if self.typed else 'numbers'}{', resized' * self.resized}"


NEXT = "What next?"
WAYS = (Way(1, resized=False), Way(1, resized=False, typed=True), Way(2, resized=True))


def play(game: str, way: Way, seed: int, most: int = MOST) -> str:
    """Play a game to its end, or so many lines long; what was wrong, or how it went."""
    people = [word for seat in range(way.people) for word in ("--seat", f"{seat}=P{seat}")]
    words = f"-m rulewright play {game} --bot random --pace 0 --seed {seed}".split()
    command = [sys.executable, *words, *people]
    rng = random.Random(seed)
    with patch.dict(processes.ENVIRONMENT, {"RULEWRIGHT_NO_STATE": "1"}), Emulated(command, 24, 80) as terminal:
        before = ""
        for number in range(most):
            if not _asked(terminal, before):
                return _ended(terminal, number)
            wrong = list(_wrong(terminal))
            if wrong:
                return f"line {number}: {', '.join(wrong)}\n{terminal.text}"
            if way.resized and number % 7 == 6:
                before = terminal.text
                terminal.resize(*rng.choice([size for size in SIZES if size != _size(terminal)]))
                _asked(terminal, before)
            before = terminal.text
            _choose(terminal, rng, typed=way.typed)
        return f"{most} lines, not over"


def _size(terminal: Emulated) -> tuple[int, int]:
    return (terminal.screen.lines, terminal.screen.columns)


def _asked(terminal: Emulated, before: str) -> bool:
    """Wait until something else than before stands there, whole, and something is asked; False at the end."""
    while terminal.text == before or not _waits(terminal):
        try:
            terminal.feed(terminal.child.read_nonblocking(1 << 16, timeout=60))
        except pexpect.TIMEOUT:
            raise AssertionError(f"nothing comes any more:\n{terminal.text}") from None
        except pexpect.EOF:
            return False
    return True


def _waits(terminal: Emulated) -> bool:
    """Whether all is drawn, after which the cursor is shown again, and somebody is asked."""
    last = terminal.rows[-1]
    handed = "Pass the keyboard" in terminal.text or "Press Enter when" in terminal.text
    asked = re.match(r"\S+> ?$", last) is not None or (handed and not last)
    return terminal.full and (last.startswith("Enter: ") or (asked and not terminal.screen.cursor.hidden))


def _choose(terminal: Emulated, rng: random.Random, *, typed: bool) -> None:
    """Type the number of one of the choices that are seen, or its words; or what else goes on."""
    if terminal.rows[-1].startswith("Enter: "):
        terminal.send(" ")
        return
    if NEXT in terminal.text:
        terminal.type("leave")
        return
    _, asked, below = terminal.text.rpartition("your move:")
    choices = re.split(r"^[›·↑]", below, maxsplit=1, flags=re.MULTILINE)[0] if asked else ""
    seen = re.findall(r"(?:^|\s)([0-9]+)\. (\S+(?: \S+)*)", choices)
    bare = [] if seen else re.findall(r"(?:^|\s)([0-9]+)(?=\s|$)", choices)
    number, words = rng.choice([*seen, *((each, each) for each in bare)] or [("", "")])
    terminal.type(words.removesuffix(" …") if typed else number)


def _wrong(terminal: Emulated) -> Iterator[str]:
    text = terminal.text
    if "Traceback" in text:
        yield "a traceback"
    if re.match(r"P\d> ?$", terminal.rows[-1]) and "your move:" not in text and NEXT not in text:
        yield "no choices"
    if terminal.screen.cursor.y != len(terminal.rows) - 1 and not terminal.rows[-1].startswith("Enter: "):
        yield "the prompt is not on the last row"


def _ended(terminal: Emulated, number: int) -> str:
    told = "The game is over." in terminal.text and "Traceback" not in terminal.text
    return f"over after {number} lines" if told else f"ended without its end:\n{terminal.text}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game in given.game:
        for way in WAYS:
            print(f"{game}, {way}: {play(game, way, given.seed)}", flush=True)


if __name__ == "__main__":
    main()
