"""What happens to pieces: move, flip, show, swap, rotate, change, sort, on the layouts of the program.

Every primitive keeps the layout's laws: gaps close, unused cells are 0, faces and marks go with the piece. With a log
open it tells what happened and who saw it. Tags (scratch) go with the face-down pieces while a move is tried.
"""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Final, Literal

from rulewright.machine import events
from rulewright.machine.events import Event, Key, Spot
from rulewright.machine.program import cell_map
from rulewright.machine.program.bounds import RulesFault, fail
from rulewright.machine.program.nodes import FaultText, Program, Tell, ZoneLayout

BOX: Final = Spot(-1, 0, -1)
Extra = tuple[int, ...]
"""What goes with a piece: owner, face, mark, tag, and what is noted of it."""
NEW: Final[Extra] = (0, 0, 0, 0)


class Zones:
    """The primitives over one memory. `events`: where they are told; None while nothing is. `mixing`: the pile that
    waits to be shuffled, in which nothing lies on top."""

    def __init__(self, program: Program, memory: list[int]) -> None:
        self.memory = memory
        self.places = cell_map.places(program)
        self.events: list[Event] | None = None
        self.layouts = program.zones
        self._unordered = [cell_map.unordered(layout) for layout in program.zones]
        self._single = [cell_map.single(layout) for layout in program.zones]
        self._first = [cell_map.first_cell(layout, 0) for layout in program.zones]
        self._beside = [_beside(layout) for layout in program.zones]
        self.mixing: Key | None = None
        self._boxes = {layout.component: layout for layout in program.zones if layout.box}

    # ---- looking

    def kind_at(self, loc: int) -> int:
        """The kind that lies in a cell of an ordered zone or board, -1 if nothing does; in an unordered one the kind
        that the cell counts, if its count is not 0."""
        spot, memory = self.places.spots[loc], self.memory
        if self._unordered[spot.zone]:
            return spot.place if memory[loc] else -1
        if self._single[spot.zone]:
            return memory[loc] - 1
        return memory[loc] if spot.place < memory[spot.base] else -1

    def _found(self, kind: int, loc: int, fault: FaultText) -> cell_map.Spot:
        """Where a piece of the kind lies; a fault if it does not."""
        spot = self.places.spots.get(loc)
        if spot is None or self.kind_at(loc) != kind:
            fail(fault)
        return spot

    def size(self, zone: int, instance: int) -> int:
        """How many pieces lie in an instance of a zone."""
        layout, memory = self.layouts[zone], self.memory
        if layout.unlimited:
            return 0
        base = layout.offset + instance * layout.stride
        if self._unordered[zone]:
            return sum(memory[base : base + layout.stride])
        if self._single[zone]:
            return sum(1 for cell in range(base, base + layout.capacity) if memory[cell])
        return memory[base]

    def seen_by(self, loc: int) -> int:
        """The seats that see the piece in a cell, as a bit mask."""
        if loc < 0:
            return self.places.everyone
        spot = self.places.spots[loc]
        mark = self._mark(spot)
        if mark is not None:
            return self.memory[mark]
        seen, tops = self.places.seen[spot.zone][spot.instance], self.places.tops.get(spot.zone)
        on_top = tops and spot.place == self.memory[spot.base] - 1 and self.mixing != (spot.zone, spot.instance)
        return seen | tops[spot.instance] if tops and on_top else seen

    def mark(self, loc: int) -> int | None:
        """The seats that have seen what lies face down in a cell, as a bit mask; None where nothing does."""
        mark = self._mark(self.places.spots[loc])
        return None if mark is None else self.memory[mark]

    def owner(self, loc: int) -> int | None:
        """The seat that put a piece there, where that is remembered."""
        spot = self.places.spots[loc]
        at = self.layouts[spot.zone].owners_at
        kept = 0 if at is None else self.memory[spot.base + at + spot.place]
        return kept - 1 if kept else None

    def _mark(self, spot: cell_map.Spot) -> int | None:
        """The cell with the mark of the piece there; None if it does not lie face down."""
        layout = self.layouts[spot.zone]
        if layout.faces_at is None or layout.marks_at is None:
            return None
        down = self.memory[spot.base + layout.faces_at + spot.place]
        return spot.base + layout.marks_at + spot.place if down else None

    def pieces(self, zone: int, instance: int) -> list[tuple[int, int]]:
        """All pieces (kind, loc) in storage order, equal kinds of an unordered zone once per copy."""
        layout, memory = self.layouts[zone], self.memory
        if layout.unlimited:
            return []
        begin = self._first[zone] + instance * layout.stride
        places = range(begin, begin + cell_map.width(layout))
        if self._unordered[zone]:
            return [(cell - begin, cell) for cell in self._taken(places) for _ in range(memory[cell])]
        if self._single[zone]:
            return [(memory[cell] - 1, cell) for cell in self._taken(places)]
        return [(memory[cell], cell) for cell in places[: memory[begin - 1]]]

    def _taken(self, places: range) -> Iterator[int]:
        """The cells that are not 0, which are few in most zones."""
        return compress(places, self.memory[places.start : places.stop])

    def spot(self, loc: int) -> Spot:
        """A cell as the log writes it."""
        return BOX if loc < 0 else self.places.told[loc]

    def depth(self, loc: int) -> int:
        """How many pieces of a pile lie on this one; 0 in other zones."""
        spot = self.places.spots.get(loc)
        if spot is None or self.layouts[spot.zone].kind != "pile":
            return 0
        return self.size(spot.zone, spot.instance) - 1 - spot.place

    # ---- moving

    def move(
        self,
        kind: int,
        loc: int,
        zone: int,
        instance: int,
        place: int,
        face: Literal["up", "down"] | None,
        by: int,
        fault: FaultText,
        *,
        rolled: bool = False,
        under: bool = False,
    ) -> int:
        """Take the piece from its place, put it into a zone, `under` what lies there, tell the log; the new cell, -1
        in an unlimited box. What is `rolled` nobody has seen before."""
        log = self.events
        before, origin, depth = 0, BOX, 0
        if log is not None and not rolled:
            before, origin, depth = self.seen_by(loc), self.spot(loc), self.depth(loc)
        layout = self.layouts[zone]
        extra = NEW if loc < 0 else self._take(kind, loc, fault)
        within = loc >= 0 and self.places.spots[loc].zone == zone
        owner, down, mark, tag, *noted = extra if within else _new(layout)
        if face is not None:
            down, mark = int(face == "down"), 0
        extra = by + 1 if by >= 0 else owner, down, mark, tag, *noted
        goal = self._put(layout, kind, instance, place, extra, fault, under=under)
        if log is not None:
            seen, below = before | self.seen_by(goal), under and self.depth(goal) > 0
            log.append(events.Moved(layout.component, kind, origin, self.spot(goal), seen, before, depth, below))
            if not depth and (below or origin.key != self.spot(goal).key):
                self.uncovered(*origin.key)
        return goal

    def uncovered(self, zone: int, instance: int) -> None:
        """What has come to lie on top of a pile by what happened to others is seen by those who see the top."""
        if self.events is None or zone not in self.places.tops or not (size := self.size(zone, instance)):
            return
        layout = self.layouts[zone]
        loc = layout.offset + instance * layout.stride + size
        seen, known = self.seen_by(loc), self.places.seen[zone][instance]
        self.events.append(events.Shown(layout.component, self.memory[loc], self.spot(loc), seen, known))

    def _take(self, kind: int, loc: int, fault: FaultText) -> Extra:
        """Remove a piece, closing the gap of an ordered zone; what went with it."""
        spot, memory = self._found(kind, loc, fault), self.memory
        if self._unordered[spot.zone]:
            memory[loc] -= 1
            return NEW
        extra = self._extra_at(spot.zone, spot.instance, spot.place)
        last = spot.place if self._single[spot.zone] else memory[spot.base] - 1
        for row, nothing in self._rows(spot.zone, spot.instance):
            memory[row + spot.place : row + last] = memory[row + spot.place + 1 : row + last + 1]
            memory[row + last] = nothing
        if not self._single[spot.zone]:
            memory[spot.base] = last
        return extra

    def _put(
        self,
        layout: ZoneLayout,
        kind: int,
        instance: int,
        place: int,
        extra: Extra,
        fault: FaultText | None = None,
        *,
        under: bool = False,
    ) -> int:
        """Add a piece: at a row's right end, onto or `under` a pile, a board's place; its cell. Without `fault` there
        is room."""
        if layout.unlimited:
            return -1
        zone, limit, memory = layout.zone, layout.declared_capacity, self.memory
        base = layout.offset + instance * layout.stride
        if self._unordered[zone]:
            if limit is not None and self.size(zone, instance) >= limit:
                raise full(layout, fault)
            memory[base + kind] += 1
            return base + kind
        if self._single[zone]:
            cell, content = base + place, kind + 1
            if memory[cell]:
                raise full(layout, fault)
        else:
            place = memory[base]
            if place >= layout.capacity or (limit is not None and place >= limit):
                raise full(layout, fault)
            memory[base] = place + 1
            if under:
                for row, _ in self._rows(zone, instance):
                    memory[row + 1 : row + place + 1] = memory[row : row + place]
                place = 0
            cell, content = base + 1 + place, kind
        memory[cell] = content
        self._write_extra(zone, instance, place, extra)
        return cell

    def _rows(self, zone: int, instance: int) -> list[tuple[int, int]]:
        """Where the cells of an instance begin that go with its places, and what stands in them where nothing lies:
        kinds, and what is kept beside them."""
        kinds = self._first[zone] + instance * self.layouts[zone].stride
        nothing = _new(self.layouts[zone])
        beside = self._beside[zone]
        return [(kinds, 0), *[(first + instance * stride, nothing[part]) for part, first, stride in beside]]

    def _extra_at(self, zone: int, instance: int, place: int) -> Extra:
        beside = self._beside[zone]
        if not beside:
            return NEW
        found = list(_new(self.layouts[zone]))
        for part, first, stride in beside:
            found[part] = self.memory[first + instance * stride + place]
        return tuple(found)

    def _write_extra(self, zone: int, instance: int, place: int, extra: Extra) -> None:
        for part, first, stride in self._beside[zone]:
            self.memory[first + instance * stride + place] = extra[part]

    def pass_on(self, ways: Sequence[tuple[Key, Key]]) -> None:
        """Take up all of each first zone, then put it down in the second one, where nothing lies."""
        memory, spots, lifted = self.memory, self.places.spots, []
        for (zone, instance), _ in ways:  # of each piece its kind, its place, what goes with it, and who saw it
            layout, width = self.layouts[zone], cell_map.width(self.layouts[zone])
            found = [(kind, spots[loc].place, self.seen_by(loc)) for kind, loc in self.pieces(zone, instance)]
            lifted.append([(kind, at, self._extra_at(zone, instance, at), seen) for kind, at, seen in found])
            for row, nothing in self._rows(zone, instance):
                memory[row : row + width] = [nothing] * width
            if not self._single[zone] and not self._unordered[zone]:
                memory[layout.offset + instance * layout.stride] = 0
        carried = []
        for (origin, (zone, instance)), pieces in zip(ways, lifted, strict=True):  # put down as they lay
            layout, locs = self.layouts[zone], list[int]()
            for kind, at, extra, _ in pieces:
                locs.append(self._put(layout, kind, instance, at, extra if origin[0] == zone else _new(layout)))
            lying = zip(pieces, locs, strict=True)
            laid = [(kind, self.spot(loc).place, known | self.seen_by(loc), known) for (kind, *_, known), loc in lying]
            carried.append(events.Carried(layout.component, Spot(*origin, -1), Spot(zone, instance, -1), tuple(laid)))
        if self.events is not None and carried:
            self.events.append(events.Passed(tuple(carried)))

    # ---- faces

    def flip(self, loc: int, up: bool, fault: FaultText) -> None:  # noqa: FBT001 - as the statement has it
        """Turn the piece in a cell; turned face down nobody may look at it."""
        spot = self.places.spots.get(loc)
        kind = -1 if spot is None else self.kind_at(loc)
        if spot is None or kind < 0:
            fail(fault)
        layout, memory = self.layouts[spot.zone], self.memory
        if layout.faces_at is None or layout.marks_at is None:
            fail(fault)
        before = self.seen_by(loc)
        memory[spot.base + layout.faces_at + spot.place] = 0 if up else 1
        memory[spot.base + layout.marks_at + spot.place] = 0
        if self.events is not None:
            seen = before | self.seen_by(loc)
            self.events.append(events.Flipped(layout.component, kind, self.spot(loc), up, seen, before))

    def show(self, kind: int, loc: int, seats: int) -> None:
        """Let seats get to know a piece; in a zone with faces they enter the mark of what lies face down."""
        spot = self.places.spots.get(loc)
        if spot is None:
            return
        mark, before = self._mark(spot), self.seen_by(loc)
        if mark is not None:
            self.memory[mark] |= seats
        if self.events is not None:
            component = self.layouts[spot.zone].component
            self.events.append(events.Shown(component, kind, self.spot(loc), seats | before, before, self.depth(loc)))

    def tell(self, telling: Tell, seats: int, *values: int) -> None:
        """Let seats be told a sentence."""
        if self.events is not None:
            self.events.append(events.Told(telling, values, seats))

    # ---- boards

    def swap(self, zone: int, instance: int, first: int, second: int) -> None:
        """Exchange what lies on two places."""
        self.rotate(zone, instance, [first, second], quiet=True)
        if self.events is not None:
            self.events.append(events.Swapped(Spot(zone, instance, first), Spot(zone, instance, second)))

    def rotate(self, zone: int, instance: int, order: Sequence[int], *, quiet: bool = False) -> None:
        """The content of each place goes to the next one, the last one's to the first."""
        memory = self.memory
        for row, _ in self._rows(zone, instance):
            contents = [memory[row + place] for place in order]
            for place, content in zip(order, [*contents[-1:], *contents[:-1]], strict=True):
                memory[row + place] = content
        if self.events is not None and not quiet:
            self.events.append(events.Rotated(tuple(Spot(zone, instance, place) for place in order)))

    # ---- kinds

    def change(self, kind: int, loc: int, new: int, fault: FaultText) -> None:
        """Let a piece become another kind, exchanged with the box."""
        spot, memory = self._found(kind, loc, fault), self.memory
        if new < 0:
            fail(fault)
        layout = self.layouts[spot.zone]
        box = self._boxes[layout.component]
        if not box.unlimited:
            if not memory[box.offset + new]:
                fail(fault)
            memory[box.offset + new] -= 1
            memory[box.offset + kind] += 1
        if self._unordered[spot.zone]:
            memory[loc] -= 1
            loc += new - kind
            memory[loc] += 1
        else:
            memory[loc] += new - kind
        if self.events is not None:
            self.events.append(events.Changed(layout.component, kind, new, self.spot(loc), self.seen_by(loc)))

    def sort(self, zone: int, instance: int) -> None:
        """Put an ordered zone into kind order (a pile from its bottom); what lies beside goes along."""
        self.arrange(zone, instance, [kind for kind, _ in sorted(self.pieces(zone, instance))])
        if self.events is not None:
            self.events.append(events.Mixed(zone, instance, None))

    def arrange(self, zone: int, instance: int, kinds: Sequence[int]) -> None:
        """Put the pieces of an ordered zone into this order (storage order); equal kinds keep theirs."""
        extras: dict[int, list[Extra]] = {}
        for place, (kind, _) in enumerate(self.pieces(zone, instance)):
            extras.setdefault(kind, []).append(self._extra_at(zone, instance, place))
        first = self._first[zone] + instance * self.layouts[zone].stride
        for place, kind in enumerate(kinds):
            self.memory[first + place] = kind
            self._write_extra(zone, instance, place, extras[kind].pop(0))

    # ---- trying

    def tag(self) -> None:
        """Give every face-down piece a tag of its own."""
        for layout in self.layouts:
            if layout.tags_at is not None and layout.faces_at is not None:
                for instance in range(layout.instances):
                    faces = layout.offset + instance * layout.stride + layout.faces_at
                    tags = layout.tags_at + instance * layout.capacity
                    number = tags - layout.tags_at + 1
                    for place in range(layout.capacity):
                        self.memory[tags + place] = number + place if self.memory[faces + place] else 0

    def appearance(self, zone: int, instance: int) -> list[int]:
        """An instance such that equal lists mean unchanged: hidden pieces by their tags, others by their kinds."""
        layout, memory = self.layouts[zone], self.memory
        if layout.unlimited:
            return []
        base = layout.offset + instance * layout.stride
        found = memory[base : base + layout.stride]
        if layout.tags_at is None or layout.faces_at is None:
            return found
        tags = layout.tags_at + instance * layout.capacity
        kinds = self._first[zone] - layout.offset
        for place in range(layout.capacity):
            if found[layout.faces_at + place]:
                found[kinds + place] = -memory[tags + place] - 1
        return found


def _beside(layout: ZoneLayout) -> list[tuple[int, int, int]]:
    """What is kept beside the pieces: which part of an `Extra`, the cell of place 0, and the stride of instances."""
    parts = enumerate((layout.owners_at, layout.faces_at, layout.marks_at))
    rows = [(part, layout.offset + at, layout.stride) for part, at in parts if at is not None]
    rows += [] if layout.tags_at is None else [(3, layout.tags_at, layout.capacity)]
    return rows + [(part, note.at, layout.capacity) for part, note in enumerate(layout.notes, len(NEW))]


def _new(layout: ZoneLayout) -> Extra:
    """What goes with a piece that comes from elsewhere."""
    return (*NEW, *[note.begins for note in layout.notes]) if layout.notes else NEW


def full(layout: ZoneLayout, fault: FaultText | None) -> RulesFault:
    """There is no room."""
    assert fault is not None
    room = "holds a piece already" if layout.kind in ("slot", "board") else "is full"
    words = f"There is no room in {layout.name}: it {room}."
    return RulesFault("zone-full", words, fault.span, impossible=fault.impossible)
