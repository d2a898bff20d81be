"""Chance inside the module: the generator, shuffles, draws, and outcomes by number."""

from collections.abc import Callable
from typing import Final

from rulewright.machine.chance import CHANCE_STREAM, GAMMA, PLAYER_STREAM
from rulewright.machine.program.nodes import DrawChance, ShuffleChance
from rulewright.machine.wasm import expressions, memory_map as head
from rulewright.machine.wasm.assembly import RANDOM, TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64, Term, Value, called, choice, const, memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.multisets import enumerate_into, width_of
from rulewright.machine.wasm.writer import Writer, writes
from rulewright.machine.wasm.zones import ZoneWriter, zone_writer

# ---- Chance inside the module: the counter-based generator of `machine/chance`, shuffles and draws
# The head holds the keys of the two streams of a game and how many events and decisions there were; the global
# `RANDOM` is the state of the event's own generator. The numbers are those of `machine/chance`, to the last bit.


MIX, LAST_SHIFT = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)), 31


def mix(w: Writer, number: Term) -> Term:
    """The finaliser of SplitMix64."""
    z = w.local(I64)
    for shift, factor in MIX:
        number = (z.keep(number) ^ z >> shift) * factor
    return z.keep(number) ^ z >> LAST_SHIFT


@writes(I32, gives=I32)
def below(_: Assembly, w: Writer, n: Term) -> None:
    """(n) -> the next number below n of the generator in `RANDOM`; 1 ≤ n < 2^31."""
    product, low, state = w.local(I64), w.local(I64), w.local(I64)
    w.set(state, RANDOM)
    with w.loop() as again:
        drawn = mix(w, state.keep(state + GAMMA)) >> 32
        with w.when(low.keep(product.keep(drawn * n.long()) & 0xFFFFFFFF).op("<u", n.long())):
            # only here can the lower half be less than 2^32 mod n, which takes long to reckon
            w.branch_if(again, low.op("<u", const(1 << 32, I64) % n.long()))
    w.set(RANDOM, state)
    w.push((product >> 32).short())


@writes(I64)
def keys(a: Assembly, w: Writer, number: Term) -> None:
    """(number): the streams of a game of the seed in the head; no event and no decision yet."""
    key = w.local(I64)
    w.set(key, mix(w, memory(head.SEED, "long") + GAMMA))
    w.set(key, mix(w, (key ^ number) + GAMMA))
    streams = [(CHANCE_STREAM, head.CHANCE_KEY)] if a.program.chances else []
    for stream, address in (*streams, (PLAYER_STREAM, head.PLAYER_KEY)):
        w.set(memory(address, "long"), mix(w, (key ^ stream) + GAMMA))
    for address in (head.EVENTS, head.DECISIONS):
        w.set(memory(address), 0)


def next_event(w: Writer, key: int, counter: int) -> None:
    """Set the generator up for the next event of a stream, and count it."""
    w.set(RANDOM, mix(w, (memory(key, "long") ^ memory(counter).long()) + GAMMA))
    w.raise_by(memory(counter), 1)


@writes(I32, gives=I32)
def answer(a: Assembly, w: Writer, event: Term) -> None:
    """(number of the chance point) -> the block where play goes on."""
    next_event(w, head.CHANCE_KEY, head.EVENTS)
    for number, _ in w.cases(event, a.program.chances):
        w.answer(called(a.number("answer_at", number)))
    w.op("unreachable")


@writes(gives=I32)
def answer_at(a: Assembly, w: Writer, number: int) -> None:
    """() -> the block; the generator is set up."""
    s, point = Scope(a, w, ("chance", number)), a.program.chances[number]
    match point:
        case ShuffleChance():
            instance = w.local()
            w.set(instance, expressions.value(s, point.zone.instance))
            w.set(memory(head.OUTCOME), instance)
            w.call(a.number("shuffle", point.zone.zone), instance)
        case DrawChance():
            drawn(s, point, lambda total: called(a.number("below"), total))
    w.push(point.then)


def drawn(s: Scope, point: DrawChance, number: Callable[[Term], Value] | None, *, alike: bool = False) -> Term:
    """List the candidates of a draw and add up their weights, which are given (`alike`: 1 for each that can be drawn);
    draw the one at which `number`, of all weights, is counted through. Drawing from nothing is a fault."""
    w, code = s.w, s.a.program.functions[point.candidates].body
    begin, at, total = (w.local() for _ in range(3))
    size = WORD * width_of(code)
    written = at.at(size - WORD)
    weight = written > 0 if alike else choice(written, 0, written > 0)
    w.set(TURNS_TAKEN, 0)
    w.set(begin, TOP)
    enumerate_into(s, code)
    w.set(total, 0)
    w.set(at, begin)
    with w.until(at.op(">=u", TOP)):
        w.set(total, total + weight)
        w.raise_by(at, size)
    with w.when(total.is_0()):
        s.fault(head.PROGRAM_FAULT, point.fault)
    if number is not None:
        left = w.local()
        w.set(left, number(total))
        w.set(at, begin)
        with w.loop() as again, w.when(left.keep(left - weight) >= 0):
            w.raise_by(at, size)
            w.branch(again)
        w.set(memory(head.OUTCOME), at)
        for place, cell in enumerate(point.cells):
            w.set(s.cell(cell), at.at(WORD * place))
    w.set(TOP, begin)
    return total


