"""The law of secrecy: games that look alike to a seat offer it the same moves, and refuse others for the same reasons.

`ci` looks at a few hundred pairs, `deep` at a hundred thousand: of the shipped games at all settings, of small games in
which players bluff, fish, bid and pass, and of rulesets that are put together at random. What was let pass and yet
betrays something is a hole in the checker.
"""

import os
import random
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.files import shipped
from rulewright.language.elaborate import elaboration
from tests.laws.positions import rules_of, settings_of
from tests.laws.twins import Pair, differences, pairs
from tests.made import made_rules
from tests.wasm.common import loaded

NUMBER = 100_000 if os.environ.get("HYPOTHESIS_PROFILE") == "deep" else 60
SECRETIVE = sorted(Path(__file__).with_name("secretive").glob("*.rules"))


def of_shipped() -> Iterator[Pair]:
    """Pairs of the shipped games, setting by setting, again and again."""
    games = [(name, setting) for name in sorted(shipped()) for setting in settings_of(name)]
    random.Random("settings").shuffle(games)
    for seed, (name, setting) in enumerate(cycle(games)):
        yield from pairs(rules_of(name, setting), seed, share=0.1)


def of_secretive() -> Iterator[Pair]:
    """Pairs of small games in which much is hidden."""
    rules = [load(path) for path in SECRETIVE]
    for seed, each in enumerate(cycle(rules)):
        yield from pairs(each, seed)


def of_made() -> Iterator[Pair]:
    """Pairs of rulesets that nobody wrote."""
    for seed in count(7_000):
        yield from pairs(made_rules(seed), seed, games=2)


SOURCES = {"shipped": (of_shipped, 0.3), "secretive": (of_secretive, 0.4), "made": (of_made, 0.3)}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("source", SOURCES)
def test_what_looks_alike_offers_the_same_moves(source: str) -> None:
    found, share = SOURCES[source]
    number = int(NUMBER * share)
    for at, pair in zip(range(number), found(), strict=False):
        told = differences(pair, random.Random(at))
        assert told is None, f"{pair.game.rules.name}, seat {pair.seat}: {told}\n{pair.game.rules.source_text}"
    print(f"{number} pairs of {source} games")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", SECRETIVE, ids=lambda path: path.stem)
def test_natural_rules_are_let_pass(path: Path) -> None:
    rules = load(path)
    assert sum(1 for _ in pairs(rules, 1, games=3)) > 0


BETRAYALS = (
    ("fish", "needs who's hand is not empty", "needs some c in who's hand where c's rank is rank"),
    ("memory", "where it is face-down\n", "where it is face-down and its picture is less than 4\n"),
    ("tried", "must change your hand", "must leave (highest worth of your hand) is at least 3"),
    ("tiles", "pick color from colors", "pick color from colors where it is tile's color"),
    ("spies", "needs who is your aim or your aim is you", "needs who's role-card's role is guard"),
    ("fog", "you is not in its viewers", "you is not in its viewers and its power is 2"),
    ("bids", "needs n is not your aim", "needs n is not your left's aim"),
    ("scout", "choose show-off(c) or rest", "choose show-off(c) or rest or pay(min(6, deck's first's rank))"),
    (
        "drafting",
        "    swap your hand and other's hand",
        "    must leave (highest rank of your hand) is at least 5\n    swap your hand and other's hand",
    ),
    ("bluff", "let truth be laid's first", "needs laid's first's rank is not claim\n    let truth be laid's first"),
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "old", "new"), BETRAYALS, ids=lambda part: part.split()[0])
def test_the_law_finds_what_is_betrayed(name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(__file__).with_name("secretive").joinpath(f"{name}.rules").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(RulesError, match=r"betray|read it"):
        loaded(text.replace(old, new))
    monkeypatch.setattr(elaboration, "sightings", lambda made, _source, _ruleset: ((), made))
    found = pairs(loaded(text.replace(old, new)), 1, games=60)
    assert any(differences(pair, random.Random(at)) for at, pair in enumerate(found))
