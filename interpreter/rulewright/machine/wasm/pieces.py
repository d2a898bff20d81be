"""Sentences about pieces to calls of the zones' functions."""

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cells import first_cell, width
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import FACE, MARK, OWNER, TAG, TOP, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import PROGRAM_FAULT, WORD, ZONE_FULL
from rulewright.machine.wasm.zones.putting import putting
from rulewright.machine.wasm.zones.rows import FULL, ZoneWriter, extras
from rulewright.machine.wasm.zones.taking import taking


def _kept(s: Scope, node: ir.Expr) -> int:
    """The value of an expression in a new local."""
    local = s.w.local()
    expressions.value(s, node)
    s.w.set(local)
    return local


def _fault_unless(s: Scope, fault: int) -> None:
    """Pop a test; the fault if it is 0."""
    s.w.op("eqz")
    with s.w.when():
        s.fault(PROGRAM_FAULT, fault)


def move(s: Scope, node: ir.MovePiece) -> None:
    """Take, then put."""
    w = s.w
    layout = s.a.program.zones[node.to.zone]
    kind, loc, instance = _kept(s, node.kind), _kept(s, node.loc), _kept(s, node.to.instance)
    place = _kept(s, ir.Const(0) if node.to.place is None else node.to.place)
    by = None if node.by is None else _kept(s, node.by)
    w.get(loc)
    w.const(0)
    w.op(">=")
    with w.when():
        _take(s, node, kind, loc)
        _fault_unless(s, node.fault)
    if extras(layout):
        _extras(s, node, layout, loc, by)
    goal = w.local()
    putting(ZoneWriter(s.a, layout, w, w.local(), instance), kind, place)
    w.tee(goal)
    w.const(FULL)
    w.op("==")
    with w.when():
        s.fault(ZONE_FULL, node.fault, node.to.zone)
    if node.found is not None:
        with s.writing(node.found):
            w.get(goal)


def _take(s: Scope, node: ir.MovePiece, kind: int, loc: int) -> None:
    """Push whether the piece was there and is taken; where it lies in the zone that one would guess, without looking up
    which."""
    w, zone = s.w, s.a.origins.guess(node.loc)
    if zone is None or s.a.program.zones[zone].unlimited:
        w.get(kind)
        w.get(loc)
        s.call("take")
        return
    layout = s.a.program.zones[zone]
    first = first_cell(layout, 0)
    count = layout.stride * (layout.instances - 1) + width(layout)
    w.get(loc)
    w.const(first)
    w.op("-")
    w.const(count)
    w.op("<u")
    with w.when(I32):
        base, place, instance = w.local(), w.local(), w.local()
        _spot(s, layout, loc, (base, place, instance))
        taking(ZoneWriter(s.a, layout, w, base, instance), kind, place)
        w.otherwise()
        w.get(kind)
        w.get(loc)
        s.call("take")


def _spot(s: Scope, layout: ir.ZoneLayout, loc: int, found: tuple[int, int, int]) -> None:
    """First cell, place and instance of a cell that lies in this zone, in locals."""
    w = s.w
    if layout.instances > 1:
        for at, local in zip((0, 2, 4), found, strict=True):
            w.get(loc)
            w.const(3)
            w.op("shl")
            w.load(s.a.constants.spots + at, "half")
            w.set(local)
        return
    base, place, instance = found
    w.const(layout.offset)
    w.set(base)
    w.get(loc)
    w.const(first_cell(layout, 0))
    w.op("-")
    w.set(place)
    w.const(0)
    w.set(instance)


def _extras(s: Scope, node: ir.MovePiece, layout: ir.ZoneLayout, loc: int, by: int | None) -> None:
    """What goes with the piece: nothing from elsewhere; then who moved it and its new face."""
    w = s.w
    _from_elsewhere(s, layout, loc)
    with w.when():
        for number in (OWNER, FACE, MARK, TAG):
            w.const(0)
            w.set_global(number)
    if by is not None:
        w.get(by)
        w.const(0)
        w.op(">=")
        with w.when():
            w.get(by)
            w.const(1)
            w.op("+")
            w.set_global(OWNER)
    if node.face is not None:
        w.const(0 if node.face == "up" else 1)
        w.set_global(FACE)
        w.const(0)
        w.set_global(MARK)


