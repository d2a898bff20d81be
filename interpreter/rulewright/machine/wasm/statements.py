"""Statements to instructions that leave nothing on the stack."""

from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import CANDIDATES, MOVES, TURNS
from rulewright.machine.wasm import boards, calls, expressions, multisets, pieces
from rulewright.machine.wasm.assembly import LISTED, TRIED, TURNS_TAKEN, Scope
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.local_cells import UNROLLED
from rulewright.machine.wasm.masks import lasting
from rulewright.machine.wasm.memory_map import PROGRAM_FAULT, TOO_MANY_CANDIDATES, TOO_MANY_MOVES, WORD


def code(s: Scope, statements: ir.Code) -> None:
    """One after the other."""
    for node in statements:
        statement(s, node)


def statement(s: Scope, node: ir.Statement) -> None:
    """Write one statement."""
    match node:
        case ir.Set(cell, value):
            with s.writing(cell):
                expressions.value(s, value)
        case ir.SetAt(base, index, value):
            set_at(s, base, index, value)
        case ir.Fill():
            _fill(s, node)
        case ir.If(test, then, otherwise):
            _if(s, test, then, otherwise)
        case ir.For():
            _for(s, node)
        case ir.ForKinds():
            _for_kinds(s, node)
        case ir.While():
            _while(s, node)
        case ir.Labelled(label, body):
            _labelled(s, label, body)
        case ir.Leave(label):
            calls.leave(s, label)
        case ir.CallFunction(function, args):
            calls.call(s, function, args)
        case ir.Yield(values):
            multisets.give(s, values)
        case ir.ForSelections():
            multisets.loop(s, node)
        case ir.Candidate(span=span):
            _candidate(s, span)
        case ir.Offer():
            _offer(s, node)
        case ir.Fail(fault):
            s.fault(PROGRAM_FAULT, fault)
        case ir.MovePiece():
            pieces.move(s, node)
        case ir.Flip():
            pieces.flip(s, node)
        case ir.ShowPiece():
            pieces.show(s, node)
        case ir.SwapPlaces():
            pieces.swap(s, node)
        case ir.RotatePlaces():
            pieces.rotate(s, node)
        case ir.ChangePiece():
            pieces.change(s, node)
        case ir.SortZone(zone):
            expressions.value(s, zone.instance)
            s.call("sort", zone.zone)
        case ir.Ended(winners):
            _ended(s, winners)


def _labelled(s: Scope, label: int, body: ir.Code) -> None:
    with s.w.block() as place:
        s.labels[label] = place
        code(s, body)
    del s.labels[label]


def set_at(s: Scope, base: int, index: ir.Expr, value: ir.Expr) -> None:
    """A computed cell becomes a value."""
    if isinstance(index, ir.Const):
        statement(s, ir.Set(base + index.value, value))
        return
    expressions.cell_number(s, base, index)
    s.w.to_bytes()
    expressions.value(s, value)
    s.w.store(s.a.map.state)


def _fill(s: Scope, node: ir.Fill) -> None:
    match node:
        case ir.Fill(base, ir.Const(index), ir.Const(count), value) if count <= UNROLLED:
            for cell in range(base + index, base + index + count):
                statement(s, ir.Set(cell, ir.Const(value)))
        case ir.Fill(base, index, count, 0):
            length = s.w.local()
            expressions.value(s, count)
            s.w.set(length)
            s.w.get(length)
            s.w.const(0)
            s.w.op(">")
            with s.w.when():
                expressions.cell_number(s, base, index)
                s.w.to_bytes()
                s.w.const(s.a.map.state)
                s.w.op("+")
                s.w.const(0)
                s.w.get(length)
                s.w.to_bytes()
                s.w.fill()
        case ir.Fill(base, index, count, value):
            _fill_with(s, base, index, count, value)


def _fill_with(s: Scope, base: int, index: ir.Expr, count: ir.Expr, value: int) -> None:
    """Cell by cell, from the last."""
    w, first, left = s.w, s.w.local(), s.w.local()
    expressions.cell_number(s, base, index)
    w.set(first)
    expressions.value(s, count)
    w.set(left)
    with w.block() as out, w.loop() as again:
        w.get(left)
        w.const(0)
        w.op("<=")
        w.branch_if(out)
        w.raise_by(left, -1)
        w.get(first)
        w.get(left)
        w.op("+")
        s.w.to_bytes()
        w.const(value)
        w.store(s.a.map.state)
        w.branch(again)


def _if(s: Scope, test: ir.Expr, then: ir.Code, otherwise: ir.Code) -> None:
    expressions.value(s, test)
    with s.w.when():
        code(s, then)
        if otherwise:
            s.w.otherwise()
            code(s, otherwise)


# ---- loops


def _for(s: Scope, node: ir.For) -> None:
    found = s.a.masks.get(id(node))
    if found is not None:
        if s.a.loops.counted(node):
            expressions.value(s, node.high)
            expressions.value(s, node.low)
            s.w.op("-")
            s.turns()
        boards.loop(s, id(node), found)
        return
    hoisted = _hoist(s, node)
    _passes(s, node)
    for key in hoisted:
        del s.sets[key]


def _passes(s: Scope, node: ir.For) -> None:
    w = s.w
    at, end = w.local(), w.local()
    expressions.value(s, node.low)
    w.set(at)
    expressions.value(s, node.high)
    w.set(end)
    w.get(at)
    w.get(end)
    w.op("<")
    with w.when():
        if s.a.loops.counted(node):
            w.get(end)
            w.get(at)
            w.op("-")
            s.turns()
        if node.down:
            _downward(s, node, at, end)
        else:
            _upward(s, node, at, end)


