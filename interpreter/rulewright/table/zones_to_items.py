"""From the zones that a seat sees to heaps and boards, with what is noted of pieces and which places variables hold."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from time import process_time
from typing import Final

from attrs import evolve, frozen

from rulewright.language.core import EMPTY, Core, Geometry, Picture, Standing, Zone
from rulewright.language.facts.ranges import MAX_COUNT, names_of, place_held, stacked_on
from rulewright.language.geometry import column_letters
from rulewright.language.types import BOOL, PLAYER, TEAM, BoolT, Scalar, Several, without_none
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.game import Rules, RulesFault
from rulewright.machine.view import HIDDEN, PieceView, ZoneView, instances_of
from rulewright.table.boards import HELD, Board
from rulewright.table.drawing import UNSEEN, Fact, Heap
from rulewright.table.names_at_table import Names
from rulewright.table.sight import SeenZone, Sight

MAX_DECISIONS: Final = 150
PATIENCE_S: Final = 0.5
"""How long a game is that shows how many pieces lie where as a rule."""

Whose = tuple[int | None, tuple[str, ...]]  # of which seat, and of which other owners


def owned_by(core: Core, types: Sequence[Scalar], owners: Sequence[str | int]) -> Whose:
    """Whose it is, and the other owners; of a team of one player that one's."""
    pairs = list(zip(types, owners, strict=True))
    seated = (PLAYER, TEAM) if len({*core.teams}) == len(core.teams) else (PLAYER,)
    names = [*core.seat_names, *(core.values[TEAM.name][team] for team in core.teams)]
    seats = [names.index(str(owner)) % core.players for type_, owner in pairs if type_ in seated]
    others = tuple(str(owner) for type_, owner in pairs if type_ not in seated)
    return (seats[0] if seats else None), (*others, *(core.seat_names[seat] for seat in seats[1:]))


@frozen
class _Held:
    """What a variable of some owners holds: its mark, what it is called, and its places of a type."""

    place: str
    mark: str
    name: str
    whose: Whose
    places: frozenset[str]


@frozen
class _Ways:
    """How boards are drawn: the `shapes` of place types; those that lie `alone`; owners and cells with a sheet; what
    is marked on them; and which places, by their types, `decided` the game."""

    shapes: Mapping[str, Geometry]
    alone: Collection[Zone]
    sheets: Collection[tuple[Whose, str]]
    held: Sequence[_Held]
    decided: Collection[tuple[str, str]]


def zone_items(sight: Sight, names: Names, decided: Collection[tuple[str, str]] = ()) -> Iterator[Heap | Board | Fact]:
    """Everything that lies on the table; behind each board that is drawn what is noted of its pieces. Of boards of the
    same owners over the same cells the first one has the marks. Places that `decided`, by their types, have changed."""
    marked = set[object]()
    for item in _items(sight, names, decided):
        if isinstance(item, Board):
            key = item.cells, item.seat, item.of
            yield evolve(item, held=()) if key in marked else item
            marked.add(key)
        else:
            yield item


def _items(sight: Sight, names: Names, decided: Collection[tuple[str, str]]) -> Iterator[Heap | Board | Fact]:
    core, zones, drawn = sight.core, [each for each in sight.zones if not each.view.box], set[int]()
    ways = _ways(sight, zones, names, decided)
    for at, zone in enumerate(zones):
        if at in drawn:
            continue
        if (owner := stacked_on(zone.declared, ways.shapes)) is not None:
            alike = [number for number, other in enumerate(zones) if other.key[0] == zone.key[0]]
            drawn |= {*alike}
            yield from _stacks(sight, [zones[number] for number in alike], owner[0], ways, names)
            continue
        whose = owned_by(core, zone.declared.owners, zone.view.owners)
        lying = {str(piece.place): _piece(core, piece) for piece in zone.pieces}
        told = zone.view.kind == "board" and zone.view.pieces is not None
        board = _board(core, zone.declared, lying, whose, ways, names) if told else None
        yield board or _heap(sight, zone, names)
        yield from _notes(core, zone, whose, names) if board else ()


