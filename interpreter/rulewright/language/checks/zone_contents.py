"""What can get where: the kinds that each zone and each local can hold, whatever happens.

An analysis of the finished core that forgets order and numbers: the kinds of a zone are those of all sequences moved
to it. `where` counts as far as it compares attributes with constants. It never misses a kind; it may see too many.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from attrs import define, field

from rulewright.language import constant_folding as fold
from rulewright.language import core
from rulewright.language.binding import BINDERS, Origin, bindings, passed_on
from rulewright.language.calls import questions
from rulewright.language.facts.ranges import component_of, may_be_none, none_of, type_of
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.intervals import evaluate
from rulewright.language.types import NONE_NUMBER, SeqT, each_of
from rulewright.language.walking import walk

Kinds = frozenset[int]
MOVERS = core.Moving | core.PassZones | core.RollInto | core.ChangePiece
NO_KINDS: Final[Kinds] = frozenset()


@define
class Contents:
    """The kinds found so far; they only grow. `nodes`: all that is carried out and asked; `passed`: of filters by their
    identity which kinds may pass, as far as that was asked."""

    made: core.Core
    nodes: tuple[object, ...] = ()
    passed: dict[int, dict[int, bool]] = field(factory=lambda: defaultdict(dict))
    zones: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))
    locals: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))

    def all_kinds(self, component: int) -> Kinds:
        """All kinds of a component."""
        return frozenset(range(len(self.made.components[component].kinds)))

    def total(self) -> int:
        """How much is known; what grows ends."""
        return sum(map(len, self.zones.values())) + sum(map(len, self.locals.values()))


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
    return grown(Contents(found.made, nodes, found.passed, found.zones.copy(), found.locals.copy()))


def grown(found: Contents) -> Contents:
    """What all nodes bring, until nothing new comes."""
    nodes = [node for node in found.nodes if isinstance(node, MOVERS | BINDERS)]
    before = -1
    while found.total() != before:
        before = found.total()
        for index, zone in enumerate(found.made.zones):
            if zone.refill is not None:
                found.zones[index] |= found.zones[zone.refill.zone]
        for node in nodes:
            transfer(found, node)
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
            found.zones[node.to.zone] |= found.all_kinds(found.made.zones[node.to.zone].component)
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
    everything = found.all_kinds(component)
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
        case (
            core.Read()
            | core.Attr()
            | core.Lookup()
            | core.Extreme()
            | core.CallDefinition()
            | core.AskPiece()
            | core.Noted()
        ):
            component = component_of(found.made, source.type)
            return NO_KINDS if component is None else found.all_kinds(component)
        case _:
            return NO_KINDS.union(*(kinds_of(found, part) for part in passed_on(source)))


def passing(found: Contents, seq: core.Filter, kinds: Kinds) -> Kinds:
    """Those of these kinds that may pass a filter."""
    passed = found.passed[id(seq)]
    passed |= {kind: known(found, seq.condition, {seq.local: kind}) != 0 for kind in kinds if kind not in passed}
    return frozenset(kind for kind in kinds if passed[kind])


Values = Mapping[int, int]


def known(found: Contents, expr: core.Expr, values: Values) -> int | None:
    """What an expression comes to where these locals have these values, None if that depends on more."""
    match expr:
        case core.Const():
            return expr.value
        case core.Get():
            return values.get(expr.local)
        case core.Attr():
            return attribute(found, expr, known(found, expr.of, values))
        case core.Compare():
            return comparison(found, expr, values)
        case core.IsNone():
            of = known(found, expr.of, values)
            return None if of is None else int(of == none_of(expr.of))
        case core.Calc(op="+" | "-" | "*" as op):
            left, right = known(found, expr.left, values), known(found, expr.right, values)
            if left is None or right is None or NONE_NUMBER in (left, right):
                return None
            return evaluate(op, left, right)
        case core.Not():
            of = known(found, expr.operand, values)
            return None if of is None else int(not of)
        case core.And() | core.Or():
            stop = 0 if isinstance(expr, core.And) else 1
            parts = [known(found, operand, values) for operand in expr.operands]
            return stop if stop in parts else None if None in parts else 1 - stop
        case core.CallDefinition():
            return called(found, expr, values)
        case core.Cases():
            return first_case(found, expr, values)
        case _:
            return None


def attribute(found: Contents, expr: core.Attr, kind: int | None) -> int | None:
    """The attribute of a known kind."""
    if kind is None or kind < 0:
        return None
    value = found.made.components[expr.component].attributes[expr.attribute].table[kind]
    return value if isinstance(value, int) else None


def comparison(found: Contents, expr: core.Compare, values: Values) -> int | None:
    """A comparison of known values; with none it is no, but none may be the same as what may be none."""
    left, right = known(found, expr.left, values), known(found, expr.right, values)
    for side, value, other in ((expr.left, left, expr.right), (expr.right, right, expr.left)):
        if value == none_of(side) and (expr.op != "same" or not may_be_none(other)):
            return 0
    return compared(expr, left, right)


def compared(expr: core.Compare, left: int | None, right: int | None) -> int | None:
    """A comparison of known values; with none it is no."""
    if left is None or right is None:
        return None
    return int(fold.compares(expr.op, core.Const(left, type_of(expr.left)), core.Const(right, type_of(expr.right))))


def called(found: Contents, expr: core.CallDefinition, values: Values) -> int | None:
    """A definition, as far as its arguments are known."""
    definition = found.made.definitions[expr.definition]
    args = [known(found, arg, values) for arg in expr.args]
    if definition.lets:
        return None
    inner = {param: arg for param, arg in zip(definition.params, args, strict=True) if arg is not None}
    return known(found, definition.result, inner)


def first_case(found: Contents, expr: core.Cases, values: Values) -> int | None:
    """The first case that holds, if that is known."""
    for test, value in expr.cases:
        holds = known(found, test, values)
        if holds is None:
            return None
        if holds:
            return known(found, value, values)
    return known(found, expr.otherwise, values)
