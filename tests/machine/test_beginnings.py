"""What a guard directly below a pick of several can still be met by: the same selections are listed, in the same order,
as where something stands between, so that all are looked at."""

from itertools import combinations

import pytest

from tests.made.loading import loaded

TEXT = """game "Beginnings" "Pick some of many"
    players 2
suit is one of clubs, hearts, spades
component card: suit, rank 0..7
    1 of any, any
there is
    purse: counts of suit
    row-of: row of card, up to 24
    lots: area of card
    taken: area of card
setup:
    move all box where its rank is at most {most} to lots
    add clubs + clubs + hearts to purse
play:
    each player: choose take
action take "Take some":
    {pick}
    {between}
    needs {guard}
    move {what} to taken
scoring:
    score of player: taken's size
    winners: players with highest score
"""
CARDS = "pick 0..6 some-of from lots", "all some-of"
SUITS = "pick 0..4 some-of from suits, repeats allowed", "all lots where its suit is in some-of"
ORDERED = "pick 1..3 some-of from lots, in order", "all some-of"
CASES = {
    "just so much": (CARDS, "(total rank of some-of) is 4"),
    "with something added": (CARDS, "5 is 1 + (total rank of some-of) + 1"),
    "at most, and at least": (CARDS, "(total rank of some-of) is at most 3 and (total rank of some-of) is at least 2"),
    "less than": (ORDERED, "(total rank of some-of) is less than 4"),
    "alike, or all different": (CARDS, "some-of is the same(rank) or some-of is the different(suit)"),
    "each of them": (CARDS, "every c in some-of satisfies c's rank is not 1 and c's suit is not hearts"),
    "covered": (SUITS, "purse covers some-of"),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CASES)
def test_the_same_selections_are_listed(name: str) -> None:
    (pick, what), guard = CASES[name]
    lists = []
    for between in ("let zero be 0", "needs 1 is 1"):
        rules = loaded(TEXT.format(pick=pick, what=what, guard=guard, between=between, most=2))
        lists += [each.start().moves(0) for each in (rules, rules.fast())]
    assert lists[0]
    assert all(each == lists[0] for each in lists)


def test_of_more_than_could_be_looked_at_those_are_found_that_fit() -> None:
    pick, what = "pick 1..24 some-of from lots where its rank is more than 0", "all some-of"
    rules = loaded(
        TEXT.format(pick=pick, what=what, guard="(total rank of some-of) is 9", between="needs 1 is 1", most=7)
    )
    ranks = [rank for rank in range(1, 8) for _ in range(3)]
    fitting = sum(sum(some) == 9 for size in range(1, 10) for some in combinations(ranks, size))
    for each in (rules, rules.fast()):
        assert len(each.start().moves(0)) == fitting