def _from_elsewhere(s: Scope, layout: ir.ZoneLayout, loc: int) -> None:
    """Push whether a cell lies outside of all instances of a zone."""
    _in_zone(s, layout, loc)
    s.w.op("eqz")


def flip(s: Scope, node: ir.Flip) -> None:
    """Turn a piece; face down nobody may look at it."""
    w = s.w
    loc, kind = _kept(s, node.loc), w.local()
    w.get(loc)
    s.call("kind-at")
    w.tee(kind)
    w.const(0)
    w.op(">=")
    _fault_unless(s, node.fault)
    with w.block() as done:
        for layout in _faced(s):
            _in_zone(s, layout, loc)
            with w.when():
                _set_face(s, layout, loc, 0 if node.face == "up" else 1)
                w.branch(done)
        s.fault(PROGRAM_FAULT, node.fault)


def _faced(s: Scope) -> list[ir.ZoneLayout]:
    return [layout for layout in s.a.program.zones if layout.faces_at is not None and layout.marks_at is not None]


def _in_zone(s: Scope, layout: ir.ZoneLayout, loc: int) -> None:
    s.w.get(loc)
    s.w.const(layout.offset)
    s.w.op("-")
    s.w.const(layout.stride * layout.instances)
    s.w.op("<u")


def _beside(layout: ir.ZoneLayout, at: int) -> int:
    """How far from the cell of a piece that lies which is kept beside it."""
    return at - (0 if layout.kind in ("slot", "board") else 1)


def _set_face(s: Scope, layout: ir.ZoneLayout, loc: int, face: int) -> None:
    assert layout.faces_at is not None
    assert layout.marks_at is not None
    for at, value in ((layout.faces_at, face), (layout.marks_at, 0)):
        s.w.get(loc)
        s.w.to_bytes()
        s.w.const(value)
        s.w.store(s.a.map.cell(_beside(layout, at)))


def show(s: Scope, node: ir.ShowPiece) -> None:
    """Seats enter the mark of what lies face down."""
    w = s.w
    _kept(s, node.kind)
    loc, seats = _kept(s, node.loc), _kept(s, node.seats)
    for layout in _faced(s):
        assert layout.faces_at is not None
        assert layout.marks_at is not None
        _in_zone(s, layout, loc)
        with w.when():
            w.get(loc)
            s.w.to_bytes()
            w.load(s.a.map.cell(_beside(layout, layout.faces_at)))
            with w.when():
                marks = s.a.map.cell(_beside(layout, layout.marks_at))
                w.get(loc)
                s.w.to_bytes()
                w.get(loc)
                s.w.to_bytes()
                w.load(marks)
                w.get(seats)
                w.op("bitor")
                w.store(marks)


def swap(s: Scope, node: ir.SwapPlaces) -> None:
    """Exchange what lies on two places."""
    instance, first, second = _kept(s, node.board.instance), _kept(s, node.first), _kept(s, node.second)
    w = s.w
    for at, place in enumerate((first, second)):
        w.get_global(TOP)
        w.get(place)
        w.store(WORD * at)
    w.get(instance)
    w.get_global(TOP)
    w.const(2)
    s.call("rotate", node.board.zone)


def rotate(s: Scope, node: ir.RotatePlaces) -> None:
    """The content of each place goes to the next; `reverse`: to the one before."""
    w = s.w
    instance, count, reverse = _kept(s, node.board.instance), _kept(s, node.count), _kept(s, node.reverse)
    at = w.local()
    w.const(0)
    w.set(at)
    with w.until(at, ">=", count):
        w.get_global(TOP)
        w.get(at)
        w.to_bytes()
        w.op("+")
        w.get(count)
        w.get(at)
        w.op("-")
        w.const(1)
        w.op("-")
        w.get(at)
        w.get(reverse)
        w.op("select")
        s.w.to_bytes()
        w.load(s.a.map.cell(node.places))
        w.store()
        w.raise_by(at, 1)
    w.get(instance)
    w.get_global(TOP)
    w.get(count)
    s.call("rotate", node.board.zone)


def change(s: Scope, node: ir.ChangePiece) -> None:
    """The piece becomes another kind, exchanged with the box."""
    for part in (node.kind, node.loc, node.new):
        expressions.value(s, part)
    s.call("change", node.component)
    _fault_unless(s, node.fault)
