"""Boards as pictures: in declarations, in examples (rows from the top, a unique part of a kind's name per cell, `.` for
an empty one), and pieces laid out from the box."""

import unicodedata
from collections.abc import Mapping
from itertools import chain, count
from typing import Final

from rulewright.language import core, example_core, intervals as fold, syntax
from rulewright.language.component_rows import UNFIT
from rulewright.language.edits import without_lines
from rulewright.language.elaborate.environment import Env, Mistake, World, ZoneValue
from rulewright.language.elaborate.suggestions import typed_words
from rulewright.language.geometry import Places
from rulewright.language.messages import flow as example_words, sentences as sentence_words, tables as table_words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT
from rulewright.language.wording import a


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
            raise Mistake(example_words.picture_row(span, number=len(row), columns=columns))
    if len(node.rows) != rows:
        raise Mistake(example_words.picture_size(node.span, number=len(node.rows), rows=rows, columns=columns))
    cells: list[example_core.Lying | None] = [None] * len(places.names)
    for row, spots in zip(node.rows, standing, strict=True):
        for cell, spot in zip(row, spots, strict=True):
            kind = None if cell.name is None else part_of(world, zone, cell.name.text, cell.span)
            viewers = None if cell.viewers is None else tuple(seat_of(seats, name) for name in cell.viewers)
            found = None if kind is None else example_core.Lying(kind, 1, viewers)
            if spot is not None:
                cells[spot] = found
            elif found is not None:
                raise Mistake(example_words.no_place_there(cell.span))
    return tuple(cells)


def seat_of(seats: Mapping[str, int], name: syntax.Name) -> int:
    """The seat of this name."""
    if name.text not in seats:
        raise Mistake(example_words.unknown_seat(name.span, name=name.text, seats=list(seats)))
    return seats[name.text]


def part_of(world: World, zone: core.Zone, word: str, span: Span) -> int | None:
    """The one kind of this name, part of a name, or sign of the board; None for the sign of what is empty."""
    made = world.components[zone.component]
    signs = [sign for sign in zone.picture.signs if sign.kind in (None, *made.kinds)] if zone.picture else []
    fitting = {sign.kind for sign in signs if sign.text == word}
    fitting |= {word} if word in made.kinds else {name for name in made.kinds if word in name.split("-")}
    if len(fitting) > 1:
        names = [kind or "what is empty" for kind in (None, *made.kinds) if kind in fitting]
        raise Mistake(example_words.several_pieces(span, word=word, names=names))
    if not fitting:
        parts = [*made.kinds, *(part for name in made.kinds for part in name.split("-"))]
        there = [*made.kinds, *(sign.text for sign in signs)]
        raise Mistake(example_words.unknown_part(span, name=word, component=made.name, kinds=there, candidates=parts))
    (kind,) = fitting
    return None if kind is None else made.kinds.index(kind)


# ---- Pieces that are laid out from the box: on a place of an example's position, or on a whole board, as it is drawn


def set_board(world: World, env: Env, node: syntax.SetBoard) -> tuple[core.Statement, ...]:
    """`set board to:` and rows: what lies there goes to the box, and what is drawn comes from it."""
    typed = world.expression(env, node.target)
    zone = world.zones[typed.ref.zone] if isinstance(typed, ZoneValue) else None
    if not isinstance(typed, ZoneValue) or zone is None or zone.place is None:
        raise Mistake(sentence_words.not_a_board(node.target.span, what=typed_words(world, typed)))
    seats = dict(zip(world.values["player"], count(), strict=False))
    cells = enumerate(picture_cells(world, zone, node, seats), start=zone.low)
    lies = ((core.Const(place, world.types[zone.place]), lying) for place, lying in cells if lying is not None)
    laid = (laid_on(world, zone, core.PlaceRef(typed.ref, place), lying, node.span) for place, lying in lies)
    box = core.ZoneRef(world.boxes[zone.component])
    cleared = core.MoveAll(core.Pieces(typed.ref), box, None, None, span=node.span)
    return (cleared, *chain.from_iterable(laid))


