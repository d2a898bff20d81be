"""Expressions: each core expression becomes one expression of the program, without effects on the state, faults aside.

What has a location is in `pieces`, what enumerates in `sequences`, sets and counts in `variables`.
"""

from rulewright.language import core
from rulewright.language.facts.game_facts import settled_by_the_end
from rulewright.language.facts.ranges import calculated, may_be_none, none_of, value_range
from rulewright.language.intervals import Range
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT
from rulewright.machine.lower import folds, groups, headers, indexing, pieces, rewriting, variables
from rulewright.machine.lower.builder import Scope, closed
from rulewright.machine.lower.layout import ENDED
from rulewright.machine.lower.terms import add, at, both, either, equal, inverse, plus, times
from rulewright.machine.program import nodes as ir


def value(scope: Scope, expr: core.Expr) -> ir.Expr:
    """The integer that an expression yields."""
    kept = rewriting.kept(scope, expr)
    return direct(scope, expr) if kept is None else kept


@closed
def direct(scope: Scope, expr: core.Expr) -> ir.Expr:
    """The integer that an expression yields, reckoned here and now."""
    match expr:
        case core.Const(number):
            return ir.Const(number)
        case core.Get(local):
            return scope.spot(local).value
        case core.Read():
            if (kept := scope.kept_at(expr.var.variable)) is not None:
                return ir.Cell(kept)
            lies, where = scope.build.layout.variables[expr.var.variable], indexing.instance(scope, expr.var)
            return where.told(at(lies.offset, where.index), ir.Const(indexing.absent(expr.type)))
        case core.Attr():  # a constant table; where the kind may be none, entry 0 answers for it
            attribute = scope.core.components[expr.component].attributes[expr.attribute]
            values = tuple(number for number in attribute.table if isinstance(number, int))
            kind = indexing.chosen(scope, expr.of, indexing.Values(attribute.name, Range(0, len(values) - 1)))
            if not may_be_none(expr.of):
                return indexing.table_at(scope, values, kind)
            return indexing.table_at(scope, (indexing.absent(expr.type), *values), plus(kind, 1))
        case core.CountOf():
            return variables.count_of(scope, expr)
        case core.Lookup():
            table = scope.core.tables[expr.table]
            where = indexing.table_index(scope, expr.indices, table)
            return where.told(indexing.table_at(scope, table.values, where.index), ir.Const(table.outside))
        case core.Calc():
            return _calculate(scope, expr)
        case core.Compare():
            answer = _compare(scope, expr)
            return _noted(scope, answer, expr.span, denied=expr.denied) if expr.counted else answer
        case core.SameCounts(left_counts, right_counts):
            return variables.same(scope, left_counts, right_counts)
        case core.IsNone(of):
            return equal(value(scope, of), ir.Const(none_of(of)))
        case core.Not(operand):
            return inverse(value(scope, operand))
        case core.And(operands):
            return both(*(value(scope, operand) for operand in operands))
        case core.Or(operands):
            return either(*(value(scope, operand) for operand in operands))
        case core.Cases():
            result, note = value(scope, expr.otherwise), scope.build.note
            places = expr.places or [NOWHERE] * len(expr.cases)
            for (test, then), span in reversed(list(zip(expr.cases, places, strict=True))):
                chosen = value(scope, then)
                told = NOWHERE if scope.build.noting and settled_by_the_end(scope.core, test) else span
                held, failed = scope.after(note("case", told), chosen), scope.after(note("case", told, 0), result)
                result = ir.Select(value(scope, test), held, failed)
            return result
        case core.Size(seq):
            return folds.size(scope, seq)
        case core.Total():
            return folds.total(scope, expr)
        case core.Extreme():
            return folds.extreme(scope, expr)
        case core.Exists():
            return folds.exists(scope, expr)
        case core.AllAre():
            return folds.all_are(scope, expr)
        case core.Contains():
            return folds.contains(scope, expr)
        case core.Sum(counts):
            return variables.total(scope, counts)
        case core.Repeats(var):
            return ir.Repeats(variables.memory_number(scope, var))
        case core.Outside():
            return groups.outside(scope, expr)
        case core.OneOf():
            return pieces.element(scope, expr).value
        case core.On():
            where, place = pieces.board_place(scope, expr.place)
            kind = plus(at(0, pieces.board_cell(scope, where, place, expr.place.board.zone)), -1)
            return where.told(kind, ir.NO_PLACE)
        case core.AskPiece():
            return pieces.ask_piece(scope, expr)
        case core.Noted():
            return pieces.noted(scope, expr)
        case core.CallDefinition():
            return _call(scope, expr)
        case core.IsOver():
            return ir.Bin(">", ir.Cell(ENDED), ir.ZERO)
        case core.CanAct(you, offers):
            seat = scope.atom(you)
            return either(*(headers.can(scope, seat, offer) for offer in offers))


