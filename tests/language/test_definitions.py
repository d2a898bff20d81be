"""Definitions: cases, lets, what is written in place, and what is refused; asked in the position of `asking`."""

import re

import pytest

from tests.language.asking import asked, said

DEFINED = {
    "define grade of card:\n    3   when it is hearts-9\n    2   when its rank is at least 7\n    0   otherwise\n": [
        "hearts-9's grade is 3",
        "clubs-7's grade is 2",
        "clubs-1's grade is 0",
    ],
    "define mark of suit s:\n    1   when s is clubs\n    2   when s is hearts\n    3   when s is spades\n": [
        "clubs's mark is 1 and spades's mark is 3 and trump's mark is 2"
    ],
    "define lead of suit s:\n    opener   when s is clubs\n    none   otherwise\ndefine opener: first p in players\n": [
        "clubs's lead is not none and hearts's lead is none"
    ],
    "define twice(0..20 n):\n    let m be n + n\n    let one be 1\n    m + one\n": [
        "twice(3) is 7",
        "twice(stones) is 13",
    ],
    "define reds of player p:\n    let held be p's hand where its suit is hearts\n    held's size\n": [
        "Bob's reds is 1 and Ann's reds is 0"
    ],
    "define lowest-two of player p:\n    let held be p's hand\n    (held with lowest rank)'s size + bank's size\n": [
        "Ann's lowest-two is 4"
    ],
    "define bought of player p:\n    let flask be p's vial\n    flask's size\n": [
        "Ann's bought is 2 and Bob's bought is 0"
    ],
    "define seven of player p:\n    let best be first c in p's hand with highest rank\n    best's rank\n": [
        "Ann's seven is 6 and Bob's seven is 9"
    ],
    "define sevens: street where its rank is 7\n": ["sevens's size is 3", "sevens's first is clubs-7"],
    "define where-hearts: street\ndefine place-of: market(a1)\ndefine flask of player p: p's vial\n": [
        "where-hearts's last is spades-7",
        "place-of is clubs-4",
        "Ann's flask's size is 2 and air is in Ann's flask",
    ],
    "define part(suit s):\n    street   when s is clubs\n    pool   otherwise\n": [
        "part(clubs)'s size is 4 and part(hearts)'s first is clubs-1",
        "part(no-trump)'s size is 2",
    ],
    "define known-part:\n    street   when short\n    pool   otherwise\n": ["known-part's size is 2"],
    "define step-of(clubs..spades s): s's number\n": ["step-of(hearts) is 2"],
    "define better(card, card other): card's rank is more than other's rank\n": [
        "better(clubs-7, hearts-2) and not better(hearts-2, clubs-7)"
    ],
    "define same of card c(suit s): c's suit is s\n": [
        "clubs-7's same(clubs)",
        "clubs-7 is same(clubs)",
        "clubs-7 is not same(hearts)",
    ],
    "define closest(card a, card b):\n    a   when a's rank is at most b's rank\n    b   otherwise\n": [
        "closest(clubs-7, hearts-2) is hearts-2"
    ],
}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("more", DEFINED)
def test_what_is_defined_is_so(more: str) -> None:
    for condition in DEFINED[more]:
        assert said(condition, more) == [], condition
        (wrong,) = said(f"not ({condition})", more)
        assert re.fullmatch(r'example-fails: In example "asked" this does not hold(: \S.*)?\.', wrong), wrong


REFUSED = {
    "define a: b\ndefine b: a\n": ["calls-itself"],
    "define a of card c: c's a\n": ["calls-itself"],
    "define a:\n    1   when stones is 3\n    hearts   otherwise\n": ["type-mismatch"],
    "define a:\n    none   when stones is 3\n    none   otherwise\n": ["type-mismatch"],
    "define a:\n    street   when stones is 3\n    3   otherwise\n": ["type-mismatch"],
    "define a:\n    let b be none\n    3\n": ["type-mismatch"],
    "define a:\n    let stones be 4\n    3\n": ["two-meanings"],
    "define a(suit stones): 3\n": ["two-meanings"],
    "define a:\n    let b be nonsense\n    b\n": ["unknown-name"],
    "define a(colour c): 3\n": ["unknown-name"],
    "define a of colour c: 3\n": ["unknown-name"],
    "define a(red..green c): 3\n": ["unknown-name"],
    "define a: nonsense\ndefine b: a\ndefine c: b + a\n": ["unknown-name"],
    "define a(suit s): s's number\ndefine b: a(3)\n": ["type-mismatch"],
    "define a(suit s): s's number\ndefine b: a\n": ["arguments"],
    "define a of suit s: s's number\ndefine b: hearts's a(3)\n": ["arguments"],
    "define a of suit s: your coins\n": ["you-is-nobody"],
    'invariant "odd": stones\n': ["type-mismatch"],
    'invariant "odd": nonsense is 3\n': ["unknown-name"],
    'secret "odd": nobody but its maker sees deck\n': ["type-mismatch"],
}


@pytest.mark.parametrize("more", REFUSED)
def test_what_cannot_be_defined_is_refused(more: str) -> None:
    assert [one.code for one in asked("yes", more)] == REFUSED[more]


@pytest.mark.parametrize(
    "body",
    [
        "some p in players where p is not it",
        "no p in players where p's coins is more than its coins",
        "every p in players satisfies it is p",
        "(players as p where p's coins is its coins)'s size is 1",
        "(first p in players where p is not it) is none",
        "(count of players as p where p is it) is 1",
    ],
)
def test_it_beside_a_name_may_be_the_subject(body: str) -> None:
    assert said("yes", f"define odd of player: {body}\n")[0].startswith("nested-it: `it` could be p or the player")
    assert not any(each.startswith("nested-it") for each in said("yes", f"define odd of player q: {body}\n"))


@pytest.mark.parametrize(
    "body",
    [
        "its others is empty",
        "some c in its hand where its suit is hearts",
        "(its hand where its suit is hearts) is empty",
        "(its others where its coins is 7) is empty",
        "some p in its others where p's coins is 7",
    ],
)
def test_it_is_clear_where_only_one_fits_or_nothing_has_a_name(body: str) -> None:
    assert not any(each.startswith("nested-it") for each in said("yes", f"define odd of player: {body}\n"))
