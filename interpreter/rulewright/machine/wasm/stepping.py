"""A step of a game in one call: the host says in the head who makes which listed move; chance is answered, and the
moves of who is asked next are listed and looked through.

Of listed moves a host wants to know whether all pieces in them are called by their kinds alone: it then knows their
names without asking what else there was to pick. The words behind a move become 0, so that equal moves are equal rows.
"""

from math import prod

from rulewright.machine.playouts import values_of
from rulewright.machine.program.nodes import Pick, ZoneLayout
from rulewright.machine.wasm.asking import standing_at
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import ASKED, BY_KIND, COUNT, DECIDING, MOVE, OVER, SEATS, STATUS, WORD
from rulewright.machine.wasm.multisets import width_of
from rulewright.machine.wasm.operands import Term, Value, called, memory
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.spots import Spot, for_each_zone, refuse_unless_spot, return_unless


def step(a: Assembly) -> Writer:
    """(): the seat in the head makes the move of this number; then as `arrived`."""
    w = Writer()
    w.call(a.number("choose-and-run"), memory(ASKED), memory(MOVE))
    w.call(a.number("arrived"))
    return w


def first_step(a: Assembly) -> Writer:
    """(): begin a game whose key of chance the host has written; then as `arrived`."""
    w = Writer()
    w.call(a.number("start"))
    w.call(a.number("arrived"))
    return w


def arrived(a: Assembly) -> Writer:
    """(status): answer chance; then look through the moves of who is asked first, or say what the game came to."""
    w = Writer((I32,))
    with w.when(called(a.number("settle"), *w.params).equals(OVER)):
        w.call(a.number("result"))
        w.answer()
    w.call(a.number("look-through"), memory(SEATS).lowest_bit())
    return w


def offer(a: Assembly) -> Writer:
    """(): list and look through the moves of the seat in the head."""
    w = Writer()
    w.set(memory(COUNT), called(a.number("moves-of"), memory(ASKED)))
    w.call(a.number("look-through"), memory(ASKED))
    return w


def take_up(a: Assembly) -> Writer:
    """(): the host has written the cells of a stopped vector; where it decides, as `offer`."""
    w = Writer()
    w.call(a.number("load"))
    w.op("drop")
    with w.when(memory(STATUS).equals(DECIDING)):
        w.call(a.number("offer"))
    return w


# ---- what was listed


def look_through(a: Assembly) -> Writer:
    """(seat): whether its listed moves have only pieces that are called by their kinds, into the head."""
    w = Writer((I32,))
    [seat] = w.params
    at, number, plain = w.local(), w.local(), w.local()
    w.set(plain, 1)
    w.set(at, a.map.moves)
    with w.steps(number, memory(COUNT)):
        for site_number, site in enumerate(a.program.sites):
            with w.when(standing_at(site_number)):
                for place, each in enumerate(site.offers):
                    with w.when(at.at().equals(place)):
                        w.set(plain, called(a.number("look-at-move", each.action), seat, at, number, plain))
        w.raise_by(at, WORD * a.map.stride)
    w.set(memory(BY_KIND), plain)
    return w


def look_at_move(a: Assembly, number: int) -> Writer:
    """(seat, address of a move of this action, its number, whether all so far were called by kind) -> whether it is,
    too; the words behind it become 0."""
    w = Writer((I32, I32, I32, I32), (I32,))
    _, move, _, plain = w.params
    for variant, each in enumerate(a.program.actions[number].variants):
        with w.when(move.at(WORD).equals(variant)):
            for word in range(2 + len(each.cells), a.map.stride):
                w.set(move.at(WORD * word), 0)
            _called_by_kind(a, w, a.program.actions[number].picks(variant))
    w.push(plain)
    return w


def _called_by_kind(a: Assembly, w: Writer, picks: tuple[Pick, ...]) -> None:
    """Return 0 if some pick has pieces that are called otherwise."""
    seat, _, move_number, _ = w.params
    for number, pick in enumerate(picks):
        if pick.argument.kind == "piece":
            width, kinds = width_of(a.program.functions[pick.candidates].body), max(1, values_of(a.program, pick))
            with w.when(_unless_known(a, w, 2 + pick.at)):
                count = called(a.number("candidates"), seat, move_number, number)
                return_unless(w, called(a.number("kinds-tell", width, kinds), count, seat))


def _unless_known(a: Assembly, w: Writer, words: int) -> Term:
    """Whether the candidates must be looked at: so far all were called by kind, and the move before this one did not
    begin with the same words."""
    _, move, number, plain = w.params
    before, other = move - WORD * a.map.stride, number.is_0()
    for word in range(0, WORD * words, WORD):
        other |= move.at(word) ^ before.at(word)
    return plain & other.differs(0)


def kinds_tell(a: Assembly, width: int, kinds: int) -> Writer:
    """(how many candidates, seat) -> whether the seat sees them all and each is of another kind."""
    w = Writer((I32, I32), (I32,))
    count, seat = w.params
    at, end, other, address = w.local(), w.local(), w.local(), a.map.candidates
    return_unless(w, count <= kinds)
    w.set(end, count * (WORD * width))
    with w.steps(at, end, WORD * width):
        return_unless(w, called(a.number("seen"), at.at(address + WORD), seat))
        w.set(other, 0)
        with w.steps(other, at, WORD * width):
            return_unless(w, other.at(address).differs(at.at(address)))
    w.push(1)
    return w


# ---- who sees what


def seen(a: Assembly) -> Writer:
    """(cell, seat) -> whether the seat sees the piece there; all see what lies nowhere."""
    w = Writer((I32, I32), (I32,))
    loc, seat = w.params
    address = w.local()
    with w.when(loc < 0):
        w.answer(1)
    spot = refuse_unless_spot(a, w, loc, address)
    for_each_zone(a, w, spot, lambda zone: w.answer(_seen_in(a, w, a.program.zones[zone], spot, seat)))
    w.push(0)
    return w


def _seen_in(a: Assembly, w: Writer, layout: ZoneLayout, spot: Spot, seat: Term) -> Value:
    """Whether a seat sees the piece; who sees what lies face down says its mark."""
    if layout.faces_at is not None and layout.marks_at is not None:
        cell = (spot.base + spot.place).to_bytes()
        with w.when(cell.at(a.map.cell(layout.faces_at))):
            w.answer(cell.at(a.map.cell(layout.marks_at)) >> seat & 1)
    if layout.faces_at is not None or layout.audience == "everyone":
        return 1
    if layout.audience == "nobody" or layout.owner_seat is None:
        return 0
    below = prod(layout.extents[layout.owner_seat + 1 :])
    owner = spot.instance // below % layout.extents[layout.owner_seat]
    return owner.differs(seat) if layout.audience == "others" else owner.equals(seat)
