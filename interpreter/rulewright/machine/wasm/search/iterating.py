"""Iterations: from a world down the tree to a move that was not tried yet, on at random to the end of the game, and
back up with the points that this brought."""

from rulewright.machine.search import LOST, PROVEN_POINTS, SHARED, TOP_POINTS, UNDECIDED, WON
from rulewright.machine.wasm import chance
from rulewright.machine.wasm import memory_map as head
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.driver import fresh
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.operands import Term, called, choice, const, memory
from rulewright.machine.wasm.search.area import BESIDE, CHILD, DEPTH, KEY, NEXT, PROOF, SEAT, TOTAL, VISITS, Tree
from rulewright.machine.wasm.search.choosing_edges import NO_ROOM, mixed
from rulewright.machine.wasm.writer import Writer, writes


@writes(I32)
def search(a: Assembly, w: Writer, count: Term) -> None:
    """(how many): so many iterations, fewer if meanwhile all is proven. After a fault the next call goes on behind the
    iteration that had it."""
    t, at = Tree(a, w), w.local()
    with w.steps(at, count) as out:
        w.branch_if(out, t.word("proven"))
        w.call(a.number("iteration"))


@writes()
def iteration(a: Assembly, w: Writer) -> None:
    """(): one of them."""
    t, number = Tree(a, w), w.local(I64)
    depth, status = w.local(), w.local()
    w.set(number, memory(t.area.iteration, "long"))
    w.set(memory(t.area.iteration, "long"), number + 1)
    w.call(a.number("keys"), number + memory(t.area.tree, "long"))
    fresh(a, w)
    world = (number % t.word("worlds").long()).short() * a.map.game_bytes + t.word("world_base")
    w.copy(a.map.work, world, a.map.game_bytes)
    w.set(memory(head.STATUS), head.DECIDING)
    w.set(memory(head.NUMBER), t.word("site"))
    w.set(memory(head.SEATS), const(1) << t.word("seat"))
    _list_moves(a, w, t.word("seat"))
    w.set(depth, called(a.number("descend"), memory(head.PLAYER_KEY) >> 8))
    with w.when(depth < 0):
        w.set(depth, const(0) - depth)  # it ends with a proven move, whose points are known
        w.call(a.number("back_up"), depth)
        w.answer()
    w.set(status, called(a.number("play_on")))
    w.call(a.number("points"), status)
    with w.when(t.word("exact") & status.differs(head.OVER).is_0() & memory(head.DECISIONS).is_0()):
        w.call(a.number("prove"), depth)
    w.call(a.number("back_up"), depth)


@writes(I32, gives=I32)
def descend(a: Assembly, w: Writer, spin: Term) -> None:
    """(spin) -> how many moves of the tree were made; below 0, so many, the last being proven and not made."""
    t = Tree(a, w)
    slot, seat, depth, move, edge, block, pending, untried, step, later = (w.local() for _ in range(10))
    w.set(slot, t.area.word("root"))
    w.set(seat, t.word("seat"))
    with w.block() as out, w.loop() as again:
        with w.when(move.keep(called(a.number("select"), slot, seat, spin)).equals(NO_ROOM)):
            _list_moves(a, w, memory(head.SEATS).lowest_bit())  # of whoever goes on at random
            w.branch(out)
        w.set(edge, t.edge(t.word("edge")))
        w.set(step, t.path(depth))
        w.set(step.at(), t.word("edge"))
        w.set(step.at(WORD), slot.at())
        w.raise_by(depth, 1)
        with w.when(edge.at(PROOF)):
            # the points of a proven move, of who makes it and of the other
            proof, worth, other = edge.at(PROOF), const(0), const(0)
            for sort, each in enumerate(PROVEN_POINTS):
                worth = choice(each, worth, proof.equals(sort))
                other = choice(PROVEN_POINTS[{LOST: WON, WON: LOST}.get(sort, sort)], other, proof.equals(sort))
            for number in range(a.program.players):
                w.set(t.points(const(number)), choice(worth, other, seat.equals(number)))
            w.answer(const(0) - depth)
        w.set(untried, edge.at(VISITS).is_0())
        w.set(block, called(a.number("choose_listed"), seat, move, memory(head.NUMBER)))
        with w.when(block < 0):
            w.set(pending, mixed(pending, edge.at(KEY)) | 1)
            w.set(slot, t.edge(slot.at()) + BESIDE)
            w.otherwise()
            _run(a, w, block)
            w.set(step, t.edge(slot.at()) + BESIDE)
            w.set(slot, edge + CHILD)
            with w.when(pending):
                w.set(slot, called(a.number("combined"), step, mixed(pending, edge.at(KEY)) | 1))
                w.set(pending, 0)
        w.branch_if(out, untried | memory(head.STATUS) | slot.is_0() | (depth >= DEPTH))
        w.set(later, memory(head.SEATS) >> t.word("seat") << t.word("seat"))
        w.set(seat, choice(later, memory(head.SEATS), later).lowest_bit())
        with w.when(seat.differs(memory(head.SEATS).lowest_bit())):
            _list_moves(a, w, seat)  # those of the lowest seat were listed
        w.branch(again)
    w.push(depth)


