"""What a module offers to its host: games begun, played on, and played to the end at random."""

from rulewright.machine.playouts import BROKEN, FINISHED, TOO_LONG
from rulewright.machine.program.bounds import CHANCES
from rulewright.machine.program.nodes import Chance, Decide, End
from rulewright.machine.wasm import chance, expressions, memory_map as head
from rulewright.machine.wasm.assembly import REFUSED, TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.choosing import has_won
from rulewright.machine.wasm.encoding import I32, I64, Term, called, const, memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.stepping import halt
from rulewright.machine.wasm.writer import Writer, writes

# ---- Whole games at random, many in one call: each decision is taken by the players' own stream
# What each game came to is a row of words; with counting, what was chosen goes to the sums of `counting`.


PLAIN_GAMES, COUNTED, CHECKED = "plain", "counted", "checked"


@writes(I64, I32, I32, gives=I32)
def playouts(a: Assembly, w: Writer, how: str, first: Term, count: Term, most: Term) -> None:
    """(first number, how many games, most decisions) -> how many games: each leaves a row (status, decisions, winners,
    scores). The head counts the games that are complete, for the host to go on after a fault."""
    game, row = w.local(), w.local()
    w.set(row, a.map.rows)
    with w.steps(game, count):
        w.set(memory(head.GAMES), game)
        w.set(row.at(), called(a.number("playout", how), first + game.long(), most))
        for at, address in enumerate((head.DECISIONS, *_came_to(a)), start=1):
            w.set(row.at(WORD * at), memory(address))
        w.raise_by(row, a.map.row)
    w.push(game)


def _came_to(a: Assembly) -> list[int]:
    """Where the head says what a game came to."""
    return [head.WINNERS, *(head.SCORES + WORD * seat for seat in range(a.program.players))]


@writes(I64, I32, gives=I32)
def playout(a: Assembly, w: Writer, how: str, number: Term, most: Term) -> None:
    """(number, most decisions) -> FINISHED, TOO_LONG or (CHECKED) BROKEN: play a whole game at random."""
    status, seat, move, block = w.local(), w.local(), w.local(), w.local()
    counting = how == COUNTED

    def nothing_won() -> None:
        for address in _came_to(a):
            w.set(memory(address), 0)

    if counting:
        w.fill_0(a.map.decided, a.map.own - a.map.decided + WORD * a.program.players * len(a.items.all))
    w.set(status, called(a.number("begin"), number))
    with w.block() as over, w.loop() as again:
        if how == CHECKED:
            # where an invariant does not hold its number stands for the winners, and that is it
            broken = w.local()
            with w.when(broken.keep(called(a.number("invariants"))) >= 0):
                nothing_won()
                w.set(memory(head.WINNERS), broken)
                w.answer(BROKEN)
        w.branch_if(over, status)
        Scope(a, w).look_at_clock()
        with w.when(memory(head.DECISIONS).op(">=u", most)):
            nothing_won()
            w.answer(TOO_LONG)
        if counting:
            w.call(a.number("count_decision"))
        chance.next_event(w, head.PLAYER_KEY, head.DECISIONS)
        w.set(move, called(a.number("below"), memory(head.COUNT)))
        w.set(seat, memory(head.SEATS).lowest_bit())
        if counting:
            w.call(a.number("count_move"), seat, move)
        chosen = called(a.number("choose_listed"), seat, move, memory(head.NUMBER))
        with w.when(block.keep(chosen) < 0):
            w.branch(again)
        w.branch_if(again, status.keep(called(a.number("run"), block)).differs(head.WAITING))
        w.set(status, called(a.number("settle"), head.WAITING))
        w.branch(again)
    w.call(a.number("result"))
    if counting:
        w.call(a.number("count_game"))
    w.push(FINISHED)


# ---- What a module offers to its host: games begun, played on, played to the end by themselves
# A game is played by `begin` or `load`; then, while the status is DECIDING, `moves_of` and `choose`, while it is
# WAITING, `chance`; at the end `result`. `playouts` does all of it, choosing by the players' own stream.


@writes(I32, I32, I32)
def fault(_: Assembly, w: Writer, kind: Term, a: Term, b: Term) -> None:
    """(kind, a, b): say so in the head and stop for good."""
    for address, value in ((head.FAULT, kind), (head.FAULT_A, a), (head.FAULT_B, b)):
        w.set(memory(address), value)
    w.set(memory(head.STATUS), head.FAULTED)
    w.op("unreachable")


@writes()
def late(a: Assembly, w: Writer) -> None:
    """(): the clock has struck between two steps: say so of the decision or chance event where the game has stopped."""
    s = Scope(a, w)
    for status, stops in ((head.DECIDING, a.program.sites), (head.WAITING, a.program.chances)):
        for number, stop in enumerate(stops):
            with w.when(memory(head.STATUS).equals(status) & memory(head.NUMBER).equals(number)):
                s.fault(head.TOO_LATE, a.span(stop.span))
    w.op("unreachable")


def fresh(a: Assembly, w: Writer) -> None:
    """Nothing is on any stack of candidates, no trial runs."""
    w.set(TOP, a.map.candidates)
    w.set(REFUSED, 0)
    for address in (head.TRYING, *(a.map.trial(a.nesting.slots[action]) for action in sorted(a.nesting.again))):
        w.set(memory(address), 0)


