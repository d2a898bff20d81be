"""`python -m lab.typing_latency [GAME …] [--edits 500] [--seed 0]`: how long an editor waits after a key.

At random places of each game one letter is typed, each time into the game as it is. Prints milliseconds, the median and
what 99 of 100 take at most: until what is surely wrong is known, and what may stand there. The whole reading follows in
a process of its own, and is not measured here.
"""

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final, TypeVar

from rulewright.editor.completion import completions
from rulewright.editor.document import Document, edited, opened, told_at_once
from rulewright.files import find

GAMES: Final = ("apotheca", "balloon-cup")
TYPED: Final = "aeinst (:'"
T = TypeVar("T")


def timed(waits: list[float], do: Callable[[], T]) -> T:
    """What it gives, and the milliseconds that it takes, behind the others."""
    begun = time.process_time()
    made = do()
    waits.append((time.process_time() - begun) * 1000)
    return made


def waits_of(game: str, edits: int, random: Random) -> tuple[list[float], list[float]]:
    """What findings and completion take after each edit."""
    text = find(game).read_text(encoding="utf-8")
    whole = opened(game, text)
    told_at_once(whole)
    gc.freeze()  # as the server does
    findings, completion = list[float](), list[float]()
    for _ in range(edits):
        at = random.randrange(len(text))
        changed = text[:at] + random.choice(TYPED) + text[at:]
        document = timed(findings, partial(_read, whole, changed))
        timed(completion, partial(completions, document, at + 1))
        _read(whole, text)  # the next one types into the game as it is
    return findings, completion


def _read(before: Document, text: str) -> Document:
    """A text after a change, and what is surely wrong with it, as the server asks for both."""
    document = edited(before, text)
    told_at_once(document)
    return document


def percentile(waits: list[float], part: int) -> float:
    """What so many of a hundred take at most."""
    return statistics.quantiles(waits, n=100, method="inclusive")[part - 1]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    print(f"{'milliseconds':<14} {'findings':>8} {'99 %':>6} {'completion':>11} {'99 %':>6}")
    for game in chosen.games:
        findings, completion = waits_of(game, chosen.edits, Random(chosen.seed))
        numbers = (statistics.median(findings), percentile(findings, 99), statistics.median(completion))
        print("{:<14} {:8.0f} {:6.0f} {:11.0f} {:6.0f}".format(game, *numbers, percentile(completion, 99)))


if __name__ == "__main__":
    main()
