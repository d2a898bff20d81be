"""Where the places of a board stand on a plane, as numbers: cells are one wide, and rows of hexagons lie closer.

It reads what the terminal draws from (`Standing`, `Sheet`, a picture's rows), so that both show the same board.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final

from rulewright.language.core import Core, Geometry, Sheet, Standing, Zone
from rulewright.table.message_parts import Board, Spot

HEXAGON_ROW: Final = sqrt(3) / 2
"""How far rows of hexagons are apart, in widths of a hexagon."""
HEIGHTS_IN_ROW: Final = (4, 3, 2, 0)
"""The lines of a sheet of hexagons, six of whose units are a row: corners, slanting edges, corners, then the middles
and upright edges."""
BESIDE: Final = 0.3
"""How far a further link between the same places stands from the one before it."""
Point = tuple[int, int]


def boards(core: Core) -> Iterator[Board]:
    """The types of places with where they stand, if that is known, or else which lines lead through them."""
    pictures = {zone.place: found for zone in core.zones if zone.place and (found := pictured(core, zone, zone.place))}
    for shape in core.geometries:
        names = core.values[shape.place]
        if shape.sheet is not None:
            yield _on_sheet(shape, shape.sheet, names)
        elif shape.standing is not None:
            hexagonal = bool(shape.standing.shifts)
            yield Board(shape.place, "hexagon" if hexagonal else "square", standing_spots(shape.standing, names))
        elif shape.ends is not None and shape.ends[0] in pictures and shape.place not in pictures:
            at = {spot.place: spot for spot in pictures[shape.ends[0]]}
            ends = [tuple(at[core.values[shape.ends[0]][end]] for end in both) for both in shape.ends[1]]
            spots = tuple(_between(name, *both) for name, both in zip(names, ends, strict=True))
            yield Board(shape.place, "edge", spots, shape.ends[0])
        else:
            lines = tuple(tuple(names[place] for place in line) for line in shape.lines)
            yield Board(shape.place, "node", lines=lines)


def _between(name: str, one: Spot, other: Spot) -> Spot:
    """A link in the middle of the places that it joins; a further one between the same two, called so, beside it."""
    number = name.removeprefix(f"{one.place}-{other.place}-").removeprefix(f"{other.place}-{one.place}-")
    beside = BESIDE * (int(number) - 1) if number.isdecimal() else 0.0
    ends = one.x, one.y + beside, other.x, other.y + beside
    return Spot(name, (one.x + other.x) / 2, (one.y + other.y) / 2 + beside, ends)


def pictured(core: Core, zone: Zone, places: str) -> tuple[Spot, ...]:
    """Where the picture of a board puts its places, if it does."""
    rows = zone.picture.rows if zone.picture else ()
    return standing_spots(Standing(rows), core.values[places]) if rows else ()


def standing_spots(standing: Standing, names: Sequence[str]) -> tuple[Spot, ...]:
    """Places in rows; of hexagons each row begins some halves to the right."""
    high = HEXAGON_ROW if standing.shifts else 1.0
    halves = standing.shifts or (0,) * len(standing.rows)
    found = {
        place: Spot(names[place], halves[at] / 2 + column, round(at * high, 3))
        for at, row in enumerate(standing.rows)
        for column, place in enumerate(row)
        if place is not None
    }
    return tuple(found[place] for place in sorted(found))


def _on_sheet(shape: Geometry, sheet: Sheet, names: Sequence[str]) -> Board:
    """Cells, edges or corners on the sheet that they share."""
    points = _points(sheet)
    wide, high = (4, 6 / HEXAGON_ROW) if sheet.shifts else (2, 2)
    corners = {point for spot, point in points.items() if sheet.lines[spot[0]][spot[1]] == "+"}

    def flat(point: Point) -> tuple[float, float]:
        return round(point[0] / wide, 3), round(point[1] / high, 3)

    spots = list[Spot]()
    at_corners = all(points[spot] in corners for spot in shape.spots)
    cells = shape.place == sheet.of
    for name, spot in zip(names, shape.spots, strict=True):
        ends = None if cells or at_corners else _ends(points[spot], corners, hexagonal=bool(sheet.shifts))
        spots.append(Spot(name, *flat(points[spot]), (*flat(ends[0]), *flat(ends[1])) if ends else None))
    if cells:
        return Board(shape.place, "hexagon" if sheet.shifts else "square", tuple(spots), sheet.of)
    return Board(shape.place, "corner" if at_corners else "edge", tuple(spots), sheet.of)


def _points(sheet: Sheet) -> Mapping[tuple[int, int], Point]:
    """What stands on each line of a sheet, in units to the right and downward."""
    lines = range(len(sheet.lines))
    if not sheet.shifts:
        return {(line, at): (at, line) for line in lines for at in range(len(sheet.lines[line]))}
    per_row = len(HEIGHTS_IN_ROW)
    down = [6 * (line // per_row) + HEIGHTS_IN_ROW[0] - HEIGHTS_IN_ROW[line % per_row] for line in lines]
    return {
        (line, at): (sheet.shifts[line] + 2 * at, down[line]) for line in lines for at in range(len(sheet.lines[line]))
    }


def _ends(edge: Point, corners: set[Point], *, hexagonal: bool) -> tuple[Point, Point] | None:
    """The corners between which an edge lies."""
    ways = ((0, 2), (1, 1), (1, -1)) if hexagonal else ((1, 0), (0, 1))
    both = (((edge[0] - x, edge[1] - y), (edge[0] + x, edge[1] + y)) for x, y in ways)
    return next((ends for ends in both if corners.issuperset(ends)), None)
