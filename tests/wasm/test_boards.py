"""Boards whose places are one word of bits, two, and more: what is asked of all their places and of regions, beside the
reference and beside a search of our own."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from rulewright import Rules
from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm.loop_facts import mask_loops
from tests.language.test_regions import reached
from tests.wasm.common import WASM, Pair, loaded

pytestmark = WASM

BOARD = Path(__file__).with_name("boards.txt").read_text(encoding="utf-8")
Near = dict[int, set[int]]
Men = dict[int, int]


def crossing_lines(size: int, rng: random.Random) -> tuple[str, Near]:
    """Places in lines that cross, with some that no line reaches: as they are listed, and what is next to each."""
    near: Near = {place: set() for place in range(size)}
    lines = [rng.sample(range(size), rng.randrange(2, min(size, 12) + 1)) for _ in range(size // 3 + 1)]
    for one, other in (pair for line in lines for pair in pairwise(line)):
        near[one].add(other)
        near[other].add(one)
    listed = "".join(f"\n    {', '.join(f's{place}' for place in line)}" for line in lines)
    return listed, near


def board(size: int, rng: random.Random) -> tuple[Rules, Near]:
    """A board of such places."""
    listed, near = crossing_lines(size, rng)
    spots = ", ".join(f"s{place}" for place in range(size))
    return loaded(BOARD.format(spots=spots, lines=listed, most=2 * size, turns=size)), near


def reckoned(near: Near, men: Men, spot: int, hue: int) -> dict[str, int]:
    """What the rules come to, by a search of our own."""
    own = {place for place in men if men[place] == men.get(spot)}
    same = {place for place in men if men[place] == hue}
    return {
        "group": len(reached(near, near.keys() - own, spot)),
        "bare": len(reached(near, men, spot)),
        "met": len(reached(near, near.keys() - same, spot)),
        "lone": sum(not near[place] & set(men) for place in men),
        "near": len(near[spot] & same),
    }


@pytest.mark.sampled(10, 2)
@pytest.mark.parametrize("size", [2, 5, 29, 31, 60, 61, 63, 64, 65, 81, 90, 91, 119, 121, 127, 128, 129, 150])
def test_what_is_asked_of_a_board_is_so(size: int) -> None:
    rng = random.Random(size)
    rules, near = board(size, rng)
    pair = Pair(rules)
    pair.begin()
    men: Men = {}
    for _ in range(min(2 * size, 60)):
        choice = rng.randrange(len(pair.moves()))
        before = contents(pair, size)
        assert pair.choose(pair.seats[0], choice) is None
        men = contents(pair, size)
        [spot] = [place for place in near if before.get(place) != men.get(place)]
        hue = men.get(spot, before.get(spot))
        assert hue is not None
        assert {name: value(pair, name) for name in ("group", "bare", "met", "lone", "near")} == reckoned(
            near, men, spot, hue
        )
        lake = reached(near, near.keys() - men, spot)
        assert [value(pair, "lake", place) for place in range(size)] == [place in lake for place in range(size)]


def contents(pair: Pair, size: int) -> Men:
    """The colors of the men on the board."""
    [zone] = [zone for zone in pair.rules.program.zones if zone.name == "field"]
    cells = pair.machine.vector[zone.offset : zone.offset + size]
    return {place: content - 1 for place, content in enumerate(cells) if content}


def value(pair: Pair, name: str, at: int = 0) -> int:
    """A cell of a field."""
    [slot] = [slot for slot in pair.rules.program.slots if slot.name == name]
    return pair.machine.vector[slot.offset + at]


@pytest.mark.parametrize(("size", "masked"), [(64, True), (128, True), (129, False)])
def test_small_boards_are_asked_by_sets_of_places(size: int, masked: bool) -> None:
    program = board(size, random.Random(size))[0].program
    nodes = list(walk((program.functions, program.blocks, program.actions, program.sites)))
    found = mask_loops(program, nodes)
    regions = [node for node in nodes if isinstance(node, ir.Labelled) and node.region is not None]
    assert {id(node) in found for node in regions} == {masked}