def _ways(sight: Sight, zones: Sequence[SeenZone], names: Names, decided: Collection[tuple[str, str]]) -> _Ways:
    """A board lies alone where what is drawn on it could be taken for what lies on another one over the same places."""
    core, shapes = sight.core, {each.place: each for each in sight.core.geometries}
    texts, alone, sheets = dict[str, set[str]](), list[Zone](), set[tuple[Whose, str]]()
    for declared in dict.fromkeys(zone.declared for zone in zones):
        if (place := _laid_on(declared, shapes)) is None:
            continue
        kinds, signs = core.components[declared.component].kinds, _signs(declared.picture)
        unseen = [UNSEEN] if declared.faced or declared.audience != "everyone" else []
        drawn = {*(signs.get(kind, kind) for kind in kinds), *unseen}
        if drawn & texts.setdefault(place, set()):
            alone.append(declared)
        texts[place] |= drawn
    for zone in zones:
        shape = shapes.get(zone.declared.place or "")
        if shape and shape.sheet and shape.sheet.of != shape.place and zone.view.pieces is not None:
            sheets.add((owned_by(core, zone.declared.owners, zone.view.owners), shape.sheet.of))
    drawn = {
        *texts,
        *(place for place, shape in shapes.items() for _, of in sheets if shape.sheet and shape.sheet.of == of),
    }
    held = [*_held(sight, {place: shapes[place] for place in drawn}, names)]
    return _Ways(shapes, alone, sheets, held, decided)


def _held(sight: Sight, shapes: Mapping[str, Geometry], names: Names) -> Iterator[_Held]:
    """Which places of these shapes variables hold, as far as the seat sees them; of one that has more owners than there
    are marks left nothing is marked."""
    core, used, views = sight.core, Counter[str](), iter(sight.view.variables)
    for declared in core.fields:
        found = [next(views) for _ in instances_of(core, declared)]
        shape = shapes.get(place_held(declared) or "")
        if shape is None or not declared.shown:
            continue
        cells = shape.sheet.of if shape.sheet else shape.place
        marks = HELD[used[cells] :][: len(found)]
        if len(marks) < len(found):
            continue
        used[cells] += len(found)
        for mark, each in zip(marks, found, strict=True):
            whose = owned_by(core, declared.owners, each.owners)
            owner = f"{each.owners[0]}'s " if each.owners else ""
            values = each.value if isinstance(each.value, tuple) else (each.value,)
            yield _Held(shape.place, mark, names.text(f"{owner}{declared.name}"), whose, frozenset(map(str, values)))


def _laid_on(declared: Zone, shapes: Mapping[str, Geometry]) -> str | None:
    """The type of the places on which a board, or its like in stacks, lies."""
    owner = stacked_on(declared, shapes)
    return declared.place if owner is None else owner[1]


def _stacks(sight: Sight, zones: Sequence[SeenZone], at: int, ways: _Ways, names: Names) -> Iterator[Heap | Board]:
    """Piles on the places of a type, the owners of this number, as a board if it is known how these stand."""
    core, declared = sight.core, zones[0].declared
    boards = dict[Whose, dict[str, str]]()
    for zone in (each.view for each in zones):
        types, owners = list(declared.owners), list(zone.owners)
        here = str((types.pop(at), owners.pop(at))[1])
        lying = boards.setdefault(owned_by(core, types, owners), {})
        if zone.size:
            lying[here] = _stack(core, zone)
    drawn = [_board(core, declared, lying, whose, ways, names) for whose, lying in boards.items()]
    found = [board for board in drawn if board is not None]
    yield from found or (_heap(sight, each, names) for each in zones)


def _stack(core: Core, zone: ZoneView) -> str:
    """What lies on top of a pile, and behind a colon how many lie there, if there are more."""
    top = _piece(core, zone.pieces[0]) if zone.pieces else UNSEEN
    return f"{top}:{zone.size}" if zone.size > 1 else top


