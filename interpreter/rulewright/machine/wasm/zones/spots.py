"""From the number of a cell to the zone it lies in, and to what lies there."""

from collections.abc import Callable

from rulewright.machine.program.cells import single, unordered
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.writer import Writer


def return_unless(w: Writer) -> None:
    """Pop a test; return 0 if it is 0."""
    w.op("eqz")
    with w.when():
        w.const(0)
        w.op("return")


def refuse_unless_spot(a: Assembly, w: Writer, loc: int, spot: int) -> None:
    """Return 0 if no piece can lie in a cell of this number; else `spot` is the address of what is known of it."""
    _spot_or(a, w, loc, spot, 0)


def _spot_or(a: Assembly, w: Writer, loc: int, spot: int, answer: int) -> None:
    w.get(loc)
    w.const(a.constants.spot_count)
    w.op(">=u")
    with w.when():
        w.const(answer)
        w.op("return")
    w.get(loc)
    w.const(3)
    w.op("shl")
    w.const(a.constants.spots)
    w.op("+")
    w.set(spot)


def for_each_zone(a: Assembly, w: Writer, spot: int, one: Callable[[int], None]) -> None:
    """Run the code that `one` writes for the zone in which a spot lies; it ends by returning, or goes on behind
    this."""
    numbers = [layout.zone for layout in a.program.zones if not layout.unlimited]
    top = max(numbers, default=-1) + 1
    with w.block() as done:
        opened = [w.open_block() for _ in numbers]
        place = dict(zip(reversed(numbers), opened, strict=True))
        w.get(spot)
        w.load(6, "half")
        w.branch_by([place.get(number, done) for number in range(top)], done)
        for number in numbers:
            w.close()
            one(number)
            w.branch(done)


def kind_at(a: Assembly) -> Writer:
    """(cell) -> the kind that lies there, or -1."""
    w = Writer((I32,), (I32,))
    loc, spot, place, base, instance, content = 0, w.local(), w.local(), w.local(), w.local(), w.local()
    _spot_or(a, w, loc, spot, -1)
    for at, local in ((0, base), (2, place), (4, instance)):
        w.get(spot)
        w.load(at, "half")
        w.set(local)
    w.get(loc)
    w.to_bytes()
    w.load(a.map.state)
    w.set(content)
    for_each_zone(a, w, spot, lambda zone: _kind_in(a, w, zone, place, base, content))
    w.const(-1)
    return w


def _kind_in(a: Assembly, w: Writer, zone: int, place: int, base: int, content: int) -> None:
    layout = a.program.zones[zone]
    if single(layout):
        w.get(content)
        w.const(1)
        w.op("-", "return")
        return
    w.get(place if unordered(layout) else content)
    w.const(-1)
    if unordered(layout):
        w.get(content)
    else:
        w.get(place)
        w.get(base)
        w.to_bytes()
        w.load(a.map.state)
        w.op("<")
    w.op("select", "return")


def holds(a: Assembly) -> Writer:
    """(kind, cell) -> whether a piece of the kind lies there."""
    w = Writer((I32, I32), (I32,))
    w.get(1)
    w.call(a.number("kind-at"))
    w.get(0)
    w.op("==")
    return w
