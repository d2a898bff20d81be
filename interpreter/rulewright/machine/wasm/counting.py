"""What was chosen in playouts: decisions by site, uses of every item by game and by winner.

In: the head at a decision and the number of the move. Out: counts of 64 bits in the memory; a game's own counts are
kept by seat until it has finished, so that a game broken off counts for nothing.
"""

from rulewright.machine.program.nodes import Pick
from rulewright.machine.wasm.asking import listed_move, standing_at
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, WINNERS, WORD
from rulewright.machine.wasm.operands import Term, Value, choice, const, memory
from rulewright.machine.wasm.writer import Writer


def _raise(w: Writer, address: int, number: Term, by: Term) -> None:
    """Raise a count of 64 bits: number in its list, by how much."""
    at = w.local()
    w.set(at.keep(number << 3).at(address, "long"), at.at(address, "long") + by.long())


def count_decision(a: Assembly) -> Writer:
    """(): the decision at which the game stands, by site, for this game."""
    w = Writer()
    sites = len(a.program.sites)
    site, count = w.local(), w.local()
    w.set(site, memory(NUMBER))
    w.set(count, memory(COUNT))
    _raise(w, a.map.decided, site, const(1))
    _raise(w, a.map.decided + 8 * sites, site, count)
    w.set(site, site << 3)
    _raise_most(w, a.map.decided + 16 * sites, site, count)
    return w


def _raise_most(w: Writer, address: int, at: Term, count: Term) -> None:
    """A count becomes another one if that is more."""
    with w.when(at.at(address) < count):
        w.set(at.at(address), count)


def count_move(a: Assembly) -> Writer:
    """(seat, number of a listed move): what it chose, for this game."""
    w = Writer((I32, I32))
    seat, move = w.params
    w.set(seat, seat * (WORD * len(a.items.all)))
    w.set(move, listed_move(a, move))
    for number, site in enumerate(a.program.sites):
        for at, offer in enumerate(site.offers):
            if offer.to:
                with w.when(standing_at(number) & move.at().equals(at)):
                    w.call(a.number("count-action", offer.action), seat, move)
                    w.answer()
    return w


def count_action(a: Assembly, number: int) -> Writer:
    """(where the seat's counts begin, address of the move): a move of this action."""
    w = Writer((I32, I32))
    _, move = w.params
    chosen = w.local()
    w.set(chosen, move.at(WORD))
    _use(a, w, a.items.members[number], chosen)
    for variant in range(len(a.program.actions[number].variants)):
        with w.when(chosen.equals(variant)):
            _count_picks(a, w, number, variant)
    return w


def _use(a: Assembly, w: Writer, first: int, value: Term) -> None:
    """Raise the count of an item of the game: `first` plus a value."""
    seat, at, counts = w.params[0], w.local(), a.map.own + WORD * first
    w.set(at.keep(seat + value.to_bytes()).at(counts), at.at(counts) + 1)


def _count_picks(a: Assembly, w: Writer, number: int, variant: int) -> None:
    action, move = a.program.actions[number], w.params[1]
    for at, pick in enumerate(action.picks(variant)):
        item = a.items.picks[number, -1 if at < action.common else variant, at]
        place = WORD * (2 + pick.at)
        if pick.several is None:
            _count_value(a, w, item, pick, move.at(place))
            continue
        member, end = w.local(), w.local()
        w.set(end, member.keep(move) + move.at(place) * (WORD * pick.words))
        with w.steps(member, end, WORD * pick.words):
            _count_value(a, w, item, pick, member.at(place + WORD))


def _count_value(a: Assembly, w: Writer, item: tuple[int, int], pick: Pick, picked: Term) -> None:
    """Count a value; numbers beyond the last item count as the last."""
    first, values = item
    value = w.local()
    w.set(value, picked)
    if pick.argument.kind == "number":
        w.set(value, choice(value, values - 1, value < values))
    with w.when(value.op("<u", values)):
        _use(a, w, first, value)


def count_game(a: Assembly) -> Writer:
    """(): what was chosen in a finished game, to the sums."""
    w = Writer()
    # the decisions of the game, to the sums
    at, count, bytes_each = w.local(), w.local(), 8 * len(a.program.sites)
    with w.steps(at, bytes_each, 8):
        for column in (0, bytes_each):
            sums = at.at(a.map.counts + column, "long")
            w.set(sums, sums + at.at(a.map.decided + column, "long"))
        w.set(count, at.at(a.map.decided + 2 * bytes_each))
        _raise_most(w, a.map.counts + 2 * bytes_each, at, count)
    total = len(a.items.all)
    if not total:
        return w
    uses_at = a.map.counts + 24 * len(a.program.sites)
    seat, item, uses = w.local(), w.local(), w.local()
    with w.some_steps(seat, a.program.players):
        w.set(item, 0)
        with w.some_steps(item, total):
            used = (seat * (WORD * total) + item.to_bytes()).at(a.map.own)
            with w.when(uses.keep(used)):
                _raise(w, uses_at, item, uses)
                _raise(w, uses_at + 8 * total, item, const(1))
                _raise(w, uses_at + 16 * total, item, has_won(seat))
    return w


def has_won(seat: Value) -> Term:
    """Whether the head says that a seat has won."""
    return memory(WINNERS) >> seat & 1
