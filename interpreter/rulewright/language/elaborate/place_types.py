"""Types whose values are places that lie in some way: shapes of squares and hexagons, their edges and corners, joined
points, and links between places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rulewright.language import geometry, lattice, syntax
from rulewright.language.borders import Borders, borders, links, sheet, touching, turned_round
from rulewright.language.component_rows import Column, Domain, read_row
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.edits import line_start
from rulewright.language.elaborate.environment import Meeting, Mistake, World
from rulewright.language.elaborate.resolve import size
from rulewright.language.geometry import Cells, Lists, Places, Spot
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
    rows = world.tried(lambda: size(world, node.rows), None)
    columns = world.tried(lambda: size(world, node.columns or node.rows), None)
    if rows is None or columns is None:
        return None
    if node.columns is None:
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
    signs = {cell.name.text: cell for row in reversed(node.rows) for cell in reversed(row) if cell.name is not None}
    if not signs:
        raise Mistake(tables.no_cell(Span(node.rows[0][0].span.start, node.rows[-1][-1].span.end)))
    if len(signs) > 1:
        second = sorted(signs.values(), key=lambda cell: cell.span.start)[1]
        world.tell(tables.idle_signs(second.span, cell=node.name.text, signs=sorted(signs)))
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
        if name in world.places and world.places[name].kind == "met":
            world.tell(words.linked_already(node.span, name=node.name.text))
        elif node.name.text not in world.broken_names:
            world.tell(words.not_joined(node.name, candidates=[plural(each) for each in world.values]))
        return
    points = tuple(world.values[name])
    strange = [point for line in node.lines for point in line if point.text not in points]
    for point in strange:
        world.tell(words.not_a_point(point, type=name, candidates=points))
    if not strange:
        lines = tuple(tuple(point.text for point in line) for line in node.lines)
        world.places[name] = geometry.joined(name, points, lines)


# ---- places where others meet


def enter_borders(world: World, declared: Iterable[syntax.BorderType]) -> dict[str, Places]:
    """The edges and corners of cells, and what touches what; the places of each type."""
    found: dict[str, dict[str, tuple[str, Borders]]] = {}
    for node in declared:
        name, cells = node.name.text, world.places.get(node.of.text)
        if cells is None or not cells.spots:
            if node.of.text not in world.broken_names:
                laid = [each for each, places in world.places.items() if places.spots]
                world.tell(words.not_cells(node.of, candidates=laid))
            world.broken_names.update((name, plural(name)))
        elif node.what in found.setdefault(node.of.text, {}):
            world.tell(words.borders_twice(node.span, what=node.what, name=found[node.of.text][node.what][0]))
            world.broken_names.update((name, plural(name)))
        else:
            found[node.of.text][node.what] = name, borders(name, cells, node.what)
    for of, sorts in found.items():
        for what, (name, made) in sorts.items():
            touch = turned_round(made.cells, len(world.places[of].names))
            world.meetings[of, name] = Meeting(touch, of if what == "edge" else None, made.sides)
            world.meetings[name, of] = Meeting(made.cells)
        on_sheet, spots = sheet(world.places[of], dict(sorts.values()))
        world.sheets.update((name, (on_sheet, at)) for name, at in spots.items())
        if len(sorts) == 2:
            (edge, edges), (corner, corners) = sorts["edge"], sorts["corner"]
            world.meetings[edge, corner] = Meeting(touching(edges, corners), edge)
            ends = touching(corners, edges)
            world.meetings[corner, edge] = Meeting(ends, corner, along(corners.places, ends))
    return {name: made.places for sorts in found.values() for name, made in sorts.values()}


def along(corners: Places, ends: Lists) -> Lists:
    """For each corner of a whole grid and each direction the edge that leads there, or -1."""
    if not corners.spots:
        return ()
    steps = geometry.step(corners)
    return tuple(
        tuple(next(iter({*ends[at]} & {*ends[there]}), -1) if there >= 0 else -1 for there in steps[at])
        for at in range(len(steps))
    )


NO_PLACES: Final = ("player", "team", "direction", "side")
"""Named values that lie nowhere."""


def enter_links(world: World, node: syntax.LinkType) -> Places | None:
    """Links between named places; None where something is wrong, which is told."""
    values = {name: each for name, each in world.values.items() if name not in NO_PLACES}
    known = {name: {each: at for at, each in enumerate(of)} for name, of in values.items()}
    strange = next((each for each in node.ends if each.text not in known), None)
    if strange is not None:
        if strange.text not in world.broken_names:
            world.tell(words.not_linked(strange, candidates=[*known]))
        return None
    first, second = (each.text for each in node.ends)
    for link in node.links:
        for place, of in zip(link.ends, (first, second), strict=True):
            if place.text not in known[of]:
                world.tell(words.not_a_point(place, type=of, candidates=known[of]))
                return None
        if first == second and link.ends[0] == link.ends[1]:
            world.tell(words.linked_to_itself(link.ends[1].span, name=link.ends[1].text))
            return None
    called = [(link.ends[0].text, link.ends[1].text) for link in node.links]
    joined = [(known[first][one], known[second][other]) for one, other in called]
    name = node.name.text
    if first == second:
        ends = tuple((min(each), max(each)) for each in joined)
        world.meetings[name, first] = Meeting(ends)
        world.meetings[first, name] = Meeting(turned_round(ends, len(known[first])), first)
        _joined_by(world, first, joined)
        return links(name, called, ends)
    for at, (end, other) in enumerate(((first, second), (second, first))):
        mine = tuple((each[at],) for each in joined)
        world.meetings[name, end] = Meeting(mine)
        world.meetings[end, name] = Meeting(turned_round(mine, len(known[end])), other)
    return links(name, called, tuple((one, len(known[first]) + other) for one, other in joined))


def _joined_by(world: World, name: str, joined: Sequence[Cells]) -> None:
    """Links make the values of an enumeration places, and those at their ends neighbors."""
    before = world.places.get(name)
    if before is not None and before.kind != "met":
        return
    near = [set(each) for each in before.near] if before else [set[int]() for _ in world.values[name]]
    for one, other in joined:
        near[one].add(other)
        near[other].add(one)
    lists = tuple(map(tuple, map(sorted, near)))
    world.places[name] = Places(name, tuple(world.values[name]), "met", near=lists)


def link_values(
    node: syntax.LinkType, domains: Mapping[str, Domain]
) -> tuple[dict[str, tuple[int, ...]], list[Diagnostic]]:
    """The values of each attribute, link by link, and what is wrong with the rows."""
    order = tuple(each.name.text for each in node.attributes)
    columns = [Column(node.name.text, name, domains[name], order, span=node.span) for name in order]
    told, rows = list[Diagnostic](), list[tuple[int, ...]]()
    for link in node.links:
        values, wrong = read_row(syntax.Row(None, link.values, None, None, span=link.span), columns)
        several = next((at for at, each in enumerate(values) if len(each) != 1), None)
        told += wrong
        if several is not None and not wrong:
            told.append(words.one_value_each(link.values[several].span, attribute=order[several]))
        rows.append(tuple(each[0] if len(each) == 1 and isinstance(each[0], int) else 0 for each in values))
    return {name: tuple(row[at] for row in rows) for at, name in enumerate(order)}, told
