"""The geometry of place types: which places are next to, in line with, or away from which, and what lines there are.

A place is its number in declared order: points as written, numbers upward, cells a1, a2, … b1, …; results hold places
in that order unless a function says otherwise. Laws: `neighbors`, `around` and `leaps` are symmetric; a `ray` is what
`step` reaches, nearest first; `between` and `direction` agree with the rays. It knows no pieces and checks no bounds.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import Final, Literal

from attrs import frozen

Cells = tuple[int, ...]
Lists = tuple[Cells, ...]
Spot = tuple[int, int]

DIRECTIONS: Final = ("left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right")
HEX_DIRECTIONS: Final = tuple(way for way in DIRECTIONS if way not in ("up", "down"))
"""The directions of rules in which all laid out places are hexagons."""
SIDES: Final = ("left", "right", "top", "bottom")

_VECTORS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1), (-1, 1), (1, 1), (-1, -1), (1, -1))
_SIDEWAYS: Final = _VECTORS[:4]
_IN_GRID: Final = dict(zip(DIRECTIONS, _VECTORS, strict=True))
_ON_HEXAGONS: Final = dict(zip(HEX_DIRECTIONS, (*_VECTORS[:2], (-1, 1), (0, 1), (0, -1), (1, -1)), strict=True))
_CLOCK: Final = ("up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left")


@frozen(cache_hash=True)
class Places:
    """A place type. `joined_lines` belong to joined types, `near` (the neighbors of each) to those that are met where
    others touch, `low` (place 0) to number types. Grids and hexagons have the others: so many `rows` and `columns`,
    some of which may have holes, `spots` and `ways`.

    The spot of a cell is its column and row, both from 0. On hexagons the columns of spots lean to the right: what is
    above in one column is up and right. The columns by which they are called lean to the right (1), to the left (-1),
    or go straight up in turns (0): `lean`. `ways` are the directions of the rules."""

    name: str
    names: tuple[str, ...]
    kind: Literal["grid", "hex", "joined", "number", "met"]
    rows: int = 0
    columns: int = 0
    joined_lines: Lists = ()
    low: int = 0
    spots: tuple[Spot, ...] = ()
    lean: int = 0
    ways: tuple[str, ...] = DIRECTIONS
    near: Lists = ()

    @property
    def whole(self) -> bool:
        """Whether it is a grid without holes; there the place `column * rows + row` has that spot."""
        return self.kind == "grid" and len(self.names) == self.rows * self.columns


def grid(name: str, rows: int, columns: int) -> Places:
    """Make a grid."""
    return holed_grid(name, tuple(product(range(columns), range(rows))))


def holed_grid(name: str, spots: tuple[Spot, ...]) -> Places:
    """Make a grid that has just these cells, in order; some lie in the first row and some in the first column."""
    names = tuple(f"{column_letters(column)}{row + 1}" for column, row in spots)
    columns, rows = (1 + max(numbers) for numbers in zip(*spots, strict=True))
    return Places(name, names, "grid", rows, columns, spots=spots)


def hexagons(name: str, spots: Sequence[Spot], lean: int, ways: tuple[str, ...]) -> Places:
    """Make hexagons on these spots, the lowest in row 0."""
    ordered = sorted(zip(letters(spots, lean), spots, strict=True), key=lambda each: (each[0], each[1][1]))
    names = tuple(f"{column_letters(column)}{row + 1}" for column, (_, row) in ordered)
    rows, columns = 1 + max(row for _, row in spots), 1 + ordered[-1][0]
    return Places(name, names, "hex", rows, columns, spots=tuple(spot for _, spot in ordered), lean=lean, ways=ways)


def letters(spots: Sequence[Spot], lean: int) -> Cells:
    """The column by which each hexagon is called, from 0."""
    halves = [half_steps(spot) for spot in spots]
    by_lean = {1: [column for column, _ in spots], -1: [column + row for column, row in spots]}
    columns = by_lean.get(lean, [(half - min(halves)) // 2 for half in halves])
    return tuple(column - min(columns) for column in columns)


def half_steps(spot: Spot) -> int:
    """How far to the right a hexagon stands, in halves of its width."""
    return 2 * spot[0] + spot[1]


def joined(name: str, points: tuple[str, ...], lines: tuple[tuple[str, ...], ...]) -> Places:
    """Make a type of named points with straight lines through them; a line names declared points only."""
    number = {point: place for place, point in enumerate(points)}
    return Places(name, points, "joined", joined_lines=tuple(tuple(number[point] for point in line) for line in lines))


def numbered(name: str, low: int, high: int) -> Places:
    """Make a number type: the places low, low + 1, … high."""
    return Places(name, tuple(map(str, range(low, high + 1))), "number", low=low)


def column_letters(column: int) -> str:
    """Name a column, counted from 0."""
    return (column_letters(column // 26 - 1) if column > 25 else "") + chr(ord("a") + column % 26)


def turned(ways: Sequence[str], direction: int, times: int) -> int:
    """Turn a direction clockwise, so many times to the next one of all `ways`."""
    clock = [way for way in _CLOCK if way in ways]
    return ways.index(clock[(clock.index(ways[direction]) + times) % len(clock)])


def step(p: Places) -> Lists:
    """For each place and direction the next place, or -1; none but on grids and hexagons."""
    vectors, at = _vectors(p), _by_spot(p)
    ways = tuple(vectors.get(way) for way in p.ways)
    if not at:
        return ((-1,) * len(ways),) * len(p.names)
    return tuple(
        tuple(-1 if way is None else at.get((column + way[0], row + way[1]), -1) for way in ways)
        for column, row in p.spots
    )


def ray(p: Places) -> tuple[Lists, ...]:
    """For each place and direction all places that lie there in line, nearest first."""
    steps = step(p)
    return tuple(tuple(_ray(steps, place, way) for way in range(len(p.ways))) for place in _all(p))


def direction(p: Places) -> Lists:
    """For each pair of places the direction from one to the other in line, or -1."""
    ways = [{cell: way for way, cells in enumerate(rays) for cell in cells} for rays in ray(p)]
    return tuple(tuple(known.get(place, -1) for place in _all(p)) for known in ways)


def _all(p: Places) -> range:
    return range(len(p.names))


def _by_spot(p: Places) -> dict[Spot, int]:
    return {spot: place for place, spot in enumerate(p.spots)}


def _vectors(p: Places) -> dict[str, Spot]:
    return _ON_HEXAGONS if p.kind == "hex" else _IN_GRID


def _ray(steps: Lists, place: int, way: int) -> Cells:
    cells = []
    while (place := steps[place][way]) >= 0:
        cells.append(place)
    return tuple(cells)


def neighbors(p: Places) -> Lists:
    """For each place those next to it: sharing a side, next on a line, one less and one more."""
    if p.kind in ("grid", "hex"):
        return _reached(p, _SIDEWAYS if p.kind == "grid" else (*_ON_HEXAGONS.values(),))
    if p.kind == "met":
        return p.near
    linked: list[set[int]] = [set() for _ in p.names]
    for line in lines(p):
        for one, other in pairwise(line):
            linked[one].add(other)
            linked[other].add(one)
    return tuple(tuple(sorted(each)) for each in linked)


def around(p: Places) -> Lists:
    """For each cell the up to eight around it; outside grids the neighbors."""
    return _reached(p, _VECTORS) if p.kind == "grid" else neighbors(p)


def leaps(p: Places, a: int, b: int) -> Lists:
    """For each cell those a and b away, either way, all signs; none outside grids."""
    vectors = [(x * i, y * j) for x, y in ((a, b), (b, a)) for i in (1, -1) for j in (1, -1)]
    return _reached(p, vectors) if p.kind == "grid" else ((),) * len(p.names)


def between(p: Places) -> tuple[Lists, ...]:
    """For each pair of places those strictly between them in line, from the first to the second.

    Of several joined lines through both the shortest stretch counts, then the line declared first."""
    table: list[list[Cells]] = [[()] * len(p.names) for _ in p.names]
    if p.kind in ("grid", "hex"):
        for place, rays in enumerate(ray(p)):
            for cells in rays:
                for nearer, cell in enumerate(cells):
                    table[place][cell] = cells[:nearer]
        return tuple(map(tuple, table))
    known = set[tuple[int, int]]()
    for line in lines(p):
        for (here, one), (there, other) in combinations(enumerate(line), 2):
            stretch = line[here + 1 : there]
            if one != other and ((one, other) not in known or len(stretch) < len(table[one][other])):
                known |= {(one, other), (other, one)}
                table[one][other], table[other][one] = stretch, stretch[::-1]
    return tuple(map(tuple, table))


def distance(p: Places) -> Lists:
    """For each pair of places the fewest steps: a king's in a grid, elsewhere along neighbors; -1 for no way."""
    if p.whole:
        # the greater of the ways along columns and rows, put together column by column for the sake of large grids
        ups, rights = range(p.rows), range(p.columns)
        strips = [[tuple(max(across, abs(up - row)) for up in ups) for row in ups] for across in rights]
        ways = ([strips[abs(right - column)][row] for right in rights] for column, row in product(rights, ups))
        return tuple(tuple(chain.from_iterable(each)) for each in ways)
    if p.kind == "number":
        return tuple(tuple(abs(a - b) for b in _all(p)) for a in _all(p))
    linked, table = around(p), [[-1] * len(p.names) for _ in p.names]
    for start, steps in enumerate(table):
        steps[start] = 0
        reached = [start]
        for place in reached:
            new = [near for near in linked[place] if steps[near] < 0]
            for near in new:
                steps[near] = steps[place] + 1
            reached += new
    return tuple(map(tuple, table))


