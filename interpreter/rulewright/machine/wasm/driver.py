"""What a module offers to its host: games begun, played on, played to the end by themselves.

A game is played by `begin` or `load`; then, while the status is DECIDING, `moves_of` and `choose`, while it is WAITING,
`chance`; at the end `result`. `playouts` does all of it, choosing by the players' own stream.
"""

from rulewright.machine.program.nodes import Chance, Decide, End
from rulewright.machine.wasm.asking import standing_at
from rulewright.machine.wasm.assembly import REFUSED, TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import (
    COUNT,
    DECIDING,
    FAULT,
    FAULT_A,
    FAULT_B,
    FAULTED,
    NUMBER,
    OVER,
    SCORES,
    SEATS,
    STATUS,
    TRYING,
    WAITING,
    WINNERS,
    WORD,
)
from rulewright.machine.wasm.writer import Writer

SMALL = 256
"""So many bytes are copied word by word."""


def fault(a: Assembly) -> Writer:
    """(kind, a, b): say so in the head and stop for good."""
    del a
    w = Writer((I32, I32, I32))
    for at, address in enumerate((FAULT, FAULT_A, FAULT_B)):
        w.const(0)
        w.get(at)
        w.store(address)
    w.const(0)
    w.const(FAULTED)
    w.store(STATUS)
    w.op("unreachable")
    return w


# ---- games


def _fresh(a: Assembly, w: Writer) -> None:
    """Nothing is on any stack of candidates, no trial runs."""
    for number, value in ((TOP, a.map.candidates), (REFUSED, 0)):
        w.const(value)
        w.set_global(number)
    for address in (TRYING, *(a.map.trial(a.nesting.slots[action]) for action in sorted(a.nesting.again))):
        w.const(0)
        w.const(0)
        w.store(address)


def start(a: Assembly) -> Writer:
    """() -> status: begin a game, up to its first stop."""
    w = Writer((), (I32,))
    _fresh(a, w)
    _begin_again(a, w)
    w.const(a.program.start)
    w.call(a.number("run"))
    return w


def _begin_again(a: Assembly, w: Writer) -> None:
    """The working state becomes what it is at first; of a small game word by word, which is faster than a call."""
    layout = a.map
    if layout.game_bytes <= SMALL:
        for at in range(0, layout.game_bytes, 8):
            w.const(0)
            w.const(0)
            w.load(layout.image + at, "long")
            w.store(layout.work + at, "long")
        return
    w.const(layout.work)
    w.const(layout.image)
    w.const(layout.game_bytes)
    w.copy()


def begin(a: Assembly) -> Writer:
    """(number) -> status: begin this game of the seed in the head, chance answered up to the first decision."""
    w = Writer((I64,), (I32,))
    w.get(0)
    w.call(a.number("keys"))
    w.call(a.number("start"))
    w.call(a.number("settle"))
    return w


def settle(a: Assembly) -> Writer:
    """(status) -> status: answer chance up to the next decision or the end."""
    w = Writer((I32,), (I32,))
    with w.block() as out, w.loop() as again:
        w.get(0)
        w.const(WAITING)
        w.op("!=")
        w.branch_if(out)
        Scope(a, w).look_at_clock()
        w.call(a.number("chance"))
        w.set(0)
        w.branch(again)
    w.get(0)
    return w


def answer_chance(a: Assembly) -> Writer:
    """() -> status: answer the chance event by the game's stream and run on."""
    w = Writer((), (I32,))
    w.const(0)
    w.load(NUMBER)
    w.call(a.number("answer"))
    w.call(a.number("run"))
    return w


def choose(a: Assembly) -> Writer:
    """(seat, number of a listed move) -> status: make the move and run to the next stop."""
    w = Writer((I32, I32), (I32,))
    block = w.local()
    w.get(0)
    w.get(1)
    w.const(0)
    w.load(NUMBER)
    w.call(a.number("choose"))
    w.tee(block)
    w.const(0)
    w.op("<")
    with w.when(I32):
        w.const(DECIDING)
        w.otherwise()
        w.get(block)
        w.call(a.number("run"))
    return w


def play(a: Assembly) -> Writer:
    """(number) -> status: who is asked first makes the move with this number, modulo how many there are; chance is
    answered."""
    w = Writer((I32,), (I32,))
    w.const(0)
    w.load(SEATS)
    w.op("ctz32")
    w.get(0)
    w.const(0)
    w.load(COUNT)
    w.op("mod-u")
    w.call(a.number("choose-and-run"))
    w.call(a.number("settle"))
    return w


