"""The pieces of a game that is gone back through: numbers, of which some have a kind, in heaps as they lay then.

Where it cannot be told which of several pieces it is, one is drawn by lot.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from attrs import define, field

from rulewright.machine.chance import Numbers
from rulewright.machine.events import Key, Spot

UNKNOWN: Final = -1


class Contradiction(Exception):  # noqa: N818 - one of several attempts
    """The lots that were drawn do not fit what the seat saw."""


class Untold(Exception):  # noqa: N818 - no error, but the end of what this can do
    """The log does not tell enough to go back."""


@define
class Bag:
    """The pieces of an unordered zone."""

    pieces: list[int] = field(factory=list)

    def copy(self) -> "Bag":
        """Another one that is alike."""
        return Bag(self.pieces[:])


@define
class Line:
    """The pieces of an ordered zone or board by their places; of those in `loose` the place is open, and stands in
    `places` as UNKNOWN."""

    ordered: bool
    places: list[int] = field(factory=list)
    at: dict[int, int] = field(factory=dict)
    loose: list[int] = field(factory=list)

    def copy(self) -> "Line":
        """Another one that is alike."""
        return Line(self.ordered, self.places[:], self.at.copy(), self.loose[:])


Heap = Bag | Line


def lying(heap: Heap) -> list[int]:
    """The pieces of a heap."""
    if isinstance(heap, Bag):
        return heap.pieces
    return [*heap.loose, *(piece for piece in heap.places if piece != UNKNOWN), *heap.at.values()]


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
        return Position(
            self.lots,
            self.kinds[:],
            self.components[:],
            {key: heap.copy() for key, heap in self.heaps.items()},
            self.left.copy(),
            self.shown.copy(),
        )

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

    def counted(self, pieces: Iterable[int]) -> dict[int, int]:
        """How many pieces there are of each kind."""
        kinds, found = self.kinds, dict[int, int]()
        for piece in pieces:
            kind = kinds[piece]
            found[kind] = found.get(kind, 0) + 1
        return found

    # ---- places

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

    def turn(self, spots: Sequence[Spot]) -> None:
        """What lies on each place goes to the next one."""
        heap = self.heap(spots[0])
        assert isinstance(heap, Line)
        there = {place: self.lying(heap, place) for place in {spot.place for spot in spots}}
        for spot, before in zip(spots, (*spots[-1:], *spots[:-1]), strict=True):
            self.lay(heap, spot.place, there[before.place])

    def carry(self, ways: Sequence[tuple[Spot, Spot]]) -> None:
        """All that lies in each first zone goes to the second one."""
        keys = [((start.zone, start.instance), (end.zone, end.instance)) for start, end in ways]
        taken = [self.heaps[start] for start, _ in keys]
        for (start, _), heap in zip(keys, taken, strict=True):
            self.heaps[start] = Bag() if isinstance(heap, Bag) else Line(heap.ordered)
        for (_, end), heap in zip(keys, taken, strict=True):
            self.heaps[end] = heap

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
