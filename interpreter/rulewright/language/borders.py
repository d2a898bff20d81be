"""Where cells meet: their edges and their corners, as places of their own; and links between named places.

A corner is a point. Of squares a cell has the points at its column and row, and one further; hexagons stand on a
corner, and are measured in half steps to the right and in thirds of a row upward. An edge lies between two points.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from attrs import frozen

from rulewright.language.core import Sheet
from rulewright.language.geometry import Lists, Places, Spot, column_letters, half_steps, holed_grid
from rulewright.language.lattice import letters_beside

Point = tuple[int, int]

_AROUND_SQUARE: Final = {"down-left": (0, 0), "up-left": (0, 1), "up-right": (1, 1), "down-right": (1, 0)}
_SIDES_OF_SQUARE: Final = ("left", "up", "right", "down")
_AROUND_HEXAGON: Final = {
    "down-left": (-1, -1), "up-left": (-1, 1), "up": (0, 2), "up-right": (1, 1), "down-right": (1, -1), "down": (0, -2),
}  # fmt: skip
_SIDES_OF_HEXAGON: Final = ("left", "up-left", "up-right", "right", "down-right", "down-left")
"""The corners of a cell by where they lie, going round clockwise, and the sides, each from one corner to the next."""


@frozen
class Borders:
    """Places where cells meet: the `points` of each, the `cells` that have it, and by the cell and its side which edge
    that is, or -1."""

    places: Places
    points: tuple[frozenset[Point], ...]
    cells: Lists
    sides: Lists = ()


def borders(name: str, cells: Places, what: Literal["edge", "corner"]) -> Borders:
    """The edges or corners of a grid or of hexagons, cell by cell, each going round."""
    having: dict[frozenset[Point], list[tuple[int, str]]] = {}
    for cell, spot in enumerate(cells.spots):
        for where, ends in _edges(cells, spot) if what == "edge" else _corners(cells, spot):
            having.setdefault(ends, []).append((cell, where))
    points = [*having]
    if what == "corner" and cells.whole:
        spots = sorted(spot for each in points for spot in each)
        points = [frozenset((spot,)) for spot in spots]
        places = holed_grid(name, tuple(spots))
    else:
        names = tuple(_name(cells, what, having[each]) for each in points)
        near = _meeting(points) if what == "edge" else _joined(cells, points)
        places = Places(name, names, "met", near=near, ways=cells.ways)
    touched = tuple(tuple(cell for cell, _ in having[each]) for each in points)
    return Borders(places, tuple(points), touched, _sides(cells, points) if what == "edge" else ())


def _corners(cells: Places, spot: Spot) -> list[tuple[str, frozenset[Point]]]:
    """The corners of a cell, by where they lie."""
    around = _AROUND_HEXAGON if cells.kind == "hex" else _AROUND_SQUARE
    right, up = (half_steps(spot), 3 * spot[1]) if cells.kind == "hex" else spot
    return [(where, frozenset(((right + x, up + y),))) for where, (x, y) in around.items()]


def _edges(cells: Places, spot: Spot) -> list[tuple[str, frozenset[Point]]]:
    """The edges of a cell, by its sides."""
    corners = [points for _, points in _corners(cells, spot)]
    sides = _SIDES_OF_HEXAGON if cells.kind == "hex" else _SIDES_OF_SQUARE
    return [(side, corners[at] | corners[(at + 1) % len(corners)]) for at, side in enumerate(sides)]


def _name(cells: Places, what: str, having: Sequence[tuple[int, str]]) -> str:
    """An edge is called by the two cells between which it lies; a corner of hexagons by the one of which it is the top
    or bottom; others by the first cell that has it, and where it lies."""
    if what == "edge" and len(having) == 2:
        return "-".join(cells.names[cell] for cell, _ in having)
    cell, where = next(((cell, where) for cell, where in having if where in ("up", "down")), having[0])
    return f"{cells.names[cell]}-{where}"


def _meeting(edges: Sequence[frozenset[Point]]) -> Lists:
    """For each edge those that it meets at a corner."""
    at: dict[Point, list[int]] = {}
    for number, points in enumerate(edges):
        for point in points:
            at.setdefault(point, []).append(number)
    near = ({other for point in points for other in at[point]} - {number} for number, points in enumerate(edges))
    return tuple(tuple(sorted(each)) for each in near)


def _joined(cells: Places, corners: Sequence[frozenset[Point]]) -> Lists:
    """For each corner those to which an edge leads."""
    number = {points: at for at, points in enumerate(corners)}
    near: list[set[int]] = [set() for _ in corners]
    for spot in cells.spots:
        for _, points in _edges(cells, spot):
            one, other = (number[frozenset((point,))] for point in points)
            near[one].add(other)
            near[other].add(one)
    return tuple(tuple(sorted(each)) for each in near)


def _sides(cells: Places, edges: Sequence[frozenset[Point]]) -> Lists:
    """For each cell and direction the edge there, or -1."""
    number = {points: at for at, points in enumerate(edges)}
    found = (dict(_edges(cells, spot)) for spot in cells.spots)
    return tuple(tuple(number[each[way]] if way in each else -1 for way in cells.ways) for each in found)


def touching(one: Borders, other: Borders) -> Lists:
    """For each edge of some cells their corners at its ends, for each corner the edges that end there."""
    at: dict[Point, list[int]] = {}
    for number, points in enumerate(other.points):
        for point in points:
            at.setdefault(point, []).append(number)
    return tuple(tuple(sorted({number for point in points for number in at[point]})) for points in one.points)


def sheet(cells: Places, parts: Mapping[str, Borders]) -> tuple[Sheet, dict[str, tuple[Spot, ...]]]:
    """How cells and where they meet are drawn together, and for each type the line and the place in it of each.

    All is measured in halves of a point: a corner twice, an edge as the sum of its ends."""
    hexagonal, wide = cells.kind == "hex", 2 * cells.columns
    middles = [(2 * column + 1, 2 * row + 1) for column, row in cells.spots]
    if hexagonal:
        middles = [(2 * half_steps(spot), 6 * spot[1]) for spot in cells.spots]
    corners, edges = ([_middle(points) for points in borders("", cells, what).points] for what in ("corner", "edge"))
    across: dict[int, set[int]] = {}
    for right, up in (*middles, *corners, *edges):
        across.setdefault(up, set()).add(right)
    heights, crossings = sorted(across, reverse=True), {*corners}
    left = min(map(min, across.values()))
    inside = {up: range(min(across[up]), max(across[up]) + 1, 2) if hexagonal else range(wide + 1) for up in heights}
    lines = tuple(tuple("+" if (right, up) in crossings else " " for right in inside[up]) for up in heights)
    rows = {up: str(row + 1) for (_, up), (_, row) in zip(middles, cells.spots, strict=True)}
    columns = () if hexagonal else tuple(column_letters(at // 2) if at % 2 else "" for at in range(wide + 1))
    letters, shifts = list[tuple[int, int, str]](), tuple(inside[up][0] - left for up in heights)
    for row, half, letter in letters_beside(cells) if hexagonal else ():
        up = 6 * (cells.rows - 1 - row)
        letters.append((heights.index(up) if up in across else len(heights), 2 * half - left, letter))
    labels = tuple(rows.get(up, "") for up in heights), columns
    made = Sheet(cells.name, lines, labels, shifts if hexagonal else (), tuple(letters))
    at = {cells.name: middles, **{name: [*map(_middle, each.points)] for name, each in parts.items()}}
    spots = {
        name: tuple((heights.index(up), inside[up].index(right)) for right, up in stand) for name, stand in at.items()
    }
    return made, spots


def _middle(points: frozenset[Point]) -> Spot:
    """The middle of an edge, or a corner, in halves."""
    ends = list(points) * (2 // len(points))
    return sum(right for right, _ in ends), sum(up for _, up in ends)


def turned_round(lists: Lists, number: int) -> Lists:
    """For each of so many others in which lists it stands."""
    found: list[list[int]] = [[] for _ in range(number)]
    for at, each in enumerate(lists):
        for other in each:
            found[other].append(at)
    return tuple(map(tuple, found))


def links(name: str, ends: Sequence[tuple[str, str]], joined: Lists) -> Places:
    """Links between named places, each called by its ends; of several between the same the second one ends in 2.
    `joined` are the numbers of the ends of each; links are neighbors that have an end in common."""
    times, names = Counter[frozenset[str]](), list[str]()
    for pair in ends:
        times[frozenset(pair)] += 1
        number = times[frozenset(pair)]
        names.append("-".join((*pair, *((str(number),) if number > 1 else ()))))
    at = turned_round(joined, 1 + max(end for each in joined for end in each))
    near = ({other for end in mine for other in at[end]} - {number} for number, mine in enumerate(joined))
    return Places(name, tuple(names), "met", near=tuple(tuple(sorted(each)) for each in near))
