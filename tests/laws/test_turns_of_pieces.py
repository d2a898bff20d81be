"""What a loop over pieces of rows and piles runs over stays the same, whatever its body does to them.

The loops are made at random; the plain reading, in which each piece is an object of its own, says what must happen.
"""

import random
from pathlib import Path

from hypothesis import example, given, strategies as st

from tests.made import BY_SEED
from tests.made.comparing import three_ways
from tests.made.loading import loaded

FRAME, *PARTS = Path(__file__).with_name("turns_of_pieces.txt").read_text(encoding="utf-8").split("=== ")
RUN_OVER, BODY = (part.splitlines()[1:] for part in PARTS)


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
