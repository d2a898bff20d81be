"""From a game's view to a scene, and from what a seat saw happen to short lines. It adds nothing and hides nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from attrs import evolve, frozen

from rulewright.language.core import EMPTY, Core, Geometry, Picture, Sheet, Zone
from rulewright.language.facts.ranges import stacked_on
from rulewright.language.geometry import column_letters
from rulewright.language.types import PLAYER, Scalar
from rulewright.language.wording import listed as spelled
from rulewright.machine.game import Game
from rulewright.machine.information import BOTTOM, Place as SeenPlace, Seen
from rulewright.machine.view import HIDDEN, PieceView, ZoneView, declared_variables
from rulewright.table.drawing import NAME, UNSEEN, Board, Fact, Heap, Place, Scene, draw
from rulewright.table.looking import SeenZone, Sight, scores_told, sight_of, value_text
from rulewright.table.names_at_table import Names
from rulewright.table.text_lines import Line, listed, plain, say, times
from rulewright.table.typed_line import move_text

MOST_NAMED: Final = 12
MOST_ORIGINS: Final = 3


def scene(game: Game, seat: int | None, names: Names) -> Scene:
    """The table as a seat may see it, with the people's names."""
    sight, core = sight_of(game, seat), game.rules.core
    seats = tuple(Place(name, score) for name, score in zip(names.labels, scores_told(game, seat), strict=True))
    zones = _zones(sight, names)
    items: list[Heap | Board | Fact] = [evolve(item, of=tuple(map(names.text, item.of))) for item in zones]
    for declared, found in zip(declared_variables(core), sight.view.variables, strict=True):
        if declared.shown:
            owner, of = _owners(core, declared.owners, found.owners)
            items.append(Fact(found.name, names.text(value_text(found, "–")), owner, tuple(map(names.text, of))))
    return Scene(core.title, " › ".join(map(names.text, sight.view.phases)), seats, seat, tuple(items))


def _owners(core: Core, types: Sequence[Scalar], owners: Sequence[str | int]) -> tuple[int | None, tuple[str, ...]]:
    """Whose it is, and the other owners."""
    pairs = list(zip(types, owners, strict=True))
    seats = [core.seat_names.index(str(owner)) for type_, owner in pairs if type_ == PLAYER]
    others = tuple(str(owner) for type_, owner in pairs if type_ != PLAYER)
    return (seats[0] if seats else None), (*others, *(core.seat_names[seat] for seat in seats[1:]))


def _zones(sight: Sight, names: Names) -> Iterator[Heap | Board]:
    zones = [each for each in sight.zones if not each.view.box]
    shapes = {each.place: each for each in sight.core.geometries}
    drawn = set[int]()
    for at, zone in enumerate(zones):
        if at in drawn:
            continue
        if (owner := stacked_on(zone.declared, shapes)) is not None:
            alike = [number for number, other in enumerate(zones) if other.key[0] == zone.key[0]]
            drawn |= {*alike}
            yield from _stacks(sight.core, [zones[number] for number in alike], owner[0], shapes[owner[1]], names)
            continue
        shape = shapes.get(zone.declared.place or "")
        sheet = shape.sheet if shape else None
        if shape is None or sheet is None or zone.view.pieces is None:
            yield _zone(sight.core, zone, shape, names)
            continue
        # the boards on one sheet, of its cells the first one
        boards = {
            other.declared.place or "": number
            for number, other in reversed([*enumerate(zones)])
            if other.view.owners == zone.view.owners and other.view.pieces is not None and number not in drawn
        }
        together = {
            place: number for place, number in boards.items() if place in shapes and shapes[place].sheet == sheet
        }
        if at not in together.values() or together.keys() == {sheet.of}:
            yield _zone(sight.core, zone, shape, names)
        else:
            drawn |= {*together.values()}
            yield _sheet(
                sight.core, sheet, [(zones[number], shapes[place]) for place, number in together.items()], names
            )