def ring(p: Places, steps: int) -> Lists:
    """For each place those that are just so many steps away."""
    return tuple(tuple(place for place, far in enumerate(ways) if far == steps) for ways in distance(p))


def _reached(p: Places, vectors: Sequence[Spot]) -> Lists:
    at = _by_spot(p)
    found = ({at.get((column + right, row + up), -1) for right, up in vectors} - {-1} for column, row in p.spots)
    return tuple(tuple(sorted(places)) for places in found)


def row_of(p: Places) -> Cells:
    """For each cell the number of its row, 1 at the bottom; empty but on grids and hexagons."""
    return tuple(row + 1 for _, row in p.spots)


def column_of(p: Places) -> Cells:
    """For each cell the number of its column, 1 at the left; of hexagons of that by which it is called."""
    columns = letters(p.spots, p.lean) if p.kind == "hex" else (column for column, _ in p.spots)
    return tuple(column + 1 for column in columns)


def edge(p: Places) -> tuple[bool, ...]:
    """For each cell whether it lies on the border: there is none beyond one of its sides."""
    sides = {"grid": 4, "hex": 6}.get(p.kind, 0)
    return tuple(len(near) < sides for near in neighbors(p))


def rows(p: Places) -> Lists:
    """The rows from the bottom, each from the left."""
    return _stretches(p, "right", lambda spot: (spot[1], spot[0]))