def _compare(scope: Scope, expr: core.Compare) -> ir.Expr:
    """Comparisons with none are no, but for `same`. None's code is the least: only the right side needs a test."""
    left, right = expr.left, expr.right
    first, second = value(scope, left), value(scope, right)
    if expr.op in {"is", "same"}:
        if expr.op == "same" or not (may_be_none(left) and may_be_none(right)):
            return equal(first, second)
        first = scope.kept(first)
        return both(indexing.is_some(left, first), equal(first, second))
    sign: ir.Operator = ">=" if expr.op == "at-least" else ">"
    if not may_be_none(right):
        return ir.Bin(sign, first, second)
    first, second = scope.kept(first), scope.kept(second)
    return both(indexing.is_some(right, second), ir.Bin(sign, first, second))


def _noted(scope: Scope, answer: ir.Expr, span: Span, *, denied: bool = False) -> ir.Expr:
    """A condition that counts how what stands there came out, where that is wanted."""
    if not scope.build.noting or span == NOWHERE:
        return answer
    answer = scope.kept(answer)
    held, failed = (scope.build.note("condition", span, outcome) for outcome in (1, 0))
    scope.emit(ir.If(inverse(answer) if denied else answer, held, failed))
    return answer


def _calculate(scope: Scope, expr: core.Calc) -> ir.Expr:
    left, right = indexing.some(scope, expr.left, expr.span), indexing.some(scope, expr.right, expr.span)
    divisor = value_range(scope.core, expr.right)
    if expr.op in {"/", "mod"} and divisor.low <= 0 <= divisor.high:
        left, right = scope.kept(left), scope.kept(right)
        scope.refuse(equal(right, ir.ZERO), scope.fault("divides-by-zero", "This divides by 0.", expr.span))
    match expr.op, right:  # sums with constants are folded
        case "+", _:
            result = add(left, right)
        case "-", ir.Const(number):
            result = plus(left, -number)
        case "*", ir.Const(number):
            result = times(left, number)
        case _:
            result = ir.Bin(expr.op, left, right)
    return indexing.within_word(scope, result, calculated(scope.core, expr), expr.span)


def _call(scope: Scope, expr: core.CallDefinition) -> ir.Expr:
    """What a definition says, which counts where it is yes or no."""
    build, what = scope.build, scope.core.definitions[expr.definition]

    def make() -> ir.Function:
        inner = Scope(build, span=what.span)
        params = pieces.parameters(inner, what.params)
        inner.emit(*build.note("definition", what.span, name=what.name))
        inner.sentences(what.lets)
        return inner.function(what.name, params, inner.value(what.result))

    answer = rewriting.inlined(scope, expr)
    if answer is None:
        function = build.function(("definition", expr.definition, build.noting), make)
        answer = ir.Invoke(function, pieces.arguments(scope, what.params, expr.args))
    counts = isinstance(expr.type, BoolT) and build.noting and not settled_by_the_end(scope.core, expr)
    return _noted(scope, answer, what.span) if counts else answer
