"""Hexagons and squares in any shape: facts counted by hand, or by brute force over coordinates that are read from names
and from where the rows stand."""

import random
import re
from itertools import product

import pytest
from hypothesis import given, strategies as st

from rulewright.analysis.position_text import Names, laid_out
from rulewright.language import geometry as geo, lattice
from rulewright.language.source import Source
from tests.analysis.looking import run_examples
from tests.language.blocks import ROOT
from tests.made.loading import loaded

WAYS = geo.HEX_DIRECTIONS
CUBES = {
    "right": (1, -1, 0),
    "left": (-1, 1, 0),
    "up-right": (0, -1, 1),
    "down-left": (0, 1, -1),
    "up-left": (-1, 0, 1),
    "down-right": (1, 0, -1),
}
"""Where one step leads in three coordinates that add up to 0: rightward, up-left-ward, upward."""

SHAPES = st.one_of(
    st.builds(lambda side: lattice.hexagon("cell", side, WAYS), st.integers(1, 5)),
    st.builds(lambda rows, columns: lattice.lozenge("cell", rows, columns, WAYS), st.integers(1, 6), st.integers(1, 6)),
    st.builds(
        lambda at: geo.hexagons("cell", lattice.spots_of([(2 * x + row % 2, row) for x, row in at]), 0, WAYS),
        st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30).map(sorted),
    ),
)


def cubes(p: geo.Places) -> list[tuple[int, int, int]]:
    """The coordinates of each place, from where it stands when it is drawn."""
    stands = lattice.standing(p)
    assert stands is not None
    found: dict[int, tuple[int, int, int]] = {}
    for down, (shift, row) in enumerate(zip(stands.shifts, stands.rows, strict=True)):
        for at, place in enumerate(row):
            if place is not None:
                up = -down
                right = (shift + 2 * at - up) // 2
                found[place] = (right, -right - up, up)
    return [found[place] for place in range(len(p.names))]


