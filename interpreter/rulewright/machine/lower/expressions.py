"""Expressions: each core expression becomes one expression of the program.

In: a scope and a core expression. Out: code without effects on the state (faults aside). What has a location is in
`pieces`, what enumerates in `sequences`, sets and counts in `aggregates`.
"""

from attrs import frozen

from rulewright.language import core
from rulewright.language.intervals import LIMIT, WORD, Range
from rulewright.language.span import Span
from rulewright.language.types import NONE, BoolT, OptionalT, Scalar, SeqT, none_code
from rulewright.machine.lower import (
    aggregates,
    decisions,
    hoisting,
    indexing,
    inlining,
    moving,
    pieces,
    places,
    procedures,
    questions,
    sources,
)
from rulewright.machine.lower.build import Scope, add, after, at, equal, plus, times
from rulewright.machine.lower.ranges import calculated, may_be_none, none_of, range_of, type_of, value_range
from rulewright.machine.lower.terms import NO, YES, Instance, both, either, inverse, kept
from rulewright.machine.program import nodes as ir


def value(scope: Scope, expr: core.Expr) -> ir.Expr:
    """The integer that an expression yields."""
    kept = hoisting.kept(scope, expr)
    return direct(scope, expr) if kept is None else kept


def direct(scope: Scope, expr: core.Expr) -> ir.Expr:
    """The integer that an expression yields, reckoned here and now."""
    match expr:
        case core.Const(number):
            return ir.Const(number)
        case core.Get(local):
            return scope.spot(local).value
        case core.Read():
            return _read(scope, expr)
        case core.Attr():
            return _attribute(scope, expr)
        case core.CountOf():
            return aggregates.count_of(scope, expr)
        case core.Lookup():
            return _lookup(scope, expr)
        case core.Calc():
            return _calculate(scope, expr)
        case core.Compare(op, left, right):
            return _compare(scope, op, left, right)
        case core.SameCounts(left_counts, right_counts):
            return aggregates.same(scope, left_counts, right_counts)
        case core.IsNone(of):
            return equal(value(scope, of), ir.Const(none_of(of)))
        case core.Not(operand):
            return inverse(value(scope, operand))
        case core.And(operands):
            return both(*(value(scope, operand) for operand in operands))
        case core.Or(operands):
            return either(*(value(scope, operand) for operand in operands))
        case core.Cases():
            return _cases(scope, expr)
        case core.Size() | core.Total() | core.Extreme() | core.Exists() | core.Contains() | core.Sum():
            return questions.ask(scope, expr)
        case core.First() | core.Last() | core.Only() | core.Item():
            return _kind(scope, expr)
        case core.On():
            return pieces.on_board(scope, expr)
        case core.AskPiece():
            return places.ask_piece(scope, expr)
        case core.CallDefinition():
            return _call(scope, expr)
        case core.CanAct(you, offers):
            return ir.AnyMove(decisions.probe(scope, offers), value(scope, you))


def atom(scope: Scope, expr: core.Expr) -> tuple[ir.Code, ir.Expr]:
    """The value as something that may be read twice, and the code that makes it."""
    return kept(scope, value(scope, expr))


# ---- yes and no


def _compare(scope: Scope, op: core.Comparison, left: core.Expr, right: core.Expr) -> ir.Expr:
    """Comparisons with none are no, but none is the same as none. The code of none is below all values: only the right
    side needs a test in order."""
    some = questions.asked_for_some(scope, op, left, right)
    if some is not None:
        return some
    first, second = value(scope, left), value(scope, right)
    if op in {"is", "same"}:
        if op == "same" or not (may_be_none(left) and may_be_none(right)):
            return equal(first, second)
        code, cell = kept(scope, first)
        there = ir.Bin("!=", cell, ir.Const(none_of(left)))
        return after(code, both(there, equal(cell, second)), scope.temp()) if code else both(there, equal(cell, second))
    sign: ir.Operator = ">=" if op == "at-least" else ">"
    if not may_be_none(right):
        return ir.Bin(sign, first, second)
    before, cell1 = kept(scope, first)
    code, cell = kept(scope, second)
    there = ir.Bin("!=", cell, ir.Const(none_of(right)))
    return after((*before, *code), both(there, ir.Bin(sign, cell1, cell)), scope.temp())


def _cases(scope: Scope, expr: core.Cases) -> ir.Expr:
    result = value(scope, expr.otherwise)
    for test, then in reversed(expr.cases):
        result = ir.Select(value(scope, test), value(scope, then), result)
    return result


