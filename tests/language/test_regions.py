"""Regions, beside a search of our own: on grids, joined points and numbers, small and large."""

import random
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.analysis.looking import run_examples

Near = Mapping[str, tuple[str, ...]]
Place = TypeVar("Place")

FRAME = """game "Pools"
    players 1
{types}
there is
    here: spot or none
    dry: set of spot
play:
    each player: choose pass
action pass: nothing
define pool of spot p: region of p{through} where it is not in dry
define twin of spot p: p's pool as c where c is not p
scoring:
    score of player: 0
    winners: nobody
"""


SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
EIGHT = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
LEAPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))


def grid(rows: int, columns: int, ways: tuple[tuple[int, int], ...] = SIDES) -> tuple[str, Near]:
    names = {(x, y): f"{'abcdefghijkl'[x]}{y + 1}" for x in range(columns) for y in range(rows)}
    near = {
        name: tuple(names[x + right, y + up] for right, up in ways if (x + right, y + up) in names)
        for (x, y), name in names.items()
    }
    return f"spot is grid {rows} by {columns}", near


def numbers(low: int, high: int) -> tuple[str, Near]:
    near = {
        str(each): tuple(str(other) for other in (each - 1, each + 1) if low <= other <= high)
        for each in range(low, high + 1)
    }
    return f"spot is {low}..{high}", near


def web() -> tuple[str, Near]:
    """A ring of seven, a spoke, and a point that no line reaches."""
    lines = [("p", "q", "r", "s", "t", "u", "v", "w"), ("w", "p"), ("r", "x", "u")]
    near: dict[str, set[str]] = {name: set() for name in "pqrstuvwxyz"}
    for line in lines:
        for one, other in pairwise(line):
            near[one].add(other)
            near[other].add(one)
    listed = "".join(f"\n    {', '.join(line)}" for line in lines)
    types = f"spot is one of {', '.join(near)}\njoined spots:{listed}"
    return types, {name: tuple(others) for name, others in near.items()}


PLACES = {
    "a grid": grid(4, 5),
    "one row": grid(1, 9),
    "a grid of more than 64": grid(9, 9),
    "numbers": numbers(-3, 12),
    "more than 64 numbers": numbers(5, 90),
    "joined points": web(),
    "corners, too": grid(6, 6, EIGHT),
    "corners only": grid(5, 5, tuple((x, y) for x, y in EIGHT if x and y)),
    "leaps, more than 64": grid(9, 9, LEAPS),
    "around joined points": web(),
    "around numbers": numbers(-3, 12),
}
THROUGH = {
    "a grid": " through neighbors",
    "corners, too": " through around",
    "corners only": " through leaps(1, 1)",
    "leaps, more than 64": " through leaps(1, 2)",
    "around joined points": " through around",
    "around numbers": " through around",
}


def reached(near: Mapping[Place, Iterable[Place]], dry: Container[Place], start: Place) -> set[Place]:
    """What hangs together with a place."""
    found: set[Place] = set()
    waiting = [] if start in dry else [start]
    while waiting:
        here = waiting.pop()
        found.add(here)
        waiting += [each for each in near[here] if each not in dry and each not in found]
    return found


def checks(near: Near, dry: set[str], start: str, through: str) -> Iterator[str]:
    """What is so of the region of a start, in words."""
    inside = [each for each in near if each in reached(near, dry, start)]
    yield f"(region of here{through} where it is not in dry)'s size is {len(inside)}"
    for each in near:
        yield f"{each} is {'' if each in inside else 'not '}in (region of here{through} as c where c is not in dry)"
    for place, each in enumerate(inside, start=1):
        yield f"(region of here{through} where it is not in dry)'s item({place}) is {each}"
    every = f"(every p in (region of here{through} where it is not in dry) satisfies p's pool's size is {len(inside)})"
    yield every if inside else f"(region of here{through} where it is not in dry) is empty"


@pytest.mark.sampled(28, 8)
@pytest.mark.parametrize("places", PLACES)
def test_a_region_is_what_a_search_finds(places: str) -> None:
    types, near = PLACES[places]
    through = THROUGH.get(places, "")
    rng = random.Random(places)
    text = FRAME.format(types=types, through=through)
    for number in range(4):
        dry = set(rng.sample(list(near), rng.randrange(len(near))))
        start = rng.choice(list(near))
        listed = f"(spots where {' or '.join(f'it is {each}' for each in dry)})" if dry else ""
        given = f"    given:\n        here is {start}\n        dry is {listed or 'nothing'}\n"
        lines = "".join(f"        {line}\n" for line in checks(near, dry, start, through))
        text += f'example "{number}":\n{given}    then:\n{lines}'
    assert [one.message for one in run_examples(Source("pools.rules", text))] == []


MAZE = """game "Maze"
    players 2
cell is grid 3 by 3
component tile: one of path, wall
component man: one of ace
there is
    maze: tile on each cell, {seen}
    place: cell, starts a1
play:
    each player: choose walk
action walk "Walk":
    pick goal from cells where it is not place
    needs goal is in region of place where maze(it) is not wall
    set place to goal
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.parametrize(("seen", "told"), [("seen by nobody", {"hidden-guard"}), ("seen by everyone", set())])
def test_what_a_region_goes_through_is_asked_of_whoever_decides(seen: str, told: set[str]) -> None:
    source = Source("maze.rules", MAZE.format(seen=seen))
    assert {one.code for one in check(source) if one.code == "hidden-guard"} == told
