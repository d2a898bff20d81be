"""A tiny game: cards of three sorts, two of each. Both seats get one; in four turns each lays a card of its hand in the
row, never the sort that was laid last, or takes one. Score: the numbers of the sorts that a seat has laid.
"""

from rulewright import Rules
from tests.made.loading import loaded

TEXT = """\
game "Tiny"
    players Ann, Bob
sort is one of one, two, three
component card: sort
    2 of any
there is
    deck: pile of card
    row: row of card, with owner
each player has
    hand: hand of card
setup:
    move all box to deck
    shuffle deck "the deck"
    each player: move 1 from deck to your hand
play:
    repeat 2 times:
        each player: choose lay or take
    if deck's size is 6:
        each player: choose idle
action lay "Lay a card":
    pick card from your hand
    needs card's sort is not row's last's sort   because "never the same twice"
    move card to row
action take:
    needs deck is not empty   because "the deck is empty"
    move 1 from deck to your hand
action idle: nothing
scoring:
    score of player p: total worth of (row where its owner is p)
    winners: players with highest score
define worth of card: its sort's number
invariant "at most three cards are played": row's size is at most 3
"""


def rules(text: str = TEXT) -> Rules:
    """The tiny game, or a variation of it."""
    return loaded(text)


def changed(*changes: tuple[str, str]) -> Rules:
    """The tiny game with some words exchanged."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return rules(text)


def stuck() -> Rules:
    """Nobody can do what is asked for."""
    idle = ("action idle: nothing", "action idle:\n    needs deck is empty\n    nothing")
    return changed(("choose lay or take", "choose idle"), idle)


def endless() -> Rules:
    """To lay a card takes for ever."""
    loop = ("    move card to row\n", "    move card to row\n    repeat until row is empty: shuffle-in\n")
    return changed(loop, ("action idle", "to shuffle-in: move all box to deck\naction idle"))
