"""Memory: what a seat did and every event as it saw it.

Made from the log; each event says who got to know the kind at that moment. Pieces that the seat did not see are "?".
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from attrs import define, field, frozen

from rulewright.machine import events as log
from rulewright.machine.chance import Item
from rulewright.machine.move_names import Naming
from rulewright.machine.view import HIDDEN, sees

if TYPE_CHECKING:
    from rulewright.machine.game import Game

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