# ---- fields, attributes, tables


def zone_instance(scope: Scope, ref: core.ZoneRef) -> Instance:
    """Which instance of a zone is meant."""
    return _instance(scope, ref.owners, scope.core.zones[ref.zone])


def variable_instance(scope: Scope, ref: core.VarRef) -> Instance:
    """Which instance of a variable is meant."""
    return _instance(scope, ref.owners, scope.core.variables[ref.variable])


def _instance(scope: Scope, owners: tuple[core.Expr, ...], field: core.Zone | core.Variable) -> Instance:
    """The instance of a field that these owners mean."""
    code: list[ir.Statement] = []
    number: ir.Expr = ir.Const(0)
    tests: list[ir.Expr] = []
    for owner, type_ in zip(owners, field.owners, strict=True):
        values = indexing.values_of(scope, field.name, type_)
        before, cell = indexing.index(scope, owner, values)
        code.extend(before)
        if may_be_none(owner):
            tests.append(ir.Bin("!=", cell, ir.Const(none_of(owner))))
        number = add(times(number, values.range.extent), plus(cell, -values.range.low))
    return Instance(tuple(code), number, both(*tests) if tests else None)


def certain(scope: Scope, found: Instance, span: Span) -> Instance:
    """The same instance; a fault where there is none."""
    if found.there is None:
        return found
    fault = scope.fault("none-used", "This asks for a field of nobody: the owner is none here.", span)
    return Instance((*found.code, ir.If(inverse(found.there), (ir.Fail(fault),))), found.index, None)


def _read(scope: Scope, expr: core.Read) -> ir.Expr:
    lies = scope.build.layout.variables[expr.var.variable]
    found = variable_instance(scope, expr.var)
    there = at(lies.offset, found.index)
    if found.there is not None:
        there = ir.Select(found.there, there, ir.Const(absent(expr.type)))
    return after(found.code, there, scope.temp())


def absent(type_: Scalar) -> int:
    """What a question of nothing yields: no, or none."""
    return 0 if isinstance(type_, BoolT) else none_code(type_)


def _attribute(scope: Scope, expr: core.Attr) -> ir.Expr:
    """An attribute is a constant table; where the kind may be none, entry 0 answers for it."""
    attribute = scope.core.components[expr.component].attributes[expr.attribute]
    values = tuple(number for number in attribute.table if isinstance(number, int))
    kind = indexing.chosen(scope, expr.of, indexing.Values(attribute.name, Range(0, len(values) - 1)))
    if not may_be_none(expr.of):
        return table_at(scope, values, kind)
    return table_at(scope, (absent(expr.type), *values), plus(kind, 1))


def table_at(scope: Scope, values: tuple[int, ...], index: ir.Expr) -> ir.Expr:
    """An entry of a constant table, folded."""
    match index:
        case ir.Const(number):
            return ir.Const(values[number])
        case _:
            return ir.TableAt(scope.build.table(values), index)


@frozen
class Indexed:
    """An index into a flattened table: code to run first, the index, and whether it is there (None: certainly)."""

    code: ir.Code
    index: ir.Expr
    inside: ir.Expr | None


def table_index(scope: Scope, indices: tuple[core.Expr, ...], table: core.Table | core.ListTable) -> Indexed:
    """The place in a row-major table. Nothing is there for none, nor in an open table for what has no entry."""
    code: list[ir.Statement] = []
    tests: list[ir.Expr | None] = []
    number: ir.Expr = ir.Const(0)
    open_ = isinstance(table, core.ListTable) and table.open
    for expr, values in zip(indices, indexing.entries_of(table), strict=True):
        before, cell = atom(scope, expr) if open_ else indexing.index(scope, expr, values)
        code.extend(before)
        low, extent = values.range.low, values.range.extent
        if open_ and isinstance(cell, ir.Const) and not values.range.holds(Range(cell.value, cell.value)):
            return Indexed((), ir.Const(0), NO)
        if open_:
            tests.append(aggregates.index_tests(scope, expr, cell, low, extent))
        elif may_be_none(expr):
            tests.append(ir.Bin(">=", cell, ir.Const(low)))
        number = add(times(number, extent), plus(cell, -low))
    there = both(*tests)
    return Indexed(tuple(code), number, None if there == YES else there)


