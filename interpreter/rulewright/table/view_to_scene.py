"""From a game's view to a scene, and from what a seat saw happen to short lines. It adds nothing and hides nothing."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from rulewright.language.core import EMPTY, Core, Geometry, Picture
from rulewright.language.types import PLAYER, Scalar
from rulewright.machine.game import Game
from rulewright.machine.information import Place as SeenPlace
from rulewright.machine.information import Seen
from rulewright.machine.view import HIDDEN, PieceView, VariableView, View, ZoneView, declared_variables
from rulewright.table.accounting import scores_told
from rulewright.table.game_protocol import News
from rulewright.table.opened import opened
from rulewright.table.people import Names
from rulewright.table.table_scene import UNSEEN, Board, Fact, Heap, Item, Place, Scene

MOST_NAMED = 12
NAME = re.compile(r"[^\s(),:?]+")
"""A name in what is said of a piece."""


def scene(game: Game, seat: int | None, names: Names) -> Scene:
    """The table as a seat may see it."""
    view, core = opened(game, seat), game.rules.core
    scores = scores_told(game, seat)
    seats = tuple(Place(name, score) for name, score in zip(names.people, scores, strict=True))
    items = tuple(_named(item, names) for item in (*_zones(game, view), *_variables(game, view)))
    return Scene(core.title, " › ".join(view.phases), seats, seat, items)


def pieces_in_sight(view: View) -> frozenset[str]:
    """The names of all pieces outside the box that the view shows."""
    zones = (zone for zone in view.zones if not zone.box)
    return frozenset(piece.name for zone in zones for piece in zone.pieces or () if piece.name != HIDDEN)


def _named(item: Item, names: Names) -> Item:
    of = tuple(names.text(owner) for owner in item.of)
    match item:
        case Heap():
            return evolve(item, of=of, pieces=tuple(names.text(piece) for piece in item.pieces))
        case Fact():
            return evolve(item, of=of, value=names.text(item.value))
        case Board():
            rows = tuple(tuple(map(names.text, row)) for row in item.rows)
            legend = tuple((sign, names.text(kind)) for sign, kind in item.legend)
            return _drawn(evolve(item, of=of, rows=rows, legend=legend))


def _owners(core: Core, types: Sequence[Scalar], owners: Sequence[str | int]) -> tuple[int | None, tuple[str, ...]]:
    """Whose it is, and the other owners."""
    pairs = list(zip(types, owners, strict=True))
    seats = [core.seat_names.index(str(owner)) for type_, owner in pairs if type_ == PLAYER]
    others = tuple(str(owner) for type_, owner in pairs if type_ != PLAYER)
    return (seats[0] if seats else None), (*others, *(core.seat_names[seat] for seat in seats[1:]))


# ---- zones


def _zones(game: Game, view: View) -> Iterator[Item]:
    program, core = game.rules.program, game.rules.core
    layouts = [layout for layout in program.zones if not layout.unlimited for _ in range(layout.instances)]
    for layout, zone in zip(layouts, view.zones, strict=True):
        if zone.box:
            continue
        declared = core.zones[layout.zone]
        seat, of = _owners(core, declared.owners, zone.owners)
        grid = next((found for found in core.geometries if found.place == declared.place and found.rows), None)
        if grid is not None:
            yield _pictured(_board(core, grid, zone, seat, of), declared.picture)
        else:
            ordered = zone.kind in ("pile", "row", "board")
            pieces, pile = tuple(_pieces(core, zone)), zone.kind == "pile"
            yield Heap(zone.name, pieces, ordered=ordered, seat=seat, of=of, sort=zone.component, pile=pile)


def _pieces(core: Core, zone: ZoneView) -> Iterator[str]:
    if zone.pieces is None:
        yield from (UNSEEN for _ in range(zone.size))
        return
    for piece in zone.pieces:
        place = f"{piece.place}:" if piece.place is not None and zone.kind == "board" else ""
        yield from (f"{place}{_piece(core, piece)}" for _ in range(piece.copies))


def _piece(core: Core, piece: PieceView) -> str:
    """A piece with who put it there, where that is kept; face down in brackets, or "?" with who may look at it."""
    name = f"({piece.name})" if piece.face_down and piece.name != HIDDEN else piece.name
    if piece.viewers and piece.name == HIDDEN:
        name += f"({', '.join(core.seat_names[seat] for seat in piece.viewers)})"
    return name if piece.owner is None else f"{core.seat_names[piece.owner]}:{name}"


def _board(core: Core, grid: Geometry, zone: ZoneView, seat: int | None, of: tuple[str, ...]) -> Board:
    """A board as a picture, the first row at the bottom; places are numbered column by column."""
    lying = {piece.place: _piece(core, piece) for piece in zone.pieces or ()}
    places = core.values[grid.place]
    rows = tuple(
        tuple(lying.get(places[column * grid.rows + row], "") for column in range(grid.columns))
        for row in reversed(range(grid.rows))
    )
    row_labels = tuple(str(row + 1) for row in reversed(range(grid.rows)))
    column_labels = tuple(places[column * grid.rows].removesuffix("1") for column in range(grid.columns))
    return Board(zone.name, rows, row_labels, column_labels, seat, of, zone.component)


def _pictured(board: Board, picture: Picture | None) -> Board:
    """A board with the signs of its picture, but for those that stand for several things."""
    drawn = {None: EMPTY, **{sign.kind: sign.text for sign in picture.signs}} if picture else {}
    times = Counter(drawn.values())
    legend = tuple((sign, kind) for kind, sign in drawn.items() if kind is not None and times[sign] == 1)
    return evolve(board, legend=legend, empty=drawn.get(None, EMPTY))


def _drawn(board: Board) -> Board:
    """A board with signs in place of the names of pieces, and those that stand there below it."""
    signs, there = {kind: sign for sign, kind in board.legend}, "\n".join(piece for row in board.rows for piece in row)
    names = set(NAME.findall(there))
    rows = tuple(
        tuple(NAME.sub(lambda name: signs.get(name.group(), name.group()), piece) for piece in row)
        for row in board.rows
    )
    return evolve(board, rows=rows, legend=tuple(pair for pair in board.legend if pair[1] in names))


# ---- variables


def _variables(game: Game, view: View) -> Iterator[Item]:
    core = game.rules.core
    for declared, found in zip(declared_variables(core), view.variables, strict=True):
        if found.value is not None and declared.shown:
            seat, of = _owners(core, declared.owners, found.owners)
            yield Fact(found.name, _value(found), seat, of)


def _value(found: VariableView) -> str:
    value = found.value
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(f"{part[0]} {part[1]}" if isinstance(part, tuple) else str(part) for part in value) or "–"


# ---- what happened


def news(seen: Iterable[Seen], seat: int, names: Names) -> list[News]:
    """Tell events in short lines; pieces that went the same way together. Of what a move names the first way is not
    told, for the move says it."""
    told: list[News] = []
    said: dict[str | int, tuple[SeenPlace, ...]] = {}
    way: tuple[SeenPlace, ...] = ()
    carried: list[str] = []
    for event in seen:
        this_way = tuple((zone, None) for zone, _ in event.places) if event.what == "moved" else ()
        if carried and this_way != way:
            told.append(_carried(way, carried))
            carried = []
        way = this_way
        if event.what == "moved":
            piece = event.piece or HIDDEN
            if piece in said and not said[piece]:
                said[piece] = this_way
            if piece == HIDDEN or said.get(piece) != this_way:
                carried.append(f"a piece of {piece}" if piece in names.seats else piece)
            continue
        if event.what == "move":
            said = dict.fromkeys(event.items, ())
        told.append(News(_event(event, names), own=event.what == "move" and event.seat == seat))
    if carried:
        told.append(_carried(way, carried))
    return [evolve(item, text=names.text(item.text)) for item in told]


def _carried(way: tuple[SeenPlace, ...], pieces: Sequence[str]) -> News:
    (origin, _), (goal, _) = way
    known = [piece for piece in pieces if piece != HIDDEN]
    unseen = [f"{len(pieces) - len(known)} unseen"] if len(known) < len(pieces) else []
    return News(f"{origin} → {goal}: {_listed([*known, *unseen])}")


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
    return ", ".join(words[:MOST_NAMED]) + more


def _event(event: Seen, names: Names) -> str:
    """One event in words."""
    where = " and ".join(f"{zone} {place}" if place is not None else zone for zone, place in event.places[:MOST_NAMED])
    items = " ".join(str(item) for item in event.items)
    match event.what:
        case "move":
            who = names.seats[event.seat or 0]
            return f"{who}: {event.name} {items}".rstrip() if event.name else f"{who} has chosen"
        case "moved":
            return f"{event.piece}: {where}"
        case "shown":
            return f"shown in {where}: {event.piece}"
        case "flipped":
            return f"turned face {event.name} in {where}: {event.piece}"
        case "swapped":
            return f"swapped: {where}"
        case "rotated":
            return f"moved on in a circle: {where}"
        case "changed":
            return f"{where}: {event.piece} becomes {items}"
        case "shuffled":
            return f"{where} shuffled"
        case "drawn":
            return f"drawn from {event.name}: {items}"
