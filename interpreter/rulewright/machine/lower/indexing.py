"""What a sequence is made of, values that choose a cell, and which instance of a field is meant."""

from functools import partial
from typing import Final

from attrs import frozen

from rulewright.language import core, types
from rulewright.language.core_queries import from_others
from rulewright.language.effects import knows_where
from rulewright.language.facts import ranges
from rulewright.language.facts.ranges import may_be_none, none_of, range_of, shape, value_range
from rulewright.language.intervals import LIMIT, WORD, Range
from rulewright.language.span import Span
from rulewright.language.wording import plural
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.terms import add, both, inverse, plus, times
from rulewright.machine.program import nodes as ir

# ---- What a sequence is made of where it is lowered: how long it can be, the same with other sources


def room(scope: Scope, seq: core.Seq) -> int:
    """How many elements a sequence is given room for where it is kept."""
    return bound(scope, seq, endless=ranges.GENEROUS)


def overrun(scope: Scope, seq: core.Seq, most: int = LIMIT) -> int | None:
    """The fault of having more elements than there is room for, if no more than `most` are wanted; None if that cannot
    be."""
    there = room(scope, seq)
    if min(bound(scope, seq), most) <= there and not scope.build.every_test:
        return None
    return scope.fault("too-many-pieces", f"These are more than {there:,} pieces at once.")


def bound(scope: Scope, seq: core.Seq, endless: int = ranges.MAX_COUNT) -> int:
    """The most elements that a sequence can have; `endless`: of an unlimited component in one zone."""
    return ranges.bound(_room(scope, endless), seq)


def range_here(scope: Scope, expr: core.Expr) -> Range:
    """The integers that an expression can yield, none not counted."""
    return value_range(scope.core, expr, partial(bound, scope))


def elements(scope: Scope, seq: core.Seq) -> Range:
    """The integers that elements can be, none not counted."""
    return ranges.elements(scope.core, _room(scope, ranges.MAX_COUNT), seq)


def _room(scope: Scope, endless: int) -> ranges.Room:
    made = scope.core

    def most_pieces(seq: core.Pieces) -> int:
        zone = made.zones[seq.zone.zone]
        component = made.components[zone.component]
        if shape(zone.kind) != "counts":
            return scope.build.layout.zones[seq.zone.zone].capacity
        return len(component.kinds) if seq.distinct else ranges.most_counted(zone, component, endless)

    def most_together(seq: core.FlatMap, product: int) -> int:
        """Several zones together, none of them twice, cannot hold more pieces than there are."""
        inner = single(seq.body)
        if inner is None or ranges.has_repeats(made, seq.seq):
            return product
        there = made.components[made.zones[inner.zone.zone].component].pieces
        own = any(isinstance(owner, core.Get) and owner.local == seq.local for owner in inner.zone.owners)
        return min(product, max(there, 1)) if own and there is not None else product

    return ranges.Room(
        made,
        made.players,
        pieces=most_pieces,
        entries=lambda table: max(map(len, made.list_tables[table].values), default=0),
        kept=lambda local: scope.held(local).capacity,
        together=most_together,
    )


def single(seq: core.Seq) -> core.Pieces | None:
    """The one zone that is gone through, perhaps not all of it; None elsewhere."""
    match seq:
        case core.Filter(seq=inner) | core.Best(seq=inner):
            return single(inner)
        case _:
            return seq if isinstance(seq, core.Pieces) else None


def weighted(seq: core.Seq) -> core.Seq:
    """The sequence with equal kinds of an unordered zone once, to be weighed by their number."""
    match seq:
        case core.Pieces(ref):
            return core.Pieces(ref, distinct=True)
        case _:
            return from_others(seq, weighted)


def for_first(seq: core.Seq) -> core.Seq:
    """The sequence with equal kinds once where this leaves its first element what it is."""
    return seq if single(seq) is None else weighted(seq)


def once(scope: Scope, seq: core.Seq) -> core.Seq | None:
    """The sequence with equal kinds of unordered zones once, each standing for as many as its cell counts; None if it
    is not made of such pieces only, or if there never are equal ones."""
    match seq:
        case core.Pieces(ref, False):
            copies = scope.core.components[scope.core.zones[ref.zone].component].copies
            several = is_counted(scope, ref) and any(number is None or number > 1 for number in copies)
            return core.Pieces(ref, distinct=True) if several and "once" in scope.build.passes else None
        case core.Filter(local, inner, test):
            kept = once(scope, inner)
            return None if kept is None else core.Filter(local, kept, test)
        case core.FlatMap(local, outer, inner):
            kept = once(scope, inner)
            return None if kept is None else core.FlatMap(local, outer, kept)
        case _:
            return None


def is_counted(scope: Scope, ref: core.ZoneRef) -> bool:
    """Whether a zone is a cell for each kind."""
    lies = scope.build.layout.zones[ref.zone]
    return shape(lies.kind) == "counts" and not lies.unlimited


def may_be_bare(scope: Scope, expr: core.Expr) -> bool:
    """Whether an expression in the role of a piece may all the same be a kind that does not know where it lies."""
    return scope.spot(expr.local).bare if isinstance(expr, core.Get) else not knows_where(scope.core, expr)


