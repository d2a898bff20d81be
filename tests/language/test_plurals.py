"""Plurals of names."""

import pytest
from hypothesis import given, strategies as st

from rulewright.language.wording import a, plural

SAMPLES = {
    "color": "colors", "player": "players", "card": "cards", "space": "spaces", "tile": "tiles", "side": "sides",
    "match": "matches", "potion": "potions", "apothecary": "apothecaries", "category": "categories", "city": "cities",
    "dice-step": "dice-steps", "payment": "payments", "cross": "crosses", "box": "boxes", "dish": "dishes",
    "bus": "buses", "tray": "trays", "key": "keys", "toy": "toys", "y": "ys",
    "die": "dice", "loaded-die": "loaded-dice", "man": "men", "craftsman": "craftsmen", "chess-man": "chess-men",
    "woman": "women", "human": "humans", "talisman": "talismans",
    "person": "people", "child": "children", "foot": "feet", "mouse": "mice", "leaf": "leaves", "wolf": "wolves",
    "knife": "knives", "life": "lives", "hero": "heroes", "axis": "axes", "sheep": "sheep", "fish": "fish",
    "man-at-arms": "man-at-armses", "blume": "blumes", "größe": "größes",
}  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), SAMPLES.items())
def test_plural(name: str, expected: str) -> None:
    """English as designers write it; only the last part of a hyphenated name changes."""
    assert plural(name) == expected


@given(st.from_regex(r"[a-z]{1,6}(-[a-z]{1,6}){0,2}", fullmatch=True))
def test_a_plural_is_a_longer_or_irregular_name_with_the_same_front(name: str) -> None:
    """All but the last part stays as it is."""
    front = name.rpartition("-")[0]
    assert plural(name).rpartition("-")[0] == front
    assert plural(name).count("-") == name.count("-")


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("card", "a card"), ("element", "an element"), ("unit", "a unit"), ("union", "a union"), ("user", "a user"),
        ("one", "a one"), ("unmanned ship", "an unmanned ship"), ("urn", "an urn"), ("euro", "a euro"),
    ],
)  # fmt: skip
def test_an_article_goes_by_the_sound(noun: str, said: str) -> None:
    assert a(noun) == said
