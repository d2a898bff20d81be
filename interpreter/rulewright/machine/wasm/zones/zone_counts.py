"""What is known of unordered zones beside their counts: how many pieces, and of which kinds."""

from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.memory_map import Crowd
from rulewright.machine.wasm.operands import Term, const
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter


def count_of(z: ZoneWriter, kind: Term) -> Term:
    """The count of a kind."""
    return (z.base + kind).to_bytes().at(z.a.map.state)


def crowd_of(z: ZoneWriter) -> Crowd:
    """What is known of the zone beside its counts."""
    crowd = z.a.map.crowds[z.layout.zone]
    assert crowd is not None
    return crowd


def recount(z: ZoneWriter, kind: Term, by: int) -> None:
    """A piece of a kind comes (1) or goes (-1)."""
    w, crowd, state = z.w, crowd_of(z), z.a.map.state
    at, count = w.local(), w.local()
    w.set(at.keep((z.base + kind).to_bytes()).at(state), count.keep(at.at(state) + by))
    w.set(at.keep(z.instance * crowd.stride).at(crowd.address), at.at(crowd.address) + by)
    with w.when(count.equals(1 if by > 0 else 0)):
        if crowd.longs > 1:
            w.set(at, (kind >> 6 << 3) + at)
        bits = at.at(crowd.address + 8, "long")
        w.set(bits, bits ^ const(1, I64) << kind.long())


def crowds(a: Assembly) -> Writer:
    """Reckon all sizes and bits anew from the counts."""
    w = Writer()
    for crowd in a.map.crowds:
        if crowd is not None:
            _crowd_anew(a, w, crowd)
    return w


def _crowd_anew(a: Assembly, w: Writer, crowd: Crowd) -> None:
    layout = a.program.zones[crowd.zone]
    instance, bits, at, total = w.local(), w.local(I64), w.local(), w.local()
    w.set(instance, 0)
    with w.some_steps(instance, layout.instances):
        w.set(at, instance * crowd.stride)
        w.set(total, 0)
        for long in range(crowd.longs):
            w.set(bits, 0)
            kind, count = w.local(), w.local()
            w.set(kind, 64 * long)
            with w.some_steps(kind, min(64 * (long + 1), layout.stride)):
                here = (instance * layout.stride + kind).to_bytes().at(a.map.cell(layout.offset))
                w.set(total, count.keep(here) + total)
                with w.when(count):
                    w.set(bits, bits | const(1, I64) << kind.long())
            w.set(at.at(crowd.address + 8 + 8 * long, "long"), bits)
        w.set(at.at(crowd.address), total)
