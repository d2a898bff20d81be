"""Decisions: which moves a seat has, making one of them, and counting what was chosen."""

from rulewright.machine.program.bounds import CANDIDATES, LISTING_TURNS, MAX_UNCHECKED_PASSES, MOVES, TURNS
from rulewright.machine.program.nodes import OfferCode, Site
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import LISTED, TRIED, TURNS_TAKEN, WORK, Assembly, Scope
from rulewright.machine.wasm.encoding import I32, Term, called, choice, const, memory
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, SEATS, STUCK, WINNERS, WORD
from rulewright.machine.wasm.writer import Writer, writes

# ---- Asking at a decision which moves a seat has there
# Law: asking leaves the cells of the vector as they were.


@writes(gives=I32, at="sites")
def moves(a: Assembly, w: Writer, number: int) -> None:
    """() -> how many moves who is asked first has; they are listed. 0 if some asked seat has none and the rules say
    what then happens."""
    s, site = Scope(a, w), a.program.sites[number]
    seat, count = w.local(), w.local()
    if site.seat is not None:
        w.set(seat, expressions.value(s, site.seat))
        _list_for(s, site, number, seat, count)
        w.set(memory(SEATS), const(1) << seat)
        w.set(memory(COUNT), count)
        w.push(count)
        return
    assert site.chosen is not None
    asked = w.local()
    with w.block() as none:
        for each in range(a.program.players):
            with w.when(s.cell(site.chosen + each * site.chosen_width).is_0()):
                w.set(seat, each)
                _list_for(s, site, number, seat, count)
                w.branch_if(none, count.is_0())
                w.set(asked, asked | (1 << each))
        w.set(seat, asked.lowest_bit())
        _list_for(s, site, number, seat, count)
        w.set(memory(SEATS), asked)
        w.set(memory(COUNT), count)
        w.answer(count)
    w.push(0)


def _list_for(s: Scope, site: Site, number: int, seat: Term, moves: Term) -> None:
    """List the moves of a seat; having none where the rules say nothing about that is a fault."""
    s.w.set(moves, called(s.a.number("list_site", number), seat))
    if site.stuck is None:
        with s.w.when(moves.is_0()):
            s.w.set(memory(SEATS), seat)
            s.fault(STUCK, number)


@writes(I32, gives=I32, at="sites")
def list_site(a: Assembly, w: Writer, number: int, seat: Term) -> None:
    """(seat) -> how many moves; they are listed."""
    s, site = Scope(a, w, ("site", number)), a.program.sites[number]
    turns = w.kept(TURNS_TAKEN)
    for counted in (TRIED, LISTED, WORK):
        w.set(counted, 0)
    if site.you is not None:
        w.set(s.cell(site.you), seat)
    passes, listed = (sum(most(offer.moves) for offer in site.offers) for most in (a.loops.most, a.listings.most))
    if passes > MAX_UNCHECKED_PASSES:
        # the first candidate has the turns before it, too
        few = passes <= min(TURNS, LISTING_TURNS - TURNS) and listed <= min(MOVES, CANDIDATES)
        s.counting = "turns" if few else "moves"
    for offer in site.offers:
        s.listing = a.listing(offer.moves)
        expressions.run_procedure(s, offer.moves, seat)
    w.set(TURNS_TAKEN, turns)
    w.push(LISTED)


def listed_move(a: Assembly, number: Term) -> Term:
    """The address of a listed move."""
    return number * (WORD * a.map.stride) + a.map.moves


# ---- Making a listed move: its picks go to their cells, its limit is used up; a choice at once waits in a hidden
# slot


@writes(I32, I32, I32, gives=I32)
def choose_listed(a: Assembly, w: Writer, seat: Term, move: Term, at: Term) -> None:
    """(seat, number of the listed move, site) -> the block where play goes on; -1 if others must choose first."""
    s = Scope(a, w)
    w.set(move, listed_move(a, move))
    for number, site in w.cases(at, a.program.sites):
        for _, offer in w.cases(move.at(), site.offers, sure=True):
            if offer.limit is not None:
                limit = a.program.limits[offer.limit]
                place = const(limit.cell) + move.at(WORD) if limit.members > 1 else const(limit.cell)
                cell = place.to_bytes().at(a.map.state)
                w.set(cell, 1 if limit.most == 1 else cell + 1)
            if site.chosen is not None:
                _keep(s, site, offer, number, seat, move)
                continue
            for variant, each in w.cases(move.at(WORD), a.program.actions[offer.action].variants, sure=True):
                for word, target in enumerate(each.cells, start=2):
                    w.set(s.cell(target), move.at(WORD * word))
                w.answer(offer.to[variant])
    w.op("unreachable")


