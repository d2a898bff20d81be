"""All positions that can be reached, each kept once: packed, with the position it came from and by which choice.

Positions lie one behind the other in the order in which they were found; behind the room for them lies a table of
their numbers, found by hash. `explore` goes on from each position of a status in turn and adds what is new, so that a
host that asks first for chance and then for decisions goes breadth first. What ends a call can be gone on from: the
head says at which position and choice it stands.

Once all are found they can be gone through again with a place for *links*: for each choice the position, the choice,
and the position to which it leads. The vector alone says what a position is.
"""

from typing import Final

from attrs import frozen

from rulewright.machine.program.bounds import MOVES
from rulewright.machine.wasm import lanes, memory_map as head
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64, Term, called, choice, const, memory
from rulewright.machine.wasm.memory_map import WORD, MemoryMap
from rulewright.machine.wasm.writer import Writer, writes

DONE, FULL, BROKEN, TOO_MANY_WAYS = range(4)
"""Why a call ends: all are gone on from; there is no room for another position; an invariant does not hold in the last
one; there are more ways to it than 64 bits can say."""
SEAT_BIT, STATUS_BITS = 20, 2
"""A choice is the number of a move or outcome, and from this bit on the seat; a tag begins with the status."""
NO_CHOICE: Final = -1
"""What stands for the choice while chance is asked what it can give."""
HASH: Final = 0xBF58476D1CE4E5B9
AT, CHOICE, FOUND, LINK = map(memory, (head.AT, head.CHOICE, head.FOUND, head.LINK))
LINK_BYTES: Final = 3 * WORD


@frozen
class Places:
    """Where things lie behind the rest: the working state of the position that is gone on from, its moves, and from
    `nodes` on the positions, of `size` bytes each: the vector in bits, from `tag` on a word with status and layer, from
    `how` on the position before and the choice, or the number of ways."""

    home: int
    menu: int
    nodes: int
    tag: int
    how: int
    size: int


