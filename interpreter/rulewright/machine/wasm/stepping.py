"""From stop to stop, and one step of a game in one call."""

from math import prod

from rulewright.machine.playouts import values_of
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.nodes import Pick, ZoneLayout
from rulewright.machine.wasm import expressions, statements
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.choosing import standing_at
from rulewright.machine.wasm.code_facts import RUN
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import (
    ASKED,
    BY_KIND,
    COUNT,
    DECIDING,
    MOVE,
    NUMBER,
    OVER,
    PASSED,
    SEATS,
    STATUS,
    WAITING,
    WORD,
)
from rulewright.machine.wasm.multisets import width_of
from rulewright.machine.wasm.operands import Term, Value, called, memory
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import Spot, for_each_zone, refuse_unless_spot, return_unless

# ---- From stop to stop: the blocks of a program as one function
# `run` (block) goes on from a block to the next decision, chance event or the end, and answers the status. All blocks
# lie one behind the other: a jump forward is a branch, one backward goes round by a table of all blocks. At a decision
# `asking` lists the moves of who is asked first; with no move play goes on where the rules say.


class _Run:
    """The function `run` being written."""

    def __init__(self, a: Assembly) -> None:
        self.a = a
        self.w = Writer((I32,), (I32,))
        self.s = Scope(a, self.w)
        self.s.own(a.cells.own(RUN))
        self.places: dict[int, int] = {}
        self.dispatch = 0

    def write(self) -> Writer:
        w, blocks = self.w, self.a.program.blocks
        w.set(TURNS_TAKEN, 0)
        with w.loop() as self.dispatch:
            count = len(blocks)
            for number in reversed(range(count)):
                self.places[number] = w.open_block()
            w.branch_by(w.params[0], [self.places[number] for number in range(count)], self.places[count - 1])
            for number, block in enumerate(blocks):
                w.close()
                del self.places[number]
                self._block(number, block)
            w.op("unreachable")
        w.op("unreachable")
        return w

    def _block(self, number: int, block: ir.Block) -> None:
        exits = dict(block.exits)
        self.s.leave_by = lambda label: self.go(exits[label])
        statements.code(self.s, block.code)
        self._terminator(number, block)

    def go(self, block: int) -> None:
        """Go on at a block."""
        if block in self.places:
            self.w.branch(self.places[block])
        else:
            self.w.set(self.w.params[0], block)
            self.w.branch(self.dispatch)

    def _terminator(self, number: int, block: ir.Block) -> None:
        match block.terminator:
            case ir.Jump(to):
                if to <= number:
                    self.s.turns(1, block.terminator.span)
                self.go(to)
            case ir.Branch(test, then, otherwise):
                with self.w.when(expressions.value(self.s, test)):
                    self.go(then)
                self.go(otherwise)
            case ir.Return(cell):
                self.w.set(self.w.params[0], self.s.cell(cell))
                self.w.branch(self.dispatch)
            case ir.Decide(site):
                self._arrive(number, block)
                self._decide(site)
            case ir.Chance(chance):
                self._arrive(number, block)
                point = self.a.program.chances[chance]
                if isinstance(point, ir.ShuffleChance):
                    with self.w.when(expressions.size(self.s, point.zone.zone, point.zone.instance).is_0()):
                        self.go(point.then)
                halt(self.w, WAITING, chance)
            case ir.End():
                self._arrive(number, block)
                halt(self.w, OVER, 0)

    def _arrive(self, number: int, block: ir.Block) -> None:
        for cell in block.dead:
            self.w.set(self.s.cell(cell), 0)
        self.w.set(self.s.cell(self.a.program.pc), number)

    def _decide(self, number: int) -> None:
        w, site = self.w, self.a.program.sites[number]
        with w.block() as nobody:
            w.branch_if(nobody, called(self.a.number("ask", number)).is_0())
            halt(w, DECIDING, number)
        if site.stuck is None:
            w.op("unreachable")
        else:
            w.raise_by(memory(PASSED), 1)
            self.go(site.stuck)


def halt(w: Writer, status: int, number: int) -> None:
    """Say in the head where the game stands, and return the status."""
    w.set(memory(STATUS), status)
    w.set(memory(NUMBER), number)
    w.answer(status)


def run(a: Assembly) -> Writer:
    """(block) -> status."""
    return _Run(a).write()


# ---- A step of a game in one call: the host says in the head who makes which listed move; chance is answered, and
# the moves of who is asked next are listed and looked through
# Of listed moves a host wants to know whether all pieces in them are called by their kinds alone: it then knows their
# names without asking what else there was to pick. The words behind a move become 0, so that equal moves are equal
# rows.


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
