"""Other kinds that hidden pieces could have: pieces that a seat does not know exchange them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from attrs import define, frozen

from rulewright.analysis.playtest.stretches import ByMove, ByShuffle, Go, Start, Stretch
from rulewright.machine.chance import Numbers
from rulewright.machine.events import Event, Flipped, Key, Moved, Shown
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Machine
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.positions import Vector
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import ShuffleChance

MAX_PARTS: Final = 4
"""Where many pieces exchange their kinds, it is all that can, or as few as one of so many."""


@frozen
class Piece:
    """A piece: its component, its kind, and the cell that holds it; `place`: to which place in a new order it comes."""

    component: int
    kind: int
    loc: int
    place: int | None = None


@define
class OtherPieces:
    """Those of these rules, of which secrets speak that are about the zones of these numbers (`secret`)."""

    rules: Rules
    secret: Collection[int]

    @property
    def machine(self) -> Machine:
        """The machine of the rules."""
        return self.rules.machine

    def exchangeable(self, vector: Vector, go: Go, here: Stretch, known: Knowledge, seat: int) -> list[list[Piece]]:
        """The pieces that the seat does not know, and does not see on their way, of which a secret speaks; and those
        that are shuffled, if any are."""
        self.machine.load(vector)
        opened = {*_opened(here.events, seat)}
        shuffled = self._shuffled(go.order) if isinstance(go, ByShuffle) else {}
        kept = {vector[loc] for _, loc in self.rules.program.held}
        kept |= {*go.move.picks} if isinstance(go, ByMove) else set()
        found = [each for zone in self.secret for each in self._hidden(zone, known, seat) if each.loc not in kept]
        several = [[shuffled.get(each.loc, each) for each in found], *([[*shuffled.values()]] if shuffled else [])]
        return [[each for each in pieces if self._place(each) not in opened] for pieces in several]

    def _place(self, piece: Piece) -> tuple[Key, int]:
        """Where a piece lies, as an event has it, or comes to lie when all are shuffled."""
        spot = self.machine.zones.spot(piece.loc)
        if piece.place is None:
            return spot.key, spot.place if spot.place >= 0 else ~piece.kind
        pile = self.rules.program.zones[spot.zone].kind == "pile"
        return spot.key, self.machine.zones.size(*spot.key) - 1 - piece.place if pile else piece.place

    def changes(self, pieces: list[Piece], read: Collection[int], lots: Numbers) -> list[tuple[Piece, int]]:
        """Two of these pieces, or many of one component, each with another kind that one of them has, often of a zone
        that is `read`; none if all are alike."""
        if not pieces:
            return []
        one = self._one(pieces, read, lots)
        others = [each for each in pieces if each.component == one.component and each.kind != one.kind]
        if not others:
            return []
        if lots.below(2):
            other = others[lots.below(len(others))]
            return [(one, other.kind), (other, one.kind)]
        if lots.below(2):
            several = self._sorted([each for each in pieces if each.component == one.component], one)
            kinds = self._extreme([each.kind for each in several], one.component, lots)
        else:
            parts = 1 + lots.below(MAX_PARTS)
            alike = (each for each in pieces if each.component == one.component)
            several = [each for each in alike if each is one or not lots.below(parts)]
            kinds = [each.kind for each in several]
            lots.shuffle(kinds)
        return [(each, kind) for each, kind in zip(several, kinds, strict=True) if each.kind != kind]

    def _sorted(self, pieces: list[Piece], one: Piece) -> list[Piece]:
        """First those that lie with one of them, and those that come first of what is shuffled."""
        with_it = self.machine.zones.spot(one.loc).key
        return sorted(pieces, key=lambda each: (self.machine.zones.spot(each.loc).key != with_it, each.place or 0))

    def _extreme(self, kinds: list[int], component: int, lots: Numbers) -> list[int]:
        """These kinds from one end of an attribute to the other: a hand of the lowest ranks, or of one suit."""
        lots.shuffle(kinds)
        attributes = self.rules.program.attributes[component]
        if attributes:
            values = attributes[lots.below(len(attributes))].values
            kinds.sort(key=values.__getitem__, reverse=bool(lots.below(2)))
        return kinds

    def _one(self, pieces: list[Piece], read: Collection[int], lots: Numbers) -> Piece:
        """One of these pieces, which half of the time lies in a zone that is read, and as often on top of it."""
        lies = defaultdict[int, list[Piece]](list)
        for each in pieces if lots.below(2) else ():
            lies[self.machine.zones.spot(each.loc).zone].append(each)
        zones = [zone for zone in lies if zone in read]
        if not zones:
            return pieces[lots.below(len(pieces))]
        zone = zones[lots.below(len(zones))]
        on_top = self.rules.program.zones[zone].kind == "pile" and lots.below(2)
        return lies[zone][-1 if on_top else lots.below(len(lies[zone]))]

    def _shuffled(self, order: tuple[int, ...]) -> dict[int, Piece]:
        """The pieces that are shuffled where the machine stands, by their cells, with the places to which they come."""
        point, lies = self.machine.point, defaultdict[int, list[int]](list)
        assert isinstance(point, ShuffleChance), "what is shuffled has an order"
        zone = point.zone.zone
        for kind, loc in self.machine.zones.pieces(zone, self.machine.instance(point)):
            lies[kind].append(loc)
        component = self.rules.program.zones[zone].component
        return {(loc := lies[kind].pop()): Piece(component, kind, loc, place) for place, kind in enumerate(order)}

    def _hidden(self, zone: int, known: Knowledge, seat: int) -> Iterator[Piece]:
        """The pieces of a zone that a seat does not know."""
        zones, layout = self.machine.zones, self.rules.program.zones[zone]
        for instance in range(0 if layout.unlimited else layout.instances):
            ledger = known.ledger((zone, instance))
            for kind, loc in zones.pieces(zone, instance):
                place = None if unordered(layout) else ledger.places.get(zones.spot(loc).place)
                certain = place is not None or (unordered(layout) and ledger.inside[kind])
                if not zones.seen_by(loc) >> seat & 1 and not certain:
                    yield Piece(layout.component, kind, loc)

    def start(self, vector: Vector, go: Go, changes: Iterable[tuple[Piece, int]]) -> Start:
        """How a game begins in which some pieces have other kinds."""
        cells, order = list(vector), list(go.order if isinstance(go, ByShuffle) else ())
        for piece, kind in changes:
            spot = self.machine.zones.places.spots[piece.loc]
            layout = self.rules.program.zones[spot.zone]
            if unordered(layout):
                cells[spot.base + piece.kind] -= 1
                cells[spot.base + kind] += 1
            else:
                cells[piece.loc] = kind + single(layout)
            if piece.place is not None:
                order[piece.place] = kind
        return tuple(cells), ByShuffle(tuple(order)) if isinstance(go, ByShuffle) else go


def _opened(events: Iterable[Event], seat: int) -> Iterator[tuple[Key, int]]:
    """Where pieces lay that a seat sees as they leave, or are shown."""
    for event in events:
        match event:
            case Moved(_, kind, spot, seen=seen) | Shown(_, kind, spot, seen) | Flipped(_, kind, spot, seen=seen):
                if seen >> seat & 1:
                    yield spot.key, spot.place if spot.place >= 0 else ~kind
            case _:
                pass
