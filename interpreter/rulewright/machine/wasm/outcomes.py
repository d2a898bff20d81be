"""Outcomes of chance by number, in the order of `machine/chance`: how many an event has, and the one with a number.

A draw has one for each candidate that has weight; a shuffle one for each order of the pieces that can be told from
others, by the kinds from the top or left.
"""

from typing import Final

from rulewright.machine.program.nodes import DrawChance, ShuffleChance
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.asking import answer_there
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.chance import in_order, listed, take
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.operands import Term, called
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, zone_writer

MAX_OUTCOMES: Final = 1 << 24
"""Whatever has more outcomes is said to have this many."""


def outcomes(a: Assembly) -> Writer:
    """() -> how many outcomes the event has at which the game waits, at most `MAX_OUTCOMES`; what is shuffled is
    sorted."""
    w = Writer((), (I32,))
    answer_there(a, w, "outcomes-at", range(len(a.program.chances)))
    return w


def outcomes_at(a: Assembly, number: int) -> Writer:
    """() -> how many; of one event."""
    w = Writer((), (I32,))
    s, point = Scope(a, w), a.program.chances[number]
    s.own(a.cells.own(("chance", number)))
    match point:
        case DrawChance():
            with listed(s, point, alike=True) as drawing:
                pass
            w.push(drawing.total)
        case ShuffleChance():
            w.push(called(a.number("orders", point.zone.zone), expressions.value(s, point.zone.instance)))
    return w


def outcome(a: Assembly) -> Writer:
    """(number) -> the block where play goes on after the outcome with this number."""
    w = Writer((I32,), (I32,))
    answer_there(a, w, "outcome-at", range(len(a.program.chances)), *w.params)
    return w


def outcome_at(a: Assembly, event: int) -> Writer:
    """(number) -> the block; of one event."""
    w = Writer((I32,), (I32,))
    [number], s, point = w.params, Scope(a, w), a.program.chances[event]
    s.own(a.cells.own(("chance", event)))
    match point:
        case DrawChance():
            with listed(s, point, alike=True) as drawing:
                take(s, point, drawing, number)
        case ShuffleChance():
            w.call(a.number("order", point.zone.zone), expressions.value(s, point.zone.instance), number)
    w.push(point.then)
    return w


# ---- orders


def orders(a: Assembly, zone: int) -> Writer:
    """(instance) -> how many orders its pieces have. n! / (a! b! …) piece by piece: the nth, the ath of its kind, makes
    it n / a times as many."""
    w = Writer((I32,), (I32,))
    z = zone_writer(a, zone, w, w.params[0])
    place, alike, found = w.local(), w.local(), w.local(I64)
    in_order(a, z)
    w.set(found, 1)
    with w.steps(place, z.size()):
        w.set(alike, alike * (z.kind(place).equals(z.kind(place - 1)) & place.differs(0)) + 1)
        w.set(found, found * (place + 1).long() // alike.long())
        with w.when(found.op(">=u", MAX_OUTCOMES)):
            w.answer(MAX_OUTCOMES)
    w.push(found.short())
    return w


def order(a: Assembly, zone: int) -> Writer:
    """(instance, number): the order with this number. On each place one kind after the other could lie, each in the
    part of all orders that it is of the pieces that are left."""
    w = Writer((I32, I32))
    instance, number = w.params
    z = zone_writer(a, zone, w, instance)
    place, at, alike, size, part, all_orders = (w.local() for _ in range(6))
    w.set(all_orders, called(a.number("orders", zone), instance))
    w.set(size, z.size())
    with w.steps(place, size):
        w.set(at, place)
        with w.loop() as again:
            _count_alike(z, at, alike, size)
            w.set(part, (all_orders.long() * alike.long() // (size - place).long()).short())
            with w.when(number >= part):
                w.set(number, number - part)
                w.set(at, at + alike)
                w.branch(again)
        w.set(all_orders, part)
        with w.until(at <= place):
            w.call(a.number("exchange", zone), instance, _counted(z, size, at), _counted(z, size, at - 1))
            w.raise_by(at, -1)
    if z.beside:
        w.call(a.number("beside-anew", zone), instance)
    return w


def _counted(z: ZoneWriter, size: Term, place: Term) -> Term:
    """A place counted from the top or left."""
    return size - 1 - place if z.layout.kind == "pile" else place


def _count_alike(z: ZoneWriter, at: Term, alike: Term, size: Term) -> None:
    """How many pieces from a place on are of the same kind, the rest being sorted."""
    w = z.w
    w.set(alike, 1)
    with w.block() as out, w.loop() as again:
        w.branch_if(out, at + alike >= size)
        w.branch_if(out, z.kind(_counted(z, size, at + alike)).differs(z.kind(_counted(z, size, at))))
        w.raise_by(alike, 1)
        w.branch(again)
