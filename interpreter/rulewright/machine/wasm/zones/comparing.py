"""Whether a zone looks otherwise than before a trial."""

from rulewright.machine.wasm.assembly import TAG, Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.operands import Term, memory
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, zone_writer


def tag(a: Assembly, zone: int) -> Writer:
    """(): give every piece of a zone a tag of its own: the number of its place in all instances, from 1. Asked are only
    hidden ones."""
    w, layout = Writer(), a.program.zones[zone]
    assert layout.tags_at is not None
    tags = range(1, layout.instances * layout.capacity + 1)
    first = a.map.cell(layout.tags_at)
    for at in range(0, len(tags) - 1, 2):
        w.set(memory(first + WORD * at, "long"), tags[at] | tags[at + 1] << 32)
    if len(tags) % 2:
        w.set(memory(first + WORD * (len(tags) - 1)), tags[-1])
    return w


def changed(a: Assembly, zone: int, slot: int) -> Writer:
    """(instance) -> whether the zone looks otherwise than in a saved copy: hidden pieces are told apart by tags,
    others by kinds."""
    w = Writer((I32,), (I32,))
    layout = a.program.zones[zone]
    if layout.unlimited:
        w.push(0)
        return w
    z = zone_writer(a, zone, w, w.params[0])
    plain = [(0, layout.stride)]
    if layout.tags_at is not None and layout.faces_at is not None:
        _return_if_moved(z, slot, layout.faces_at)
        plain = [(0, z.kinds.at), (z.kinds.at + layout.capacity, layout.stride)]
    for begin, end in plain:
        if begin < end:
            _return_if_other(z, begin, end, slot)
    w.push(0)
    return w


def _return_1_if(w: Writer, test: Term) -> None:
    with w.when(test):
        w.answer(1)


def _return_if_other(z: ZoneWriter, begin: int, end: int, slot: int) -> None:
    """Return 1 if one of these cells of the instance is not as it was; two at a time."""
    w, pairs = z.w, (end - begin) // 2
    at = w.local()
    w.set(at, (z.base + begin).to_bytes())
    if pairs:
        left = w.local()
        w.set(left, pairs)
        with w.loop() as again:
            _return_1_if(w, _differ(z, at, slot, "long"))
            w.raise_by(at, 2 * WORD)
            w.raise_by(left, -1)
            w.branch_if(again, left)
    if (end - begin) % 2:
        _return_1_if(w, _differ(z, at, slot))


def _differ(z: ZoneWriter, at: Term, slot: int, width: str = "word") -> Term:
    """Whether what lies at an address of the working state is not what was saved."""
    return at.at(z.a.map.state, width).differs(at.at(z.a.map.saved_state(slot), width))


def _return_if_moved(z: ZoneWriter, slot: int, faces_at: int) -> None:
    """Return 1 if some place looks otherwise: where a piece lies face down and did so before, by tags, else by
    kinds."""
    w, to_face = z.w, WORD * (faces_at - z.kinds.at)
    tags = next(row for row in z.beside if row.carried is TAG)
    place, at = w.local(), w.local()
    with w.some_steps(place, z.layout.capacity):
        w.set(at, z.number(z.kinds, place).to_bytes())
        with w.when(at.at(z.a.map.state + to_face) & at.at(z.a.map.saved_state(slot) + to_face)):
            _return_1_if(w, z.cell(tags, place).differs(z.instance * z.layout.capacity + place + 1))
            w.otherwise()
            _return_1_if(w, _differ(z, at, slot))