def _hoist(s: Scope, node: ir.For) -> list[int]:
    """Reckon what mask tests inside ask of boards once, where it stays the same; which ones."""
    hoisted = []
    for inner in walk(node.body):
        found = s.a.masks.get(id(inner))
        if found is not None and id(inner) not in s.sets and lasting(found, node.body, s.a.program.size):
            s.sets[id(inner)] = s.w.local(I64)
            boards.passing(s, found)
            s.w.set(s.sets[id(inner)])
            hoisted.append(id(inner))
    return hoisted


def _upward(s: Scope, node: ir.For, at: int, end: int) -> None:
    w = s.w
    with w.loop() as again:
        with s.writing(node.cell):
            w.get(at)
        code(s, node.body)
        w.get(at)
        w.const(1)
        w.op("+")
        w.tee(at)
        w.get(end)
        w.op("<")
        w.branch_if(again)


def _downward(s: Scope, node: ir.For, at: int, end: int) -> None:
    w = s.w
    with w.loop() as again:
        w.raise_by(end, -1)
        with s.writing(node.cell):
            w.get(end)
        code(s, node.body)
        w.get(end)
        w.get(at)
        w.op(">")
        w.branch_if(again)


def _for_kinds(s: Scope, node: ir.ForKinds) -> None:
    """Bit by bit; what the body changes is seen, as each word of bits is read anew."""
    w, crowd, layout = s.w, s.a.map.crowds[node.zone], s.a.program.zones[node.zone]
    assert crowd is not None
    instance, address = w.local(), w.local()
    expressions.value(s, node.instance)
    w.tee(instance)
    w.const(crowd.stride)
    w.op("*")
    w.set(address)
    w.get(instance)
    w.const(layout.stride)
    w.op("*")
    w.const(layout.offset)
    w.op("+")
    w.set(instance)
    if s.a.loops.counted(node):
        w.const(layout.stride)
        s.turns()
    if crowd.longs == 1:
        _for_bits(s, node, instance, address, crowd.address + 8, None)
        return
    kind = w.local()
    w.const(0)
    w.set(kind)
    with w.loop() as next_long:
        _for_bits(s, node, instance, address, crowd.address + 8, kind)
        for local, by in ((instance, 64), (address, 8), (kind, 64)):
            w.raise_by(local, by)
        w.get(kind)
        w.const(64 * crowd.longs)
        w.op("<")
        w.branch_if(next_long)


def _for_bits(s: Scope, node: ir.ForKinds, first: int, address: int, at: int, kind: int | None) -> None:
    """`first` holds the cell of the first kind, `kind` its number (None: 0). Bits that were passed are masked away."""
    w = s.w
    bits, passed, found = w.local(I64), w.local(I64), w.local()
    w.long(-1)
    w.set(passed)
    with w.block() as out, w.loop() as again:
        w.get(address)
        w.load(at, "long")
        w.get(passed)
        w.op("long-and")
        w.tee(bits)
        w.op("long-eqz")
        w.branch_if(out)
        w.long(-2)
        w.get(bits)
        w.op("ctz", "long-shl")
        w.set(passed)
        w.get(bits)
        w.op("ctz", "short")
        w.set(found)
        with s.writing(node.kind):
            w.get(found)
            if kind is not None:
                w.get(kind)
                w.op("+")
        with s.writing(node.loc):
            w.get(found)
            w.get(first)
            w.op("+")
        code(s, node.body)
        # bit 63 is the last: shifting by 63 leaves nothing of -2 but that bit's upper part, which is empty
        w.branch(again)


def _while(s: Scope, node: ir.While) -> None:
    w = s.w
    with w.block() as out, w.loop() as again:
        expressions.value(s, node.test)
        w.op("eqz")
        w.branch_if(out)
        w.const(1)
        s.turns(node.span)
        code(s, node.body)
        w.branch(again)


# ---- what else there is


def _candidate(s: Scope, span: Span) -> None:
    """Count a candidate, where there may be many; turns are counted anew."""
    w = s.w
    if not s.counting:
        return
    s.look_at_clock()
    w.get_global(TRIED)
    w.const(1)
    w.op("+")
    w.set_global(TRIED)
    w.get_global(TRIED)
    w.const(CANDIDATES)
    w.op(">u")
    with w.when():
        s.fault(TOO_MANY_CANDIDATES, s.a.span(span))
    w.const(0)
    w.set_global(TURNS_TAKEN)


def _offer(s: Scope, node: ir.Offer) -> None:
    """Write a move behind those that are listed."""
    w, layout = s.w, s.a.map
    at = w.local()
    if s.counting:
        w.get_global(LISTED)
        w.const(MOVES)
        w.op(">=")
        with w.when():
            s.fault(TOO_MANY_MOVES, s.a.span(node.span))
    w.get_global(LISTED)
    w.const(WORD * layout.stride)
    w.op("*")
    w.tee(at)
    expressions.value(s, node.offer)
    w.store(layout.moves)
    w.get(at)
    w.const(node.variant)
    w.store(layout.moves + WORD)
    for place, cell in enumerate(node.cells, start=2):
        w.get(at)
        s.read(cell)
        w.store(layout.moves + WORD * place)
    w.get_global(LISTED)
    w.const(1)
    w.op("+")
    w.set_global(LISTED)


def _ended(s: Scope, winners: ir.Expr | None) -> None:
    cell = s.a.program.ended
    if winners is None:
        statement(s, ir.Set(cell, ir.Const(1)))
        return
    statement(s, ir.Set(cell, ir.Const(2)))
    statement(s, ir.Set(cell + 1, winners))


assert TURNS < 1 << 31
