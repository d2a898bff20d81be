"""Sentences about pieces and whole zones, and memories of situations."""

from collections.abc import Iterator
from typing import Final

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import factor, first_cell, kinds_in, single, unordered, width
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import FACE, MARK, NOTES, OWNER, TAG, TOP, Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64, Term, called, choice, const, memory
from rulewright.machine.wasm.memory_map import PROGRAM_FAULT, UNROLLED, WORD, ZONE_FULL, factors_of, unkept
from rulewright.machine.wasm.writer import Writer, writes
from rulewright.machine.wasm.zones import FULL, Row, ZoneWriter, becomes, putting, rows, spot_at, taking, zone_writer

# ---- Memories: the number of the present situation, how often it stands in one, and one entry more
# Numbers are longs where they lie, as their lower word stands first. They ascend and are as good as drawn by lot, so
# that one is looked for near where it would stand among so many that lie evenly.


LONG_BYTES: Final = 8


@writes(gives=I64)
def situation(a: Assembly, w: Writer, number: int) -> None:
    """The number of the present situation."""
    found = w.local(I64)
    for board in filter(None, a.map.known):
        if not board.sums:
            continue
        zone = a.program.zones[board.zone]
        if any(first <= zone.offset < first + length for first, length in a.program.memories[number].runs):
            for instance in range(zone.instances):
                w.set(found, found + memory(board.address + instance * board.stride + LONG_BYTES * board.longs, "long"))
    for first, length in unkept(a.program, a.program.memories[number]):
        if length <= UNROLLED:
            for cell in range(first, first + length):
                w.set(found, found + memory(a.map.cell(cell)).signed_long() * const(factor(cell), I64))
        else:
            table = a.constants.masks[factors_of(first, length)]
            at = w.kept(0)
            with w.some_steps(at, length):
                content = at.to_bytes().at(a.map.cell(first)).signed_long()
                w.set(found, found + content * (at << 3).at(table, "long"))
    w.push(found)


@writes(I64, gives=I32)
def memory_place(a: Assembly, w: Writer, number: int, wanted: Term) -> None:
    """(number of a situation): how many entries of a memory are lower."""
    at, size = w.local(), w.local()
    w.set(size, _size(a, number))
    w.set(at, ((wanted >> 32) * size.long() >> 32).short())
    with w.until(at.is_0(), _entry(a, number, at - 1).op("<u", wanted)):
        w.raise_by(at, -1)
    with w.until(at >= size, _entry(a, number, at).op(">=u", wanted)):
        w.raise_by(at, 1)
    w.push(at)


@writes(gives=I32)
def repeats(a: Assembly, w: Writer, number: int) -> None:
    """How often the present situation stands in a memory."""
    here, first, at, size = w.local(I64), w.local(), w.local(), w.local()
    w.set(here, called(a.number("situation", number), kind=I64))
    w.set(size, _size(a, number))
    w.set(at, first.keep(called(a.number("memory_place", number), here)))
    with w.until(at >= size, _entry(a, number, at).differs(here)):
        w.raise_by(at, 1)
    w.push(at - first)


@writes()
def insert_situation(a: Assembly, w: Writer, number: int) -> None:
    """The present situation stands in a memory that is not full once more."""
    here = w.kept(called(a.number("situation", number), kind=I64), I64)
    at = w.kept(called(a.number("memory_place", number), here) << 3)
    size = w.kept(_size(a, number) << 3)
    first = a.map.cell(a.program.memories[number].offset + 1)
    w.copy(at + (first + LONG_BYTES), at + first, size - at)
    w.set(at.at(first, "long"), here)
    w.set(memory(first - WORD), memory(first - WORD) + 1)


def _size(a: Assembly, number: int) -> Term:
    return memory(a.map.cell(a.program.memories[number].offset))


def _entry(a: Assembly, number: int, at: Term) -> Term:
    return (at << 3).at(a.map.cell(a.program.memories[number].offset + 1), "long")


