"""Whether a zone looks otherwise than before a trial."""

from rulewright.machine.wasm.assembly import TAG, Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import Row, ZoneWriter, rows


def tag(a: Assembly, zone: int) -> Writer:
    """(): give every piece of a zone a tag of its own: the number of its place from 1. Asked are only hidden ones."""
    w, layout = Writer(), a.program.zones[zone]
    assert layout.tags_at is not None
    tags = [place + 1 for _ in range(layout.instances) for place in range(layout.capacity)]
    first = a.map.cell(layout.tags_at)
    for at in range(0, len(tags) - 1, 2):
        w.const(0)
        w.long(tags[at] | tags[at + 1] << 32)
        w.store(first + WORD * at, "long")
    if len(tags) % 2:
        w.const(0)
        w.const(tags[-1])
        w.store(first + WORD * (len(tags) - 1))
    return w


def changed(a: Assembly, zone: int, slot: int) -> Writer:
    """(instance) -> whether the zone looks otherwise than in a saved copy: hidden pieces are told apart by tags,
    others by kinds."""
    w = Writer((I32,), (I32,))
    layout = a.program.zones[zone]
    if layout.unlimited:
        w.const(0)
        return w
    z = ZoneWriter(a, layout, w, w.local(), 0)
    z.find_base()
    hidden = layout.tags_at is not None and layout.faces_at is not None
    first = rows(layout)[0].at
    plain = [(0, first), (first + layout.capacity, layout.stride)] if hidden else [(0, layout.stride)]
    if hidden:
        _return_if_moved(z, slot)
    for begin, end in plain:
        if begin < end:
            _return_if_other(z, begin, end, slot)
    w.const(0)
    return w


def _return_1(w: Writer) -> None:
    """Pop a test; return 1 if it is not 0."""
    with w.when():
        w.const(1)
        w.op("return")


def _return_if_other(z: ZoneWriter, begin: int, end: int, slot: int) -> None:
    """Return 1 if one of these cells of the instance is not as it was; two at a time."""
    w, pairs = z.w, (end - begin) // 2
    at = w.local()
    w.get(z.base)
    w.const(begin)
    w.op("+")
    w.to_bytes()
    w.set(at)
    if pairs:
        left = w.local()
        w.const(pairs)
        w.set(left)
        with w.loop() as again:
            _differ(z, at, slot, "long")
            _return_1(w)
            w.raise_by(at, 2 * WORD)
            w.raise_by(left, -1)
            w.get(left)
            w.branch_if(again)
    if (end - begin) % 2:
        _differ(z, at, slot, "word")
        _return_1(w)


def _differ(z: ZoneWriter, at: int, slot: int, width: str) -> None:
    """Push whether what lies at an address of the working state is not what was saved."""
    for start in (z.a.map.state, z.a.map.saved_state(slot)):
        z.w.get(at)
        z.w.load(start, width)
    z.w.op("long!=" if width == "long" else "!=")


def _return_if_moved(z: ZoneWriter, slot: int) -> None:
    """Return 1 if some place looks otherwise: where a piece lies face down and did so before, by tags, else by
    kinds."""
    w, layout = z.w, z.layout
    assert layout.tags_at is not None
    assert layout.faces_at is not None
    place, at = w.local(), w.local()
    with w.loop() as again:
        z.address(rows(layout)[0], place)
        w.set(at)
        for start in (z.a.map.state, z.a.map.saved_state(slot)):
            w.get(at)
            w.load(start + WORD * (layout.faces_at - rows(layout)[0].at))
        w.op("bitand")
        with w.when():
            z.read(Row(layout.tags_at, apart=True, carried=TAG), place)
            w.get(place)
            w.const(1)
            w.op("+", "!=")
            _return_1(w)
            w.otherwise()
            _differ(z, at, slot, "word")
            _return_1(w)
        w.raise_by(place, 1)
        w.get(place)
        w.const(layout.capacity)
        w.op("<")
        w.branch_if(again)