# ---- Whatever becomes a cell: the one way by which a value that chooses a field, place, member or entry is tested
# A value that is none passes; who asks says what that means. What ranges prove is not tested, unless the program is
# built with every test.


@frozen
class Values:
    """The values by which `name` is asked; `type` is what the rules call them, if they do."""

    name: str
    range: Range
    type: str | None = None

    @property
    def words(self) -> str:
        """What is said of another one."""
        called = self.type or self.name
        return f"{self.name}({ir.VALUE}): {called} is {self.range.low}..{self.range.high}, and this is {ir.VALUE}."


def values_of(scope: Scope, name: str, type_: types.Scalar) -> Values:
    """All values of a type."""
    inner = types.without_none(type_)
    return Values(name, range_of(scope.core, inner), inner.place if isinstance(inner, types.NumberT) else None)


def members_of(scope: Scope, variable: int) -> Values:
    """What can be in a set or counted by counts."""
    field = scope.core.variables[variable]
    assert isinstance(field.type, types.SetT | types.CountsT), field
    return values_of(scope, field.name, field.type.of)


def places_of(scope: Scope, board: int) -> Values:
    """The places of a board."""
    zone = scope.core.zones[board]
    return Values(zone.name, Range(zone.low, zone.low + scope.build.layout.zones[board].capacity - 1), zone.place)


def entries_of(table: core.Table | core.ListTable) -> tuple[Values, ...]:
    """What a table is asked by. It bears the name of the place type and that of the question."""
    place, _, question = table.name.partition(" ")
    pairs = zip(table.lows, table.shape, strict=True)
    return tuple(Values(question or place, Range(low, low + extent - 1), place) for low, extent in pairs)


def index(scope: Scope, expr: core.Expr, values: Values) -> ir.Const | ir.Cell:
    """A value that chooses among these, as something that may be read twice; a fault if it is none of them."""
    return scope.kept(chosen(scope, expr, values))


def chosen(scope: Scope, expr: core.Expr, values: Values) -> ir.Expr:
    """As `index`, to be read once."""
    reckoned = scope.value(expr)
    none = none_of(expr) if may_be_none(expr) else None
    return within(scope, reckoned, range_here(scope, expr), values.range, values.words, none)


def within(
    scope: Scope, reckoned: ir.Expr, can_be: Range, must_be: Range, words: str, none: int | None = None
) -> ir.Expr:
    """A value that can be anything of one range and must lie in another (or be `none`)."""
    if must_be.holds(can_be) and not scope.build.every_test:
        return reckoned
    return ir.Checked(reckoned, must_be.low, must_be.high, none, scope.fault("out-of-range", words))


def is_some(expr: core.Expr, cell: ir.Expr) -> ir.Expr:
    """Whether the value of an expression, in this cell, is not none."""
    return ir.Bin("!=", cell, ir.Const(none_of(expr))) if may_be_none(expr) else ir.YES


def is_certain(scope: Scope, node: object) -> bool:
    """Whether what a node is asked by certainly is one of its values, or none."""
    match node:
        case core.ZoneRef() | core.VarRef():
            asked = zip(node.owners, (values_of(scope, "", type_) for type_ in _field(scope, node).owners), strict=True)
        case core.PlaceRef(board, place):
            asked = zip((place,), (places_of(scope, board.zone),), strict=True)
        case core.TableList(table, indices) if not scope.core.list_tables[table].open:
            asked = zip(indices, entries_of(scope.core.list_tables[table]), strict=True)
        case _:
            return True
    return all(values.range.holds(range_here(scope, expr)) for expr, values in asked)


def index_tests(scope: Scope, expr: core.Expr, cell: ir.Expr, low: int, width: int) -> ir.Expr:
    """Whether a value is one of the `width` values from `low` on."""
    values = value_range(scope.core, expr)
    tests: list[ir.Expr] = []
    if values.low < low or may_be_none(expr):
        tests.append(ir.Bin(">=", cell, ir.Const(low)))
    if values.high >= low + width:
        tests.append(ir.Bin("<", cell, ir.Const(low + width)))
    return both(*tests)


# ---- Which instance of a field and which entry of a table is meant, and values that must be there


NOBODY: Final = "This asks for a field of nobody: the owner is none here."


@frozen
class Instance:
    """One instance of a field, or an entry of a table: its number, and whether it is there; what is said where it has
    to be and is not."""

    index: ir.Expr
    there: ir.Expr = ir.YES
    missing: str = NOBODY

    def told(self, answer: ir.Expr, without: ir.Expr) -> ir.Expr:
        """What is told of it, or without it."""
        return answer if self.there == ir.YES else ir.Select(self.there, answer, without)


