"""Whole zones: passed on, sorted, moved round, and compared."""

from collections.abc import Iterator

from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import TAG, TOP, Assembly
from rulewright.machine.wasm.encoding import I32, Term, memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.writer import Writer, writes
from rulewright.machine.wasm.zones import Row, ZoneWriter, becomes, rows, zone_writer

# ---- Taking up all that lies in a zone, and putting it down in another one, by way of an address where it is kept


Stretch = tuple[Term, int, int]
"""An address, how many bytes, and what stands there in words where nothing lies."""


def length(a: Assembly, layout: ZoneLayout) -> int:
    """How many bytes are kept of an instance."""
    crowd, apart = a.map.crowds[layout.zone], sum(row.apart for row in rows(layout))
    return WORD * (layout.stride + apart * layout.capacity) + (0 if crowd is None else crowd.stride)


def _stretches(z: ZoneWriter) -> Iterator[Stretch]:
    """All that is known of an instance, but for the bits of boards."""
    state, crowd = z.a.map.state, z.a.map.crowds[z.layout.zone]
    yield z.base.to_bytes() + state, WORD * z.layout.stride, 0
    for row in z.beside:
        if row.apart:
            yield z.number(row).to_bytes() + state, WORD * z.layout.capacity, row.nothing
    if crowd is not None:
        yield z.instance * crowd.stride + crowd.address, crowd.stride, 0


@writes(I32, I32)
def lift(a: Assembly, w: Writer, zone: int, instance: Term, address: Term) -> None:
    """(instance, address): keep what lies in an instance, and empty it."""
    z, begin = zone_writer(a, zone, w, instance), 0
    for here, size, nothing in _stretches(z):
        w.copy(address + begin, here, size)
        if nothing == 0:
            w.fill_0(here, size)
        else:
            at = w.local()
            w.set(at, 0)
            with w.some_steps(at, size, WORD):
                w.set((here + at).at(), nothing)
        begin += size
    _bits_anew(z)


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
    _bits_anew(z)


def _bits_anew(z: ZoneWriter) -> None:
    if z.a.map.boards[z.layout.zone] is not None:
        z.w.call(z.a.number("board_anew", z.layout.zone), z.instance)


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
    kinds = 1 + next(slot.high for slot in a.program.slots if slot.offset == z.layout.offset + 1)
    place, kind, left, size, count, counted = (w.local() for _ in range(6))
    w.set(size, z.size())
    w.fill_0(TOP, WORD * kinds)
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
    if row.carried is None and z.a.map.boards[z.layout.zone] is not None:
        old = w.local()
        w.set(old, z.cell(row, place))
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
            left = w.local()
            w.set(left, pairs)
            with w.loop() as again:
                w.answer_if(at.at(state, "long").differs(at.at(saved, "long")), 1)
                w.raise_by(at, 2 * WORD)
                w.raise_by(left, -1)
                w.branch_if(again, left)
        if (end - begin) % 2:
            w.answer_if(at.at(state).differs(at.at(saved)), 1)
    w.push(0)