def places(layout: MemoryMap, lane: int) -> Places:
    """Of a program whose lanes have so many bytes."""
    home = layout.lanes
    menu = home + -(-layout.game_bytes // 64) * 64
    tag = lane - lanes.BESIDE
    return Places(home, menu, menu + MOVES * layout.stride * WORD, tag, tag + WORD, tag + 3 * WORD)


def _of(a: Assembly) -> Places:
    return places(a.map, lanes.packed(a.program).bytes)


def node(a: Assembly, number: Term) -> Term:
    """The address of a position."""
    return number * _of(a).size + _of(a).nodes


@writes(I32, I32, gives=I32)
def explore(a: Assembly, w: Writer, end: Term, status: Term) -> None:
    """(end, status) -> why it ends: go on from the positions of this status, from the one in the head to that end."""
    here, why = w.local(), w.local()
    with w.until(end <= AT):
        w.set(here, node(a, AT))
        with w.when((here.at(_of(a).tag) & (1 << STATUS_BITS) - 1).equals(status)):
            w.set(why, called(a.number("unpack_cells"), here))
            Scope(a, w).look_at_clock()  # here the head says of what it is told
            w.copy(_of(a).home, a.map.work, a.map.game_bytes)
            with w.when(status.equals(head.DECIDING), result=I32):
                w.call(a.number("all_choices"), memory(head.NUMBER))
                w.otherwise()
                w.call(a.number("all_outcomes"), memory(head.NUMBER))
            w.pop(why)
            with w.when(why):
                w.set(CHOICE, CHOICE + why.differs(FULL))
                w.answer(why)
        w.raise_by(AT, 1)
        w.set(CHOICE, 0)
    w.push(DONE)


@writes(I32, gives=I32)
def all_choices(a: Assembly, w: Writer, site: Term) -> None:
    """(site) -> why it ends: every move of every seat that may choose first, from the choice in the head on."""
    asked, seat, why = w.local(), w.local(), w.local()
    w.call(a.number("moves"))
    w.op("drop")
    w.set(asked, memory(head.SEATS))
    with w.when(memory(head.ANY_SEAT).is_0()):
        w.set(asked, const(1) << asked.lowest_bit())
    with w.until(asked.is_0()):
        w.set(seat, asked.lowest_bit())
        w.set(asked, asked & asked - 1)
        w.answer_if(why.keep(called(a.number("choices_of"), site, seat)), why)
    w.push(DONE)


@writes(I32, I32, gives=I32)
def choices_of(a: Assembly, w: Writer, site: Term, seat: Term) -> None:
    """(site, seat) -> why it ends: every move of this seat."""
    first, end, block, why, menu = w.local(), w.local(), w.local(), w.local(), w.local()
    stride = WORD * a.map.stride
    _come_home(a, w, site)
    w.set(first, seat << SEAT_BIT)
    w.set(end, first + called(a.number("moves_of"), seat))
    w.copy(_of(a).menu, a.map.moves, (end - first) * stride)
    with w.when(first > CHOICE):
        w.set(CHOICE, first)
    with w.steps(CHOICE, end):
        _stop_if_full(w)
        _come_home(a, w, site)
        w.set(menu, (CHOICE - first) * stride + _of(a).menu)
        for word in range(0, stride, WORD):
            w.set(memory(a.map.moves + word), menu.at(word))
        w.set(block, called(a.number("choose_listed"), seat, 0, site))
        with w.when(block < 0, result=I32):
            w.push(head.DECIDING)
            w.otherwise()
            w.call(a.number("run"), block)
        w.pop(block)
        w.answer_if(why.keep(called(a.number("arrive"), block)), why)
    w.push(DONE)


@writes(I32, gives=I32)
def all_outcomes(a: Assembly, w: Writer, event: Term) -> None:
    """(chance event) -> why it ends: every outcome, or some of too many, from the number in the head on."""
    first, count, some, block, why = (w.local() for _ in range(5))
    w.set(first, CHOICE)
    w.set(CHOICE, NO_CHOICE)
    w.set(count, called(a.number("outcomes")))
    w.set(CHOICE, first)
    w.set(some, count > memory(head.OUTCOMES))
    with w.when(some):
        w.set(count, memory(head.OUTCOMES))
        w.set(memory(head.SAMPLED), 1)
    with w.steps(CHOICE, count):
        _stop_if_full(w)
        _come_home(a, w, event)
        with w.when(some, result=I32):
            w.set(memory(head.EVENTS), CHOICE)
            w.call(a.number("answer"), event)
            w.otherwise()
            w.call(a.number("outcome"), CHOICE)
        w.pop(block)
        w.answer_if(why.keep(called(a.number("arrive"), called(a.number("run"), block))), why)
    w.push(DONE)


def _come_home(a: Assembly, w: Writer, number: Term) -> None:
    """Stand again where the position is that is gone on from."""
    w.move(a.map.work, _of(a).home, a.map.game_bytes)
    w.set(memory(head.NUMBER), number)


def _stop_if_full(w: Writer) -> None:
    w.answer_if(choice(memory(head.LINK_END) <= LINK, memory(head.ROOM) <= FOUND, LINK), FULL)


@writes(I32, gives=I32)
def arrive(a: Assembly, w: Writer, status: Term) -> None:
    """(status) -> why it ends, if it does: keep the working state if it is new; a host so enters the first ones."""
    here, slot, other, number = w.local(), w.local(), w.local(), w.local()
    at = _of(a)
    w.set(here, node(a, FOUND))
    w.call(a.number("pack_cells"), here)
    w.set(here.at(at.tag), memory(head.LAYER) << STATUS_BITS | status)
    w.set(slot, called(a.number("slot_of"), here))
    with w.until(other.keep(slot.at()).is_0()):
        w.set(number, other - 1)
        w.set(other, node(a, number))
        with w.when(called(a.number("same_position"), here, other)):
            _count_ways(a, w, other)
            with w.when(LINK):
                for place, what in enumerate((AT, CHOICE, number)):
                    w.set(LINK.at(place * WORD), what)
                w.set(LINK, LINK + LINK_BYTES)
            w.answer(DONE)
        w.set(slot, _next_slot(slot))
    with w.when(memory(head.COUNTING)):
        w.set(here.at(at.how, "long"), 0)
        _count_ways(a, w, here)
        w.otherwise()
        w.set(here.at(at.how), AT)
        w.set(here.at(at.how + WORD), CHOICE)
    w.raise_by(FOUND, 1)
    w.set(slot.at(), FOUND)
    with w.when(status.differs(head.WAITING) & memory(head.COUNTING).is_0()):
        w.answer((const(0) - (called(a.number("invariants")) >= 0)) & BROKEN)
    w.push(DONE)


def _count_ways(a: Assembly, w: Writer, there: Term) -> None:
    """Where ways are counted: to a position there are as many more as to the one before it."""
    ways, more = w.local(I64), w.local(I64)
    with w.when(memory(head.COUNTING)):
        w.set(more, node(a, AT).at(_of(a).how, "long"))
        w.set(ways, there.at(_of(a).how, "long") + more)
        w.answer_if(ways.op("<u", more), TOO_MANY_WAYS)
        w.set(there.at(_of(a).how, "long"), ways)


@writes()
def table_anew(_: Assembly, w: Writer) -> None:
    """(): the table, whose place and size the head says, is empty."""
    w.fill_0(memory(head.TABLE), (memory(head.MASK) + 1).to_bytes())


@writes(I32, I32)
def table_more(a: Assembly, w: Writer, number: Term, end: Term) -> None:
    """(first, end): the table has these positions, too, which it has not."""
    slot = w.local()
    with w.steps(number, end):
        w.set(slot, called(a.number("slot_of"), node(a, number)))
        with w.until(slot.at().is_0()):
            w.set(slot, _next_slot(slot))
        w.set(slot.at(), number + 1)


@writes(I32, gives=I32)
def slot_of(a: Assembly, w: Writer, here: Term) -> None:
    """(address of a position) -> the address in the table where looking for it begins."""
    found, at, end = w.local(I64), w.local(), w.local()
    w.set(end, here + _of(a).how)
    w.set(at, here)
    with w.some_steps(at, end, WORD):
        w.set(found, (found ^ at.at().long()) * HASH)
        w.set(found, found ^ found >> 29)
    w.push(_slot(found.short() & memory(head.MASK)))


def _slot(number: Term) -> Term:
    return number.to_bytes() + memory(head.TABLE)


def _next_slot(slot: Term) -> Term:
    return _slot((slot - memory(head.TABLE) >> 2) + 1 & memory(head.MASK))


@writes(I32, I32, gives=I32)
def same_position(a: Assembly, w: Writer, here: Term, other: Term) -> None:
    """(address, address) -> whether two positions are the same, in the same layer."""
    end = w.local()
    w.set(end, here + _of(a).how)
    with w.loop() as again:
        w.answer_if(here.at().differs(other.at()), 0)
        w.raise_by(other, WORD)
        w.raise_by(here, WORD)
        w.branch_if(again, here < end)
    w.push(1)
