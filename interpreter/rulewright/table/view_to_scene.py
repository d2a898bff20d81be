"""From a game's view to a scene, and from what a seat saw happen to short lines. It adds nothing and hides nothing.

A position by itself, as text, is the table as each seat sees it; seats that see the same share one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, groupby
from typing import Final

from attrs import evolve

from rulewright.language.core import EMPTY, Core, Geometry, Picture
from rulewright.language.types import PLAYER, Scalar
from rulewright.language.wording import listed as spelled
from rulewright.machine.game import Game
from rulewright.machine.information import Place as SeenPlace
from rulewright.machine.information import Seen
from rulewright.machine.view import HIDDEN, PieceView, VariableView, View, ZoneView, declared_variables
from rulewright.table.accounting import scores_told
from rulewright.table.game_protocol import News
from rulewright.table.people import Names
from rulewright.table.render import NAME, draw
from rulewright.table.sights import opened
from rulewright.table.table_scene import UNSEEN, Board, Fact, Heap, Item, Place, Scene
from rulewright.table.text_lines import Line, listed, plain, say
from rulewright.table.typed_line import move_text

MOST_NAMED: Final = 12
MOST_ORIGINS: Final = 3


def scene(game: Game, seat: int | None, names: Names) -> Scene:
    """The table as a seat may see it."""
    view, core = opened(game, seat), game.rules.core
    scores = scores_told(game, seat)
    seats = tuple(Place(name, score) for name, score in zip(names.labels, scores, strict=True))
    items = tuple(_named(item, names) for item in (*_zones(game, view), *_variables(game, view)))
    return Scene(core.title, " › ".join(map(names.text, view.phases)), seats, seat, items)


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
        elif declared.place is not None and declared.picture is not None and declared.picture.rows:
            yield _pictured(_arranged(core, declared.place, declared.picture, zone, seat, of), declared.picture)
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
    """A piece with who put it there, where that is kept; face down in brackets, or "?" with who may look at it;
    behind it what is noted of it."""
    name = f"({piece.name})" if piece.face_down and piece.name != HIDDEN else piece.name
    if piece.viewers and piece.name == HIDDEN:
        name += f"({', '.join(core.seat_names[seat] for seat in piece.viewers)})"
    if piece.notes:
        name += f"[{','.join(_note(*each) for each in piece.notes)}]"
    return name if piece.owner is None else f"{core.seat_names[piece.owner]}:{name}"


def _note(name: str, value: str | int) -> str:
    """What is noted of a piece: a number, and yes, by the name."""
    if isinstance(value, str):
        return name if value == "yes" else value
    return f"{name}:{value}"


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


def _arranged(core: Core, place: str, picture: Picture, zone: ZoneView, seat: int | None, of: tuple[str, ...]) -> Board:
    """A board as its picture says; an empty place is called by its name, if that does not say how it is drawn."""
    lying = {piece.place: _piece(core, piece) for piece in zone.pieces or ()}
    named, names = all(sign.kind is not None for sign in picture.signs), core.values[place]
    drawn = {each: lying.get(each, each if named else "") for each in names}
    rows = tuple(tuple(" " if spot is None else drawn[names[spot]] for spot in row) for row in picture.rows)
    return Board(zone.name, rows, ("",) * len(rows), ("",) * len(rows[0]), seat, of, zone.component)


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
        if declared.shown:
            seat, of = _owners(core, declared.owners, found.owners)
            yield Fact(found.name, value_text(found, "–"), seat, of)


def value_text(found: VariableView, nothing: str) -> str:
    """The value of a field as text; `nothing`: that of a set or of counts without any."""
    value = found.value
    if value is None:
        return "hidden"
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(f"{part[0]} {part[1]}" if isinstance(part, tuple) else str(part) for part in value) or nothing


# ---- what happened


Way = tuple[str, ...]
"""The zones from which and to which a piece went."""


def news(seen: Iterable[Seen], seat: int, names: Names) -> list[News]:
    """Tell events in short lines: together the pieces that went the same way, and moves of one kind that somebody else
    made one after the other. Of what a move names the first way is not told, for the move says it."""
    runs = [list(run) for _, run in groupby(_worth_telling(rolls(seen)), key=_alike(seat))]
    told = [item for _, some in groupby(runs, key=_goal) for item in _told(list(some), seat, names)]
    return [evolve(item, text=names.text(item.text)) for item in told]


def rolls(seen: Iterable[Seen]) -> Iterator[Seen]:
    """The events, of a roll of pieces to a zone only one: what was rolled, and the way there."""
    rolled: Seen | None = None
    for event in seen:
        if rolled is not None and event.what == "moved" and (event.piece,) == rolled.items:
            yield evolve(event, what="rolled", name=rolled.name, items=rolled.items)
            rolled = None
            continue
        if rolled is not None:
            yield rolled
        rolled = event if event.what == "rolled" and not event.places else None
        if rolled is None:
            yield event
    if rolled is not None:
        yield rolled


def _worth_telling(seen: Iterable[Seen]) -> Iterator[Seen]:
    """The events without the ways that moves said."""
    said: dict[str | int, Way] = {}
    for event in seen:
        piece = event.piece or HIDDEN
        if event.what == "move":
            said = dict.fromkeys(event.items, ())
        if event.what == "moved" and said.get(piece) == ():
            said[piece] = _way(event)
        if event.what != "moved" or piece == HIDDEN or said.get(piece) != _way(event):
            yield event


def _way(event: Seen) -> Way:
    return tuple(zone for zone, _ in event.places)


def _alike(seat: int) -> Callable[[Seen], object]:
    """What the events of a line have in common; what has a line of its own gets a number that no other has."""
    numbers = count()

    def key(event: Seen) -> object:
        if event.what in ("moved", "rolled") and event.places:
            return event.what, *_way(event)
        together = event.what == "move" and event.items and event.seat != seat
        return (event.seat, event.name, event.phase) if together else next(numbers)

    return key


def _goal(run: Sequence[Seen]) -> object:
    """The zone into which the pieces of a run went; of another run itself."""
    return _way(run[0])[-1] if run[0].what == "moved" else id(run)


def _told(runs: Sequence[Sequence[Seen]], seat: int, names: Names) -> Iterator[News]:
    """A line for each run; only one where very many pieces came from several zones into one."""
    pieces = sum(map(len, runs))
    if len(runs) > 1 and pieces > MOST_NAMED:
        origins = listed(dict.fromkeys(_way(run[0])[0] for run in runs), most=MOST_ORIGINS)
        yield News(f"{origins} → {_way(runs[0][0])[-1]}: {pieces} pieces")
        return
    for first, *others in runs:
        if first.what == "moved":
            yield News(_carried([first, *others], names))
        elif first.what == "rolled" and first.places:
            yield News(f"{_way(first)[-1]}: rolled {_listed([each.piece or HIDDEN for each in (first, *others)])}")
        else:
            text = ", ".join([_event(first, names), *map(_items, others)]) + under(first.phase)
            yield News(text, own=first.what == "move" and first.seat == seat)


def under(phase: str | None) -> str:
    """The title under which a move was made, where it is told."""
    return "" if phase is None else f" ({phase})"


def _carried(run: Sequence[Seen], names: Names) -> str:
    """Pieces that went the same way, on boards with the cells."""
    pieces = [f"a piece of {each.piece}" if each.piece in names.seats else each.piece or HIDDEN for each in run]
    (origin, starts), (goal, ends) = (_side([each.places[side] for each in run]) for side in (0, 1))
    way = origin if ends and origin == goal else f"{origin} → {goal}"
    if ends:
        called = ("unseen" if piece == HIDDEN else piece for piece in pieces)
        steps = zip(called, starts or ends, ends, strict=True)
        pieces = [f"{piece} {f'{start} → {end}' if starts else end}" for piece, start, end in steps]
    elif starts:
        way = f"{origin} {', '.join(starts)} → {goal}"
    return f"{way}: {_listed(pieces)}"


def _side(places: Sequence[SeenPlace]) -> tuple[str, tuple[str, ...]]:
    """The zone on one side of a way, and the cells there if it is a board and they are few."""
    cells = tuple(cell for _, cell in places if isinstance(cell, str))
    return places[0][0], cells if len(cells) == len(places) <= MOST_NAMED else ()


def _listed(pieces: Sequence[str]) -> str:
    """Pieces, equal ones together, and behind them how many are not seen."""
    counted = Counter(piece for piece in pieces if piece != HIDDEN)
    shown = dict(list(counted.items())[:MOST_NAMED])
    words = [piece if number == 1 else f"{piece} ×{number}" for piece, number in shown.items()]
    unseen = len(pieces) - counted.total()
    more = counted.total() - sum(shown.values())
    return ", ".join([*words, *([f"{unseen} unseen"] if unseen else [])]) + (f" and {more} more" if more else "")


def _items(event: Seen) -> str:
    return " ".join(map(str, event.items))


def _event(event: Seen, names: Names) -> str:
    """One event in words."""
    where = " and ".join(_places(event.places[:MOST_NAMED]))
    items = _items(event)
    match event.what:
        case "move":
            who = names.people[event.seat or 0]
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
            return f"moved on in a circle: {' → '.join(_places(event.places))}"
        case "passed":
            return _passed([zone for zone, _ in event.places])
        case "changed":
            return f"{where}: {event.piece} becomes {items}"
        case "shuffled":
            return f"{where} shuffled"
        case "drawn":
            return f"drawn from {event.name}: {items}"
        case "rolled":
            return f"{event.name}: rolled {items}"


def _passed(zones: Sequence[str]) -> str:
    """Whole zones that changed places: two that are swapped, or each chain of those that are handed on."""
    ways = dict(zip(zones[::2], zones[1::2], strict=True))
    if len(ways) == 2 and set(ways) == set(ways.values()):
        return f"swapped: {' and '.join(ways)}"
    chains = []
    while ways:
        begin = next((zone for zone in ways if zone not in ways.values()), next(iter(ways)))
        chain = [begin]
        while chain[-1] in ways:
            chain.append(ways.pop(chain[-1]))
        chains.append(" → ".join(chain))
    return f"handed on: {', '.join(chains)}"


def _places(places: Sequence[SeenPlace]) -> Iterator[str]:
    """Places with their zones, of which none is told again."""
    before = None
    for zone, place in places:
        yield zone if place is None else str(place) if zone == before else f"{zone} {place}"
        before = zone


# ---- a position by itself, as text


MOST_LINES: Final = 60
"""So long may a position be that stands below a finding."""


def position_text(game: Game, eyes: Sequence[int], *, moves: bool, most: int | None = None) -> str:
    """The tables of these seats, and with `moves` what can be done; in at most so many lines."""
    lines = [*_tables(game, eyes), *(_choices(game, eyes) if moves else ())]
    left = 0 if most is None else max(0, len(lines) - most)
    return plain(lines[: len(lines) - left]) + f"… and {left} lines more\n" * bool(left)


def _tables(game: Game, eyes: Sequence[int]) -> Iterator[Line]:
    """The table of each seat, or of several that see the same."""
    seats = game.rules.core.seat_names
    names = Names(seats, seats)
    seen: dict[Scene, list[int]] = {}
    for seat in eyes:
        table = scene(game, seat, names)
        seen.setdefault(evolve(table, you=None), []).append(seat)
    for table, those in seen.items():
        alone = len(those) == 1
        yield from say(f"{listed(seats[seat] for seat in those)} see{'s' * alone}:", "title")
        yield from draw(evolve(table, you=those[0] if alone else None))


def _choices(game: Game, eyes: Sequence[int]) -> Iterator[Line]:
    """What each of these can do who is to choose, or why nobody is."""
    seats = game.rules.core.seat_names
    if game.waiting is not None:
        yield from say(f'Play waits for the {game.waiting.kind} "{game.waiting.label}".')
    if game.over:
        yield from say("The game is over.")
    for seat in game.deciders:
        if seat in eyes:
            yield from say(f"{seats[seat]} can: {spelled(map(move_text, game.moves(seat)), most=100)}.")
