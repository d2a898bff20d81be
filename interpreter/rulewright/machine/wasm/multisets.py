"""Candidates, which lie on a stack of their own; and all multisets of them, by size, then in their order.

A multiset is a list of numbers of candidates that never falls; the next one raises the last number that can be raised
and goes on with as many of the smallest as there are. Above the candidates lie, in words: how many copies of each, how
many from each on, the list.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.language.span import NOWHERE
from rulewright.language.walking import walk
from rulewright.machine.program.nodes import Code, Expr, ForSelections, Yield
from rulewright.machine.wasm import calls, expressions
from rulewright.machine.wasm.assembly import TOP, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import CANDIDATE_BYTES, TOO_MANY_CANDIDATES, WORD
from rulewright.machine.wasm.writer import Writer


def width_of(code: object) -> int:
    """How many words a candidate has that code yields."""
    return max((len(part.values) for part in walk(code) if isinstance(part, Yield)), default=1)


def loop(s: Scope, node: ForSelections) -> None:
    """Run the body for every multiset, its members in the cells."""
    w, width = s.w, width_of(node.candidates)
    begin, number, most, beyond, chosen = (w.local() for _ in range(5))
    low, high, size = w.local(), w.local(), w.local()
    w.get_global(TOP)
    w.set(begin)
    enumerate_into(s, node.candidates)
    _number_of(w, begin, width, number)
    _bounds(s, node, low, high)
    with w.block() as out:
        w.get(low)
        w.get(high)
        w.op("bitor")
        w.const(0)
        w.op("<")
        w.branch_if(out)
        _room(s, number, high, most, beyond, chosen)
        check_room(s)
        _copies(s, node, width, begin, number, high, most, beyond)
        w.get(low)
        w.set(size)
        with w.loop() as next_size:
            w.get(size)
            w.get(high)
            w.op(">")
            w.branch_if(out)
            w.get(size)
            w.get(beyond)
            w.load()
            w.op(">")
            w.branch_if(out)
            for local in (chosen, size, most, number):
                w.get(local)
            s.call("first-selection")
            with w.loop() as again:
                w.const(1)
                s.turns(NOWHERE)
                _scatter(s, node, width, begin, chosen, size)
                with _left_for_good(s, begin):
                    s.code(node.body)
                for local in (chosen, size, most, beyond, number):
                    w.get(local)
                s.call("next-selection")
                w.branch_if(again)
            w.raise_by(size, 1)
            w.branch(next_size)
    w.get(begin)
    w.set_global(TOP)


@contextmanager
def _left_for_good(s: Scope, begin: int) -> Iterator[None]:
    """What is written inside leaves the candidates, too, when it leaves for a label around it."""
    labels, leave_by = s.labels, s.leave_by

    def leave(label: int) -> None:
        s.w.get(begin)
        s.w.set_global(TOP)
        inside, s.labels, s.leave_by = s.labels, labels, leave_by
        calls.leave(s, label)
        s.labels, s.leave_by = inside, leave

    s.labels, s.leave_by = {}, leave
    yield
    s.labels, s.leave_by = labels, leave_by


def enumerate_into(s: Scope, code: Code) -> None:
    """Write code here that yields candidates: they come to lie on top."""
    with s.w.block() as out:
        leaving, s.leave_by = s.leave_by, lambda _: s.w.branch(out)
        s.code(code)
        s.leave_by = leaving


def give(s: Scope, values: tuple[Expr, ...]) -> None:
    """Put a candidate on top of the candidates."""
    w = s.w
    for at, node in enumerate(values):
        w.get_global(TOP)
        expressions.value(s, node)
        w.store(WORD * at)
    w.get_global(TOP)
    w.const(WORD * len(values))
    w.op("+")
    w.set_global(TOP)
    check_room(s)


def check_room(s: Scope) -> None:
    """Refuse to go on where candidates would run over their room."""
    s.w.get_global(TOP)
    s.w.const(s.a.map.candidates + CANDIDATE_BYTES - 1024 * 1024)
    s.w.op(">u")
    with s.w.when():
        s.fault(TOO_MANY_CANDIDATES)


def _bounds(s: Scope, node: ForSelections, low: int, high: int) -> None:
    """How few and how many: never more than there is room for."""
    w = s.w
    expressions.value(s, node.low)
    w.set(low)
    expressions.value(s, node.high)
    w.set(high)
    w.const(node.capacity)
    w.get(high)
    w.get(high)
    w.const(node.capacity)
    w.op(">", "select")
    w.set(high)


def _number_of(w: Writer, begin: int, width: int, number: int) -> None:
    w.get_global(TOP)
    w.get(begin)
    w.op("-")
    w.const(WORD * width)
    w.op("/u")
    w.set(number)


def _room(s: Scope, number: int, high: int, most: int, beyond: int, chosen: int) -> None:
    """Lay three lists above the candidates."""
    w = s.w
    w.get_global(TOP)
    w.tee(most)
    w.get(number)
    s.w.to_bytes()
    w.op("+")
    w.tee(beyond)
    w.get(number)
    w.const(1)
    w.op("+")
    s.w.to_bytes()
    w.op("+")
    w.tee(chosen)
    w.get(high)
    s.w.to_bytes()
    w.op("+")
    w.set_global(TOP)


def _copies(
    s: Scope, node: ForSelections, width: int, begin: int, number: int, high: int, most: int, beyond: int
) -> None:
    """How many copies of each candidate there are, and how many from each on."""
    w, breadth = s.w, node.words
    at = w.local()
    w.get(number)
    w.set(at)
    w.get(beyond)
    w.get(at)
    s.w.to_bytes()
    w.op("+")
    w.const(0)
    w.store()
    with w.until_0(at):
        w.raise_by(at, -1)
        _place(w, most, at)
        if node.repeats:
            w.get(high)
        elif width > breadth:
            w.get(begin)
            w.get(at)
            w.const(WORD * width)
            w.op("*", "+")
            w.load(WORD * breadth)
        else:
            w.const(1)
        w.store()
        _place(w, beyond, at)
        _place(w, beyond, at)
        w.load(WORD)
        _place(w, most, at)
        w.load()
        w.op("+")
        w.store()


def _place(w: Writer, start: int, at: int) -> None:
    """Push the address of a word of a list."""
    w.get(start)
    w.get(at)
    w.to_bytes()
    w.op("+")


def _scatter(s: Scope, node: ForSelections, width: int, begin: int, chosen: int, size: int) -> None:
    """Write the members into the cells of the pick; unused cells become 0."""
    w = s.w
    with s.writing(node.length):
        w.get(size)
    target, at, source = w.local(), w.local(), w.local()
    room = WORD * node.words * node.capacity
    w.const(s.a.map.cell(node.base))
    w.const(0)
    w.const(room)
    w.fill()
    w.const(0)
    w.set(at)
    with w.until(at, ">=", size):
        w.get(begin)
        _place(w, chosen, at)
        w.load()
        w.const(WORD * width)
        w.op("*", "+")
        w.set(source)
        w.get(at)
        w.const(WORD * node.words)
        w.op("*")
        w.set(target)
        for part in range(node.words):
            w.get(target)
            w.get(source)
            w.load(WORD * part)
            w.store(s.a.map.cell(node.base) + WORD * part)
        w.raise_by(at, 1)


# ---- the functions


def first_selection(a: Assembly) -> Writer:
    """(list, size, copies, number of candidates): the first multiset of this size."""
    w = Writer((I32,) * 4)
    zero = w.local()
    for local in (0, 1, 2, zero, zero):
        w.get(local)
    w.call(a.number("fill-selection"))
    return w


def fill_selection(a: Assembly) -> Writer:
    """(list, size, copies, place, candidate): from the place on as many of the smallest as there are, from a candidate
    on."""
    del a
    w = Writer((I32,) * 5)
    chosen, size, most, place, candidate, left = 0, 1, 2, 3, 4, w.local()
    with w.block() as out, w.loop() as next_candidate:
        w.get(place)
        w.get(size)
        w.op(">=")
        w.branch_if(out)
        _place(w, most, candidate)
        w.load()
        w.set(left)
        with w.until_0(left):
            w.get(place)
            w.get(size)
            w.op(">=")
            w.branch_if(out)
            _place(w, chosen, place)
            w.get(candidate)
            w.store()
            w.raise_by(place, 1)
            w.raise_by(left, -1)
        w.raise_by(candidate, 1)
        w.branch(next_candidate)
    return w


def next_selection(a: Assembly) -> Writer:
    """(list, size, copies, copies from each on, number of candidates) -> whether there is another multiset of this
    size."""
    w = Writer((I32,) * 5, (I32,))
    chosen, size, most, beyond, number = range(5)
    place, candidate = w.local(), w.local()
    w.get(size)
    w.set(place)
    with w.block() as none, w.loop() as next_place:
        w.get(place)
        w.op("eqz")
        w.branch_if(none)
        w.raise_by(place, -1)
        _place(w, chosen, place)
        w.load()
        w.set(candidate)
        _next_candidate(w, most, candidate, number)
        w.get(candidate)
        w.get(number)
        w.op(">=")
        w.branch_if(next_place)
        _place(w, beyond, candidate)
        w.load()
        w.get(size)
        w.get(place)
        w.op("-", "<")
        w.branch_if(next_place)
        for local in (chosen, size, most, place, candidate):
            w.get(local)
        w.call(a.number("fill-selection"))
        w.const(1)
        w.op("return")
    w.const(0)
    return w


def _next_candidate(w: Writer, most: int, candidate: int, number: int) -> None:
    """The next one of which there are copies."""
    with w.block() as out, w.loop() as again:
        w.raise_by(candidate, 1)
        w.get(candidate)
        w.get(number)
        w.op(">=")
        w.branch_if(out)
        _place(w, most, candidate)
        w.load()
        w.op("eqz")
        w.branch_if(again)
