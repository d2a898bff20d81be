"""Asking at a decision which moves a seat has there. Law: asking leaves the cells of the vector as they were."""

from collections.abc import Iterable

from rulewright.machine.loop_bounds import MAX_UNCHECKED_PASSES
from rulewright.machine.program.nodes import Site
from rulewright.machine.wasm import calls, expressions
from rulewright.machine.wasm.assembly import LISTED, TRIED, TURNS_TAKEN, WORK, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, SEATS, STUCK, WORD
from rulewright.machine.wasm.operands import Term, Value, called, const, memory
from rulewright.machine.wasm.writer import Writer


def ask(a: Assembly, number: int) -> Writer:
    """() -> how many moves who is asked first has; 0 if some asked seat has none and the rules say what then
    happens."""
    w = Writer((), (I32,))
    s, site = Scope(a, w), a.program.sites[number]
    seat, moves = w.local(), w.local()
    if site.seat is not None:
        w.set(seat, expressions.value(s, site.seat))
        _list_for(s, site, number, seat, moves)
        w.set(memory(SEATS), const(1) << seat)
        w.set(memory(COUNT), moves)
        w.push(moves)
        return w
    asked = w.local()
    with w.block() as none:
        for each in range(a.program.players):
            with w.when(not_chosen(s, site, each)):
                w.set(seat, each)
                _list_for(s, site, number, seat, moves)
                w.branch_if(none, moves.is_0())
                w.set(asked, asked | (1 << each))
        w.set(seat, asked.lowest_bit())
        _list_for(s, site, number, seat, moves)
        w.set(memory(SEATS), asked)
        w.set(memory(COUNT), moves)
        w.answer(moves)
    w.push(0)
    return w


def not_chosen(s: Scope, site: Site, seat: int) -> Term:
    """Whether a seat has not yet chosen."""
    assert site.chosen is not None
    return s.cell(site.chosen + seat * site.chosen_width).is_0()


def _list_for(s: Scope, site: Site, number: int, seat: Term, moves: Term) -> None:
    """List the moves of a seat; having none where the rules say nothing about that is a fault."""
    s.w.set(moves, called(s.a.number("list", number), seat))
    if site.stuck is None:
        with s.w.when(moves.is_0()):
            s.w.set(memory(SEATS), seat)
            s.fault(STUCK, number)


def list_site(a: Assembly, number: int) -> Writer:
    """(seat) -> how many moves; they are listed."""
    w = Writer((I32,), (I32,))
    [seat], s, site = w.params, Scope(a, w), a.program.sites[number]
    s.own(a.cells.own(("site", number)))
    turns = w.local()
    w.set(turns, TURNS_TAKEN)
    for counted in (TRIED, LISTED, WORK):
        w.set(counted, 0)
    set_you(s, site, seat)
    s.counting = sum(a.loops.most(offer.moves) for offer in site.offers) > MAX_UNCHECKED_PASSES
    for offer in site.offers:
        s.listing = a.listing(offer.moves)
        calls.called(s, offer.moves, seat)
    w.set(TURNS_TAKEN, turns)
    w.push(LISTED)
    return w


def set_you(s: Scope, site: Site, seat: Term) -> None:
    """Where the offers of a site need to know who is asked."""
    if site.you is not None:
        s.w.set(s.cell(site.you), seat)


# ---- for whoever asks


def standing_at(number: int) -> Term:
    """Whether the head says that the game stands at the site or chance event of this number."""
    return memory(NUMBER).equals(number)


def answer_there(a: Assembly, w: Writer, name: str, numbers: Iterable[int], *args: Value) -> None:
    """Return what the function of this name gives that is written for where the game stands; 0 if none is."""
    for number in numbers:
        with w.when(standing_at(number)):
            w.answer(called(a.number(name, number), *args))
    w.push(0)


def listed_move(a: Assembly, number: Term) -> Term:
    """The address of a listed move."""
    return number * (WORD * a.map.stride) + a.map.moves
