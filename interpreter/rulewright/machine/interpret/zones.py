"""What happens to pieces: move, flip, show, swap, rotate, change, sort, on the layouts of the program.

Every primitive keeps the layout's laws: gaps close, unused cells are 0, faces and marks go with the piece. With a log
open it tells what happened and who saw it. Tags (scratch) go with the face-down pieces while a move is tried.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NoReturn

from rulewright.machine.events import Changed, Flipped, Mixed, Moved, Rotated, Shown, Spot, Swapped
from rulewright.machine.program.bounds import RulesFault, fail
from rulewright.machine.program.cells import Places, first_cell, single, unordered, width
from rulewright.machine.program.nodes import FaultText, Program, ZoneLayout

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Log

BOX = Spot(-1, 0, -1)
Extra = tuple[int, int, int, int]
NEW: Extra = (0, 0, 0, 0)


class Zones:
    """The primitives over one memory."""

    def __init__(self, program: Program, memory: list[int], places: Places, log: "Log") -> None:
        """Tabulate which zones are written how."""
        self.program = program
        self.memory = memory
        self.places = places
        self.log = log
        self.layouts = program.zones
        self._unordered = [unordered(layout) for layout in program.zones]
        self._single = [single(layout) for layout in program.zones]
        self._bare = [_bare(layout) for layout in program.zones]
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

    def holds(self, kind: int, loc: int) -> bool:
        """Whether a piece of the kind lies there now."""
        return self.kind_at(loc) == kind

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
        layout = self.layouts[spot.zone]
        if (
            layout.faces_at is not None
            and layout.marks_at is not None
            and self.memory[spot.base + layout.faces_at + spot.place]
        ):
            return self.memory[spot.base + layout.marks_at + spot.place]
        return self.places.seen[spot.zone][spot.instance]

    def pieces(self, zone: int, instance: int) -> list[tuple[int, int]]:
        """All pieces (kind, loc) in storage order, equal kinds of an unordered zone once per copy."""
        layout, memory = self.layouts[zone], self.memory
        if layout.unlimited:
            return []
        begin = first_cell(layout, instance)
        cells = range(begin, begin + width(layout))
        if self._unordered[zone]:
            return [(cell - begin, cell) for cell in cells for _ in range(memory[cell])]
        if self._single[zone]:
            return [(memory[cell] - 1, cell) for cell in cells if memory[cell]]
        return [(memory[cell], cell) for cell in cells[: memory[begin - 1]]]

    def spot(self, loc: int) -> Spot:
        """A cell as the log writes it."""
        return BOX if loc < 0 else self.places.told[loc]

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
    ) -> int:
        """Take the piece from its place, put it into a zone, tell the log; the new cell, -1 in an unlimited box."""
        telling = self.log.events is not None
        before = self.seen_by(loc) if telling else 0
        origin = self.spot(loc) if telling else BOX
        layout = self.layouts[zone]
        extra = NEW if loc < 0 else self.take(kind, loc, fault)
        within = loc >= 0 and self.places.spots[loc].zone == zone
        goal = self.put(layout, kind, instance, place, _extra(extra, within=within, face=face, by=by), fault)
        if self.log.events is not None:
            seen = before | self.seen_by(goal)
            self.log.events.append(Moved(layout.component, kind, origin, self.spot(goal), seen, before))
        return goal

    def take(self, kind: int, loc: int, fault: FaultText) -> Extra:
        """Remove a piece; what went with it: owner, face, mark, tag."""
        spot = self.places.spots.get(loc)
        if spot is None or not self.holds(kind, loc):
            fail(fault)
        layout, memory = self.layouts[spot.zone], self.memory
        if self._unordered[spot.zone]:
            memory[loc] -= 1
            return NEW
        extra = self._extra_at(layout, spot.base, spot.instance, spot.place)
        if self._single[spot.zone]:
            memory[loc] = 0
            self._write_extra(layout, spot.base, spot.instance, spot.place, NEW)
            return extra
        self._close(layout, spot.base, spot.instance, spot.place)
        return extra

    def _close(self, layout: ZoneLayout, base: int, instance: int, place: int) -> None:
        """Close the gap that a piece leaves in an ordered zone."""
        memory = self.memory
        last = memory[base] - 1
        for row in self._rows(layout, base, instance):
            memory[row + place : row + last] = memory[row + place + 1 : row + last + 1]
            memory[row + last] = 0
        memory[base] = last

    def _rows(self, layout: ZoneLayout, base: int, instance: int) -> list[int]:
        """Where the cells of an instance begin that go with its places: kinds, owners, faces, marks, tags."""
        rows = [base if self._single[layout.zone] else base + 1]
        if self._bare[layout.zone]:
            return rows
        rows += [base + at for at in (layout.owners_at, layout.faces_at, layout.marks_at) if at is not None]
        if layout.tags_at is not None:
            rows.append(layout.tags_at + instance * layout.capacity)
        return rows

    def put(self, layout: ZoneLayout, kind: int, instance: int, place: int, extra: Extra, fault: FaultText) -> int:
        """Add a piece: at the right end of a row, on top of a pile, on a place of a board; its cell."""
        memory = self.memory
        if layout.unlimited:
            return -1
        base = layout.offset + instance * layout.stride
        if self._unordered[layout.zone]:
            limit = layout.declared_capacity
            if limit is not None and self.size(layout.zone, instance) >= limit:
                full(layout, fault)
            memory[base + kind] += 1
            return base + kind
        if self._single[layout.zone]:
            if memory[base + place]:
                full(layout, fault)
            memory[base + place] = kind + 1
            self._write_extra(layout, base, instance, place, extra)
            return base + place
        place = memory[base]
        if place >= layout.capacity or (layout.declared_capacity is not None and place >= layout.declared_capacity):
            full(layout, fault)
        memory[base] = place + 1
        memory[base + 1 + place] = kind
        self._write_extra(layout, base, instance, place, extra)
        return base + 1 + place

    def _extra_at(self, layout: ZoneLayout, base: int, instance: int, place: int) -> Extra:
        if self._bare[layout.zone]:
            return NEW
        memory = self.memory
        at = [layout.owners_at, layout.faces_at, layout.marks_at]
        owner, face, mark = [0 if part is None else memory[base + part + place] for part in at]
        tag = 0 if layout.tags_at is None else memory[layout.tags_at + instance * layout.capacity + place]
        return owner, face, mark, tag

    def _write_extra(self, layout: ZoneLayout, base: int, instance: int, place: int, extra: Extra) -> None:
        if self._bare[layout.zone]:
            return
        owner, face, mark, tag = extra
        memory = self.memory
        if layout.owners_at is not None:
            memory[base + layout.owners_at + place] = owner
        if layout.faces_at is not None:
            memory[base + layout.faces_at + place] = face
        if layout.marks_at is not None:
            memory[base + layout.marks_at + place] = mark
        if layout.tags_at is not None:
            memory[layout.tags_at + instance * layout.capacity + place] = tag

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
        if self.log.events is not None:
            seen = before | self.seen_by(loc)
            self.log.events.append(Flipped(layout.component, kind, self.spot(loc), up, seen, before))

    def show(self, kind: int, loc: int, seats: int) -> None:
        """Let seats get to know a piece; in a zone with faces they enter the mark of what lies face down."""
        spot = self.places.spots.get(loc)
        if spot is None:
            return
        layout, memory, before = self.layouts[spot.zone], self.memory, self.seen_by(loc)
        faces, marks = layout.faces_at, layout.marks_at
        if faces is not None and marks is not None and memory[spot.base + faces + spot.place]:
            memory[spot.base + marks + spot.place] |= seats
        if self.log.events is not None:
            self.log.events.append(Shown(layout.component, kind, self.spot(loc), seats | before, before))

    # ---- boards

    def swap(self, zone: int, instance: int, first: int, second: int) -> None:
        """Exchange what lies on two places."""
        self.rotate(zone, instance, [first, second], quiet=True)
        if self.log.events is not None:
            self.log.events.append(Swapped(Spot(zone, instance, first), Spot(zone, instance, second)))

    def rotate(self, zone: int, instance: int, order: Sequence[int], *, quiet: bool = False) -> None:
        """The content of each place goes to the next one, the last one's to the first."""
        layout, memory = self.layouts[zone], self.memory
        base = layout.offset + instance * layout.stride
        for row in self._rows(layout, base, instance):
            contents = [memory[row + place] for place in order]
            for place, content in zip(order, [*contents[-1:], *contents[:-1]], strict=True):
                memory[row + place] = content
        if self.log.events is not None and not quiet:
            self.log.events.append(Rotated(tuple(Spot(zone, instance, place) for place in order)))

    # ---- kinds

    def change(self, kind: int, loc: int, new: int, fault: FaultText) -> None:
        """Let a piece become another kind, exchanged with the box."""
        spot = self.places.spots.get(loc)
        if spot is None or not self.holds(kind, loc) or new < 0:
            fail(fault)
        layout, memory = self.layouts[spot.zone], self.memory
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
        if self.log.events is not None:
            event = Changed(layout.component, kind, new, self.spot(loc), self.seen_by(loc))
            self.log.events.append(event)

    def sort(self, zone: int, instance: int) -> None:
        """Put an ordered zone into kind order (a pile from its bottom); what lies beside goes along."""
        self.arrange(zone, instance, [kind for kind, _ in sorted(self.pieces(zone, instance))])
        if self.log.events is not None:
            self.log.events.append(Mixed(zone, instance, None))

    def arrange(self, zone: int, instance: int, kinds: Sequence[int]) -> None:
        """Put the pieces of an ordered zone into this order (storage order); equal kinds keep theirs."""
        layout, memory = self.layouts[zone], self.memory
        base = layout.offset + instance * layout.stride
        extras: dict[int, list[Extra]] = {}
        for kind, loc in self.pieces(zone, instance):
            place = self.places.spots[loc].place
            extras.setdefault(kind, []).append(self._extra_at(layout, base, instance, place))
        for place, kind in enumerate(kinds):
            memory[base + 1 + place] = kind
            self._write_extra(layout, base, instance, place, extras[kind].pop(0))

    # ---- trying

    def tag(self) -> None:
        """Give every face-down piece a tag of its own."""
        for layout in self.layouts:
            if layout.tags_at is not None and layout.faces_at is not None:
                for instance in range(layout.instances):
                    faces = layout.offset + instance * layout.stride + layout.faces_at
                    tags = layout.tags_at + instance * layout.capacity
                    for place in range(layout.capacity):
                        self.memory[tags + place] = place + 1 if self.memory[faces + place] else 0

    def appearance(self, zone: int, instance: int) -> list[int]:
        """An instance such that equal lists mean unchanged: hidden pieces by their tags, others by their kinds."""
        layout, memory = self.layouts[zone], self.memory
        if layout.unlimited:
            return []
        base = layout.offset + instance * layout.stride
        cells = memory[base : base + layout.stride]
        if layout.tags_at is None or layout.faces_at is None:
            return cells
        tags = layout.tags_at + instance * layout.capacity
        kinds = first_cell(layout, instance) - base
        for place in range(layout.capacity):
            if cells[layout.faces_at + place]:
                cells[kinds + place] = -memory[tags + place] - 1
        return cells


def _bare(layout: ZoneLayout) -> bool:
    """Whether nothing is kept beside the pieces."""
    return layout.owners_at is layout.faces_at is layout.marks_at is layout.tags_at is None


def full(layout: ZoneLayout, fault: FaultText) -> NoReturn:
    """Stop: there is no room."""
    room = "holds a piece already" if layout.kind in ("slot", "board") else "is full"
    words = f"There is no room in {layout.name}: it {room}."
    raise RulesFault("zone-full", words, fault.span, impossible=fault.impossible)


def _extra(extra: Extra, *, within: bool, face: Literal["up", "down"] | None, by: int) -> Extra:
    """What goes with a piece to its new place."""
    owner, down, mark, tag = extra
    if not within:
        owner, down, mark, tag = NEW
    if by >= 0:
        owner = by + 1
    match face:
        case None:
            return owner, down, mark, tag
        case "up":
            return owner, 0, 0, tag
        case "down":
            return owner, 1, 0, tag
