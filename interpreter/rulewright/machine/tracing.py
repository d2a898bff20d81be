"""Whence the pieces came: a game's log backward, from where they lie now to where they lay when it began.

In: a log, the places of the pieces now, and what one seat saw. Each piece gets a number, and a kind where the seat saw
it at any time; where the seat cannot tell which of several pieces it was that came (in a hand, or before a shuffle),
one is drawn by lot. At the beginning the kinds that are left are dealt to the pieces whose kind is still open. Out: a
`Past`, in which all that the seat saw of pieces is as it was. What the others saw and did is not asked here.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, field, frozen

from rulewright.machine.chance import Numbers
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
from rulewright.machine.piece_knowledge import Key, Knowledge
from rulewright.machine.program.cells import single, unordered
from rulewright.machine.program.nodes import Program

UNKNOWN = -1
LOOK_BACK = 8
"""At so many times when it was known where pieces lay is looked; more would seldom rule out anything."""
Placed = tuple[Key, int, int]
"""A piece by its zone, its place and its kind."""
Picked = tuple[int, Spot, int | None]
"""A picked piece: where its kind stands among the picks, where it lies, and the event in which it is moved, if any."""


class Contradiction(Exception):  # noqa: N818 - one of several attempts
    """The lots that were drawn do not fit what the seat saw."""


class Untold(Exception):  # noqa: N818 - no error, but the end of what this can do
    """The log does not tell enough to go back."""


@frozen
class Past:
    """`kinds` of the pieces; which piece each event of the log is about, and how a mixed zone lay (in its order of
    storage); the pieces that were picked, by the place of the choice in the log."""

    kinds: list[int]
    pieces: Mapping[int, int]
    orders: Mapping[int, list[int]]
    picked: Mapping[int, list[tuple[int, int]]]

    def kind(self, event: int) -> int:
        """The kind of the piece of an event."""
        return self.kinds[self.pieces[event]]


@frozen
class Account:
    """What a seat was told: the log, what it knew; by the place in the log the pieces that were picked, and of a draw
    the event in which the piece is moved."""

    log: Sequence[Event]
    known: Knowledge
    picked: Mapping[int, Sequence[Picked]]
    drawn: Mapping[int, int]

    @property
    def bit(self) -> int:
        """The seat as a bit."""
        return self.known.bit


@define
class Bag:
    """The pieces of an unordered zone."""

    pieces: list[int] = field(factory=list)


@define
class Line:
    """The pieces of an ordered zone or board by their places; of those in `loose` the place is open, and stands in
    `places` as UNKNOWN."""

    ordered: bool
    places: list[int] = field(factory=list)
    at: dict[int, int] = field(factory=dict)
    loose: list[int] = field(factory=list)


Heap = Bag | Line


@define
class _Trace:
    program: Program
    account: Account
    lots: Numbers
    kinds: list[int] = field(factory=list)
    components: list[int] = field(factory=list)
    heaps: dict[Key, Heap] = field(factory=dict)
    left: dict[tuple[int, int], int] = field(factory=dict)
    shown: set[int] = field(factory=set)
    pieces: dict[int, int] = field(factory=dict)
    orders: dict[int, list[int]] = field(factory=dict)
    picked: dict[int, list[tuple[int, int]]] = field(factory=dict)
    times: dict[int, list[int]] = field(factory=dict)

    # ---- pieces and their kinds

    def piece(self, component: int, kind: int) -> int:
        """A new number."""
        self.kinds.append(UNKNOWN)
        self.components.append(component)
        number = len(self.kinds) - 1
        if kind >= 0:
            self.settle(number, kind)
        return number

    def settle(self, piece: int, kind: int) -> None:
        """The piece is of this kind."""
        if self.kinds[piece] == kind:
            return
        key = self.components[piece], kind
        if self.kinds[piece] != UNKNOWN or not self.left.get(key, 1):
            raise Contradiction
        self.kinds[piece] = kind
        if key in self.left:
            self.left[key] -= 1

    def one_of(self, pieces: list[int], kind: int) -> int:
        """A piece that is of this kind or can be; of any kind if it is UNKNOWN."""
        if kind == UNKNOWN:
            if not pieces:
                raise Contradiction
            return pieces[self.lots.below(len(pieces))]
        fitting = [piece for piece in pieces if self.kinds[piece] == kind]
        if fitting:
            return fitting[0]
        fitting = [piece for piece in pieces if self.kinds[piece] == UNKNOWN]
        if not fitting:
            raise Contradiction
        chosen = fitting[self.lots.below(len(fitting))]
        self.settle(chosen, kind)
        return chosen

    def free(self, pieces: list[int], at: int, event: Moved) -> list[int]:
        """Those that may have come unseen in an event: not what lay there before, nor what did not lie where it came
        from; and where some must have come in the last such events, these."""
        there = self.counted(pieces)
        known = self.account.known.there[at]
        spare = {kind for kind, number in there.items() if number > known[kind]}
        missing = sum(number - there.get(kind, 0) for kind, number in known.items() if number > there.get(kind, 0))
        if there.get(UNKNOWN, 0) <= missing:
            spare.discard(UNKNOWN)
        spare -= self.too_many(at, event, spare)
        due = self.due(there, at, event)
        kinds = self.kinds
        wanted = due & spare or spare
        return [piece for piece in pieces if kinds[piece] in wanted]

    def counted(self, pieces: Iterable[int]) -> dict[int, int]:
        """How many pieces there are of each kind."""
        kinds, found = self.kinds, dict[int, int]()
        for piece in pieces:
            kind = kinds[piece]
            found[kind] = found.get(kind, 0) + 1
        return found

    def too_many(self, at: int, event: Moved, kinds: set[int]) -> set[int]:
        """The kinds of which there cannot be one more where a piece came from."""
        most = self.account.known.most.get(at)
        if most is None:
            return set()
        heap = self.heap(event.origin)
        pieces = heap.pieces if isinstance(heap, Bag) else [*heap.loose, *heap.places, *heap.at.values()]
        lying = self.counted(piece for piece in pieces if piece != UNKNOWN)
        return {kind for kind in kinds if kind != UNKNOWN and lying.get(kind, 0) >= most[kind]}

    def due(self, there: dict[int, int], at: int, event: Moved) -> set[int]:
        """The kinds of which one must have come now, if there are any: at some time there was no room for so many of
        them, those included that left since, and no more pieces came since than must be of these."""
        known, key = self.account.known, (event.goal.zone, event.goal.instance)
        came, owed, lay = known.came[key], dict[int, int](), there.copy()
        end, before = bisect_right(came, at), at
        rooms = known.room.get(event.component, {})
        times = self.times.setdefault(event.component, [*rooms])
        last = bisect_right(times, at)
        for began in reversed(times[max(last - LOOK_BACK, 0) : last]):
            for kind, number in known.went(key, began, before):
                lay[kind] = lay.get(kind, 0) + number
            before = began
            for kind, room in rooms[began].items():
                surplus = lay.get(kind, 0) - room[key]
                if surplus > owed.get(kind, 0):
                    owed[kind] = surplus
            if owed and sum(owed.values()) >= end - bisect_left(came, began):
                return set(owed)
        return set()

    # ---- zones

    def heap(self, spot: Spot) -> Heap:
        """The pieces of an instance."""
        return self.heaps[spot.zone, spot.instance]

    def found(self, spot: Spot, kind: int) -> int:
        """The piece that lies somewhere, left there."""
        heap = self.heap(spot)
        if isinstance(heap, Bag):
            return self.one_of([piece for piece in heap.pieces if piece not in self.shown], kind)
        piece = heap.places[spot.place] if heap.ordered else heap.at[spot.place]
        if piece == UNKNOWN:
            piece = self.one_of(heap.loose, kind)
            heap.loose.remove(piece)
            heap.places[spot.place] = piece
        if kind != UNKNOWN:
            self.settle(piece, kind)
        return piece

    def take(self, spot: Spot, kind: int, free: Callable[[list[int]], list[int]]) -> int:
        """The piece that came there last, taken away again; if its kind is not known, one of those that are `free`."""
        heap = self.heap(spot)
        if isinstance(heap, Bag):
            piece = self.one_of(heap.pieces if kind != UNKNOWN else free(heap.pieces), kind)
            heap.pieces.remove(piece)
            return piece
        if not heap.ordered:
            piece = heap.at.pop(spot.place)
        else:
            if spot.place != len(heap.places) - 1:
                raise Untold
            piece = heap.places.pop()
            if piece == UNKNOWN:
                piece = self.one_of(heap.loose if kind != UNKNOWN else free(heap.loose), kind)
                heap.loose.remove(piece)
        if kind != UNKNOWN:
            self.settle(piece, kind)
        return piece

    def put(self, spot: Spot, piece: int) -> None:
        """A piece that left is back."""
        heap = self.heap(spot)
        if isinstance(heap, Bag):
            heap.pieces.append(piece)
        elif heap.ordered:
            heap.places.insert(spot.place, piece)
        else:
            heap.at[spot.place] = piece

    # ---- events, the last one first

    def back(self) -> None:
        """Undo all events."""
        log = self.account.log
        for at in range(len(log) - 1, -1, -1):
            self.undo(at, log[at])

    def undo(self, at: int, event: Event) -> None:
        """Undo one event."""
        if not isinstance(event, Shown):
            self.shown.clear()
        match event:
            case Moved():
                self.unmove(at, event)
            case Shown(_, kind, spot, seen, _):
                if seen & self.account.bit:
                    self.shown.add(self.found(spot, kind))
            case Flipped(_, kind, spot, _, seen, _):
                if seen & self.account.bit:
                    self.found(spot, kind)
            case Swapped(first, second):
                self.turn((first, second))
            case Rotated(spots):
                self.turn(spots[::-1])
            case Changed():
                self.unchange(event)
            case Mixed():
                self.unmix(at, event)
            case Drawn():
                self.drawn(at, event)
            case Chosen():
                found = self.account.picked.get(at, ())
                self.picked[at] = [(place, self.pick(spot, moved)) for place, spot, moved in found]

    def unmove(self, at: int, event: Moved) -> None:
        """The piece goes back."""
        kind = event.kind if event.seen & self.account.bit else UNKNOWN
        if event.goal.zone < 0:
            piece = self.piece(event.component, kind)
        else:
            piece = self.take(event.goal, kind, lambda pieces: self.free(pieces, at, event))
        if event.origin.zone >= 0:
            self.put(event.origin, piece)
        self.pieces[at] = piece

    def turn(self, spots: Sequence[Spot]) -> None:
        """What lies on each place goes to the next one."""
        heap = self.heap(spots[0])
        assert isinstance(heap, Line)
        there = {spot.place: self.lying(heap, spot.place) for spot in spots}
        for spot, before in zip(spots, (*spots[-1:], *spots[:-1]), strict=True):
            self.lay(heap, spot.place, there[before.place])

    def lying(self, line: Line, place: int) -> int | None:
        """What lies on a place, None if nothing does."""
        return line.places[place] if line.ordered else line.at.pop(place, None)

    def lay(self, line: Line, place: int, piece: int | None) -> None:
        """Put it there."""
        if line.ordered:
            assert piece is not None
            line.places[place] = piece
        elif piece is not None:
            line.at[place] = piece

    def unchange(self, event: Changed) -> None:
        """The piece becomes what it was, exchanged with the box, in which everybody sees both."""
        box = next(at for at, zone in enumerate(self.program.zones) if zone.box and zone.component == event.component)
        if self.program.zones[box].unlimited:
            raise Untold
        piece = self.found(event.spot, event.new)
        other = self.take(Spot(box, 0, -1), event.old, list)
        self.put(Spot(box, 0, -1), piece)
        heap = self.heap(event.spot)
        if isinstance(heap, Bag):
            heap.pieces[heap.pieces.index(piece)] = other
        else:
            self.lay(heap, event.spot.place, other)

    def unmix(self, at: int, event: Mixed) -> None:
        """Before a zone was mixed its pieces lay in any order."""
        heap = self.heaps[event.zone, event.instance]
        assert isinstance(heap, Line)
        self.lots.shuffle(heap.loose)
        order = [heap.loose.pop() if piece == UNKNOWN else piece for piece in heap.places]
        self.orders[at] = order
        heap.loose = list(order)
        heap.places = [UNKNOWN] * len(order)

    def drawn(self, at: int, event: Drawn) -> None:
        """The piece that was drawn; it is moved later, or stays."""
        if event.piece is None:
            return
        _, kind, spot = event.piece
        seen = kind if event.seen & self.account.bit else UNKNOWN
        moved = self.account.drawn.get(at)
        piece = self.found(spot, seen) if moved is None else self.pieces[moved]
        if seen != UNKNOWN:
            self.settle(piece, seen)
        self.pieces[at] = piece

    def pick(self, spot: Spot, moved: int | None) -> int:
        """The piece that was picked."""
        return self.found(spot, UNKNOWN) if moved is None else self.pieces[moved]


def trace(machine: Machine, account: Account, base: Sequence[Placed], lots: Numbers) -> Past:
    """One past of the position that the machine has loaded; `base`: zone, place and kind of all pieces when the game
    began, which everybody saw. Contradiction where the lots do not fit, Untold where none could."""
    made = _Trace(machine.program, account, lots)
    copies = Counter((machine.program.zones[key[0]].component, kind) for key, _, kind in base)
    made.left.update(copies)
    for zone, layout in enumerate(machine.program.zones):
        for instance in range(0 if layout.unlimited else layout.instances):
            made.heaps[zone, instance] = _heap(made, machine, zone, instance)
    made.back()
    _begin(made, base)
    return Past(made.kinds, made.pieces, made.orders, made.picked)


def _heap(made: _Trace, machine: Machine, zone: int, instance: int) -> Heap:
    """The pieces of an instance now, with the kinds that the seat sees."""
    layout = machine.program.zones[zone]
    heap: Heap = Bag() if unordered(layout) else Line(not single(layout))
    for kind, loc in machine.zones.pieces(zone, instance):
        seen = machine.zones.seen_by(loc) & made.account.bit
        piece = made.piece(layout.component, kind if seen else UNKNOWN)
        match heap:
            case Bag():
                heap.pieces.append(piece)
            case Line(ordered=True):
                heap.places.append(piece)
            case Line():
                heap.at[machine.zones.places.spots[loc].place] = piece
    return heap


def _begin(made: _Trace, base: Sequence[Placed]) -> None:
    """All lies where it lay at first: give the pieces there their kinds, those that are left any."""
    made.shown.clear()
    for key, place, kind in base:
        piece, heap = made.found(Spot(*key, place), kind), made.heaps[key]
        if isinstance(heap, Bag):
            heap.pieces.remove(piece)
    if UNKNOWN in made.kinds:
        raise Untold
