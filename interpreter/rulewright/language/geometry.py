"""The geometry of place types: which places are next to, in line with, or away from which, and what lines there are.

A place is its number in declared order: points as written, numbers upward, cells a1, a2, … b1, …; results hold places
in that order unless a function says otherwise. Laws: `neighbors`, `around` and `leaps` are symmetric; a `ray` is what
`step` reaches, nearest first; `between` and `direction` agree with the rays. It knows no pieces and checks no bounds.
"""

from collections.abc import Sequence
from itertools import chain, combinations, pairwise, product
from typing import Final, Literal

from attrs import frozen

Cells = tuple[int, ...]
Lists = tuple[Cells, ...]

DIRECTIONS: Final = ("left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right")
SIDES: Final = ("left", "right", "top", "bottom")
LEFT, RIGHT, UP, DOWN, _, UP_RIGHT, _, DOWN_RIGHT = range(8)

_DELTAS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1), (-1, 1), (1, 1), (-1, -1), (1, -1))
_CLOCK: Final = tuple(
    map(DIRECTIONS.index, ("up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left"))
)


@frozen
class Places:
    """A place type. `rows`, `columns` belong to grids, `joined_lines` to joined types, `low` (place 0) to number types.

    In a grid the place `column * rows + row` counts rows from the bottom and columns from the left, both from 0."""

    name: str
    names: tuple[str, ...]
    kind: Literal["grid", "joined", "number"]
    rows: int = 0
    columns: int = 0
    joined_lines: Lists = ()
    low: int = 0


def grid(name: str, rows: int, columns: int) -> Places:
    """Make a grid."""
    names = (f"{column_letters(column)}{row + 1}" for column in range(columns) for row in range(rows))
    return Places(name, tuple(names), "grid", rows, columns)


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


def turned(direction: int, eighths: int) -> int:
    """Turn a direction clockwise."""
    return _CLOCK[(_CLOCK.index(direction) + eighths) % 8]


def step(p: Places) -> Lists:
    """For each place and direction the next place, or -1; none outside grids."""
    return tuple(tuple(_moved(p, place, *delta) for delta in _DELTAS) for place in _all(p))


def ray(p: Places) -> tuple[Lists, ...]:
    """For each place and direction all places that lie there in line, nearest first."""
    steps = step(p)
    return tuple(tuple(_ray(steps, place, way) for way in range(8)) for place in _all(p))


def direction(p: Places) -> Lists:
    """For each pair of places the direction from one to the other in line, or -1."""
    ways = [{cell: way for way, cells in enumerate(rays) for cell in cells} for rays in ray(p)]
    return tuple(tuple(known.get(place, -1) for place in _all(p)) for known in ways)


def _all(p: Places) -> range:
    return range(len(p.names))


def _moved(p: Places, place: int, right: int, up: int) -> int:
    """The cell so many columns to the right and rows up, or -1."""
    if p.kind != "grid":
        return -1
    column, row = place // p.rows + right, place % p.rows + up
    return column * p.rows + row if 0 <= column < p.columns and 0 <= row < p.rows else -1


def _ray(steps: Lists, place: int, way: int) -> Cells:
    cells = []
    while (place := steps[place][way]) >= 0:
        cells.append(place)
    return tuple(cells)


def neighbors(p: Places) -> Lists:
    """For each place those next to it: sharing a side, next on a line, one less and one more."""
    if p.kind == "grid":
        return _reached(p, _DELTAS[:4])
    linked: list[set[int]] = [set() for _ in p.names]
    for line in lines(p):
        for one, other in pairwise(line):
            linked[one].add(other)
            linked[other].add(one)
    return tuple(tuple(sorted(each)) for each in linked)


def around(p: Places) -> Lists:
    """For each cell the up to eight around it; outside grids the neighbors."""
    return _reached(p, _DELTAS) if p.kind == "grid" else neighbors(p)


def leaps(p: Places, a: int, b: int) -> Lists:
    """For each cell those a and b away, either way, all signs; none outside grids."""
    return _reached(p, [(x * i, y * j) for x, y in ((a, b), (b, a)) for i in (1, -1) for j in (1, -1)])


def between(p: Places) -> tuple[Lists, ...]:
    """For each pair of places those strictly between them in line, from the first to the second.

    Of several joined lines through both the shortest stretch counts, then the line declared first."""
    table: list[list[Cells]] = [[()] * len(p.names) for _ in p.names]
    if p.kind == "grid":
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
    if p.kind == "grid":
        # the greater of the ways along columns and rows, put together column by column for the sake of large grids
        ups, rights = range(p.rows), range(p.columns)
        strips = [[tuple(max(across, abs(up - row)) for up in ups) for row in ups] for across in rights]
        ways = ([strips[abs(right - column)][row] for right in rights] for column, row in product(rights, ups))
        return tuple(tuple(chain.from_iterable(each)) for each in ways)
    if p.kind == "number":
        return tuple(tuple(abs(a - b) for b in _all(p)) for a in _all(p))
    linked, table = neighbors(p), [[-1] * len(p.names) for _ in p.names]
    for start, steps in enumerate(table):
        steps[start] = 0
        reached = [start]
        for place in reached:
            new = [near for near in linked[place] if steps[near] < 0]
            for near in new:
                steps[near] = steps[place] + 1
            reached += new
    return tuple(map(tuple, table))


def _reached(p: Places, deltas: Sequence[tuple[int, int]]) -> Lists:
    return tuple(tuple(sorted({_moved(p, place, *delta) for delta in deltas} - {-1})) for place in _all(p))


