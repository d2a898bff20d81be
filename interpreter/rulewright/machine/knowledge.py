"""What a seat knows of where pieces lie, from the events as it saw them.

Per instance of a zone: which kinds are known at which place, which are known to be in it somewhere (until an unseen
piece leaves, after which only what is certain is kept), and how many are unknown. It never claims what is not so; what
it forgets, it forgets on the side of knowing less.
"""

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from rulewright.machine.events import (
    Changed,
    Chosen,
    Drawn,
    Event,
    Flipped,
    Mixed,
    Moved,
    Rotated,
    Shown,
    Spot,
    Swapped,
)
from rulewright.machine.interpret import Machine
from rulewright.machine.interpret.places import single, unordered
from rulewright.machine.program import Program

Key = tuple[int, int]
Entry = int | None
"""A known kind, or None."""


@define
class Ledger:
    """An instance of a zone: `places` what lies where (ordered zones: all places from 0 on; boards: the occupied ones),
    `inside` the kinds known to be in it without a place, `size` how many pieces there are."""

    ordered: bool
    places: dict[int, Entry] = field(factory=dict)
    inside: Counter[int] = field(factory=Counter)
    size: int = 0
    shown: Counter[int] = field(factory=Counter)

    @property
    def unknown(self) -> int:
        """How many pieces have neither a known place nor are known to be inside."""
        placed = sum(entry is not None for entry in self.places.values())
        return self.size - placed - self.inside.total()

    # ---- coming and going

    def remove(self, place: int, kind: Entry) -> Entry:
        """A piece leaves; what the seat knows it to be."""
        self.shown.clear()
        entry = self.places.get(place) if place >= 0 else None
        known = kind if entry is None else entry
        if entry is None:
            known = self._leave(known)
        self.size -= 1
        if place >= 0:
            self._close(place)
        return known

    def _leave(self, kind: Entry) -> Entry:
        """A piece without a known place leaves `inside`."""
        if kind is not None:
            self.inside -= Counter({kind: 1})
            return kind
        certain = [kind for kind, copies in self.inside.items() if copies]
        if self.unknown == 0 and len(certain) == 1:
            return self._leave(certain[0])
        self.inside = Counter({kind: copies - 1 for kind, copies in self.inside.items() if copies > 1})
        return None

    def _close(self, place: int) -> None:
        self.places.pop(place, None)
        if self.ordered:
            self.places = {at - (at > place): entry for at, entry in self.places.items()}

    def add(self, place: int, entry: Entry) -> None:
        """A piece comes."""
        self.shown.clear()
        self.size += 1
        if place >= 0:
            self.places[place] = entry
        elif entry is not None:
            self.inside[entry] += 1

    # ---- learning

    def learn(self, place: int, kind: int) -> None:
        """The seat sees a piece that stays; of what is shown in one go each is another piece."""
        if place < 0:
            if self.shown.total() >= self.size:
                self.shown.clear()
            self.shown[kind] += 1
            self.inside[kind] = max(self.inside[kind], self.shown[kind])
        elif self.places.get(place) is None:
            self.inside -= Counter({kind: 1})
            self.places[place] = kind
        self._forget_surplus()

    def _forget_surplus(self) -> None:
        """What was known to be inside and cannot be any more, since the places are taken."""
        if self.unknown < 0:
            self.inside.clear()

    def mix(self) -> None:
        """What was known by place is only known to be inside."""
        self.inside += Counter(entry for entry in self.places.values() if entry is not None)
        self.places = dict.fromkeys(self.places)


class Knowledge:
    """What one seat knows after the first `told` events."""

    def __init__(self, program: Program, seat: int) -> None:
        """Begin with nothing anywhere."""
        self.program = program
        self.bit = 1 << seat
        self.told = 0
        self.ledgers: dict[Key, Ledger] = {}

    def ledger(self, zone: int, instance: int) -> Ledger:
        """The ledger of an instance."""
        key = (zone, instance)
        if key not in self.ledgers:
            layout = self.program.zones[zone]
            self.ledgers[key] = Ledger(ordered=not unordered(layout) and not single(layout))
        return self.ledgers[key]

    def look(self, machine: Machine) -> None:
        """Begin with what the seat sees in the state that the machine has loaded."""
        for zone, layout in enumerate(self.program.zones):
            for instance in range(0 if layout.unlimited else layout.instances):
                ledger = self.ledger(zone, instance)
                for kind, loc in machine.zones.pieces(zone, instance):
                    entry = kind if machine.zones.seen_by(loc) & self.bit else None
                    ledger.add(machine.zones.spot(loc).place, entry)

    def follow(self, events: Iterable[Event]) -> None:
        """Take in events in order."""
        for event in events:
            self._event(event)

    def _event(self, event: Event) -> None:
        match event:
            case Moved(_, kind, origin, goal, seen, _):
                entry = self._remove(origin, kind if seen & self.bit else None, kind)
                self._add(goal, entry)
            case Shown(_, kind, spot, seen, known) | Flipped(_, kind, spot, _, seen, known):
                self._learn(spot, kind, seen & ~known)
            case Swapped(first, second):
                self._rotate((first, second))
            case Rotated(spots):
                self._rotate(spots)
            case Changed():
                self._change(event)
            case Mixed(zone, instance, _):
                self.ledger(zone, instance).mix()
            case Chosen():
                for ledger in self.ledgers.values():
                    ledger.shown.clear()
            case Drawn():
                pass

    def _remove(self, spot: Spot, known: Entry, kind: int) -> Entry:
        if spot.zone < 0:
            return kind
        return self.ledger(spot.zone, spot.instance).remove(spot.place, known)

    def _add(self, spot: Spot, entry: Entry) -> None:
        if spot.zone >= 0:
            self.ledger(spot.zone, spot.instance).add(spot.place, entry)

    def _learn(self, spot: Spot, kind: int, learned: int) -> None:
        if learned & self.bit and spot.zone >= 0:
            self.ledger(spot.zone, spot.instance).learn(spot.place, kind)

    def _rotate(self, spots: tuple[Spot, ...]) -> None:
        places = self.ledger(spots[0].zone, spots[0].instance).places
        there = [(spot.place in places, places.get(spot.place)) for spot in spots]
        for spot, (occupied, entry) in zip(spots, [*there[-1:], *there[:-1]], strict=True):
            places.pop(spot.place, None)
            if occupied:
                places[spot.place] = entry

    def _change(self, event: Changed) -> None:
        known = event.seen & self.bit
        ledger = self.ledger(event.spot.zone, event.spot.instance)
        if event.spot.place >= 0 and known:
            ledger.places[event.spot.place] = event.new
        elif event.spot.place < 0:
            ledger.remove(-1, event.old if known else None)
            ledger.add(-1, event.new if known else None)
        box = next(at for at, zone in enumerate(self.program.zones) if zone.box and zone.component == event.component)
        if not self.program.zones[box].unlimited:
            self.ledger(box, 0).remove(-1, event.new)
            self.ledger(box, 0).add(-1, event.old)
