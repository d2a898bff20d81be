"""Piles that nobody sees and whose order all know: found in large games as in small ones, and silent where a secret
says by what that may be."""

from math import inf

import pytest

from rulewright.analysis.playtest.effort import Share, Watch
from rulewright.analysis.playtest.known_orders import known_orders
from rulewright.analysis.playtest.searching import Search
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.positions import GIB

DECK = """
game "Deck" "Turn up a card, and lay one back"
    players Ann, Bob
component card: number 1..9
    2 of any
there is
    deck: pile of card
    open: area of card
    discard: area of card
    turns: 0..20
each player has
    hand: hand of card
setup:
    prepare
    shuffle deck
    each player: move 3 from deck to your hand
play:
    repeat until turns is 20:
        each player from Ann:
            choose ACTIONS
        add 1 to turns
to prepare: move all box to deck
action draw-one "Draw":
    move up to 1 from deck to your hand
action lay-back "Put a card of the table on the deck":
    pick card from open
    move card to deck
action show-one "Lay a card on the table":
    pick card from your hand
    move card to open
action return-one "Put a card back that you have shown":
    pick card from your hand
    move card to discard
    move all discard to deck
action keep-one "Put a card back that nobody sees":
    pick card from your hand
    move card to deck
action show-back "Show your highest card, and put it back":
    let proof be the first card in your hand where card's number is (highest number of your hand)
    show proof to everyone
    move proof to deck
action show-highest "Show your highest card, and put one back that nobody sees":
    let proof be the first card in your hand where card's number is (highest number of your hand)
    show proof to everyone
    choose keep-one
scoring:
    winners: players
SECRET
"""
SHUFFLED, LAID, SHOWN = "    shuffle deck\n", "draw-one or show-one or lay-back", "draw-one or return-one"
EITHER = f"{LAID} or return-one"
SECRET = 'secret "the deck": nobody sees deck'
OTHER = 'secret "the order": nobody sees deck'
# What can be chosen, what is said of the deck, and whether it is told that all know what lies on top.
CASES = {
    "nothing is laid back": ("draw-one or show-one", SECRET, False),
    "laid back in sight": (LAID, SECRET, True),
    "laid back in sight, and said": (LAID, f"{SECRET}, except by lay-back", False),
    "laid back in sight, and something else is said": (LAID, f"{SECRET}, except by draw-one", True),
    "shown and laid back": (SHOWN, SECRET, True),
    "shown and laid back, and said": (SHOWN, f"{SECRET}, except by return-one", False),
    "two ways, and one is said": (EITHER, f"{SECRET}, except by lay-back", True),
    "two ways, and the other is said": (EITHER, f"{SECRET}, except by return-one", True),
    "two ways, and both are said": (EITHER, f"{SECRET}, except by lay-back or return-one", False),
    "two secrets": (EITHER, f"{SECRET}, except by lay-back\n{OTHER}, except by return-one", False),
    "laid back unseen": ("draw-one or keep-one", SECRET, False),
    "shown in the hand and laid back": ("draw-one or show-back", SECRET, True),
    "shown in the hand, and perhaps another is laid back": ("draw-one or show-highest", SECRET, False),
}


def rules(text: str, players: int = 2) -> Rules:
    """The rules of a text, which note what happens."""
    return rules_of(read_text("deck.rules", text.encode()), "deck", players=players, options={}, noting=True)


def told(made: Rules) -> bool:
    """Whether it is told in a few games that all know a pile."""
    return next(known_orders(made, 0, range(3), 100, Watch(inf)), None) is not None


@pytest.mark.parametrize("case", CASES)
def test_a_secret_says_by_what_an_order_may_be_known(case: str) -> None:
    actions, secret, found = CASES[case]
    assert told(rules(DECK.replace("ACTIONS", actions).replace("SECRET", secret))) is found


@pytest.mark.parametrize(("secret", "found"), [(SECRET, True), (f"{SECRET}, except by prepare", False)])
def test_a_setup_says_so_by_a_procedure(secret: str, found: bool) -> None:
    text = DECK.replace(SHUFFLED, "").replace("ACTIONS", "draw-one or show-one").replace("SECRET", secret)
    assert told(rules(text)) is found


BOTTOM = """\
    move all box to stock
    shuffle stock
    move 3 from stock to open
    lay-under
    move all stock to deck
"""
UNDER = "to lay-under: move all open to deck\n"


@pytest.mark.parametrize(("secret", "found"), [(SECRET, True), (f"{SECRET}, except by lay-under", False)])
def test_the_bottom_may_be_known(secret: str, found: bool) -> None:
    text = DECK.replace(f"    prepare\n{SHUFFLED}", BOTTOM).replace("to prepare: move all box to deck\n", UNDER)
    text = text.replace("    open:", "    stock: pile of card\n    open:")
    assert told(rules(text.replace("ACTIONS", "draw-one").replace("SECRET", secret))) is found


def test_orders_are_looked_for_where_nothing_else_is_watched() -> None:
    made = rules(DECK.replace("ACTIONS", LAID).replace("SECRET", SECRET))
    search = Search(made, GIB, strict=False)
    share = Share(2_000, inf, inf)
    assert "known-order" in [each.diagnostic.code for each in search.sightings(share, watching=False)]


def test_games_in_which_a_pile_is_laid_anew_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.playtest.searching.ORDERED_GAMES", 3)
    text = DECK.replace("turns is 20", "turns is 6").replace("ACTIONS", LAID).replace("SECRET", SECRET)
    made = rules(text.replace("    pick card from open\n", "    needs open's size is 8\n    pick card from open\n"))
    assert next(known_orders(made, 0, range(3), 100, Watch(inf)), None) is None
    found = Search(made, GIB, strict=False).ordered(Share(None, inf, inf))
    assert [each.diagnostic.code for each in found] == ["known-order"]


def test_games_in_which_chance_is_asked_for_ever_are_left() -> None:
    text = DECK.replace("            choose ACTIONS\n        add 1 to turns", "            shuffle deck").replace(
        "SECRET", SECRET
    )
    assert not told(rules(text))
