"""What it costs to get somewhere on random maps, in both backends, beside a search of our own that lets every way be
tried until none becomes cheaper."""

import random

import pytest

from rulewright import Rules
from tests.wasm.common import WASM, Pair, loaded
from tests.wasm.test_boards import Near, crossing_lines, value

pytestmark = WASM

MAP = """game "Maps"
    players 1
spot is one of {spots}
joined spots:{lines}
there is
    wet: set of spot
    reached: set of spot
    free: set of spot
    far: 0..9999 or none
    near: 0..9999 or none
    most: -1..12
each spot has
    rough: 0..5
    high: 0..3
setup:
    for each s in spots:
        roll a from 0..5
        set s's rough to a
        roll b from 0..3
        set s's high to b
        roll c from 1..6
        if c is 1: add s to wet
define ways of spot s: s's neighbors where its high is at most s's high + 2
define climb of spot there (spot here):
    none when there's rough is 5
    there's rough + 2 when there's high is more than here's high
    there's rough otherwise
play:
    repeat:
        each player: choose ask
action ask:
    pick spot from spots
    roll n from -1..12
    set most to n
    set reached to region of spot by climb through ways within n where it is not in wet
    set free to region of spot by rough within n
    set far to steps of spot to {goal} by climb through ways
    set near to steps of spot to (spots where its high is 3) by climb where it is not in wet
scoring:
    score of player: 0
    winners: nobody
"""
DRAWN = 4


def made(size: int, rng: random.Random) -> tuple[Rules, Near]:
    """A map of places in lines that cross."""
    listed, near = crossing_lines(size, rng)
    return loaded(MAP.format(spots=", ".join(f"s{each}" for each in near), lines=listed, goal=f"s{size - 1}")), near


def cheapest(ways: dict[tuple[int, int], int], start: int) -> dict[int, int]:
    """What it costs to get everywhere along these ways, each with its cost."""
    found, before = {start: 0}, dict[int, int]()
    while found != before:
        before = dict(found)
        for (here, there), cost in ways.items():
            if here in found:
                found[there] = min(found.get(there, found[here] + cost), found[here] + cost)
    return found


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("size", [2, 3, 7, 16, 31, 64, 65, 130])
def test_the_cheapest_way_is_found(size: int) -> None:
    rng = random.Random(size)
    rules, near = made(size, rng)
    pair = Pair(rules)
    pair.begin(size)

    def of_each(name: str) -> list[int]:
        return [value(pair, name, place) for place in range(size)]

    rough, high, wet = of_each("rough"), of_each("high"), of_each("wet")
    pairs = [(here, there) for here in near for there in near[here]]
    climbs = {(here, there): rough[there] + 2 * (high[there] > high[here]) for here, there in pairs if rough[there] < 5}
    steep = {way: cost for way, cost in climbs.items() if high[way[1]] <= high[way[0]] + 2}
    for _ in range(DRAWN):
        start = rng.randrange(size)
        assert pair.choose(pair.seats[0], start) is None
        most = value(pair, "most")
        dry = cheapest({way: steep[way] for way in steep if not (wet[way[0]] or wet[way[1]])}, start)
        assert of_each("reached") == [not wet[start] and place in dry and dry[place] <= most for place in range(size)]
        plain = cheapest({way: rough[way[1]] for way in pairs}, start)
        assert of_each("free") == [place in plain and plain[place] <= most for place in range(size)]
        assert some(pair, "far") == cheapest(steep, start).get(size - 1)
        goals = cheapest({way: climbs[way] for way in climbs if not (wet[way[0]] or wet[way[1]])}, start)
        costs = [goals[place] for place in goals if high[place] == 3 and not wet[start]]
        assert some(pair, "near") == min(costs, default=None)


def some(pair: Pair, name: str) -> int | None:
    """What a field is, None if it is none."""
    found = value(pair, name)
    return None if found < 0 else found


@pytest.mark.parametrize(
    ("toll", "code"), [("s's row - 2", "out-of-range"), ("2000000000 + s's row", "number-too-large")]
)
def test_what_no_cost_can_be_is_told(toll: str, code: str) -> None:
    text = f"""game "Faults"
    players 1
spot is grid 3 by 3
define toll of spot s: {toll}
there is
    reached: set of spot
play:
    each player: choose look
action look:
    pick spot from spots
    set reached to region of spot by toll within 2100000000
scoring:
    score of player: reached's size
    winners: nobody
"""
    pair = Pair(loaded(text))
    pair.begin()
    fault = pair.choose(pair.seats[0], 8)
    assert fault is not None
    assert fault[0] == code
