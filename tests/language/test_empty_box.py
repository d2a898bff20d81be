"""What speaks of the box where nothing can lie there."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source

GAME = """\
game "Boxes" "Who has most coins wins"
    players 2
suit is one of clubs, hearts
component card: suit, rank 1..9
    1 of any, any
component token: one of red, green
there is
    deck: pile of card
    discard: area of card
    tokens: area of token
each player has
    coins: 0..999
define worth: {worth}
setup:
    {setup}
    move all box's tokens to tokens
play:
    repeat 3 times:
        {round}
        each player: choose earn or watch
to deal:
    move all box's cards to deck
action earn:
    needs {needs} because "so it is"
    {earn}
action watch: nothing
invariant "none in the box": worth is at least 0
scoring:
    score of player: {score}
    winners: players with highest score
"""
USUAL = {
    "setup": "move all box's cards to deck",
    "round": "shuffle the deck",
    "earn": "add 1 to your coins",
    "needs": "your coins is at most 9",
    "score": "its coins",
    "worth": "0",
}
ALL = "line 15 of setup moves all to deck"
FOUND = [
    ({"score": "total rank of box's cards"}, ALL),
    ({"score": "box's cards's size"}, ALL),
    ({"needs": "(count of box's cards where its rank is 3) is 0"}, ALL),
    ({"needs": "box's cards is empty"}, ALL),
    ({"round": "move all box's cards to deck"}, ALL),
    ({"round": "move all box where it is clubs-1 to deck"}, ALL),
    ({"score": "worth", "worth": "box's cards's size"}, ALL),
    (
        {
            "setup": "move all box where its suit is clubs to deck\n    move all box where its suit is hearts to deck",
            "score": "box's cards's size",
        },
        "setup moves all out of it",
    ),
    ({"setup": "deal", "score": "box's cards's size"}, "setup moves all out of it"),
]
LEFT = [
    {},
    {"score": "total rank of discard"},
    {"worth": "box's cards's size"},
    {"score": "box's cards's size", "earn": "move 1 from the deck to box"},
    {"score": "box's cards's size", "earn": "move deck's first to box"},
    {"score": "box's cards's size", "setup": "move all box where its rank is 3 to deck"},
    {"setup": "shuffle the deck", "round": "deal"},
    {"setup": "shuffle the deck", "round": "move all box's cards to deck"},
    {"setup": "deal", "round": "deal"},
]


def told(change: dict[str, str]) -> list[str]:
    """What is said of the box."""
    found = check(Source("x.rules", GAME.format(**USUAL | change)))
    assert not [each for each in found if each.severity == "error"]
    return [each.message for each in found if each.code == "box-is-empty"]


@pytest.mark.parametrize(("change", "why"), FOUND)
def test_what_asks_the_empty_box_is_told_with_what_empties_it(change: dict[str, str], why: str) -> None:
    (message,) = told(change)
    assert message == (
        f"No card lies in the box here: {why}, and no rule puts one back. Name the zones where they are, or let a rule "
        "put back what is to lie here: move … to box"
    )


@pytest.mark.parametrize("change", LEFT)
def test_where_something_may_lie_there_nothing_is_told(change: dict[str, str]) -> None:
    assert told(change) == []


def test_a_game_that_may_end_in_setup_is_left_alone() -> None:
    dealt = "roll d from 1..6\n    if d is 6: end game, drawn\n    move all box's cards to deck"
    assert told({"setup": dealt, "score": "box's cards's size"}) == []
