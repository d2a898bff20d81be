"""What can be asked: each line of `conditions_that_hold.txt` is a condition that holds in the position of `asking`."""

from functools import cache
from pathlib import Path

import pytest

from tests.language.asking import FRAME, answers, asked, said, text_of

MORE = """\
define suit-rank of card: its suit's number
define players-suits: suits where it is not clubs
define losers: players where it is ready
"""


HOLDING = Path(__file__).with_name("conditions_that_hold.txt").read_text(encoding="utf-8").splitlines()


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
    "clubs-7 is in bag": "never-equal",
    "clubs-7 is at least clubs-5": "type-mismatch",
    "a1 is more than b1": "type-mismatch",
    "stones is more than clubs": "never-equal",
    "street is clubs-7": "type-mismatch",
    "players is Ann": "which-one",
    "trail is nothing": "type-mismatch",
    "stones": "type-mismatch",
    "not stones": "type-mismatch",
    "no-trump": "type-mismatch",
    # names
    "nonsense is 3": "unknown-name",
    "stones-1 is 5": "minus-needs-blanks",
    "Ann's coins-1 is 3": "minus-needs-blanks",
    "street's size-1 is 3": "minus-needs-blanks",
    "street's first-card is none": "minus-needs-blanks",
    "street's colour is 3": "unknown-question",
    "box's stones is empty": "unknown-question",
    "bank's colour is 3": "unknown-question",
    "nothing's coins is 3": "certainly-none",
    "it is 3": "nothing-for-it",
    "your coins is 3": "you-is-nobody",
    "you can pass": "you-is-nobody",
    # several things
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
    "points' rows is empty": "unknown-question",
    "points' squares(2) is empty": "unknown-question",
    "north's row is 1": "unknown-question",
    "north's step(up) is none": "unknown-question",
    "clubs's neighbors is empty": "unknown-question",
    "suits' rows is empty": "unknown-question",
}


@pytest.mark.sampled(2)
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