def columns(p: Places) -> Lists:
    """The columns of a grid from the left, each from the bottom."""
    return _stretches(p, "up", lambda spot: spot) if p.kind == "grid" else ()


def lanes(p: Places) -> Lists:
    """The columns of a grid, then its rows."""
    return columns(p) + rows(p) if p.kind == "grid" else ()


def diagonals(p: Places) -> Lists:
    """The diagonals of a grid, of two or more cells, rising, then falling, each from the left.

    The rising ones stand in the order of their left ends, up the left column, then along the bottom row; the falling
    ones are their mirror images, down the left column, then along the top row."""
    return _slants(p) if p.kind == "grid" else ()


def _slants(p: Places) -> Lists:
    rising, falling = (lambda spot: spot), (lambda spot: (spot[0], -spot[1]))
    return _stretches(p, "up-right", rising, shortest=2) + _stretches(p, "down-right", falling, shortest=2)


def _stretches(p: Places, way: str, order: Callable[[Spot], Spot], *, shortest: int = 0) -> Lists:
    """All straight lines in a direction, by the order of the spots where they begin, each as far as it goes. A single
    cell is one only in a grid without holes."""
    steps, (right, up), at, number = step(p), _vectors(p)[way], _by_spot(p), p.ways.index(way)
    begins = (spot for spot in p.spots if (spot[0] - right, spot[1] - up) not in at)
    found = ((at[spot], *_ray(steps, at[spot], number)) for spot in sorted(begins, key=order))
    return tuple(line for line in found if len(line) >= (shortest or (1 if p.whole else 2)))


def lines(p: Places) -> Lists:
    """Lanes and diagonals of a grid, rows and slants of hexagons, the lines of a joined type as declared, the one line
    of a number type."""
    match p.kind:
        case "grid":
            return lanes(p) + diagonals(p)
        case "hex":
            return rows(p) + _slants(p)
        case "number":
            return (tuple(_all(p)),)
        case "joined" | "met":
            return p.joined_lines


def line_runs(line: Cells, number: int) -> Lists:
    """All stretches of so many places of a line, from its beginning on; none for a number below 1."""
    return tuple(line[start : start + number] for start in range(len(line) - number + 1)) if number > 0 else ()