def play_list(a: Assembly) -> Writer:
    """(address of numbers, how many) -> how many were played: to their end, or to that of the game."""
    w = Writer((I32, I32), (I32,))
    at, status = w.local(), w.local()
    with w.block() as out, w.loop() as again:
        w.get(at)
        w.get(1)
        w.op(">=")
        w.branch_if(out)
        w.const(0)
        w.load(STATUS)
        w.branch_if(out)
        Scope(a, w).look_at_clock()
        w.get(0)
        w.get(at)
        w.to_bytes()
        w.op("+")
        w.load()
        w.call(a.number("play"))
        w.set(status)
        w.raise_by(at, 1)
        w.branch(again)
    w.get(at)
    return w


def load(a: Assembly) -> Writer:
    """() -> status: the host has written the cells of a stopped vector; nothing is listed yet."""
    w = Writer((), (I32,))
    _fresh(a, w)
    w.const(0)
    w.set_global(TURNS_TAKEN)
    s = Scope(a, w)
    w.const(a.map.cell(a.program.size))
    w.const(0)
    w.const(WORD * a.program.scratch)
    w.fill()
    for known in ("crowds", "boards"):
        w.call(a.number(known))
    s.read(a.program.pc)
    w.call(a.number("status-at"))
    return w


def status_at(a: Assembly) -> Writer:
    """(block) -> the status of a state that stopped there; the head says at which site or event, -1 if nothing stops
    there."""
    w = Writer((I32,), (I32,))
    for number, block in enumerate(a.program.blocks):
        match block.terminator:
            case Decide(at):
                status = DECIDING
            case Chance(at):
                status = WAITING
            case End():
                status, at = OVER, 0
            case _:
                continue
        w.get(0)
        w.const(number)
        w.op("==")
        with w.when():
            for address, value in ((STATUS, status), (NUMBER, at)):
                w.const(0)
                w.const(value)
                w.store(address)
            w.const(status)
            w.op("return")
    w.const(-1)
    return w


def moves(a: Assembly) -> Writer:
    """() -> how many moves who is asked first has; they are listed."""
    w = Writer((), (I32,))
    for number in range(len(a.program.sites)):
        with standing_at(w, number):
            w.call(a.number("ask", number))
            w.op("return")
    w.const(0)
    return w


def moves_of(a: Assembly) -> Writer:
    """(seat) -> how many moves this seat has; they are listed."""
    w = Writer((I32,), (I32,))
    w.const(0)
    w.set_global(TURNS_TAKEN)
    for number in range(len(a.program.sites)):
        with standing_at(w, number):
            w.get(0)
            w.call(a.number("list", number))
            w.op("return")
    w.const(0)
    return w


# ---- the end


def result(a: Assembly) -> Writer:
    """(): scores and winners of a game that is over, into the head."""
    w = Writer()
    s, program = Scope(a, w), a.program
    w.const(0)
    s.read(program.ended + 1)
    w.store(WINNERS)
    if program.winners is not None:
        s.read(program.ended)
        w.const(2)
        w.op("!=")
        with w.when():
            _winners(a, w, program.winners)
    for seat in range(program.players):
        w.const(0)
        if program.score is None:
            w.const(0)
            w.load(WINNERS)
            w.const(seat)
            w.op("shr-u")
            w.const(1)
            w.op("bitand")
        else:
            w.const(0)
            w.set_global(TURNS_TAKEN)
            w.const(seat)
            s.call("function", program.score, False)  # noqa: FBT003 - the key of a function: not trying
        w.store(SCORES + WORD * seat)
    return w


def _winners(a: Assembly, w: Writer, function: int) -> None:
    """The seats that an enumerator yields, as a bit mask."""
    w.const(0)
    w.set_global(TURNS_TAKEN)
    at, begin, mask = w.local(), w.local(), w.local()
    w.get_global(TOP)
    w.tee(begin)
    w.set(at)
    w.call(a.number("function", function, False))  # noqa: FBT003 - as above
    with w.block() as out, w.loop() as again:
        w.get(at)
        w.get_global(TOP)
        w.op(">=u")
        w.branch_if(out)
        w.const(1)
        w.get(at)
        w.load()
        w.op("shl")
        w.get(mask)
        w.op("bitor")
        w.set(mask)
        w.raise_by(at, WORD)
        w.branch(again)
    w.get(begin)
    w.set_global(TOP)
    w.const(0)
    w.get(mask)
    w.store(WINNERS)


def invariants(a: Assembly) -> Writer:
    """() -> the number of the first invariant that does not hold, or -1."""
    w = Writer((), (I32,))
    for number, check in enumerate(a.program.invariants):
        w.const(0)
        w.set_global(TURNS_TAKEN)
        w.call(a.number("function", check.function, False))  # noqa: FBT003 - as above
        w.op("eqz")
        with w.when():
            w.const(number)
            w.op("return")
    w.const(-1)
    return w
