"""What players get to know of hidden things though they should not, moves and options without effect: found, and not
told where rules are right."""

import re
from collections.abc import Iterator
from itertools import chain, islice
from math import inf

import pytest

from lab.holes.pages import GAMES, Hole, holes, ruleset
from rulewright.analysis.playtest.effort import Share
from rulewright.analysis.playtest.searching import Search
from rulewright.language.checks.secrets import compared_hands
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.positions import GIB

pytestmark = pytest.mark.thorough

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

ASKED = """
game "Asked" "Lay a card, or wait"
    players Ann, Bob, Cid
component card: number 1..9
    8 of any
there is
    deck: pile of card
    table: area of card
    rounds: 0..10
    hot: yes or no, seen by nobody
each player has
    hand: hand of card
    fate: pile of card
setup:
    move all box to deck
    shuffle deck
    each player: move 3 from deck to your hand
    each player: move 1 from deck to your fate
play:
    repeat until rounds is 10:
        each player:
            QUESTION
        add 1 to rounds
action lay "Lay a card":
    pick card from your hand
    move card to table
    move 1 from deck to your hand
action wait "Wait":
    move 1 from deck to table
action guess "Say that the next one is high":
    if deck's first's number is more than 6: ask-again(you)
    move 1 from deck to table
to ask-again(player p):
    ask p:
        choose lay or wait
define high: deck's first's number is more than 6
define luck of player: total number of its fate
scoring:
    winners: players
secret "hands": nobody but its owner sees players' hand
"""
EITHER = "if {}: choose lay or wait\n            otherwise: choose wait"
TOP = "let top be deck's first\n            "
HOT = "set hot to high\n            "
AT_TIMES = "set hot to no\n            if high: set hot to yes\n            "
FATE = "ask (first p in players with highest luck): choose wait\n            move 1 from deck to your fate"
# What a player is asked, the line at which that betrays something, and what; nobody sees it, or not who is asked.
QUESTIONS = {
    "the top of a pile": (EITHER.format("deck's first's number is more than 6"), "if deck's first", "deck"),
    "by a definition": (EITHER.format("high"), "if high", "deck"),
    "kept in a local": (TOP + EITHER.format("top's number is 9"), "if top", "deck or fate"),
    "kept in a hidden field": (f"{HOT}{EITHER.format('hot')}", "if hot", "hot"),
    "kept in a hidden field by a condition": (f"{AT_TIMES}{EITHER.format('hot')}", "if high", "deck"),
    "another's hand": (
        EITHER.format("some c in your left's hand where c's number is more than 7"),
        "if some c",
        "hand",
    ),
    "somebody is skipped": ("if high or you is Cid: choose lay or wait", "if high", "deck"),
    "somebody is asked more often": ("choose lay or wait\n            if high: choose wait", "if high", "deck"),
    "who is asked": (FATE, "choose wait", "deck or fate"),
}
OWN = {
    "one's own hand": EITHER.format("some c in your hand where c's number is 9"),
    "what another holds decides about that one": EITHER.format("some c in your hand where c's number is more than 7"),
}
"""The player who is asked sees why; the others learn something of a hand."""
RIGHT = {
    "how many there are": EITHER.format("deck's size is more than 40"),
    "how many another holds": EITHER.format("your left's hand's size is 3"),
    "what was shown": f"show deck's first to everyone\n            {EITHER.format('high')}",
    "what the player was shown": f"show deck's first to you\n            {EITHER.format('high')}",
    "what lies open": EITHER.format("some c in table where c's number is 9"),
    "a guess that was right": "choose guess or wait",
}


def noting(text: str, players: int) -> Rules:
    """The rules for so many players, which note what happens."""
    return rules_of(read_text("watched.rules", text.encode()), "watched", players=players, options={}, noting=True)


def found_in(text: str, players: int, *, first: bool = False) -> list[str]:
    """The codes of what is found in games of so many players, also by reading how they are compared; or the first."""
    rules = noting(text, players)
    compared = compared_hands(rules.core, Source("watched.rules", text))
    return [each.code for each in islice(chain(compared, seen_in(rules)), 1 if first else None)]


def seen_in(rules: Rules) -> Iterator[Diagnostic]:
    """What is found by watching games."""
    search = Search(rules, GIB, strict=False)
    share = Share(None, inf, inf)
    return (each.diagnostic for each in chain(search.ordered(share), search.watched(share)))


def orders(text: str, players: int = 2) -> list[str]:
    """What is said of known orders, up to what can be done where they are meant."""
    told = (each.message for each in seen_in(noting(text, players)) if each.code == "known-order")
    return [message.partition(" Or if all may know it, ")[0] for message in told]


def put(text: str, message: str) -> str:
    """The text with the sentence that a message says to put below a line, and where it says so."""
    found = re.search(r"Put `(.+)` below line (\d+), before", message)
    assert found
    lines = text.splitlines(keepends=True)
    above = lines[int(found[2]) - 1]
    lines.insert(int(found[2]), f"{above[: len(above) - len(above.lstrip())]}{found[1]}\n")
    return "".join(lines)