@writes(I32)
def shuffle(a: Assembly, w: Writer, zone: int, instance: Term) -> None:
    """(instance): sort the zone, then Fisher-Yates from the top; what lies beside goes along."""
    layout = a.program.zones[zone]
    z = zone_writer(a, zone, w, instance)
    size, place, other, step = (w.local() for _ in range(4))
    in_order(a, z)
    w.set(size, z.size())
    with w.steps(step, size - 1):
        w.set(other, called(a.number("below"), size - step) + step)
        w.set(place, step)
        if layout.kind == "pile":
            for each in (place, other):
                w.set(each, size - 1 - each)
        exchange(z, place, other)
    if z.beside:
        w.call(a.number("beside_anew", zone), instance)


def in_order(a: Assembly, z: ZoneWriter) -> None:
    """Sort an ordered zone, the lowest kind on top or left."""
    z.w.call(a.number("sort", z.layout.zone), z.instance)
    if z.layout.kind == "pile":
        low, high = z.w.kept(0), z.w.kept(z.size() - 1)
        with z.w.until(low >= high):
            exchange(z, low, high)
            z.w.raise_by(low, 1)
            z.w.raise_by(high, -1)


def exchange(z: ZoneWriter, first: Term, second: Term) -> None:
    """Exchange the kinds on two places of an ordered zone."""
    kept = z.w.kept(z.kind(first))
    z.w.set(z.kind(first), z.kind(second))
    z.w.set(z.kind(second), kept)


@writes(I32)
def beside_anew(a: Assembly, w: Writer, zone: int, instance: Term) -> None:
    """(instance): after kinds have changed places, the first one of each takes up what lay beside the first."""
    z = zone_writer(a, zone, w, instance)
    place, source = w.local(), w.local()
    for row in z.beside:
        w.copy(TOP, z.number(row).to_bytes() + a.map.state, z.size().to_bytes())
        w.set(place, 0)
        with w.steps(place, z.size()):
            # where the piece lay when the zone was sorted: behind all lower kinds and all earlier ones of its kind
            other = w.local()
            for each in (other, source):
                w.set(each, 0)
            kind, here = z.kind(other), z.kind(place)
            with w.steps(other, z.size()):
                w.set(source, source + (kind < here | kind.equals(here) & (other < place)))
            w.set(z.cell(row, place), TOP.word(source))


# ---- Outcomes of chance by number, in the order of `machine/chance`: how many an event has, and the one with a
# number
# A draw has one for each candidate that has weight; a shuffle one for each order of the pieces that can be told from
# others, by the kinds from the top or left.


MAX_OUTCOMES: Final = 1 << 24
"""Whatever has more outcomes is said to have this many."""


@writes(gives=I32, at="chances")
def outcomes(a: Assembly, w: Writer, number: int) -> None:
    """() -> how many outcomes the event has, at most `MAX_OUTCOMES`; what is shuffled is sorted."""
    s, point = Scope(a, w, ("chance", number)), a.program.chances[number]
    match point:
        case DrawChance():
            w.push(drawn(s, point, None, alike=True))
        case ShuffleChance():
            w.push(called(a.number("orders", point.zone.zone), expressions.value(s, point.zone.instance)))


@writes(I32, gives=I32, at="chances")
def outcome(a: Assembly, w: Writer, event: int, number: Term) -> None:
    """(number) -> the block where play goes on after the outcome with this number."""
    s, point = Scope(a, w, ("chance", event)), a.program.chances[event]
    match point:
        case DrawChance():
            drawn(s, point, lambda _: number, alike=True)
        case ShuffleChance():
            w.call(a.number("order", point.zone.zone), expressions.value(s, point.zone.instance), number)
    w.push(point.then)


@writes(I32, gives=I32)
def orders(a: Assembly, w: Writer, zone: int, instance: Term) -> None:
    """(instance) -> how many orders its pieces have. n! / (a! b! …) piece by piece: the nth, the ath of its kind, makes
    it n / a times as many."""
    z = zone_writer(a, zone, w, instance)
    place, alike, found = w.local(), w.local(), w.local(I64)
    in_order(a, z)
    w.set(found, 1)
    with w.steps(place, z.size()):
        w.set(alike, alike * (z.kind(place).equals(z.kind(place - 1)) & place.differs(0)) + 1)
        w.set(found, found * (place + 1).long() // alike.long())
        w.answer_if(found.op(">=u", MAX_OUTCOMES), MAX_OUTCOMES)
    w.push(found.short())


@writes(I32, I32)
def order(a: Assembly, w: Writer, zone: int, instance: Term, number: Term) -> None:
    """(instance, number): this order. On a place each kind lies in the part of all that it is of the pieces left."""
    z = zone_writer(a, zone, w, instance)
    place, at, alike, size, part, all_orders = (w.local() for _ in range(6))

    def counted(place: Term) -> Term:
        """A place counted from the top or left."""
        return size - 1 - place if z.layout.kind == "pile" else place

    w.set(all_orders, called(a.number("orders", zone), instance))
    w.set(size, z.size())
    with w.steps(place, size):
        w.set(at, place)
        with w.loop() as again:
            # how many pieces from here on are of the same kind, the rest being sorted
            w.set(alike, 1)
            with w.until(at + alike >= size, z.kind(counted(at + alike)).differs(z.kind(counted(at)))):
                w.raise_by(alike, 1)
            w.set(part, (all_orders.long() * alike.long() // (size - place).long()).short())
            with w.when(number >= part):
                w.set(number, number - part)
                w.set(at, at + alike)
                w.branch(again)
        w.set(all_orders, part)
        with w.until(at <= place):
            exchange(z, counted(at), counted(at - 1))
            w.raise_by(at, -1)
    if z.beside:
        w.call(a.number("beside_anew", zone), instance)
