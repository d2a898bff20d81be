"""In which zones a found piece can lie where a rule asks whether it is in one.

Follows the sentences in order. A piece can lie in the zones where it was found, and in each zone to which anything has
been moved since. Zones of one name count as one, whoever owns them; where nothing is known a piece can lie anywhere.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import Final

from attrs import define, field

from rulewright.language import core
from rulewright.language.core_queries import ELEMENTS, Origin, all_run_by, bindings, blocks_of, passed_on, ways
from rulewright.language.effects import all_effects, holds_pieces, ref_of
from rulewright.language.walking import children

Zones = frozenset[int]
NO_ZONES: Final[Zones] = frozenset()
Places = dict[int, Zones]
"""Of each local that holds pieces the zones in which they can lie."""


@define
class Search:
    """What is known so far: where pieces handed to parameters can lie, what else moves before the body of an action
    that is chosen at once; both only grow. Of each `c is in Z`, by its identity: `met` where it may hold, `apart` the
    zones where c lies where it does not."""

    made: core.Core
    anywhere: Zones
    params: dict[int, Zones] = field(factory=lambda: defaultdict(frozenset))
    meanwhile: dict[int, Zones] = field(factory=lambda: defaultdict(frozenset))
    filled: dict[int, Zones] = field(factory=dict)
    met: set[int] = field(factory=set)
    apart: dict[int, Zones] = field(factory=dict)


def certainly_elsewhere(made: core.Core, nodes: Iterable[object]) -> dict[int, Zones]:
    """Where the piece can lie of which `c is in Z` never holds, by the identity of each such question among these."""
    if not any(isinstance(node, core.Contains) and node.here for node in nodes):
        return {}
    search = Search(made, frozenset(range(len(made.zones))))
    before = -1
    while before != (now := sum(map(len, (*search.params.values(), *search.meanwhile.values())))):
        before = now
        follow(search)
    return {question: zones for question, zones in search.apart.items() if question not in search.met}


def follow(of: Search) -> None:
    """Everything that is carried out and asked, once."""

    def given(params: Iterable[int]) -> Places:
        return {param: of.params[param] for param in params}

    made = of.made
    of.met.clear()
    of.apart.clear()
    for body in (made.setup, made.play):
        block(of, body, {})
    for procedure in made.procedures:
        block(of, procedure.body, given(procedure.params))
    for number, action in enumerate(made.actions):
        for way in ways(action):
            places = given(action.params)
            header(of, [line for line in way.header if not isinstance(line, core.Must)], places)
            stir(places, of.meanwhile[number])
            block(of, way.body, places)
            header(of, [line for line in way.header if isinstance(line, core.Must)], places)
    for definition in made.definitions:
        places = given(definition.params)
        header(of, definition.lets, places)
        ask(of, definition.result, places)
    for node in (made.scoring, *made.invariants, *made.variables):
        ask(of, node, {})


def header(of: Search, lines: Sequence[core.HeaderLine], places: Places) -> None:
    """Lines each of which binds something or asks."""
    for line in lines:
        ask(of, line, places)
        bind(of, line, places)


def block(of: Search, body: Sequence[core.Statement], places: Places) -> None:
    """Each sentence in turn; `places` is what is known before it, and in the end what is known behind it."""
    for node in body:
        inner, filled = blocks_of(node), filled_by(of, node)
        if isinstance(node, core.Loop | core.Choosing):
            stir(places, filled)
        inside = {id(each) for sentences in inner for each in sentences}
        ask(of, node, places, inside)
        for each in inner:
            known = dict(places)
            bind(of, node, known)
            block(of, each, known)
        stir(places, filled)
        bind(of, node, places)


def bind(of: Search, node: object, places: Places) -> None:
    """What is known of the local that a node binds, or moves."""
    match node:
        case core.Let():
            places[node.local] = lying(of, node.value, places)
        case core.MovePiece(piece=core.Get(local=local)):
            places[local] = frozenset((ref_of(node.to).zone,))
        case _ if isinstance(node, ELEMENTS):
            places[node.local] = lying(of, node.seq, places)
        case _:
            pass


def stir(places: Places, filled: Zones) -> None:
    """Anything may have been moved to these zones."""
    for local in places:
        places[local] |= filled if places[local] else NO_ZONES


def ask(of: Search, node: object, places: Places, but: Container[int] = ()) -> None:
    """All questions in a node, those in its parts of the identities `but` aside."""
    match node:
        case core.Contains(here=True):
            piece, there = lying(of, node.value, places), lying(of, node.seq, places)
            if piece and there and not piece & there:
                of.apart[id(node)] = of.apart.get(id(node), NO_ZONES) | piece
            else:
                of.met.add(id(node))
        case core.ChooseAtOnce():
            for offer in node.offers:
                of.meanwhile[offer.action] |= filled_by(of, node)
        case _ if isinstance(node, ELEMENTS):
            places = {**places, node.local: lying(of, node.seq, places)}
        case core.RunProcedure() | core.OfferLine() | core.CallDefinition():
            for param, arg in bindings(of.made, node):
                of.params[param] |= lying(of, arg, places)
        case _:
            pass
    for child in children(node):
        if id(child) not in but:
            ask(of, child, places)


def lying(of: Search, source: Origin, places: Places) -> Zones:
    """The zones in which a piece, or those of a sequence, can lie; a kind that is merely named lies anywhere."""
    match source:
        case core.Get() | core.Held():
            found = places.get(source.local, of.anywhere)
            return found if holds_pieces(of.made.locals[source.local]) else of.anywhere
        case core.Pieces():
            return frozenset((source.zone.zone,))
        case core.On():
            return frozenset((source.place.board.zone,))
        case core.Const() if source.value < 0:
            return NO_ZONES
        case _:
            parts = passed_on(source)
            return NO_ZONES.union(*(lying(of, part, places) for part in parts)) if parts else of.anywhere


def filled_by(of: Search, node: core.Statement) -> Zones:
    """The zones to which a sentence may move something, with all that it runs; piles that refill always count."""
    if id(node) not in of.filled:
        done = [*all_effects(of.made, all_run_by(of.made, node))]
        boxed = {component for each in done for component in each.boxes}
        always = {n for n, zone in enumerate(of.made.zones) if zone.refill or (zone.box and zone.component in boxed)}
        of.filled[id(node)] = frozenset(always.union(*(each.filled for each in done)))
    return of.filled[id(node)]
