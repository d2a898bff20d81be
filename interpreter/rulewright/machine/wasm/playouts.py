"""Whole games at random, many in one call: each decision is taken by the players' own stream.

What each game came to is a row of words; with counting, what was chosen goes to the sums of `counting`.
"""

from rulewright.machine.playouts import BROKEN, FINISHED, TOO_LONG
from rulewright.machine.wasm import chance
from rulewright.machine.wasm import memory_map as head
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.operands import Term, called, memory
from rulewright.machine.wasm.writer import Writer

PLAIN_GAMES, COUNTED, CHECKED = "plain", "counted", "checked"


def playouts(a: Assembly, how: str) -> Writer:
    """(first number, how many games, most decisions) -> how many games: each leaves a row (status, decisions, winners,
    scores). The head counts the games that are complete, for the host to go on after a fault."""
    w = Writer((I64, I32, I32), (I32,))
    first, count, most = w.params
    game, row = w.local(), w.local()
    w.set(row, a.map.rows)
    with w.steps(game, count):
        w.set(memory(head.GAMES), game)
        w.set(row.at(), called(a.number("playout", how), first + game.long(), most))
        for at, address in enumerate((head.DECISIONS, *_came_to(a)), start=1):
            w.set(row.at(WORD * at), memory(address))
        w.raise_by(row, a.map.row)
    w.push(game)
    return w


def _came_to(a: Assembly) -> list[int]:
    """Where the head says what a game came to."""
    return [head.WINNERS, *(head.SCORES + WORD * seat for seat in range(a.program.players))]


def playout(a: Assembly, how: str) -> Writer:
    """(number, most decisions) -> FINISHED, TOO_LONG or (CHECKED) BROKEN: play a whole game at random."""
    w = Writer((I64, I32), (I32,))
    number, most = w.params
    status, seat, move, block = w.local(), w.local(), w.local(), w.local()
    counting = how == COUNTED
    if counting:
        w.fill_0(a.map.decided, a.map.own - a.map.decided + WORD * a.program.players * len(a.items.all))
    w.set(status, called(a.number("begin"), number))
    with w.block() as over, w.loop() as again:
        if how == CHECKED:
            _stop_if_broken(a, w)
        w.branch_if(over, status)
        _stop_if_long(a, w, most)
        if counting:
            w.call(a.number("count-decision"))
        _decide(a, w, seat, move)
        if counting:
            w.call(a.number("count-move"), seat, move)
        chosen = called(a.number("choose"), seat, move, memory(head.NUMBER))
        with w.when(block.keep(chosen) < 0):
            w.branch(again)
        w.branch_if(again, status.keep(called(a.number("run"), block)).differs(head.WAITING))
        w.set(status, called(a.number("settle"), head.WAITING))
        w.branch(again)
    w.call(a.number("result"))
    if counting:
        w.call(a.number("count-game"))
    w.push(FINISHED)
    return w


def _decide(a: Assembly, w: Writer, seat: Term, move: Term) -> None:
    """Who is asked first, and which move the players' stream gives."""
    chance.next_event(w, head.PLAYER_KEY, head.DECISIONS)
    w.set(move, called(a.number("below"), memory(head.COUNT)))
    w.set(seat, memory(head.SEATS).lowest_bit())


def _stop_if_long(a: Assembly, w: Writer, most: Term) -> None:
    """After as many decisions as are allowed: nobody has won anything, and that is it."""
    Scope(a, w).look_at_clock()
    with w.when(memory(head.DECISIONS).op(">=u", most)):
        _nothing_won(a, w)
        w.answer(TOO_LONG)


def _stop_if_broken(a: Assembly, w: Writer) -> None:
    """Where an invariant does not hold: its number stands for the winners, and that is it."""
    number = w.local()
    with w.when(number.keep(called(a.number("invariants"))) >= 0):
        _nothing_won(a, w)
        w.set(memory(head.WINNERS), number)
        w.answer(BROKEN)


def _nothing_won(a: Assembly, w: Writer) -> None:
    for address in _came_to(a):
        w.set(memory(address), 0)
