"""What can get where and what values can be, whatever happens: the kinds that each zone and each local can hold, and
the numbers of each variable and local.

Analyses of the finished core that forget order and numbers: the kinds of a zone are those of all sequences moved to it,
a variable can be all that it is ever set to. They never miss a value; they may see too many.
"""

from collections import Counter, defaultdict
from functools import partial
from typing import Final

from attrs import Factory, define, evolve, field

from rulewright.language import core
from rulewright.language.checks.expression_values import (
    Kinds,
    Outcomes,
    Seen,
    all_kinds,
    anything,
    may,
    nothing_known,
    said,
    value_of,
)
from rulewright.language.checks.piece_zones import certainly_elsewhere
from rulewright.language.core_queries import BINDERS, Origin, bindings, passed_on, questions
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import component_of, range_of, type_of
from rulewright.language.intervals import May, Range, either, within
from rulewright.language.types import CountsT, OptionalT, Scalar, SeqT, SetT, Several, each_of, lowest
from rulewright.language.walking import walk

# ---- the kinds that can lie where
# `where` counts as far as it compares attributes with constants.

MOVERS = core.Moving | core.PassZones | core.RollInto | core.ChangePiece
NO_KINDS: Final[Kinds] = frozenset()


@define
class Contents:
    """The kinds found so far; they only grow. `nodes`: all that is carried out and asked; `types`: what follows from
    the types alone; `passed`: of filters by their identity which kinds may pass, as far as that was asked."""

    made: core.Core
    nodes: tuple[object, ...] = ()
    types: Outcomes = Factory(lambda self: nothing_known(self.made), takes_self=True)
    passed: dict[int, dict[int, bool]] = field(factory=lambda: defaultdict(dict))
    zones: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))
    locals: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))


def contents(made: core.Core) -> Contents:
    """The kinds of all zones and locals. A definition that is asked of what may be none is made a second time for that,
    and perhaps nobody asks the first: then only the second counts."""
    doings = (made.setup, made.play, made.procedures, made.actions, made.scoring, made.invariants)
    asking = questions(made, (doings, tuple(each.starts for each in made.variables)))
    asked = {node.definition for node in asking if isinstance(node, core.CallDefinition)}
    places = {made.definitions[number].span for number in asked}
    numbered = enumerate(made.definitions)
    definitions = tuple(each for number, each in numbered if number in asked or each.span not in places)
    found = Contents(made, tuple(walk((*doings, definitions))))
    for index, zone in enumerate(made.zones):
        if zone.box:
            copies = made.components[zone.component].copies
            found.zones[index] |= {kind for kind, number in enumerate(copies) if number != 0}
    return grown(found)


def with_given(found: Contents, given: object) -> Contents:
    """The kinds where these sentences may have laid out a position."""
    nodes = (*walk(given), *found.nodes)
    return grown(Contents(found.made, nodes, found.types, found.passed, found.zones.copy(), found.locals.copy()))


def grown(found: Contents) -> Contents:
    """What all nodes bring, until nothing new comes."""
    nodes, before = [node for node in found.nodes if isinstance(node, MOVERS | BINDERS)], -1
    while before != (now := sum(map(len, (*found.zones.values(), *found.locals.values())))):
        before = now
        for index, zone in enumerate(found.made.zones):
            if zone.refill is not None:
                found.zones[index] |= found.zones[zone.refill.zone]
        for node in nodes:
            bring(found, node)
    return found


def bring(found: Contents, node: object) -> None:
    """What one node brings into zones and locals."""
    made = found.made
    match node:
        case core.MovePiece():
            found.zones[ref_of(node.to).zone] |= kinds_of(found, node.piece)
        case core.MoveAll() | core.MoveSome():
            found.zones[ref_of(node.to).zone] |= kinds_of(found, node.seq)
        case core.PassZones(passings=ways):
            for way in ways:
                found.zones[way.to.zone] |= found.zones[way.source.zone]
        case core.RollInto():
            found.zones[node.to.zone] |= all_kinds(made, made.zones[node.to.zone].component)
        case core.ChangePiece(component=component):
            # it can be any kind, wherever it lies or is named
            everything = all_kinds(made, component)
            for index, zone in enumerate(made.zones):
                if zone.component == component and zone.kind in ("row", "slot", "board"):
                    found.zones[index] |= everything
            for index, each in enumerate(made.locals):
                if component_of(made, each_of(each.type)) == component:
                    found.locals[index] |= everything
        case _:
            for local, source in bindings(made, node):
                type_ = made.locals[local].type
                kind = not isinstance(type_, SeqT) and component_of(made, type_) is not None
                if kind or isinstance(source, core.Seq):
                    found.locals[local] |= kinds_of(found, source)


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


