"""What is known of unordered zones beside their counts: how many pieces, and of which kinds."""

from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.memory_map import Crowd
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter


def count_address(z: ZoneWriter, kind: int) -> None:
    """Push the address of the count of a kind."""
    z.w.get(z.base)
    z.w.get(kind)
    z.w.op("+")
    z.w.to_bytes()


def crowd_of(z: ZoneWriter) -> Crowd:
    """What is known of the zone beside its counts."""
    crowd = z.a.map.crowds[z.layout.zone]
    assert crowd is not None
    return crowd


def recount(z: ZoneWriter, kind: int, by: int) -> None:
    """A piece of a kind comes (1) or goes (-1)."""
    w, crowd, state = z.w, crowd_of(z), z.a.map.state
    at, count = w.local(), w.local()
    count_address(z, kind)
    w.tee(at)
    w.get(at)
    w.load(state)
    w.const(by)
    w.op("+")
    w.tee(count)
    w.store(state)
    w.get(z.instance)
    w.const(crowd.stride)
    w.op("*")
    w.tee(at)
    w.get(at)
    w.load(crowd.address)
    w.const(by)
    w.op("+")
    w.store(crowd.address)
    w.get(count)
    w.const(1 if by > 0 else 0)
    w.op("==")
    with w.when():
        _flip_bit(w, crowd, at, kind)


def _flip_bit(w: Writer, crowd: Crowd, at: int, kind: int) -> None:
    """The bit of a kind becomes what it was not."""
    if crowd.longs > 1:
        w.get(kind)
        w.const(6)
        w.op("shr-u")
        w.const(3)
        w.op("shl")
        w.get(at)
        w.op("+")
        w.set(at)
    w.get(at)
    w.get(at)
    w.load(crowd.address + 8, "long")
    w.long(1)
    w.get(kind)
    w.op("long-u", "long-shl", "long-xor")
    w.store(crowd.address + 8, "long")


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
    w.const(0)
    w.set(instance)
    with w.loop() as next_instance:
        w.get(instance)
        w.const(crowd.stride)
        w.op("*")
        w.set(at)
        w.const(0)
        w.set(total)
        for long in range(crowd.longs):
            w.long(0)
            w.set(bits)
            _count_kinds(a, w, layout, instance, range(64 * long, min(64 * (long + 1), layout.stride)), total, bits)
            w.get(at)
            w.get(bits)
            w.store(crowd.address + 8 + 8 * long, "long")
        w.get(at)
        w.get(total)
        w.store(crowd.address)
        w.raise_by(instance, 1)
        w.get(instance)
        w.const(layout.instances)
        w.op("<")
        w.branch_if(next_instance)


def _count_kinds(
    a: Assembly, w: Writer, layout: ZoneLayout, instance: int, kinds: range, total: int, bits: int
) -> None:
    """Add the counts of these kinds to `total`, and for each that is not 0 its bit to `bits`."""
    kind, count = w.local(), w.local()
    w.const(kinds.start)
    w.set(kind)
    with w.loop() as again:
        w.get(instance)
        w.const(layout.stride)
        w.op("*")
        w.get(kind)
        w.op("+")
        w.to_bytes()
        w.load(a.map.cell(layout.offset))
        w.tee(count)
        w.get(total)
        w.op("+")
        w.set(total)
        w.get(count)
        with w.when():
            w.get(bits)
            w.long(1)
            w.get(kind)
            w.op("long-u", "long-shl", "long-or")
            w.set(bits)
        w.raise_by(kind, 1)
        w.get(kind)
        w.const(kinds.stop)
        w.op("<")
        w.branch_if(again)
