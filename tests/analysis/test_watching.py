"""What players get to know of hidden things though they should not, moves and options without effect: found, and not
told where rules are right."""

from itertools import chain, islice
from math import inf

import pytest

from rulewright.analysis.holes.effort import Share, Watch
from rulewright.analysis.holes.same_moves import SameMoves
from rulewright.analysis.holes.watching import watched
from rulewright.language.checks.compared_hands import compared_hands
from rulewright.loading import read_text, rules_of
from tests.holes.pages import GAMES, Hole, holes, ruleset

LEAKS = [hole for game in GAMES for hole in holes(game) if hole.kind == "leak by order"]
MOST_PLAYERS = {"alchemy": 2, "apotheca": 4, "aurum": 3, "balloon-cup": 2, "biblios": 2, "line-it": 2}

DECK = """
game "Deck" "Turn up a card, and put it back"
    players Ann, Bob
component card: number 1..9
    1 of any
there is
    deck: pile of card
    open: area of card
    discard: area of card
    turns: 0..20
setup:
    move all box to deck
    shuffle deck
play:
    repeat until turns is 20:
        each player from Ann: choose turn-up or wait
action turn-up "Turn up a card":
    move up to 1 from deck to open
    move all open to discard
    add 1 to turns
action wait "Wait": add 1 to turns
scoring:
    winners: players
secret "the deck": nobody sees deck
"""
SHUFFLED = "    shuffle deck\n"
# What is put for what, and what is found then.
CHANGES = {
    "right": ({}, []),
    "forgotten": ({SHUFFLED: ""}, ["known-order"]),
    "no secret": ({SHUFFLED: "", 'secret "the deck": nobody sees deck\n': ""}, []),
    "back on top": ({"to discard": "to deck"}, ["known-order"]),
    "back and shuffled": ({"to discard": "to deck\n    shuffle deck"}, []),
    "one kind": ({SHUFFLED: "", "number 1..9": "number 1..1"}, []),
}


def found_in(text: str, players: int, *, first: bool = False) -> list[str]:
    """The codes of what is found in games of so many players, also by reading how they are compared; or the first."""
    read = read_text("watched.rules", text.encode())
    rules = rules_of(read, "watched", players=players, options={})
    seen = (each.diagnostic for each in watched(rules, Share(None, inf), Watch(inf, lambda: None), SameMoves.of(rules)))
    return [each.code for each in islice(chain(compared_hands(rules.core, read.source), seen), 1 if first else None)]


@pytest.mark.parametrize("hole", LEAKS, ids=lambda hole: f"{hole.game}: {hole.title}")
def test_leaks_by_order_are_found(hole: Hole) -> None:
    (code,) = found_in(hole.text, MOST_PLAYERS[hole.game], first=True)
    assert code in hole.codes


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_games_themselves_leak_nothing(game: str) -> None:
    assert found_in(ruleset(game), MOST_PLAYERS[game]) == []


@pytest.mark.parametrize("change", CHANGES)
def test_an_order_is_known_where_it_was_seen_and_should_not_be(change: str) -> None:
    replaced, found = CHANGES[change]
    text = DECK
    for old, new in replaced.items():
        text = text.replace(old, new)
    assert found_in(text, 2) == found
