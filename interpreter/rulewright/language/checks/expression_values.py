"""What an expression can come to, whatever happens, by what is known of variables, locals and zones.

It never misses a value; it may see too many. `seen` is what is known besides in one place: of these locals, and what a
condition has said of the expressions in it.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from attrs import define, evolve, field

from rulewright.language import core
from rulewright.language.core_queries import Origin, passed_on
from rulewright.language.effects import lies_in
from rulewright.language.facts import ranges
from rulewright.language.facts.ranges import MAX_COUNT, component_of, most_counted, none_of, range_of, type_of
from rulewright.language.intervals import May, Range, combined, either, hull, joined, within, yes_no
from rulewright.language.types import BOOL, BoolT, OptionalT, Scalar, Several, each_of, none_code

Kinds = frozenset[int]
NO_KINDS: Final[Kinds] = frozenset()
Seen = Mapping[core.Expr | int, May]
MOST_QUESTIONS: Final = 1_000_000
MOST_CALLS: Final = 64
"""For so many arguments a definition is judged, then for whatever it is asked."""


@define
class Outcomes:
    """What each variable and local can be; which kinds each zone, and (`kinds`) each local, can hold. `filled`: the
    sets and counts into which something may come; `types`: what follows from the types alone, None if this does;
    `nodes`: all that is carried out and asked; `passed`: by identity which kinds may pass a filter; `written`: the
    variables that are ever set; `apart`: the `c is in Z` that never hold, by identity, and where c lies; `results`: of
    definitions, for these arguments; `known`: what was reckoned, by the expression itself and what was seen."""

    made: core.Core
    zones: dict[int, Kinds]
    kinds: dict[int, Kinds]
    filled: Collection[int]
    variables: dict[int, May]
    locals: dict[int, May]
    types: "Outcomes | None" = None
    nodes: tuple[object, ...] = ()
    passed: dict[int, dict[int, bool]] = field(factory=dict)
    written: frozenset[int] = frozenset()
    apart: Mapping[int, frozenset[int]] = field(factory=dict)
    results: dict[tuple[int, tuple[May, ...]], May] = field(factory=dict)
    calls: Counter[int] = field(factory=Counter)
    known: dict[tuple[int, int], tuple[core.Expr, Seen, May]] = field(factory=dict)
    asked: int = 0

    def room(self) -> ranges.Room:
        """How much there can be of what sequences are made of: in a zone no more than of the kinds that get there."""
        made = self.made

        def pieces(seq: core.Pieces) -> int:
            zone = made.zones[seq.zone.zone]
            component = made.components[zone.component]
            copies = [component.copies[kind] for kind in self.zones[seq.zone.zone]]
            most = most_counted(zone, component) if zone.kind != "slot" else 1
            return most if None in copies else min(most, sum(number or 0 for number in copies))

        return ranges.Room(
            made,
            made.players,
            pieces=pieces,
            entries=lambda table: max(map(len, made.list_tables[table].values), default=0),
            kept=lambda _: MAX_COUNT,
            together=lambda _, most: most,
        )


def anything(made: core.Core, type_: Scalar) -> May:
    """All values of a type."""
    return May(range_of(made, type_), isinstance(type_, OptionalT))


def all_kinds(made: core.Core, component: int | None) -> Kinds:
    """All kinds of a component, if it is one."""
    return frozenset(range(0 if component is None else len(made.components[component].kinds)))


def nothing_known(made: core.Core) -> Outcomes:
    """Where nothing is known but the types."""
    return Outcomes(
        made,
        zones={number: all_kinds(made, zone.component) for number, zone in enumerate(made.zones)},
        kinds={at: all_kinds(made, component_of(made, each_of(each.type))) for at, each in enumerate(made.locals)},
        filled=range(len(made.variables)),
        variables={n: anything(made, v.type) for n, v in enumerate(made.variables) if not isinstance(v.type, Several)},
        locals={number: anything(made, each_of(local.type)) for number, local in enumerate(made.locals)},
    )


def known(of: Outcomes, expr: core.Expr, values: Mapping[int, int]) -> int | None:
    """What an expression certainly comes to where these locals have these values; none as its type writes it."""
    nones = {local: none_code(each_of(of.made.locals[local].type)) for local in values}
    seen: Seen = {at: May(none=True) if each == nones[at] else May(Range(each, each)) for at, each in values.items()}
    found = may(evolve(of, known={}, asked=0), expr, seen)
    if not found.alone:
        return None
    return none_of(expr) if found.none else found.range.low


def kinds_of(of: Outcomes, source: Origin) -> Kinds:
    """The kinds that a value, or the elements of a sequence, can be; of other elements their values, or nothing."""
    match source:
        case core.Const():
            return frozenset((source.value,)) if source.value >= 0 else NO_KINDS
        case core.Get() | core.Held():
            return of.kinds[source.local]
        case core.Pieces() | core.On():
            return of.zones[lies_in(source).zone]
        case core.Filter():
            return passing(of, source, kinds_of(of, source.seq))
        case core.Values():
            return frozenset(range(source.number))
        case core.Members():
            return frozenset(range(source.aggregate.width))
        case _ if parts := passed_on(source):
            return NO_KINDS.union(*(kinds_of(of, part) for part in parts))
        case _:
            named = component_of(of.made, type_of(source)) if isinstance(source, core.Expr) else None
            return all_kinds(of.made, named)


def passing(of: Outcomes, seq: core.Filter, kinds: Kinds) -> Kinds:
    """Those of these kinds that may pass a filter; all of what are no kinds."""
    passed, types = of.passed[id(seq)], of.types
    if types is None or component_of(of.made, each_of(of.made.locals[seq.local].type)) is None:
        return kinds
    for kind in kinds - passed.keys():
        seen: Seen = {seq.local: May(Range(kind, kind))}
        passed[kind] = said(types, seq.condition, seen, holds=True) is not None
    types.known.clear()
    return frozenset(kind for kind in kinds if passed[kind])


def may(of: Outcomes, expr: core.Expr, seen: Seen) -> May:
    """What an expression can come to, reckoned once for what is seen."""
    if seen and expr in seen:
        return seen[expr]
    key = id(expr), id(seen) if seen else 0
    if key not in of.known:
        of.asked += 1
        found = anything(of.made, type_of(expr)) if of.asked > MOST_QUESTIONS else reckoned(of, expr, seen)
        of.known[key] = expr, seen, found
    return of.known[key][-1]


def reckoned(of: Outcomes, expr: core.Expr, seen: Seen) -> May:
    """The same, as it follows from the parts."""
    match expr:
        case core.Const(value=value):
            return May(none=True) if value == none_of(expr) else May(Range(value, value))
        case core.Get(local=local):
            return kinds_or(of, expr, seen.get(local, of.locals[local]))
        case core.Read(var=var):
            lost = any(may(of, owner, seen).none for owner in var.owners)
            return without(expr, of.variables[var.variable]) if lost else of.variables[var.variable]
        case core.Attr():
            return attribute(of, expr, seen)
        case core.CountOf(counts=core.Aggregate(var=var)) | core.Sum(counts=core.Aggregate(var=var)):
            return anything(of.made, type_of(expr)) if var.variable in of.filled else May(Range(0, 0))
        case core.Calc(op=op):
            left, right = may(of, expr.left, seen), may(of, expr.right, seen)
            both = left.some and right.some and not (op in ("/", "mod") and right.range == Range(0, 0))
            return within(May(combined(op, left.range, right.range)), range_of(of.made, expr.type)) if both else May()
        case core.Size(seq=seq):
            if not elements(of, seq, seen).some:
                return May(Range(0, 0))
            return May(Range(seq.number if isinstance(seq, core.Values) else 0, ranges.bound(of.room(), seq)))
        case core.Cases():
            return cases(of, expr, seen)
        case core.Lookup(indices=(index,)):
            # what stands in the table at these places; where these may lie outside of it, anything
            table, at, none = of.made.tables[expr.table], may(of, index, seen), none_of(expr)
            low, high = at.range.low - table.lows[0], at.range.high - table.lows[0]
            if at.none or not 0 <= low <= high < len(table.values):
                return anything(of.made, expr.type)
            values = table.values[low : high + 1]
            return hull((value for value in values if value != none), none=none in values)
        case core.CallDefinition():
            return of_definition(of, expr, tuple(may(of, arg, seen) for arg in expr.args))
        case core.OneOf():
            inner = elements(of, expr.seq, seen)
            return evolve(inner, none=inner.none or expr.which != "only")
        case core.Fold("highest" | "lowest"):
            inner = may(of, expr.value, seen) if elements(of, expr.seq, seen).some else May()
            return May(inner.range, none=True)
        case core.On(place=place):
            filled = bool(of.zones[place.board.zone])
            return kinds_or(of, expr, anything(of.made, expr.type)) if filled else May(none=True)
        case core.Compare():
            return compared(expr, may(of, expr.left, seen), may(of, expr.right, seen))
        case core.IsNone():
            asked = may(of, expr.of, seen)
            return May() if asked.nothing_known else yes_no(yes=asked.none, no=asked.some)
        case core.Not() | core.Junction():
            yes, no = said(of, expr, seen, holds=True), said(of, expr, seen, holds=False)
            return yes_no(yes=yes is not None, no=no is not None) if yes is not None or no is not None else May()
        case core.Exists(seq=seq, condition=test):
            passes = elements(of, seq, seen).some and may(of, test, seen).range.high >= 1
            return yes_no(yes=passes, no=True)
        case core.Contains(seq=seq, value=piece):
            member, wanted = elements(of, seq, seen), may(of, piece, seen)
            meets = id(expr) not in of.apart and within(member, wanted.range).some and wanted.some
            return yes_no(yes=meets, no=True)
        case _:
            return anything(of.made, type_of(expr))


def without(expr: core.Expr, value: May) -> May:
    """What is read where nothing may be asked: none, of numbers and yes/no in the way of their type."""
    return either(value, May(Range(0, 0))) if isinstance(type_of(expr), BoolT) else evolve(value, none=True)


def kinds_or(of: Outcomes, expr: core.Expr, value: May) -> May:
    """Of pieces and kinds what can get there, of the rest the value."""
    if component_of(of.made, type_of(expr)) is None or not value.some:
        return value
    return within(value, hull(kinds_of(of, expr)).range)


def attribute(of: Outcomes, expr: core.Attr, seen: Seen) -> May:
    """What an attribute can be of the kinds that its piece can be."""
    whose, declared = may(of, expr.of, seen), of.made.components[expr.component].attributes[expr.attribute]
    none = none_of(expr)
    values = [declared.table[kind] for kind in kinds_of(of, expr.of) if whose.range.low <= kind <= whose.range.high]
    numbers = [value for value in values if isinstance(value, int)]
    real = [value for value in numbers if not (isinstance(declared.type, OptionalT) and value == none)]
    found = hull(real, none=len(real) < len(numbers))
    return either(found, without(expr, May())) if whose.none else found


def cases(of: Outcomes, expr: core.Cases, seen: Seen) -> May:
    """What one of the cases can be that may come."""
    found = May()
    here: Seen | None = seen
    for test, value in expr.cases:
        if here is None:
            break
        if (then := said(of, test, here, holds=True)) is not None:
            found = either(found, may(of, value, then))
        here = said(of, test, here, holds=False)
    found = found if here is None else either(found, may(of, expr.otherwise, here))
    return without(expr, evolve(found, none=False)) if expr.type == BOOL and found.none else found


def of_definition(of: Outcomes, expr: core.CallDefinition, args: tuple[May, ...]) -> May:
    """What a definition comes to for these arguments; if it is asked with too many, for whatever it is asked."""
    definition, number = of.made.definitions[expr.definition], expr.definition
    args = args if of.calls[number] < MOST_CALLS else ()
    if (number, args) not in of.results:
        of.calls[number] += 1
        of.results[number, args] = anything(of.made, definition.type)
        seen = dict[core.Expr | int, May](zip(definition.params, args, strict=bool(args)))
        for each in definition.lets if args else ():
            seen[each.local] = value_of(of, each.value, seen)
        of.results[number, args] = may(of, definition.result, seen)
    return of.results[number, args]


def compared(expr: core.Compare, left: May, right: May) -> May:
    """A comparison of what two values can be."""
    if left.nothing_known or right.nothing_known:
        return May()
    both, none = left.some and right.some, left.none or right.none
    one, other = left.range, right.range
    match expr.op:
        case "is" | "same":
            alike = both and within(left, other).some
            nones = expr.op == "same" and left.none and right.none
            sure = (both and not none and one == other and one.extent == 1) or (expr.left == expr.right and not none)
            only_nones = nones and not left.some and not right.some
            return yes_no(yes=alike or nones, no=not (sure or only_nones))
        case "at-least":
            return yes_no(yes=both and one.high >= other.low, no=none or one.low < other.high)
        case "more-than":
            return yes_no(yes=both and one.high > other.low, no=none or one.low <= other.high)


def said(of: Outcomes, expr: core.Expr, seen: Seen, *, holds: bool) -> Seen | None:
    """What is known where a condition holds, or does not; None where that cannot be."""
    match expr:
        case core.Not(operand=operand):
            return said(of, operand, seen, holds=not holds)
        case core.Junction(word, operands) if (word == "and") == holds:
            further: Seen | None = seen
            for operand in operands:
                further = None if further is None else said(of, operand, further, holds=holds)
            return further
        case core.Junction(_, operands):
            return seen if any(said(of, each, seen, holds=holds) is not None for each in operands) else None
        case _:
            value = may(of, expr, seen)
            if not value.range.low <= int(holds) <= value.range.high:
                return None
            return {**seen, expr: May(Range(int(holds), int(holds))), **learned(of, expr, seen, holds=holds)}


def learned(of: Outcomes, expr: core.Expr, seen: Seen, *, holds: bool) -> Seen:
    """What a comparison says of its two sides."""
    match expr:
        case core.IsNone(of=inner):
            value = may(of, inner, seen)
            return {inner: May(none=True) if holds else evolve(value, none=False)}
        case core.Compare(op=op, left=left, right=right) if holds or op in ("at-least", "more-than"):
            one, other = may(of, left, seen), may(of, right, seen)
            if (one.none or other.none) and (not holds or op == "same"):
                return {}  # where none is compared, no tells nothing of the others
            if op in ("is", "same"):
                both = within(one, other.range).range
                return {left: May(both), right: May(both)}
            step = 1 if (op == "more-than") == holds else 0
            more, less = (one.range, other.range) if holds else (other.range, one.range)
            upper = May(Range(max(more.low, less.low + step), more.high))
            lower = May(Range(less.low, min(less.high, more.high - step)))
            return {left: upper, right: lower} if holds else {left: lower, right: upper}
        case core.Compare(op="is", left=left, right=right):
            one, other = may(of, left, seen), may(of, right, seen)
            if other.none or other.range.extent != 1 or not one.some:
                return {}
            gone = other.range.low
            low, high = one.range.low + (one.range.low == gone), one.range.high - (one.range.high == gone)
            return {left: evolve(one, range=Range(low, high))}
        case _:
            return {}


def value_of(of: Outcomes, source: Origin, seen: Seen) -> May:
    """What a value, or the elements of a sequence, can be."""
    return elements(of, source, seen) if isinstance(source, core.Seq) else may(of, source, seen)


def elements(of: Outcomes, seq: core.Seq, seen: Seen) -> May:
    """What the elements of a sequence can be; nothing where there can be none."""
    match seq:
        case core.Numbers(low=low, high=high):
            first, last = may(of, low, seen), may(of, high, seen)
            return May(Range(first.range.low, last.range.high)) if first.some and last.some else May()
        case core.Pieces(zone=ref):
            return hull(of.zones[ref.zone])
        case core.Members(aggregate=core.Aggregate(var=var)) if var.variable not in of.filled:
            return May()
        case core.Filter(seq=inner, condition=test):
            found = elements(of, inner, seen)
            return found if found.some and said(of, test, seen, holds=True) is not None else May()
        case core.FlatMap() | core.Mapped():
            each = seq.body if isinstance(seq, core.FlatMap) else seq.value
            return value_of(of, each, seen) if elements(of, seq.seq, seen).some else May()
        case core.Held(local=local):
            return seen.get(local, of.locals[local])
        case core.Values() | core.TableList() | core.Members() | core.Viewers():
            return May(ranges.elements(of.made, of.room(), seq))
        case _:
            return joined(value_of(of, part, seen) for part in passed_on(seq))
