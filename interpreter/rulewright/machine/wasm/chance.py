"""Chance inside the module: the counter-based generator of `machine/chance`, shuffles and draws.

The head holds the keys of the two streams of a game and how many events and decisions there were; the global `RANDOM`
is the state of the event's own generator. The numbers are those of `machine/chance`, to the last bit.
"""

from rulewright.machine.chance import CHANCE_STREAM, GAMMA, PLAYER_STREAM
from rulewright.machine.program.nodes import DrawChance, ShuffleChance
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import RANDOM, TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import (
    CHANCE_KEY,
    DECISIONS,
    EVENTS,
    OUTCOME,
    PLAYER_KEY,
    PROGRAM_FAULT,
    SEED,
    WORD,
)
from rulewright.machine.wasm.multisets import enumerate_into, width_of
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, extras, rows

MIX, LAST_SHIFT = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)), 31


# ---- the generator


def mix(w: Writer) -> None:
    """The finaliser of SplitMix64, of the number on the stack."""
    z = w.local(I64)
    for shift, factor in MIX:
        w.tee(z)
        w.get(z)
        w.long(shift)
        w.op("long-shr-u", "long-xor")
        w.long(factor)
        w.op("long*")
    w.tee(z)
    w.get(z)
    w.long(31)
    w.op("long-shr-u", "long-xor")


def absorb(a: Assembly) -> Writer:
    """(key, word) -> a key that depends on all of both."""
    del a
    w = Writer((I64, I64), (I64,))
    w.get(0)
    w.get(1)
    w.op("long-xor")
    w.long(GAMMA)
    w.op("long+")
    mix(w)
    return w


def below(a: Assembly) -> Writer:
    """(n) -> the next number below n of the generator in `RANDOM`; 1 ≤ n < 2^31."""
    del a
    w = Writer((I32,), (I32,))
    product, low, state = w.local(I64), w.local(I64), w.local(I64)
    w.get_global(RANDOM)
    w.set(state)
    with w.loop() as again:
        w.get(state)
        w.long(GAMMA)
        w.op("long+")
        w.tee(state)
        mix(w)
        w.long(32)
        w.op("long-shr-u")
        w.get(0)
        w.op("long-u", "long*")
        w.tee(product)
        w.long(0xFFFFFFFF)
        w.op("long-and")
        w.tee(low)
        w.get(0)
        w.op("long-u", "long<u")
        with w.when():
            # only here can the lower half be less than 2^32 mod n, which takes long to reckon
            w.get(low)
            w.long(1 << 32)
            w.get(0)
            w.op("long-u", "long-mod-u", "long<u")
            w.branch_if(again)
    w.get(state)
    w.set_global(RANDOM)
    w.get(product)
    w.long(32)
    w.op("long-shr-u", "short")
    return w


def keys(a: Assembly) -> Writer:
    """(number): the streams of a game of the seed in the head; no event and no decision yet."""
    w = Writer((I64,))
    absorb_number, key = a.number("absorb"), w.local(I64)
    w.long(0)
    w.const(0)
    w.load(SEED, "long")
    w.call(absorb_number)
    w.get(0)
    w.call(absorb_number)
    w.set(key)
    streams = [(CHANCE_STREAM, CHANCE_KEY)] if a.program.chances else []
    for stream, address in (*streams, (PLAYER_STREAM, PLAYER_KEY)):
        w.const(0)
        w.get(key)
        w.long(stream)
        w.call(absorb_number)
        w.store(address, "long")
    for address in (EVENTS, DECISIONS):
        w.const(0)
        w.const(0)
        w.store(address)
    return w


def next_event(w: Writer, key: int, counter: int) -> None:
    """Set the generator up for the next event of a stream, and count it."""
    w.const(0)
    w.load(key, "long")
    w.const(0)
    w.load(counter)
    w.op("long-u", "long-xor")
    w.long(GAMMA)
    w.op("long+")
    mix(w)
    w.set_global(RANDOM)
    w.const(0)
    w.const(0)
    w.load(counter)
    w.const(1)
    w.op("+")
    w.store(counter)


# ---- answering


def answer(a: Assembly) -> Writer:
    """(number of the chance point) -> the block where play goes on."""
    w = Writer((I32,), (I32,))
    next_event(w, CHANCE_KEY, EVENTS)
    for number in range(len(a.program.chances)):
        w.get(0)
        w.const(number)
        w.op("==")
        with w.when():
            w.call(a.number("answer-at", number))
            w.op("return")
    w.op("unreachable")
    return w


def answer_at(a: Assembly, number: int) -> Writer:
    """() -> the block; the generator is set up."""
    w = Writer((), (I32,))
    s = Scope(a, w)
    s.own(a.cells.own(("chance", number)))
    point = a.program.chances[number]
    match point:
        case ShuffleChance():
            instance = w.local()
            expressions.value(s, point.zone.instance)
            w.set(instance)
            w.const(0)
            w.get(instance)
            w.store(OUTCOME)
            w.get(instance)
            s.call("shuffle", point.zone.zone)
        case DrawChance():
            _draw(s, point)
    w.const(point.then)
    return w


