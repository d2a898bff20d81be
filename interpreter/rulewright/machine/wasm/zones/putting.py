"""Putting a piece into a zone: the answer is its cell, or `FULL`."""

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.operands import Term, const
from rulewright.machine.wasm.zones.bits import becomes
from rulewright.machine.wasm.zones.rows import FULL, ZoneWriter
from rulewright.machine.wasm.zones.zone_counts import crowd_of, recount


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
