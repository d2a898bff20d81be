"""One piece: taken out of a zone, put into one, or changed where it lies."""

from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.operands import Term, called, const
from rulewright.machine.wasm.writer import Writer, writes
from rulewright.machine.wasm.zones.rows import (
    FULL,
    Spot,
    ZoneWriter,
    becomes,
    count_of,
    crowd_of,
    for_each_zone,
    recount,
    refuse_unless_spot,
    return_unless,
)

# ---- Taking a piece out of a zone: the answer is 1, or 0 if the piece is not there


@writes(I32, I32, gives=I32)
def take(a: Assembly, w: Writer, kind: Term, loc: Term) -> None:
    """(kind, cell) -> whether the piece was there and is taken."""
    spot = refuse_unless_spot(a, w, loc, w.local())

    def take_there(zone: int) -> None:
        w.answer(called(a.number("take_from", zone), kind, spot.base, spot.place, spot.instance))

    for_each_zone(a, w, spot, take_there)
    w.push(0)


@writes(I32, I32, I32, I32, gives=I32)
def take_from(a: Assembly, w: Writer, zone: int, kind: Term, base: Term, place: Term, instance: Term) -> None:
    """(kind, first cell, place, instance) -> whether the piece was there and is taken."""
    w.push(taking(ZoneWriter(a, a.program.zones[zone], w, base, instance), kind, place))


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
            # what lies behind the place moves one nearer: word by word, for mostly there are few
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
        z.w.push(1)
    return z.w.cut(begin)


def _refuse_unless(z: ZoneWriter, test: Term, out: int) -> None:
    """Go out with 0 if a test is 0."""
    with z.w.when(test.is_0()):
        z.w.push(0)
        z.w.branch(out)


# ---- Putting a piece into a zone: the answer is its cell, or `FULL`


def putting(z: ZoneWriter, kind: Term, place: Term) -> Term:
    """Put a piece of a kind on a place (of an ordered zone: at its end; the local becomes that place), and give its
    cell, or FULL."""
    if z.layout.unlimited:
        return const(-1)
    begin = len(z.w.out)
    with z.w.block(I32) as out:
        z.find_base()
        if unordered(z.layout):
            if z.layout.declared_capacity is not None:
                crowd = crowd_of(z)
                _full_if(z, (z.instance * crowd.stride).at(crowd.address) >= z.layout.declared_capacity, out)
            recount(z, kind, 1)
            z.w.push(z.base + kind)
        elif single(z.layout):
            _full_if(z, z.kind(place), out)
            z.w.set(z.kind(place), kind + 1)
            becomes(z, place, None, kind + 1)
            z.lay_down(place)
            z.w.push(z.number(z.kinds, place))
        else:
            capacity, declared = z.layout.capacity, z.layout.declared_capacity
            _full_if(z, place.keep(z.size()) >= (capacity if declared is None else min(capacity, declared)), out)
            z.w.raise_by(z.size(), 1)
            z.w.set(z.kind(place), kind)
            z.lay_down(place)
            z.w.push(z.number(z.kinds, place))
    return z.w.cut(begin)


def _full_if(z: ZoneWriter, test: Term, out: int) -> None:
    with z.w.when(test):
        z.w.push(FULL)
        z.w.branch(out)


# ---- A piece becomes one of another kind, where it lies


@writes(I32, I32, I32, gives=I32)
def change(a: Assembly, w: Writer, component: int, kind: Term, loc: Term, new: Term) -> None:
    """(kind, cell, new kind) -> whether it could be done."""
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
