"""What a module offers to its host: games from stop to stop, in whole steps, and played to the end at random."""

from functools import partial
from math import prod

from rulewright.machine.playouts import BROKEN, FINISHED, TOO_LONG, values_of
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import CHANCES
from rulewright.machine.wasm import chance, expressions, memory_map as head
from rulewright.machine.wasm.assembly import REFUSED, TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.code_facts import RUN
from rulewright.machine.wasm.encoding import I32, I64, Term, called, const, memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.multisets import width_of
from rulewright.machine.wasm.writer import Writer, writes
from rulewright.machine.wasm.zones import Spot, at_spot

# ---- Whole games at random, many in one call: each decision is taken by the players' own stream
# What each game came to is a row of words; with counting, what was chosen goes to the sums of `counting`.


PLAIN_GAMES, COUNTED, CHECKED, BY_POLICY, LEARNING = "plain", "counted", "checked", "by policy", "learning"


@writes(I64, I32, I32, gives=I32)
def playouts(a: Assembly, w: Writer, how: str, first: Term, count: Term, most: Term) -> None:
    """(first number, how many games, most decisions) -> how many games: each leaves a row (status, decisions, winners,
    scores). The head counts the games that are complete, for the host to go on after a fault."""
    game, row = w.local(), w.kept(a.map.rows)
    with w.steps(game, count):
        w.set(memory(head.GAMES), game)
        if how == COUNTED:
            w.fill_0(a.map.decided, a.map.own - a.map.decided + WORD * a.program.players * len(a.items.all))
        w.call(a.number("begin"), first + game.long())
        w.op("drop")
        w.set(row.at(), called(a.number("play_on", how), most))
        for at, address in enumerate((head.DECISIONS, *_came_to(a)), start=1):
            w.set(row.at(WORD * at), memory(address))
        w.raise_by(row, a.map.row)
    w.push(game)


def _came_to(a: Assembly) -> list[int]:
    """Where the head says what a game came to."""
    return [head.WINNERS, *(head.SCORES + WORD * seat for seat in range(a.program.players))]


@writes(I32, gives=I32)
def play_on(a: Assembly, w: Writer, how: str, most: Term) -> None:
    """(most decisions) -> FINISHED, TOO_LONG or (CHECKED) BROKEN: go on at random. The head counts the decisions."""
    status, seat, move, block = w.local(), w.local(), w.local(), w.local()
    counting = how == COUNTED

    def nothing_won() -> None:
        for address in _came_to(a):
            w.set(memory(address), 0)

    w.set(status, memory(head.STATUS))
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
        w.set(seat, memory(head.SEATS).lowest_bit())
        by_policy = {BY_POLICY: "policy_move", LEARNING: "learning_move"}.get(how)
        by_lot = (
            called(a.number("below"), memory(head.COUNT)) if by_policy is None else called(a.number(by_policy), seat)
        )
        w.set(move, by_lot)
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
    """() -> status: begin a game, up to its first stop. Where that is a chance event it is the same in every game, and
    the image becomes what it was there."""
    fresh(a, w)
    w.move(a.map.work, a.map.image, a.map.game_bytes)
    if "image" not in a.passes or a.program.notes:
        w.call(a.number("run"), a.program.start)
        return
    begun, status, passed = memory(head.BEGUN), w.local(), w.kept(memory(head.PASSED))
    with w.when(begun):
        w.set(memory(head.STATUS), head.WAITING)
        w.set(memory(head.NUMBER), begun - 1)
        w.answer(head.WAITING)
    w.set(status, called(a.number("run"), a.program.start))
    with w.when(status.equals(head.WAITING) & memory(head.PASSED).equals(passed)):
        w.move(a.map.image, a.map.work, a.map.game_bytes)
        w.set(begun, memory(head.NUMBER) + 1)
    w.push(status)


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
    """() -> status: the host has written the cells of a stopped vector, the head says at what it stopped; -1 if nothing
    stops there. Nothing is listed yet."""
    fresh(a, w)
    w.set(TURNS_TAKEN, 0)
    w.fill_0(a.map.cell(a.program.size), WORD * a.program.scratch)
    instance, block = w.local(), w.local()
    for known in filter(None, a.map.known):
        w.set(instance, 0)
        with w.some_steps(instance, a.program.zones[known.zone].instances):
            w.call(a.number("known_anew", known.zone), instance)
    w.set(block, Scope(a, w).cell(a.program.pc))
    for number, each in enumerate(a.program.blocks):
        match each.terminator:
            case ir.Decide(at):
                status = head.DECIDING
            case ir.Chance(at):
                status = head.WAITING
            case ir.End():
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
    w.call(a.number("scores"))


@writes()
def scores(a: Assembly, w: Writer) -> None:
    """(): the scores of now, into the head; where the rules have none, 1 for each winner there."""
    for seat in range(a.program.players):
        score = memory(head.WINNERS) >> seat & 1
        if a.program.score is not None:
            w.set(TURNS_TAKEN, 0)
            score = called(a.number("function", a.program.score, False), seat)  # not trying
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


# ---- From stop to stop: the blocks of a program as one function
# `run` (block) goes on from a block to the next decision, chance event or the end, and answers the status. All blocks
# lie one behind the other: a jump forward is a branch, one backward goes round by a table of all blocks. At a decision
# `moves` lists those of who is asked first; with none play goes on where the rules say.


@writes(I32, gives=I32)
def run(a: Assembly, w: Writer, at: Term) -> None:
    """(block) -> status."""
    s, blocks = Scope(a, w, RUN), a.program.blocks
    w.set(TURNS_TAKEN, 0)
    with w.loop() as dispatch:

        def go(block: int) -> None:
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
                case ir.Chance(event):
                    point = a.program.chances[event]
                    if isinstance(point, ir.ShuffleChance):
                        with w.when(expressions.size(s, point.zone.zone, point.zone.instance).is_0()):
                            go(point.then)
                    halt(w, head.WAITING, event)
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

    def who_sees(layout: ir.ZoneLayout, spot: Spot) -> None:
        """Who sees what lies face down says its mark."""
        if layout.faces_at is not None and layout.marks_at is not None:
            cell = (spot.base + spot.place).to_bytes()
            w.answer_if(cell.at(a.map.cell(layout.faces_at)), cell.at(a.map.cell(layout.marks_at)) >> seat & 1)
        sees = partial(among, layout, spot)
        if layout.top is not None:
            size = spot.base.to_bytes().at(a.map.state)
            w.answer_if((spot.place + 1).equals(size) & sees(layout.top), 1)
        w.answer(1 if layout.faces_at is not None else sees(layout.audience))

    def among(layout: ir.ZoneLayout, spot: Spot, audience: str) -> Term:
        """Whether the seat is among those who see an instance."""
        if audience == "everyone":
            return const(1)
        if audience == "nobody" or layout.owner_seat is None:
            return const(0)
        below = prod(layout.extents[layout.owner_seat + 1 :])
        owner = spot.instance // below % layout.extents[layout.owner_seat]
        return owner.differs(seat) if audience == "others" else owner.equals(seat)

    at_spot(a, w, loc, who_sees)
