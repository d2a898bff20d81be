"""The pieces of a game that is gone back through, and which of them moved unseen.

Pieces are numbers, of which some have a kind, in heaps as they lay then. Where it cannot be told which of several it
is, one is drawn by lot. What moved unseen is asked from the end to the beginning: what was known where the piece came,
and where it came from, rules out some kinds; of others there were more later than there can have been, so that some
must have come by this move.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from attrs import define, field

from rulewright.machine.chance import Numbers
from rulewright.machine.events import Event, Key, Moved, Spot
from rulewright.machine.piece_knowledge import Knowledge

UNKNOWN: Final = -1


class Contradiction(Exception):  # noqa: N818 - one of several attempts
    """The lots that were drawn do not fit what the seat saw."""


class Untold(Exception):  # noqa: N818 - no error, but the end of what this can do
    """The log does not tell enough to go back."""


@define
class Heap:
    """The pieces of a zone: by the places of a row or pile in `places`, of a board in `at`; in an unordered one all are
    `loose`, in others those of which the place is open, and stands in `places` as UNKNOWN."""

    shape: Literal["ordered", "places", "counts"]
    loose: list[int] = field(factory=list)
    places: list[int] = field(factory=list)
    at: dict[int, int] = field(factory=dict)

    def copy(self) -> "Heap":
        """Another one that is alike."""
        return Heap(self.shape, self.loose[:], self.places[:], self.at.copy())

    def lying(self) -> list[int]:
        """All its pieces."""
        return [*self.loose, *(piece for piece in self.places if piece != UNKNOWN), *self.at.values()]

    def lay(self, place: int, piece: int | None) -> None:
        """Puts a piece onto a place; None: nothing."""
        if self.shape == "ordered":
            assert piece is not None
            self.places[place] = piece
        elif piece is not None:
            self.at[place] = piece


@define
class Position:
    """The kinds and components of all pieces, the heaps in which they lie; how many copies of each component's kinds
    are `left` for those of unknown kind; the pieces that were `shown` in one go."""

    lots: Numbers
    kinds: list[int] = field(factory=list)
    components: list[int] = field(factory=list)
    heaps: dict[Key, Heap] = field(factory=dict)
    left: dict[tuple[int, int], int] = field(factory=dict)
    shown: set[int] = field(factory=set)

    def copy(self) -> "Position":
        """Another one that is alike, with the same lots."""
        heaps = {key: heap.copy() for key, heap in self.heaps.items()}
        return Position(self.lots, self.kinds[:], self.components[:], heaps, self.left.copy(), self.shown.copy())

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

    def counted(self, pieces: Iterable[int]) -> Counter[int]:
        """How many pieces there are of each kind."""
        return Counter(map(self.kinds.__getitem__, pieces))

    # ---- places

    def found(self, spot: Spot, kind: int) -> int:
        """The piece that lies somewhere, left there."""
        heap = self.heaps[spot.key]
        if heap.shape == "counts":
            return self.one_of([piece for piece in heap.loose if piece not in self.shown], kind)
        piece = heap.places[spot.place] if heap.shape == "ordered" else heap.at[spot.place]
        if piece == UNKNOWN:
            piece = self.one_of(heap.loose, kind)
            heap.loose.remove(piece)
            heap.places[spot.place] = piece
        if kind != UNKNOWN:
            self.settle(piece, kind)
        return piece

    def take(self, spot: Spot, kind: int, free: Callable[[list[int]], list[int]]) -> int:
        """The piece that came there last, taken away again; if its kind is not known, one of those that are `free`."""
        heap, piece = self.heaps[spot.key], UNKNOWN
        if heap.shape == "places":
            piece = heap.at.pop(spot.place)
        elif heap.shape == "ordered":
            piece = heap.places.pop(spot.place)
        if piece == UNKNOWN:
            piece = self.one_of(heap.loose if kind != UNKNOWN else free(heap.loose), kind)
            heap.loose.remove(piece)
        if kind != UNKNOWN:
            self.settle(piece, kind)
        return piece

    def put(self, spot: Spot, piece: int) -> None:
        """A piece that left is back."""
        heap = self.heaps[spot.key]
        if heap.shape == "counts":
            heap.loose.append(piece)
        elif heap.shape == "ordered":
            heap.places.insert(spot.place, piece)
        else:
            heap.at[spot.place] = piece

    def turn(self, spots: Sequence[Spot]) -> None:
        """What lies on each place goes to the next one."""
        heap, places = self.heaps[spots[0].key], [spot.place for spot in spots]
        there = [heap.places[place] if heap.shape == "ordered" else heap.at.pop(place, None) for place in places]
        for place, piece in zip(places, (*there[-1:], *there[:-1]), strict=True):
            heap.lay(place, piece)


@define
class Unseen:
    """A log, and what a seat knew. `owing`: by the zone since when pieces are owed, and how many of each kind; when
    zones were `mixed`."""

    log: Sequence[Event]
    known: Knowledge
    owing: dict[Key, tuple[int, dict[int, int]]] = field(factory=dict)
    mixed: dict[Key, list[int]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.mixed = {key: [*times] for key, times in self.known.mixed.items()}

    def free(self, now: Position, pieces: list[int], at: int, event: Moved) -> list[int]:
        """Those that may have come unseen in an event: not what lay there before, nor what did not lie where it came
        from; and where some must have come in the last such events, these."""
        there = now.counted(pieces)
        known = self.known.there[at]
        spare = {kind for kind, number in there.items() if number > known.get(kind, 0)}
        missing = sum(number - there.get(kind, 0) for kind, number in known.items() if number > there.get(kind, 0))
        if there.get(UNKNOWN, 0) <= missing:
            spare.discard(UNKNOWN)
        if (most := self.known.most.get(at)) is not None:  # there cannot be one more where the piece came from
            lie = now.counted(now.heaps[event.origin.key].lying())
            spare = {kind for kind in spare if kind == UNKNOWN or lie.get(kind, 0) < most.get(kind, 0)}
        wanted = self.due(there, at, event) & spare
        if not wanted:
            owed = self.owed(now, at, event)
            wanted = {kind for kind in spare if owed.get(kind, 0) > 0} or spare
        return [piece for piece in pieces if now.kinds[piece] in wanted]

    def owed(self, now: Position, at: int, event: Moved) -> dict[int, int]:
        """How many pieces of each kind are still to come from a zone since it was mixed, at the least: so many more of
        them are elsewhere than there were then. The events since are still to be undone."""
        key, known = event.origin.key, self.known
        times = self.mixed.get(key, [])
        last = bisect_left(times, at) - 1
        if last < 0:
            return {}
        began = times[last]
        if key not in self.owing or self.owing[key][0] != began:
            elsewhere = now.counted(piece for piece, other in enumerate(now.components) if other == event.component)
            inside = now.counted(now.heaps[key].lying())
            for kind, number in known.went(key, began, at):
                inside[kind] = inside.get(kind, 0) + number
            certain, copies = known.mixed[key][began][0], known.copies.items()
            self.owing[key] = (
                began,
                {
                    kind: elsewhere.get(kind, 0) - inside.get(kind, 0) - (number - certain[kind])
                    for (other, kind), number in copies
                    if other == event.component
                },
            )
        return self.owing[key][1]

    def due(self, there: dict[int, int], at: int, event: Moved) -> set[int]:
        """The kinds of which one must have come now, if there are any: at some time there was no room for so many of
        them, those included that left since, and no more pieces came since than must be of these."""
        owed = dict[int, int]()
        for came, bounds in self.known.bounds(at, event.component, event.goal.key):
            for kind, most in bounds:
                surplus = there.get(kind, 0) - most
                if surplus > owed.get(kind, 0):
                    owed[kind] = surplus
            if owed and sum(owed.values()) >= came:
                return set(owed)
        return set()
