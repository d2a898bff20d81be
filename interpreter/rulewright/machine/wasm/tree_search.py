"""Search: a tree of what a seat could be in, grown by random games, in a module of its own.

An iteration takes a world, goes down the tree by the moves that are legal there, to one that was not tried yet, on at
random to the end of the game, and adds up what that brought each seat, by the points of `machine.search` (Cowling,
Powley, Whitehouse 2012: one tree for what the seat cannot tell apart). The same decision after other outcomes of chance
is the same list. Who chooses at the same time as others has a list that does not depend on what they chose; the seat
that searches comes first. Ends are carried up the tree as proofs (Winands, Björnsson, Saito 2008).

The next move is the one that promises most by UCB1 (Auer, Cesa-Bianchi, Fischer 2002) for moves that are not always
legal: total / n + c * (high - low) * sqrt(log(offered) / n), the logarithm taken as straight between powers of 2, so
that it is the same number on every machine; `high` and `low` are the points seen so far, all and none where wins are of
all together. Unvisited moves come first, in turn from where `spin` says.
"""

from math import log
from typing import Final

from rulewright.machine.horizon import LEAST, SQUARED, TOP_POINTS, shared
from rulewright.machine.playouts import FINISHED
from rulewright.machine.search import LOST, PROVEN_POINTS, SHARED, UNDECIDED, WON
from rulewright.machine.wasm import memory_map as head, searcher as edges
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.choosing import listed_move
from rulewright.machine.wasm.driver import BY_POLICY, PLAIN_GAMES, fresh
from rulewright.machine.wasm.encoding import F64, I32, I64, Term, called, choice, const, memory, real
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, WORD
from rulewright.machine.wasm.searcher import EDGE_BYTES, MARKS, area
from rulewright.machine.wasm.writer import Writer, writes


class Tree:
    """A function of the search being written: the words of the area, and edges by number."""

    def __init__(self, a: Assembly, w: Writer) -> None:
        """The function belongs to this module."""
        self.a, self.w = a, w
        self.area = area(a.map, a.program.players, a.features)

    def word(self, name: str) -> Term:
        """A word of the area, as a place."""
        return memory(self.area[name])

    def edge(self, number: Term) -> Term:
        """The address of an edge."""
        return number * EDGE_BYTES + self.word("edge_base")

    def points(self, seat: Term) -> Term:
        """The points of a seat, as a place."""
        return seat.to_bytes().at(self.area["points"])

    def path(self, depth: Term) -> Term:
        """The address of a step of the path."""
        return (depth << 3) + const(self.area["path"])


NO_ROOM: Final = -1
ANY_PRIOR: Final = 0.1
"""Such a part of what a policy says before anything is tried is spread over all moves alike: it can be wrong."""
PRIME: Final = 0x9E3779B1


def mixed(key: Term, word: Term, place: int = 0) -> Term:
    """A key that depends on another one, a word and its place: 32 bits, as `search.mixed` has it."""
    return (key ^ word) * PRIME + place


@writes(I32, I32, gives=I32)
def move_key(a: Assembly, w: Writer, seat: Term, move: Term) -> None:
    """(seat, address of a listed move) -> its key: who makes it, and all its words."""
    key = w.kept(mixed(seat, move.at(), 1))
    w.set(key, mixed(key ^ (key >> 15), move.at(WORD), 2))
    with w.block() as done:
        for _, site in w.cases(memory(NUMBER), a.program.sites):
            for _, offer in w.cases(move.at(), site.offers):
                for _, variant in w.cases(move.at(WORD), a.program.actions[offer.action].variants):
                    for place in range(2, 2 + len(variant.cells)):
                        w.set(key, mixed(key ^ (key >> 15), move.at(WORD * place), 1 + place))
            w.branch(done)
    w.push(key)


