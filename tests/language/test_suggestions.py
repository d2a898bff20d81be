"""What a message suggests, carried out, is accepted and says what the author meant.

A table: where a line stands, the line, and what the edit makes of it; ` / ` parts the lines of one case.
"""

import pytest

from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.source import Source
from tests.analysis.looking import run_examples

FRAME = """\
game "x"
    players 2
sort is one of earth, wind, fire, water
component card: sort, rank 1..9
    1 of any, any
space is grid 8 by 8
component man: player
    4 of any
there is
    deck: pile of card
    pool: area of card
    heap: area of man
    field: man on each space
    captured: set of sort
    bank: counts of sort
    pot: 0..99
    mark: space or none
    bearer: player or none
each player has
    hand: hand of card
    coins: 0..99
each space has
    toll: 0..9
setup:
    move all box's cards to deck
    shuffle the deck
    each player: move 3 from the deck to your hand
play:
    each player: choose lay
action lay "Lay":
    pick card from your hand
    HEAD
    move card to pool
    BODY
scoring:
    score of player p: its coins
    winners: players with highest score
define ripe of card: RIPE
example "e":
    players Ann, Bob
    given:
        Ann's hand holds earth-1
        GIVEN
    then:
        pot is 0
"""
EMPTY = {"HEAD": "let idle be 0", "BODY": "add 0 to pot", "RIPE": "its rank is 3", "GIVEN": "pot is 0"}
OVERSIGHTS = ("warning", "suspicion")


def framed(place: str, lines: str) -> str:
    text = FRAME
    for each, otherwise in EMPTY.items():
        column = 8 if each == "GIVEN" else 4
        text = text.replace(each, (lines if each == place else otherwise).replace(" / ", "\n" + " " * column))
    return text


def told(text: str) -> list[Diagnostic]:
    source = Source("x.rules", text)
    return [each for each in check(source) if each.severity not in OVERSIGHTS] or list(run_examples(source))


CARRIED_OUT = """
BODY | set pot to highest rank of pool with lowest sort | set pot to highest rank of (pool with lowest sort)
BODY | set pot to total rank of your hand with highest rank | set pot to total rank of (your hand with highest rank)
BODY | set pot to (lowest rank of pool with highest sort) + 1 | set pot to (lowest rank of (pool with highest sort)) + 1
BODY | set pot to highest rank of pool with sort earth | set pot to highest rank of pool where its sort is earth
BODY | move up to 3 cards from deck to pool | move up to 3 from deck to pool
BODY | set captured to earth, wind | set captured to earth + wind
BODY | set captured to earth, wind and fire | set captured to earth + wind + fire
BODY | set captured to earth and wind | set captured to earth + wind
BODY | set bank to earth and earth and wind | set bank to earth + earth + wind
BODY | if captured is earth, wind: add 1 to pot | if captured is earth + wind: add 1 to pot
BODY | if captured is earth and wind: add 1 to pot | if captured is earth + wind: add 1 to pot
BODY | if captured is not earth, wind: add 1 to pot | if captured is not earth + wind: add 1 to pot
HEAD | pick by from 5, 10 / add by to pot | pick by from 5..10 where it is 5 or it is 10 / add by to pot
HEAD | pick n from 10, 5 or 20 | pick n from 5..20 where it is 10 or it is 5 or it is 20
HEAD | pick n from 5 or 10 | pick n from 5..10 where it is 5 or it is 10
HEAD | pick 2 ns from 1, 3, 5 | pick 2 ns from 1..5 where it is 1 or it is 3 or it is 5
RIPE | its sort is wind..fire | its sort is at least wind and its sort is at most fire
RIPE | its sort is not wind..fire | its sort is less than wind or its sort is more than fire
RIPE | its rank is 3..5 | its rank is in 3..5
RIPE | its rank is not 3..5 | its rank is not in 3..5
RIPE | its sort is in earth, water | its sort is earth or its sort is water
RIPE | its sort is in (earth, wind, water) | its sort is earth or its sort is wind or its sort is water
RIPE | its sort is in {earth, water} | its sort is earth or its sort is water
RIPE | pot is 1 and its sort is in earth, water | pot is 1 and (its sort is earth or its sort is water)
RIPE | its rank is not in 1, 3 or 5 | its rank is not 1 and its rank is not 3 and its rank is not 5
RIPE | its rank is 1, 3 and its sort is earth | (its rank is 1 or its rank is 3) and its sort is earth
GIVEN | captured is earth, wind | captured holds earth, wind
GIVEN | captured is earth and wind | captured is earth + wind
GIVEN | bank is earth * 2, wind | bank holds earth * 2, wind
GIVEN | deck is earth-3, wind-2 | deck holds earth-3, wind-2
GIVEN | Ann's coins is 3, Bob's coins is 2 | Ann's coins is 3 / Bob's coins is 2
"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("row", CARRIED_OUT.strip().splitlines())
def test_a_line_becomes_what_was_meant(row: str) -> None:
    place, wrong, right = (part.strip() for part in row.split("|"))
    text = framed(place, wrong)
    (found,) = told(text)
    assert found.edit is not None
    assert applied(text, [found.edit]) == framed(place, right)
    assert told(framed(place, right)) == []


# Words that are listed in a pick stand for themselves: what is said, and the lines that say what was meant.
LISTED = """
pick s from b8, d8 / move 1 from heap where its player is you to s | pick s from spaces where it is b8 or it is d8
pick space from b8, d8 / add 1 to space's toll | pick space from spaces where it is b8 or it is d8
pick s from b8, d8 / set mark to s | pick s from spaces where it is b8 or it is d8
pick s from b8, d8 / if s's row is 8: add 1 to pot | pick s from spaces where it is b8 or it is d8
pick s from b8, d8 / if s is empty: add 1 to pot | pick s from spaces where it is b8 or it is d8
pick s from b8, d8 / swap s and a1 | pick s from spaces where it is b8 or it is d8
pick s from earth, fire / add s to captured | pick s from sorts where it is earth or it is fire
"""


@pytest.mark.parametrize("row", LISTED.strip().splitlines())
def test_what_is_picked_from_words_is_picked_from_all_values_instead(row: str) -> None:
    lines, better = (part.strip() for part in row.split("|"))
    (found,) = told(framed("HEAD", lines))
    assert found.message.endswith(f"Write there: {better}.")
    first, rest = lines.split(" / ")
    assert told(framed("HEAD", f"{better} / {rest}")) == [], first


@pytest.mark.parametrize(
    "use",
    [
        "move 1 from deck to z",
        "if z's size is 3: add 1 to pot",
        "if some c in z where c's rank is 3: add 1 to pot",
        "shuffle z",
        'draw c from z "x" / move c to pool',
    ],
)
def test_what_is_picked_from_names_of_zones_is_said_for_each(use: str) -> None:
    (found,) = told(framed("HEAD", f"pick z from pool, hand / {use}"))
    assert "`pool` for `z` behind `if z is pool:`, or in a guard before `when z is pool`." in found.message
    guard, sentence = 'needs pool is empty when z is pool because "x"', "if z is pool: move 1 from deck to pool"
    assert told(framed("HEAD", f"pick z from pool, hand / {guard} / {sentence}")) == []


@pytest.mark.parametrize("zone", ["pool", "your hand", "card's hand"])
def test_what_stands_behind_up_to_is_a_number(zone: str) -> None:
    (found,) = told(framed("BODY", f"move up to {zone}"))
    assert f"move up to 3 from ZONE to {zone}." in found.message
    assert f"move all ZONE to {zone}." in found.message
    assert told(framed("BODY", "move up to 3 from deck to pool / move all your hand to pool")) == []


SET = """\
game "Set" "What does x is a set mean?"
    players 2
