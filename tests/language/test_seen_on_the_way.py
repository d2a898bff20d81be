"""Hidden pieces that are gathered through an open zone."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source

GAME = """\
game "Rounds" "Who has most coins wins"
    players {players}
suit is one of clubs, hearts
component card: suit, rank 1..9
    1 of any, any
there is
    deck: pile of card
    discard: pile of card, seen by everyone
    aside: pile of card
    table: row of card, face up or down
    ahead: player
each player has
    hand: hand of card
    coins: 0..99
define openly: discard's size
setup:
    move all box's cards to deck
play:
    repeat 3 times:
        shuffle the deck
        each player: move 3 from the deck to your hand
        each player: choose earn or watch
        gather
to count-up:
    if discard's first's rank is 9: add 1 to ahead's coins
to tidy: set ahead to first p in players with highest coins
to gather:
    {gathering}
action earn: add 1 to your coins
action watch: nothing
scoring:
    score of player: its coins
    winners: players with highest score
"""
BACK = "move all discard to deck"
FOUND = [
    ("each player: move all your hand to discard", BACK),
    ("for each p in players: move all p's hand to discard", BACK),
    ("move all players' hand to discard", BACK),
    ("move all players' hand to discard", "shuffle the deck", "tidy", BACK),
    ("move all players' hand to box", "move all box's cards to deck"),
    ("move all deck to discard", "move all discard to aside"),
]
MEANT = [
    ("move all players' hand to discard",),
    ("move all players' hand to deck", BACK),
    ("show players' hand to everyone", "move all players' hand to discard", BACK),
    ("move all players' hand to discard", "each player: choose earn or watch", BACK),
    ("move all players' hand to discard", "move all discard to ahead's hand"),
    ("move all players' hand to discard", "count-up", BACK),
    ("move all players' hand to discard", "if openly is 3: add 1 to ahead's coins", BACK),
    ("move all players' hand to discard", "move 1 from discard to aside", BACK),
    ("move all players' hand to discard", "move all discard to table face down"),
    ("move all table to discard", BACK),
    (BACK, "move all players' hand to discard"),
    ("move all players' hand to aside", "move all aside to deck"),
]


def told(lines: tuple[str, ...], players: str = "2") -> list[str]:
    """What is said of these sentences at the end of a round."""
    source = Source("x.rules", GAME.format(gathering="\n    ".join(lines), players=players))
    found = check(source)
    assert not [each for each in found if each.severity == "error"]
    return [source.text[each.span.start : each.span.end] for each in found if each.code == "seen-on-the-way"]


@pytest.mark.parametrize("lines", FOUND)
def test_what_is_open_only_on_the_way_is_told(lines: tuple[str, ...]) -> None:
    (place,) = told(lines)
    assert lines[0].endswith(place)


@pytest.mark.parametrize("lines", MEANT)
def test_what_is_left_open_or_asked_or_shown_is_meant(lines: tuple[str, ...]) -> None:
    assert told(lines) == []


def test_nobody_hides_anything_from_the_only_player() -> None:
    assert told(FOUND[0], players="1") == []