def sum_of(one: tuple[int, ...], other: tuple[int, ...], times: int = 1) -> tuple[int, ...]:
    return tuple(a + times * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("side", range(1, 8))
def test_a_hexagon_has_as_many_cells_as_hexagonal_numbers_say(side: int) -> None:
    """3n² - 3n + 1 cells, 3(2n - 1) lines, 6(n - 1) cells on the border."""
    p = lattice.hexagon("cell", side, WAYS)
    assert len(p.names) == 3 * side * side - 3 * side + 1
    assert len(geo.lines(p)) == (3 * (2 * side - 1) if side > 1 else 0)
    assert sum(geo.edge(p)) == max(6 * (side - 1), 1)
    assert sum(geo.line_edge(p, line) for line in geo.lines(p)) == (6 if side > 1 else 0)


def test_cells_are_called_as_on_an_abalone_board() -> None:
    """With columns and rows exchanged: lines A to I, of which A has 1 to 5, E 1 to 9 and I 5 to 9."""
    rows = {"a": "12345", "b": "123456", "c": "1234567", "d": "12345678", "e": "123456789"}
    rows |= {"f": "23456789", "g": "3456789", "h": "456789", "i": "56789"}
    names = lattice.hexagon("cell", 5, WAYS).names
    assert names == tuple(f"{letter}{number}" for letter, numbers in rows.items() for number in numbers)
    assert geo.line_name(lattice.hexagon("cell", 5, WAYS), geo.rows(lattice.hexagon("cell", 5, WAYS))[4]) == "row-5"


def test_a_lozenge_is_called_as_a_grid() -> None:
    p = lattice.lozenge("cell", 9, 9, WAYS)
    assert p.names == geo.grid("cell", 9, 9).names
    c4 = p.names.index("c4")
    assert [p.names[near] for near in geo.neighbors(p)[c4]] == ["b4", "b5", "c3", "c5", "d3", "d4"]
    sides = [geo.line_name(p, line) for line in geo.lines(p) if geo.line_edge(p, line)]
    assert sides == ["row-1", "row-9", "a1-a9", "i1-i9"]


@given(SHAPES)
def test_relations_are_what_coordinates_say(p: geo.Places) -> None:
    at = cubes(p)
    assert len(set(at)) == len(at) == len(set(p.names))
    steps, rays, ways, near = geo.step(p), geo.ray(p), geo.direction(p), geo.neighbors(p)
    for here, place in product(range(len(at)), range(len(WAYS))):
        there = sum_of(at[here], CUBES[WAYS[place]])
        assert steps[here][place] == (at.index(there) if there in at else -1)
        reach = next(n for n in range(1, 20) if sum_of(at[here], CUBES[WAYS[place]], n) not in at)
        line = tuple(at.index(sum_of(at[here], CUBES[WAYS[place]], n)) for n in range(1, reach))
        assert rays[here][place] == line
        assert all(ways[here][cell] == place for cell in line)
    for here, there in product(range(len(at)), repeat=2):
        far = max(map(abs, sum_of(at[here], at[there], -1)))
        assert (there in near[here]) == (far == 1)
    assert geo.around(p) == near
    assert geo.edge(p) == tuple(len(each) < 6 for each in near)
    assert geo.distance(p) == tuple(map(tuple, walked(near)))


def walked(near: geo.Lists) -> list[list[int]]:
    """The fewest steps between every two, by going to all that is near until nothing new comes; -1 for no way."""
    found = []
    for here in range(len(near)):
        steps, edge = [-1] * len(near), {here}
        for far in range(len(near)):
            for there in edge:
                steps[there] = far
            edge = {there for each in edge for there in near[each] if steps[there] < 0}
        found.append(steps)
    return found


@given(st.integers(1, 5), st.integers(1, 5))
def test_a_ring_is_where_the_distance_of_coordinates_is_that(side: int, far: int) -> None:
    p = lattice.hexagon("cell", side, WAYS)
    at = cubes(p)
    for here, found in enumerate(geo.ring(p, far)):
        assert list(found) == [
            there for there in range(len(at)) if max(map(abs, sum_of(at[here], at[there], -1))) == far
        ]
    middle = p.names.index(f"{geo.column_letters(side - 1)}{side}")
    assert len(geo.ring(p, far)[middle]) == (6 * far if far < side else 0)


@given(SHAPES, st.integers(2, 4))
def test_runs_are_what_coordinates_say(p: geo.Places, number: int) -> None:
    at = cubes(p)
    stretches = (
        [sum_of(here, CUBES[way], n) for n in range(number)]
        for here, way in product(at, ("right", "up-right", "down-right"))
    )
    expected = {tuple(sorted(map(at.index, cells))) for cells in stretches if all(cell in at for cell in cells)}
    runs = geo.runs(p, number)
    assert {tuple(sorted(run)) for run in runs} == expected
    assert len(runs) == len(expected)
    assert len({geo.line_name(p, line) for line in {*geo.lines(p), *runs}}) == len({*geo.lines(p), *runs})
    for line in geo.lines(p):
        for way, forward in geo.line_ways(p, line):
            assert geo.direction(p)[line[0]][line[-1]] == way if forward else geo.direction(p)[line[-1]][line[0]] == way


def test_six_directions_turn_by_sixths() -> None:
    turns = [WAYS[geo.turned(WAYS, WAYS.index("up-right"), n)] for n in range(-1, 6)]
    assert turns == ["up-left", "up-right", "right", "down-right", "down-left", "left", "up-left"]


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=25).map(sorted), st.integers(2, 3))
def test_squares_with_holes_are_what_coordinates_say(at: list[geo.Spot], number: int) -> None:
    left, low = min(x for x, _ in at), min(y for _, y in at)
    p = geo.holed_grid("cell", tuple((x - left, y - low) for x, y in at))
    around = [tuple(b for b, (u, v) in enumerate(at) if max(abs(u - x), abs(v - y)) == 1) for x, y in at]
    near = [tuple(b for b, (u, v) in enumerate(at) if abs(u - x) + abs(v - y) == 1) for x, y in at]
    assert geo.neighbors(p) == tuple(near)
    assert geo.around(p) == tuple(around)
    assert geo.edge(p) == tuple(len(each) < 4 for each in near)
    assert geo.distance(p) == tuple(map(tuple, walked(tuple(around))))
    squares = [
        tuple(at.index((x + i, y + j)) for i, j in product(range(number), repeat=2))
        for x, y in at
        if all((x + i, y + j) in at for i, j in product(range(number), repeat=2))
    ]
    assert geo.squares(p, number) == tuple(squares)
    expected = {
        tuple(sorted(at.index((x + i * u, y + i * v)) for i in range(number)))
        for (x, y), (u, v) in product(at, ((1, 0), (0, 1), (1, 1), (1, -1)))
        if all((x + i * u, y + i * v) in at for i in range(number))
    }
    assert {tuple(sorted(run)) for run in geo.runs(p, number)} == expected
    assert all(len(line) > 1 or p.whole for line in geo.lines(p))


def test_a_position_that_is_written_down_is_read_as_it_was() -> None:
    """Rows of different lengths, a hole, and rows that are shifted, as `check` writes them below `given:`."""
    (text, *_) = re.findall(
        r"```rules\n(.*?)```", (ROOT / "examples/cookbook/hexagons.md").read_text("utf-8"), re.DOTALL
    )
    game, rng = loaded(text).start(seed=1), random.Random(1)
    for _ in range(6):
        game.play(game.deciders[0], rng.choice(game.moves(game.deciders[0])))
    (board,) = laid_out(Names.of(game.rules), game.state.vector)
    lying = {
        piece.place: piece.name for zone in game.view(0).zones if zone.name == "board" for piece in zone.pieces or ()
    }
    so = [
        f"        board({place})'s player is {lying[place]}" if place in lying else f"        board({place}) is empty"
        for place in game.rules.core.values["cell"]
    ]
    lines = list(board.lines())
    example = ['example "as it was":', "    given:", *lines, "    then:", *so, ""]
    assert len({line.index(line.strip()) for line in lines[1:]}) > 1
    assert run_examples(Source("pond.rules", text.partition("example ")[0] + "\n".join(example))) == []