@writes(I32, I32, I32, gives=I32)
def find(a: Assembly, w: Writer, link: Term, key: Term, seat: Term) -> None:
    """(address of a list's first edge's number, key, seat) -> the edge, made if there is none; 0: there is no room."""
    t, at, edge = Tree(a, w), w.local(), w.local()
    with w.until(at.keep(link.at()).is_0()):
        w.answer_if(edge.keep(t.edge(at)).at(edges.KEY).equals(key), at)
        w.set(link, edge + edges.NEXT)
    w.answer_if(t.word("edges") >= t.word("room"), 0)
    w.set(at, t.word("edges") + 1)
    w.set(t.word("edges"), at)
    w.set(link.at(), at)
    w.fill_0(edge.keep(t.edge(at)), EDGE_BYTES)
    w.set(edge.at(edges.KEY), key)
    w.set(edge.at(edges.SEAT), seat)
    w.push(at)


@writes(I32, I32, I32, gives=I32)
def select(a: Assembly, w: Writer, slot: Term, seat: Term, spin: Term) -> None:
    """(address of the number of the list's first edge, seat, spin) -> the number of the listed move that is looked at,
    its edge in the area; NO_ROOM if the tree cannot grow."""
    t = Tree(a, w)
    move, at, edge, best, order, first = (w.local() for _ in range(6))
    value, most, weight = (w.local(F64) for _ in range(3))
    if a.features is not None:
        w.answer_if(t.word("prior"), called(a.number("select_by_policy"), slot, seat))
    w.set(at, slot.at())
    together = a.program.wins_together and a.program.common is None
    apart = const(TOP_POINTS) if together else t.word("high") - t.word("low")
    w.set(weight, t.word("explore").real() * apart.real() * real(0.001))
    w.set(spin, spin % memory(COUNT))
    w.set(first, -1)
    w.set(best, NO_ROOM)
    w.set(most, real(-2.0))
    with w.steps(move, memory(COUNT)):
        _find_edge(a, w, t, (slot, seat, move), at, edge)
        with w.block() as next_one:
            with w.when(edge.at(edges.VISITS).is_0()):
                # how far behind the spin, going round
                w.set(order, choice(move - spin + memory(COUNT), move - spin, move < spin))
                with w.when(order.op("<u", first)):
                    _keep(w, t, first, order, best, move, at)
                w.branch(next_one)
            w.branch_if(next_one, first.differs(-1))
            w.set(value, _value(w, edge, weight))
            with w.when(value > most):
                w.set(most, value)
                _keep(w, t, first, first, best, move, at)
        w.set(at, edge.at(edges.NEXT))
    w.push(best)


def _find_edge(a: Assembly, w: Writer, t: Tree, which: tuple[Term, Term, Term], at: Term, edge: Term) -> None:
    """`at` and `edge` become the number and the address of the edge of a listed move (address of the number of the
    list's first edge, seat, move), which is offered once more; where there is no room the function answers so. Before,
    `at` is where the edge probably is."""
    slot, seat, move = which
    key = w.local()
    # at the root, where all worlds list the same moves, the key of a move is its number
    with w.when(slot.equals(t.area["root"]), result=I32):
        w.push(move)
        w.otherwise()
        w.call(a.number("move_key"), seat, listed_move(a, move))
    w.pop(key)
    with w.block() as found:
        with w.when(at):
            w.branch_if(found, edge.keep(t.edge(at)).at(edges.KEY).equals(key))
        w.answer_if(at.keep(called(a.number("find"), slot, key, seat)).is_0(), NO_ROOM)
        w.set(edge, t.edge(at))
    w.set(edge.at(edges.OFFERED), edge.at(edges.OFFERED) + 1)