def statement(s: Scope, node: ir.Moving | ir.Remember) -> None:
    """Write a statement about pieces, or a memory of where they lie."""
    w = s.w
    match node:
        case ir.MovePiece():
            move(s, node)
        case ir.ChangePiece():
            parts = [expressions.value(s, part) for part in (node.kind, node.loc, node.new)]
            _fault_unless(s, called(s.a.number("change", node.component), *parts), node.fault)
        case ir.Flip(_, face, fault):  # face down nobody may look at it
            loc = _kept(s, node.loc)
            _fault_unless(s, called(s.a.number("kind_at"), loc) >= 0, fault)
            with w.block() as done:
                for there, faces, marks in _faced(s, loc):
                    with w.when(there):
                        w.set(faces, 0 if face == "up" else 1)
                        w.set(marks, 0)
                        w.branch(done)
                s.fault(PROGRAM_FAULT, fault)
        case ir.ShowPiece():  # seats enter the mark of what lies face down
            _kept(s, node.kind)
            loc, seats = _kept(s, node.loc), _kept(s, node.seats)
            for there, faces, marks in _faced(s, loc):
                with w.when(there), w.when(faces):
                    w.set(marks, marks | seats)
        case ir.SwapPlaces(board):
            instance, first, second = _kept(s, board.instance), _kept(s, node.first), _kept(s, node.second)
            w.set(TOP.at(), first)
            w.set(TOP.at(WORD), second)
            w.call(s.a.number("rotate", board.zone), instance, TOP, 2)
        case ir.RotatePlaces(board, first_place):  # what lies on each goes to the next; `reverse`: to the one before
            instance, count, reverse = _kept(s, board.instance), _kept(s, node.count), _kept(s, node.reverse)
            at = w.kept(0)
            with w.steps(at, count):
                w.set(TOP.word(at), choice(count - at - 1, at, reverse).to_bytes().at(s.a.map.cell(first_place)))
            w.call(s.a.number("rotate", board.zone), instance, TOP, count)
        case ir.PassZones(passings):  # all is taken up, then all put down; meanwhile it lies on top of the candidates
            zones = s.a.program.zones
            ends = [(_kept(s, origin.instance), _kept(s, goal.instance)) for origin, goal in passings]
            passed = (ZoneWriter(s.a, zones[origin.zone], w, const(0), const(0)) for origin, _ in passings)
            lengths = [sum(size for _, size, _ in _stretches(z)) for z in passed]
            begins = [sum(lengths[:at]) for at in range(len(lengths))]
            for (origin, _), (start, _), begin in zip(passings, ends, begins, strict=True):
                with w.when(start >= 0):
                    w.call(s.a.number("lift", origin.zone), start, TOP + begin)
            for (origin, goal), (start, end), begin in zip(passings, ends, begins, strict=True):
                with w.when(start >= 0):
                    w.call(s.a.number("lay", goal.zone, origin.zone), end, TOP + begin)
        case ir.Remember(number, fault):  # one entry more, or the fault that there is no room
            with w.when(_size(s.a, number) >= s.a.program.memories[number].capacity):
                s.fault(PROGRAM_FAULT, fault)
            w.call(s.a.number("insert_situation", number))
        case ir.SortZone(zone):
            w.call(s.a.number("sort", zone.zone), expressions.value(s, zone.instance))


def _kept(s: Scope, node: ir.Expr) -> Term:
    local = s.w.local()
    s.w.set(local, expressions.value(s, node))
    return local


def _fault_unless(s: Scope, test: Term, fault: int) -> None:
    with s.w.when(test.is_0()):
        s.fault(PROGRAM_FAULT, fault)


def move(s: Scope, node: ir.MovePiece) -> None:
    """Take, then put."""
    w = s.w
    layout = s.a.program.zones[node.to.zone]
    kind, loc, instance = _kept(s, node.kind), _kept(s, node.loc), _kept(s, node.to.instance)
    place = _kept(s, ir.Const(0) if node.to.place is None else node.to.place)
    by = None if node.by is None else _kept(s, node.by)
    with w.when(loc >= 0):
        _fault_unless(s, _taken(s, node, kind, loc), node.fault)
    if len(rows(layout)) > 1:
        # what goes with the piece: nothing from elsewhere; then who moved it and its new face
        with w.when(_in_zone(layout, loc).is_0()):
            for each in (OWNER, FACE, MARK, TAG):
                w.set(each, 0)
            for noted, each in zip(layout.notes, NOTES, strict=False):
                w.set(each, noted.begins)
        if by is not None:
            with w.when(by >= 0):
                w.set(OWNER, by + 1)
        if node.face is not None:
            w.set(FACE, 0 if node.face == "up" else 1)
            w.set(MARK, 0)
    goal = w.local()
    cell = putting(ZoneWriter(s.a, layout, w, w.local(), instance), kind, place, under=node.under)
    with w.when(goal.keep(cell).equals(FULL)):
        s.fault(ZONE_FULL, node.fault, node.to.zone)
    if node.found is not None:
        w.set(s.cell(node.found), goal)


