"""What was seen in play is not denied by `check`: of every game at hand, and of texts that nobody wrote.

A finding that something always or never comes to the same is certain; so is what it rests on: what values can be and
what can lie where.
"""

import pytest

from rulewright.language.elaborate.settings import Setting
from tests.made import made_rules
from tests.plain.watching import denied, watched
from tests.wasm.common import loaded
from tests.wasm.corners import CORNERS, completed
from tests.wasm.games import DEEP, corner_rules, every_second, shipped_rules
from tests.wasm.test_generated import page_rules

SEEDS = range(5_000 if DEEP else 24)
PARTS = 4
LONGEST = 1_000 if DEEP else 20
LONG = {"must, deep inside a loop that never ends"}
"""Corners that run to a limit, which only lowering counts."""


@pytest.mark.sampled(12, 3)
@pytest.mark.parametrize("part", range(PARTS))
def test_of_made_rulesets(part: int) -> None:
    for seed in SEEDS[part::PARTS]:
        rules = made_rules(seed, seed % 4 + 1)
        assert not list(denied(watched(rules, 4 if DEEP else 2, seed=seed, most=60 if DEEP else 20))), seed


@pytest.mark.sampled(12, 4)
@pytest.mark.parametrize(("name", "setting"), every_second(1), ids=str)
def test_of_shipped_games(name: str, setting: Setting) -> None:
    assert not list(denied(watched(shipped_rules(name, setting), 1, most=LONGEST)))


@pytest.mark.sampled(72, 18)
@pytest.mark.parametrize("name", sorted(CORNERS.keys() - LONG))
def test_of_corners(name: str) -> None:
    assert not list(denied(watched(corner_rules(name), CORNERS[name].games if DEEP else 1, most=LONGEST)))


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_of_the_rulesets_of_the_pages(part: int) -> None:
    for rules in page_rules(part, PARTS if DEEP else 6 * PARTS):
        assert not list(denied(watched(rules, 2, seed=part, most=60)))


GAME = completed(
    """play:
    repeat 3 times:
        each player: choose take
action take "Take a coin":
    needs your coins is at most 9 because "that is enough"
    add 1 to your coins
"""
)


def test_what_is_seen_and_denied_is_told() -> None:
    seen = watched(loaded(GAME.replace("-99..9999", "0..9"), 2), 1)
    assert not list(denied(seen))
    guard = seen.rules.core.actions[0].header[0].condition  # type: ignore[union-attr] # its only line is a guard
    seen.values[id(guard)][1].add(0)
    said = "line 9: your coins is at most 9"
    assert [each for each in denied(seen) if each.startswith(said)] == [
        f"{said} always comes to True",
        f"{said} comes to True for whoever asks it",
    ]
