"""Taking a piece out of a zone: the answer is 1, or 0 if the piece is not there."""

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.operands import Term, called
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import becomes
from rulewright.machine.wasm.zones.rows import ZoneWriter
from rulewright.machine.wasm.zones.spots import for_each_zone, refuse_unless_spot
from rulewright.machine.wasm.zones.zone_counts import count_of, recount


def take(a: Assembly) -> Writer:
    """(kind, cell) -> whether the piece was there and is taken."""
    w = Writer((I32, I32), (I32,))
    kind, loc = w.params
    spot = refuse_unless_spot(a, w, loc, w.local())

    def take_there(zone: int) -> None:
        w.answer(called(a.number("take-from", zone), kind, spot.base, spot.place, spot.instance))

    for_each_zone(a, w, spot, take_there)
    w.push(0)
    return w


def take_from(a: Assembly, zone: int) -> Writer:
    """(kind, first cell, place, instance) -> whether the piece was there and is taken."""
    w = Writer((I32, I32, I32, I32), (I32,))
    kind, base, place, instance = w.params
    w.push(taking(ZoneWriter(a, a.program.zones[zone], w, base, instance), kind, place))
    return w


def taking(z: ZoneWriter, kind: Term, place: Term) -> Term:
    """Take the piece of a kind from a place, and say whether it was there."""
    begin = len(z.w.out)
    with z.w.block(I32) as out:
        if unordered(z.layout):
            _refuse_unless(z, kind.equals(place), out)
            _refuse_unless(z, count_of(z, kind), out)
            recount(z, kind, -1)
        elif single(z.layout):
            _refuse_unless(z, z.kind(place).equals(kind + 1), out)
            z.pick_up(place)
            becomes(z, place, kind + 1, None)
            for row in (z.kinds, *z.beside):
                z.w.set(z.cell(row, place), row.nothing)
        else:
            _take_ordered(z, kind, place, out)
        z.w.push(1)
    return z.w.cut(begin)


def _refuse_unless(z: ZoneWriter, test: Term, out: int) -> None:
    """Go out with 0 if a test is 0."""
    with z.w.when(test.is_0()):
        z.w.push(0)
        z.w.branch(out)


def _take_ordered(z: ZoneWriter, kind: Term, place: Term, out: int) -> None:
    """What lies behind the place moves one nearer: word by word, for mostly there are few."""
    w = z.w
    _refuse_unless(z, place < z.size(), out)
    _refuse_unless(z, z.kind(place).equals(kind), out)
    z.pick_up(place)
    last, at, behind = w.local(), w.local(), w.local()
    w.set(last, z.size() - 1)
    w.set(at, place)
    with w.until(at >= last):
        w.set(behind, at + 1)
        for row in (z.kinds, *z.beside):
            w.set(z.cell(row, at), z.cell(row, behind))
        w.set(at, behind)
    for row in (z.kinds, *z.beside):
        w.set(z.cell(row, last), row.nothing)
    w.set(z.size(), last)
