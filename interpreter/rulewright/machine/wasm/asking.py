"""Asking at a decision: which moves a seat has there, or whether it has any.

Law: asking leaves the cells of the vector and those of a header as they were.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.program.bounds import MOVES
from rulewright.machine.program.nodes import OfferCode, Site
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import TRIED, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, SEATS, STUCK, TOO_MANY_MOVES, WORD
from rulewright.machine.wasm.offers import any_move, list_moves
from rulewright.machine.wasm.writer import Writer


def ask(a: Assembly, number: int) -> Writer:
    """() -> how many moves who is asked first has; 0 if some asked seat has none and the rules say what then
    happens."""
    w = Writer((), (I32,))
    s, site = Scope(a, w), a.program.sites[number]
    seat, moves = w.local(), w.local()
    if site.seat is not None:
        expressions.value(s, site.seat)
        w.set(seat)
        _list_for(s, site, number, seat, moves)
        _say_seats(w, seat, moves)
        w.get(moves)
        return w
    asked = w.local()
    with w.block() as none:
        for each in range(a.program.players):
            not_chosen(s, site, each)
            with w.when():
                w.const(each)
                w.set(seat)
                _list_for(s, site, number, seat, moves)
                w.get(moves)
                w.op("eqz")
                w.branch_if(none)
                w.get(asked)
                w.const(1 << each)
                w.op("bitor")
                w.set(asked)
        w.get(asked)
        w.op("ctz32")
        w.set(seat)
        _list_for(s, site, number, seat, moves)
        w.const(0)
        w.get(asked)
        w.store(SEATS)
        w.const(0)
        w.get(moves)
        w.store(COUNT)
        w.get(moves)
        w.op("return")
    w.const(0)
    return w


def _say_seats(w: Writer, seat: int, moves: int) -> None:
    w.const(0)
    w.const(1)
    w.get(seat)
    w.op("shl")
    w.store(SEATS)
    w.const(0)
    w.get(moves)
    w.store(COUNT)


def not_chosen(s: Scope, site: Site, seat: int) -> None:
    """Push whether a seat has not yet chosen."""
    assert site.chosen is not None
    s.read(site.chosen + seat * site.chosen_width)
    s.w.op("eqz")


def _list_for(s: Scope, site: Site, number: int, seat: int, moves: int) -> None:
    """List the moves of a seat; having none where the rules say nothing about that is a fault."""
    s.w.get(seat)
    s.call("list", number)
    s.w.set(moves)
    if site.stuck is None:
        s.w.get(moves)
        s.w.op("eqz")
        with s.w.when():
            s.w.const(0)
            s.w.get(seat)
            s.w.store(SEATS)
            s.fault(STUCK, number)


def list_site(a: Assembly, number: int) -> Writer:
    """(seat) -> how many moves; they are listed."""
    w = Writer((I32,), (I32,))
    s, site = Scope(a, w), a.program.sites[number]
    s.own(a.cells.own(("site", number)))
    turns = w.local()
    w.get_global(TURNS_TAKEN)
    w.set(turns)
    w.const(0)
    w.set_global(TRIED)
    found = w.local()
    set_you(s, site)
    for at, offer in enumerate(site.offers):
        with w.block() as blocked:
            _unless_owed(s, site, offer, blocked)
            list_moves(s, at, offer, found)
        w.get(found)
        w.const(MOVES)
        w.op(">")
        with w.when():
            s.fault(TOO_MANY_MOVES, a.span(site.span))
    w.get(turns)
    w.set_global(TURNS_TAKEN)
    w.get(found)
    return w


def can(a: Assembly, number: int, *, trying: bool) -> Writer:
    """(seat) -> whether some offer of a site has a move."""
    w = Writer((I32,), (I32,))
    s, site = Scope(a, w, trying=trying), a.program.sites[number]
    s.own(a.cells.own(("site", number)))
    set_you(s, site)
    with w.block() as found:
        for at, offer in enumerate(site.offers):
            with w.block() as blocked:
                _unless_owed(s, site, offer, blocked)
                any_move(s, at, offer, found)
        w.const(0)
        w.op("return")
    w.const(1)
    return w


def set_you(s: Scope, site: Site) -> None:
    """Where the offers of a site need to know who is asked: the seat in the first parameter."""
    if site.you is not None:
        with s.writing(site.you):
            s.w.get(0)


def arguments(s: Scope, offer: OfferCode) -> None:
    """Push who is asked, the first parameter, and the arguments of an offer."""
    s.w.get(0)
    for arg in offer.args:
        expressions.value(s, arg)


def _unless_owed(s: Scope, site: Site, offer: OfferCode, blocked: int) -> None:
    """Of the ending of a choice: go away while an `exactly once` line is unused."""
    if not offer.ending:
        return
    for number in dict.fromkeys(each.limit for each in site.offers if each.limit is not None):
        limit = s.a.program.limits[number]
        if limit.exactly:
            for at, cell in enumerate(range(limit.cell, limit.cell + limit.members)):
                s.read(cell)
                if at:
                    s.w.op("bitor")
            s.w.op("eqz")
            s.w.branch_if(blocked)


# ---- for whoever asks


def asked_sites(a: Assembly) -> list[int]:
    """The sites at which somebody decides; others only serve to ask what is possible."""
    return [number for number, site in enumerate(a.program.sites) if any(offer.to for offer in site.offers)]


@contextmanager
def standing_at(w: Writer, number: int) -> Iterator[None]:
    """What is written inside runs if the head says that the game stands at the site or chance event of this number."""
    w.const(0)
    w.load(NUMBER)
    w.const(number)
    w.op("==")
    with w.when():
        yield


def find_move(a: Assembly, w: Writer, local: int) -> None:
    """The number of a listed move, in a local, becomes its address."""
    w.get(local)
    w.const(WORD * a.map.stride)
    w.op("*")
    w.const(a.map.moves)
    w.op("+")
    w.set(local)
