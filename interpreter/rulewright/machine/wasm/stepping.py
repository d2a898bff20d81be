"""From stop to stop, and one step of a game in one call."""

from math import prod

from rulewright.machine.playouts import values_of
from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm import expressions, memory_map as head
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.code_facts import RUN
from rulewright.machine.wasm.encoding import I32, Term, called, memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.multisets import width_of
from rulewright.machine.wasm.writer import Writer, writes
from rulewright.machine.wasm.zones import for_each_zone, refuse_unless_spot

# ---- From stop to stop: the blocks of a program as one function
# `run` (block) goes on from a block to the next decision, chance event or the end, and answers the status. All blocks
# lie one behind the other: a jump forward is a branch, one backward goes round by a table of all blocks. At a decision
# `asking` lists the moves of who is asked first; with no move play goes on where the rules say.


@writes(I32, gives=I32)
def run(a: Assembly, w: Writer, at: Term) -> None:
    """(block) -> status."""
    s, blocks = Scope(a, w, RUN), a.program.blocks
    w.set(TURNS_TAKEN, 0)
    with w.loop() as dispatch:

        def go(block: int) -> None:
            """Go on at a block."""
            if block not in places:
                w.set(at, block)
            w.branch(places.get(block, dispatch))

        places = {number: w.open_block() for number in reversed(range(len(blocks)))}
        w.branch_by(at, [places[number] for number in range(len(blocks))], places[len(blocks) - 1])
        for number, block in enumerate(blocks):
            w.close()
            del places[number]
            s.leave_by = lambda label, exits=dict(block.exits): go(exits[label])
            s.code(block.code)
            if isinstance(block.terminator, ir.Decide | ir.Chance | ir.End):
                for cell in block.dead:
                    w.set(s.cell(cell), 0)
                w.set(s.cell(a.program.pc), number)
            match block.terminator:
                case ir.Jump(to, span=span):
                    if to <= number:
                        s.turns(1, span)
                    go(to)
                case ir.Branch(test, then, otherwise):
                    with w.when(expressions.value(s, test)):
                        go(then)
                    go(otherwise)
                case ir.Return(cell):
                    w.set(at, s.cell(cell))
                    w.branch(dispatch)
                case ir.Decide(site):
                    with w.block() as nobody:
                        w.branch_if(nobody, called(a.number("moves", site)).is_0())
                        halt(w, head.DECIDING, site)
                    if (stuck := a.program.sites[site].stuck) is None:
                        w.op("unreachable")
                    else:
                        w.raise_by(memory(head.PASSED), 1)
                        go(stuck)
                case ir.Chance(chance):
                    point = a.program.chances[chance]
                    if isinstance(point, ir.ShuffleChance):
                        with w.when(expressions.size(s, point.zone.zone, point.zone.instance).is_0()):
                            go(point.then)
                    halt(w, head.WAITING, chance)
                case ir.End():
                    halt(w, head.OVER, 0)
        w.op("unreachable")
    w.op("unreachable")


def halt(w: Writer, status: int, number: int) -> None:
    """Say in the head where the game stands, and return the status."""
    w.set(memory(head.STATUS), status)
    w.set(memory(head.NUMBER), number)
    w.answer(status)


# ---- A step of a game in one call: the host says in the head who makes which listed move; chance is answered, and
# the moves of who is asked next are listed and looked through
# Of listed moves a host wants to know whether all pieces in them are called by their kinds alone: it then knows their
# names without asking what else there was to pick. The words behind a move become 0, so that equal moves are equal
# rows.


@writes()
def step(a: Assembly, w: Writer) -> None:
    """(): the seat in the head makes the move of this number; then as `arrived`."""
    w.call(a.number("choose_and_run"), memory(head.ASKED), memory(head.MOVE))
    w.call(a.number("arrived"))


@writes()
def first_step(a: Assembly, w: Writer) -> None:
    """(): begin a game whose key of chance the host has written; then as `arrived`."""
    w.call(a.number("start"))
    w.call(a.number("arrived"))


@writes(I32)
def arrived(a: Assembly, w: Writer, status: Term) -> None:
    """(status): answer chance; then look through the moves of who is asked first, or say what the game came to."""
    with w.when(called(a.number("settle"), status).equals(head.OVER)):
        w.call(a.number("result"))
        w.answer()
    w.call(a.number("look_through"), memory(head.SEATS).lowest_bit())


