"""Which move is looked at next: edges of a list found by the keys of the moves, and the one that promises most.

The formula is UCB1 (Auer, Cesa-Bianchi, Fischer 2002) for moves that are not always legal (Cowling, Powley, Whitehouse
2012): total / n + c * (high - low) * sqrt(log(offered) / n), the logarithm taken as straight between powers of 2, so
that it is the same number on every machine. Unvisited moves come first, in turn from where `spin` says.
"""

from math import log
from typing import Final

from rulewright.machine.search import LOST, PROVEN_POINTS, WON
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.choosing import listed_move
from rulewright.machine.wasm.encoding import F64, I32
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, WORD
from rulewright.machine.wasm.operands import Term, called, choice, const, memory, real
from rulewright.machine.wasm.search.area import (
    CHILD,
    EDGE_BYTES,
    KEY,
    NEXT,
    OFFERED,
    PROOF,
    SEAT,
    TOTAL,
    VISITS,
    Tree,
)
from rulewright.machine.wasm.writer import Writer, writes

NO_ROOM: Final = -1
PRIME: Final = 0x9E3779B1


def mixed(key: Term, word: Term, place: int = 0) -> Term:
    """A key that depends on another one, a word and its place: 32 bits, as `search.mixed` has it."""
    return (key ^ word) * PRIME + place


@writes(I32, I32, gives=I32)
def move_key(a: Assembly, w: Writer, seat: Term, move: Term) -> None:
    """(seat, address of a listed move) -> its key: who makes it, and all its words."""
    key = w.local()
    w.set(key, mixed(seat, move.at(), 1))
    w.set(key, mixed(key ^ (key >> 15), move.at(WORD), 2))
    with w.block() as done:
        for number, site in enumerate(a.program.sites):
            with w.when(memory(NUMBER).equals(number)):
                _picks(a, w, key, move, [offer.action for offer in site.offers])
                w.branch(done)
    w.push(key)


def _picks(a: Assembly, w: Writer, key: Term, move: Term, actions: list[int]) -> None:
    """Mix in the picks; how many there are depends on offer and variant."""
    lengths = {
        (at, variant): len(each.cells)
        for at, action in enumerate(actions)
        for variant, each in enumerate(a.program.actions[action].variants)
    }
    for length in sorted({*lengths.values()} - {0}):
        with w.when(_one_of(move, [at for at, long in lengths.items() if long >= length], lengths)):
            for place in range(max((each for each in lengths.values() if each < length), default=0), length):
                w.set(key, mixed(key ^ (key >> 15), move.at(WORD * (2 + place)), 3 + place))


def _one_of(move: Term, some: list[tuple[int, int]], lengths: dict[tuple[int, int], int]) -> Term:
    """Whether the move is one of these offers and variants."""
    if len(some) == len(lengths):
        return const(1)
    found = const(0)
    for offer in sorted({offer for offer, _ in some}):
        here = [variant for at, variant in some if at == offer]
        test = move.at().equals(offer)
        if len(here) < sum(1 for at, _ in lengths if at == offer):
            among = const(0)
            for variant in here:
                among = among | move.at(WORD).equals(variant)
            test = test & among
        found = found | test
    return found


@writes(I32, I32, I32, gives=I32)
def find(a: Assembly, w: Writer, link: Term, key: Term, seat: Term) -> None:
    """(address of the number of a list's first edge, key, seat) -> the edge with this key, made if there is none; 0 if
    there is no room."""
    t, at, edge = Tree(a, w), w.local(), w.local()
    with w.until(at.keep(link.at()).is_0()):
        with w.when(edge.keep(t.edge(at)).at(KEY).equals(key)):
            w.answer(at)
        w.set(link, edge + NEXT)
    with w.when(t.word("edges") >= t.word("room")):
        w.answer(0)
    w.set(at, t.word("edges") + 1)
    w.set(t.word("edges"), at)
    w.set(link.at(), at)
    w.fill_0(edge.keep(t.edge(at)), EDGE_BYTES)
    w.set(edge.at(KEY), key)
    w.set(edge.at(SEAT), seat)
    w.push(at)


