"""Asking at a decision which moves a seat has there. Law: asking leaves the cells of the vector as they were."""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.loop_bounds import FEW
from rulewright.machine.program.nodes import Site
from rulewright.machine.wasm import calls, expressions
from rulewright.machine.wasm.assembly import LISTED, TRIED, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, SEATS, STUCK, WORD
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
    for counted in (TRIED, LISTED):
        w.const(0)
        w.set_global(counted)
    set_you(s, site)
    s.counting = _may_be_many(a, site)
    for offer in site.offers:
        s.listing = a.listing(offer.moves)
        w.get(0)
        calls.called(s, offer.moves)
    w.get(turns)
    w.set_global(TURNS_TAKEN)
    w.get_global(LISTED)
    return w


def _may_be_many(a: Assembly, site: Site) -> bool:
    """Whether moves and candidates must be counted, and turns of loops with them."""
    return sum(a.loops.most(offer.moves) for offer in site.offers) > FEW


def set_you(s: Scope, site: Site) -> None:
    """Where the offers of a site need to know who is asked: the seat in the first parameter."""
    if site.you is not None:
        with s.writing(site.you):
            s.w.get(0)


# ---- for whoever asks


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
