"""What can get where and what values can be, whatever happens: the kinds that each zone and each local can hold, the
numbers of each variable and local, and the zones in which a piece can lie.

Analyses of the finished core that forget order and numbers: the kinds of a zone are those of all sequences moved to it,
a variable can be all that it is ever set to. They never miss a value; they may see too many.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import Final

from attrs import define, evolve, field

from rulewright.language import core, core_queries
from rulewright.language.checks import expression_values as values
from rulewright.language.checks.expression_values import Kinds, Outcomes, all_kinds, anything, kinds_of
from rulewright.language.core_queries import ELEMENTS, Origin, bindings, passed_on, questions
from rulewright.language.effects import all_effects, holds_pieces, lies_in, ref_of
from rulewright.language.facts.ranges import component_of, range_of
from rulewright.language.intervals import May, Range, either, within
from rulewright.language.types import CountsT, OptionalT, Scalar, SeqT, SetT, Several, each_of, lowest
from rulewright.language.walking import children, walk

MOVERS = core.Moving | core.PassZones | core.RollInto | core.ChangePiece


def contents(made: core.Core) -> Outcomes:
    """The kinds of all zones and locals. A definition that is asked of what may be none is made a second time for that,
    and perhaps nobody asks the first: then only the second counts."""
    doings = (made.setup, made.play, made.procedures, made.actions, made.scoring, made.invariants)
    asking = questions(made, (doings, tuple(each.starts for each in made.variables)))
    asked = {node.definition for node in asking if isinstance(node, core.CallDefinition)}
    places = {made.definitions[number].span for number in asked}
    numbered = enumerate(made.definitions)
    definitions = tuple(each for number, each in numbered if number in asked or each.span not in places)
    types, no_kinds = values.nothing_known(made), defaultdict[int, Kinds](frozenset)
    nodes = tuple(walk((*doings, definitions)))
    found = evolve(types, zones=no_kinds, kinds=no_kinds.copy(), types=types, nodes=nodes, passed=defaultdict(dict))
    for index, zone in enumerate(made.zones):
        if zone.box:
            copies = made.components[zone.component].copies
            found.zones[index] |= {kind for kind, number in enumerate(copies) if number != 0}
    return grown(found)


def with_given(found: Outcomes, given: object) -> Outcomes:
    """The kinds where these sentences may have laid out a position."""
    nodes = (*walk(given), *found.nodes)
    return grown(evolve(found, nodes=nodes, zones=found.zones.copy(), kinds=found.kinds.copy()))


def grown(found: Outcomes) -> Outcomes:
    """What all nodes bring into zones and locals, until nothing new comes."""
    made, zones, before = found.made, found.zones, -1
    nodes = [node for node in found.nodes if isinstance(node, MOVERS | core_queries.BINDERS)]
    refills = [(index, zone.refill.zone) for index, zone in enumerate(made.zones) if zone.refill is not None]
    while before != (now := sum(map(len, (*zones.values(), *found.kinds.values())))):
        before = now
        for index, refill in refills:
            zones[index] |= zones[refill]
        for node in nodes:
            match node:
                case core.MovePiece() | core.MoveAll() | core.MoveSome():
                    source = node.piece if isinstance(node, core.MovePiece) else node.seq
                    zones[ref_of(node.to).zone] |= kinds_of(found, source)
                case core.PassZones(passings=ways):
                    for way in ways:
                        zones[way.to.zone] |= zones[way.source.zone]
                case core.RollInto():
                    zones[node.to.zone] |= all_kinds(made, made.zones[node.to.zone].component)
                case core.ChangePiece(component=component):
                    # it can be any kind, wherever it lies or is named
                    for index, zone in enumerate(made.zones):
                        if zone.component == component and zone.kind in ("row", "slot", "board"):
                            zones[index] |= all_kinds(made, component)
                    for index, each in enumerate(made.locals):
                        if component_of(made, each_of(each.type)) == component:
                            found.kinds[index] |= all_kinds(made, component)
                case _:
                    for local, source in bindings(made, node):
                        type_ = made.locals[local].type
                        kind = not isinstance(type_, SeqT) and component_of(made, type_) is not None
                        if kind or isinstance(source, core.Seq):
                            found.kinds[local] |= kinds_of(found, source)
    return found


WIDEN_AFTER: Final = 6
Grown = Counter[tuple[bool, int]]
"""How often more was found of a variable (True) or local."""


def outcomes(found: Outcomes) -> Outcomes:
    """What all variables and locals can be."""
    made, nodes = found.made, found.nodes
    filled = {node.var.variable for node in nodes if isinstance(node, core.AddTo | core.AssignAll)}
    filled |= {i for i, each in enumerate(made.variables) if isinstance(each.type, SetT | CountsT) and each.starts}
    bound = {local for node in nodes for local, _ in bindings(made, node)}
    locals_ = {n: May() if n in bound else anything(made, each_of(each.type)) for n, each in enumerate(made.locals)}
    written = frozenset(node.var.variable for node in nodes if isinstance(node, core.Writing | core.Remember))
    of = Outcomes(made, found.zones, found.kinds, filled, {}, locals_, found.types, nodes, found.passed, written)
    of.apart = certainly_elsewhere(made, nodes)
    # the variables whose first value nobody ever asks: the setup sets them before, or a `keep`
    asked, replaced = set[int](), {number for number, each in enumerate(made.variables) if each.since is not None}
    for line in made.setup:
        if any(isinstance(each, core.RunProcedure | core.Choosing) for each in walk(line)):
            break
        asked |= {each.var.variable for each in questions(made, line) if isinstance(each, core.Read)}
        if isinstance(line, core.Assign) and not line.var.owners and line.var.variable not in asked:
            replaced.add(line.var.variable)
    for number, variable in enumerate(made.variables):
        if not isinstance(variable.type, Several):
            first = 0 if 0 in range_of(made, variable.type).integers else lowest(variable.type)
            if number in replaced:
                of.variables[number] = May()
            elif isinstance(variable.starts, core.Expr):
                of.variables[number] = values.may(of, variable.starts, {})
            elif variable.starts is not None:
                of.variables[number] = anything(made, variable.type)
            else:
                none = isinstance(variable.type, OptionalT)
                of.variables[number] = May(none=True) if none else May(Range(first, first))
    setting = [node for node in nodes if isinstance(node, core.Assign) or any(True for _ in bindings(made, node))]
    growth, before = Grown(), -1
    while growth.total() != before:
        before = growth.total()
        for reckoned in (of.results, of.calls, of.known):  # more is known of variables and locals now
            reckoned.clear()
        for node in setting:
            transfer(of, growth, node)
    return of


def transfer(of: Outcomes, growth: Grown, node: object) -> None:
    """What one node brings into variables and locals; what grows again and again becomes all of its type."""
    brought = list[tuple[bool, int, May, Scalar]]()
    if isinstance(node, core.Assign):
        type_ = of.made.variables[node.var.variable].type
        assert not isinstance(type_, Several)
        value = values.may(of, node.value, {})
        value = evolve(value, none=value.none and isinstance(type_, OptionalT))
        brought.append((True, node.var.variable, value, type_))
    for local, source in bindings(of.made, node):
        if isinstance(node, core.Pick) and node.words is not None:
            value = May(Range(0, len(node.words) - 1))
        else:
            value = values.value_of(of, source, {})
        value = evolve(value, none=value.none or (isinstance(node, core.Pick) and node.if_any))
        brought.append((False, local, value, each_of(of.made.locals[local].type)))
    for is_variable, number, value, type_ in brought:
        known, range_ = of.variables if is_variable else of.locals, range_of(of.made, type_)
        new = either(known[number], within(value, range_))
        if new != known[number]:
            growth[is_variable, number] += 1
            known[number] = evolve(new, range=range_) if growth[is_variable, number] > WIDEN_AFTER else new


# ---- in which zones a found piece can lie where a rule asks whether it is in one
# Follows the sentences in order. A piece can lie in the zones where it was found, and in each zone to which anything
# has been moved since. Zones of one name count as one, whoever owns them.

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
    of, before = Search(made, frozenset(range(len(made.zones)))), -1
    # everything that is carried out and asked, until nothing new is known of parameters
    while before != (now := sum(map(len, (*of.params.values(), *of.meanwhile.values())))):
        before = now
        of.met.clear()
        of.apart.clear()
        for body in (made.setup, made.play):
            block(of, body, {})
        for procedure in made.procedures:
            block(of, procedure.body, {param: of.params[param] for param in procedure.params})
        for number, action in enumerate(made.actions):
            for way in core_queries.ways(action):
                places = {param: of.params[param] for param in action.params}
                block(of, [line for line in way.header if not isinstance(line, core.Must)], places)
                stir(places, of.meanwhile[number])
                block(of, way.body, places)
                block(of, [line for line in way.header if isinstance(line, core.Must)], places)
        for definition in made.definitions:
            places = {param: of.params[param] for param in definition.params}
            block(of, definition.lets, places)
            ask(of, definition.result, places)
        for node in (made.scoring, *made.invariants, *made.variables):
            ask(of, node, {})
    return {question: zones for question, zones in of.apart.items() if question not in of.met}


def block(of: Search, body: Sequence[core.Statement | core.HeaderLine], places: Places) -> None:
    """Each sentence or header line in turn; `places` is what is known before it, and in the end behind it."""
    for node in body:
        inner, filled = core_queries.blocks_of(node), filled_by(of, node)
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
    if isinstance(node, core.MovePiece) and isinstance(node.piece, core.Get):
        places[node.piece.local] = frozenset((ref_of(node.to).zone,))
    elif isinstance(node, ELEMENTS | core.Let):
        places[node.local] = lying(of, node.value if isinstance(node, core.Let) else node.seq, places)


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
        case core.Pieces() | core.On():
            return frozenset((lies_in(source).zone,))
        case core.Const() if source.value < 0:
            return NO_ZONES
        case _:
            parts = passed_on(source)
            return NO_ZONES.union(*(lying(of, part, places) for part in parts)) if parts else of.anywhere


def filled_by(of: Search, node: object) -> Zones:
    """The zones to which a sentence may move something, with all that it runs."""
    if id(node) not in of.filled:
        done = all_effects(of.made, walk(core_queries.run_by(of.made, node)))
        boxes = {n for n, zone in enumerate(of.made.zones) if zone.box and zone.component in done.boxes}
        of.filled[id(node)] = done.filled | boxes
    return of.filled[id(node)]
