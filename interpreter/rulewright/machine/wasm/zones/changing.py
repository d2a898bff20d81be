"""A piece becomes one of another kind, where it lies."""

from rulewright.machine.program.cells import unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import flip_place
from rulewright.machine.wasm.zones.rows import ZoneWriter
from rulewright.machine.wasm.zones.spots import for_each_zone, refuse_unless_spot, return_unless
from rulewright.machine.wasm.zones.zone_counts import count_address, recount


def change(a: Assembly, component: int) -> Writer:
    """(kind, cell, new kind) -> whether it could be done."""
    w = Writer((I32, I32, I32), (I32,))
    kind, loc, new, spot = 0, 1, 2, w.local()
    refuse_unless_spot(a, w, loc, spot)
    w.get(new)
    w.const(0)
    w.op(">=")
    return_unless(w)
    w.get(kind)
    w.get(loc)
    w.call(a.number("holds"))
    return_unless(w)
    box = next(layout for layout in a.program.zones if layout.box and layout.component == component)
    if not box.unlimited:
        _exchange_in_box(a, w, box, kind, new)
    for_each_zone(a, w, spot, lambda zone: _change_in(a, w, zone, spot, loc, kind, new))
    w.const(1)
    return w


def _exchange_in_box(a: Assembly, w: Writer, box: ZoneLayout, kind: int, new: int) -> None:
    base, instance = w.local(), w.local()
    w.const(box.offset)
    w.set(base)
    z = ZoneWriter(a, box, w, base, instance)
    count_address(z, new)
    w.load(a.map.state)
    return_unless(w)
    recount(z, new, -1)
    recount(z, kind, 1)


def _change_in(a: Assembly, w: Writer, zone: int, spot: int, loc: int, kind: int, new: int) -> None:
    layout = a.program.zones[zone]
    if not unordered(layout):
        w.get(loc)
        w.to_bytes()
        w.get(loc)
        w.to_bytes()
        w.load(a.map.state)
        w.get(new)
        w.op("+")
        w.get(kind)
        w.op("-")
        w.store(a.map.state)
        _change_bits(a, w, zone, spot, kind, new)
        return
    base, instance = w.local(), w.local()
    w.get(spot)
    w.load(0, "half")
    w.set(base)
    w.get(spot)
    w.load(4, "half")
    w.set(instance)
    z = ZoneWriter(a, layout, w, base, instance)
    recount(z, kind, -1)
    recount(z, new, 1)


def _change_bits(a: Assembly, w: Writer, zone: int, spot: int, kind: int, new: int) -> None:
    if a.map.boards[zone] is None:
        return
    place, instance = w.local(), w.local()
    for at, local in ((2, place), (4, instance)):
        w.get(spot)
        w.load(at, "half")
        w.set(local)
    z = ZoneWriter(a, a.program.zones[zone], w, w.local(), instance)
    flip_place(z, place, kind, 1)
    flip_place(z, place, new, 1)
