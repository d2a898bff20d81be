"""Whence the pieces came: a game's log backward, from where they lie now to where they lay when it began.

In: a log, the places of the pieces now, and what one seat saw. Each piece gets a number, and a kind where the seat saw
it at any time; where the seat cannot tell which of several pieces it was that came (in a hand, or before a shuffle),
one is drawn by lot. At the beginning the kinds that are left are dealt to the pieces whose kind is still open. Out: a
`Past`, in which all that the seat saw of pieces is as it was. What the others saw and did is not asked here.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field, frozen

from rulewright.language.facts.ranges import shape
from rulewright.machine import events as log
from rulewright.machine.chance import Numbers
from rulewright.machine.events import Key, Spot
from rulewright.machine.interpret import Machine
from rulewright.machine.program.cell_map import instances
from rulewright.machine.program.nodes import Program
from rulewright.machine.unseen_pieces import UNKNOWN, Contradiction, Heap, Position, Unseen, Untold

STRIDE: Final = 32
"""Between so many events it is kept how the pieces lay, so that what follows can be drawn anew."""
LOTS: Final = 1 << 24
"""By one of so many lots it is settled what was picked in secret."""
Placed = tuple[Key, int, int]
"""A piece by its zone, its place and its kind."""
Picked = tuple[int, Spot, int | None]
"""A picked piece: where its kind stands among the picks, where it lies, and the event in which it is moved, if any."""


@frozen
class Past:
    """`kinds` of the pieces; which piece each event of the log is about, and how a mixed zone lay (in its order of
    storage); the pieces that were picked, by the place of the choice in the log; the `open` ones of each
    mixed zone, which the seat did not see since: any of them may have been of the kind of any other; the lot by which
    each `secret` pick is made."""

    kinds: list[int]
    pieces: Mapping[int, int]
    orders: Mapping[int, list[int]]
    picked: Mapping[int, list[tuple[int, int]]]
    open: Sequence[list[int]]
    secret: Mapping[int, int]

    def exchanged(self, before: int, lots: Numbers) -> "Past | None":
        """The same, but an open piece that was moved before an event exchanged kinds with another, or what was picked
        in secret before it is another one; None: no such."""
        moved = {piece for at, piece in self.pieces.items() if at < before}
        ways = [(piece, group) for group in self.open for piece in group if piece in moved]
        picks = [at for at in self.secret if at < before]
        if not ways and not picks:
            return None
        way = lots.below(len(ways) + len(picks))
        if way >= len(ways):
            return evolve(self, secret={**self.secret, picks[way - len(ways)]: lots.below(LOTS)})
        piece, group = ways[way]
        others = [other for other in group if self.kinds[other] != self.kinds[piece]]
        if not others:
            return None
        other, kinds = others[lots.below(len(others))], self.kinds[:]
        kinds[piece], kinds[other] = kinds[other], kinds[piece]
        return evolve(self, kinds=kinds)


@frozen
class Told:
    """By the place in the log the pieces that were picked, and of a draw the event in which the piece is moved; how
    many kinds an `endless` component has; where others picked in `secret`."""

    picked: Mapping[int, Sequence[Picked]]
    drawn: Mapping[int, int]
    endless: Mapping[int, int]
    secret: Collection[int]


@define
class Trace:
    """Goes back: how the pieces lay `now`, before the event `at`, and what was found out of the events behind. `marks`:
    how they lay here and there; where the lots did not fit the `farthest`, and how often `again`. `work`: how many
    events were undone."""

    program: Program
    told: Told
    base: Sequence[Placed]
    now: Position
    unseen: Unseen
    at: int = field(init=False)
    marks: list[tuple[int, Position]] = field(factory=list)
    farthest: int = 0
    again: int = 1
    work: int = 0
    pieces: dict[int, int] = field(factory=dict)
    orders: dict[int, list[int]] = field(factory=dict)
    picked: dict[int, list[tuple[int, int]]] = field(factory=dict)
    open: dict[int, list[int]] = field(factory=dict)
    secret: dict[int, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.at = self.farthest = len(self.unseen.log) - 1

    def past(self, most: int) -> Past:
        """One past. Where the lots do not fit what the seat saw, those from here and there on are drawn anew, farther
        back each time. Contradiction if none was found after so much work, Untold where none could."""
        while self.at >= -1:
            if not self.marks or self.marks[-1][0] - self.at >= STRIDE:
                self.marks.append((self.at, self.now.copy()))
            try:
                self.step()
            except Contradiction:
                if self.work > most:
                    raise
                self.again = self.again + 1 if self.at >= self.farthest else 1
                self.farthest = min(self.at, self.farthest)
                self.return_to(len(self.marks) - self.again)
        found = self.pieces.copy(), self.orders.copy(), self.picked.copy()
        return Past(self.now.kinds[:], *found, list(self.open.values()), self.secret.copy())

    def refuse(self, at: int, times: int) -> None:
        """The past does not fit, which came out at this event: draw anew what lies before it; the more often that was
        done already, the more of what lies behind."""
        before = sum(1 for number, _ in self.marks if number >= at)
        self.farthest, self.again = len(self.unseen.log), 1
        self.return_to(before - times)

    def return_to(self, mark: int) -> None:
        """Stand there again."""
        del self.marks[max(mark, 0) + 1 :]
        self.at, position = self.marks[-1]
        self.now = position.copy()
        self.unseen.owing.clear()

    def step(self) -> None:
        """Undo one event; behind the first one, where all lies as it lay at first, give the pieces their kinds."""
        if self.at >= 0:
            self.undo(self.at, self.unseen.log[self.at])
            self.work += 1
        else:
            self.now.shown.clear()
            for key, place, kind in self.base:
                piece, heap = self.now.found(Spot(*key, place), kind), self.now.heaps[key]
                if heap.shape == "counts":
                    heap.loose.remove(piece)
            if UNKNOWN in self.now.kinds:
                raise Untold
        self.at -= 1

    def undo(self, at: int, event: log.Event) -> None:
        """Undo one event."""
        bit = self.unseen.known.bit
        if not isinstance(event, log.Shown):
            self.now.shown.clear()
        match event:
            case log.Moved():
                self.unmove(at, event)
            case log.Shown(_, kind, spot, seen, _):
                if seen & bit:
                    self.now.shown.add(self.now.found(spot, kind))
            case log.Flipped(_, kind, spot, _, seen, _):
                if seen & bit:
                    self.now.found(spot, kind)
            case log.Swapped(first, second):
                self.now.turn((first, second))
            case log.Rotated(spots):
                self.now.turn(spots[::-1])
            case log.Passed(carried):
                for each in carried:
                    for kind, place, seen, _ in each.pieces:
                        if seen & bit:
                            self.now.shown.add(self.now.found(evolve(each.goal, place=place), kind))
                    self.now.shown.clear()
                heaps = self.now.heaps
                there = {each.origin.key: heaps[each.goal.key] for each in carried}
                heaps |= {each.goal.key: Heap(heaps[each.goal.key].shape) for each in carried}
                heaps |= there
            case log.Changed():
                self.unchange(event)
            case log.Mixed():  # before a zone was mixed its pieces lay in any order
                heap = self.now.heaps[event.zone, event.instance]
                self.now.lots.shuffle(heap.loose)
                order = [heap.loose.pop() if piece == UNKNOWN else piece for piece in heap.places]
                self.orders[at] = order
                self.open[at] = [piece for piece in order if self.now.kinds[piece] == UNKNOWN]
                heap.loose, heap.places = order[:], [UNKNOWN] * len(order)
            case log.Drawn():
                if event.piece is not None:
                    _, kind, spot = event.piece
                    seen, moved = kind if event.seen & bit else UNKNOWN, self.told.drawn.get(at)
                    piece = self.now.found(spot, seen) if moved is None else self.pieces[moved]
                    if seen != UNKNOWN:
                        self.now.settle(piece, seen)
                    self.pieces[at] = piece
            case log.Told():
                pass
            case log.Chosen():
                self.picked[at] = [
                    (place, self.now.found(spot, UNKNOWN) if moved is None else self.pieces[moved])
                    for place, spot, moved in self.told.picked.get(at, ())
                ]
                if at in self.told.secret:
                    self.secret[at] = self.now.lots.below(LOTS)

    def unmove(self, at: int, event: log.Moved) -> None:
        """The piece goes back."""
        kind = event.kind if event.seen & self.unseen.known.bit else UNKNOWN
        owed = self.unseen.owed(self.now, at, event) if kind == UNKNOWN else {}
        if event.goal.zone < 0:
            piece = self.now.piece(event.component, kind)
        else:
            piece = self.now.take(event.goal, kind, lambda pieces: self.unseen.free(self.now, pieces, at, event))
        if event.origin.zone >= 0:
            self.now.put(event.origin, piece)
        elif self.now.kinds[piece] == UNKNOWN:
            self.now.settle(piece, self.now.lots.below(self.told.endless[event.component]))
        if kind == UNKNOWN and self.now.kinds[piece] in owed:
            owed[self.now.kinds[piece]] -= 1
        self.pieces[at] = piece

    def unchange(self, event: log.Changed) -> None:
        """The piece becomes what it was, exchanged with the box, in which everybody sees both."""
        box = next(at for at, zone in enumerate(self.program.zones) if zone.box and zone.component == event.component)
        if self.program.zones[box].unlimited:
            raise Untold
        piece = self.now.found(event.spot, event.new)
        other = self.now.take(Spot(box, 0, -1), event.old, list)
        self.now.put(Spot(box, 0, -1), piece)
        heap = self.now.heaps[event.spot.key]
        if heap.shape == "counts":
            heap.loose[heap.loose.index(piece)] = other
        else:
            heap.lay(event.spot.place, other)


def trace(machine: Machine, unseen: Unseen, told: Told, base: Sequence[Placed], lots: Numbers) -> Trace:
    """Begin at the position that the machine has loaded; `base`: all pieces as everybody saw them at first."""
    now = Position(lots)
    now.left.update(Counter((machine.program.zones[key[0]].component, kind) for key, _, kind in base))
    for layout, instance in instances(machine.program.zones):
        heap = now.heaps[layout.zone, instance] = Heap(shape(layout.kind))
        for kind, loc in machine.zones.pieces(layout.zone, instance):
            seen = machine.zones.seen_by(loc) & unseen.known.bit
            piece = now.piece(layout.component, kind if seen else UNKNOWN)
            if heap.shape == "places":
                heap.at[machine.zones.places.spots[loc].place] = piece
            else:
                (heap.loose if heap.shape == "counts" else heap.places).append(piece)
    return Trace(machine.program, told, base, now, unseen)
