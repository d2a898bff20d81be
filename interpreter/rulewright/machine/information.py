"""What one seat did and saw: its memory of a game, and the same as a file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from attrs import define, evolve, field, frozen

from rulewright.machine import events as log
from rulewright.machine.chance import Item
from rulewright.machine.move_names import Move, Naming
from rulewright.machine.record import EndLine, RecordError, dump, objects
from rulewright.machine.view import HIDDEN, sees

if TYPE_CHECKING:
    from rulewright.machine.game import Game


# ---- Memory: what a seat did and every event as it saw it
# Made from the log; each event says who got to know the kind at that moment. Pieces that the seat did not see are "?".


Place = tuple[str, Item | None]
"""A zone with its owners, and the place in it where that is seen: of a board by name, of a row from the left."""


What = Literal[
    "move", "moved", "shown", "flipped", "swapped", "rotated", "passed", "changed", "shuffled", "drawn", "rolled"
]
"""What sort of event was seen."""


@frozen
class Seen:
    """One event as a seat saw it. `piece` is a kind or "?"; `places` where it happened, origin first; `items` the
    arguments of a move, the outcome of a draw or roll, the values of a fact. Of zones that were passed on as a
    whole `places` are each one and where it went, `items` all that lay in each. `phase` is the title under which a
    move was made, where that tells values."""

    what: What
    seat: int | None = None
    name: str | None = None
    piece: str | None = None
    places: tuple[Place, ...] = ()
    items: tuple[Item, ...] = ()
    phase: str | None = None


@define
class Memory:
    """What a seat saw of the first `told` events."""

    told: int = 0
    seen: list[Seen] = field(factory=list)


def information(game: "Game", seat: int | None) -> tuple[Seen, ...]:
    """All events as a seat saw them, in order; None: a spectator. Kept beside the game and followed on."""
    memory = game.memories.setdefault(seat, Memory())
    memory.seen += seen_events(game, seat, game.log[memory.told :])
    memory.told = len(game.log)
    return tuple(memory.seen)


def seen_events(game: "Game", seat: int | None, events: list[log.Event]) -> tuple[Seen, ...]:
    """These events as a seat saw them."""
    eyes = _Eyes(game.rules.naming, seat, (1 << game.rules.players) - 1)
    return tuple(seen for event in events for seen in [eyes.see(event)] if seen is not None)


class _Eyes:
    def __init__(self, naming: Naming, seat: int | None, everyone: int) -> None:
        self.naming = naming
        self.seat = seat
        self.everyone = everyone

    def sees(self, mask: int) -> bool:
        return sees(mask, self.seat, self.everyone)

    def see(self, event: log.Event) -> Seen | None:
        match event:
            case log.Moved():
                places = (self.place(event.origin, event.depth), self.place(event.goal))
                return Seen("moved", piece=self.kind(event.component, event.kind, event.seen), places=places)
            case log.Shown():
                if not self.sees(event.seen) or event.seen == event.known:
                    return None
                piece = self.kind(event.component, event.kind, event.seen)
                return Seen("shown", piece=piece, places=(self.place(event.spot, event.depth),))
            case log.Flipped():
                piece = self.kind(event.component, event.kind, event.seen)
                facing = "up" if event.up else "down"
                return Seen("flipped", name=facing, piece=piece, places=(self.place(event.spot),))
            case log.Swapped(first, second):
                return Seen("swapped", places=(self.place(first), self.place(second)))
            case log.Rotated(spots):
                return Seen("rotated", places=tuple(self.place(spot) for spot in spots))
            case log.Passed(carried):
                return self._passed(carried)
            case log.Changed():
                old, new = (self.kind(event.component, kind, event.seen) for kind in (event.old, event.new))
                return Seen("changed", piece=old, places=(self.place(event.spot),), items=(new,))
            case log.Mixed(label=None):
                return None
            case log.Mixed(zone, instance, label):
                return Seen("shuffled", name=label, places=((self.zone(zone, instance), None),))
            case log.Drawn():
                item = event.what if self.sees(event.seen) else HIDDEN
                return Seen("rolled" if event.roll else "drawn", name=event.label, items=(item,))
            case log.Chosen():
                return self._chosen(event)

    def _passed(self, carried: Sequence[log.Carried]) -> Seen:
        """From where to where, and of each what lay there."""
        places = tuple(self.place(end) for each in carried for end in (each.origin, each.goal))
        items = (
            " ".join(self.kind(each.component, kind, seen) for kind, _, seen, _ in each.pieces) for each in carried
        )
        return Seen("passed", places=places, items=tuple(items))

    def _chosen(self, event: log.Chosen) -> Seen:
        if event.secret and event.seat != self.seat:
            return Seen("move", seat=event.seat, phase=event.phase)
        items = tuple(item if self.sees(mask) else HIDDEN for item, mask in event.arguments)
        return Seen("move", seat=event.seat, name=event.action, items=items, phase=event.phase)

    def kind(self, component: int, kind: int, mask: int) -> str:
        return self.naming.kind(component, kind) if self.sees(mask) else HIDDEN

    def zone(self, zone: int, instance: int) -> str:
        return "box" if zone < 0 else self.naming.zone(zone, instance)

    def place(self, spot: log.Spot, depth: int = 0) -> Place:
        """Where it is: in a row or on a board at which place, in a pile below the top which one from there."""
        if spot.zone < 0 or spot.place < 0:
            return self.zone(spot.zone, spot.instance), None
        layout = self.naming.machine.program.zones[spot.zone]
        name = self.zone(spot.zone, spot.instance)
        if layout.kind == "board":
            return name, self.naming.place(spot.zone, spot.place)
        if layout.kind == "pile" and depth:
            return name, depth + 1
        return name, spot.place + 1 if layout.kind == "row" else None


# ---- What one seat (or a spectator) saw of a game, as a file: it can be read and shown, not replayed
# {"record":"rulewright-view/1","game":NAME,"rules":SHA256,"players":N,"options":{…},"spectator":2 or null}
# {"seat":0,"move":[ACTION, ARGUMENT or "?", …]} a move; of a secret choice only ["?"] {"seat":0,"move":[ACTION,
# …],"phase":TITLE} where the title of the phase tells values
# {"event":"moved","piece":"?","places":[["deck"],["row",2]]} "name" and "items" where there are
# {"end":true,"scores":[…],"winners":[…]} No seed, no outcomes of chance that were not seen, nobody else's legal moves.


KIND: Final = "rulewright-view/1"
EVENTS: Final = ("moved", "shown", "flipped", "swapped", "rotated", "passed", "changed", "shuffled", "drawn", "rolled")
KEYS: Final = {
    "event",
    "seat",
    "move",
    "legal",
    "piece",
    "places",
    "name",
    "items",
    "phase",
    "end",
    "scores",
    "winners",
}


@frozen
class SeenGame:
    """A spectator's file as read: the header as it stands, what was seen, the end if it was reached."""

    header: dict[str, Any]
    seen: tuple[Seen, ...]
    end: EndLine | None


