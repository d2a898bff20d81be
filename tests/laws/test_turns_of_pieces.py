"""What a loop over pieces of rows and piles runs over stays the same, whatever its body does to them.

The loops are made at random; the plain reading, in which each piece is an object of its own, says what must happen.
"""

import random

from hypothesis import example, given, strategies as st

from tests.made import BY_SEED
from tests.made.comparing import three_ways
from tests.made.loading import loaded

FRAME = """game "Made of loops" "Pieces that leave while others wait for their turn"
    players 2
component card, called "card-{{rank}}": rank 1..3
    5 of any
there is
    deck: pile of card, seen by everyone, refilled from pool
    line: row of card, with owner
    pool: area of card
    heap: pile of card, seen by everyone
    step: 0..999
    sum: 0..999999
each player has
    hand: row of card
setup:
    move all box to deck
    shuffle the deck
    each player: move 3 from deck to line
    move 3 from deck to heap
    each player: move 2 from deck to your hand
action take "Take one of them":
    pick card from line or deck or your hand
    move card to your hand
action look "Take none": nothing
to drop(card it-is): move it-is to pool
to note(card it-is, player who):
    set step to (step + 1) mod 1000
    set sum to (sum + step * (10 * it-is's rank + who's seat)) mod 100000
play:
    each player:
{play}
scoring:
    score of player: its hand's size
    winners: nobody
"""
RUN_OVER = (
    "deck",
    "deck where its rank is at most 2",
    "(deck with highest rank)",
    "line",
    "line where its rank is not 2",
    "line where its owner is you",
    "heap",
    "your hand",
    "players' hand",
)
BODY = (
    "move {x} to pool",
    "move {x} to line",
    "move {x} to deck",
    "drop({x})",
    "if {x}'s rank is 1: move {x} to heap",
    "if line is not empty: move line's first to pool",
    "if line is not empty: move line's last to pool",
    "if line is not empty: move line's first to line",
    "if deck is not empty: move deck's last to pool",
    "if heap is not empty: move heap's first to line",
    "move up to 1 from deck to heap",
    "move up to 2 from your hand to deck",
    "move up to 1 from line where its owner is you to your left's hand",
    "move all line where its rank is 3 to line",
    "move all heap to your hand",
    "shuffle heap",
    "shuffle your hand",
    "choose take or look",
    "ask your left: choose take or look",
)


def body(rng: random.Random, name: str, depth: int) -> list[str]:
    """A few sentences, now and then with a loop among them."""
    lines = [f"note({name}, you)"] if rng.random() < 0.8 else []
    for number in range(rng.randint(1, 3)):
        if depth and rng.random() < 0.2:
            lines += loop(rng, f"{name}-{number}", depth - 1)
        else:
            lines.append(rng.choice(BODY).format(x=name))
    return lines


def loop(rng: random.Random, name: str, depth: int = 1) -> list[str]:
    """A loop over pieces, or over such as were kept some sentences before."""
    what, before = rng.choice(RUN_OVER), list[str]()
    if rng.random() < 0.3:
        before = [
            f"let kept-{name} be {what}",
            *(each for each in rng.choices(BODY, k=rng.randint(0, 1)) if "{" not in each),
        ]
        what = f"kept-{name}"
    return [*before, f"for each {name} in {what}:", *(f"    {line}" for line in body(rng, name, depth))]


def looping(seed: int) -> str:
    """A ruleset with one or two loops."""
    rng = random.Random(seed)
    lines = [line for name in ("x", "z")[: rng.randint(1, 2)] for line in loop(rng, name)]
    return FRAME.format(play="\n".join(f"        {line}" for line in lines))


@BY_SEED
@example(89345022).via("what was kept and is gone where the loop begins")
@given(st.integers(0, 2**32))
def test_each_piece_has_its_own_turn(seed: int) -> None:
    three_ways(loaded(looping(seed)), seed, 1)