# ---- what variables and locals can be

WIDEN_AFTER: Final = 6
Grown = Counter[tuple[bool, int]]
"""How often more was found of a variable (True) or local."""


def outcomes(found: Contents) -> Outcomes:
    """What all variables and locals can be."""
    made, nodes = found.made, found.nodes
    filled = {node.var.variable for node in nodes if isinstance(node, core.AddTo | core.AssignAll)}
    filled |= {i for i, each in enumerate(made.variables) if isinstance(each.type, SetT | CountsT) and each.starts}
    bound = {local for node in nodes for local, _ in bindings(made, node)}
    of = Outcomes(
        made,
        found.zones,
        partial(kinds_of, found),
        filled,
        variables={},
        locals={n: May() if n in bound else anything(made, each_of(each.type)) for n, each in enumerate(made.locals)},
        nodes=nodes,
        written=frozenset(node.var.variable for node in nodes if isinstance(node, core.Writing | core.Remembering)),
        apart=certainly_elsewhere(made, nodes),
    )
    replaced = set_at_once(made)
    for number, variable in enumerate(made.variables):
        if not isinstance(variable.type, Several):
            of.variables[number] = May() if number in replaced else first_value(of, variable, variable.type)
    setting = [node for node in nodes if isinstance(node, core.Assign) or any(True for _ in bindings(made, node))]
    growth, before = Grown(), -1
    while growth.total() != before:
        before = growth.total()
        of.forget()
        for node in setting:
            transfer(of, growth, node)
    return of


def set_at_once(made: core.Core) -> set[int]:
    """The variables whose first value nobody ever asks: the setup sets them before, or a `keep`."""
    asked, found = set[int](), {number for number, each in enumerate(made.variables) if each.since is not None}
    for node in made.setup:
        if any(isinstance(each, core.RunProcedure | core.Choosing) for each in walk(node)):
            break
        asked |= {each.var.variable for each in questions(made, node) if isinstance(each, core.Read)}
        if isinstance(node, core.Assign) and not node.var.owners and node.var.variable not in asked:
            found.add(node.var.variable)
    return found


def first_value(of: Outcomes, variable: core.Variable, type_: Scalar) -> May:
    """What a variable can be at the beginning."""
    match variable.starts:
        case None if isinstance(type_, OptionalT):
            return May(none=True)
        case None:
            range_ = range_of(of.made, type_)
            first = 0 if range_.low <= 0 <= range_.high else lowest(type_)
            return May(Range(first, first))
        case _ if isinstance(variable.starts, core.Expr):
            return may(of, variable.starts, {})
        case _:
            return anything(of.made, type_)


def transfer(of: Outcomes, growth: Grown, node: object) -> None:
    """What one node brings into variables and locals; what grows again and again becomes all of its type."""

    def grow(key: tuple[bool, int], value: May, type_: Scalar) -> None:
        is_variable, number = key
        known, range_ = of.variables if is_variable else of.locals, range_of(of.made, type_)
        new = either(known[number], within(value, range_))
        if new != known[number]:
            growth[key] += 1
            known[number] = evolve(new, range=range_) if growth[key] > WIDEN_AFTER else new

    if isinstance(node, core.Assign):
        type_ = of.made.variables[node.var.variable].type
        assert not isinstance(type_, Several)
        value = may(of, node.value, {})
        grow((True, node.var.variable), evolve(value, none=value.none and isinstance(type_, OptionalT)), type_)
    for local, source in bindings(of.made, node):
        if isinstance(node, core.Pick) and node.words is not None:
            value = May(Range(0, len(node.words.names) - 1))
        else:
            value = value_of(of, source, {})
        if isinstance(node, core.Pick) and node.if_any:
            value = evolve(value, none=True)
        grow((False, local), value, each_of(of.made.locals[local].type))