@writes()
def offer(a: Assembly, w: Writer) -> None:
    """(): list and look through the moves of the seat in the head."""
    w.set(memory(head.COUNT), called(a.number("moves_of"), memory(head.ASKED)))
    w.call(a.number("look_through"), memory(head.ASKED))


@writes()
def take_up(a: Assembly, w: Writer) -> None:
    """(): the host has written the cells of a stopped vector; where it decides, as `offer`."""
    w.call(a.number("load"))
    w.op("drop")
    with w.when(memory(head.STATUS).equals(head.DECIDING)):
        w.call(a.number("offer"))


@writes(I32)
def look_through(a: Assembly, w: Writer, seat: Term) -> None:
    """(seat): whether its listed moves have only pieces that are called by their kinds, into the head."""
    at, number, plain = w.local(), w.local(), w.local()
    w.set(plain, 1)
    w.set(at, a.map.moves)
    with w.steps(number, memory(head.COUNT)):
        for _, site in w.cases(memory(head.NUMBER), a.program.sites):
            for _, each in w.cases(at.at(), site.offers):
                w.set(plain, called(a.number("look_at_move", each.action), seat, at, number, plain))
        w.raise_by(at, WORD * a.map.stride)
    w.set(memory(head.BY_KIND), plain)


@writes(I32, I32, I32, I32, gives=I32)
def look_at_move(a: Assembly, w: Writer, action: int, seat: Term, move: Term, number: Term, plain: Term) -> None:
    """(seat, address of a move, its number, whether all before are called by kind) -> whether it is, too. It gets 0
    behind its words."""
    before = move - WORD * a.map.stride
    for variant, each in w.cases(move.at(WORD), a.program.actions[action].variants):
        for word in range(2 + len(each.cells), a.map.stride):
            w.set(move.at(WORD * word), 0)
        for at, pick in enumerate(a.program.actions[action].picks(variant)):
            if pick.argument.kind != "piece":
                continue
            width, kinds = width_of(a.program.functions[pick.candidates].body), max(1, values_of(a.program, pick))
            # the candidates are known if the move before this one began with the same words
            other = number.is_0()
            for word in range(0, WORD * (2 + pick.at), WORD):
                other |= move.at(word) ^ before.at(word)
            with w.when(plain & other.differs(0)):
                count = called(a.number("candidates"), seat, number, at)
                w.answer_if(called(a.number("kinds_tell", width, kinds), count, seat).is_0(), 0)
    w.push(plain)


@writes(I32, I32, gives=I32)
def kinds_tell(a: Assembly, w: Writer, width: int, kinds: int, count: Term, seat: Term) -> None:
    """(how many candidates, seat) -> whether the seat sees them all and each is of another kind."""
    at, end, other, address = w.local(), w.local(), w.local(), a.map.candidates
    w.answer_if((count <= kinds).is_0(), 0)
    w.set(end, count * (WORD * width))
    with w.steps(at, end, WORD * width):
        w.answer_if(called(a.number("seen"), at.at(address + WORD), seat).is_0(), 0)
        w.set(other, 0)
        with w.steps(other, at, WORD * width):
            w.answer_if(other.at(address).differs(at.at(address)).is_0(), 0)
    w.push(1)


@writes(I32, I32, gives=I32)
def seen(a: Assembly, w: Writer, loc: Term, seat: Term) -> None:
    """(cell, seat) -> whether the seat sees the piece there; all see what lies nowhere."""
    w.answer_if(loc < 0, 1)
    spot = refuse_unless_spot(a, w, loc)

    def answer(zone: int) -> None:
        """Who sees what lies face down says its mark."""
        layout = a.program.zones[zone]
        if layout.faces_at is not None and layout.marks_at is not None:
            cell = (spot.base + spot.place).to_bytes()
            w.answer_if(cell.at(a.map.cell(layout.faces_at)), cell.at(a.map.cell(layout.marks_at)) >> seat & 1)
        if layout.faces_at is not None or layout.audience == "everyone":
            w.answer(1)
        elif layout.audience == "nobody" or layout.owner_seat is None:
            w.answer(0)
        else:
            below = prod(layout.extents[layout.owner_seat + 1 :])
            owner = spot.instance // below % layout.extents[layout.owner_seat]
            w.answer(owner.differs(seat) if layout.audience == "others" else owner.equals(seat))

    for_each_zone(a, w, spot, answer)
    w.push(0)
