"""What a seat knows of where pieces lie, from the events as it saw them.

Per instance of a zone: which kinds are known at which place, which are known to be in it somewhere (until an unseen
piece leaves, after which only what is certain is kept), and how many are unknown. It never claims what is not so; what
it forgets, it forgets on the side of knowing less.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, field

from rulewright.machine import events as log
from rulewright.machine.events import Key, Spot
from rulewright.machine.interpret import Machine
from rulewright.machine.program.cell_map import instances, single, unordered
from rulewright.machine.program.nodes import Program

Kind = tuple[int, int]
"""A component and one of its kinds."""
Entry = int | None
"""A known kind, or None."""
Bound = tuple[int, list[tuple[int, int]]]
"""How many pieces came unseen since a time, and how many of some kinds can lie there now, without those that came."""
LOOK_BACK: Final = 8
"""At so many times when it was known where pieces lay is looked; more would seldom rule out anything."""


@define
class Ledger:
    """An instance of a zone: `places` what lies where (ordered zones: all places from 0 on; boards: the occupied ones),
    `inside` the kinds known to be in it without a place, `size` how many pieces there are, `most` how many of each kind
    at most, if it was known of all pieces when they came or were mixed."""

    ordered: bool
    places: dict[int, Entry] = field(factory=dict)
    inside: Counter[int] = field(factory=Counter)
    size: int = 0
    shown: Counter[int] = field(factory=Counter)
    most: Counter[int] | None = field(factory=Counter)

    @property
    def unknown(self) -> int:
        """How many pieces have neither a known place nor are known to be inside."""
        placed = sum(entry is not None for entry in self.places.values())
        return self.size - placed - self.inside.total()

    @property
    def known(self) -> Counter[int]:
        """The kinds known to be there."""
        return self.inside + Counter(entry for entry in self.places.values() if entry is not None)

    # ---- coming and going

    def remove(self, place: int, kind: Entry) -> Entry:
        """A piece leaves; what the seat knows it to be."""
        self.shown.clear()
        entry = self.places.get(place) if place >= 0 else None
        known = kind if entry is None else entry
        if entry is None:
            known = self._leave(known)
        self.size -= 1
        if known is not None and self.most is not None:
            self.most[known] -= 1
        if place >= 0:
            self.places.pop(place, None)
            if self.ordered:
                self.places = {at - (at > place): held for at, held in self.places.items()}
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

    def add(self, place: int, entry: Entry) -> None:
        """A piece comes."""
        self.shown.clear()
        self.size += 1
        if entry is None:
            self.most = None
        elif self.most is not None:
            self.most[entry] += 1
        if place >= 0:
            if self.ordered:  # what lies from there on comes one place higher
                self.places = {at + (at >= place): held for at, held in self.places.items()}
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
        # what was known to be inside and cannot be any more
        if self.unknown < 0:
            self.inside.clear()

    def mix(self) -> None:
        """What was known by place is only known to be inside."""
        self.inside += Counter(entry for entry in self.places.values() if entry is not None)
        self.places = dict.fromkeys(self.places)
        if not self.unknown:
            self.most = self.inside.copy()


@define
class Knowledge:
    """What a seat knows after the first `told` events; `bit`: of the seat, or of several who know together what any of
    them knows. It begins with nothing anywhere.

    For going back, by the number of an event in which a piece moved unseen: `there` what was known to lie where it
    came, `most` how many of each kind there were at most where it came from, if that is known. `came`: the numbers of
    these events by where the piece came. `room`: by the component and the number of an event how many pieces of some
    kinds can have lain where before it. `passed`: what came and left to be seen, by the zone. `mixed`: what was known
    to be in a zone when it was mixed, and how many more were, by the zone and the event's number. `carried`: the
    numbers of the events in which whole zones changed places, by the component.
    """

    program: Program
    bit: int
    told: int = 0
    ledgers: dict[Key, Ledger] = field(factory=dict)
    copies: Counter[Kind] = field(factory=Counter)
    there: dict[int, Counter[int]] = field(factory=dict)
    most: dict[int, Counter[int]] = field(factory=dict)
    came: dict[Key, list[int]] = field(factory=lambda: defaultdict(list))
    room: dict[int, dict[int, dict[int, dict[Key, int]]]] = field(factory=lambda: defaultdict(dict))
    passed: dict[Key, list[tuple[int, int, int]]] = field(factory=lambda: defaultdict(list))
    mixed: dict[Key, dict[int, tuple[Counter[int], int]]] = field(factory=lambda: defaultdict(dict))
    carried: dict[int, list[int]] = field(factory=lambda: defaultdict(list))
    _bounds: dict[int, list[Bound]] = field(init=False, factory=dict)

    def ledger(self, key: Key) -> Ledger:
        """The ledger of an instance."""
        if key not in self.ledgers:
            layout = self.program.zones[key[0]]
            self.ledgers[key] = Ledger(ordered=not unordered(layout) and not single(layout))
        return self.ledgers[key]

    def look(self, machine: Machine) -> None:
        """Begin with what the seat sees in the state that the machine has loaded."""
        for layout, instance in instances(self.program.zones):
            ledger = self.ledger((layout.zone, instance))
            for kind, loc in machine.zones.pieces(layout.zone, instance):
                entry = kind if machine.zones.seen_by(loc) & self.bit else None
                ledger.add(machine.zones.spot(loc).place, entry)
                self.copies[layout.component, kind] += 1

    def follow(self, events: Iterable[log.Event]) -> None:
        """Take in the next events in order."""
        for event in events:
            match event:
                case log.Moved(component, kind, origin, goal, seen, _):
                    if seen & self.bit:
                        for spot, number in ((origin, 1), (goal, -1)):
                            self.passed[spot.key].append((self.told, kind, number))
                        self._move(origin, goal, kind)
                    else:
                        self._unseen(component, kind, origin, goal)
                case log.Shown(_, kind, spot, seen, known) | log.Flipped(_, kind, spot, _, seen, known):
                    if seen & ~known & self.bit and spot.zone >= 0:
                        self.ledger(spot.key).learn(spot.place, kind)
                case log.Swapped(first, second):
                    self._rotate((first, second))
                case log.Rotated(spots):
                    self._rotate(spots)
                case log.Passed(carried):
                    self._carry(carried)
                case log.Changed(component, old, new, spot):
                    sees, ledger = event.seen & self.bit, self.ledger(spot.key)
                    ledger.most = None
                    if spot.place >= 0 and sees:
                        ledger.places[spot.place] = new
                    elif spot.place < 0:
                        ledger.remove(-1, old if sees else None)
                        ledger.add(-1, new if sees else None)
                    box = next(zone for zone in self.program.zones if zone.box and zone.component == component)
                    if not box.unlimited:
                        self.ledger((box.zone, 0)).remove(-1, new)
                        self.ledger((box.zone, 0)).add(-1, old)
                case log.Mixed(zone, instance, _):
                    ledger = self.ledger((zone, instance))
                    ledger.mix()
                    self.mixed[zone, instance][self.told] = ledger.known, ledger.unknown
                case log.Chosen():
                    for ledger in self.ledgers.values():
                        ledger.shown.clear()
                case log.Drawn() | log.Told():
                    pass
            self.told += 1

    def _carry(self, carried: Sequence[log.Carried]) -> None:
        """What is known of whole zones goes along; who sees them now learns the rest. What is known of mixed zones is
        told anew, since what came from them before may lie elsewhere now."""
        ways = [(each, self.ledger(each.origin.key)) for each in carried]
        for each, ledger in ways:
            self.ledgers[each.origin.key] = Ledger(ledger.ordered)
        for each, ledger in ways:
            self.ledgers[each.goal.key] = ledger
            ledger.shown.clear()
            for kind, place, seen, _ in each.pieces:
                if seen & self.bit:
                    ledger.learn(place, kind)
            ledger.shown.clear()
        component = carried[0].component
        self.carried[component].append(self.told)
        ends = {end.key for each in carried for end in (each.origin, each.goal)}
        mixed = {key for key in self.mixed if self.program.zones[key[0]].component == component}
        for key in mixed | ends if mixed & ends else mixed:
            ledger = self.ledger(key)
            self.mixed[key][self.told] = ledger.known, ledger.unknown

    def _move(self, origin: Spot, goal: Spot, known: Entry) -> None:
        """A piece goes from one place, or from nowhere, to another; `known`: what the seat saw of it."""
        entry = known if origin.zone < 0 else self.ledger(origin.key).remove(origin.place, known)
        if goal.zone >= 0:
            self.ledger(goal.key).add(goal.place, entry)

    def went(self, key: Key, begin: int, end: int) -> list[tuple[int, int]]:
        """The kinds that left a zone (1) or came there (-1) to be seen between two events."""
        passed = self.passed.get(key, [])
        between = passed[bisect_right(passed, (begin,)) : bisect_left(passed, (end,))]
        return [(kind, number) for _, kind, number in between]

    def bounds(self, at: int, component: int, key: Key) -> list[Bound]:
        """For a piece that comes somewhere unseen in an event: the last times before when pieces were lost from sight,
        later ones first."""
        if at not in self._bounds:
            came, rooms, left = self.came[key], self.room.get(component, {}), Counter[int]()
            end, before, bounds = bisect_right(came, at), at, list[Bound]()
            times, carried = [*rooms], self.carried.get(component, [])
            last, passed = bisect_right(times, at), bisect_left(carried, at)
            first = bisect_right(times, carried[passed - 1] if passed else -1)
            for began in reversed(times[max(last - LOOK_BACK, first) : last]):
                for kind, number in self.went(key, began, before):
                    left[kind] += number
                before = began
                most = [(kind, room[key] - left[kind]) for kind, room in rooms[began].items()]
                bounds.append((end - bisect_left(came, began), most))
            self._bounds[at] = bounds
        return self._bounds[at]

    def _unseen(self, component: int, kind: int, origin: Spot, goal: Spot) -> None:
        """A piece moves unseen; what is certain before and not any more is kept."""
        source = None if origin.zone < 0 else self.ledger(origin.key)
        before = Counter[int]() if source is None else source.known
        if source is not None:
            if source.most is None and not source.unknown:
                source.most = before.copy()
            if source.most is not None:
                self.most[self.told] = source.most.copy()
        if goal.zone >= 0:
            self.there[self.told] = self.ledger(goal.key).known
            self.came[goal.key].append(self.told)
        self._move(origin, goal, None)
        lost = Counter[int]() if source is None else before - source.known
        if not lost or not self.copies[component, kind]:
            return
        # keep where pieces can have lain of the kinds that are not known to lie there any more
        zones = self.program.zones
        known = {key: each.known for key, each in self.ledgers.items() if zones[key[0]].component == component}
        known[origin.key] += lost
        room = self.room[component].setdefault(self.told, {})
        for each in lost:
            elsewhere = self.copies[component, each] - sum(there[each] for there in known.values())
            room[each] = {key: there[each] + elsewhere for key, there in known.items()}

    def _rotate(self, spots: tuple[Spot, ...]) -> None:
        places = self.ledger(spots[0].key).places
        there = [(spot.place in places, places.get(spot.place)) for spot in spots]
        for spot, (occupied, entry) in zip(spots, [*there[-1:], *there[:-1]], strict=True):
            places.pop(spot.place, None)
            if occupied:
                places[spot.place] = entry