def row_of(p: Places) -> Cells:
    """For each cell the number of its row, 1 at the bottom; empty outside grids."""
    return tuple(place % p.rows + 1 for place in _all(p)) if p.kind == "grid" else ()


def column_of(p: Places) -> Cells:
    """For each cell the number of its column, 1 at the left; empty outside grids."""
    return tuple(place // p.rows + 1 for place in _all(p)) if p.kind == "grid" else ()


def edge(p: Places) -> tuple[bool, ...]:
    """For each place whether it lies on the border of a grid; elsewhere there is no border."""
    if p.kind != "grid":
        return (False,) * len(p.names)
    cells = zip(row_of(p), column_of(p), strict=True)
    return tuple(row in {1, p.rows} or column in {1, p.columns} for row, column in cells)


def rows(p: Places) -> Lists:
    """The rows of a grid from the bottom, each from the left."""
    return tuple(tuple(column * p.rows + row for column in range(p.columns)) for row in range(p.rows))


def columns(p: Places) -> Lists:
    """The columns of a grid from the left, each from the bottom."""
    return tuple(tuple(column * p.rows + row for row in range(p.rows)) for column in range(p.columns))


def lanes(p: Places) -> Lists:
    """The columns of a grid, then its rows."""
    return columns(p) + rows(p)


def diagonals(p: Places) -> Lists:
    """The diagonals of two or more cells, rising, then falling, each from the left.

    The rising ones stand in the order of their left ends, up the left column, then along the bottom row; the falling
    ones are their mirror images, down the left column, then along the top row."""
    steps, sides = step(p), columns(p)
    rising = (*chain(*sides[:1]), *(column[0] for column in sides[1:]))
    falling = (*chain(*_backward(sides[:1])), *(column[-1] for column in sides[1:]))
    starts = ((UP_RIGHT, rising), (DOWN_RIGHT, falling))
    return tuple((place, *_ray(steps, place, way)) for way, ends in starts for place in ends if steps[place][way] >= 0)


def lines(p: Places) -> Lists:
    """Lanes and diagonals of a grid, the lines of a joined type as declared, the one line of a number type."""
    if p.kind == "grid":
        return lanes(p) + diagonals(p)
    return p.joined_lines if p.kind == "joined" else (tuple(_all(p)),)


def line_runs(line: Cells, number: int) -> Lists:
    """All stretches of so many places of a line, from its beginning on; none for a number below 1."""
    return tuple(line[start : start + number] for start in range(len(line) - number + 1)) if number > 0 else ()


def runs(p: Places, number: int) -> Lists:
    """All stretches of so many places in the lines, line by line, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(line_runs(line, number) for line in lines(p))))


def squares(p: Places, number: int) -> Lists:
    """The squares of so many cells a side in the order of their lower left cells; cells in place order."""
    if number < 1:
        return ()
    corners = product(range(p.columns - number + 1), range(p.rows - number + 1))
    inside = [*product(range(number), repeat=2)]
    return tuple(tuple((x + right) * p.rows + y + up for right, up in inside) for x, y in corners)


def line_name(p: Places, line: Cells) -> str:
    """Name a line, a stretch or a square."""
    sort = _sort(p, line)
    if sort == "row" and len(line) == p.columns:
        return f"row-{row_of(p)[line[0]]}"
    if sort == "column" and len(line) == p.rows:
        return f"column-{column_letters(line[0] // p.rows)}"
    if sort == "square":
        return p.names[line[0]]
    return f"{p.names[line[0]]}-{p.names[line[-1]]}"


def line_ways(p: Places, line: Cells) -> tuple[tuple[int, bool], ...]:
    """The directions of a line, each with whether `rotate` toward it passes the content on in the line's order.

    True: from each place to the next, from the last to the first; False: the other way round. Squares and lines outside
    grids have no directions."""
    match _sort(p, line):
        case "row":
            return (LEFT, False), (RIGHT, True)
        case "column" | "rising":
            return (UP, True), (DOWN, False)
        case "falling":
            return (UP, False), (DOWN, True)
        case "square" | "joined":
            return ()


def line_directions(p: Places, line: Cells) -> Cells:
    """The directions of a line: rows left, right; columns and diagonals up, down."""
    return tuple(way for way, _ in line_ways(p, line))


def line_edge(p: Places, line: Cells) -> bool:
    """Whether a line is a whole row or column on the border of a grid."""
    if p.kind != "grid" or len(line) not in {p.rows, p.columns}:
        return False
    return line in {lane for lanes_ in (rows(p), columns(p)) for lane in (lanes_[0], lanes_[-1])}


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

_SORTS: Final[dict[tuple[int, int], Sort]] = {(1, 0): "row", (0, 1): "column", (1, 1): "rising", (1, -1): "falling"}


def _sort(p: Places, line: Cells) -> Sort:
    """What sort of line this is; a single cell is a row or column where the grid has them that short."""
    if p.kind != "grid":
        return "joined"
    if len(line) == 1:
        return "column" if p.rows == 1 else "row" if p.columns == 1 else "square"
    ways = {(b // p.rows - a // p.rows, b % p.rows - a % p.rows) for a, b in pairwise(line)}
    return _SORTS.get(next(iter(ways)), "square") if len(ways) == 1 else "square"


def _backward(some: Lists) -> Lists:
    return tuple(line[::-1] for line in some)
