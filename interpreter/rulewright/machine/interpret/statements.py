"""Statements to closures: each yields 0, or the label of the stretch of code that is being left."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import compress
from operator import call
from typing import TYPE_CHECKING, Final

from rulewright.language.span import Span
from rulewright.machine.interpret.expressions import Value, apply, invocation, leaf
from rulewright.machine.program import bounds, cell_map, nodes as ir
from rulewright.machine.program.moves import Candidate, ListedMove, Taken, selections

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler

PASSES_PER_CLOCK_CHECK: Final = 256
"""So many passes of a long loop go by without a look at the clock."""
LONG_BRANCH: Final = 16
"""A branch of so many statements is compiled when it is first taken: of the positions of examples only one is."""


def code(c: "Compiler", statements: ir.Code) -> Value:
    """Compile statements, run one after the other, to a closure that yields 0, or the label that is being left."""
    return _row([c.statement(node) for node in statements])


def _row(runs: list[Value]) -> Value:
    match runs:
        case []:
            return lambda: 0
        case [run]:
            return run
        case [first, second]:
            return lambda: first() or second()
        case [first, second, third]:
            return lambda: first() or second() or third()
        case _:
            half = len(runs) // 2
            return _row([_row(runs[:half]), _row(runs[half:])])


def statement(c: "Compiler", node: ir.Statement) -> Value:
    """Compile a statement."""
    match node:
        case ir.Set(cell, value):
            return _set(c, cell, value)
        case ir.SetAt(base, index, value):
            return _set_at(c.memory, base, c.expression(index), c.expression(value))
        case ir.If(test, then, otherwise):
            return _if(c, test, then, otherwise)
        case ir.Fill():
            return _fill(c, node)
        case ir.For():
            return _for(c, node)
        case ir.ForKinds():
            return _for_kinds(c, node)
        case ir.While(test, body):
            return _while(c, test, body, node.span)
        case ir.Labelled(label, body):
            run = c.code(body)
            return lambda: 0 if (left := run()) == label else left
        case ir.Leave(label):
            return lambda: label
        case ir.CallFunction(function, args):
            return invocation(c, function, args)
        case ir.Yield(values):
            yields = c.yields
            return _act(c, lambda *found: yields[-1].append(found), *values)
        case ir.ForSelections():
            return _for_selections(c, node)
        case ir.Candidate(span=span):
            return _candidate(c, span)
        case ir.Offer():
            return _offer(c, node)
        case ir.Fail(fault):
            text = c.program.faults[fault]
            return lambda: bounds.fail(text)
        case ir.MovePiece():
            return _move(c, node)
        case ir.Flip(loc, face, fault):
            return _act(c, partial(c.zones.flip, up=face == "up", fault=c.program.faults[fault]), loc)
        case ir.ShowPiece(kind, loc, seats):
            return _act(c, c.zones.show, kind, loc, seats)
        case ir.SwapPlaces(board, first, second):
            return _act(c, partial(c.zones.swap, board.zone), board.instance, first, second)
        case ir.RotatePlaces():
            return _rotate(c, node)
        case ir.PassZones(passings):
            return _pass_on(c, passings)
        case ir.ChangePiece(kind, loc, new):
            return _act(c, partial(c.zones.change, fault=c.program.faults[node.fault]), kind, loc, new)
        case ir.SortZone(zone):
            return _act(c, partial(c.zones.sort, zone.zone), zone.instance)
        case ir.Remember(number, fault):
            return _remember(c, number, fault)
        case ir.Tell(parts=parts, seats=seats):
            return _act(c, partial(c.zones.tell, node), seats, *(part.value for part in parts))
        case ir.Ended(winners):
            over = c.program.ended
            told = () if winners is None else (ir.Set(over + 1, winners),)
            ends = c.code((*told, ir.Set(over, ir.Const(1 + len(told)))))

            def end() -> int:
                c.ended_by = node.span
                return ends()

            return end
        case ir.Note(number):
            return _note(c, number)


def _act(c: "Compiler", act: Callable[..., object], *operands: ir.Expr) -> Value:
    """A closure that evaluates the operands, acts, and leaves nothing."""
    values = [c.expression(operand) for operand in operands]

    def run() -> int:
        act(*map(call, values))
        return 0

    return run


def _remember(c: "Compiler", number: int, fault: int) -> Value:
    memory, at, full = c.memory, c.program.memories[number], c.program.faults[fault]

    def remember() -> None:
        if memory[at.offset] == at.capacity:
            bounds.fail(full)
        cell_map.insert(memory, at, cell_map.number(memory, at.runs))

    return _act(c, remember)


def _note(c: "Compiler", number: int) -> Value:
    notes, trying = c.notes, c.running

    def note() -> int:
        if not trying:
            notes[number] += 1
        return 0

    return note


def _set(c: "Compiler", cell: int, node: ir.Expr) -> Value:
    memory, found = c.memory, leaf(c, node)
    if found is None:
        value = c.expression(node)

        def set_cell() -> int:
            memory[cell] = value()
            return 0

        return set_cell
    row, at = found

    def copy() -> int:
        memory[cell] = row[at]
        return 0

    return copy


def _set_at(memory: list[int], base: int, index: Value, value: Value) -> Value:
    def run() -> int:
        memory[base + index()] = value()
        return 0

    return run


def _if(c: "Compiler", test: ir.Expr, then: ir.Code, otherwise: ir.Code) -> Value:
    arms = [(test, then)]
    while len(otherwise) == 1 and isinstance(only := otherwise[0], ir.If):
        arms.append((only.test, only.then))
        otherwise = only.otherwise
    run = c.code(otherwise) if otherwise else None
    for question, answer in reversed(arms):
        branch = c.code(answer) if len(answer) < LONG_BRANCH else _when_taken(c, answer)
        run = _arm(c.test(question), branch, run)
    assert run is not None
    return run


def _when_taken(c: "Compiler", statements: ir.Code) -> Value:
    compiled: list[Value] = []

    def run() -> int:
        if not compiled:
            compiled.append(c.code(statements))
        return compiled[0]()

    return run


def _arm(test: Callable[[], object], first: Value, second: Value | None) -> Value:
    if second is None:
        return lambda: first() if test() else 0
    return lambda: first() if test() else second()


def _fill(c: "Compiler", node: ir.Fill) -> Value:
    memory, base, value = c.memory, node.base, node.value

    def fill(index: int, count: int) -> None:
        if count > 0:
            memory[base + index : base + index + count] = [value] * count

    return _act(c, fill, node.index, node.count)


def _for(c: "Compiler", node: ir.For) -> Value:
    memory, cell, body, span = c.memory, node.cell, c.code(node.body), node.span
    turns, limit = c.turns, c.limit

    def downward(low: int, high: int) -> range:
        return range(high - 1, low - 1, -1)

    passes = apply(c, downward if node.down else range, node.low, node.high)

    def loop() -> int:
        for value in passes():
            memory[cell] = value
            if label := body():
                return label
        return 0

    def parts(found: range) -> Iterator[range]:
        for first in range(0, len(found), PASSES_PER_CLOCK_CHECK):
            c.look(span)
            yield found[first : first + PASSES_PER_CLOCK_CHECK]

    def long_loop() -> int:
        found = passes()
        memory[turns] += len(found)
        if memory[turns] > limit[0]:
            c.many_turns(span)
        for part in (found,) if len(found) <= PASSES_PER_CLOCK_CHECK else parts(found):
            for value in part:
                memory[cell] = value
                if label := body():
                    return label
        return 0

    return long_loop if c.loops.counted(node) else loop


def _for_kinds(c: "Compiler", node: ir.ForKinds) -> Value:
    """The counts are read one by one as the loop goes on, for its body may change them."""
    layout = c.program.zones[node.zone]
    if layout.unlimited:
        return lambda: 0
    memory, kind, loc, body = c.memory, node.kind, node.loc, c.code(node.body)
    instance, counted, offset, stride = c.expression(node.instance), c.loops.counted(node), layout.offset, layout.stride
    turns, limit, span = c.turns, c.limit, node.span

    def loop() -> int:
        start = offset + instance() * stride
        cells = range(start, start + stride)
        if counted:
            memory[turns] += stride
            if memory[turns] > limit[0]:
                c.many_turns(span)
        for cell in compress(cells, map(memory.__getitem__, cells)):
            memory[kind], memory[loc] = cell - start, cell
            if label := body():
                return label
        return 0

    return loop


def _while(c: "Compiler", test_node: ir.Expr, body_nodes: ir.Code, span: Span) -> Value:
    memory, turns, limit, test, body = c.memory, c.turns, c.limit, c.test(test_node), c.code(body_nodes)

    def loop() -> int:
        while test():
            memory[turns] += 1
            if memory[turns] > limit[0]:
                c.many_turns(span)
            if label := body():
                return label
        return 0

    return loop


def _for_selections(c: "Compiler", node: ir.ForSelections) -> Value:
    memory, turns, candidates, body = c.memory, c.turns, c.collected(c.code(node.candidates)), c.code(node.body)
    low, high, room, limit = c.expression(node.low), c.expression(node.high), node.words * node.capacity, c.limit
    closed, refused = None if node.closed is None else c.expression(node.closed), node.refused
    way = partial(selections, repeats=node.repeats, ordered=node.ordered)

    def set_members(members: Sequence[Candidate]) -> None:
        flat = [word for member in members for word in member[: node.words]]
        memory[node.length] = len(members)
        memory[node.base : node.base + room] = [*flat, *([0] * (room - len(flat)))]

    def loop() -> int:
        most, taken = min(high(), node.capacity), None if closed is None else Taken()
        for members in way(candidates(), low(), most, node.words, taken=taken):
            memory[turns] += 1
            if memory[turns] > limit[0]:
                c.many_turns(node.span)
            set_members(members)
            if refused is not None:
                memory[refused] = 1
            if label := body():
                return label
            if taken is not None and closed is not None and refused is not None:
                kept = len(members)
                while memory[refused] and kept and not closed():
                    kept -= 1
                    set_members(members[:kept])
                whole = kept == len(members)
                taken.dead, taken.longer = 0 if whole else kept + 1, taken.longer or whole
        return 0

    return loop


def _candidate(c: "Compiler", span: Span) -> Value:
    memory, turns, most = c.memory, c.turns, bounds.CANDIDATES

    def count() -> int:
        c.tried += 1
        if not c.tried & 255:
            c.look(span)
        if c.tried > most:
            raise bounds.exceeded("too-many-candidates", span)
        c.work += memory[turns]
        if c.work > bounds.LISTING_TURNS:
            raise bounds.exceeded("too-many-turns", span)
        memory[turns] = 0
        return 0

    return count


def _offer(c: "Compiler", node: ir.Offer) -> Value:
    memory, offer, variant, cells = c.memory, c.expression(node.offer), node.variant, node.cells
    most = bounds.MOVES

    def give() -> int:
        c.listed.append(ListedMove(offer(), variant, tuple([memory[cell] for cell in cells])))
        if len(c.listed) > most:
            raise bounds.exceeded("too-many-moves", node.span)
        return 0

    return give


def _move(c: "Compiler", node: ir.MovePiece) -> Value:
    memory, move, zone, found, face = c.memory, c.zones.move, node.to.zone, node.found, node.face
    kind, loc, instance = c.expression(node.kind), c.expression(node.loc), c.expression(node.to.instance)
    place, by = (None if part is None else c.expression(part) for part in (node.to.place, node.by))
    move = partial(move, rolled=node.rolled, under=node.under)
    fault = c.program.faults[node.fault]

    def run() -> int:
        at = place() if place else 0
        goal = move(kind(), loc(), zone, instance(), at, face, by() if by else -1, fault)
        if found is not None:
            memory[found] = goal
        return 0

    return run


def _rotate(c: "Compiler", node: ir.RotatePlaces) -> Value:
    rotate, memory, zone, places = c.zones.rotate, c.memory, node.board.zone, node.places

    def turn(instance: int, count: int, reverse: int) -> None:
        order = memory[places : places + count]
        rotate(zone, instance, order[::-1] if reverse else order)

    return _act(c, turn, node.board.instance, node.count, node.reverse)


def _pass_on(c: "Compiler", passings: tuple[tuple[ir.ZoneAt, ir.ZoneAt], ...]) -> Value:
    ends, pass_on = [end for way in passings for end in way], c.zones.pass_on

    def carry(*instances: int) -> None:
        keys = [(end.zone, instance) for end, instance in zip(ends, instances, strict=True)]
        pass_on([way for way in zip(keys[::2], keys[1::2], strict=True) if way[0][1] >= 0])

    return _act(c, carry, *(end.instance for end in ends))
