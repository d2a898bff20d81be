"""Statements to closures: each yields 0, or the label of the stretch of code that is being left."""

from collections.abc import Callable, Iterator
from itertools import compress
from typing import TYPE_CHECKING, NoReturn

from rulewright.language.span import Span
from rulewright.machine.interpret.expressions import invocation
from rulewright.machine.interpret.templates import Shape
from rulewright.machine.program.bounds import TURNS, endless, fail
from rulewright.machine.program.nodes import (
    CallFunction,
    ChangePiece,
    Code,
    Const,
    Ended,
    Expr,
    Fail,
    Fill,
    Flip,
    For,
    ForKinds,
    If,
    Labelled,
    Leave,
    MovePiece,
    RotatePlaces,
    Set,
    SetAt,
    ShowPiece,
    SortZone,
    Statement,
    SwapPlaces,
    While,
    Yield,
)

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler

TOGETHER = 4
"""So many statements are compiled as one: few, so that their shapes occur again and again."""

Run = Callable[[], int]
Value = Callable[[], int]


def code(c: "Compiler", statements: Code) -> Run:
    """Compile statements that run one after the other."""
    if not statements:
        return lambda: 0
    if len(statements) == 1:
        return statement(c, statements[0])
    if len(statements) > TOGETHER:
        starts = range(0, len(statements), TOGETHER)
        return _sequence(tuple(code(c, statements[at : at + TOGETHER]) for at in starts))
    shape = Shape(c)
    return shape.run_of([line for node in statements for line in shape.lines(node)])


def _sequence(runs: tuple[Run, ...]) -> Run:
    def sequence() -> int:
        for run in runs:
            label = run()
            if label:
                return label
        return 0

    return sequence


def statement(c: "Compiler", node: Statement) -> Run:
    """Compile a statement."""
    match node:
        case Set() | SetAt() | If():
            return _plain(c, node)
        case Fill():
            return _fill(c, node)
        case For():
            return _for(c, node)
        case ForKinds():
            return _for_kinds(c, node)
        case While(test, body):
            return _while(c, test, body, node.span)
        case Labelled(label, body):
            return _labelled(label, c.code(body))
        case Leave(label):
            return lambda: label
        case CallFunction(function, args):
            return invocation(c, function, args)
        case Yield(values):
            return _yield(c, values)
        case Fail(fault):
            return _fail(c, fault)
        case MovePiece():
            return _move(c, node)
        case Flip():
            return _flip(c, node)
        case ShowPiece(kind, loc, seats):
            return _quiet(c.zones.show, c.expression(kind), c.expression(loc), c.expression(seats))
        case SwapPlaces(board, first, second):
            zone = board.zone
            swap = c.zones.swap
            return _quiet(
                lambda i, a, b: swap(zone, i, a, b),
                c.expression(board.instance),
                c.expression(first),
                c.expression(second),
            )
        case RotatePlaces():
            return _rotate(c, node)
        case ChangePiece():
            return _change(c, node)
        case SortZone(zone_at):
            number, sort = zone_at.zone, c.zones.sort
            return _quiet(lambda instance: sort(number, instance), c.expression(zone_at.instance))
        case Ended(winners):
            return _ended(c, winners)


def _quiet(act: Callable[..., object], *operands: Value) -> Run:
    """A closure that evaluates the operands, acts, and leaves nothing."""

    def run() -> int:
        act(*[operand() for operand in operands])
        return 0

    return run


def _plain(c: "Compiler", node: Set | SetAt | If) -> Run:
    shape = Shape(c)
    return shape.run_of(shape.lines(node))


def _fill(c: "Compiler", node: Fill) -> Run:
    memory, base, value = c.memory, node.base, node.value
    index, count = c.expression(node.index), c.expression(node.count)

    def fill() -> int:
        start, length = base + index(), count()
        if length > 0:
            memory[start : start + length] = [value] * length
        return 0

    return fill


def _for(c: "Compiler", node: For) -> Run:
    """A loop with its body in it, if that is short."""
    shape = Shape(c)
    low, high = shape.part(node.low), shape.part(node.high)
    span = "range(end - 1, start - 1, -1)" if node.down else "range(start, end)"
    cell = shape.operand(node.cell)
    inner = _inner(c, shape, node.body)
    return shape.run_of(
        [
            f"start = {low}",
            f"end = {high}",
            *_counted(c, shape, node, "end - start"),
            f"for value in {span}:",
            f" m[{cell}] = value",
            *(f" {line}" for line in inner),
        ]
    )


