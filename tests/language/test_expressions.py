"""What can be asked, and what comes out: each line is a condition that holds in the position of `asking`."""

from functools import cache

import pytest

from tests.language.asking import FRAME, answers, asked, said, text_of

ORDER = """
stones is 6 and stones is not 5
stones is at least 6 and stones is at most 6
stones is more than 5 and not (stones is more than 6)
stones is less than 7 and not (stones is less than 6)
stones is in 6..9 and stones is not in 7..9
not (stones is in 9..3)
clubs is less than hearts
trump is more than clubs and trump is at most hearts
air is less than fire
7 is more than stones
Bob's coins is more than Ann's coins
6 is stones
hearts is trump
hearts is not in told and clubs is in told
Bob is in out and Ann is not in out
hearts-9 is in Bob's hand and hearts-9 is not in Ann's hand
clubs-7 is in street
target is 8 and target is not 12
mode is wild and mode is not calm
not short
player-count is 2
yes and not no
not (no or no) and (no or yes)
short or stones is 6
not short and stones is 6
Ann's team is not Bob's team
Ann's ready is no
Bob is ready and Ann is not ready
spades is closed and hearts is not closed
clubs-5 is tapped and clubs-6 is not tapped
omen-1 is dark and calm-sky is not dark
Bob's ready is omen-1's dark
market(a1) is clubs-4 and market(a2) is not clubs-4
market(a1)'s rank is 4
a1 is clubs-4
clubs-4 is a1
a1's suit is clubs
spare is hearts-8
spare's rank is 8
market(a1) is in market
goal is b1 and goal is not b2
goal's row is 1 and goal's column is 2
"""

NONE = """
no-trump is none
trump is not none
none is none
none is no-trump
nobody-yet is nobody-yet or nobody-yet is none
not (no-trump is hearts) and no-trump is not hearts
no-trump is none and not (no-trump is no-trump)
no-trump is none and no-trump is not no-trump
not (no-trump is at least clubs) and not (no-trump is less than spades)
nobody-yet is not ready and not (nobody-yet is ready)
nobody-yet's coins is none
nobody-yet's coins is not 0
not (nobody-yet's coins is at most 99) and not (nobody-yet's coins is more than 0)
nobody-yet is not in out
nobody-yet's hand is empty
nobody-yet's hand's size is 0
nobody-yet's vial is empty
calm-sky's sign is none
omen-3's sign is 3 and omen-3's price is empty
empty-slot is none and empty-slot is empty
empty-slot's rank is none
empty-slot's suit is not hearts
empty-slot is not hearts-1
not (empty-slot is in street)
market(b2) is none and market(b2) is empty
b2 is empty and a1 is not empty
market(b2)'s rank is none
b2 is not clubs-4
nobody-yet's left is none
nobody-yet's others is empty
nobody-yet's seat is none
nobody-yet's team is none and not (nobody-yet's team is nobody-yet's team)
nobody-yet's team's members is empty
no-trump's number is none
no-trump's next is none
Ann's board(north) is none
clubs's store(nobody-yet) is none
Ann's store(no-trump) is none
(total sign of sky) is 8
(highest sign of sky) is 3 and (lowest sign of sky) is 1
(highest sign of (sky where it is calm-sky)) is none
(lowest rank of trail) is none and (total rank of trail) is 0
(sky with highest sign)'s first is omen-3
(sky with lowest sign)'s first is omen-1
(sky where it is not omen-1 with lowest sign)'s size is 2
(sky where it is calm-sky with highest sign)'s first is calm-sky
(first c in trail) is none and (last c in trail) is none
trail's first is none and trail's last is none
trail's item(1) is none
nobody is empty
(some p in nobody) is no
void is nothing
void is none
out is not nothing
"""

