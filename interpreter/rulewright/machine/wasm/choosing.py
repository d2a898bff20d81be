"""Making a listed move: its picks go to their cells, its limit is used up; a choice at once waits in a hidden slot."""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.program.nodes import OfferCode, Site
from rulewright.machine.wasm.asking import listed_move, not_chosen
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, SEATS, WORD
from rulewright.machine.wasm.operands import Term, called, const, memory
from rulewright.machine.wasm.writer import Writer


def choose(a: Assembly) -> Writer:
    """(seat, number of the listed move, site) -> the block where play goes on; -1 if others must choose first."""
    w = Writer((I32, I32, I32), (I32,))
    _, move, site = w.params
    w.set(move, listed_move(a, move))
    for number in range(len(a.program.sites)):
        with w.when(site.equals(number)):
            _choose_at(a, w, number)
    w.op("unreachable")
    return w


def _choose_at(a: Assembly, w: Writer, number: int) -> None:
    """Carry out the move whose address lies in the second parameter; returns."""
    s, site, move = Scope(a, w), a.program.sites[number], w.params[1]
    for at, offer in enumerate(site.offers):
        with _one_of(w, move.at(), at, len(site.offers)):
            variants = len(a.program.actions[offer.action].variants)
            if offer.limit is not None:
                limit = s.a.program.limits[offer.limit]
                place = const(limit.cell) + move.at(WORD) if limit.members > 1 else const(limit.cell)
                cell = place.to_bytes().at(s.a.map.state)
                s.w.set(cell, 1 if limit.most == 1 else cell + 1)
            if site.chosen is not None:
                _keep(s, site, offer, number)
                continue
            for variant in range(variants):
                with _one_of(w, move.at(WORD), variant, variants):
                    put_words(s, a.program.actions[offer.action].variants[variant].cells, move)
                    w.answer(offer.to[variant])


@contextmanager
def _one_of(w: Writer, said: Term, number: int, count: int) -> Iterator[None]:
    """What is written inside runs if this number of so many is said; the last one of them needs no test."""
    if number == count - 1:
        yield
    else:
        with w.when(said.equals(number)):
            yield


def put_words(s: Scope, cells: tuple[int, ...], move: Term) -> None:
    """The words of the move that lies at an address go to these cells."""
    for place, cell in enumerate(cells, start=2):
        s.w.set(s.cell(cell), move.at(WORD * place))


def _keep(s: Scope, site: Site, offer: OfferCode, number: int) -> None:
    """Keep a choice at once in its hidden slot; after the last one play goes on."""
    w, slot = s.w, s.w.local()
    seat, move, _ = w.params
    assert site.chosen is not None
    assert site.then is not None
    w.fill_0(slot.keep((seat * site.chosen_width).to_bytes() + s.a.map.cell(site.chosen)), WORD * site.chosen_width)
    w.set(slot.at(), move.at() + 1)
    w.set(slot.at(WORD), move.at(WORD))
    for variant, each in enumerate(s.a.program.actions[offer.action].variants):
        with w.when(move.at(WORD).equals(variant)):
            for place in range(2, 2 + len(each.cells)):
                w.set(slot.at(WORD * place), move.at(WORD * place))
    _first_left(s, site, slot)
    with w.when(slot < 0):
        w.answer(site.then)
    w.set(memory(COUNT), called(s.a.number("list", number), slot))
    w.answer(-1)


def _first_left(s: Scope, site: Site, goal: Term) -> None:
    """The first seat that has not chosen, -1 if all have; the head says who is asked."""
    w, asked = s.w, s.w.local()
    w.set(asked, 0)
    w.set(goal, -1)
    for seat in reversed(range(s.a.program.players)):
        with w.when(not_chosen(s, site, seat)):
            w.set(goal, seat)
            w.set(asked, asked | (1 << seat))
    w.set(memory(SEATS), asked)