def _list_moves(a: Assembly, w: Writer, seat: Term) -> None:
    """List the moves of this seat."""
    w.set(memory(head.COUNT), called(a.number("moves_of"), seat))


def _run(a: Assembly, w: Writer, block: Term) -> None:
    """Run on to the next decision or the end."""
    with w.when(called(a.number("run"), block).equals(head.WAITING)):
        w.call(a.number("settle"), head.WAITING)
        w.op("drop")


@writes(gives=I32)
def play_on(a: Assembly, w: Writer) -> None:
    """() -> OVER, or DECIDING where the game was too long: on at random. The head counts the decisions."""
    t, seat, block = Tree(a, w), w.local(), w.local()
    with w.until(memory(head.STATUS).equals(head.OVER)):
        Scope(a, w).look_at_clock()
        with w.when(memory(head.DECISIONS).op(">=u", t.word("most"))):
            w.answer(head.DECIDING)
        chance.next_event(w, head.PLAYER_KEY, head.DECISIONS)
        w.set(seat, memory(head.SEATS).lowest_bit())
        move = called(a.number("below"), memory(head.COUNT))
        with w.when(block.keep(called(a.number("choose_listed"), seat, move, memory(head.NUMBER))) >= 0):
            _run(a, w, block)
    w.call(a.number("result"))
    w.push(head.OVER)


@writes(I32)
def points(a: Assembly, w: Writer, status: Term) -> None:
    """(status): what the game brought each seat, into the area; of one that was too long as if nobody had won."""
    t, share, each = Tree(a, w), w.local(), w.local()
    sides = max(2, a.program.players)
    drawn = Scope(a, w).cell(a.program.ended).equals(2)
    with w.when(status.differs(head.OVER) | memory(head.WINNERS).is_0()):
        w.set(share, choice(TOP_POINTS // sides, TOP_POINTS // (4 * sides), drawn & status.equals(head.OVER)))
        for seat in range(a.program.players):
            w.set(t.points(const(seat)), share)
        w.otherwise()
        w.set(share, const(TOP_POINTS) // memory(head.WINNERS).ones())
        for seat in range(a.program.players):
            w.set(t.points(const(seat)), (memory(head.WINNERS) >> seat & 1) * share)
    for seat in range(a.program.players):
        w.set(each, t.points(const(seat)))
        for name, beyond in (("low", each < t.word("low")), ("high", each > t.word("high"))):
            with w.when(beyond):
                w.set(t.word(name), each)


@writes(I32)
def back_up(a: Assembly, w: Writer, depth: Term) -> None:
    """(depth): each move of the path gets the points of who made it."""
    t, edge = Tree(a, w), w.local()
    with w.until(depth.is_0()):
        w.raise_by(depth, -1)
        w.set(edge, t.edge(t.path(depth).at()))
        w.set(edge.at(VISITS), edge.at(VISITS) + 1)
        w.set(edge.at(TOTAL, "long"), edge.at(TOTAL, "long") + t.points(edge.at(SEAT)).long())


# ---- proofs


@writes(I32)
def prove(a: Assembly, w: Writer, depth: Term) -> None:
    """(depth): the path has ended with the game: say so of its last move, and of those before as far as it follows."""
    t, step, edge, proof, seat = Tree(a, w), w.local(), w.local(), w.local(), w.local()
    w.raise_by(depth, -1)
    w.set(step, t.path(depth))
    w.set(edge, t.edge(step.at()))
    w.set(proof, t.points(edge.at(SEAT)))
    won, half = proof.equals(TOP_POINTS), proof.equals(TOP_POINTS // 2)
    w.set(proof, choice(WON, choice(SHARED, choice(UNDECIDED, LOST, proof), half), won))
    with w.loop() as again:
        w.set(edge.at(PROOF), proof)
        w.set(seat, edge.at(SEAT))
        with w.when(proof.keep(called(a.number("best_proof"), step.at(WORD))).is_0()):
            w.answer()
        with w.when(depth.is_0()):
            w.set(t.word("proven"), 1)
            w.answer()
        w.raise_by(depth, -1)
        w.set(step, t.path(depth))
        w.set(edge, t.edge(step.at()))
        with w.when(edge.at(SEAT).differs(seat)):
            # as the other one sees it
            w.set(proof, choice(LOST, choice(WON, proof, proof.equals(LOST)), proof.equals(WON)))
        w.branch(again)


@writes(I32, gives=I32)
def best_proof(a: Assembly, w: Writer, at: Term) -> None:
    """(first edge of a list) -> what is proven of the decision for who takes it; 0 if that is not known."""
    t, edge, best, open_ = Tree(a, w), w.local(), w.local(), w.local()
    with w.until(at.is_0()):
        w.set(edge, t.edge(at))
        with w.when(edge.at(PROOF) > best):
            w.set(best, edge.at(PROOF))
        w.set(open_, open_ | edge.at(PROOF).is_0())
        w.set(at, edge.at(NEXT))
    w.push(choice(0, best, open_ & best.differs(WON)))