def _keep(s: Scope, site: Site, offer: OfferCode, number: int, seat: Term, move: Term) -> None:
    """Keep a choice at once in its hidden slot; after the last one play goes on."""
    w, slot = s.w, s.w.local()
    assert site.chosen is not None
    assert site.then is not None
    w.fill_0(slot.keep((seat * site.chosen_width).to_bytes() + s.a.map.cell(site.chosen)), WORD * site.chosen_width)
    w.set(slot.at(), move.at() + 1)
    w.set(slot.at(WORD), move.at(WORD))
    for _, variant in w.cases(move.at(WORD), s.a.program.actions[offer.action].variants):
        for place in range(2, 2 + len(variant.cells)):
            w.set(slot.at(WORD * place), move.at(WORD * place))
    # the first seat that has not chosen, -1 if all have; the head says who is asked
    asked = w.kept(0)
    w.set(slot, -1)
    for each in reversed(range(s.a.program.players)):
        with w.when(s.cell(site.chosen + each * site.chosen_width).is_0()):
            w.set(slot, each)
            w.set(asked, asked | (1 << each))
    w.set(memory(SEATS), asked)
    w.answer_if(slot < 0, site.then)
    w.set(memory(COUNT), called(s.a.number("list_site", number), slot))
    w.answer(-1)


# ---- What was chosen in playouts: decisions by site, uses of every item by game and by winner
# In: the head at a decision and the number of the move. Out: counts of 64 bits in the memory; a game's own counts are
# kept by seat until it has finished, so that a game broken off counts for nothing.


def _raise(w: Writer, address: int, number: Term, by: Term) -> None:
    """Raise a count of 64 bits: number in its list, by how much."""
    at = w.local()
    w.set(at.keep(number << 3).at(address, "long"), at.at(address, "long") + by.long())


@writes()
def count_decision(a: Assembly, w: Writer) -> None:
    """(): the decision at which the game stands, by site, for this game."""
    sites = len(a.program.sites)
    site, count = w.kept(memory(NUMBER)), w.kept(memory(COUNT))
    _raise(w, a.map.decided, site, const(1))
    _raise(w, a.map.decided + 8 * sites, site, count)
    w.set(site, site << 3)
    with w.when(site.at(a.map.decided + 16 * sites) < count):
        w.set(site.at(a.map.decided + 16 * sites), count)


@writes(I32, I32)
def count_move(a: Assembly, w: Writer, seat: Term, move: Term) -> None:
    """(seat, number of a listed move): what it chose, for this game."""
    w.set(seat, seat * (WORD * len(a.items.all)))
    w.set(move, listed_move(a, move))
    for number, site in enumerate(a.program.sites):
        for at, offer in enumerate(site.offers):
            if offer.to:
                with w.when(memory(NUMBER).equals(number) & move.at().equals(at)):
                    w.call(a.number("count_action", offer.action), seat, move)
                    w.answer()


@writes(I32, I32)
def count_action(a: Assembly, w: Writer, number: int, _seat: Term, move: Term) -> None:
    """(where the seat's counts begin, address of the move): a move of this action."""
    action, chosen = a.program.actions[number], w.kept(move.at(WORD))
    _count_value(a, w, (a.items.members[number], len(action.variants)), chosen)
    for variant, _ in w.cases(chosen, action.variants):
        for at, pick in enumerate(action.picks(variant)):
            item = a.items.picks[number, -1 if at < action.common else variant, at]
            place, numbers = WORD * (2 + pick.at), pick.argument.kind == "number"
            if pick.several is None:
                _count_value(a, w, item, move.at(place), number=numbers)
                continue
            member, end = w.local(), w.local()
            w.set(end, member.keep(move) + move.at(place) * (WORD * pick.words))
            with w.steps(member, end, WORD * pick.words):
                _count_value(a, w, item, member.at(place + WORD), number=numbers)


def _count_value(a: Assembly, w: Writer, item: tuple[int, int], picked: Term, *, number: bool = False) -> None:
    """Raise the count of an item of the game; numbers beyond the last one count as the last."""
    first, values = item
    value, at, counts = w.kept(picked), w.local(), a.map.own + WORD * first
    if number:
        w.set(value, choice(value, values - 1, value < values))
    with w.when(value.op("<u", values)):
        w.set(at.keep(w.params[0] + value.to_bytes()).at(counts), at.at(counts) + 1)


@writes()
def count_game(a: Assembly, w: Writer) -> None:
    """(): what was chosen in a finished game, to the sums."""
    # the decisions of the game, to the sums
    at, count, bytes_each = w.local(), w.local(), 8 * len(a.program.sites)
    with w.steps(at, bytes_each, 8):
        for column in (0, bytes_each):
            sums = at.at(a.map.counts + column, "long")
            w.set(sums, sums + at.at(a.map.decided + column, "long"))
        w.set(count, at.at(a.map.decided + 2 * bytes_each))
        with w.when(at.at(a.map.counts + 2 * bytes_each) < count):
            w.set(at.at(a.map.counts + 2 * bytes_each), count)
    total = len(a.items.all)
    if not total:
        return
    uses_at = a.map.counts + 24 * len(a.program.sites)
    seat, item, uses = w.local(), w.local(), w.local()
    with w.some_steps(seat, a.program.players):
        w.set(item, 0)
        with w.some_steps(item, total):
            used = (seat * (WORD * total) + item.to_bytes()).at(a.map.own)
            with w.when(uses.keep(used)):
                _raise(w, uses_at, item, uses)
                _raise(w, uses_at + 8 * total, item, const(1))
                _raise(w, uses_at + 16 * total, item, memory(WINNERS) >> seat & 1)
