"""Picks of several: all multisets of candidates, by size, then in the order of the candidates.

A multiset is a list of numbers of candidates that never falls; the next one raises the last number that can be raised
and goes on with as many of the smallest as there are. Above the candidates lie, in words: how many copies of each, how
many from each on, the list.
"""

from collections.abc import Callable

from rulewright.language.span import NOWHERE, Span
from rulewright.machine.program.moves import several_cells
from rulewright.machine.program.nodes import PickSeveralStage
from rulewright.machine.wasm import expressions, statements
from rulewright.machine.wasm.assembly import TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.writer import Writer


def pick(
    s: Scope,
    stage: PickSeveralStage,
    listing: bool,  # noqa: FBT001 - as in `Asking`
    width: int,
    enumerate_here: Callable[[], None],
    inner: Callable[[], None],
    count: Callable[[Scope, Span], None],
) -> None:
    """Run `inner` for every multiset, its members in the pick's cells."""
    w = s.w
    begin, number, most, beyond, chosen = (w.local() for _ in range(5))
    low, high, size = w.local(), w.local(), w.local()
    w.get_global(TOP)
    w.set(begin)
    enumerate_here()
    _number_of(w, begin, width, number)
    _bounds(s, stage, low, high)
    with w.block() as out:
        w.get(low)
        w.get(high)
        w.op("bitor")
        w.const(0)
        w.op("<")
        w.branch_if(out)
        _room(s, number, high, most, beyond, chosen)
        statements.check_room(s)
        _copies(s, stage, width, begin, number, high, most, beyond)
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
                _tell(s, stage, listing, count)
                _scatter(s, stage, width, begin, chosen, size)
                inner()
                for local in (chosen, size, most, beyond, number):
                    w.get(local)
                s.call("next-selection")
                w.branch_if(again)
            w.raise_by(size, 1)
            w.branch(next_size)
    w.get(begin)
    w.set_global(TOP)


def _bounds(s: Scope, stage: PickSeveralStage, low: int, high: int) -> None:
    """How few and how many: never more than there is room for."""
    w = s.w
    expressions.value(s, stage.low)
    w.set(low)
    expressions.value(s, stage.high)
    w.set(high)
    w.const(stage.capacity)
    w.get(high)
    w.get(high)
    w.const(stage.capacity)
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
    s: Scope, stage: PickSeveralStage, width: int, begin: int, number: int, high: int, most: int, beyond: int
) -> None:
    """How many copies of each candidate there are, and how many from each on."""
    w, breadth = s.w, several_cells(stage).breadth
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
        if stage.repeats:
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


def _tell(s: Scope, stage: PickSeveralStage, listing: bool, count: Callable[[Scope, Span], None]) -> None:  # noqa: FBT001
    """Count a candidate."""
    s.w.const(1)
    if listing:
        count(s, stage.span)
        s.w.const(0)
        s.w.set_global(TURNS_TAKEN)
    else:
        s.turns(NOWHERE)


def _scatter(s: Scope, stage: PickSeveralStage, width: int, begin: int, chosen: int, size: int) -> None:
    """Write the members into the cells of the pick; unused cells become 0."""
    w, cells = s.w, several_cells(stage)
    with s.writing(cells.cell):
        w.get(size)
    target, at, source = w.local(), w.local(), w.local()
    room = WORD * cells.breadth * cells.capacity
    w.const(s.a.map.cell(cells.base))
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
        w.const(WORD * cells.breadth)
        w.op("*")
        w.set(target)
        for part in range(cells.breadth):
            w.get(target)
            w.get(source)
            w.load(WORD * part)
            w.store(s.a.map.cell(cells.base) + WORD * part)
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
