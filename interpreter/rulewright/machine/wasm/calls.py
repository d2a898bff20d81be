"""Calls of the program's functions, and leaving stretches of code across them.

A small function, and one that is called at one place only, is written where it is called: with locals of its own for
the cells that are its own.
"""

from rulewright.language.walking import walk
from rulewright.machine.program.nodes import CallFunction, Expr, Labelled, Leave
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.kept_answers import constants, worth_keeping
from rulewright.machine.wasm.operands import Value

MAX_INLINED_SIZE, ONCE = 60, 600
"""So many nodes a function has at most that is written where it is called; the second number if that is one place
only."""


def leave(s: Scope, label: int) -> None:
    """Go on after the stretch of this label; if it is not in this function, its caller goes on leaving."""
    if label in s.labels:
        s.w.branch(s.labels[label])
    elif s.leave_by is not None:
        s.leave_by(label)
    else:
        s.w.answer(label)


def invoke(s: Scope, function: int, args: tuple[Expr, ...]) -> None:
    """Call a function for its result, which then lies on the stack."""
    fixed = None if s.keeping is None or "kept" not in s.a.passes else constants(args, s.keeping)
    if fixed is not None and (s.a.sizes[function] > MAX_INLINED_SIZE or worth_keeping(s.a, function, fixed)):
        s.w.call(s.a.number("kept", function, *fixed))
        return
    _push_all(s, args)
    if not written_here(s, function):
        s.call_function(function)
        return
    body, leaving = s.a.program.functions[function], s.leave_by
    assert body.result is not None
    _take_arguments(s, function)
    with s.w.block() as out:
        s.leave_by = lambda _: s.w.branch(out)
        s.body(function)
        s.leave_by = leaving
    s.w.push(s.cell(body.result))


def _push_all(s: Scope, args: tuple[Expr, ...]) -> None:
    for arg in args:
        s.w.push(expressions.value(s, arg))


def call(s: Scope, function: int, args: tuple[Expr, ...]) -> None:
    """Call a function for what it does; go on leaving if it left."""
    if s.a.program.functions[function].result is not None:
        invoke(s, function, args)
        s.w.op("drop")
    else:
        _push_all(s, args)
        called(s, function)


def called(s: Scope, function: int, *args: Value) -> None:
    """The same of a function without result, its arguments being on the stack, or these."""
    s.w.push(*args)
    if written_here(s, function):
        _take_arguments(s, function)
        s.body(function)
        return
    s.call_function(function)
    left = sorted(escapes(s, function))
    if left:
        label = s.w.local()
        s.w.pop(label)
        for possible in left:
            with s.w.when(label.equals(possible)):
                leave(s, possible)


def _take_arguments(s: Scope, function: int) -> None:
    """Give a function that is written here its own cells; its arguments lie on the stack. What leaves it leaves the
    code around."""
    body = s.a.program.functions[function]
    own = s.a.cells.own(("function", function))
    s.cells.update({cell: s.w.local() for cell in sorted(own)})
    for cell in reversed(body.params):
        if cell in own:
            s.w.pop(s.cells[cell])
        else:
            kept = s.w.local()
            s.w.pop(kept)
            s.w.set(s.cell(cell), kept)


def written_here(s: Scope, function: int) -> bool:
    """Whether a function is written where it is called."""
    sizes, places = s.a.sizes, s.a.calls_of
    if "inline" not in s.a.passes:
        return False
    return sizes[function] <= MAX_INLINED_SIZE or (places[function] == 1 and sizes[function] <= ONCE and not s.trying)


def escapes(s: Scope, function: int) -> frozenset[int]:
    """The labels by which a procedure may be left."""
    known = s.a.escapes
    if function not in known:
        parts = list(walk(s.a.program.functions[function].body))
        inside = {part.label for part in parts if isinstance(part, Labelled)}
        left = {part.label for part in parts if isinstance(part, Leave)}
        called = [part.function for part in parts if isinstance(part, CallFunction)]
        known[function] = frozenset(left.union(*(escapes(s, each) for each in called)) - inside)
    return known[function]
