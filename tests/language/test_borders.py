"""Edges and corners of cells, beside corners that are reckoned with real coordinates; and links."""

from itertools import combinations, product
from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given, strategies as st

from rulewright.language import geometry as geo, lattice
from rulewright.language.borders import borders, links, touching, turned_round
from tests.language.test_hexagons import SHAPES

SPOTS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12)


def squares(at: set[geo.Spot]) -> geo.Places:
    """Squares that lie so, moved to the first row and column."""
    left, low = min(x for x, _ in at), min(y for _, y in at)
    return geo.holed_grid("cell", tuple(sorted((x - left, y - low) for x, y in at)))


SQUARES = st.builds(geo.grid, st.just("cell"), st.integers(1, 4), st.integers(1, 4)) | SPOTS.map(squares)


def corners_of(p: geo.Places, spot: geo.Spot) -> list[tuple[float, float]]:
    """Where the corners of a cell lie: of hexagons of radius 1 that stand on a corner, or of squares of side 1."""
    column, row = spot
    if p.kind == "grid":
        return [(column + x, row + y) for x, y in ((0, 0), (0, 1), (1, 1), (1, 0))]
    right, up = sqrt(3) * (column + row / 2), 1.5 * row
    turns = [pi / 6 + pi / 3 * turn for turn in range(6)]
    return [(round(right + cos(turn), 6) + 0.0, round(up + sin(turn), 6) + 0.0) for turn in turns]


@given(SHAPES | SQUARES)
def test_what_touches_what_is_what_real_coordinates_say(p: geo.Places) -> None:
    around = [corners_of(p, spot) for spot in p.spots]
    points = {point for each in around for point in each}
    sides = [{frozenset((a, b)) for a, b in zip(each, [*each[1:], each[0]], strict=True)} for each in around]
    edges, corners = borders("edge", p, "edge"), borders("corner", p, "corner")
    for made, things in ((edges, set[object]().union(*sides)), (corners, points)):
        assert len(made.places.names) == len(set(made.places.names)) == len(things)
    # a cell has as many edges and corners as sides, and what is found by cells is one to one with what coordinates say
    of_edges, of_corners = ({cells: at for at, cells in enumerate(made.cells)} for made in (edges, corners))
    for at, each in enumerate(around):
        assert sum(at in cells for cells in edges.cells) == sum(at in cells for cells in corners.cells) == len(each)
    shared = {tuple(sorted(at for at, each in enumerate(sides) if side in each)) for side in set().union(*sides)}
    assert shared == set(of_edges)
    assert {tuple(sorted(at for at, each in enumerate(around) if point in each)) for point in points} == set(of_corners)
    for one, other in combinations(range(len(p.names)), 2):
        common = sides[one] & sides[other]
        assert ((one, other) in of_edges) == bool(common) == (other in geo.neighbors(p)[one])
    ends = touching(edges, corners)
    assert all(len(each) == 2 for each in ends)
    assert touching(corners, edges) == turned_round(ends, len(corners.places.names))
    joined = {frozenset(each) for each in ends}
    for one, other in combinations(range(len(ends)), 2):
        assert (other in geo.neighbors(edges.places)[one]) == bool({*ends[one]} & {*ends[other]})
    for one, other in combinations(range(len(corners.places.names)), 2):
        assert (other in geo.neighbors(corners.places)[one]) == (frozenset((one, other)) in joined)


@given(SHAPES | SQUARES)
def test_an_edge_between_two_cells_lies_in_the_direction_of_the_other(p: geo.Places) -> None:
    edges = borders("edge", p, "edge")
    for (cell, near), (number, way) in product(enumerate(geo.step(p)), enumerate(p.ways)):
        edge = edges.sides[cell][number]
        straight = way in (("left", "right", "up", "down") if p.kind == "grid" else geo.HEX_DIRECTIONS)
        assert (edge >= 0) == straight
        if straight:
            expected = (cell,) if near[number] < 0 else tuple(sorted((cell, near[number])))
            assert edges.cells[edge] == expected
            name = f"{p.names[cell]}-{way}" if near[number] < 0 else "-".join(p.names[each] for each in expected)
            assert edges.places.names[edge] == name


@pytest.mark.parametrize(("side", "edges", "corners"), [(1, 6, 6), (2, 30, 24), (3, 72, 54), (4, 132, 96)])
def test_a_hexagon_has_as_many_edges_and_corners_as_are_known(side: int, edges: int, corners: int) -> None:
    """Of side 3 it is the island of a game with 54 crossings and 72 paths; 9n² - 3n and 6n² in general."""
    p = lattice.hexagon("cell", side, geo.HEX_DIRECTIONS)
    assert (edges, corners) == (9 * side * side - 3 * side, 6 * side * side)
    assert len(borders("edge", p, "edge").places.names) == edges
    assert len(borders("corner", p, "corner").places.names) == corners


def test_corners_of_a_grid_are_a_grid() -> None:
    p = geo.grid("cell", 8, 8)
    found = borders("corner", p, "corner")
    assert found.places == geo.grid("corner", 9, 9)
    assert found.cells[found.places.names.index("b2")] == tuple(map(p.names.index, ("a1", "a2", "b1", "b2")))


def test_corners_of_hexagons_are_called_by_what_lies_below_or_above() -> None:
    names = borders("corner", lattice.hexagon("cell", 1, geo.HEX_DIRECTIONS), "corner").places.names
    assert names == ("a1-down-left", "a1-up-left", "a1-up", "a1-up-right", "a1-down-right", "a1-down")
    two = borders("corner", lattice.lozenge("cell", 2, 1, geo.HEX_DIRECTIONS), "corner").places.names
    assert {"a1-up", "a2-down", "a2-up", "a1-down", "a1-down-left", "a2-down-right"} <= set(two)
    assert len(two) == 10


def test_links_are_called_by_their_ends() -> None:
    made = links("way", (("a", "b"), ("b", "a"), ("b", "c")), ((0, 1), (1, 0), (1, 2)))
    assert made.names == ("a-b", "b-a-2", "b-c")
    assert geo.neighbors(made) == ((1, 2), (0, 2), (0, 1))
