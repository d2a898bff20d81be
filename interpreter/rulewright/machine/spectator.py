"""What one seat (or a spectator) saw of a game, as a file: it can be read and shown, not replayed.

    {"record":"rulewright-view/1","game":NAME,"rules":SHA256,"players":N,"options":{…},"spectator":2 or null}
    {"seat":0,"move":[ACTION, ARGUMENT or "?", …]}                    a move; of a secret choice only ["?"]
    {"seat":0,"move":[ACTION, …],"phase":TITLE}                       where the title of the phase tells values
    {"event":"moved","piece":"?","places":[["deck"],["row",2]]}                "name" and "items" where there are
    {"end":true,"scores":[…],"winners":[…]}

No seed, no outcomes of chance that were not seen, nobody else's legal moves.
"""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from rulewright.machine.information import Seen, information
from rulewright.machine.move_names import Move
from rulewright.machine.record import EndLine, RecordError, dump, objects
from rulewright.machine.view import HIDDEN

if TYPE_CHECKING:
    from rulewright.machine.game import Game

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
