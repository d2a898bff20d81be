"""Place types: facts counted by hand or by brute force over coordinates, and laws."""

from itertools import combinations, pairwise, product
from time import process_time

import pytest
from hypothesis import given, strategies as st

from rulewright.analysis.check import check
from rulewright.language import geometry as geo
from rulewright.language.source import Source

FOUR = geo.grid("space", 4, 4)
CONNECT = geo.grid("cell", 6, 7)
TINY = geo.grid("cell", 3, 3)
TRACK = geo.numbered("spot", -2, 3)
STAR = geo.joined(
    "point", ("hub", "east", "west", "north", "far", "lost"), (("west", "hub", "east", "far"), ("north", "hub"))
)

LEFT_RIGHT, UP_DOWN = (
    (geo.DIRECTIONS.index(one), geo.DIRECTIONS.index(other)) for one, other in (("left", "right"), ("up", "down"))
)

GRIDS = st.builds(geo.grid, st.just("cell"), st.integers(1, 7), st.integers(1, 7))
PLACES = GRIDS | st.builds(lambda n: geo.numbered("spot", 1, n), st.integers(1, 9)) | st.just(STAR)


def named(p: geo.Places, cells: tuple[int, ...]) -> str:
    """Write places in the order given."""
    return " ".join(p.names[cell] for cell in cells)


def turned(way: int, eighths: int) -> int:
    return geo.turned(geo.DIRECTIONS, way, eighths)


def names(p: geo.Places, lines: geo.Lists) -> list[str]:
    return [geo.line_name(p, line) for line in lines]


def spot(p: geo.Places, name: str) -> int:
    return p.names.index(name)


