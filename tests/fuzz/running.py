"""Very many of a sort, one after the other, each in a process of its own: what came of them, and each finding with what
makes it again."""

import os
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from tests.fuzz import commands
from tests.fuzz.grown import grown
from tests.fuzz.mutated import mutated
from tests.fuzz.watched import Teller, Watched, watched

SORTS = {"mutated": mutated, "grown": grown}
PART = 20
SHRINKING = 40.0
"""For about so many seconds a shorter text is looked for."""


@frozen
class Finding:
    """What went wrong, and with what."""

    sort: str
    seed: int
    number: int
    wrong: str
    data: bytes

    @property
    def name(self) -> str:
        """How it is called, and made again."""
        return f"{self.sort}-{self.seed}-{self.number}"


@define
class Tally:
    """What came of some; `counts` has by sort how many there were, were legal, were played, …"""

    counts: Counter[tuple[str, str]] = field(factory=Counter)
    findings: list[Finding] = field(factory=list)

    def add(self, other: "Tally") -> None:
        """Take up what came of others."""
        self.counts.update(other.counts)
        self.findings += other.findings


def rng_of(sort: str, seed: int, number: int) -> random.Random:
    """What one of a sort is made by."""
    return random.Random(f"{sort} {seed} {number}")


# ---- one


def tried(sort: str, seed: int, number: int) -> tuple[bytes, Watched]:
    """Make one, and see what the commands do with it."""
    data = SORTS[sort](rng_of(sort, seed, number))
    return data, of_text(data)


def of_text(data: bytes) -> Watched:
    with tempfile.TemporaryDirectory(prefix="rulewright-fuzz-") as place:
        path = Path(place, "text.rules")
        path.write_bytes(data)
        return watched(partial(carried_out, Path(place), lambda shell: commands.text(shell, path)))


def carried_out(folder: Path, what: Callable[[commands.Shell], dict[str, Any]], teller: Teller) -> None:
    """In the process that is watched: carry out commands, within a folder, and tell what came of them."""
    os.chdir(folder)
    shell = commands.Shell(teller, folder, [])
    came = what(shell)
    teller.tell({**came, "wrong": shell.wrong})


# ---- many


def tallied(sort: str, seed: int, numbers: range) -> Tally:
    """What comes of these."""
    tally = Tally()
    for number in numbers:
        data, seen = tried(sort, seed, number)
        tally.counts[sort, "all"] += 1
        for told in seen.told:
            for key in ("legal", "played", "slow", "decisions"):
                tally.counts[sort, key] += told.get(key, 0)
        if wrong := wrong_in(seen):
            tally.findings.append(Finding(sort, seed, number, wrong, data))
    return tally


def wrong_in(seen: Watched) -> str:
    """Everything that went wrong."""
    return "\n".join([*(each for told in seen.told for each in told["wrong"]), *filter(None, [seen.trouble])])


def run(numbers: dict[str, range], seed: int, jobs: int) -> Iterator[Tally]:
    """All of them, in parts, as they are done."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork"), initializer=commands.prepared) as pool:
        parts = [
            pool.submit(tallied, sort, seed, range(first, min(first + PART, those.stop)))
            for sort, those in numbers.items()
            for first in range(those.start, those.stop, PART)
        ]
        for part in parts:
            yield part.result()


# ---- smaller


def smaller(finding: Finding) -> bytes:
    """A shorter text with which the same goes wrong, where that is soon found."""
    kind, lines, until = sort_of(finding.wrong), finding.data.split(b"\n"), time.monotonic() + SHRINKING
    step = len(lines) // 2
    while step and time.monotonic() < until:
        first = 0
        while first < len(lines) and time.monotonic() < until:
            fewer = lines[:first] + lines[first + step :]
            same = sort_of(wrong_in(of_text(b"\n".join(fewer)))) == kind
            lines, first = (fewer, first) if same else (lines, first + step)
        step //= 2
    return b"\n".join(lines)


def sort_of(wrong: str) -> str:
    """By what two findings are taken for the same: the first line, of a traceback the last."""
    lines = wrong.splitlines() or [""]
    ends = [line for line in lines if re.match(r"[\w.]+(Error|Exception|Fault|Slow|Large)\b", line)]
    return (ends or lines)[0][:60]