@writes(I32, I32, gives=I32)
def select_by_policy(a: Assembly, w: Writer, slot: Term, seat: Term) -> None:
    """As `select`, where a policy says which moves are likely: total / n + c * (high - low) * p * sqrt(offered) / (1 +
    n); a move that was not tried promises what the others did on average (Silver and others 2017: PUCT)."""
    t = Tree(a, w)
    move, at, edge, best, place = (w.local() for _ in range(5))
    value, most, weight, mean, tried, total, visits = (w.local(F64) for _ in range(7))
    apart = choice(t.word("high") - t.word("low"), TOP_POINTS, t.word("high") > t.word("low"))
    w.set(weight, t.word("prior").real() * apart.real() * real(0.001))
    w.set(best, NO_ROOM)
    w.set(total, called(a.number("weigh"), seat, kind=F64))
    w.set(at, slot.at())
    w.set(move, 0)
    with w.steps(move, memory(COUNT)):
        _find_edge(a, w, t, (slot, seat, move), at, edge)
        w.set(place, move.to_bytes() + t.area["edges_of"])
        w.set(place.at(), at)
        w.set(tried, tried + edge.at(edges.VISITS).real())
        w.set(mean, mean + edge.at(edges.TOTAL, "long").real())
        w.set(at, edge.at(edges.NEXT))
    w.set(mean, mean / (tried + real(1e-9)))
    any_one = w.kept(real(ANY_PRIOR) / memory(COUNT).real(), F64)
    w.set(most, real(-2.0))
    w.set(move, 0)
    with w.steps(move, memory(COUNT)):
        w.set(at, (move.to_bytes() + t.area["edges_of"]).at())
        w.set(edge, t.edge(at))
        w.set(visits, edge.at(edges.VISITS).real())
        with w.when(edge.at(edges.PROOF)):
            w.set(value, _value(w, edge, weight))
            w.otherwise()
            w.set(value, mean)
            with w.when(edge.at(edges.VISITS)):
                w.set(value, edge.at(edges.TOTAL, "long").real() / visits)
            share = (move << 3).at(t.area["weights"], "real") / total * real(1.0 - ANY_PRIOR) + any_one
            w.set(value, value + weight * share * edge.at(edges.OFFERED).real().root() / (visits + real(1.0)))
        with w.when(value > most):
            w.set(most, value)
            w.set(best, move)
            w.set(t.word("edge"), at)
    w.push(best)


def _keep(w: Writer, t: Tree, first: Term, order: Term, best: Term, move: Term, at: Term) -> None:
    w.set(first, order)
    w.set(best, move)
    w.set(t.word("edge"), at)


def _value(w: Writer, edge: Term, weight: Term) -> Term:
    """What a visited edge promises; of a proven one what it is worth."""
    visits, offered, log_2, found = w.local(F64), w.local(), w.local(), w.local(F64)
    with w.when(edge.at(edges.PROOF), result=F64):
        proof = edge.at(edges.PROOF)
        worth = real(-1.0)
        for sort, points in enumerate(PROVEN_POINTS):
            if LOST < sort < WON:
                worth = choice(real(float(points)), worth, proof.equals(sort))
        w.push(worth)
        w.otherwise()
        w.set(visits, edge.at(edges.VISITS).real())
        w.set(offered, edge.at(edges.OFFERED))
        w.set(log_2, const(31) - offered.high_zeros())
        bits = log_2.real() + offered.real() / (const(1) << log_2).real() - real(1.0)
        w.push(edge.at(edges.TOTAL, "long").real() / visits + weight * (bits * real(log(2)) / visits).root())
    w.pop(found)
    return found


@writes(I32)
def search(a: Assembly, w: Writer, count: Term) -> None:
    """(how many): so many iterations, fewer if all is proven. After a fault the next call goes on behind it."""
    t, at = Tree(a, w), w.local()
    with w.steps(at, count) as out:
        w.branch_if(out, t.word("proven"))
        w.call(a.number("iteration"))


@writes()
def iteration(a: Assembly, w: Writer) -> None:
    """(): one of them."""
    t, number = Tree(a, w), w.local(I64)
    depth, status = w.local(), w.local()
    w.set(number, memory(t.area["iteration"], "long"))
    w.set(memory(t.area["iteration"], "long"), number + 1)
    w.call(a.number("keys"), number + memory(t.area["tree"], "long"))
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
    with w.when(t.word("marking")):
        for made in MARKS:
            with w.when(depth < made):
                w.call(a.number("random_game"), const(made) - depth)
                w.op("drop")
                w.call(a.number("mark"), const(made))
    most = choice(t.word("horizon"), t.word("most"), t.word("horizon"))
    w.set(status, called(a.number("random_game"), most))
    with w.when(t.word("horizon").differs(0) & status.differs(FINISHED)):
        w.call(a.number("promise"))
        w.otherwise()
        w.call(a.number("points"), status)
    with w.when(t.word("exact") & status.equals(FINISHED) & memory(head.DECISIONS).is_0()):
        w.call(a.number("prove"), depth)
    w.call(a.number("back_up"), depth)


