"""From a game's view to a scene, and from what a seat saw happen to short lines. It adds nothing and hides nothing."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from attrs import evolve, frozen

from rulewright.language.wording import listed as spelled
from rulewright.machine.game import Game
from rulewright.machine.information import BOTTOM, Place as SeenPlace, Seen
from rulewright.machine.view import HIDDEN, declared_variables
from rulewright.table.boards import Board
from rulewright.table.drawing import Fact, Heap, Place, Scene, draw
from rulewright.table.names_at_table import Names
from rulewright.table.sight import scores_told, sight_of, value_text
from rulewright.table.text_lines import Line, listed, plain, say, times
from rulewright.table.typed_line import move_text
from rulewright.table.zones_to_items import owned_by, zone_items

MOST_NAMED: Final = 12
MOST_ORIGINS: Final = 3


def scene(game: Game, seat: int | None, names: Names) -> Scene:
    """The table as a seat may see it, with the people's names."""
    sight, core = sight_of(game, seat), game.rules.core
    seats = tuple(Place(name, score) for name, score in zip(names.labels, scores_told(game, seat), strict=True))
    zones = zone_items(sight, names)
    items: list[Heap | Board | Fact] = [evolve(item, of=tuple(map(names.text, item.of))) for item in zones]
    for declared, found in zip(declared_variables(core), sight.view.variables, strict=True):
        if declared.shown:
            owner, of = owned_by(core, declared.owners, found.owners)
            items.append(Fact(found.name, names.text(value_text(found, "–")), owner, tuple(map(names.text, of))))
    return Scene(core.title, " › ".join(map(names.text, sight.view.phases)), seats, seat, tuple(items))


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
