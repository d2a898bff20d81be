"""What was chosen in playouts: decisions by site, uses of every item by game and by winner.

In: the head at a decision and the number of the move. Out: counts of 64 bits in the memory; a game's own counts are
kept by seat until it has finished, so that a game broken off counts for nothing.
"""

from collections.abc import Callable

from rulewright.machine.playouts import Items
from rulewright.machine.program.nodes import Pick
from rulewright.machine.wasm.asking import find_move
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, WINNERS, WORD
from rulewright.machine.wasm.writer import Writer


def _raise(w: Writer, address: int, push_number: Callable[[], None], push_by: Callable[[], None]) -> None:
    """Raise a count of 64 bits: number in its list, by how much."""
    at = w.local()
    push_number()
    w.const(3)
    w.op("shl")
    w.tee(at)
    w.get(at)
    w.load(address, "long")
    push_by()
    w.op("long-u", "long+")
    w.store(address, "long")


def count_decision(a: Assembly) -> Writer:
    """(): the decision at which the game stands, by site, for this game."""
    w = Writer()
    sites = len(a.program.sites)
    site, count = w.local(), w.local()
    for local, address in ((site, NUMBER), (count, COUNT)):
        w.const(0)
        w.load(address)
        w.set(local)
    _raise(w, a.map.decided, lambda: w.get(site), lambda: w.const(1))
    _raise(w, a.map.decided + 8 * sites, lambda: w.get(site), lambda: w.get(count))
    w.get(site)
    w.const(3)
    w.op("shl")
    w.set(site)
    _raise_most(w, a.map.decided + 16 * sites, site, count)
    return w


def _raise_most(w: Writer, address: int, at: int, count: int) -> None:
    """A count becomes another one if that is more."""
    w.get(at)
    w.load(address)
    w.get(count)
    w.op("<")
    with w.when():
        w.get(at)
        w.get(count)
        w.store(address)


def count_move(a: Assembly) -> Writer:
    """(seat, number of a listed move): what it chose, for this game."""
    w = Writer((I32, I32))
    found, action_of = a.items, {}
    for site_number, site in enumerate(a.program.sites):
        for at, offer in enumerate(site.offers):
            if offer.to:
                action_of[site_number, at] = offer.action
    w.get(0)
    w.const(WORD * len(found.all))
    w.op("*")
    w.set(0)
    find_move(a, w, 1)
    for (site_number, at), action in action_of.items():
        w.const(0)
        w.load(NUMBER)
        w.const(site_number)
        w.op("==")
        w.get(1)
        w.load()
        w.const(at)
        w.op("==", "bitand")
        with w.when():
            w.get(0)
            w.get(1)
            w.call(a.number("count-action", action))
            w.op("return")
    return w


def count_action(a: Assembly, number: int) -> Writer:
    """(where the seat's counts begin, address of the move): a move of this action."""
    w = Writer((I32, I32))
    found, action = a.items, a.program.actions[number]
    chosen = w.local()
    w.get(1)
    w.load(WORD)
    w.set(chosen)
    _use(a, w, found.members[number], chosen)
    for variant in range(len(action.variants)):
        w.get(chosen)
        w.const(variant)
        w.op("==")
        with w.when():
            _count_picks(a, w, found, number, variant)
    return w


def _use(a: Assembly, w: Writer, first: int, value: int) -> None:
    """Raise the count of an item of the game: `first` plus what is in a local."""
    at = w.local()
    w.get(0)
    w.get(value)
    w.to_bytes()
    w.op("+")
    w.tee(at)
    w.get(at)
    w.load(a.map.own + WORD * first)
    w.const(1)
    w.op("+")
    w.store(a.map.own + WORD * first)


def _count_picks(a: Assembly, w: Writer, found: Items, number: int, variant: int) -> None:
    action = a.program.actions[number]
    for at, pick in enumerate(action.picks(variant)):
        item = found.picks[number, -1 if at < action.common else variant, at]
        place = WORD * (2 + pick.at)
        if pick.several is None:
            _count_value(a, w, item, pick.argument.kind, 1, place)
        else:
            _count_members(a, w, item, pick, place)


def _count_members(a: Assembly, w: Writer, item: tuple[int, int], pick: Pick, place: int) -> None:
    member, end = w.local(), w.local()
    w.get(1)
    w.tee(member)
    w.get(1)
    w.load(place)
    w.const(WORD * pick.words)
    w.op("*", "+")
    w.set(end)
    with w.until(member, ">=", end):
        _count_value(a, w, item, pick.argument.kind, member, place + WORD)
        w.raise_by(member, WORD * pick.words)


def _count_value(a: Assembly, w: Writer, item: tuple[int, int], kind: str, address: int, place: int) -> None:
    """Count the value that lies `place` behind the address in a local; numbers beyond the last item count as the
    last."""
    first, values = item
    value = w.local()
    w.get(address)
    w.load(place)
    w.set(value)
    if kind == "number":
        w.get(value)
        w.const(values - 1)
        w.get(value)
        w.const(values)
        w.op("<", "select")
        w.set(value)
    w.get(value)
    w.const(values)
    w.op("<u")
    with w.when():
        _use(a, w, first, value)


def count_game(a: Assembly) -> Writer:
    """(): what was chosen in a finished game, to the sums."""
    w = Writer()
    _count_decisions(a, w)
    total = len(a.items.all)
    if not total:
        return w
    uses_at = a.map.counts + 24 * len(a.program.sites)
    seat, item, uses = w.local(), w.local(), w.local()
    with w.loop() as next_seat:
        w.const(0)
        w.set(item)
        with w.loop() as again:
            w.get(seat)
            w.const(WORD * total)
            w.op("*")
            w.get(item)
            w.to_bytes()
            w.op("+")
            w.load(a.map.own)
            w.tee(uses)
            with w.when():
                _raise(w, uses_at, lambda: w.get(item), lambda: w.get(uses))
                _raise(w, uses_at + 8 * total, lambda: w.get(item), lambda: w.const(1))
                _raise(w, uses_at + 16 * total, lambda: w.get(item), lambda: _has_won(w, seat))
            w.raise_by(item, 1)
            w.get(item)
            w.const(total)
            w.op("<")
            w.branch_if(again)
        w.raise_by(seat, 1)
        w.get(seat)
        w.const(a.program.players)
        w.op("<")
        w.branch_if(next_seat)
    return w


def _count_decisions(a: Assembly, w: Writer) -> None:
    """The decisions of the game, to the sums."""
    at, count, bytes_each = w.local(), w.local(), 8 * len(a.program.sites)
    with w.block() as out, w.loop() as again:
        w.get(at)
        w.const(bytes_each)
        w.op(">=")
        w.branch_if(out)
        for column in (0, bytes_each):
            w.get(at)
            for address in (a.map.counts, a.map.decided):
                w.get(at)
                w.load(address + column, "long")
            w.op("long+")
            w.store(a.map.counts + column, "long")
        w.get(at)
        w.load(a.map.decided + 2 * bytes_each)
        w.set(count)
        _raise_most(w, a.map.counts + 2 * bytes_each, at, count)
        w.raise_by(at, 8)
        w.branch(again)


def _has_won(w: Writer, seat: int) -> None:
    w.const(0)
    w.load(WINNERS)
    w.get(seat)
    w.op("shr-u")
    w.const(1)
    w.op("bitand")
