"""Groups and the best disjoint choice: beside numbers that others have published, and beside a search of our own."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.analysis.looking import run_examples

SUITS = ("clubs", "diamonds", "hearts", "spades")
LEVELS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
Card = tuple[str, int]

FRAME = """game "Melds"
    players 2
suit is one of clubs, diamonds, hearts, spades
component card: suit, rank 1..13, worth -3..10 or none
{rows}
there is
    pool: area of card, up to 16
    goal: 0..9999
define sets of suit s: pool's groups(3, 4) where it is the same(rank)
define runs of suit s: pool's groups(3, {longest}) where it is consecutive(rank) and it is the same(suit)
define melds of suit s: pool's groups(3, {longest}) where it is the same(rank) or
    it is the same(suit) and it is consecutive(rank)
define least of suit s: lowest total worth of pool outside s's disjoint melds
define most of suit s: highest total worth of pool outside s's disjoint melds
play:
    each player: choose act
action act "Act":
    needs goal is at least 0
    nothing
scoring:
    score of player: goal
    winners: nobody
"""


def worth(card: Card, rng: random.Random) -> int | None:
    """What a card is worth; a few are worth nothing at all, and some less than nothing."""
    return None if rng.random() < 0.1 else rng.randint(-3, 10)


def melds(cards: list[Card], longest: int) -> Iterator[frozenset[int]]:
    """Three or more of a rank, or of a suit one after the other, by their places."""
    for size in range(3, longest + 1):
        for places in combinations(range(len(cards)), size):
            suits, ranks = {cards[place][0] for place in places}, sorted(cards[place][1] for place in places)
            run = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + size))
            if len({*ranks}) == 1 or run:
                yield frozenset(places)


def totals(
    worths: list[int | None], groups: list[frozenset[int]], taken: frozenset[int] = frozenset()
) -> Iterator[int]:
    """What is left over, for each choice of groups that share nothing."""
    yield sum(value or 0 for place, value in enumerate(worths) if place not in taken)
    for at, group in enumerate(groups):
        if not group & taken:
            yield from totals(worths, groups[at + 1 :], taken | group)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_choice_is_what_a_search_finds(seed: int) -> None:
    rng = random.Random(seed)
    longest = rng.choice([3, 4, 5])
    deck = rng.sample([(suit, rank) for suit in SUITS[: rng.randint(2, 4)] for rank in range(1, 8)], 11)
    cards = sorted([*deck, *rng.choices(deck, k=rng.randint(0, 2))], key=lambda card: (SUITS.index(card[0]), card[1]))
    worths = {card: worth(card, rng) for card in deck}
    rows = "\n".join(
        f"    {cards.count(card)} of {card[0]}, {card[1]}, {'none' if worths[card] is None else worths[card]}"
        for card in sorted(worths)
    )
    groups, each = list(melds(cards, longest)), [worths[card] for card in cards]
    left = list(totals(each, groups))
    sets = [group for group in melds(cards, 4) if len({cards[place][1] for place in group}) == 1]
    text = f"""{FRAME.format(rows=rows, longest=longest)}
example "melds":
    given:
        pool holds rest
    then:
        clubs's melds's size is {len(groups)}
        clubs's sets's size is {len(sets)}
        clubs's least is {min(left)}
        clubs's most is {max(left)}
"""
    assert [one.message for one in run_examples(Source("melds.rules", text))] == []


DECK = """game "Deck"
    players 2
suit is one of clubs, diamonds, hearts, spades
level is one of {levels}
component card: suit, level
    1 of any, any
each suit has
    flush: area of card, up to 13
each level has
    quartet: area of card, up to 4
define runs(suit s): s's flush's groups(3, 13) where it is consecutive(level)
define sets(level n): n's quartet's groups(3, 4) where it is the same(level) and it is different(suit)
define short-runs of suit s: count of runs(s) as g where g's size is at most 5
define all-runs of suit s: runs(s)'s size
define threes of level n: count of sets(n) as g where g's size is 3
define fours of level n: sets(n)'s size - n's threes
define worth of card: its level's number
define rest of suit s: lowest total worth of s's flush outside disjoint runs(s)
play:
    for each s in suits: move all box's cards where its suit is s and it is not clubs-ace to s's flush
    each player: choose act
action act "Act": nothing
scoring:
    score of player: 0
    winners: nobody
example "runs of a deck":
    given:
{flushes}
    then:
        (total all-runs of suits) is 264
        (total short-runs of suits) is 120
        (total rest of suits) is 0
example "sets of a deck":
    given:
{quartets}
    then:
        (total threes of levels) is 52
        (total fours of levels) is 13
"""


@pytest.mark.thorough
def test_a_deck_has_as_many_melds_as_books_say() -> None:
    """Of 52 cards there are 52 sets of three and 13 of four; 120 runs of three to five cards, and 264 of any length."""
    flushes = "\n".join(f"        {s}'s flush holds {', '.join(f'{s}-{n}' for n in LEVELS)}" for s in SUITS)
    quartets = "\n".join(f"        {n}'s quartet holds {', '.join(f'{s}-{n}' for s in SUITS)}" for n in LEVELS)
    text = DECK.format(levels=", ".join(LEVELS), flushes=flushes, quartets=quartets)
    assert [one.message for one in run_examples(Source("deck.rules", text))] == []


@pytest.mark.parametrize(("asked", "told"), [("groups(3, 5)", set()), ("groups(7)", {"too-large"})])
def test_there_are_no_more_than_ten_thousand_groups(asked: str, told: set[str]) -> None:
    """Of 16 there are 6,748 of three to five, 11,440 of seven."""
    text = FRAME.format(rows="    1 of any, any, 1", longest=3).replace(
        "goal is at least 0", f"pool's {asked}'s size is 1"
    )
    assert {one.code for one in check(Source("melds.rules", text)) if one.severity == "error"} == told


SEEN = """game "Seen"
    players 2
suit is one of clubs, hearts
component card: suit, rank 1..5
    1 of any, any
each player has
    hand: hand of card, up to 10
play:
    each player: move 5 from box to your hand
    each player: choose act
define sets of player p: p's hand's groups(3) where it is the same(suit)
define rest of player p: lowest total rank of p's hand outside p's disjoint sets
action act "Act":
    needs {whose} rest is at least 0
    nothing
scoring:
    score of player: its rest
    winners: players with lowest score
"""


@pytest.mark.parametrize(("whose", "told"), [("your", set()), ("your left's", {"hidden-guard"})])
def test_groups_are_asked_of_whoever_sees_the_pieces(whose: str, told: set[str]) -> None:
    found = check(Source("seen.rules", SEEN.format(whose=whose)))
    assert {one.code for one in found if one.code == "hidden-guard"} == told
