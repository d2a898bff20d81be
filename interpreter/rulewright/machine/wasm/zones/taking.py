"""Taking a piece out of a zone: the answer is 1, or 0 if the piece is not there."""

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import flip_place
from rulewright.machine.wasm.zones.rows import ZoneWriter, rows
from rulewright.machine.wasm.zones.spots import for_each_zone, refuse_unless_spot
from rulewright.machine.wasm.zones.zone_counts import count_address, recount


def take(a: Assembly) -> Writer:
    """(kind, cell) -> whether the piece was there and is taken."""
    w = Writer((I32, I32), (I32,))
    kind, loc, spot = 0, 1, w.local()
    refuse_unless_spot(a, w, loc, spot)
    for_each_zone(a, w, spot, lambda number: _take_from(a, w, number, kind, spot))
    w.const(0)
    return w


def _take_from(a: Assembly, w: Writer, zone: int, kind: int, spot: int) -> None:
    w.get(kind)
    for at in (0, 2, 4):
        w.get(spot)
        w.load(at, "half")
    w.call(a.number("take-from", zone))
    w.op("return")


def take_from(a: Assembly, zone: int) -> Writer:
    """(kind, first cell, place, instance) -> whether the piece was there and is taken."""
    w = Writer((I32, I32, I32, I32), (I32,))
    taking(ZoneWriter(a, a.program.zones[zone], w, base=1, instance=3), kind=0, place=2)
    return w


def taking(z: ZoneWriter, kind: int, place: int) -> None:
    """Take the piece of a kind from a place, and push whether it was there."""
    with z.w.block(I32) as out:
        if unordered(z.layout):
            _take_counted(z, kind, place, out)
        elif single(z.layout):
            _take_placed(z, kind, place, out)
        else:
            _take_ordered(z, kind, place, out)
        z.w.const(1)


def _refuse_unless(w: Writer, out: int) -> None:
    """Pop a test; go out with 0 if it is 0."""
    w.op("eqz")
    with w.when():
        w.const(0)
        w.branch(out)


def _take_counted(z: ZoneWriter, kind: int, place: int, out: int) -> None:
    w = z.w
    w.get(kind)
    w.get(place)
    w.op("==")
    _refuse_unless(w, out)
    count_address(z, kind)
    w.load(z.a.map.state)
    _refuse_unless(w, out)
    recount(z, kind, -1)


def _take_placed(z: ZoneWriter, kind: int, place: int, out: int) -> None:
    w = z.w
    row, *beside = rows(z.layout)
    z.read(row, place)
    w.get(kind)
    w.const(1)
    w.op("+", "==")
    _refuse_unless(w, out)
    z.pick_up(place)
    flip_place(z, place, kind, 1)
    flip_place(z, place, None)
    for each in (row, *beside):
        z.address(each, place)
        w.const(0)
        z.store()


def _take_ordered(z: ZoneWriter, kind: int, place: int, out: int) -> None:
    w = z.w
    row = rows(z.layout)[0]
    w.get(place)
    z.read_size()
    w.op("<")
    _refuse_unless(w, out)
    z.read(row, place)
    w.get(kind)
    w.op("==")
    _refuse_unless(w, out)
    z.pick_up(place)
    last = w.local()
    z.read_size()
    w.const(1)
    w.op("-")
    w.set(last)
    _close_gap(z, place, last)
    for each in rows(z.layout):
        z.address(each, last)
        w.const(0)
        z.store()
    z.size_address()
    w.get(last)
    z.store()


def _close_gap(z: ZoneWriter, place: int, last: int) -> None:
    """What lies behind a place moves one nearer: word by word, for mostly there are few."""
    w, at, next_one = z.w, z.w.local(), z.w.local()
    w.get(place)
    w.set(at)
    with w.until(at, ">=", last):
        w.get(at)
        w.const(1)
        w.op("+")
        w.set(next_one)
        for row in rows(z.layout):
            z.address(row, at)
            z.read(row, next_one)
            z.store()
        w.get(next_one)
        w.set(at)