def _counted(c: "Compiler", shape: Shape, node: For | ForKinds, passes: str) -> list[str]:
    """The lines that count the passes of a loop, if it is counted."""
    if not c.loops.counted(node):
        return []
    turns = shape.operand(c.turns)
    return [f"m[{turns}] += max(0, {passes})", f"if m[{turns}] > {TURNS}: {shape.operand(endless)}()"]


def _inner(c: "Compiler", shape: Shape, body: Code) -> list[str]:
    """The lines of a loop's body; of a long one, a call."""
    if len(body) > TOGETHER:
        return shape.call(c.code(body))
    return [line for each in body for line in shape.lines(each)]


def _for_kinds(c: "Compiler", node: ForKinds) -> Run:
    """The counts are read one by one as the loop goes on, for its body may change them."""
    layout = c.program.zones[node.zone]
    if layout.unlimited:
        return lambda: 0
    shape = Shape(c)
    offset, stride = shape.operand(layout.offset), shape.operand(layout.stride)
    start = f"start = {offset} + {shape.part(node.instance)} * {stride}"
    there, kind, loc = shape.operand(_there), shape.operand(node.kind), shape.operand(node.loc)
    return shape.run_of(
        [
            start,
            *_counted(c, shape, node, stride),
            f"for value in {there}(m, start, start + {stride}):",
            f" m[{kind}] = value - start",
            f" m[{loc}] = value",
            *(f" {line}" for line in _inner(c, shape, node.body)),
        ]
    )


def _there(memory: list[int], start: int, end: int) -> Iterator[int]:
    """The cells that are not 0 when their turn comes."""
    return compress(range(start, end), map(memory.__getitem__, range(start, end)))


def _while(c: "Compiler", test_node: Expr, body_nodes: Code, span: Span) -> Run:
    memory, turns, test, body = c.memory, c.turns, c.test(test_node), c.code(body_nodes)

    def loop() -> int:
        while test():
            memory[turns] += 1
            if memory[turns] > TURNS:
                endless(span)
            label = body()
            if label:
                return label
        return 0

    return loop


def _labelled(mine: int, body: Run) -> Run:
    def labelled() -> int:
        label = body()
        return 0 if label == mine else label

    return labelled


def _yield(c: "Compiler", values: tuple[Expr, ...]) -> Run:
    yields, parts = c.yields, [c.expression(value) for value in values]

    def give() -> int:
        yields[-1].append(tuple([part() for part in parts]))
        return 0

    return give


def _fail(c: "Compiler", number: int) -> Run:
    fault = c.program.faults[number]

    def stop() -> NoReturn:
        fail(fault)

    return stop


def _move(c: "Compiler", node: MovePiece) -> Run:
    memory, move, zone, found, face = c.memory, c.zones.move, node.to.zone, node.found, node.face
    kind, loc, instance = c.expression(node.kind), c.expression(node.loc), c.expression(node.to.instance)
    place = c.expression(node.to.place) if node.to.place is not None else None
    by = c.expression(node.by) if node.by is not None else None
    fault = c.program.faults[node.fault]

    def run() -> int:
        goal = move(kind(), loc(), zone, instance(), place() if place else 0, face, by() if by else -1, fault)
        if found is not None:
            memory[found] = goal
        return 0

    return run


def _flip(c: "Compiler", node: Flip) -> Run:
    flip, up, fault = c.zones.flip, node.face == "up", c.program.faults[node.fault]
    return _quiet(lambda loc: flip(loc, up, fault), c.expression(node.loc))


def _rotate(c: "Compiler", node: RotatePlaces) -> Run:
    rotate, memory, zone, places = c.zones.rotate, c.memory, node.board.zone, node.places

    def turn(instance: int, count: int, reverse: int) -> None:
        order = memory[places : places + count]
        rotate(zone, instance, order[::-1] if reverse else order)

    return _quiet(turn, c.expression(node.board.instance), c.expression(node.count), c.expression(node.reverse))


def _change(c: "Compiler", node: ChangePiece) -> Run:
    change, fault = c.zones.change, c.program.faults[node.fault]
    return _quiet(
        lambda kind, loc, new: change(kind, loc, new, fault),
        c.expression(node.kind),
        c.expression(node.loc),
        c.expression(node.new),
    )


def _ended(c: "Compiler", winners: Expr | None) -> Run:
    memory, cell = c.memory, c.program.ended
    if winners is None:
        return _plain(c, Set(cell, Const(1)))
    mask = c.expression(winners)

    def end() -> int:
        memory[cell], memory[cell + 1] = 2, mask()
        return 0

    return end