@writes(I32, I32, I32, gives=I32)
def select(a: Assembly, w: Writer, slot: Term, seat: Term, spin: Term) -> None:
    """(address of the number of the list's first edge, seat, spin) -> the number of the listed move that is looked at,
    its edge in the area; NO_ROOM if the tree cannot grow."""
    t = Tree(a, w)
    move, at, edge, key, best, order, first = (w.local() for _ in range(7))
    value, most, weight = (w.local(F64) for _ in range(3))
    w.set(at, slot.at())
    w.set(weight, t.word("explore").real() * (t.word("high") - t.word("low")).real() * real(0.001))
    w.set(spin, spin % memory(COUNT))
    w.set(first, -1)
    w.set(best, NO_ROOM)
    w.set(most, real(-2.0))
    with w.steps(move, memory(COUNT)):
        # at the root, where all worlds list the same moves, the key of a move is its number
        with w.when(slot.equals(t.area.word("root")), result=I32):
            w.push(move)
            w.otherwise()
            w.call(a.number("move_key"), seat, listed_move(a, move))
        w.pop(key)
        with w.block() as found:
            with w.when(at):
                w.branch_if(found, edge.keep(t.edge(at)).at(KEY).equals(key))
            with w.when(at.keep(called(a.number("find"), slot, key, seat)).is_0()):
                w.answer(NO_ROOM)
            w.set(edge, t.edge(at))
        w.set(edge.at(OFFERED), edge.at(OFFERED) + 1)
        with w.block() as next_one:
            with w.when(edge.at(VISITS).is_0()):
                # how far behind the spin, going round
                w.set(order, choice(move - spin + memory(COUNT), move - spin, move < spin))
                with w.when(order.op("<u", first)):
                    _keep(w, t, first, order, best, move, at)
                w.branch(next_one)
            w.branch_if(next_one, first.differs(-1))
            w.set(value, _value(w, edge, weight))
            with w.when(value > most):
                w.set(most, value)
                _keep(w, t, first, first, best, move, at)
        w.set(at, edge.at(NEXT))
    w.push(best)


def _keep(w: Writer, t: Tree, first: Term, order: Term, best: Term, move: Term, at: Term) -> None:
    w.set(first, order)
    w.set(best, move)
    w.set(t.word("edge"), at)


def _value(w: Writer, edge: Term, weight: Term) -> Term:
    """What a visited edge promises; of a proven one what it is worth."""
    visits, offered, log_2, found = w.local(F64), w.local(), w.local(), w.local(F64)
    with w.when(edge.at(PROOF), result=F64):
        proof = edge.at(PROOF)
        worth = real(-1.0)
        for sort, points in enumerate(PROVEN_POINTS):
            if LOST < sort < WON:
                worth = choice(real(float(points)), worth, proof.equals(sort))
        w.push(worth)
        w.otherwise()
        w.set(visits, edge.at(VISITS).real())
        w.set(offered, edge.at(OFFERED))
        w.set(log_2, offered.highest_bit())
        bits = log_2.real() + offered.real() / (const(1) << log_2).real() - real(1.0)
        w.push(edge.at(TOTAL, "long").real() / visits + weight * (bits * real(log(2)) / visits).root())
    w.pop(found)
    return found


@writes(I32, I32, gives=I32)
def combined(a: Assembly, w: Writer, link: Term, key: Term) -> None:
    """(address of a number, key) -> the address of the number of the list behind choices made at once; 0 if there is no
    room."""
    edge, t = w.local(), Tree(a, w)
    with w.when(edge.keep(called(a.number("find"), link, key, 0)).is_0()):
        w.answer(0)
    w.push(t.edge(edge) + CHILD)