def lines(game: "Game", seat: int | None) -> Iterator[str]:
    """The file of a seat, None for a spectator, line by line without line ends."""
    yield head(game, seat)
    for seen in information(game, seat):
        yield event(game, seen)
    if game.over:
        yield dump(EndLine(game.scores, game.winners))


def head(game: "Game", seat: int | None) -> str:
    """The first line."""
    header = game.header
    names = {"record": KIND, "game": header.game, "rules": header.rules, "players": header.players}
    return _json({**names, "options": dict(header.options), "spectator": seat})


def event(game: "Game", seen: Seen, legal: tuple[Move, ...] | None = None) -> str:
    """The line of something seen; a seat's own move with the moves there were, if they are wanted."""
    told = evolve(seen, items=game.rules.naming.recorded(seen.items))
    return _json(_object(told) | ({} if legal is None else {"legal": legal}))


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _object(seen: Seen) -> dict[str, Any]:
    if seen.what == "move":
        phase = {} if seen.phase is None else {"phase": seen.phase}
        return {"seat": seen.seat, "move": [seen.name or HIDDEN, *seen.items]} | phase
    places = [[zone] if place is None else [zone, place] for zone, place in seen.places]
    parts = {"name": seen.name, "piece": seen.piece, "places": places or None, "items": seen.items or None}
    return {"event": seen.what} | {key: value for key, value in parts.items() if value is not None}


def parse(raw: Iterable[bytes]) -> SeenGame:
    """Read a spectator's file; RecordError with the line's number where it is none."""
    header: dict[str, Any] | None = None
    seen: list[Seen] = []
    end: EndLine | None = None
    for number, data in objects(raw):
        if header is None:
            if data.get("record") != KIND:
                raise RecordError(number, f'the first line must begin {{"record":"{KIND}"')
            _known(number, data, {"record", "game", "rules", "players", "options", "spectator"})
            header = data
            continue
        _known(number, data, KEYS)
        if end is not None:
            raise RecordError(number, "the file goes on after its end")
        if "end" in data:
            end = EndLine(tuple(_numbers(number, data, "scores")), tuple(_numbers(number, data, "winners")))
        else:
            seen.append(_seen(number, data))
    if header is None:
        raise RecordError(1, "the file is empty")
    return SeenGame(header, tuple(seen), end)


def _known(number: int, data: dict[str, Any], keys: set[str]) -> None:
    if unknown := set(data) - keys:
        raise RecordError(number, f'unknown key "{min(unknown)}"')


def _numbers(number: int, data: dict[str, Any], key: str) -> list[int]:
    value = data.get(key)
    if not isinstance(value, list) or any(type(item) is not int for item in value):
        raise RecordError(number, f'"{key}" must be a list of numbers')
    return value


def _seen(number: int, data: dict[str, Any]) -> Seen:
    items = _items(number, data.get("move", data.get("items", [])))
    if "event" not in data:
        if type(data.get("seat")) is not int:
            raise RecordError(number, "this line has neither event, seat nor end")
        name = str(items[0]) if items and items[0] != HIDDEN else None
        return Seen("move", seat=data["seat"], name=name, items=items[1:], phase=_text(number, data, "phase"))
    if data["event"] not in EVENTS:
        raise RecordError(number, '"event" is none of those that there are')
    places = data.get("places", [])
    if not isinstance(places, list) or any(not isinstance(place, list) or len(place) not in (1, 2) for place in places):
        raise RecordError(number, '"places" must be a list of zones with places')
    name, piece = (_text(number, data, key) for key in ("name", "piece"))
    found = [_items(number, place) for place in places]
    spots = tuple((str(place[0]), place[1] if len(place) > 1 else None) for place in found)
    return Seen(data["event"], name=name, piece=piece, places=spots, items=items)


def _text(number: int, data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise RecordError(number, f'"{key}" must be a string')
    return value


def _items(number: int, value: object) -> tuple[Any, ...]:
    if not isinstance(value, list) or any(item is not None and type(item) not in (str, int) for item in value):
        raise RecordError(number, "a list of names and numbers is wanted here")
    return tuple(value)