def _board(
    core: Core, declared: Zone, lying: Mapping[str, str], whose: Whose, ways: _Ways, names: Names
) -> Board | None:
    """The places of a board, as they stand, with what lies on each; None if it is not known how they stand."""
    place = _laid_on(declared, ways.shapes)
    shape = ways.shapes.get(place or "")
    if place is None or shape is None:
        return None
    spread = shape.sheet is not None and (whose, shape.sheet.of) in ways.sheets
    laid = _on_sheet(shape, declared.picture) if spread else _standing(core, shape, declared.picture)
    if laid is None:
        return None
    board, spots = laid
    rows = [[*row] for row in board.rows]
    for each, (row, column) in zip(core.values[place], spots, strict=True):
        rows[row][column] = names.text(lying.get(each, rows[row][column]))
    on_map = {place: spots}
    if spread:
        on_map = {other: each.spots for other, each in ways.shapes.items() if each.sheet == shape.sheet}
    signs = _signs(declared.picture)
    named = any(piece.strip() for row in board.rows for piece in row)  # an empty place is called by its name
    return evolve(
        board,
        name=declared.name,
        rows=tuple(map(tuple, rows)),
        seat=whose[0],
        of=whose[1],
        sort=core.components[declared.component].name,
        signs=tuple((names.text(kind), sign) for kind, sign in signs.items() if kind is not None),
        empty=signs.get(None, EMPTY),
        cells=shape.sheet.of if spread and shape.sheet else place,
        place=place,
        alone=named or declared in ways.alone,
        face_down=tuple(names.text(f"{HIDDEN}({seat})") for seat in core.seat_names) if declared.faced else (),
        changed=frozenset(
            spot for each, spot in zip(core.values[place], spots, strict=True) if (place, each) in ways.decided
        ),
        held=tuple(_marks(core, on_map, [each for each in ways.held if whose in ((None, ()), each.whose)])),
    )


Spots = Sequence[tuple[int, int]]  # of the places of a type, in their order, the row and where in it


def _marks(
    core: Core, on_map: Mapping[str, Spots], held: Sequence[_Held]
) -> Iterator[tuple[str, str, frozenset[tuple[int, int]]]]:
    """The marks on a map, by what holds the places and where these are."""
    for each in (each for each in held if each.place in on_map):
        spots = zip(core.values[each.place], on_map[each.place], strict=True)
        yield each.mark, each.name, frozenset(spot for place, spot in spots if place in each.places)


def _standing(core: Core, shape: Geometry, picture: Picture | None) -> tuple[Board, Spots] | None:
    """The empty places of a type as they stand, or as the picture says, if either is so."""
    standing = shape.standing or (Standing(picture.rows) if picture and picture.rows else None)
    if standing is None:
        return None
    down, across, places = len(standing.rows), len(standing.rows[0]), core.values[shape.place]
    labels: tuple[tuple[str, ...], tuple[str, ...]] = ("",) * down, ("",) * across
    if shape.standing is not None:
        letters = () if standing.shifts else tuple(map(column_letters, range(across)))
        labels = tuple(str(row) for row in range(down, 0, -1)), letters
    # an empty place is called by its name, if neither its type nor the picture says how it is drawn
    named = shape.standing is None and None not in _signs(picture)
    rows = tuple(tuple(" " if at is None else places[at] * named for at in row) for row in standing.rows)
    spots = {spot: (at, column) for at, row in enumerate(standing.rows) for column, spot in enumerate(row)}
    board = Board("", rows, *labels, shifts=standing.shifts, letters=standing.letters, lean=standing.lean)
    return board, [spots[at] for at in range(len(places))]


def _on_sheet(shape: Geometry, picture: Picture | None) -> tuple[Board, Spots]:
    """The empty places of a type on the sheet of the cells where they meet."""
    assert shape.sheet is not None
    sheet, signs = shape.sheet, _signs(picture)
    ground = [[*line] for line in sheet.lines]
    if None in signs or shape.place == sheet.of:
        for row, column in shape.spots:
            ground[row][column] = signs.get(None, EMPTY)
    rows = tuple(("",) * len(line) for line in sheet.lines)
    grounds = tuple(map(tuple, ground))
    board = Board("", rows, *sheet.labels, shifts=sheet.shifts, letters=sheet.letters, ground=grounds)
    return board, shape.spots