def _sheet(core: Core, sheet: Sheet, boards: Sequence[tuple[SeenZone, Geometry]], names: Names) -> Board:
    """Boards on cells, their edges and their corners, as one."""
    rows = [[" " if sign == " " else "" for sign in line] for line in sheet.lines]
    ground = [[*line] for line in sheet.lines]
    seat, of = _owners(core, boards[0][0].declared.owners, boards[0][0].view.owners)
    legend: dict[tuple[str, str], None] = {}
    for zone, shape in boards:
        places, picture = core.values[zone.declared.place or ""], zone.declared.picture
        lying = {piece.place: _piece(core, piece) for piece in zone.view.pieces or ()}
        row = tuple(lying.get(place, "") for place in places)
        flat = _signed(Board(zone.view.name, (row,), ("",), ("",) * len(row)), picture, names)
        legend |= dict.fromkeys(flat.legend)
        said = picture is not None and any(sign.kind is None for sign in picture.signs)
        for (line, spot), piece in zip(shape.spots, flat.rows[0], strict=True):
            rows[line][spot] = piece
            if said or shape.place == sheet.of:
                ground[line][spot] = flat.empty
    name, sort = ", ".join(zone.view.name for zone, _ in boards), boards[0][0].view.component
    return Board(
        name, tuple(map(tuple, rows)), *sheet.labels, seat, of, sort, tuple(legend),
        shifts=sheet.shifts, letters=sheet.letters, ground=tuple(map(tuple, ground)),
    )  # fmt: skip


def _stacks(core: Core, zones: Sequence[SeenZone], at: int, shape: Geometry, names: Names) -> Iterator[Heap | Board]:
    """Piles on the places of a type, the owners of this number, as a board if it is known how these stand."""
    declared = zones[0].declared
    boards = dict[tuple[int | None, tuple[str, ...]], dict[str | None, str]]()
    for zone in (each.view for each in zones):
        types, owners = list(declared.owners), list(zone.owners)
        here = str((types.pop(at), owners.pop(at))[1])
        lying = boards.setdefault(_owners(core, types, owners), {})
        if zone.size:
            lying[here] = _stack(core, zone)
    for (seat, of), lying in boards.items():
        board = _board(core, declared, shape, lying)
        if board is None:
            yield from (_heap(core, each.view, declared, names) for each in zones)
            return
        yield _signed(evolve(board, seat=seat, of=of), declared.picture, names)


def _stack(core: Core, zone: ZoneView) -> str:
    """What lies on top of a pile, and behind a colon how many lie there, if there are more."""
    top = _piece(core, zone.pieces[0]) if zone.pieces else UNSEEN
    return f"{top}:{zone.size}" if zone.size > 1 else top


def _board(core: Core, declared: Zone, shape: Geometry, lying: Mapping[str | None, str]) -> Board | None:
    """The places of a type, as they stand, with what lies on each; None if it is not known how they stand."""
    picture, standing, places = declared.picture, shape.standing, core.values[shape.place]
    component = core.components[declared.component].name
    if standing is not None:
        rows = tuple(
            tuple(" " if spot is None else lying.get(places[spot], "") for spot in row) for row in standing.rows
        )
        labels = tuple(str(row) for row in range(len(rows), 0, -1)), tuple(map(column_letters, range(len(rows[0]))))
        laid = Board(declared.name, rows, *labels, sort=component)
        if not standing.shifts:
            return laid
        return evolve(laid, column_labels=(), shifts=standing.shifts, letters=standing.letters)
    if picture is None or not picture.rows:
        return None
    # an empty place is called by its name, if the picture does not say how it is drawn
    named = all(sign.kind is not None for sign in picture.signs)
    drawn = {each: lying.get(each, each if named else "") for each in places}
    rows = tuple(tuple(" " if spot is None else drawn[places[spot]] for spot in row) for row in picture.rows)
    return Board(declared.name, rows, ("",) * len(rows), ("",) * len(rows[0]), sort=component)


def _zone(core: Core, seen: SeenZone, shape: Geometry | None, names: Names) -> Heap | Board:
    """One zone by itself."""
    lying = {piece.place: _piece(core, piece) for piece in seen.pieces} if shape else {}
    board = None if shape is None else _board(core, seen.declared, shape, lying)
    if board is None:
        return _heap(core, seen.view, seen.declared, names)
    seat, of = _owners(core, seen.declared.owners, seen.view.owners)
    return _signed(evolve(board, seat=seat, of=of), seen.declared.picture, names)


def _heap(core: Core, zone: ZoneView, declared: Zone, names: Names) -> Heap:
    """A zone that is no board, or of which it is not known how its places stand."""
    seat, of = _owners(core, declared.owners, zone.owners)
    pieces = [UNSEEN] * zone.size if zone.pieces is None else []
    for piece in zone.pieces or ():
        place = f"{piece.place}:" if piece.place is not None and zone.kind == "board" else ""
        pieces += [names.text(f"{place}{_piece(core, piece)}")] * piece.copies
    ordered, pile = zone.kind in ("pile", "row", "board"), zone.kind == "pile"
    return Heap(zone.name, tuple(pieces), ordered=ordered, seat=seat, of=of, sort=zone.component, pile=pile)


