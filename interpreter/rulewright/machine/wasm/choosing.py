"""Making a listed move: its picks go to their cells, its limit is used up; a choice at once waits in a hidden slot."""

from rulewright.machine.program.nodes import OfferCode, Site
from rulewright.machine.wasm.asking import find_move, not_chosen
from rulewright.machine.wasm.assembly import Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import COUNT, SEATS, WORD
from rulewright.machine.wasm.writer import Writer


def choose(a: Assembly) -> Writer:
    """(seat, number of the listed move, site) -> the block where play goes on; -1 if others must choose first."""
    w = Writer((I32, I32, I32), (I32,))
    find_move(a, w, 1)
    for number in range(len(a.program.sites)):
        w.get(2)
        w.const(number)
        w.op("==")
        with w.when():
            _choose_at(a, w, number)
    w.op("unreachable")
    return w


def _choose_at(a: Assembly, w: Writer, number: int) -> None:
    """Carry out the move whose address lies in the second parameter; returns."""
    site = a.program.sites[number]
    s = Scope(a, w)
    for at, offer in enumerate(site.offers):
        if at < len(site.offers) - 1:
            w.get(1)
            w.load()
            w.const(at)
            w.op("==")
            with w.when():
                _chosen(s, site, offer, number)
        else:
            _chosen(s, site, offer, number)


def _chosen(s: Scope, site: Site, offer: OfferCode, number: int) -> None:
    """Carry the move out; returns."""
    w, variants = s.w, len(s.a.program.actions[offer.action].variants)
    _use_up(s, offer)
    if site.chosen is not None:
        _keep(s, site, offer, number)
        return
    for variant in range(variants):
        if variant < variants - 1:
            w.get(1)
            w.load(WORD)
            w.const(variant)
            w.op("==")
            with w.when():
                _scatter(s, offer, variant)
        else:
            _scatter(s, offer, variant)


def _use_up(s: Scope, offer: OfferCode) -> None:
    if offer.limit is None:
        return
    s.w.const(s.a.program.limits[offer.limit].cell)
    if s.a.program.limits[offer.limit].members > 1:
        s.w.get(1)
        s.w.load(WORD)
        s.w.op("+")
    s.w.to_bytes()
    s.w.const(1)
    s.w.store(s.a.map.state)


def _scatter(s: Scope, offer: OfferCode, variant: int) -> None:
    """Write the words into their cells; return the block."""
    put_words(s, s.a.program.actions[offer.action].variants[variant].cells)
    s.w.const(offer.to[variant])
    s.w.op("return")


def put_words(s: Scope, cells: tuple[int, ...]) -> None:
    """The words of the move whose address lies in the second parameter go to these cells."""
    for place, cell in enumerate(cells, start=2):
        with s.writing(cell):
            s.w.get(1)
            s.w.load(WORD * place)


def _keep(s: Scope, site: Site, offer: OfferCode, number: int) -> None:
    """Keep a choice at once in its hidden slot; after the last one play goes on."""
    w = s.w
    assert site.chosen is not None
    assert site.then is not None
    slot = w.local()
    w.get(0)
    w.const(site.chosen_width)
    w.op("*")
    s.w.to_bytes()
    w.const(s.a.map.cell(site.chosen))
    w.op("+")
    w.tee(slot)
    w.const(0)
    w.const(WORD * site.chosen_width)
    w.fill()
    w.get(slot)
    w.get(1)
    w.load()
    w.const(1)
    w.op("+")
    w.store()
    w.get(slot)
    w.get(1)
    w.load(WORD)
    w.store(WORD)
    _keep_picks(s, offer, slot)
    _first_left(s, site, slot)
    w.get(slot)
    w.const(0)
    w.op("<")
    with w.when():
        w.const(site.then)
        w.op("return")
    w.const(0)
    w.get(slot)
    s.call("list", number)
    w.store(COUNT)
    w.const(-1)
    w.op("return")


def _keep_picks(s: Scope, offer: OfferCode, slot: int) -> None:
    w = s.w
    for number, variant in enumerate(s.a.program.actions[offer.action].variants):
        w.get(1)
        w.load(WORD)
        w.const(number)
        w.op("==")
        with w.when():
            for place in range(2, 2 + len(variant.cells)):
                w.get(slot)
                w.get(1)
                w.load(WORD * place)
                w.store(WORD * place)


def _first_left(s: Scope, site: Site, goal: int) -> None:
    """The first seat that has not chosen, -1 if all have; the head says who is asked."""
    w = s.w
    asked = w.local()
    w.const(0)
    w.set(asked)
    w.const(-1)
    w.set(goal)
    for seat in reversed(range(s.a.program.players)):
        not_chosen(s, site, seat)
        with w.when():
            w.const(seat)
            w.set(goal)
            w.get(asked)
            w.const(1 << seat)
            w.op("bitor")
            w.set(asked)
    w.const(0)
    w.get(asked)
    w.store(SEATS)