def _notes(core: Core, zone: SeenZone, whose: Whose, names: Names) -> Iterator[Fact]:
    """What is noted of the pieces on a board: for each value the places of those that have it."""
    number = core.zones.index(zone.declared)
    for declared in (each for each in core.variables if each.lies_in == number):
        assert not isinstance(declared.type, Several)
        noted = dict[str, list[str]]()
        for piece in zone.pieces:
            value = dict(piece.notes).get(declared.name)
            if value is not None:
                noted.setdefault(str(value), []).append(str(piece.place))
        told = (
            ", ".join(noted[value]) if declared.type == BOOL else f"{names.text(value)}: {', '.join(noted[value])}"
            for value in _in_order(core, declared.type, noted)
        )
        yield Fact(declared.name, "; ".join(told) or "none", *whose)


def _in_order(core: Core, type_: Scalar, values: Collection[str]) -> list[str]:
    """Some values of a type in its order, none last."""
    inner = without_none(type_)
    told = ["no", "yes"] if isinstance(inner, BoolT) else [*map(str, names_of(core, inner))]
    return sorted(values, key=lambda value: told.index(value) if value in told else len(told))


def _heap(sight: Sight, seen: SeenZone, names: Names) -> Heap:
    """A zone that is no board, or of which it is not known how its places stand."""
    core, zone, declared = sight.core, seen.view, seen.declared
    seat, of = owned_by(core, declared.owners, zone.owners)
    pieces = [UNSEEN] * zone.size if zone.pieces is None else []
    for piece in zone.pieces or ():
        place = f"{piece.place}:" if piece.place is not None and zone.kind == "board" else ""
        pieces += [names.text(f"{place}{_piece(core, piece)}{_noted(piece)}")] * piece.copies
    ordered, pile = zone.kind in ("pile", "row", "board"), zone.kind == "pile"
    component, number = core.components[declared.component], core.zones.index(declared)
    kinds = sorted(sight.game.rules.possible.zones[number])
    most = sum(MAX_COUNT if (copies := component.copies[kind]) is None else copies for kind in kinds)
    return Heap(
        zone.name,
        tuple(pieces),
        ordered=ordered,
        seat=seat,
        of=of,
        sort=zone.component,
        pile=pile,
        may=tuple(map(str, names.out(tuple(component.kinds[kind] for kind in kinds)))),
        noted=sum(len(f"[{each.name}:9]") for each in core.variables if each.lies_in == number),
        aside=number in sight.game.rules.put_aside and zone.kind != "slot",
        most=1 if zone.kind == "slot" else min(most, declared.capacity or MAX_COUNT),
        seers="everyone" if declared.top else declared.audience,
    )


@lru_cache(maxsize=4)
def usual_sizes(rules: Rules) -> Mapping[str, int]:
    """How many pieces lie in a zone as a rule: in no zone of the name more in the beginning of a random game."""
    game, player, most = rules.start(0), RandomPlayer(0), dict[str, int]()
    end = process_time() + PATIENCE_S
    with suppress(RulesFault):
        while process_time() < end:
            for zone in game.view(None).zones:
                most[zone.name] = max(most.get(zone.name, 0), zone.size)
            if game.over or game.decisions == MAX_DECISIONS:
                break
            seat = game.deciders[0]
            moves = game.moves(seat)
            game.play(seat, moves[player.choose(game.decisions, len(moves))])
    return most


def _piece(core: Core, piece: PieceView) -> str:
    """A piece with its owner; face down in brackets, or "?" with who may look at it."""
    name = f"({piece.name})" if piece.face_down and piece.name != HIDDEN else piece.name
    if piece.viewers and piece.name == HIDDEN:
        name += f"({', '.join(core.seat_names[seat] for seat in piece.viewers)})"
    return name if piece.owner is None else f"{core.seat_names[piece.owner]}:{name}"


def _noted(piece: PieceView) -> str:
    """What is noted of a piece, in brackets."""
    notes = (
        f"{note}:{value}" if isinstance(value, int) else note if value == "yes" else value
        for note, value in piece.notes
    )
    return f"[{','.join(notes)}]" if piece.notes else ""


def _signs(picture: Picture | None) -> dict[str | None, str]:
    """The signs of a picture by what they are drawn for, but for those that stand for several things."""
    drawn = {None: EMPTY, **{sign.kind: sign.text for sign in picture.signs}} if picture else {}
    times = Counter(drawn.values())
    said = {sign.kind for sign in picture.signs} if picture else {}
    return {kind: sign for kind, sign in drawn.items() if kind in said and (kind is None or times[sign] == 1)}
