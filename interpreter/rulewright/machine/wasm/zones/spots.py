"""From the number of a cell to the zone it lies in, and to what lies there."""

from collections.abc import Callable

from attrs import frozen

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.operands import Term, Value, called, choice
from rulewright.machine.wasm.writer import Writer


@frozen
class Spot:
    """What is known of a cell in which pieces can lie."""

    base: Term
    place: Term
    instance: Term
    zone: Term


def spot_at(address: Term, offset: int = 0) -> Spot:
    """What the constants say of a cell, at an address, so many bytes further."""
    return Spot(*(address.at(offset + at, "half") for at in (0, 2, 4, 6)))


def return_unless(w: Writer, test: Term) -> None:
    """Return 0 if a test is 0."""
    with w.when(test.is_0()):
        w.answer(0)


def refuse_unless_spot(a: Assembly, w: Writer, loc: Term, address: Term, answer: int = 0) -> Spot:
    """Return if no piece can lie in a cell of this number; `address`: a local for where that is known."""
    with w.when(loc.op(">=u", a.constants.spot_count)):
        w.answer(answer)
    w.set(address, (loc << 3) + a.constants.spots)
    return spot_at(address)


def for_each_zone(a: Assembly, w: Writer, spot: Spot, one: Callable[[int], None]) -> None:
    """Run the code that `one` writes for the zone in which a spot lies; it ends by returning, or goes on behind
    this."""
    numbers = [layout.zone for layout in a.program.zones if not layout.unlimited]
    top = max(numbers, default=-1) + 1
    with w.block() as done:
        opened = [w.open_block() for _ in numbers]
        place = dict(zip(reversed(numbers), opened, strict=True))
        w.branch_by(spot.zone, [place.get(number, done) for number in range(top)], done)
        for number in numbers:
            w.close()
            one(number)
            w.branch(done)


def kind_at(a: Assembly) -> Writer:
    """(cell) -> the kind that lies there, or -1."""
    w = Writer((I32,), (I32,))
    [loc], address, content = w.params, w.local(), w.local()
    spot = refuse_unless_spot(a, w, loc, address, -1)
    w.set(content, loc.to_bytes().at(a.map.state))
    for_each_zone(a, w, spot, lambda zone: w.answer(_kind_in(a, a.program.zones[zone], spot, content)))
    w.push(-1)
    return w


def _kind_in(a: Assembly, layout: ZoneLayout, spot: Spot, content: Term) -> Value:
    if single(layout):
        return content - 1
    if unordered(layout):
        return choice(spot.place, -1, content)
    return choice(content, -1, spot.place < spot.base.to_bytes().at(a.map.state))


def holds(a: Assembly) -> Writer:
    """(kind, cell) -> whether a piece of the kind lies there."""
    w = Writer((I32, I32), (I32,))
    kind, loc = w.params
    w.push(called(a.number("kind-at"), loc).equals(kind))
    return w