def laid_on(
    world: World, zone: core.Zone, target: core.Target, lying: example_core.Lying, span: Span
) -> tuple[core.Statement, ...]:
    """The sentences that lay one piece from the box onto its place."""
    type_ = KindT(world.components[zone.component].name)
    face: core.Face | None = None if not zone.faced else "up" if lying.viewers is None else "down"
    local = world.local("piece", type_, piece=True)
    same = core.Compare("is", core.Get(local, type_), core.Const(lying.kind, type_))
    source = core.Filter(local, core.Pieces(core.ZoneRef(world.boxes[zone.component])), same)
    move = core.MoveSome(fold.number(1), source, target, face, None, up_to=False, span=span)
    if not lying.viewers:
        return (move,)
    seats = core.Listed(tuple(core.Const(seat, PLAYER) for seat in lying.viewers))
    if isinstance(target, core.PlaceRef):
        newest: core.Expr = core.On(target, type_)
    else:
        newest = core.OneOf(core.Pieces(target), type_, "first" if zone.kind == "pile" else "last")
    return (move, core.Show(core.Listed((newest,)), seats, zone.component, span=span))


# ---- How a board is drawn: the signs of its `picture:`, and the rows in which its places stand


WIDEST: Final = 2
"""So many columns a sign takes at most, and is taken for one thing."""


def picture(world: World, node: syntax.Picture, zone: core.Zone | None) -> core.Picture | None:
    """The picture of a zone, or of a variable (None), with what is wrong with it told."""
    place = zone.place if zone else None
    if place is None:
        this = "no zone" if zone is None else a(zone.kind)
        world.tell(table_words.no_picture(node.span, this=this, edit=without_lines(world.source.text, node.span)))
        return None
    rows = arrangement(world, node, world.places[place])
    first: dict[str | None, syntax.Drawn] = {}
    for each in node.signs:
        kind = each.kind.text if each.kind else None
        if first.setdefault(kind, each) is not each:
            world.tell(table_words.sign_twice(each.span, what=kind or "what is empty", also=first[kind].span))
        text = each.sign.text
        narrow = not any(unicodedata.combining(one) or unicodedata.east_asian_width(one) in "WF" for one in text)
        if not (1 <= len(text) <= WIDEST and text.isprintable() and narrow and not UNFIT.search(text)):
            world.tell(table_words.bad_sign(each.sign.span, text=text))
        elif text == "--" or (kind and text == core.EMPTY):
            why = "is an empty place" if text == core.EMPTY else "begins a comment"
            world.tell(table_words.taken_sign(each.sign.span, text=text, why=why))
    signs = (core.Sign(kind, each.sign.text, span=(each.kind or each).span) for kind, each in first.items())
    return core.Picture(tuple(signs), rows)


def arrangement(world: World, node: syntax.Picture, places: Places) -> core.Arrangement:
    """Where the places of a board stand; nothing where that is not said, or wrong, which is told."""
    if not node.rows:
        if places.kind != "grid":
            world.tell(table_words.unarranged(node.span, places=places.names[:3]))
        return ()
    span = Span(node.rows[0][0].span.start, node.rows[-1][-1].span.end)
    if places.kind == "grid":
        idle = span if node.signs else node.span
        world.tell(table_words.arranged_already(span, edit=without_lines(world.source.text, idle)))
        return ()
    first: dict[str, syntax.Spot] = {}
    for row in node.rows:
        if len(row) != len(node.rows[0]):
            ends, also = Span(row[0].span.start, row[-1].span.end), node.rows[0][0].span
            world.tell(table_words.ragged(ends, number=len(row), columns=len(node.rows[0]), also=also))
            return ()
        for spot in (spot for spot in row if spot.place is not None):
            name = spot.place or ""
            if name not in places.names:
                world.tell(table_words.no_such_place(spot.span, name=name, candidates=places.names))
                return ()
            if first.setdefault(name, spot) is not spot:
                world.tell(table_words.place_twice(spot.span, name=name, also=first[name].span))
                return ()
    missing = [name for name in places.names if name not in first]
    if missing:
        world.tell(table_words.places_missing(span, missing=missing))
        return ()
    numbers = {name: number for number, name in enumerate(places.names)}
    return tuple(tuple(None if spot.place is None else numbers[spot.place] for spot in row) for row in node.rows)