def _taken(s: Scope, node: ir.MovePiece, kind: Term, loc: Term) -> Term:
    """Whether the piece was there and is taken; if it lies in a zone that one would guess, without looking it up."""
    w, taken = s.w, called(s.a.number("take"), kind, loc)
    guessed = s.a.origins.guess(node) if "guess" in s.a.passes else []
    for layout in (s.a.program.zones[zone] for zone in guessed):
        if layout.unlimited:
            continue
        begin, count = len(w.out), layout.stride * (layout.instances - 1) + width(layout)
        with w.when((loc - first_cell(layout, 0)).op("<u", count), result=I32):
            spot = spot_at(loc << 3, s.a.constants.spots)  # which instance need not be looked up where there is one
            one = layout.instances == 1
            base = w.kept(layout.offset if one else spot.base)
            place = w.kept(loc - first_cell(layout, 0) if one else spot.place)
            instance = w.kept(0 if one else spot.instance)
            w.push(taking(ZoneWriter(s.a, layout, w, base, instance), kind, place))
            w.otherwise()
            w.push(taken)
        taken = w.cut(begin)
    return taken


def _faced(s: Scope, loc: Term) -> Iterator[tuple[Term, Term, Term]]:
    """For each zone with faces: whether a cell lies there, and the face and the mark of what lies in it."""
    for layout in s.a.program.zones:
        if layout.faces_at is not None and layout.marks_at is not None:
            first = layout.offset - first_cell(layout, 0)
            faces, marks = (loc.to_bytes().at(s.a.map.cell(first + at)) for at in (layout.faces_at, layout.marks_at))
            yield _in_zone(layout, loc), faces, marks


def _in_zone(layout: ir.ZoneLayout, loc: Term) -> Term:
    """Whether a cell lies in some instance of a zone."""
    return (loc - layout.offset).op("<u", layout.stride * layout.instances)


# ---- Whole zones: taken up and put down, by way of an address where it is kept; sorted, moved round, and compared


Stretch = tuple[Term, int, int]
"""An address, how many bytes, and what stands there in words where nothing lies."""


def _stretches(z: ZoneWriter) -> Iterator[Stretch]:
    """All that is known of an instance, but for the bits of boards."""
    state, known = z.a.map.state, z.a.map.known[z.layout.zone]
    yield z.base.to_bytes() + state, WORD * z.layout.stride, 0
    for row in z.beside:
        if row.apart:
            yield z.number(row).to_bytes() + state, WORD * z.layout.capacity, row.nothing
    if known is not None and not single(z.layout):
        yield z.instance * known.stride + known.address, known.stride, 0


@writes(I32, I32)
def lift(a: Assembly, w: Writer, zone: int, instance: Term, address: Term) -> None:
    """(instance, address): keep what lies in an instance, and empty it."""
    z, begin = zone_writer(a, zone, w, instance), 0
    for here, size, nothing in _stretches(z):
        w.copy(address + begin, here, size)
        if nothing == 0:
            w.fill_0(here, size)
        else:
            at = w.kept(0)
            with w.some_steps(at, size, WORD):
                w.set((here + at).at(), nothing)
        begin += size
    if single(z.layout) and a.map.known[zone] is not None:
        w.call(a.number("known_anew", zone), instance)


@writes(I32, I32)
def lay(a: Assembly, w: Writer, zone: int, origin: int, instance: Term, address: Term) -> None:
    """(instance, address): put down what was kept of a zone where nothing lies."""
    z, begin = zone_writer(a, zone, w, instance), 0
    if zone == origin or unordered(z.layout):
        for here, size, _ in _stretches(z):
            w.copy(here, address + begin, size)
            begin += size
    else:
        # nothing goes along from another zone
        kinds = z.number(z.kinds).to_bytes() + z.a.map.state
        if single(z.layout):
            z.w.copy(kinds, address, WORD * z.layout.capacity)
        else:
            z.w.set(z.size(), address.at())
            z.w.copy(kinds, address + WORD, z.size().to_bytes())
    if single(z.layout) and a.map.known[zone] is not None:
        w.call(a.number("known_anew", zone), instance)