QUERIES = """
street's size is 4 and street's first is clubs-7 and street's last is spades-7
deck's first is spades-1 and deck's last is spades-3
deck's item(2) is spades-2 and deck's item(4) is none
street's after(hearts-2)'s size is 2
street's after(hearts-2)'s first is hearts-7
street's before(hearts-2)'s first is clubs-7 and street's before(clubs-7) is empty
suits's item(2) is hearts
suits's after(clubs)'s first is hearts
(street where its rank is 7)'s size is 3
(street where its rank is 7 with lowest suit-rank)'s first is clubs-7
(street as c where c's suit is hearts)'s first is hearts-2
(street with highest rank)'s size is 3
(street with highest rank, then highest suit-rank)'s first is spades-7
(street with lowest rank)'s only is hearts-2
(only c in street where c's rank is 2) is hearts-2
Bob's hand's only is hearts-9
(first c in street where c's suit is hearts) is hearts-2
(last c in street where c's suit is hearts) is hearts-7
(first p in players where p's coins is more than 5) is Bob
(first p in players with highest coins) is Bob
(count of street where its rank is 7) is 3
(count of players where it is ready) is 1
(count of suits where it is in told) is 2
(total rank of street) is 23
(total rank of street where its suit is hearts) is 9
(total dark of sky) is 3
(total coins of players) is 11
(total price of suits) is 7
(total store(Ann) of suits) is 12
(highest store(Ann) of suits) is 9 and (lowest store(Bob) of suits) is 0
(highest suit of street) is spades
(lowest suit of street) is clubs
(players with highest ready)'s first is Bob
(suits with highest price)'s first is spades
(suits with highest store(Ann))'s first is spades
some c in street where c's rank is 2
some c in street
no c in trail
no c in street where c's rank is 3
every c in street satisfies c's rank is at least 2
every c in trail satisfies no
every n in 5..4 satisfies no
every n in 2..stones satisfies n is more than 1
not (every c in street satisfies its rank is 7)
every p in players satisfies (some c in p's hand where c's rank is at least 5)
players' hand's size is 3
players' hand's first is clubs-5
(highest rank of players' hand) is 9
Ann's heap(suits)'s size is 2
players' heap(suits)'s size is 3
players' heap(suits)'s last is clubs-8
hearts's heap(players)'s first is hearts-5
hearts's store(Ann) is 3 and Ann's store(hearts) is 3
hearts-9's holder is Bob and clubs-7's holder is none
market's size is 5 and market's first is clubs-4
(count of market where its suit is hearts) is 2
(spaces where it is empty)'s size is 4
(spaces where it is not empty and its rank is 3)'s first is b3
a1's neighbors's size is 2
(a1's neighbors where it is empty)'s first is b1
c3 is past(c2) and not (c2 is past(c3))
hearts-2 is past(clubs-7)
Ann's left is Bob and Ann's right is Bob and Bob's seat is 2
Ann's others's only is Bob
clubs's next is hearts and clubs's previous is spades and spades's number is 3
min(stones, 4) is 4 and max(stones, 4) is 6
stones + 2 * 3 is 12 and (stones + 2) * 3 is 24
stones - 8 is -2 and -stones is -6
(stones - 13) / 2 is -4 and (stones - 13) mod 2 is 1
stones mod 4 is 2 and stones / 4 is 1
box's cards's size is 6
box's gems's size is 6
cards's size is 27 and omens's size is 4
north's neighbors's only is east
north's between(south)'s only is east
north's distance(south) is 2
points' lines's size is 1
(first s in spots)'s neighbors's only is 4
winners's only is Bob
Bob's score is 7
a1's direction(c3) is up-right
a1's step(up) is a2 and a1's step(down) is none
a1's ray(right)'s size is 2
row-1's size is 3 and row-1's first is a1
spaces' rows's size is 3
"""

COUNTS = """
bank(air) is 2 and bank(fire) is 1
bank's size is 3
bank is air + air + fire
bank is not air + fire
Ann's vial is air + fire and Ann's vial is omen-1's price
omen-1's price is Ann's vial
air + fire is Ann's vial
omen-1's price(air) is 1 and calm-sky's price(fire) is 0
Ann's vial + air is bank
calm-sky's price is air
Ann's vial is not empty and void is empty
void's size is 0
air is in bank and air is not in void
(count of bank where it is air) is 1
bank's first is air
out's size is 1 and out's only is Bob
out is not empty
told is not players-suits
told's first is clubs
out(Bob) and not out(Ann)
out is losers
(first s in told where s is not clubs) is spades
some s in told where s is spades
out is Bob
out is not players
"""

MORE = """\
define suit-rank of card: its suit's number
define players-suits: suits where it is not clubs
define losers: players where it is ready
"""


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


HOLDING = [*lines(ORDER), *lines(NONE), *lines(QUERIES), *lines(COUNTS)]


@cache
def all_answers() -> dict[str, str]:
    return answers([each for line in HOLDING for each in (line, f"not ({line})")], MORE)


@pytest.mark.parametrize("condition", HOLDING)
def test_it_holds(condition: str) -> None:
    assert all_answers()[condition] == ""
    assert all_answers()[f"not ({condition})"] == "this does not hold."


def test_one_that_does_not_hold_is_told_with_its_example() -> None:
    assert said("not (stones is 6)") == ['example-fails: In example "asked" this does not hold: stones is 6.']


FAULTS = {
    "(only c in street where its rank is 7) is clubs-7": "There must be exactly one",
    "street's only's rank is 7": "There must be exactly one",
    "trail's only is none": "There must be exactly one",
    "nobody-yet's coins + 1 is 1": "This needs something, and is none here.",
    "nobody-yet's plus-one is 1": "This needs something, and is none here.",
    "8 / (stones - 6) is 1": "divi",
}


@pytest.mark.parametrize("condition", FAULTS)
def test_a_condition_that_cannot_be_asked_fails_its_example(condition: str) -> None:
    found = said(condition, "define plus-one of player: its coins + 1\n")
    assert len(found) == 1
    assert found[0].startswith('example-fails: In example "asked" this cannot be asked: ')
    assert FAULTS[condition] in found[0]