def _piece(core: Core, piece: PieceView) -> str:
    """A piece with its owner; face down in brackets, or "?" with who may look at it; then what is noted of it."""
    name = f"({piece.name})" if piece.face_down and piece.name != HIDDEN else piece.name
    if piece.viewers and piece.name == HIDDEN:
        name += f"({', '.join(core.seat_names[seat] for seat in piece.viewers)})"
    notes = (
        f"{note}:{value}" if isinstance(value, int) else note if value == "yes" else value
        for note, value in piece.notes
    )
    if piece.notes:
        name += f"[{','.join(notes)}]"
    return name if piece.owner is None else f"{core.seat_names[piece.owner]}:{name}"


def _signed(board: Board, picture: Picture | None, names: Names) -> Board:
    """A board with the signs of its picture for the pieces, but for signs that stand for several things."""
    drawn = {None: EMPTY, **{sign.kind: sign.text for sign in picture.signs}} if picture else {}
    times = Counter(drawn.values())
    signs = {names.text(kind): sign for kind, sign in drawn.items() if kind is not None and times[sign] == 1}
    told = [[names.text(piece) for piece in row] for row in board.rows]
    there = {name for row in told for piece in row for name in NAME.findall(piece)}

    def signed(piece: str) -> str:
        return NAME.sub(lambda name: signs.get(name.group(), name.group()), piece)

    rows = tuple(tuple(map(signed, row)) for row in told)
    legend = tuple((sign, kind) for kind, sign in signs.items() if kind in there)
    return evolve(board, rows=rows, legend=legend, empty=drawn.get(None, EMPTY))


@frozen
class News:
    """Something that happened, as a seat saw it, in one short line; `own` if it is a move that the seat itself made."""

    text: str
    own: bool = False


Way = tuple[str, ...]  # the zones from which and to which a piece went


def news(seen: Iterable[Seen], seat: int, names: Names) -> list[News]:
    """Tell events in short lines: together the pieces that went the same way (all pieces that came into one zone, where
    they are very many), and moves of one kind that somebody else made one after the other. Of what a move names the
    first way is not told, for the move says it."""

    def told_with(event: Seen) -> object:
        if event.what in ("moved", "rolled") and event.places:
            return event.what, *_way(event)
        together = event.what == "move" and event.items and event.seat != seat
        return (event.seat, event.name, event.phase) if together else object()

    def goal(run: Sequence[Seen]) -> object:
        return _way(run[0])[-1] if run[0].what == "moved" else object()

    worth, said = list[Seen](), dict[str | int, Way]()
    for event in rolls(seen):
        piece = event.piece or HIDDEN
        if event.what == "move":
            said = dict.fromkeys(event.items, ())
        if event.what == "moved" and said.get(piece) == ():
            said[piece] = _way(event)
        if event.what != "moved" or piece == HIDDEN or said.get(piece) != _way(event):
            worth.append(event)
    told = list[News]()
    for into, some in groupby([list(run) for _, run in groupby(worth, key=told_with)], key=goal):
        runs = list(some)
        pieces = sum(map(len, runs))
        if len(runs) > 1 and pieces > MOST_NAMED:
            origins = listed(dict.fromkeys(_way(run[0])[0] for run in runs), most=MOST_ORIGINS)
            told.append(News(names.text(f"{origins} → {into}: {pieces} pieces")))
        else:
            told += (_told(run, seat, names) for run in runs)
    return told


def _way(event: Seen) -> Way:
    return tuple(f"{place} of {zone}" if place == BOTTOM else zone for zone, place in event.places)


def _told(run: Sequence[Seen], seat: int, names: Names) -> News:
    """Events that are alike, in one line."""
    first = run[0]
    if first.what == "moved":  # on boards with the cells if they are few
        pieces = [f"a piece of {each.piece}" if each.piece in names.seats else each.piece or HIDDEN for each in run]
        origin, goal = _way(first)
        cells = ([each.places[side][1] for each in run] for side in (0, 1))
        starts, ends = ([cell for cell in side if isinstance(cell, str) and cell != BOTTOM] for side in cells)
        starts, ends = (cells if len(cells) == len(run) <= MOST_NAMED else [] for cells in (starts, ends))
        way = origin if ends and origin == goal else f"{origin} → {goal}"
        if ends:
            called = ("unseen" if piece == HIDDEN else piece for piece in pieces)
            steps = zip(called, starts or ends, ends, strict=True)
            pieces = [f"{piece} {f'{start} → {end}' if starts else end}" for piece, start, end in steps]
        elif starts:
            way = f"{origin} {', '.join(starts)} → {goal}"
        text = f"{way}: {_listed(pieces)}"
    elif first.what == "rolled" and first.places:
        text = f"{_way(first)[-1]}: rolled {_listed([each.piece or HIDDEN for each in run])}"
    else:
        others = (" ".join(map(str, each.items)) for each in run[1:])
        text = ", ".join([_event(first, names), *others]) + under(first.phase)
    return News(names.text(text), own=first.what == "move" and first.seat == seat)