def _lookup(scope: Scope, expr: core.Lookup) -> ir.Expr:
    table = scope.core.tables[expr.table]
    found = table_index(scope, expr.indices, table)
    entry = table_at(scope, table.values, found.index)
    if found.inside is not None:
        entry = ir.Select(found.inside, entry, ir.Const(table.outside))
    return after(found.code, entry, scope.temp())


# ---- arithmetic


def some(scope: Scope, expr: core.Expr, span: Span) -> ir.Expr:
    """The value; a fault where it is none."""
    reckoned = value(scope, expr)
    if not may_be_none(expr):
        return reckoned
    values = range_of(scope.core, type_of(expr))
    fault = scope.fault("none-used", "This needs something, and is none here.", span)
    return ir.Checked(reckoned, max(values.low, -LIMIT), min(values.high, LIMIT), None, fault)


def _calculate(scope: Scope, expr: core.Calc) -> ir.Expr:
    left, right = some(scope, expr.left, expr.span), some(scope, expr.right, expr.span)
    code: ir.Code = ()
    divisor = value_range(scope.core, expr.right)
    if expr.op in {"/", "mod"} and divisor.low <= 0 <= divisor.high:
        before, left = kept(scope, left)
        code, right = kept(scope, right)
        fault = scope.fault("divides-by-zero", "This divides by 0.", expr.span)
        code = (*before, *code, ir.If(equal(right, NO), (ir.Fail(fault),)))
    result = folded(expr.op, left, right)
    return after(code, within_word(scope, result, calculated(scope.core, expr), expr.span), scope.temp())


def folded(op: core.Operator, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A calculation; sums with constants folded."""
    match op, left, right:
        case "+", _, _:
            return add(left, right)
        case "-", _, ir.Const(number):
            return plus(left, -number)
        case "*", _, ir.Const(number):
            return times(left, number)
        case _:
            return ir.Bin(op, left, right)


def within_word(scope: Scope, result: ir.Expr, values: Range, span: Span) -> ir.Expr:
    """The result, checked where it may leave 32 bits."""
    if WORD.holds(values):
        return result
    fault = scope.fault("number-too-large", "This number leaves what can be reckoned with (32 bits).", span)
    return ir.Checked(result, -LIMIT, LIMIT, None, fault)


# ---- calls and pieces


def _kind(scope: Scope, expr: core.First | core.Last | core.Only | core.Item) -> ir.Expr:
    found = pieces.element(scope, expr)
    return after(found.code, found.kind, scope.temp())


def _call(scope: Scope, expr: core.CallDefinition) -> ir.Expr:
    if inlining.is_small(scope, expr.definition):
        return inlining.inlined(scope, expr)
    function = procedures.definition(scope, expr.definition)
    params = scope.core.definitions[expr.definition].params
    before, args = arguments(scope, params, expr.args)
    return after(before, ir.Invoke(function, args), scope.temp())


def for_local(scope: Scope, number: int, expr: core.Expr) -> ir.Expr:
    """The value that a parameter or `let` is to have; a fault if it is none of its type's."""
    local = scope.core.locals[number]
    assert not isinstance(local.type, SeqT), local
    must_be, can_be = range_of(scope.core, local.type), sources.range_here(scope, expr)
    words = f"{local.name} is {must_be.low}..{must_be.high}, and this is {ir.VALUE}."
    if isinstance(local.type, OptionalT) and may_be_none(expr):
        return indexing.within(scope, value(scope, expr), can_be, must_be, words, none_of(expr))
    return indexing.within(scope, some(scope, expr, scope.span), can_be, must_be, words)


def arguments(
    scope: Scope, params: tuple[int, ...], args: tuple[core.Expr, ...]
) -> tuple[ir.Code, tuple[ir.Expr, ...]]:
    """Arguments as parameter cells want them: a piece is two, a bare kind has -1 for its location."""
    code: list[ir.Statement] = []
    values: list[ir.Expr] = []
    for param, arg in zip(params, args, strict=True):
        if not scope.core.locals[param].piece:
            values.append(for_local(scope, param, arg))
        elif pieces.knows_where(scope, arg):
            found = pieces.piece(scope, arg, search=False)
            needed = not isinstance(scope.core.locals[param].type, OptionalT)
            code.extend((*found.code, *(moving.something(scope, arg, found, scope.span) if needed else ())))
            values.extend((found.kind, found.loc))
        else:
            values.extend((for_local(scope, param, arg), ir.Const(NONE)))
    return tuple(code), tuple(values)
