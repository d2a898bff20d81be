"""Leaks that a designer may make, each in a shipped game or an example: what tells a secret is found at the effort that
`check` makes by itself, and what is told on purpose is not."""

import re
from pathlib import Path

import pytest

from lab.holes.looking import Effort, Told, told
from lab.holes.pages import Hole, holes_in

pytestmark = pytest.mark.slow

GAME = re.compile(r"^# ([a-z-]+)\n", re.MULTILINE)
PAGE = Path(__file__).with_name("leaks.md").read_text(encoding="utf-8")
_, *PARTS = GAME.split(PAGE)
ROWS = [row for game, page in zip(PARTS[::2], PARTS[1::2], strict=True) for row in holes_in(game, page)]
LEAKS, KEPT = ([row for row in ROWS if (row.kind == "kept") is kept] for kept in (False, True))
SECRECY = frozenset(
    ("told-secret", "broken-secret", "menu-tells", "secret-shown", "seen-on-the-way", "known-order", "hidden-guard")
)
SECONDS = 5.0
"""By default `check` plays so long."""


def titled(row: Hole) -> str:
    return f"{row.game}: {row.title}"


def secrecy(row: Hole) -> list[Told]:
    """What is said of secrets."""
    return [each for each in told(row.text, Effort(SECONDS)) if each.code in SECRECY]


def test_there_are_enough_rows() -> None:
    assert len(LEAKS) >= 40
    assert len(KEPT) >= 20


def test_at_most_one_in_twenty_is_missed() -> None:
    assert sum(row.by == "missed" for row in LEAKS) <= len(LEAKS) // 20


@pytest.mark.parametrize("row", [row for row in LEAKS if row.by != "missed"], ids=titled)
def test_what_tells_a_secret_is_found(row: Hole) -> None:
    found = secrecy(row)
    assert any(part in each.line for each in found for part in row.at), found


@pytest.mark.parametrize("row", KEPT, ids=titled)
def test_what_is_told_on_purpose_is_not_found(row: Hole) -> None:
    assert secrecy(row) == []