@pytest.mark.parametrize(
    "condition",
    [
        "not (nobody-yet's purse is at most 99)",
        "nobody-yet's purse is none and Bob's purse is 7",
        "nobody-yet is not poor and Ann is poor",
        "of-both(nobody-yet, Ann) is 0 and of-both(Bob, Ann) is 7",
        "empty-slot's doubled is none and spare's doubled is 16",
        "nobody-yet's best is none and Bob's best is hearts-9",
    ],
)
def test_definitions_may_be_asked_of_nothing(condition: str) -> None:
    more = (
        "define purse of player p: p's coins\n"
        "define poor of player: its coins is at most 5\n"
        "define of-both(player p, player q):\n    0   when p is none\n    p's coins   otherwise\n"
        "define doubled of card c:\n    c's rank   when c is none\n    2 * c's rank   otherwise\n"
        "define best of player p: first c in p's hand with highest rank\n"
    )
    assert said(condition, more) == []


WRONG = {
    # what belongs to what
    "hearts is 3": "never-equal",
    "Ann is hearts": "never-equal",
    "stones is hearts-9": "never-equal",
    "clubs-7 is in bag": "never-equal",
    "clubs-7 is at least clubs-5": "type-mismatch",
    "a1 is more than b1": "type-mismatch",
    "stones is more than clubs": "never-equal",
    "street is clubs-7": "type-mismatch",
    "players is Ann": "which-one",
    "trail is nothing": "type-mismatch",
    "stones is empty": "type-mismatch",
    "box is empty": "type-mismatch",
    "stones": "type-mismatch",
    "not stones": "type-mismatch",
    "no-trump": "type-mismatch",
    # names
    "nonsense is 3": "unknown-name",
    "stones-1 is 5": "minus-needs-blanks",
    "Ann's coins-1 is 3": "minus-needs-blanks",
    "street's size-1 is 3": "minus-needs-blanks",
    "street's first-card is none": "minus-needs-blanks",
    "Ann's rank is 3": "unknown-question",
    "street's colour is 3": "unknown-question",
    "box's stones is empty": "unknown-question",
    "bank's colour is 3": "unknown-question",
    "nothing's coins is 3": "certainly-none",
    "it is 3": "nothing-for-it",
    "your coins is 3": "you-is-nobody",
    "you can pass": "you-is-nobody",
    # several things
    "street's rank is 7": "which-one",
    "players' coins is 7": "which-one",
    "cards is clubs-7": "kinds-not-copies",
    "(count of cards where its rank is 9) is 3": "kinds-not-copies",
    "(total rank of cards) is 3": "kinds-not-copies",
    "(total suit of street) is 3": "type-mismatch",
    "(highest hand of players) is 3": "type-mismatch",
    # arguments
    "stones(3) is 3": "arguments",
    "Ann's store is 3": "arguments",
    "Ann's coins(3) is 3": "arguments",
    "street's size(3) is 3": "arguments",
    "street's item is clubs-7": "arguments",
    "bank(hearts) is 2": "type-mismatch",
    "Ann's store(3) is 2": "type-mismatch",
    "min(3) is 3": "arguments",
    "clubs-7's suit(3) is clubs": "arguments",
    # arithmetic
    "stones / 0 is 1": "divides-by-zero",
    "stones mod 0 is 1": "divides-by-zero",
    "stones + hearts is 3": "type-mismatch",
    "-hearts is 3": "type-mismatch",
    "none + air is bank": "type-mismatch",
    "air + hearts is bank": "type-mismatch",
    "yes + air is bank": "type-mismatch",
    # places of pieces
    "clubs-7's holder(street) is none": "unknown-name",
    "clubs-7's holder(3) is none": "type-mismatch",
    "clubs-7's holder(player, suit) is none": "arguments",
    "street's first's owner is Ann": "owner-unknown",
    "some c in street where (some d in pool where it is c)": "nested-it",
    "some stones in street": "two-meanings",
    "some c in street where (some c in pool)": "name-taken-here",
    "clubs-7 is past(3)": "type-mismatch",
    "stones's neighbors is empty": "unknown-question",
}


@pytest.mark.parametrize("condition", WRONG)
def test_it_is_refused(condition: str) -> None:
    found = asked(condition)
    assert [one.code for one in found] == [WRONG[condition]]
    line = text_of(condition).splitlines().index(f"        {condition}")
    assert text_of("").splitlines()[line].strip() == ""
    assert text_of(condition)[: found[0].span.start].count("\n") == line


def test_a_never_equal_says_what_was_meant() -> None:
    assert "Did you mean the card's rank?" in said("hearts-9 is 9")[0]
    assert "Did you mean the card's suit?" in said("hearts is hearts-9")[0]


def test_a_hyphen_says_how_to_subtract() -> None:
    assert said("Ann's coins-1 is 3") == [
        'minus-needs-blanks: "coins-1" is one name, and nothing is called that. For subtraction put blanks: coins - 1.'
    ]


def test_the_frame_has_no_mistakes() -> None:
    assert said("yes") == []
    assert FRAME.count("play:") == 1