ALL_SHUFFLED = "    move all box to deck\n    shuffle deck\n"
TWO_MOVES = ("    move all box to deck\n", "    move all box where its number is 1 to deck\n    move all box to deck\n")
TWICE = ("    turns: 0..20\n", "    turns: 0..20\n    stock: pile of card\n")
STOCK = """\
    move all box where its number is at least 7 to stock
    shuffle stock
    move 1 from stock to open
    move all box to deck
"""
OWNED = """\
game "Own decks" "Draw a card of your own"
    players Ann, Bob
component card: number 1..9
    2 of any
each player has
    deck: pile of card
    hand: hand of card
setup:
    each player: move all box where its number mod 2 is your seat mod 2 to your deck
    each player:
        move 1 from your deck to your hand
play:
    each player: choose lay
action lay "Lay a card":
    pick card from your hand
    move card to box
scoring:
    winners: players
"""
ENDLESS = """\
game "Lots" "Draw lots out of as many as are wanted"
    players Ann, Bob
component lot: number 1..9
    unlimited of any
there is
    urn: pile of lot, up to 20
each player has
    hand: hand of lot
setup:
    for each one in lots: move one to urn
    each player:
        move 1 from urn to your hand
play:
    each player: choose lay
action lay "Lay a lot":
    pick lot from your hand
    move lot to box
scoring:
    winners: players
"""
IN_ONE = "    each player: move all box where its number mod 2 is your seat mod 2 to your deck\n    each player:\n"
IN_BLOCK = "    each player:\n        move all box where its number mod 2 is your seat mod 2 to your deck\n"
# What is put for what, and what is said of it.
PLACES = {
    "forgotten": ([(SHUFFLED, "")], "Put `shuffle deck` below line 12, before line 17 takes one."),
    "in a row": ([(SHUFFLED, ""), TWO_MOVES], "Put `shuffle deck` below line 13, before line 18 takes one."),
    "too early": (
        [(ALL_SHUFFLED, "    shuffle deck\n    move all box to deck\n")],
        "Line 12 shuffles it too early: before these come. Put `shuffle deck` below line 13, before line 18 takes one.",
    ),
    "another twice": (
        [TWICE, (ALL_SHUFFLED, f"{STOCK}    shuffle stock\n")],
        (
            "Line 17 shuffles stock, which line 14 has shuffled already: is deck meant? "
            "Put `shuffle deck` below line 16, before line 22 takes one."
        ),
    ),
    "another that has changed": (
        [TWICE, (ALL_SHUFFLED, f"{STOCK}    move all open to stock\n    shuffle stock\n")],
        "Put `shuffle deck` below line 16, before line 23 takes one.",
    ),
}


@pytest.mark.parametrize("case", PLACES)
def test_where_to_shuffle_is_said_and_helps(case: str) -> None:
    replaced, said = PLACES[case]
    text = DECK
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    (message,) = orders(text)
    assert message.partition("everybody knows that it is ")[2].partition(". ")[2] == said
    assert orders(put(text, message)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OWNED, "Put `each player: shuffle your deck` below line 9, before line 11 takes one."),
        (OWNED.replace(IN_ONE, IN_BLOCK), "Put `shuffle your deck` below line 10, before line 11 takes one."),
        (ENDLESS, "Put `shuffle urn` below line 10, before line 12 takes one."),
    ],
)
def test_what_is_told_is_what_the_author_may_write(text: str, said: str) -> None:
    (message,) = orders(text)
    assert message.endswith(said)
    assert orders(put(text, message)) == []


@pytest.mark.slow
@pytest.mark.parametrize("hole", [hole for hole in LEAKS if "known-order" in hole.codes], ids=lambda hole: hole.title)
def test_a_shuffle_where_it_is_told_mends_the_leak(hole: Hole) -> None:
    """Where the pieces come to the pile in two places, the second is told once the first is mended."""
    text, players = hole.text, MOST_PLAYERS[hole.game]
    for _ in range(2):
        for message in orders(text, players):
            text = put(text, message)
    assert orders(text, players) == []


@pytest.mark.sampled(5, 5)
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


@pytest.mark.sampled(12, 12)
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_betrays_what_it_depends_on(name: str) -> None:
    question, at, hidden = QUESTIONS[name]
    text = ASKED.replace("QUESTION", question)
    (found,) = (each for each in seen_in(noting(text, 3)))
    assert text[: found.span.start].count("\n") == text[: text.index(at, text.index("play:"))].count("\n")
    assert f"depends here on {hidden}, and" in found.message
    assert ("does not see" if name == "another's hand" else "nobody sees") in found.message


@pytest.mark.sampled(3, 3)
@pytest.mark.parametrize("name", RIGHT)
def test_a_question_may_depend_on_what_is_seen(name: str) -> None:
    assert [*seen_in(noting(ASKED.replace("QUESTION", RIGHT[name]), 3))] == []


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("name", OWN)
def test_a_question_by_what_only_the_asked_one_sees_tells_a_secret_if_there_is_one(name: str) -> None:
    text = ASKED.replace("QUESTION", OWN[name])
    assert [each.code for each in seen_in(noting(text, 3))] == ["told-secret"]
    secret = 'secret "hands": nobody but its owner sees players\' hand\n'
    assert [*seen_in(noting(text.replace(secret, ""), 3))] == []
