"""Whole games at random, many in one call: each decision is taken by the players' own stream.

What each game came to is a row of words; with counting, what was chosen goes to the sums of `counting`.
"""

from rulewright.machine.playouts import BROKEN, FINISHED, TOO_LONG
from rulewright.machine.wasm import chance
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import (
    COUNT,
    DECISIONS,
    GAMES,
    NUMBER,
    PLAYER_KEY,
    SCORES,
    SEATS,
    WAITING,
    WINNERS,
    WORD,
)
from rulewright.machine.wasm.writer import Writer

PLAIN_GAMES, COUNTED, CHECKED = "plain", "counted", "checked"


def playouts(a: Assembly, *, how: str) -> Writer:
    """(first number, how many games, most decisions) -> how many games: each leaves a row (status, decisions, winners,
    scores). The head counts the games that are complete, for the host to go on after a fault."""
    w = Writer((I64, I32, I32), (I32,))
    game, row = w.local(), w.local()
    w.const(a.map.rows)
    w.set(row)
    with w.until(game, ">=", 1):
        w.const(0)
        w.get(game)
        w.store(GAMES)
        w.get(row)
        w.get(0)
        w.get(game)
        w.op("long-u", "long+")
        w.get(2)
        w.call(a.number("playout", how))
        w.store()
        _row(a, w, row)
        w.raise_by(row, a.map.row)
        w.raise_by(game, 1)
    w.get(game)
    return w


def _row(a: Assembly, w: Writer, row: int) -> None:
    for at, address in enumerate((DECISIONS, WINNERS, *(SCORES + WORD * seat for seat in range(a.program.players)))):
        w.get(row)
        w.const(0)
        w.load(address)
        w.store(WORD * (at + 1))


def playout(a: Assembly, *, how: str) -> Writer:
    """(number, most decisions) -> FINISHED, TOO_LONG or (CHECKED) BROKEN: play a whole game at random."""
    w = Writer((I64, I32), (I32,))
    status, seat, move, block = w.local(), w.local(), w.local(), w.local()
    counting = how == COUNTED
    if counting:
        w.const(a.map.decided)
        w.const(0)
        w.const(a.map.own - a.map.decided + WORD * a.program.players * len(a.items.all))
        w.fill()
    w.get(0)
    w.call(a.number("begin"))
    w.set(status)
    with w.block() as over, w.loop() as again:
        if how == CHECKED:
            _stop_if_broken(a, w)
        w.get(status)
        w.branch_if(over)
        _stop_if_long(a, w)
        if counting:
            w.call(a.number("count-decision"))
        _decide(a, w, seat, move)
        if counting:
            w.get(seat)
            w.get(move)
            w.call(a.number("count-move"))
        w.get(seat)
        w.get(move)
        w.const(0)
        w.load(NUMBER)
        w.call(a.number("choose"))
        w.tee(block)
        w.const(0)
        w.op("<")
        with w.when():
            w.branch(again)
        w.get(block)
        w.call(a.number("run"))
        w.tee(status)
        w.const(WAITING)
        w.op("!=")
        w.branch_if(again)
        w.const(WAITING)
        w.call(a.number("settle"))
        w.set(status)
        w.branch(again)
    w.call(a.number("result"))
    if counting:
        w.call(a.number("count-game"))
    w.const(FINISHED)
    return w


def _decide(a: Assembly, w: Writer, seat: int, move: int) -> None:
    """Who is asked first, and which move the players' stream gives."""
    chance.next_event(w, PLAYER_KEY, DECISIONS)
    w.const(0)
    w.load(COUNT)
    w.call(a.number("below"))
    w.set(move)
    w.const(0)
    w.load(SEATS)
    w.op("ctz32")
    w.set(seat)


def _stop_if_long(a: Assembly, w: Writer) -> None:
    """After as many decisions as are allowed: nobody has won anything, and that is it."""
    Scope(a, w).look_at_clock()
    w.const(0)
    w.load(DECISIONS)
    w.get(1)
    w.op(">=u")
    with w.when():
        _nothing_won(a, w)
        w.const(TOO_LONG)
        w.op("return")


def _stop_if_broken(a: Assembly, w: Writer) -> None:
    """Where an invariant does not hold: its number stands for the winners, and that is it."""
    number = w.local()
    w.call(a.number("invariants"))
    w.tee(number)
    w.const(0)
    w.op(">=")
    with w.when():
        _nothing_won(a, w)
        w.const(0)
        w.get(number)
        w.store(WINNERS)
        w.const(BROKEN)
        w.op("return")


def _nothing_won(a: Assembly, w: Writer) -> None:
    for address in (WINNERS, *(SCORES + WORD * seat for seat in range(a.program.players))):
        w.const(0)
        w.const(0)
        w.store(address)
