"""What a text costs grows with the text: of twice as much of anything, no function is called three times as often; of
what is nested, of which there cannot be much, no function more than about four times as often."""

import cProfile
import pstats
import random
import re

import pytest

from rulewright.analysis.check import check
from rulewright.loading import read_text, rules_of
from tests.fuzz.grown import CROPS, game
from tests.made.dice import Dice

SELDOM = 2_000
BROAD = (32, 2.9)
DEEP = dict.fromkeys(("chains", "nested", "blocks", "procedures", "sums"), (10, 4.3))
OTHER = {**DEEP, "board": (64, 2.9)}
"""How much there is of it first, and how many times as often nothing may be called; a small board has another shape."""
BOUNDED = {"options", "groups"}
"""Each number of options makes its own number of settings to look at, and each number of pieces its own of groups, both
up to a bound."""
WAYS = (1, 2)
"""Two games of each crop are looked at, as far as they differ."""


def grown(name: str, way: int, size: int) -> bytes:
    """A game for two in which there is so much of something."""
    text = game(Dice(random.Random(1)), [CROPS[name].grow(Dice(random.Random(way)), size)])
    return re.sub("players .*", "players 2", text, count=1).encode()


def called(data: bytes) -> dict[tuple[str, int, str], int]:
    """How often each function is called to check a text and to load it."""
    watch = cProfile.Profile()
    watch.enable()
    text = read_text.__wrapped__("grown.rules", data)
    found = check(text.source)
    rules_of(text, "grown")
    watch.disable()
    assert [each.message for each in found if each.severity == "error"] == []
    return {where: counts[1] for where, counts in pstats.Stats(watch).stats.items()}


@pytest.mark.sampled(18, 6)
@pytest.mark.parametrize("name", sorted(CROPS.keys() - BOUNDED))
def test_twice_as_much_costs_twice_as_much(name: str) -> None:
    size, most = OTHER.get(name, BROAD)
    for few, many in {(grown(name, way, size), grown(name, way, 2 * size)) for way in WAYS}:
        before, after = called(few), called(many)
        often = {where: (before.get(where, 1), count) for where, count in after.items() if count > SELDOM}
        assert {where: counts for where, counts in often.items() if counts[1] > most * counts[0]} == {}
