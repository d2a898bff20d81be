"""What can get where: the kinds that each zone and each local can hold, whatever happens.

An analysis of the finished core that forgets order and numbers: the kinds of a zone are those of all sequences moved
to it. `where` counts as far as it compares attributes with constants. It never misses a kind; it may see too many.
"""

from collections import defaultdict
from typing import Final

from attrs import Factory, define, field

from rulewright.language import core
from rulewright.language.checks.expression_values import Kinds, Outcomes, Seen, all_kinds, nothing_known, said
from rulewright.language.checks.fixed_point import size_of, until_nothing_new
from rulewright.language.core_queries import BINDERS, Origin, bindings, passed_on, questions
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import component_of, type_of
from rulewright.language.intervals import May, Range
from rulewright.language.types import SeqT, each_of
from rulewright.language.walking import walk

MOVERS = core.Moving | core.PassZones | core.RollInto | core.ChangePiece
NO_KINDS: Final[Kinds] = frozenset()


@define
class Contents:
    """The kinds found so far; they only grow. `nodes`: all that is carried out and asked; `types`: what follows from
    the types alone; `passed`: of filters by their
    identity which kinds may pass, as far as that was asked."""

    made: core.Core
    nodes: tuple[object, ...] = ()
    types: Outcomes = Factory(lambda self: nothing_known(self.made), takes_self=True)
    passed: dict[int, dict[int, bool]] = field(factory=lambda: defaultdict(dict))
    zones: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))
    locals: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))


def contents(made: core.Core) -> Contents:
    """The kinds of all zones and locals."""
    doings = (made.setup, made.play, made.procedures, made.actions, made.scoring, made.invariants)
    bodies = (*doings, asked_definitions(made, doings))
    found = Contents(made, tuple(walk(bodies)))
    for index, zone in enumerate(made.zones):
        if zone.box:
            copies = made.components[zone.component].copies
            found.zones[index] |= {kind for kind, number in enumerate(copies) if number != 0}
    return grown(found)


def asked_definitions(made: core.Core, doings: object) -> tuple[core.Definition, ...]:
    """The definitions as they are asked: one that is asked of what may be none is made a second time for that, and
    perhaps nobody asks the first."""
    nodes = questions(made, (doings, tuple(each.starts for each in made.variables)))
    asked = {node.definition for node in nodes if isinstance(node, core.CallDefinition)}
    places = {made.definitions[number].span for number in asked}
    return tuple(each for number, each in enumerate(made.definitions) if number in asked or each.span not in places)


def with_given(found: Contents, given: object) -> Contents:
    """The kinds where these sentences may have laid out a position."""
    nodes = (*walk(given), *found.nodes)
    return grown(Contents(found.made, nodes, found.types, found.passed, found.zones.copy(), found.locals.copy()))


def grown(found: Contents) -> Contents:
    """What all nodes bring, until nothing new comes."""
    nodes = [node for node in found.nodes if isinstance(node, MOVERS | BINDERS)]

    def step() -> None:
        for index, zone in enumerate(found.made.zones):
            if zone.refill is not None:
                found.zones[index] |= found.zones[zone.refill.zone]
        for node in nodes:
            transfer(found, node)

    until_nothing_new(lambda: size_of(found.zones, found.locals), step)
    return found


def transfer(found: Contents, node: object) -> None:
    """What one node brings into zones and locals."""
    match node:
        case core.MovePiece():
            found.zones[ref_of(node.to).zone] |= kinds_of(found, node.piece)
        case core.MoveAll() | core.MoveSome():
            found.zones[ref_of(node.to).zone] |= kinds_of(found, node.seq)
        case core.PassZones(passings=ways):
            for way in ways:
                found.zones[way.to.zone] |= found.zones[way.source.zone]
        case core.RollInto():
            found.zones[node.to.zone] |= all_kinds(found.made, found.made.zones[node.to.zone].component)
        case core.ChangePiece():
            changed(found, node.component)
        case _:
            for local, source in bindings(found.made, node):
                name(found, local, source)


def name(found: Contents, local: int, source: Origin) -> None:
    """The local can be what it is bound to."""
    type_ = found.made.locals[local].type
    if isinstance(source, core.Seq) or (not isinstance(type_, SeqT) and component_of(found.made, type_) is not None):
        found.locals[local] |= kinds_of(found, source)


def changed(found: Contents, component: int) -> None:
    """Pieces that change can be any kind, wherever they lie or are named."""
    everything = all_kinds(found.made, component)
    for index, zone in enumerate(found.made.zones):
        if zone.component == component and zone.kind in ("row", "slot", "board"):
            found.zones[index] |= everything
    for index, local in enumerate(found.made.locals):
        if component_of(found.made, each_of(local.type)) == component:
            found.locals[index] |= everything


# ---- what an expression and a sequence can be


def kinds_of(found: Contents, source: Origin) -> Kinds:
    """The kinds that a value, or the elements of a sequence, can be; of other elements their values, or nothing."""
    match source:
        case core.Const():
            return frozenset((source.value,)) if source.value >= 0 else NO_KINDS
        case core.Get() | core.Held():
            return found.locals[source.local]
        case core.Pieces():
            return found.zones[source.zone.zone]
        case core.On():
            return found.zones[source.place.board.zone]
        case core.Filter():
            return passing(found, source, kinds_of(found, source.seq))
        case core.Values():
            return frozenset(range(source.number))
        case core.Members():
            return frozenset(range(source.aggregate.width))
        case _ if parts := passed_on(source):
            return NO_KINDS.union(*(kinds_of(found, part) for part in parts))
        case _:
            named = component_of(found.made, type_of(source)) if isinstance(source, core.Expr) else None
            return all_kinds(found.made, named)


def passing(found: Contents, seq: core.Filter, kinds: Kinds) -> Kinds:
    """Those of these kinds that may pass a filter; all of what are no kinds."""
    passed, types = found.passed[id(seq)], found.types
    if component_of(found.made, each_of(found.made.locals[seq.local].type)) is None:
        return kinds
    for kind in kinds - passed.keys():
        seen: Seen = {seq.local: May(Range(kind, kind))}
        passed[kind] = said(types, seq.condition, seen, holds=True) is not None
    types.known.clear()
    return frozenset(kind for kind in kinds if passed[kind])
