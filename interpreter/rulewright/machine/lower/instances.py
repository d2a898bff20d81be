"""Which instance of a field and which entry of a table is meant, and values that must be there.

In: a scope and core expressions. Out: code, indices, and whether there is one.
"""

from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none, none_of, range_of, type_of
from rulewright.language.intervals import LIMIT, WORD, Range
from rulewright.language.plurals import plural
from rulewright.language.span import Span
from rulewright.language.types import BoolT, OptionalT, Scalar, SeqT, ValueT, none_code
from rulewright.machine.lower import indexing, sequence_facts
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.terms import NO, YES, ZERO, add, both, guarded, inverse, plus, refused, times
from rulewright.machine.program import nodes as ir

NOBODY: Final = "This asks for a field of nobody: the owner is none here."


@frozen
class Instance:
    """One instance of a field, or an entry of a table: code to run first, its number, and whether it is there; what is
    said where it has to be and is not."""

    code: ir.Code
    index: ir.Expr
    there: ir.Expr = YES
    missing: str = NOBODY

    def around(self, inner: ir.Code) -> ir.Code:
        """What is done where it is there."""
        return (*self.code, *guarded(self.there, inner))

    def told(self, answer: ir.Expr, without: ir.Expr) -> ir.Expr:
        """What is told of it behind its code, or without it."""
        return answer if self.there == YES else ir.Select(self.there, answer, without)


def zone_instance(scope: Scope, ref: core.ZoneRef) -> Instance:
    """Which instance of a zone is meant."""
    return _instance(scope, ref.owners, scope.core.zones[ref.zone])


def variable_instance(scope: Scope, ref: core.VarRef) -> Instance:
    """Which instance of a variable is meant."""
    return _instance(scope, ref.owners, scope.core.variables[ref.variable])


def _instance(scope: Scope, owners: tuple[core.Expr, ...], field: core.Zone | core.Variable) -> Instance:
    """The instance of a field that these owners mean."""
    code: list[ir.Statement] = []
    number: ir.Expr = ZERO
    tests: list[ir.Expr] = []
    for owner, type_ in zip(owners, field.owners, strict=True):
        values = indexing.values_of(scope, field.name, type_)
        before, cell = indexing.index(scope, owner, values)
        code.extend(before)
        tests.append(indexing.is_some(owner, cell))
        number = add(times(number, values.range.extent), plus(cell, -values.range.low))
    places = {each.place for each in scope.core.geometries}
    named = ((one, type_.name) for one, type_ in zip(owners, field.owners, strict=True) if isinstance(type_, ValueT))
    missing = next((nowhere(scope, one, name) for one, name in named if name in places), NOBODY)
    return Instance(tuple(code), number, both(*tests), missing)


def nowhere(scope: Scope, place: core.Expr, type_: str) -> str:
    """What is wrong where something is none of the places of a type."""
    name = f"`{scope.core.locals[place.local].name}`" if isinstance(place, core.Get) else "it"
    edge = f"There is no {type_} here: {name} is none, as where a step leads off the board."
    return f"{edge} Ask before whether {name} is in {plural(type_)}."


def certain(scope: Scope, found: Instance, span: Span) -> Instance:
    """The same instance; a fault where there is none."""
    if found.there == YES:
        return found
    fault = scope.fault("none-used", found.missing, span)
    return Instance((*found.code, refused(inverse(found.there), fault)), found.index)


def absent(type_: Scalar) -> int:
    """What a question of nothing yields: no, or none."""
    return 0 if isinstance(type_, BoolT) else none_code(type_)


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
    code: list[ir.Statement] = []
    tests: list[ir.Expr] = []
    number: ir.Expr = ZERO
    open_ = isinstance(table, core.ListTable) and table.open
    for expr, values in zip(indices, indexing.entries_of(table), strict=True):
        before, cell = scope.atom(expr) if open_ else indexing.index(scope, expr, values)
        code.extend(before)
        low, extent = values.range.low, values.range.extent
        if open_ and isinstance(cell, ir.Const) and not values.range.holds(Range(cell.value, cell.value)):
            return Instance((), ZERO, NO)
        if open_:
            tests.append(indexing.index_tests(scope, expr, cell, low, extent))
        elif may_be_none(expr):
            tests.append(ir.Bin(">=", cell, ir.Const(low)))
        number = add(times(number, extent), plus(cell, -low))
    return Instance(tuple(code), number, both(*tests))


def some(scope: Scope, expr: core.Expr, span: Span) -> ir.Expr:
    """The value; a fault where it is none."""
    reckoned = scope.value(expr)
    if not may_be_none(expr):
        return reckoned
    values = range_of(scope.core, type_of(expr))
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
    assert not isinstance(local.type, SeqT), local
    must_be, can_be = range_of(scope.core, local.type), sequence_facts.range_here(scope, expr)
    words = f"{local.name} is {must_be.low}..{must_be.high}, and this is {ir.VALUE}."
    if isinstance(local.type, OptionalT) and may_be_none(expr):
        return indexing.within(scope, scope.value(expr), can_be, must_be, words, none_of(expr))
    return indexing.within(scope, some(scope, expr, scope.span), can_be, must_be, words)
