"""Putting a piece into a zone: the answer is its cell, or `FULL`."""

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.bits import flip_place
from rulewright.machine.wasm.zones.rows import FULL, ZoneWriter, rows
from rulewright.machine.wasm.zones.zone_counts import crowd_of, recount


def putting(z: ZoneWriter, kind: int, place: int) -> None:
    """Put a piece of a kind on a place (of an ordered zone: at its end; the local becomes that place), and push its
    cell, or FULL."""
    if z.layout.unlimited:
        z.w.const(-1)
        return
    with z.w.block(I32) as out:
        z.find_base()
        if unordered(z.layout):
            _put_counted(z, kind, out)
        elif single(z.layout):
            _put_placed(z, kind, place, out)
        else:
            _put_ordered(z, kind, place, out)


def _full_if(w: Writer, out: int) -> None:
    with w.when():
        w.const(FULL)
        w.branch(out)


def _put_counted(z: ZoneWriter, kind: int, out: int) -> None:
    w = z.w
    if z.layout.declared_capacity is not None:
        crowd = crowd_of(z)
        w.get(z.instance)
        w.const(crowd.stride)
        w.op("*")
        w.load(crowd.address)
        w.const(z.layout.declared_capacity)
        w.op(">=")
        _full_if(w, out)
    recount(z, kind, 1)
    w.get(z.base)
    w.get(kind)
    w.op("+")


def _put_placed(z: ZoneWriter, kind: int, place: int, out: int) -> None:
    w = z.w
    row = rows(z.layout)[0]
    z.read(row, place)
    _full_if(w, out)
    z.address(row, place)
    w.get(kind)
    w.const(1)
    w.op("+")
    z.store()
    flip_place(z, place, None)
    flip_place(z, place, kind, 1)
    z.lay_down(place)
    z.number(row, place)


def _put_ordered(z: ZoneWriter, kind: int, place: int, out: int) -> None:
    w = z.w
    row, layout = rows(z.layout)[0], z.layout
    z.read_size()
    w.tee(place)
    w.const(layout.capacity if layout.declared_capacity is None else min(layout.capacity, layout.declared_capacity))
    w.op(">=")
    _full_if(w, out)
    z.change_size(1)
    z.address(row, place)
    w.get(kind)
    z.store()
    z.lay_down(place)
    z.number(row, place)