suit is one of clubs, hearts, spades
component card, called "card-{suit}": suit
    1 of any
there is
    dead: set of suit
    found: 0..3
play:
    each player: choose look
action look "Count":
    for each c in box's cards where CONDITION: add 1 to found
scoring:
    score of player: found
    winners: players with highest score
example "x":
    players Ann, Bob
    given:
        DEAD
    at play
    when:
        Ann: look
    then:
        found is FOUND
"""


@pytest.mark.parametrize(
    ("condition", "inside", "same"),
    [
        ("c's suit is dead", "c's suit is in dead", "dead is c's suit"),
        ("c's suit is not dead", "c's suit is not in dead", "dead is not c's suit"),
        ("c's suit is the same as dead", "c's suit is in dead", "dead is c's suit"),
    ],
)
@pytest.mark.parametrize(
    ("dead", "within", "alone"), [("dead is clubs", 1, 1), ("dead holds clubs, spades", 2, 0), ("found is 0", 0, 0)]
)
def test_a_value_is_no_set(condition: str, inside: str, same: str, dead: str, within: int, alone: int) -> None:
    """How many of three suits are in the set, or are all of it."""

    def text(condition: str, found: int) -> Source:
        filled = SET.replace("CONDITION", condition).replace("DEAD", dead).replace("FOUND", str(found))
        return Source("set.rules", filled)

    [found] = check(text(condition, 0))
    assert found.code == "one-or-set"
    assert f"{inside}. Or, if dead shall hold just this one: {same}" in found.message
    assert found.edit is not None
    assert applied(text(condition, 0).text, [found.edit]) == text(inside, 0).text
    denied = "not" in condition
    for better, number in ((inside, within), (same, alone)):
        assert run_examples(text(better, 3 - number if denied else number)) == [], better


def test_what_is_asked_by_in_alone_becomes_is_in() -> None:
    """What stood there without a verb is not taken for all of the set, whichever command reads the text."""
    text = SET.replace("CONDITION", "c's suit in dead").replace("DEAD", "dead is clubs").replace("FOUND", "1")
    source = Source("set.rules", text)
    for [found] in (check(source), run_examples(source)):
        assert "where c's suit is in dead" in found.message
