"""A piece becomes one of another kind, where it lies."""

from rulewright.machine.program.cells import unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.operands import called
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import becomes
from rulewright.machine.wasm.zones.rows import ZoneWriter
from rulewright.machine.wasm.zones.spots import Spot, for_each_zone, refuse_unless_spot, return_unless
from rulewright.machine.wasm.zones.zone_counts import count_of, recount


def change(a: Assembly, component: int) -> Writer:
    """(kind, cell, new kind) -> whether it could be done."""
    w = Writer((I32, I32, I32), (I32,))
    kind, loc, new = w.params
    spot = refuse_unless_spot(a, w, loc, w.local())
    return_unless(w, new >= 0)
    return_unless(w, called(a.number("holds"), kind, loc))
    box = next(layout for layout in a.program.zones if layout.box and layout.component == component)
    if not box.unlimited:
        base, instance = w.local(), w.local()
        w.set(base, box.offset)
        z = ZoneWriter(a, box, w, base, instance)
        return_unless(w, count_of(z, new))
        recount(z, new, -1)
        recount(z, kind, 1)
    for_each_zone(a, w, spot, lambda zone: _change_in(a, w, a.program.zones[zone], spot))
    w.push(1)
    return w


def _change_in(a: Assembly, w: Writer, layout: ZoneLayout, spot: Spot) -> None:
    kind, loc, new = w.params
    if unordered(layout):
        base, instance = w.local(), w.local()
        w.set(base, spot.base)
        w.set(instance, spot.instance)
        z = ZoneWriter(a, layout, w, base, instance)
        recount(z, kind, -1)
        recount(z, new, 1)
        return
    cell = loc.to_bytes().at(a.map.state)
    w.set(cell, cell + new - kind)
    if a.map.boards[layout.zone] is not None:
        place, base, instance = w.local(), w.local(), w.local()
        w.set(place, spot.place)
        w.set(base, spot.base)
        w.set(instance, spot.instance)
        z = ZoneWriter(a, layout, w, base, instance)
        becomes(z, place, kind + 1, new + 1)