def under(phase: str | None) -> str:
    """The title under which a move was made, where it is told."""
    return "" if phase is None else f" ({phase})"


def rolls(seen: Iterable[Seen]) -> Iterator[Seen]:
    """The events, of a roll of pieces to a zone only one: what was rolled, and the way there."""
    events, way = list(seen), None
    for event, then in zip(events, [*events[1:], None], strict=False):
        if way is not None:  # this event is told with the roll before it
            way = None
            continue
        rolled = event.what == "rolled" and not event.places
        way = then if rolled and then and then.what == "moved" and (then.piece,) == event.items else None
        yield evolve(way, what="rolled", name=event.name, items=event.items) if way else event


def _listed(pieces: Sequence[str]) -> str:
    """Pieces, equal ones together, and behind them how many are not seen."""
    seen = [piece for piece in pieces if piece != HIDDEN]
    return times(seen, len(pieces) - len(seen), MOST_NAMED)


def _event(event: Seen, names: Names) -> str:
    where = " and ".join(_places(event.places[:MOST_NAMED]))
    items = " ".join(map(str, event.items))
    match event.what:
        case "move":
            who = names.people[event.seat or 0]
            return f"{who}: {event.name} {items}".rstrip() if event.name else f"{who} has chosen"
        case "told":
            return event.name or ""
        case "moved":
            return f"{event.piece}: {where}"
        case "shown":
            return f"shown in {where}: {event.piece}"
        case "flipped":
            return f"turned face {event.name} in {where}: {event.piece}"
        case "swapped":
            return f"swapped: {where}"
        case "rotated":
            return f"moved on in a circle: {' → '.join(_places(event.places))}"
        case "passed":
            ways = dict(zip(_way(event)[::2], _way(event)[1::2], strict=True))
            if len(ways) == 2 and set(ways) == set(ways.values()):
                return f"swapped: {' and '.join(ways)}"
            chains = []
            while ways:
                chain = [next((zone for zone in ways if zone not in ways.values()), next(iter(ways)))]
                while chain[-1] in ways:
                    chain.append(ways.pop(chain[-1]))
                chains.append(" → ".join(chain))
            return f"handed on: {', '.join(chains)}"
        case "changed":
            return f"{where}: {event.piece} becomes {items}"
        case "shuffled":
            return f"{where} shuffled"
        case "drawn":
            return f"drawn from {event.name}: {items}"
        case "rolled":
            return f"{event.name}: rolled {items}"


def _places(places: Sequence[SeenPlace]) -> Iterator[str]:
    """Places with their zones, of which none is told again."""
    before = None
    for zone, place in places:
        yield zone if place is None else str(place) if zone == before else f"{zone} {place}"
        before = zone


MOST_LINES: Final = 60  # so long may a position be that stands below a finding


def position_text(game: Game, eyes: Sequence[int], *, moves: bool, most: int | None = None) -> str:
    """The tables of these seats, one for several that see the same, and with `moves` what those of them can do who are
    to choose, or why nobody is; in at most so many lines."""
    names, lines = Names(game.rules.core.seat_names, game.rules.core.seat_names), list[Line]()
    seen: dict[Scene, list[int]] = {}
    for seat in eyes:
        seen.setdefault(evolve(scene(game, seat, names), you=None), []).append(seat)
    for table, those in seen.items():
        alone = len(those) == 1
        lines += say(f"{listed(names.seats[seat] for seat in those)} see{'s' * alone}:", "title")
        lines += draw(evolve(table, you=those[0] if alone else None))
    if moves and game.waiting is not None:
        lines += say(f'Play waits for the {game.waiting.kind} "{game.waiting.label}".')
    if moves and game.over:
        lines += say("The game is over.")
    for seat in game.deciders if moves else ():
        if seat in eyes:
            can = spelled(map(move_text, game.moves(seat)), most=100)
            lines += say(f"{names.seats[seat]} can: {can}.")
    left = 0 if most is None else max(0, len(lines) - most)
    return plain(lines[: len(lines) - left]) + f"… and {left} lines more\n" * bool(left)