@writes(I32)
def mark(a: Assembly, w: Writer, made: Term) -> None:
    """(decisions made from the root on): keep the state, if it is one of those that the host wants."""
    t = Tree(a, w)
    wanted = const(0)
    for each in MARKS:
        wanted = wanted | made.equals(each)
    with w.when(t.word("marking") & wanted):
        at = (const(31) - made.high_zeros()) * a.map.game_bytes + t.area["marks"]
        w.copy(at, a.map.work, a.map.game_bytes)


@writes(I32, gives=I32)
def random_game(a: Assembly, w: Writer, most: Term) -> None:
    """(most decisions) -> how the game ended, from here on at random, or by the policy if the host says so."""
    if a.features is not None:
        w.answer_if(Tree(a, w).word("playouts"), called(a.number("play_on", BY_POLICY), most))
    w.push(called(a.number("play_on", PLAIN_GAMES), most))


@writes(I32, gives=I32)
def descend(a: Assembly, w: Writer, spin: Term) -> None:
    """(spin) -> how many moves of the tree were made; below 0, so many, the last being proven and not made."""
    t = Tree(a, w)
    slot, seat, depth, move, edge, block, pending, untried, step, later = (w.local() for _ in range(10))
    w.set(slot, t.area["root"])
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
        with w.when(edge.at(edges.PROOF)):
            # the points of a proven move, of who makes it and of the other
            proof, worth, other = edge.at(edges.PROOF), const(0), const(0)
            mirrored = {} if a.program.wins_together else {LOST: WON, WON: LOST}
            for sort, each in enumerate(PROVEN_POINTS):
                worth = choice(each, worth, proof.equals(sort))
                other = choice(PROVEN_POINTS[mirrored.get(sort, sort)], other, proof.equals(sort))
            for number in range(a.program.players):
                w.set(t.points(const(number)), choice(worth, other, seat.equals(number)))
            w.answer(const(0) - depth)
        w.set(untried, edge.at(edges.VISITS).is_0())
        w.set(block, called(a.number("choose_listed"), seat, move, memory(head.NUMBER)))
        with w.when(block < 0):
            w.set(pending, mixed(pending, edge.at(edges.KEY)) | 1)
            w.set(slot, t.edge(slot.at()) + edges.BESIDE)
            w.otherwise()
            with w.when(called(a.number("run"), block).equals(head.WAITING)):
                w.call(a.number("settle"), head.WAITING)
                w.op("drop")
            w.set(step, t.edge(slot.at()) + edges.BESIDE)
            w.set(slot, edge + edges.CHILD)
            with w.when(pending):
                # the list behind choices made at once, if there is room
                w.set(slot, called(a.number("find"), step, mixed(pending, edge.at(edges.KEY)) | 1, 0))
                with w.when(slot):
                    w.set(slot, t.edge(slot) + edges.CHILD)
                w.set(pending, 0)
        w.call(a.number("mark"), depth)
        w.branch_if(out, untried | memory(head.STATUS) | slot.is_0() | (depth >= edges.DEPTH))
        w.set(later, memory(head.SEATS) >> t.word("seat") << t.word("seat"))
        w.set(seat, choice(later, memory(head.SEATS), later).lowest_bit())
        with w.when(seat.differs(memory(head.SEATS).lowest_bit())):
            _list_moves(a, w, seat)  # those of the lowest seat were listed
        w.branch(again)
    w.push(depth)


def _list_moves(a: Assembly, w: Writer, seat: Term) -> None:
    """List the moves of this seat."""
    w.set(memory(head.COUNT), called(a.number("moves_of"), seat))


