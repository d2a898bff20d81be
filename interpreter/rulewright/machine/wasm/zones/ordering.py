"""Sorting the pieces of a zone, and moving those on a list of places round."""

from rulewright.machine.wasm.assembly import TOP, Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.operands import Term
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import becomes
from rulewright.machine.wasm.zones.rows import Row, ZoneWriter, zone_writer


def sort(a: Assembly, zone: int) -> Writer:
    """(instance): kinds ascending in storage order; equal ones keep theirs, and what lies beside goes along."""
    w = Writer((I32,))
    z = zone_writer(a, zone, w, w.params[0])
    if z.beside:
        _insert(z)
    else:
        _count_out(z)
    return w


def _count_out(z: ZoneWriter) -> None:
    """Count the kinds (in words at the top of the candidates), write them down again in order."""
    w = z.w
    kinds = 1 + next(slot.high for slot in z.a.program.slots if slot.offset == z.layout.offset + 1)
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


def _insert(z: ZoneWriter) -> None:
    """Put each piece before the higher ones."""
    w = z.w
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


def rotate(a: Assembly, zone: int) -> Writer:
    """(instance, address of places, count): what lies on each place goes to the next one, the last one's to the first.
    The places are words."""
    w = Writer((I32, I32, I32))
    instance, places, count = w.params
    z = zone_writer(a, zone, w, instance)
    place, before, kept, at, new = (w.local() for _ in range(5))
    with w.when(count <= 1):
        w.answer()
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
    return w


def _become(z: ZoneWriter, row: Row, place: Term, new: Term) -> None:
    """The cell of a row at a place gets the content of a local; kinds are known as bits, too."""
    w = z.w
    if row.carried is None and z.a.map.boards[z.layout.zone] is not None:
        old = w.local()
        w.set(old, z.cell(row, place))
        becomes(z, place, old, new)
    w.set(z.cell(row, place), new)
