"""What a `secret` promises: how a zone is declared that keeps it, and what is looked at in examples."""

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.examples import run_examples
from rulewright.language.diagnostics import applied
from rulewright.language.source import Source
from tests.language.test_told import GAMES

FRAME, _, _ = GAMES["Secrets"].text.partition("play:")
PLAY = "play:\n    each player:\n        open\n        choose act\n        close\nto close: set tally to 0\n"
ACT = 'action act "Nothing": nothing\n'


def source(text: str) -> Source:
    """The frame and these paragraphs."""
    return Source("secrets.rules", FRAME + text)


DECLARED = (
    # what is the same in fewer words, and whatever else stands there
    ("stock: area of card, up to 2", "but its owner ", "stock: hand of card, up to 2"),
    ("stock: area of card", "but its owner ", "stock: hand of card"),
    ("stock: area of card, up to 2", "", "stock: area of card, seen by nobody, up to 2"),
    (
        "stock: row of card, with owner, up to 3",
        "but its owner ",
        "stock: row of card, seen by owner, with owner, up to 3",
    ),
    ("stock: row of card, up to 3", "but others ", "stock: row of card, seen by others, up to 3"),
    ("stock: area of card, seen by everyone, up to 2", "but its owner ", "stock: area of card, seen by owner, up to 2"),
    (
        'stock: pile of card, refilled from spent "all, seen by everyone", seen by everyone',
        "but its owner ",
        'stock: pile of card, refilled from spent "all, seen by everyone", seen by owner',
    ),
    ("stock: slot of card, when player-count is 2", "", "stock: slot of card, seen by nobody, when player-count is 2"),
)


@pytest.mark.parametrize(("declared", "who", "better"), DECLARED)
def test_a_zone_is_declared_anew_with_all_that_stands_there(declared: str, who: str, better: str) -> None:
    more = f"each player has\n    spent: area of card\n    {declared}\n"
    text = source(
        f"{more}{PLAY}to open: move all deck to your spent\n{ACT}" + f'secret "s": nobody {who}sees players\' stock\n'
    )
    (found,) = (each for each in check(text) if each.code == "broken-secret")
    assert f"`{declared}`. Write instead: {better}" in found.message
    assert found.edit is not None
    repaired = applied(text.text, [found.edit])
    assert repaired == text.text.replace(declared, better)
    assert [each for each in check(Source(text.name, repaired)) if each.severity == "error"] == []


def test_what_follows_the_choice_counts() -> None:
    gaps = next(gaps for _, gaps, _ in GAMES["Secrets"].rows if "Say what you lay" in gaps["act"])
    text = GAMES["Secrets"].filled(gaps).text
    laid = text.replace("to close: set tally to 0", "to close: move all your hand to pool")
    assert GAMES["Secrets"].looked_at(Source("secrets.rules", text)) != []
    assert GAMES["Secrets"].looked_at(Source("secrets.rules", laid)) == []


# ---- in play


ROW = """play:
    each player: choose act
{act}secret "row": {secret}
example "a row":
    players Ann, Bob
    given:
        Ann's faces holds {given}
    then:
        tally is 0
"""


def outcome(given: str, secret: str) -> list[str]:
    """What an example says whose row holds this."""
    return [found.message for found in run_examples(source(ROW.format(act=ACT, secret=secret, given=given)))]


@pytest.mark.parametrize(
    ("given", "who", "kept"),
    [
        ("clubs-1?", "", True),
        ("clubs-1", "", True),
        ("clubs-1, clubs-2?(Bob)", "", False),
        ("clubs-2?(Ann)", "", False),
        ("clubs-2?(Ann)", "but its owner ", True),
        ("clubs-2?(Ann, Bob)", "but its owner ", False),
        ("clubs-2?(Bob)", "but its viewers ", True),
    ],
)
def test_who_may_look_at_a_face_down_piece_is_looked_at_in_examples(given: str, who: str, *, kept: bool) -> None:
    found = outcome(given, f"nobody {who}sees players' faces")
    broken = (
        'In example "a row" the position breaks the secret "row" (line 26): card is clubs-2 in Ann\'s faces. Give '
        "another position; or change what it breaks, if that asks too much."
    )
    assert found == ([] if kept else [broken])