@writes(I32)
def sort(a: Assembly, w: Writer, zone: int, instance: Term) -> None:
    """(instance): kinds ascending in storage order; equal ones keep theirs, and what lies beside goes along."""
    z = zone_writer(a, zone, w, instance)
    if z.beside:
        # each piece comes before the higher ones
        place, hole, kind, other, size = (w.local() for _ in range(5))
        w.set(size, z.size())
        w.set(place, 1)
        with w.steps(place, size):
            w.set(kind, z.kind(place))
            z.pick_up(place)
            w.set(hole, place)
            with w.until(hole.is_0()) as found:
                w.set(other, hole - 1)
                w.branch_if(found, z.kind(other) <= kind)
                for row in (z.kinds, *z.beside):
                    w.set(z.cell(row, hole), z.cell(row, other))
                w.set(hole, other)
            w.set(z.kind(hole), kind)
            z.lay_down(hole)
        return
    # the kinds are counted (in words at the top of the candidates), and written down again in order
    place, kind, left, size, count, counted = (w.local() for _ in range(6))
    w.set(size, z.size())
    w.fill_0(TOP, WORD * kinds_in(a.program, z.layout))
    with w.steps(counted, size):
        w.set(count.keep(TOP + z.kind(counted).to_bytes()).at(), count.at() + 1)
    w.set(count, TOP)
    with w.until(place >= size):
        w.set(left, count.at())
        with w.until(left.is_0()):
            w.set(z.kind(place), kind)
            w.raise_by(place, 1)
            w.raise_by(left, -1)
        w.raise_by(kind, 1)
        w.raise_by(count, WORD)


@writes(I32, I32, I32)
def rotate(a: Assembly, w: Writer, zone: int, instance: Term, places: Term, count: Term) -> None:
    """(instance, address of places, count): what lies on each place goes to the next, the last one's to the first."""
    z = zone_writer(a, zone, w, instance)
    place, before, kept, at, new = (w.local() for _ in range(5))
    w.answer_if(count <= 1)
    for row in (z.kinds, *z.beside):
        w.set(place, places.word(count - 1))
        w.set(kept, z.cell(row, place))
        w.set(at, count - 1)
        with w.until(at.is_0()):
            w.set(place, places.word(at))
            w.set(before, places.word(at - 1))
            w.set(new, z.cell(row, before))
            _become(z, row, place, new)
            w.raise_by(at, -1)
        w.set(place, places.word(at))
        _become(z, row, place, kept)


def _become(z: ZoneWriter, row: Row, place: Term, new: Term) -> None:
    """The cell of a row at a place gets the content of a local; kinds are known as bits, too."""
    w = z.w
    if row.carried is None and z.a.map.known[z.layout.zone] is not None:
        old = w.kept(z.cell(row, place))
        becomes(z, place, old, new)
    w.set(z.cell(row, place), new)


@writes()
def tag(a: Assembly, w: Writer, zone: int) -> None:
    """(): give every piece of a zone a tag of its own: the number of its place in all instances, from 1."""
    layout = a.program.zones[zone]
    assert layout.tags_at is not None
    tags = range(1, layout.instances * layout.capacity + 1)
    first = a.map.cell(layout.tags_at)
    for at in range(0, len(tags) - 1, 2):
        w.set(memory(first + WORD * at, "long"), tags[at] | tags[at + 1] << 32)
    if len(tags) % 2:
        w.set(memory(first + WORD * (len(tags) - 1)), tags[-1])


@writes(I32, gives=I32)
def changed(a: Assembly, w: Writer, zone: int, slot: int, instance: Term) -> None:
    """(instance) -> whether it looks otherwise than in a saved copy: hidden pieces by tags, others by kinds."""
    layout = a.program.zones[zone]
    if layout.unlimited:
        w.push(0)
        return
    z = zone_writer(a, zone, w, instance)
    state, saved = a.map.state, a.map.copy(slot) + a.map.state - a.map.work
    plain = [(0, layout.stride)]
    if layout.tags_at is not None and layout.faces_at is not None:
        # where a piece lies face down and did so before, by tags, else by kinds
        plain = [(0, z.kinds.at), (z.kinds.at + layout.capacity, layout.stride)]
        to_face, tags = WORD * (layout.faces_at - z.kinds.at), next(row for row in z.beside if row.carried is TAG)
        place, at = w.local(), w.local()
        with w.some_steps(place, layout.capacity):
            w.set(at, z.number(z.kinds, place).to_bytes())
            with w.when(at.at(state + to_face) & at.at(saved + to_face)):
                w.answer_if(z.cell(tags, place).differs(z.instance * layout.capacity + place + 1), 1)
                w.otherwise()
                w.answer_if(at.at(state).differs(at.at(saved)), 1)
    for begin, end in plain:
        if begin == end:
            continue
        # two cells at a time
        at, pairs = w.local(), (end - begin) // 2
        w.set(at, (z.base + begin).to_bytes())
        if pairs:
            left = w.kept(pairs)
            with w.loop() as again:
                w.answer_if(at.at(state, "long").differs(at.at(saved, "long")), 1)
                w.raise_by(at, 2 * WORD)
                w.raise_by(left, -1)
                w.branch_if(again, left)
        if (end - begin) % 2:
            w.answer_if(at.at(state).differs(at.at(saved)), 1)
    w.push(0)