def _draw(s: Scope, point: DrawChance) -> None:
    """Count through the candidates by weight; drawing from nothing is a fault."""
    w = s.w
    begin, at, total, left = (w.local() for _ in range(4))
    width = width_of(s.a.program.functions[point.candidates].body)
    w.const(0)
    w.set_global(TURNS_TAKEN)
    w.get_global(TOP)
    w.set(begin)
    enumerate_into(s, s.a.program.functions[point.candidates].body)
    w.get(begin)
    w.set(at)
    with w.block() as out, w.loop() as again:
        w.get(at)
        w.get_global(TOP)
        w.op(">=u")
        w.branch_if(out)
        w.get(total)
        _weight(w, at, width)
        w.op("+")
        w.set(total)
        w.raise_by(at, WORD * width)
        w.branch(again)
    w.get(total)
    w.op("eqz")
    with w.when():
        s.fault(PROGRAM_FAULT, point.fault)
    w.get(total)
    s.call("below")
    w.set(left)
    w.get(begin)
    w.set(at)
    with w.loop() as again:
        w.get(left)
        _weight(w, at, width)
        w.op("-")
        w.tee(left)
        w.const(0)
        w.op(">=")
        with w.when():
            w.raise_by(at, WORD * width)
            w.branch(again)
    w.const(0)
    w.get(at)
    w.store(OUTCOME)
    for place, cell in enumerate(point.cells):
        with s.writing(cell):
            w.get(at)
            w.load(WORD * place)
    w.get(begin)
    w.set_global(TOP)


def _weight(w: Writer, at: int, width: int) -> None:
    """Push the weight of a candidate, 0 if it is less."""
    w.get(at)
    w.load(WORD * (width - 1))
    w.const(0)
    w.get(at)
    w.load(WORD * (width - 1))
    w.const(0)
    w.op(">", "select")


# ---- shuffling


def shuffle(a: Assembly, zone: int) -> Writer:
    """(instance): sort the zone, then Fisher-Yates from the top; what lies beside goes along."""
    w = Writer((I32,))
    layout = a.program.zones[zone]
    z = ZoneWriter(a, layout, w, w.local(), 0)
    z.find_base()
    size, place, other, step = (w.local() for _ in range(4))
    w.get(0)
    w.call(a.number("sort", zone))
    z.read_size()
    w.set(size)
    if layout.kind == "pile":
        w.get(0)
        w.call(a.number("reverse", zone))
    with w.block() as out, w.loop() as again:
        w.get(step)
        w.get(size)
        w.const(1)
        w.op("-", ">=")
        w.branch_if(out)
        w.get(size)
        w.get(step)
        w.op("-")
        w.call(a.number("below"))
        w.get(step)
        w.op("+")
        w.set(other)
        w.get(step)
        w.set(place)
        if layout.kind == "pile":
            for local in (place, other):
                w.get(size)
                w.const(1)
                w.op("-")
                w.get(local)
                w.op("-")
                w.set(local)
        w.get(0)
        w.get(place)
        w.get(other)
        w.call(a.number("exchange", zone))
        w.raise_by(step, 1)
        w.branch(again)
    if extras(layout):
        w.get(0)
        w.call(a.number("beside-anew", zone))
    return w


def exchange(a: Assembly, zone: int) -> Writer:
    """(instance, place, place): exchange the kinds on two places of an ordered zone."""
    w = Writer((I32, I32, I32))
    z = ZoneWriter(a, a.program.zones[zone], w, w.local(), 0)
    z.find_base()
    kept, row = w.local(), rows(a.program.zones[zone])[0]
    z.read(row, 1)
    w.set(kept)
    z.address(row, 1)
    z.read(row, 2)
    z.store()
    z.address(row, 2)
    w.get(kept)
    z.store()
    return w


def reverse(a: Assembly, zone: int) -> Writer:
    """(instance): the kinds of an ordered zone the other way round."""
    w = Writer((I32,))
    z = ZoneWriter(a, a.program.zones[zone], w, w.local(), 0)
    z.find_base()
    low, high = w.local(), w.local()
    z.read_size()
    w.const(1)
    w.op("-")
    w.set(high)
    with w.until(low, ">=", high):
        for local in (0, low, high):
            w.get(local)
        w.call(a.number("exchange", zone))
        w.raise_by(low, 1)
        w.raise_by(high, -1)
    return w


def beside_anew(a: Assembly, zone: int) -> Writer:
    """(instance): after the kinds of a sorted zone have changed places, each piece takes up what lay beside a piece of
    its kind, the first one of a kind what lay first."""
    w = Writer((I32,))
    z = ZoneWriter(a, a.program.zones[zone], w, w.local(), 0)
    z.find_base()
    place, source = w.local(), w.local()
    for row in rows(a.program.zones[zone])[1:]:
        w.get_global(TOP)
        z.address(row, None)
        w.const(a.map.state)
        w.op("+")
        z.read_size()
        w.to_bytes()
        w.copy()
        w.const(0)
        w.set(place)
        with w.block() as out, w.loop() as again:
            w.get(place)
            z.read_size()
            w.op(">=")
            w.branch_if(out)
            _old_place(z, place, source)
            z.address(row, place)
            w.get_global(TOP)
            w.get(source)
            w.to_bytes()
            w.op("+")
            w.load()
            z.store()
            w.raise_by(place, 1)
            w.branch(again)
    return w


def _old_place(z: ZoneWriter, place: int, source: int) -> None:
    """Where the piece at a place lay when the zone was sorted: behind all lower kinds and all earlier ones of its
    kind."""
    w, row = z.w, rows(z.layout)[0]
    other = w.local()
    for local in (other, source):
        w.const(0)
        w.set(local)
    with w.block() as out, w.loop() as again:
        w.get(other)
        z.read_size()
        w.op(">=")
        w.branch_if(out)
        w.get(source)
        z.read(row, other)
        z.read(row, place)
        w.op("<")
        z.read(row, other)
        z.read(row, place)
        w.op("==")
        w.get(other)
        w.get(place)
        w.op("<", "bitand", "bitor", "+")
        w.set(source)
        w.raise_by(other, 1)
        w.branch(again)
