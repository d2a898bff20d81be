"""What looks idle and is not: a definition is judged for all who ask it, and what may be none is not taken for none."""

import re

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source

CODES = {"always-holds", "never-holds", "which-piece", "hidden-guard", "never-read"}

CARDS = """\
game "Cards" "A definition, and who asks it"
    players 2..3
suit is one of clubs, hearts
value is 1..13
component card: suit, rank value
    1 of any, any
    0 of hearts, 13
there is
    deck: pile of card
    starter: slot of card
    table: area of card
    mark: value or none
each player has
    hand: hand of card
    points: 0..121
setup:
    move all box to deck
    shuffle the deck
    move 6 from the deck to table
    each player: move 4 from the deck to your hand
play:
    repeat 5 times:
        each player: choose high or low or nothing-more
action high "Take with any card":
    pick card from your hand
    pick 1..2 chosen from table
    {high}
    move all chosen to your hand
action low "Take with a low card":
    pick card from your hand where its rank is at most 10
    pick 1..2 chosen from table
    {low}
    move all chosen to your hand
action nothing-more "Nothing":
    if deck is not empty and starter is empty: move 1 from deck to starter
    otherwise: set mark to 3
    let cut be starter
    {body}
define {define}
scoring:
    score of player: its hand's size + its points + mark
    winners: players with highest score
"""


def told(text: str) -> list[str]:
    """The codes of what is told of such things."""
    return [one.code for one in check(Source("test.rules", text)) if one.code in CODES or one.severity == "error"]


# A definition, below it the guards of both actions (the second may be the same), what else asks it, and what is told;
# ` / ` parts lines. In turn: one caller filters, the other does not; it is certain before the game begins for one of
# them; emptiness, membership and quantifiers of what is handed over; by way of another definition; in a trial, and of a
# card without copies; asked of what may be none, and of nothing else; of a range one half is idle; what is so for all.
DEFINED = """
makes of cards s (value r): (total rank of s) is r and (r is at most 10 or s's size is 1)
    needs chosen is makes(card's rank)
makes(cards s, value r): r is in 1..10 and s is not empty
    needs makes(chosen, card's rank)
makes(cards s, value r): s's size is 2 or r is at most 10
    needs makes(chosen, 12) | needs makes(chosen, card's rank)
makes(cards s, cards r): s is empty or r is not empty or s's size is 1
    needs makes(chosen, table) | needs makes(your hand, chosen) | if makes(starter, your hand): add 1 to your points
makes(cards s, value r): (no c in s where c's rank is more than 12) or r is 13
    needs makes(your hand, card's rank)
makes(cards s, value r): s is fits(r) / define fits of cards s (value r): r is less than 11
    needs makes(chosen, card's rank)
makes(cards s, value r): s is not empty and r is not 13
    must leave makes(your hand, card's rank) | nothing | if makes(your hand, 13): add 1 to your points
nobs(card c): count of players' hand where its rank is 11 and its suit is c's suit
    nothing | | add nobs(cut) to your points
nobs(value v): count of players where its points is at least v
    nothing | | add nobs(mark) + 1 to your points
nobs(card c): /     2 when c is not none and c's rank is 11 /     1 otherwise
    nothing | | add nobs(first c in table with highest rank) to your points
half: table's size is in 0..3
    needs half
half: table's size is not in 3..99
    needs half | needs not half
makes(cards s, value r): s's size is 2 and r is at most 13
    needs makes(chosen, card's rank) | |  | always-holds
makes(cards s, value r): s's size is 2 or r is more than 10
    nothing | needs makes(chosen, card's rank) | | never-holds
half: table's size is in 0..99
    needs half | |  | always-holds always-holds
half: table's size is not in 0..99
    needs half | |  | never-holds never-holds
half: deck's first is not none
    needs not (table's size is 99) | needs half | | never-holds
"""


@pytest.mark.parametrize(("define", "asked"), re.findall("^(.*)\n    (.*)$", DEFINED, re.MULTILINE))
def test_a_definition_is_judged_for_all_who_ask_it(define: str, asked: str) -> None:
    high, low, body, codes = (*map(str.strip, asked.split("|")), "", "", "")[:4]
    text = CARDS.format(
        define=define.replace(" / ", "\n"), high=high, low=low or high, body=body.replace(" / ", "\n") or "nothing"
    )
    assert told(text) == codes.split()


BOXES = """\
game "Boxes" "Pieces of a player, and others that are of nobody"
    players red, blue
cell is grid 1 by 3
form is one of dot, dash
component mark, called "{{player}}-box": player or none, form or none
    3 of any
    3 of none, dot, called "o"
    3 of none, dash, called "h"
there is
    board: mark on each cell
    boss: player or none
play:
    each player: choose place
    end game, won by red
action place "Place":
    pick cell from cells where it is empty
    if boss is none: set boss to you
    move 1 from box where {test} to cell
define mine of mark m (player p): m's player is p
define named of mark: it is o
"""


@pytest.mark.parametrize(
    ("test", "codes"),
    [
        ("its player is you", []),
        ("its player is the same as your left", []),
        ("its player is boss", []),
        ("it is mine(you)", []),
        ("its player is not none and it is mine(your left)", []),
        ("(its player is you and its form is not dash)", []),
        ("it is named", []),
        ("its form is dash", []),
        ("its player is the same as boss", ["which-piece"]),
        ("its player is none", ["which-piece"]),
        ("its player is not you", ["which-piece"]),
        ("not (it is mine(you))", ["which-piece"]),
        ("(its player is you or it is named)", ["which-piece"]),
    ],
)
def test_pieces_of_nobody_are_not_mine(test: str, codes: list[str]) -> None:
    assert told(BOXES.format(test=test)) == codes


CLUES = """\
game "Clues" "Fields that players read"
    players 2
suit is one of red, blue
component card: suit, rank 1..5
    1 of any, any
there is
    deck: pile of card
    pot: 0..9
each player has
    hand: row of card, seen by others
    points: 0..9
    {field}
each card in hand has
    hint: suit or none
setup:
    move all box to deck
    shuffle the deck
    each player: move 3 from deck to your hand
play:
    repeat 3 times:
        each player: choose tell
action tell "Tell your left what one of its cards is":
    pick card from your left's hand
    {sentence}
    add 1 to your points
scoring:
    score of player: its points
    winners: players with highest score
"""


@pytest.mark.parametrize(
    ("field", "sentence", "codes"),
    [
        ("", "set card's hint to card's suit", []),
        ("spies: set of player, seen by owner", "add your left to your spies", []),
        ("known: suit or none, seen by owner", "set your left's known to card's suit", []),
        ("known: suit or none", "set your left's known to card's suit", ["never-read"]),
        ("", "add card's rank to pot", ["never-read"]),
    ],
)
def test_what_some_players_see_is_there_to_be_read(field: str, sentence: str, codes: list[str]) -> None:
    text = CLUES.format(field=field, sentence=sentence)
    assert told(text) == codes
    found = [one for one in check(Source("test.rules", text)) if one.code == "never-read"]
    assert all(f"accepted never-read at {one.facts['name']} because" in one.message for one in found)
    reasons = "".join(f'accepted never-read at {one.facts["name"]} because "players read it"\n' for one in found)
    assert told(text + reasons) == []


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
