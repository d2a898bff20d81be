"""Many made programs, in several processes: what appears in them, how their games end, and whatever went wrong."""

import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

from attrs import define, field, frozen

from rulewright import Rules, RulesError
from tests.made.coverage import appearing, questions
from tests.made.loading import loaded, read
from tests.made.texts import made

PART = 25

Compare = Callable[[Rules, int, int], Counter[str]]
"""Plays so many games of rules from a seed on wherever they can be played, side by side; how they ended. A difference
is an AssertionError."""


@frozen
class Wrong:
    """A text that broke something, with its seed."""

    seed: int
    trouble: str
    text: str


@define
class Tally:
    """What came of some programs. `appears` counts all, `texts` the texts in which a thing appears."""

    ends: Counter[str] = field(factory=Counter)
    refused: Counter[str] = field(factory=Counter)
    appears: Counter[str] = field(factory=Counter)
    texts: Counter[str] = field(factory=Counter)
    wrong: list[Wrong] = field(factory=list)
    programs: int = 0

    def add(self, other: "Tally") -> None:
        """Take up what came of others."""
        for name in ("ends", "refused", "appears", "texts"):
            getattr(self, name).update(getattr(other, name))
        self.wrong += other.wrong
        self.programs += other.programs


def tallied(seeds: range, compare: Compare, games: int) -> Tally:
    """What comes of the texts of these seeds; whatever goes wrong in one is kept, and the next is done."""
    tally = Tally()
    for seed in seeds:
        text, seats = made(random.Random(seed))
        try:
            one(tally, seed, text, seats or 1 + seed % 4, compare, games)
        except Exception:  # noqa: BLE001 - one broken program is what is looked for, and must not end the others
            tally.wrong.append(Wrong(seed, traceback.format_exc(limit=-4), text))
    return tally


def one(tally: Tally, seed: int, text: str, players: int, compare: Compare, games: int) -> None:
    """Load a text, look what is in it, and play it."""
    tally.programs += 1
    try:
        with questions() as asked:
            rules = loaded(text, players)
    except RulesError as refused:
        tally.refused.update({found.code for found in refused.diagnostics})
        tally.ends["refused"] += 1
        return
    found = appearing(rules, read(text).parsed.ruleset, asked)
    tally.appears.update(found)
    tally.texts.update(found.keys())
    tally.ends.update(compare(rules, seed, games))


def parts(first: int, number: int) -> Iterator[range]:
    """The seeds in small parts, so that no process waits long for another."""
    for start in range(first, first + number, PART):
        yield range(start, min(start + PART, first + number))


def run(
    first: int, number: int, jobs: int, compare: Compare, games: int = 2, tell: Callable[[str], None] = print
) -> Tally:
    """All of them; every minute says how far it is."""
    tally, begun, told = Tally(), time.monotonic(), time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(tallied, seeds, compare, games) for seeds in parts(first, number)]
        for each in waiting:
            tally.add(each.result())
            if time.monotonic() - told > 60:
                told = time.monotonic()
                speed = tally.programs / (told - begun)
                tell(f"{tally.programs} programs, {speed:.1f} a second, {len(tally.wrong)} wrong")
    return tally
