"""`python -m tests.laws.both_ways [--seconds 1]`: what the games of `both_ways.md` cost without a form, and with it.

Prints how many words (words, numbers, strings and marks) the part of each takes, without its frame, and how many random
games a second the fast backend plays: both in turn on one core, each for about so many seconds of the processor's time.
The ratio is the median of those of the rounds.
"""

import argparse
import re
import statistics
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from rulewright import Rules
from rulewright.analysis.bench.measure import Play, Played, in_turn
from rulewright.language.tokens import scan
from rulewright.machine.wasm import engine_of
from tests.language.blocks import Block, completed, fenced
from tests.made.loading import loaded

PAGE = Path(__file__).with_suffix(".md")
SEED = 7


@frozen
class Said:
    """A part of a game, without a form and with it."""

    form: str
    frame: str
    without: str
    having: str

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """Without, and with."""
        return _rules(self.without, self.frame), _rules(self.having, self.frame)

    @property
    def words(self) -> tuple[int, int]:
        """Without, and with."""
        return _words(self.without), _words(self.having)


@cache
def _rules(part: str, frame: str) -> Rules:
    return loaded(completed(Block(PAGE.name, 1, "rules part", part), frame))


def _words(text: str) -> int:
    return sum(token.kind not in ("comment", "newline") for token in scan(text, 0, len(text)))


def said_twice() -> Iterator[Said]:
    """The sections of the page."""
    frame, *edits = fenced(PAGE)
    forms = re.findall("^## (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    for form, edit in zip(forms, edits, strict=True):
        yield Said(form, frame.text, _side(edit.text, "-"), _side(edit.text, "+"))


def _side(edit: str, sign: str) -> str:
    return "".join(line[1:] for line in edit.splitlines(keepends=True) if line[0] in " " + sign)


def _playing(rules: Rules) -> Play:
    """The random games of some rules."""
    engine = engine_of(rules.program)

    def play(number: int, games: int) -> Played:
        start = time.process_time()
        engine.playouts(SEED, number * games, games)
        return Played(games, 0, time.process_time() - start)

    return play


def main() -> None:
    """Play them, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1)
    given = parser.parse_args()
    print("| Form | words without | with | games a second without | with | ratio |\n|---|---|---|---|---|---|")
    for said in said_twice():
        rounds = in_turn([_playing(rules) for rules in said.rules], given.seconds)
        speeds = [[played.games_per_second for played in way] for way in rounds]
        ratios = [after / before for before, after in zip(*speeds, strict=True)]
        figures = *said.words, *map(statistics.median, (*speeds, ratios))
        print("| {} | {} | {} | {:,.0f} | {:,.0f} | {:.2f} |".format(said.form, *figures), flush=True)


if __name__ == "__main__":
    main()