def coordinates(p: geo.Places) -> list[tuple[int, int]]:
    """Give column and row of each cell, from the names alone."""
    return [(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in p.names]


def test_cells_are_named_column_by_column() -> None:
    """a1, a2, … b1, …; the row number may have two digits, the column two letters."""
    assert named(FOUR, tuple(range(16))) == "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4"
    assert CONNECT.names[-1] == "g6"
    wide = geo.grid("cell", 12, 64)
    assert (wide.names[0], wide.names[11], wide.names[25 * 12], wide.names[26 * 12], wide.names[-1]) == (
        "a1", "a12", "z1", "aa1", "bl12",
    )  # fmt: skip
    assert len(set(wide.names)) == 12 * 64


def test_numbers_are_places() -> None:
    assert TRACK.names == ("-2", "-1", "0", "1", "2", "3")
    assert TRACK.low == -2
    assert geo.neighbors(TRACK) == ((1,), (0, 2), (1, 3), (2, 4), (3, 5), (4,))
    assert geo.lines(TRACK) == ((0, 1, 2, 3, 4, 5),)
    assert geo.distance(TRACK)[0] == (0, 1, 2, 3, 4, 5)
    assert geo.between(TRACK)[4][1] == (3, 2)
    assert names(TRACK, geo.lines(TRACK)) == ["-2-3"]


def test_joined_points() -> None:
    near = ["east west north", "hub far", "hub", "hub", "east", ""]
    assert [named(STAR, each) for each in geo.neighbors(STAR)] == near
    assert names(STAR, geo.lines(STAR)) == ["west-far", "north-hub"]
    assert names(STAR, geo.runs(STAR, 3)) == ["west-east", "hub-far"]
    assert geo.distance(STAR)[spot(STAR, "north")] == (1, 2, 2, 0, 3, -1)
    assert named(STAR, geo.between(STAR)[spot(STAR, "far")][spot(STAR, "west")]) == "east hub"
    assert geo.between(STAR)[spot(STAR, "north")][spot(STAR, "east")] == ()


def test_the_shorter_of_two_lines_counts_for_between() -> None:
    ring = geo.joined("point", ("a", "b", "c", "d"), (("a", "b", "c", "d"), ("a", "d"), ("d", "b")))
    assert geo.between(ring)[0][3] == geo.between(ring)[3][0] == ()
    assert geo.between(ring)[0][2] == (1,)
    closed = geo.joined("point", ("a", "b", "c"), (("a", "b", "c", "a"),))
    assert geo.neighbors(closed) == ((1, 2), (0, 2), (0, 1))
    assert geo.between(closed)[0] == ((), (), ())


def test_only_grids_have_directions_rows_and_squares() -> None:
    for p in (TRACK, STAR):
        count = len(p.names)
        assert {way for ways in geo.direction(p) for way in ways} == {-1}
        assert geo.step(p) == ((-1,) * 8,) * count
        assert geo.leaps(p, 1, 2) == ((),) * count
        assert not any(geo.edge(p))
        assert geo.around(p) == geo.neighbors(p)
        assert geo.row_of(p) == geo.column_of(p) == ()
        assert (geo.rows(p), geo.lanes(p), geo.diagonals(p), geo.squares(p, 1)) == ((), (), (), ())
        assert geo.pack_lanes(p) == ((), (), (), ())
        line = geo.lines(p)[0]
        assert geo.line_directions(p, line) == ()
        assert not geo.line_edge(p, line)
        assert geo.rotation(p, line) == line


@given(GRIDS, st.integers(0, 4), st.integers(0, 4))
def test_leaps_are_what_coordinates_say(p: geo.Places, a: int, b: int) -> None:
    cells = coordinates(p)
    expected = tuple(
        tuple(n for n, (x, y) in enumerate(cells) if (abs(x - u), abs(y - v)) in {(a, b), (b, a)}) for u, v in cells
    )
    assert geo.leaps(p, a, b) == expected


@given(GRIDS)
def test_relations_are_what_coordinates_say(p: geo.Places) -> None:
    cells = coordinates(p)
    way = {(-1, 0): 0, (1, 0): 1, (0, 1): 2, (0, -1): 3, (-1, 1): 4, (1, 1): 5, (-1, -1): 6, (1, -1): 7}
    ways, near, around, steps_to = geo.direction(p), geo.neighbors(p), geo.around(p), geo.distance(p)
    between = geo.between(p)
    for (a, (u, v)), (b, (x, y)) in product(enumerate(cells), repeat=2):
        far = (abs(u - x), abs(v - y))
        assert (b in near[a]) == (sum(far) == 1)
        assert (b in around[a]) == (max(far) == 1)
        assert steps_to[a][b] == max(far)
        in_line = a != b and (min(far) == 0 or far[0] == far[1])
        sign = ((x > u) - (x < u), (y > v) - (y < v))
        assert ways[a][b] == (way[sign] if in_line else -1)
        steps = range(1, max(far)) if in_line else ()
        assert between[a][b] == tuple(cells.index((u + i * sign[0], v + i * sign[1])) for i in steps)


def test_rows_and_columns_of_a_cell_and_the_border() -> None:
    """Numbers begin with 1, at the bottom and at the left."""
    cell = spot(CONNECT, "c5")
    assert (geo.row_of(CONNECT)[cell], geo.column_of(CONNECT)[cell]) == (5, 3)
    assert sum(geo.edge(FOUR)) == 12
    assert [name for name, border in zip(TINY.names, geo.edge(TINY), strict=True) if not border] == ["b2"]


@given(PLACES)
def test_neighbors_around_and_distance_are_symmetric(p: geo.Places) -> None:
    for table in (geo.neighbors(p), geo.around(p), geo.leaps(p, 1, 2)):
        assert all(a in table[b] for a, near in enumerate(table) for b in near)
        assert all(list(near) == sorted(set(near)) for near in table)
    steps = geo.distance(p)
    assert all(steps[a][b] == steps[b][a] for a, b in combinations(range(len(p.names)), 2))
    around = geo.around(p)
    assert all((steps[a][b] == 1) == (b in around[a]) for a, b in combinations(range(len(p.names)), 2))


@given(GRIDS)
def test_step_ray_and_direction_agree(p: geo.Places) -> None:
    ways, all_steps, all_rays, between = geo.direction(p), geo.step(p), geo.ray(p), geo.between(p)
    for place, (steps, rays) in enumerate(zip(all_steps, all_rays, strict=True)):
        for way, (near, cells) in enumerate(zip(steps, rays, strict=True)):
            assert cells[:1] == ((near,) if near >= 0 else ())
            assert near < 0 or all_steps[near][turned(way, 4)] == place
            assert near < 0 or cells[1:] == all_rays[near][way]
            assert all(ways[place][cell] == way for cell in cells)
            assert all(between[place][cell] == cells[:n] for n, cell in enumerate(cells))
    assert sum(way >= 0 for each in ways for way in each) == sum(len(cells) for rays in all_rays for cells in rays)


@given(st.integers(0, 7), st.integers(-20, 20), st.integers(-20, 20))
def test_turning_adds_up(way: int, some: int, more: int) -> None:
    assert turned(way, 8) == turned(turned(way, some), -some) == way
    assert turned(turned(way, some), more) == turned(way, some + more)


def test_turning_is_clockwise() -> None:
    turns = [geo.DIRECTIONS[turned(geo.DIRECTIONS.index("up"), n)] for n in range(8)]
    assert turns == ["up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left"]
    assert geo.DIRECTIONS == ("left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right")


def test_the_ten_diagonals_of_four_by_four() -> None:
    assert names(FOUR, geo.diagonals(FOUR)) == [
        "a1-d4", "a2-c4", "a3-b4", "b1-d3", "c1-d2", "a4-d1", "a3-c1", "a2-b1", "b4-d2", "c4-d3",
    ]  # fmt: skip
    assert named(FOUR, geo.diagonals(FOUR)[6]) == "a3 b2 c1"


def test_rows_columns_and_lanes() -> None:
    assert [named(TINY, line) for line in geo.rows(TINY)] == ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3"]
    assert [named(TINY, line) for line in geo.columns(TINY)] == ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3"]
    assert names(TINY, geo.lanes(TINY)) == ["column-a", "column-b", "column-c", "row-1", "row-2", "row-3"]
    assert geo.lines(TINY) == geo.lanes(TINY) + geo.diagonals(TINY)


@pytest.mark.parametrize(
    ("p", "number", "expected"),
    [
        (TINY, 3, 8), (CONNECT, 4, 69), (FOUR, 3, 24), (geo.grid("cell", 15, 15), 5, 572),
        (TINY, 4, 0), (TINY, 0, 0), (TINY, 1, 9),
    ],
)  # fmt: skip
def test_numbers_of_runs(p: geo.Places, number: int, expected: int) -> None:
    """Noughts and crosses has 8 lines, four in a row 69, five in a row 572."""
    assert len(geo.runs(p, number)) == expected


def test_names_of_runs() -> None:
    assert names(FOUR, geo.runs(FOUR, 3))[:3] == ["a1-a3", "a2-a4", "b1-b3"]
    assert names(TINY, geo.runs(TINY, 3))[2:] == ["column-c", "row-1", "row-2", "row-3", "a1-c3", "a3-c1"]
    assert names(FOUR, geo.line_runs(geo.rows(FOUR)[1], 3)) == ["a2-c2", "b2-d2"]
    assert geo.line_runs((5, 6), 3) == geo.line_runs((5, 6), -1) == ()


@given(GRIDS, st.integers(2, 5))
def test_runs_are_what_coordinates_say(p: geo.Places, number: int) -> None:
    cells = coordinates(p)
    expected = {
        tuple(sorted(cells.index((u + i * x, v + i * y)) for i in range(number)))
        for (u, v), (x, y) in product(cells, ((1, 0), (0, 1), (1, 1), (1, -1)))
        if (u + (number - 1) * x, v + (number - 1) * y) in cells
    }
    runs = geo.runs(p, number)
    assert {tuple(sorted(run)) for run in runs} == expected
    assert len(runs) == len(expected)


@given(GRIDS)
def test_diagonals_cover_each_slanting_pair_once(p: geo.Places) -> None:
    diagonals = geo.diagonals(p)
    pairs = [pair for line in diagonals for pair in pairwise(line)]
    assert len(pairs) == len(set(pairs)) == 2 * (p.rows - 1) * (p.columns - 1)
    assert len(diagonals) == (2 * (p.rows + p.columns - 3) if min(p.rows, p.columns) > 1 else 0)
    assert all(len(line) > 1 and line[0] < line[1] for line in diagonals)


def test_squares() -> None:
    squares = geo.squares(FOUR, 2)
    assert len(squares) == 9
    assert names(FOUR, squares) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
    assert named(FOUR, squares[4]) == "b2 b3 c2 c3"
    assert len(geo.squares(CONNECT, 6)) == 2
    assert geo.squares(FOUR, 5) == geo.squares(FOUR, 0) == ()
    assert len(geo.squares(FOUR, 1)) == 16


def test_squares_rotate_clockwise() -> None:
    assert named(FOUR, geo.rotation(FOUR, geo.squares(FOUR, 2)[4])) == "b2 b3 c3 c2"
    assert named(FOUR, geo.rotation(FOUR, geo.squares(FOUR, 3)[0])) == "a1 a2 a3 b3 c3 c2 c1 b1"
    assert geo.rotation(FOUR, (7,)) == (7,)


@pytest.mark.parametrize(
    ("line", "toward", "of", "to"),
    [
        ("row-2", "right", "d2", "a2"), ("row-2", "left", "a2", "d2"),
        ("column-c", "up", "c4", "c1"), ("column-c", "down", "c1", "c4"),
        ("a1-d4", "up", "d4", "a1"), ("a1-d4", "down", "d4", "c3"),
        ("a2-c4", "up", "a2", "b3"), ("a2-c4", "down", "a2", "c4"),
        ("a2-b1", "up", "b1", "a2"), ("a3-c1", "up", "b2", "a3"), ("a3-c1", "down", "b2", "c1"),
    ],
)  # fmt: skip
def test_what_rotating_a_line_does(line: str, toward: str, of: str, to: str) -> None:
    cells = next(cells for cells in geo.lines(FOUR) if geo.line_name(FOUR, cells) == line)
    forward = dict(geo.line_ways(FOUR, cells))[geo.DIRECTIONS.index(toward)]
    place = cells.index(spot(FOUR, of))
    assert FOUR.names[cells[(place + (1 if forward else -1)) % len(cells)]] == to


@given(GRIDS)
def test_rotating_goes_in_the_direction_named(p: geo.Places) -> None:
    ways = geo.direction(p)
    for line in geo.lines(p):
        for way, forward in geo.line_ways(p, line):
            ordered = line if forward else line[::-1]
            for one, other in pairwise(ordered):
                assert geo.DIRECTIONS[way] in geo.DIRECTIONS[ways[one][other]]


def test_directions_of_lines_and_stretches() -> None:
    lines = (*geo.lines(FOUR), *geo.runs(FOUR, 2))
    words = {geo.line_name(FOUR, line): geo.line_directions(FOUR, line) for line in lines}
    assert words["row-1"] == words["b3-c3"] == LEFT_RIGHT
    assert words["column-d"] == words["a1-a2"] == words["a3-c1"] == words["a1-b2"] == UP_DOWN
    assert geo.line_directions(FOUR, geo.squares(FOUR, 2)[0]) == ()


def test_border_lines() -> None:
    lines = (*geo.lines(FOUR), *geo.runs(FOUR, 3), *geo.squares(FOUR, 2))
    edges = tuple(line for line in lines if geo.line_edge(FOUR, line))
    assert names(FOUR, edges) == ["column-a", "column-d", "row-1", "row-4"]


def test_names_in_narrow_grids() -> None:
    flat, tall, only = geo.grid("cell", 1, 3), geo.grid("cell", 3, 1), geo.grid("cell", 1, 1)
    assert names(flat, geo.lanes(flat)) == ["column-a", "column-b", "column-c", "row-1"]
    assert names(tall, geo.lanes(tall)) == ["column-a", "row-1", "row-2", "row-3"]
    assert names(only, geo.lanes(only)) == ["column-a", "column-a"]
    assert geo.line_directions(tall, (0,)) == LEFT_RIGHT
    assert geo.diagonals(flat) == geo.diagonals(only) == ()


@given(GRIDS, st.integers(2, 4))
def test_names_tell_lines_and_runs_apart(p: geo.Places, number: int) -> None:
    told = list(dict.fromkeys((*geo.lines(p), *geo.runs(p, number))))
    assert len(set(names(p, tuple(told)))) == len(told)


def test_lanes_for_packing() -> None:
    left, right, top, bottom = geo.pack_lanes(TINY)
    assert (named(TINY, left[0]), named(TINY, right[0])) == ("a1 b1 c1", "c1 b1 a1")
    assert (named(TINY, top[0]), named(TINY, bottom[0])) == ("a3 a2 a1", "a1 a2 a3")
    for lanes in geo.pack_lanes(CONNECT):
        assert sorted(cell for lane in lanes for cell in lane) == list(range(42))


@pytest.mark.thorough
def test_all_runs_of_a_large_grid_are_soon_known() -> None:
    asked = " + ".join(f"(count of spaces' runs({number}) as l where l's edge)" for number in range(1, 9))
    text = f"""game "Large" "All runs of the largest grid"
    players 2
space is grid 64 by 64
there is
    pot: 0..99
play:
    each player: choose act
action act "Act": set pot to far
define far: ({asked}) mod 99
scoring:
    score of player: pot
    winners: nobody
"""
    before = process_time()
    assert check(Source("large.rules", text)) == []
    assert process_time() - before < 10
