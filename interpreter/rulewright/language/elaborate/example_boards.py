"""Boards as pictures in examples: rows from the top, a unique part of a kind's name per cell, `.` for an empty one."""

from collections.abc import Mapping

from rulewright.language import core, example_core, syntax
from rulewright.language.elaborate.environment import Mistake
from rulewright.language.elaborate.world import World
from rulewright.language.messages import examples as words
from rulewright.language.span import Span


def picture_cells(
    world: World, zone: core.Zone, node: syntax.HoldsPicture | syntax.SetBoard, seats: Mapping[str, int]
) -> tuple[example_core.Lying | None, ...]:
    """What lies on each place of a board, in place order."""
    places = world.places[zone.place or ""]
    standing = core.arranged(zone.picture, places.rows if places.kind == "grid" else 1, len(places.names))
    rows, columns = len(standing), len(standing[0])
    for row in node.rows:
        if len(row) != columns:
            span = Span(row[0].span.start, row[-1].span.end)
            raise Mistake(words.picture_row(span, number=len(row), columns=columns))
    if len(node.rows) != rows:
        raise Mistake(words.picture_size(node.span, number=len(node.rows), rows=rows, columns=columns))
    cells: list[example_core.Lying | None] = [None] * len(places.names)
    for row, spots in zip(node.rows, standing, strict=True):
        for cell, spot in zip(row, spots, strict=True):
            kind = None if cell.name is None else part_of(world, zone, cell.name.text, cell.span)
            found = None if kind is None else example_core.Lying(kind, 1, seats_of(seats, cell.viewers))
            if spot is not None:
                cells[spot] = found
            elif found is not None:
                raise Mistake(words.no_place_there(cell.span))
    return tuple(cells)


def seats_of(seats: Mapping[str, int], names: tuple[syntax.Name, ...] | None) -> tuple[int, ...] | None:
    """The seats that may look at a face-down piece."""
    return None if names is None else tuple(seat_of(seats, name) for name in names)


def seat_of(seats: Mapping[str, int], name: syntax.Name) -> int:
    """The seat of this name."""
    if name.text not in seats:
        raise Mistake(words.unknown_seat(name.span, name=name.text, seats=list(seats)))
    return seats[name.text]


def part_of(world: World, zone: core.Zone, word: str, span: Span) -> int | None:
    """The one kind whose name this is, or has this word among its parts, or whose sign it is in the picture of the
    board; None for the sign of what is empty."""
    made = world.components[zone.component]
    signs = [sign for sign in zone.picture.signs if sign.kind in (None, *made.kinds)] if zone.picture else []
    fitting = {sign.kind for sign in signs if sign.text == word}
    fitting |= {word} if word in made.kinds else {name for name in made.kinds if word in name.split("-")}
    if len(fitting) > 1:
        names = [kind or "what is empty" for kind in (None, *made.kinds) if kind in fitting]
        raise Mistake(words.several_pieces(span, word=word, names=names))
    if not fitting:
        parts = [*made.kinds, *(part for name in made.kinds for part in name.split("-"))]
        there = [*made.kinds, *(sign.text for sign in signs)]
        raise Mistake(words.unknown_part(span, name=word, component=made.name, kinds=there, candidates=parts))
    (kind,) = fitting
    return None if kind is None else made.kinds.index(kind)