@writes(I32)
def points(a: Assembly, w: Writer, status: Term) -> None:
    """(status): what the game brought each seat, into the area; of one that was too long as if nobody had won."""
    t, share = Tree(a, w), w.local()
    fair, parts = TOP_POINTS // max(2, a.program.players), memory(head.WINNERS).ones()
    if (common := a.program.common) is not None:
        win, step = shared(common)
        score = w.kept(memory(head.SCORES))
        w.set(score, choice(common.low, choice(common.high, score, score > common.high), score < common.low))
        w.set(share, choice(0, win, memory(head.WINNERS).is_0()) + (score - common.low) * step)
        for seat in range(a.program.players):
            w.set(t.points(const(seat)), choice(share, 0, status.equals(FINISHED)))
        _widen(w, t)
        return
    if a.program.wins_together:
        fair, parts = 0, const(1)
    drawn = Scope(a, w).cell(a.program.ended).equals(2)
    with w.when(status.differs(FINISHED) | memory(head.WINNERS).is_0()):
        w.set(share, choice(fair, fair // 4, drawn & status.equals(FINISHED)))
        for seat in range(a.program.players):
            w.set(t.points(const(seat)), share)
        w.otherwise()
        w.set(share, const(TOP_POINTS) // parts)
        for seat in range(a.program.players):
            w.set(t.points(const(seat)), (memory(head.WINNERS) >> seat & 1) * share)
    _widen(w, t)


@writes()
def promise(a: Assembly, w: Writer) -> None:
    """(): what the scores of now promise each seat, into the area, as `search.promised` has it."""
    t, best, total, lead = Tree(a, w), w.local(F64), w.local(F64), w.local(F64)
    w.call(a.number("scores"))
    w.set(lead, t.word("lead").signed_real() * real(1 / (1_000 << SQUARED)))
    parts = [w.local(F64) for _ in range(a.program.players)]
    for seat, part in enumerate(parts):
        w.set(part, memory(head.SCORES + WORD * seat).signed_real() * lead)
        w.set(best, part if seat == 0 else choice(part, best, part > best))
    for part in parts:
        w.set(part, part - best + real(1.0))
        w.set(part, choice(part, real(LEAST), part > real(LEAST)))
        for _ in range(SQUARED):
            w.set(part, part * part)
        w.set(total, total + part)
    for seat, part in enumerate(parts):
        w.set(t.points(const(seat)), (part * real(float(TOP_POINTS)) / total).whole())
    _widen(w, t)


def _widen(w: Writer, t: Tree) -> None:
    """The points of the area are between the lowest and the highest."""
    each = w.local()
    for seat in range(t.a.program.players):
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
        w.set(edge.at(edges.VISITS), edge.at(edges.VISITS) + 1)
        w.set(edge.at(edges.TOTAL, "long"), edge.at(edges.TOTAL, "long") + t.points(edge.at(edges.SEAT)).long())


@writes(I32)
def prove(a: Assembly, w: Writer, depth: Term) -> None:
    """(depth): the path has ended with the game: say so of its last move, and of those before as far as it follows."""
    t, step, edge, proof, seat = Tree(a, w), w.local(), w.local(), w.local(), w.local()
    w.raise_by(depth, -1)
    w.set(step, t.path(depth))
    w.set(edge, t.edge(step.at()))
    w.set(proof, t.points(edge.at(edges.SEAT)))
    won, half = proof.equals(TOP_POINTS), proof.equals(TOP_POINTS // 2)
    w.set(proof, choice(WON, choice(SHARED, choice(UNDECIDED, LOST, proof), half), won))
    with w.loop() as again:
        w.set(edge.at(edges.PROOF), proof)
        w.set(seat, edge.at(edges.SEAT))
        w.answer_if(proof.keep(called(a.number("best_proof"), step.at(WORD))).is_0())
        with w.when(depth.is_0()):
            w.set(t.word("proven"), 1)
            w.answer()
        w.raise_by(depth, -1)
        w.set(step, t.path(depth))
        w.set(edge, t.edge(step.at()))
        if not a.program.wins_together:
            with w.when(edge.at(edges.SEAT).differs(seat)):
                # as the other one sees it
                w.set(proof, choice(LOST, choice(WON, proof, proof.equals(LOST)), proof.equals(WON)))
        w.branch(again)


@writes(I32, gives=I32)
def best_proof(a: Assembly, w: Writer, at: Term) -> None:
    """(first edge of a list) -> what is proven of the decision for who takes it; 0 if that is not known."""
    t, edge, best, open_ = Tree(a, w), w.local(), w.local(), w.local()
    with w.until(at.is_0()):
        w.set(edge, t.edge(at))
        with w.when(edge.at(edges.PROOF) > best):
            w.set(best, edge.at(edges.PROOF))
        w.set(open_, open_ | edge.at(edges.PROOF).is_0())
        w.set(at, edge.at(edges.NEXT))
    w.push(choice(0, best, open_ & best.differs(WON)))
