"""Types whose values are places that lie in some way: shapes of squares and hexagons, and joined points."""

from typing import Final

from rulewright.language import geometry, lattice, syntax
from rulewright.language.edits import line_start
from rulewright.language.elaborate.environment import Mistake, World
from rulewright.language.geometry import Places, Spot
from rulewright.language.messages import declarations as words, tables
from rulewright.language.span import Span
from rulewright.language.wording import plural

LaidOut = syntax.GridType | syntax.HexType | syntax.DrawnType

MOST_LINES: Final = 64


def directions(ruleset: syntax.Ruleset) -> tuple[str, ...]:
    """The values of the type `direction`: of squares, if there are some, else of hexagons."""
    laid = [each for each in ruleset.declarations if isinstance(each, LaidOut)]
    if any(
        isinstance(each, syntax.GridType) or (isinstance(each, syntax.DrawnType) and not each.hexagons) for each in laid
    ):
        return geometry.DIRECTIONS
    return geometry.HEX_DIRECTIONS if laid else ()


def with_places(ways: tuple[str, ...]) -> tuple[str, ...]:
    """The types that come with places that are laid out."""
    return ("line", "direction", *(("side",) if "up" in ways else ())) if ways else ()


def laid_out(world: World, node: LaidOut, ways: tuple[str, ...]) -> Places | None:
    """The places of a grid or of hexagons; None where something is wrong, which is told."""
    name = node.name.text
    if isinstance(node, syntax.DrawnType):
        return world.tried(lambda: drawn(world, node, ways), None)
    rows, columns = node.rows, node.columns
    if columns is None:
        if 1 <= rows <= MOST_LINES // 2:
            return lattice.hexagon(name, rows, ways)
        world.tell(words.too_large_hexagon(node.span, side=rows, most=MOST_LINES // 2))
        return None
    if not (1 <= rows <= MOST_LINES and 1 <= columns <= MOST_LINES):
        world.tell(words.too_large_grid(node.span, rows=rows, columns=columns, most=MOST_LINES))
        return None
    made = isinstance(node, syntax.GridType)
    return geometry.grid(name, rows, columns) if made else lattice.lozenge(name, rows, columns, ways)


def drawn(world: World, node: syntax.DrawnType, ways: tuple[str, ...]) -> Places:
    """The places that are drawn."""
    hidden = next((cell for row in node.rows for cell in row if cell.viewers is not None), None)
    if hidden is not None:
        raise Mistake(tables.marked_cell(hidden.span))
    if all(cell.name is None for row in node.rows for cell in row):
        raise Mistake(tables.no_cell(Span(node.rows[0][0].span.start, node.rows[-1][-1].span.end)))
    spots = hexagons(world, node) if node.hexagons else squares(node)
    high = 1 + max(row for _, row in spots)
    across = [geometry.half_steps(spot) // 2 if node.hexagons else spot[0] for spot in spots]
    wide = 1 + max(across) - min(across)
    if max(wide, high) > MOST_LINES:
        raise Mistake(words.too_large_grid(node.span, rows=high, columns=wide, most=MOST_LINES))
    if node.hexagons:
        return geometry.hexagons(node.name.text, spots, 0, ways)
    return geometry.holed_grid(node.name.text, tuple(spots))


def hexagons(world: World, node: syntax.DrawnType) -> list[Spot]:
    """The spots of hexagons that are drawn; ends the sentence where one stands straight above another."""
    rows = enumerate(node.rows, 1 - len(node.rows))
    at = {
        (column_in_text(world, cell.span), -row): cell for row, line in rows for cell in line if cell.name is not None
    }
    first = next(iter(at))
    astray = next((spot for spot in at if (sum(spot) - sum(first)) % 2), None)
    if astray is not None:
        raise Mistake(tables.hexagon_astray(at[astray].span, also=at[first].span))
    return lattice.spots_of([*at])


def column_in_text(world: World, span: Span) -> int:
    """How many letters stand before something in its line."""
    return span.start - line_start(world.source.text, span.start)


def squares(node: syntax.DrawnType) -> list[Spot]:
    """The spots of squares that are drawn, in the order of places."""
    for line in node.rows:
        if len(line) != len(node.rows[0]):
            span, also = Span(line[0].span.start, line[-1].span.end), node.rows[0][0].span
            raise Mistake(tables.ragged(span, number=len(line), columns=len(node.rows[0]), also=also))
    rows = enumerate(reversed(node.rows))
    at = [(column, row) for row, line in rows for column, cell in enumerate(line) if cell.name is not None]
    left, low = (min(numbers) for numbers in zip(*at, strict=True))
    return sorted((column - left, row - low) for column, row in at)


def enter_joined(world: World, node: syntax.Joined) -> None:
    """`joined points:` makes the enumeration a place type with these lines."""
    name = world.plurals.get(node.name.text, node.name.text)
    if name not in world.values or name in world.places or name in ("player", "team", "direction", "side"):
        if node.name.text not in world.broken_names:
            world.tell(words.not_joined(node.name, candidates=[plural(each) for each in world.values]))
        return
    points = tuple(world.values[name])
    strange = [point for line in node.lines for point in line if point.text not in points]
    for point in strange:
        world.tell(words.not_a_point(point, type=name, candidates=points))
    if not strange:
        lines = tuple(tuple(point.text for point in line) for line in node.lines)
        world.places[name] = geometry.joined(name, points, lines)
