"""What one seat did and saw: its memory of a game, made from the log, and the same as a file.

Each event of the log says who got to know the kind at that moment. Pieces that the seat did not see are "?".
"""

from typing import TYPE_CHECKING, Final, Literal

from attrs import define, field, frozen

from rulewright.machine import events as log
from rulewright.machine.chance import Item
from rulewright.machine.move_names import Move, Naming
from rulewright.machine.record import as_json, how_rules_are_named, present
from rulewright.machine.view import HIDDEN, sees

if TYPE_CHECKING:
    from rulewright.machine.game import Game, Rules


Place = tuple[str, Item | None]
"""A zone with its owners, and the place in it where that is seen: of a board by name, of a row from the left, of a
pile below its top from there, or the bottom, where a piece comes under others."""
BOTTOM: Final = "bottom"

What = Literal[
    "move",
    "told",
    "moved",
    "shown",
    "flipped",
    "swapped",
    "rotated",
    "passed",
    "changed",
    "shuffled",
    "drawn",
    "rolled",
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
    memory.seen += seen_events(game.rules, seat, game.log[memory.told :])
    memory.told = len(game.log)
    return tuple(memory.seen)


def seen_events(rules: "Rules", seat: int | None, events: list[log.Event]) -> tuple[Seen, ...]:
    """These events as a seat saw them."""
    eyes = _Eyes(rules.naming, seat, (1 << rules.players) - 1)
    return tuple(seen for event in events for seen in [eyes.see(event)] if seen is not None)


@frozen
class _Eyes:
    naming: Naming
    seat: int | None
    everyone: int

    def sees(self, mask: int) -> bool:
        return sees(mask, self.seat, self.everyone)

    def see(self, event: log.Event) -> Seen | None:
        match event:
            case log.Moved():
                goal = (self.zone(*event.goal.key), BOTTOM) if event.under else self.place(event.goal)
                places = (self.place(event.origin, event.depth), goal)
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
                ends = tuple(self.place(end) for each in carried for end in (each.origin, each.goal))
                told = ([self.kind(one.component, kind, seen) for kind, _, seen, _ in one.pieces] for one in carried)
                return Seen("passed", places=ends, items=tuple(map(" ".join, told)))
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
            case log.Told(telling, values) if self.sees(event.seen):
                return Seen("told", name=self.naming.filled(telling.text, telling.parts, values))
            case log.Told():
                return None
            case log.Chosen(secret=True, seat=seat) if seat != self.seat:
                return Seen("move", seat=seat, phase=event.phase)
            case log.Chosen():
                items = [item if self.sees(mask) else HIDDEN for item, mask in event.arguments]
                for stretch in reversed(event.sealed if event.seat != self.seat else ()):
                    items[stretch.start : stretch.stop] = [HIDDEN]
                return Seen("move", seat=event.seat, name=event.action, items=tuple(items), phase=event.phase)

    def kind(self, component: int, kind: int, mask: int) -> str:
        return self.naming.kind(component, kind) if self.sees(mask) else HIDDEN

    def zone(self, zone: int, instance: int) -> str:
        return "box" if zone < 0 else self.naming.zone(zone, instance)

    def place(self, spot: log.Spot, depth: int = 0) -> Place:
        return place_of(self.naming, spot, depth)


def place_of(naming: Naming, spot: log.Spot, depth: int = 0) -> Place:
    """Where something is: in a row or on a board at which place, in a pile below the top which one from there."""
    if spot.zone < 0:
        return "box", None
    layout, name = naming.machine.program.zones[spot.zone], naming.zone(spot.zone, spot.instance)
    if spot.place < 0:
        return name, None
    if layout.kind == "board":
        return name, naming.place(spot.zone, spot.place)
    if layout.kind == "pile" and depth:
        return name, depth + 1
    return name, spot.place + 1 if layout.kind == "row" else None


# ---- What one seat (or a spectator) saw of a game, as a file
# {"record":"rulewright-view/1","game":NAME,"rules":SHA256,"language":V,"program":SHA256,"players":N,"options":{…},
#  "spectator":2 or null} in one line
# {"seat":0,"move":[ACTION, ARGUMENT or "?", …]} a move; of a secret choice only ["?"] {"seat":0,"move":[ACTION,
# …],"phase":TITLE} where the title of the phase tells values
# {"event":"moved","piece":"?","places":[["deck"],["row",2]]} "name" and "items" where there are
# {"end":true,"scores":[…],"winners":[…]} No seed, no outcomes of chance that were not seen, nobody else's legal moves.


def head(game: "Game", seat: int | None) -> str:
    """The first line."""
    header = game.header
    names = present({"record": "rulewright-view/1", **how_rules_are_named(header), "players": header.players})
    return as_json({**names, "options": dict(header.options), "spectator": seat})


def event(game: "Game", seen: Seen, legal: tuple[Move, ...] | None = None) -> str:
    """The line of something seen; a seat's own move with the moves there were, if they are wanted."""
    items = game.rules.naming.recorded(seen.items)
    if seen.what == "move":
        move = {"seat": seen.seat, "move": [seen.name or HIDDEN, *items], "phase": seen.phase, "legal": legal}
        return as_json(present(move))
    places = [[zone] if place is None else [zone, place] for zone, place in seen.places]
    parts = {"name": seen.name, "piece": seen.piece, "places": places or None, "items": items or None}
    return as_json(present({"event": seen.what, **parts}))
