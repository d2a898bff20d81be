"""Taking up all that lies in a zone, and putting it down in another one, by way of an address where it is kept."""

from collections.abc import Iterator

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.operands import Term
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, rows, zone_writer

Stretch = tuple[Term, int, int]
"""An address, how many bytes, and what stands there in words where nothing lies."""


def length(a: Assembly, layout: ZoneLayout) -> int:
    """How many bytes are kept of an instance."""
    crowd, apart = a.map.crowds[layout.zone], sum(row.apart for row in rows(layout))
    return WORD * (layout.stride + apart * layout.capacity) + (0 if crowd is None else crowd.stride)


def _stretches(z: ZoneWriter) -> Iterator[Stretch]:
    """All that is known of an instance, but for the bits of boards."""
    state, crowd = z.a.map.state, z.a.map.crowds[z.layout.zone]
    yield z.base.to_bytes() + state, WORD * z.layout.stride, 0
    for row in z.beside:
        if row.apart:
            yield z.number(row).to_bytes() + state, WORD * z.layout.capacity, row.nothing
    if crowd is not None:
        yield z.instance * crowd.stride + crowd.address, crowd.stride, 0


def lift(a: Assembly, zone: int) -> Writer:
    """(instance, address): keep what lies in an instance, and empty it."""
    w = Writer((I32, I32))
    instance, address = w.params
    z, begin = zone_writer(a, zone, w, instance), 0
    for here, size, nothing in _stretches(z):
        w.copy(address + begin, here, size)
        _empty(w, here, size, nothing)
        begin += size
    _bits_anew(z)
    return w


def _empty(w: Writer, here: Term, size: int, nothing: int) -> None:
    if nothing == 0:
        w.fill_0(here, size)
        return
    at = w.local()
    w.set(at, 0)
    with w.some_steps(at, size, WORD):
        w.set((here + at).at(), nothing)


def lay(a: Assembly, zone: int, origin: int) -> Writer:
    """(instance, address): put down what was kept of a zone where nothing lies."""
    w = Writer((I32, I32))
    instance, address = w.params
    z, begin = zone_writer(a, zone, w, instance), 0
    if zone == origin or unordered(z.layout):
        for here, size, _ in _stretches(z):
            w.copy(here, address + begin, size)
            begin += size
    else:
        # nothing goes along from another zone
        kinds = z.number(z.kinds).to_bytes() + z.a.map.state
        if single(z.layout):
            z.w.copy(kinds, address, WORD * z.layout.capacity)
        else:
            z.w.set(z.size(), address.at())
            z.w.copy(kinds, address + WORD, z.size().to_bytes())
    _bits_anew(z)
    return w


def _bits_anew(z: ZoneWriter) -> None:
    if z.a.map.boards[z.layout.zone] is not None:
        z.w.call(z.a.number("board-anew", z.layout.zone), z.instance)