def runs(p: Places, number: int) -> Lists:
    """All stretches of so many places in the lines, line by line, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(line_runs(line, number) for line in lines(p))))


def squares(p: Places, number: int) -> Lists:
    """The squares of so many cells a side in the order of their lower left cells; cells in place order."""
    if number < 1 or p.kind != "grid":
        return ()
    at, inside = _by_spot(p), [*product(range(number), repeat=2)]
    found = (tuple(at.get((column + right, row + up), -1) for right, up in inside) for column, row in p.spots)
    return tuple(square for square in found if -1 not in square)


def line_name(p: Places, line: Cells) -> str:
    """Name a line, a stretch or a square."""
    sort = _sort(p, line)
    column, row = p.spots[line[0]] if p.spots else (0, 0)
    if sort == "row" and _goes_through_all(p, line):
        return f"row-{row + 1}"
    if sort == "column" and _goes_through_all(p, line):
        return f"column-{column_letters(column)}"
    if sort == "square":
        return p.names[line[0]]
    return f"{p.names[line[0]]}-{p.names[line[-1]]}"


def _goes_through_all(p: Places, line: Cells) -> bool:
    """Whether there are no other places in line with these, beyond a hole or further on."""
    sort = _sort(p, line)
    if p.whole and sort in ("row", "column"):
        return len(line) == (p.columns if sort == "row" else p.rows)
    return len(line) == _numbers(p, sort)[_across(p, line[0], sort)]


@lru_cache(maxsize=16)
def _numbers(p: Places, sort: "Sort") -> Counter[int]:
    """How many places are in line with each other, in lines of this sort, whatever lies between them."""
    return Counter(_across(p, place, sort) for place in _all(p))


def _across(p: Places, place: int, sort: "Sort") -> int:
    """How far a place lies from others that are not in line with it, in a line of this sort."""
    column, row = p.spots[place]
    if p.kind == "hex":
        return {"row": row, "rising": column}.get(sort, column + row)
    return {"row": row, "column": column, "rising": column - row}.get(sort, column + row)


def line_ways(p: Places, line: Cells) -> tuple[tuple[int, bool], ...]:
    """The directions of a line, each with whether `rotate` toward it passes the content on in the line's order.

    True: from each place to the next, from the last to the first; False: the other way round. Squares and lines of
    joined points have no directions."""
    words: tuple[tuple[str, bool], ...]
    match p.kind, _sort(p, line):
        case _, "row":
            words = ("left", False), ("right", True)
        case "hex", "rising":
            words = ("up-right", True), ("down-left", False)
        case "hex", "falling":
            words = ("up-left", False), ("down-right", True)
        case _, "column" | "rising":
            words = ("up", True), ("down", False)
        case _, "falling":
            words = ("up", False), ("down", True)
        case _, "square" | "joined":
            words = ()
    return tuple((p.ways.index(word), forward) for word, forward in words)


def line_directions(p: Places, line: Cells) -> Cells:
    """The directions of a line: rows left, right; columns and diagonals up, down; slants of hexagons their own."""
    return tuple(way for way, _ in line_ways(p, line))


def line_edge(p: Places, line: Cells) -> bool:
    """Whether a line is a whole row or column on the border of a grid, or a whole side of hexagons."""
    sort = _sort(p, line)
    if sort in ("square", "joined") or (p.kind == "grid" and sort in ("rising", "falling")):
        return False
    if not _goes_through_all(p, line):
        return False
    all_of = _numbers(p, sort)
    return _across(p, line[0], sort) in (min(all_of), max(all_of))


def rotation(p: Places, line: Cells) -> Cells:
    """The order in which `rotate` passes the content on: a line's own, a square's border clockwise from its lower left
    cell; what lies inside does not rotate."""
    if _sort(p, line) != "square":
        return line
    side = round(len(line) ** 0.5)
    left, right = line[:side], line[-side:]
    top, bottom = line[side - 1 :: side], line[::side]
    return tuple(dict.fromkeys((*left, *top, *reversed(right), *reversed(bottom))))


def pack_lanes(p: Places) -> tuple[Lists, ...]:
    """For each side the rows or columns that end there, each from that side on."""
    return rows(p), _backward(rows(p)), _backward(columns(p)), columns(p)


Sort = Literal["row", "column", "rising", "falling", "square", "joined"]

_SORTS: Final[dict[Spot, Sort]] = {(1, 0): "row", (0, 1): "column", (1, 1): "rising", (1, -1): "falling"}
_HEX_SORTS: Final[dict[Spot, Sort]] = {(1, 0): "row", (0, 1): "rising", (1, -1): "falling"}


def _sort(p: Places, line: Cells) -> Sort:
    """What sort of line this is; a single cell is a row or column where the grid has them that short."""
    if p.kind not in ("grid", "hex") or (p.kind == "hex" and len(line) == 1):
        return "joined"
    if len(line) == 1:
        return "column" if p.rows == 1 else "row" if p.columns == 1 else "square"
    spots = [p.spots[place] for place in line]
    ways = {(right - left, up - down) for (left, down), (right, up) in pairwise(spots)}
    sorts = _HEX_SORTS if p.kind == "hex" else _SORTS
    return sorts.get(next(iter(ways)), "square") if len(ways) == 1 else "square"


def _backward(some: Lists) -> Lists:
    return tuple(line[::-1] for line in some)