@writes(gives=I32)
def start(a: Assembly, w: Writer) -> None:
    """() -> status: begin a game, up to its first stop."""
    fresh(a, w)
    w.move(a.map.work, a.map.image, a.map.game_bytes)
    w.call(a.number("run"), a.program.start)


@writes(I64, gives=I32)
def begin(a: Assembly, w: Writer, number: Term) -> None:
    """(number) -> status: begin this game of the seed in the head, chance answered up to the first decision."""
    w.call(a.number("keys"), number)
    w.call(a.number("start"))
    w.call(a.number("settle"))


@writes(I32, gives=I32)
def settle(a: Assembly, w: Writer, status: Term) -> None:
    """(status) -> status: answer chance up to the next decision or the end."""
    s, events = Scope(a, w), w.local()
    with w.until(status.differs(head.WAITING)):
        s.look_at_clock()
        w.raise_by(events, 1)
        with w.when(events > CHANCES):
            for _, point in w.cases(memory(head.NUMBER), a.program.chances):
                s.fault(head.ENDLESS_CHANCE, a.span(point.span))
        w.set(status, called(a.number("answer_chance")))
    w.push(status)


@writes(gives=I32)
def answer_chance(a: Assembly, w: Writer) -> None:
    """() -> status: answer the chance event by the game's stream and run on."""
    w.call(a.number("answer"), memory(head.NUMBER))
    w.call(a.number("run"))


@writes(I32, I32, gives=I32)
def choose_and_run(a: Assembly, w: Writer, seat: Term, number: Term) -> None:
    """(seat, number of a listed move) -> status: make the move and run to the next stop."""
    block = w.local()
    chosen = called(a.number("choose_listed"), seat, number, memory(head.NUMBER))
    with w.when(block.keep(chosen) < 0, result=I32):
        w.push(head.DECIDING)
        w.otherwise()
        w.call(a.number("run"), block)


@writes(I32, gives=I32)
def play(a: Assembly, w: Writer, number: Term) -> None:
    """(number) -> status: who is asked first makes the move with this number (modulo); chance is answered."""
    w.call(a.number("choose_and_run"), memory(head.SEATS).lowest_bit(), number % memory(head.COUNT))
    w.call(a.number("settle"))


@writes(I32, I32, gives=I32)
def play_list(a: Assembly, w: Writer, numbers: Term, count: Term) -> None:
    """(address of numbers, how many) -> how many were played: to their end, or to that of the game."""
    at, status = w.local(), w.local()
    with w.steps(at, count) as out:
        w.branch_if(out, memory(head.STATUS))
        Scope(a, w).look_at_clock()
        w.set(status, called(a.number("play"), numbers.word(at)))
    w.push(at)


@writes(gives=I32)
def load(a: Assembly, w: Writer) -> None:
    """() -> status: the host has written the cells of a stopped vector; nothing is listed yet."""
    fresh(a, w)
    w.set(TURNS_TAKEN, 0)
    w.fill_0(a.map.cell(a.program.size), WORD * a.program.scratch)
    w.call(a.number("crowds"))
    w.call(a.number("boards_anew"))
    w.call(a.number("status_at"), Scope(a, w).cell(a.program.pc))


@writes(I32, gives=I32)
def status_at(a: Assembly, w: Writer, block: Term) -> None:
    """(block) -> the status of a state that stopped there, the head says at what; -1 if nothing stops there."""
    for number, each in enumerate(a.program.blocks):
        match each.terminator:
            case Decide(at):
                status = head.DECIDING
            case Chance(at):
                status = head.WAITING
            case End():
                status, at = head.OVER, 0
            case _:
                continue
        with w.when(block.equals(number)):
            halt(w, status, at)
    w.push(-1)


@writes(I32, gives=I32)
def moves_of(a: Assembly, w: Writer, seat: Term) -> None:
    """(seat) -> how many moves this seat has; they are listed."""
    w.set(TURNS_TAKEN, 0)
    w.call(a.number("list_site"), seat)


@writes()
def result(a: Assembly, w: Writer) -> None:
    """(): scores and winners of a game that is over, into the head."""
    s, program = Scope(a, w), a.program
    w.set(memory(head.WINNERS), s.cell(program.ended + 1))
    if program.winners is not None:
        with w.when(s.cell(program.ended).differs(2)):
            w.set(TURNS_TAKEN, 0)
            at, begin, mask = w.local(), w.local(), w.local()
            w.set(at, begin.keep(TOP))
            w.call(a.number("function", program.winners, False))  # the key of a function: not trying
            with w.until(at.op(">=u", TOP)):
                w.set(mask, const(1) << at.at() | mask)
                w.raise_by(at, WORD)
            w.set(TOP, begin)
            w.set(memory(head.WINNERS), mask)
    for seat in range(program.players):
        score = has_won(seat)
        if program.score is not None:
            w.set(TURNS_TAKEN, 0)
            score = called(a.number("function", program.score, False), seat)  # as above
        w.set(memory(head.SCORES + WORD * seat), score)


@writes(gives=I32)
def invariants(a: Assembly, w: Writer) -> None:
    """() -> the number of the first invariant that does not hold, or -1."""
    s = Scope(a, w, keeping={})
    for number, check in enumerate(a.program.invariants):
        w.set(TURNS_TAKEN, 0)
        expressions.invoke(s, check.function, ())
        w.op("eqz")
        with w.when():
            w.answer(number)
    w.push(-1)
