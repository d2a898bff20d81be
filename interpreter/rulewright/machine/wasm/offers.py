"""The moves of a decision as functions: the stages of an offered action as nested loops, first outermost.

`list_moves` appends all moves to the listed ones; `any_move` stops at the first. Both are written where a site asks,
and keep the header's cells as they were. What the reference does in `interpret/offers` is the meaning.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from rulewright.machine.program.bounds import MOVES
from rulewright.machine.program.moves import PickCells, header_cells, pick_cells
from rulewright.machine.program.nodes import ActionCode, OfferCode
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import FRAMES, TOP, Assembly, Scope
from rulewright.machine.wasm.memory_map import TOO_MANY_MOVES, WORD
from rulewright.machine.wasm.stages import Asking, chain, counts_turns, few_candidates, steps
from rulewright.machine.wasm.writer import Writer

NO_LIMIT, ONE_FOR_ALL, ONE_EACH = range(3)


def limit_of(a: Assembly, offer: OfferCode) -> int:
    """How the limit of an offer's line tells the members of a family apart."""
    if offer.limit is None:
        return NO_LIMIT
    return ONE_EACH if a.program.limits[offer.limit].members > 1 else ONE_FOR_ALL


def list_moves(outer: Scope, number: int, offer: OfferCode, found: int) -> None:
    """Write here: append the moves of offer `number` of a site for the seat in the first parameter; `found` counts."""
    _ask(outer, number, offer, found, listing=True)


def any_move(outer: Scope, number: int, offer: OfferCode, place: int) -> None:
    """Write here: go to a place if the seat in the first parameter has a move by an offer of a site."""
    found = outer.w.local()
    outer.w.const(0)
    outer.w.set(found)
    _ask(outer, number, offer, found, listing=False)
    outer.w.get(found)
    outer.w.branch_if(place)


def _ask(outer: Scope, number: int, offer: OfferCode, found: int, *, listing: bool) -> None:
    a, w = outer.a, outer.w
    action = a.program.actions[offer.action]
    arguments = [0, *(w.local() for _ in offer.args)]
    for local, arg in zip(arguments[1:], offer.args, strict=True):
        expressions.value(outer, arg)
        w.set(local)
    s = Scope(a, w, trying=outer.trying)
    s.listing = listing
    s.own(a.cells.header(offer.action))
    mask = 0 if offer.limit is None else a.program.limits[offer.limit].cell
    asking = Asking(s, offer.action, action, listing, limit_of(a, offer), mask, number, found)
    kept = [(stack, w.local()) for stack in (TOP, FRAMES)]
    for stack, local in kept:
        w.get_global(stack)
        w.set(local)
    with header_set(s, action, arguments), w.block() as done:
        for variant in range(len(action.variants)):
            _variant(asking, variant, done)
    for stack, local in kept:
        w.get(local)
        w.set_global(stack)


@contextmanager
def header_set(s: Scope, action: ActionCode, arguments: Sequence[int]) -> Iterator[None]:
    """Inside, the header's cells have `you` and the arguments, which lie in these locals; afterwards what they had."""
    w = s.w
    kept = {cell: w.local() for cell in header_cells(action) if cell not in s.cells}
    for cell, local in kept.items():
        s.read(cell)
        w.set(local)
    for local, cell in zip(arguments, (action.you, *action.params), strict=True):
        with s.writing(cell):
            w.get(local)
    yield
    for cell, local in kept.items():
        with s.writing(cell):
            w.get(local)


def _variant(asking: Asking, variant: int, done: int) -> None:
    s, w = asking.s, asking.s.w
    before = w.local()
    with w.block() as used:
        if asking.limit != NO_LIMIT:
            s.read(asking.mask + (variant if asking.limit == ONE_EACH else 0))
            w.branch_if(used)
        if asking.listing:
            if variant:
                _no_more_than_needed(w, asking.found)
            w.get(asking.found)
            w.set(before)
            few = few_candidates(s.a, asking.action, variant)
            asking = evolve(asking, walking=few, few=few, counted=counts_turns(s.a, steps(asking.action, variant)))
            chain(asking, steps(asking.action, variant), lambda: _collect(asking, variant, before))
        else:
            asking = evolve(asking, walking=True, few=few_candidates(s.a, asking.action, variant))
            chain(asking, steps(asking.action, variant), lambda: _stop(asking, done))


def _no_more_than_needed(w: Writer, found: int) -> None:
    """Of moves that are too many already, forget so many that those of the next variant have room."""
    w.get(found)
    w.const(MOVES)
    w.op(">")
    with w.when():
        w.const(MOVES + 1)
        w.set(found)


def _stop(asking: Asking, done: int) -> None:
    asking.s.w.const(1)
    asking.s.w.set(asking.found)
    asking.s.w.branch(done)


def _collect(asking: Asking, variant: int, before: int) -> None:
    """Write the move behind those found so far."""
    s, w, layout = asking.s, asking.s.w, asking.s.a.map
    at = w.local()
    w.get(asking.found)
    w.const(WORD * layout.stride)
    w.op("*")
    w.set(at)
    w.get(at)
    w.const(asking.offer)
    w.store(layout.moves)
    w.get(at)
    w.const(variant)
    w.store(layout.moves + WORD)
    place = layout.moves + 2 * WORD
    for cells in pick_cells(asking.action, variant):
        place = _written(s, cells, at, place)
    w.raise_by(asking.found, 1)
    if asking.few:
        return
    w.get(asking.found)
    w.get(before)
    w.op("-")
    w.const(MOVES)
    w.op(">")
    with w.when():
        s.fault(TOO_MANY_MOVES, s.a.span(asking.action.span))


def _written(s: Scope, cells: PickCells, at: int, place: int) -> int:
    """One pick of a move; where the next one goes."""
    w = s.w
    w.get(at)
    s.read(cells.cell)
    w.store(place)
    if cells.base < 0:
        return place + WORD
    w.get(at)
    w.const(place + WORD)
    w.op("+")
    w.const(s.a.map.cell(cells.base))
    s.read(cells.cell)
    w.const(WORD * cells.breadth)
    w.op("*")
    w.copy()
    return place + WORD * (1 + cells.breadth * cells.capacity)
