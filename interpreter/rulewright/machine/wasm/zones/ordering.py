"""Sorting the pieces of a zone, and moving those on a list of places round."""

from rulewright.machine.wasm.assembly import TOP, Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import flip_place
from rulewright.machine.wasm.zones.rows import Row, ZoneWriter, rows


def sort(a: Assembly, zone: int) -> Writer:
    """(instance): kinds ascending in storage order; equal ones keep theirs, and what lies beside goes along."""
    w = Writer((I32,))
    layout = a.program.zones[zone]
    z = ZoneWriter(a, layout, w, w.local(), 0)
    z.find_base()
    if len(rows(layout)) > 1:
        _insert(z)
    else:
        _count_out(z)
    return w


def _count_out(z: ZoneWriter) -> None:
    """Count the kinds, write them down again in order."""
    w, row = z.w, rows(z.layout)[0]
    kinds = 1 + next(slot.high for slot in z.a.program.slots if slot.offset == z.layout.offset + 1)
    place, kind, left, size, count = (w.local() for _ in range(5))
    z.read_size()
    w.set(size)
    w.get_global(TOP)
    w.const(0)
    w.const(WORD * kinds)
    w.fill()
    _count_kinds(z, size)
    w.get_global(TOP)
    w.set(count)
    with w.until(place, ">=", size):
        w.get(count)
        w.load()
        w.set(left)
        with w.until_0(left):
            z.address(row, place)
            w.get(kind)
            z.store()
            w.raise_by(place, 1)
            w.raise_by(left, -1)
        w.raise_by(kind, 1)
        w.raise_by(count, WORD)


def _count_kinds(z: ZoneWriter, size: int) -> None:
    """Raise the word of each piece's kind; the words begin at the top of the candidates."""
    w, row = z.w, rows(z.layout)[0]
    place, count = w.local(), w.local()
    with w.until(place, ">=", size):
        w.get_global(TOP)
        z.read(row, place)
        w.to_bytes()
        w.op("+")
        w.tee(count)
        w.get(count)
        w.load()
        w.const(1)
        w.op("+")
        w.store()
        w.raise_by(place, 1)


def _insert(z: ZoneWriter) -> None:
    """Put each piece before the higher ones."""
    w, layout = z.w, z.layout
    place, hole, kind, other, size = w.local(), w.local(), w.local(), w.local(), w.local()
    row = rows(layout)[0]
    z.read_size()
    w.set(size)
    with w.block() as out, w.loop() as again:
        w.raise_by(place, 1)
        w.get(place)
        w.get(size)
        w.op(">=")
        w.branch_if(out)
        z.read(row, place)
        w.set(kind)
        z.pick_up(place)
        w.get(place)
        w.set(hole)
        with w.block() as found, w.loop() as shift:
            w.get(hole)
            w.op("eqz")
            w.branch_if(found)
            w.get(hole)
            w.const(1)
            w.op("-")
            w.set(other)
            z.read(row, other)
            w.get(kind)
            w.op("<=")
            w.branch_if(found)
            for each in rows(layout):
                z.address(each, hole)
                z.read(each, other)
                z.store()
            w.get(other)
            w.set(hole)
            w.branch(shift)
        z.address(row, hole)
        w.get(kind)
        z.store()
        z.lay_down(hole)
        w.branch(again)


def rotate(a: Assembly, zone: int) -> Writer:
    """(instance, address of places, count): what lies on each place goes to the next one, the last one's to the first.
    The places are words."""
    w = Writer((I32, I32, I32))
    layout = a.program.zones[zone]
    z = ZoneWriter(a, layout, w, w.local(), 0)
    places, count = 1, 2
    place, before, kept, at, new = (w.local() for _ in range(5))
    w.get(count)
    w.const(1)
    w.op("<=")
    with w.when():
        w.op("return")
    z.find_base()
    for row in rows(layout):
        _place_at(w, places, count, -1, place)
        z.read(row, place)
        w.set(kept)
        w.get(count)
        w.set(at)
        with w.block() as out, w.loop() as again:
            w.raise_by(at, -1)
            w.get(at)
            w.op("eqz")
            w.branch_if(out)
            _place_at(w, places, at, 0, place)
            _place_at(w, places, at, -1, before)
            z.read(row, before)
            w.set(new)
            _become(z, row, place, new)
            w.branch(again)
        _place_at(w, places, at, 0, place)
        _become(z, row, place, kept)
    return w


def _become(z: ZoneWriter, row: Row, place: int, new: int) -> None:
    """The cell of a row at a place gets the content of a local; kinds are known as bits, too."""
    w = z.w
    if row.carried is None and z.a.map.boards[z.layout.zone] is not None:
        old = w.local()
        z.read(row, place)
        w.set(old)
        flip_place(z, place, old)
        flip_place(z, place, new)
    z.address(row, place)
    w.get(new)
    z.store()


def _place_at(w: Writer, places: int, at: int, more: int, goal: int) -> None:
    """The place with a number, in a list of words."""
    w.get(places)
    w.get(at)
    if more:
        w.const(more)
        w.op("+")
    w.to_bytes()
    w.op("+")
    w.load()
    w.set(goal)