def instance(scope: Scope, ref: core.ZoneRef | core.VarRef) -> Instance:
    """Which instance of a zone or variable is meant by its owners."""
    field, tests, missing = _field(scope, ref), list[ir.Expr](), NOBODY
    number: ir.Expr = ir.ZERO
    places = {each.place for each in scope.core.geometries}
    for owner, type_ in zip(ref.owners, field.owners, strict=True):
        values = values_of(scope, field.name, type_)
        cell = index(scope, owner, values)
        tests.append(is_some(owner, cell))
        number = add(times(number, values.range.extent), plus(cell, -values.range.low))
        if missing == NOBODY and isinstance(type_, types.ValueT) and type_.name in places:
            missing = nowhere(scope, owner, type_.name)
    return Instance(number, both(*tests), missing)


def _field(scope: Scope, ref: core.ZoneRef | core.VarRef) -> core.Zone | core.Variable:
    return scope.core.zones[ref.zone] if isinstance(ref, core.ZoneRef) else scope.core.variables[ref.variable]


def nowhere(scope: Scope, place: core.Expr, type_: str) -> str:
    """What is wrong where something is none of the places of a type."""
    name = f"`{scope.core.locals[place.local].name}`" if isinstance(place, core.Get) else "it"
    edge = f"There is no {type_} here: {name} is none, as where a step leads off the board."
    return f"{edge} Ask before whether {name} is in {plural(type_)}."


def certain(scope: Scope, found: Instance, span: Span) -> ir.Expr:
    """Its number; a fault where there is none."""
    if found.there != ir.YES:
        scope.refuse(inverse(found.there), scope.fault("none-used", found.missing, span))
    return found.index


def absent(type_: types.Scalar) -> int:
    """What a question of nothing yields: no, or none."""
    return 0 if isinstance(type_, types.BoolT) else types.none_code(type_)


def table_at(scope: Scope, values: tuple[int, ...], index: ir.Expr) -> ir.Expr:
    """An entry of a constant table, folded."""
    match index:
        case ir.Const(number):
            return ir.Const(values[number])
        case _:
            return ir.TableAt(scope.build.table(values), index)


def flattened(scope: Scope, table: int) -> tuple[tuple[int, ...], int]:
    """Where each list of a list table begins (and the end), and the table of all their values."""
    starts = [0]
    for values in scope.core.list_tables[table].values:
        starts.append(starts[-1] + len(values))
    flat = tuple(value for values in scope.core.list_tables[table].values for value in values)
    return tuple(starts), scope.build.table(flat)


def table_index(scope: Scope, indices: tuple[core.Expr, ...], table: core.Table | core.ListTable) -> Instance:
    """The place in a row-major table. Nothing is there for none, nor in an open table for what has no entry."""
    number: ir.Expr = ir.ZERO
    tests: list[ir.Expr] = []
    open_ = isinstance(table, core.ListTable) and table.open
    for expr, values in zip(indices, entries_of(table), strict=True):
        cell = scope.atom(expr) if open_ else index(scope, expr, values)
        low, extent = values.range.low, values.range.extent
        if open_ and isinstance(cell, ir.Const) and not values.range.holds(Range(cell.value, cell.value)):
            return Instance(ir.ZERO, ir.NO)
        if open_:
            tests.append(index_tests(scope, expr, cell, low, extent))
        elif may_be_none(expr):
            tests.append(ir.Bin(">=", cell, ir.Const(low)))
        number = add(times(number, extent), plus(cell, -low))
    return Instance(number, both(*tests))


def some(scope: Scope, expr: core.Expr, span: Span) -> ir.Expr:
    """The value; a fault where it is none."""
    reckoned = scope.value(expr)
    if not may_be_none(expr):
        return reckoned
    values = range_of(scope.core, ranges.type_of(expr))
    fault = scope.fault("none-used", f"This needs something, and {called(scope, expr)}is none here.", span)
    return ir.Checked(reckoned, max(values.low, -LIMIT), min(values.high, LIMIT), None, fault)


def called(scope: Scope, expr: core.Expr) -> str:
    """What it is that is none, where it has a name."""
    match expr:
        case core.Get(local):
            return f"{scope.core.locals[local].name} "
        case core.Read(core.VarRef(variable, ())):
            return f"{scope.core.variables[variable].name} "
        case _:
            return ""


def within_word(scope: Scope, result: ir.Expr, values: Range, span: Span) -> ir.Expr:
    """The result, checked where it may leave 32 bits."""
    if WORD.holds(values):
        return result
    fault = scope.fault("number-too-large", "This number leaves what can be reckoned with (32 bits).", span)
    return ir.Checked(result, -LIMIT, LIMIT, None, fault)


def for_local(scope: Scope, number: int, expr: core.Expr) -> ir.Expr:
    """The value that a parameter or `let` is to have; a fault if it is none of its type's."""
    local = scope.core.locals[number]
    assert not isinstance(local.type, types.SeqT), local
    must_be, can_be = range_of(scope.core, local.type), range_here(scope, expr)
    words = f"{local.name} is {must_be.low}..{must_be.high}, and this is {ir.VALUE}."
    if isinstance(local.type, types.OptionalT) and may_be_none(expr):
        return within(scope, scope.value(expr), can_be, must_be, words, none_of(expr))
    return within(scope, some(scope, expr, scope.span), can_be, must_be, words)
