"""What looks idle and is not, and what is told of it: the fields that players read, and a name that hides another."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.language.test_told import GAMES


@pytest.mark.parametrize("gaps", [gaps for _, gaps, _ in GAMES["Clues"].rows])
def test_what_only_players_read_can_be_accepted(gaps: dict[str, str]) -> None:
    found = GAMES["Clues"].told(gaps)
    assert all(f"accepted never-read at {one.facts['name']} because" in one.message for one in found)
    reasons = "".join(f'accepted never-read at {one.facts["name"]} because "players read it"\n' for one in found)
    assert GAMES["Clues"].looked_at(Source("test.rules", GAMES["Clues"].filled(gaps).text + reasons)) == []


@pytest.mark.parametrize(
    ("declared", "hidden"),
    [
        ("kind is one of post, tree", "the value post"),
        ("kind is 0..4", "the field post"),
        ("post is one of oak, ash\nkind is one of fir, elm", None),
    ],
)
def test_a_name_that_hides_what_was_meant_is_named(declared: str, hidden: str | None) -> None:
    text = f"""game "Posts" "A pick with the name of something else"
    players 2
{declared}
each player has
    {"post" if hidden == "the field post" else "kept"}: kind
    points: 0..9
play:
    each player: choose guard
action guard "Guard":
    pick post from kinds where it is post
    set your {"post" if hidden == "the field post" else "kept"} to post
    add 1 to your points
scoring:
    score of player: its points
    winners: players with highest score
"""
    message = next(one.message for one in check(Source("test.rules", text)) if one.code == "always-holds")
    assert "it compares post with itself" in message
    assert ("such as other-post" in message) == (hidden is not None)
    assert hidden is None or f"not {hidden}" in message
