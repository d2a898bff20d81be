"""Expressions: each core expression becomes one expression of the program, without effects on the state, faults aside.

What has a location is in `pieces`, what enumerates in `sequences`, sets and counts in `variables`.
"""

from collections.abc import Callable

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.game_facts import settled_by_the_end
from rulewright.language.facts.ranges import calculated, low_of, may_be_none, none_of, shape, value_range
from rulewright.language.intervals import WORD, Range
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT, none_code
from rulewright.machine.lower import boards, groups, headers, indexing, pieces, rewriting, trails, variables, ways
from rulewright.machine.lower.builder import Scope, Spot, closed
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
        case core.Junction(word, operands):
            join = both if word == "and" else either
            return join(*(value(scope, operand) for operand in operands))
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
            return size(scope, seq)
        case core.Fold():
            return total(scope, expr) if expr.kind == "total" else extreme(scope, expr)
        case core.Exists():
            return exists(scope, expr)
        case core.AllAre():
            return all_are(scope, expr)
        case core.Contains():
            return contains(scope, expr)
        case core.Sum(counts):
            return variables.total(scope, counts)
        case core.Repeats(var):
            return ir.Repeats(variables.memory_number(scope, var))
        case core.Outside():
            return groups.outside(scope, expr)
        case core.Steps() | core.Trail():
            return trails.length(scope, expr)
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


# ---- Whether elements are all alike in something, all different, or follow each other


def all_are(scope: Scope, expr: core.AllAre) -> ir.Expr:
    """Whether all elements are so; stops at the first that does not fit. Of the same each must have what the first has,
    of others none what one before it has; of those that follow each other the ends must be so far apart."""
    result, same, consecutive = scope.cell(ir.ONE), expr.how == "same", expr.how == "consecutive"
    fails: list[ir.Statement] = [ir.Set(result.index, ir.ZERO)]
    room, overrun = (1, None) if same else (indexing.room(scope, expr.seq), indexing.overrun(scope, expr.seq))
    row, low, high = scope.row(room, pieces=False, overrun=overrun), scope.cell(), scope.cell()
    begins = equal(row.length, ir.ZERO)

    def compare_with_others(spot: Spot) -> None:
        scope.bind(expr.local, spot)
        value = scope.atom(expr.value)
        if consecutive:
            if may_be_none(expr.value):
                scope.emit(ir.If(ir.Inverse(indexing.is_some(expr.value, value)), tuple(fails)))
            scope.set(low, ir.Select(begins, value, ir.Bin("min", low, value)))
            scope.set(high, ir.Select(begins, value, ir.Bin("max", high, value)))
        with scope.loop(ir.ZERO, row.length) as index:
            other = scope.cell(at(row.base, index))
            scope.emit(ir.If(ir.Bin("!=" if same else "==", other, value), tuple(fails)))
        with scope.when(begins if same else ir.YES):
            scope.append(row, Spot(value))

    scope.empty(row)
    with scope.labelled() as label:
        fails.append(ir.Leave(label))
        scope.each(expr.seq, compare_with_others)
        if consecutive:
            far = equal(low, ir.Bin("-", high, plus(row.length, -1)))
            scope.emit(ir.If(ir.Inverse(either(begins, far)), tuple(fails)))
    return result


# ---- Questions of whole sequences: how many, how much, the highest, whether some, whether it is in
# The obvious cases are cheap: the size of a zone is its size cell, whether a kind lies in a zone is one cell.


def exists(scope: Scope, expr: core.Exists) -> ir.Expr:
    """Whether some element satisfies the condition; stops at the first. A place of a region is asked as soon as it is
    found, unless somebody could tell this from asking in declared order."""
    source, rest = rewriting.joined(scope, expr.local, expr.seq, expr.condition)
    if rest == rewriting.NOTHING and isinstance(source, core.TableList):
        return ir.Bin(">", size(scope, source), ir.ZERO)
    soon = "early" in scope.build.passes and not scope.build.noting
    with scope.look() as (found, hit):
        if soon and isinstance(region := expr.seq, core.Region) and rewriting.calm(scope.core, expr):
            with scope.looped():
                ways.find(scope, expr, region, hit)
        else:
            seq = core.Filter(expr.local, indexing.once(scope, expr.seq) or expr.seq, expr.condition)
            scope.each(seq, lambda _: scope.emit(*hit))
    return found


@closed
def size(scope: Scope, seq: core.Seq) -> ir.Expr:
    """How many elements."""
    match seq:
        case core.Values(number):
            return ir.Const(number)
        case core.Pieces(ref, False) if not scope.build.layout.zones[ref.zone].unlimited:
            return zone_size(scope, ref)
        case core.Chain(seqs):
            result: ir.Expr = ir.ZERO
            for part in seqs:
                result = add(result, size(scope, part))
            return result
        case core.Held(local):
            return scope.held(local).length
        case core.TableList(number, indices):
            table = scope.core.list_tables[number]
            where = indexing.table_index(scope, indices, table)
            return where.told(indexing.table_at(scope, tuple(map(len, table.values)), where.index), ir.ZERO)
        case core.Region():
            with scope.looped():
                found = boards.flood(scope, seq)
            return found.size
        case core.Filter(local, inner, test):
            source, rest = rewriting.joined(scope, local, inner, test)
            if rest == rewriting.NOTHING:
                return size(scope, source)
        case _:
            pass
    counted, alike = scope.cell(ir.ZERO), indexing.once(scope, seq)
    scope.each(alike or seq, lambda spot: scope.set(counted, add(counted, variables.copies(alike, spot))))
    return counted


@closed
def zone_size(scope: Scope, ref: core.ZoneRef) -> ir.Expr:
    """How many pieces lie in a zone."""
    zone = scope.build.layout.zones[ref.zone]
    where = indexing.instance(scope, ref)
    base = scope.base_of(zone, where.index)
    match shape(zone.kind):
        case "ordered":
            return where.told(at(0, base), ir.ZERO)
        case "counts":
            return where.told(ir.Size(zone.zone, where.index), ir.ZERO)
        case _ if zone.capacity == 1:
            return where.told(ir.Bin(">", at(0, base), ir.ZERO), ir.ZERO)
        case _:
            found = scope.cell(ir.ZERO)
            with scope.when(where.there):
                begin = scope.cell(base)
                with scope.loop(ir.ZERO, ir.Const(zone.capacity)) as index:
                    scope.set(found, add(found, ir.Bin(">", at(0, add(begin, index)), ir.ZERO)))
            return found


def total(scope: Scope, expr: core.Fold) -> ir.Expr:
    """The sum of a value of all elements; none adds nothing."""
    result, one = scope.cell(ir.ZERO), value_range(scope.core, expr.value)
    most = indexing.bound(scope, expr.seq)
    sums = Range(min(0, one.low * most), max(0, one.high * most))
    alike = indexing.once(scope, expr.seq) if WORD.holds(sums) else None

    def grow(spot: Spot) -> None:
        scope.bind(expr.local, spot)
        cell, copies = scope.atom(expr.value), variables.copies(alike, spot)
        product = cell if copies == ir.ONE else copies if cell == ir.ONE else ir.Bin("*", cell, copies)
        with scope.when(indexing.is_some(expr.value, cell)):
            scope.set(result, indexing.within_word(scope, add(result, product), sums, expr.span))

    scope.each(alike or expr.seq, grow)
    return result


def extreme(scope: Scope, expr: core.Fold) -> ir.Expr:
    """The highest or lowest value of all elements, none if there is none."""
    result, found = scope.cell(ir.Const(none_code(expr.type))), scope.cell(ir.ZERO)

    def better(spot: Spot) -> None:
        scope.bind(expr.local, spot)
        cell = scope.atom(expr.value)
        beats = either(equal(found, ir.ZERO), ir.Bin(">" if expr.kind == "highest" else "<", cell, result))
        with scope.when(indexing.is_some(expr.value, cell)), scope.when(beats):
            scope.set(result, cell)
            scope.set(found, ir.ONE)

    scope.each(indexing.once(scope, expr.seq) or expr.seq, better)
    return result


def contains(scope: Scope, expr: core.Contains) -> ir.Expr:
    """Whether something is among the elements; of pieces that lie somewhere that very piece, by its location."""
    if not expr.here or not knows_where(scope.core, expr.seq):
        return _of_kind_in(scope, expr)
    found = pieces.piece(scope, expr.value, search=False)
    if not indexing.may_be_bare(scope, expr.value):
        return _very_in(scope, expr.seq, found)
    very, of_kind = _very_in(scope, expr.seq, found), _of_kind_in(scope, expr)
    return ir.Select(ir.Bin("<", found.place, ir.ZERO), of_kind, very)


@closed
def _very_in(scope: Scope, seq: core.Seq, found: Spot) -> ir.Expr:
    """Whether the piece that lies there is among the elements."""
    if not isinstance(seq, core.Pieces):
        return _some_is(scope, seq, lambda spot: equal(spot.loc or ir.ZERO, found.place))
    zone = scope.build.layout.zones[seq.zone.zone]
    where = indexing.instance(scope, seq.zone)
    base = scope.kept(scope.base_of(zone, where.index))
    above, below = ir.Bin(">=", found.place, base), ir.Bin("<", found.place, plus(base, zone.stride))
    return both(where.there, above, below, ir.Invoke(pieces.here_function(scope), (found.value, found.place)))


@closed
def _of_kind_in(scope: Scope, expr: core.Contains) -> ir.Expr:
    """Whether something of this value, of pieces of this kind, is among the elements."""
    cell = scope.atom(expr.value)
    return both(indexing.is_some(expr.value, cell), _is_in(scope, expr.seq, expr.value, cell))


@closed
def _is_in(scope: Scope, seq: core.Seq, value: core.Expr, cell: ir.Expr) -> ir.Expr:
    """Whether a value (a cell that is not none) is among the elements."""
    match seq:
        case core.Values(number):
            return indexing.index_tests(scope, value, cell, 0, number)
        case core.Numbers(low, high):  # no if an end is none
            first, last = scope.atom(low), scope.atom(high)
            some = indexing.is_some(low, first), indexing.is_some(high, last)
            return both(*some, ir.Bin(">=", cell, first), ir.Bin("<=", cell, last))
        case core.Members(aggregate):
            low_value = low_of(scope.core, aggregate)
            read = variables.reader(scope, aggregate, low_value)
            there = ir.Bin("!=", read.number(plus(cell, -low_value)), ir.ZERO)
            return both(indexing.index_tests(scope, value, cell, low_value, read.width), there)
        case core.Filter(local, inner, condition) if not knows_where(scope.core, inner):
            scope.bind(local, Spot(cell))
            return both(_is_in(scope, inner, value, cell), scope.value(condition))
        case core.Chain(seqs):
            return either(*(_is_in(scope, part, value, cell) for part in seqs))
        case core.Pieces(ref) if indexing.is_counted(scope, ref):
            zone, where = scope.build.layout.zones[ref.zone], indexing.instance(scope, ref)
            return both(where.there, ir.Bin(">", at(0, add(scope.base_of(zone, where.index), cell)), ir.ZERO))
        case core.Region():
            with scope.looped():
                found = boards.flood(scope, seq)
            inside = indexing.index_tests(scope, value, cell, found.low, found.places)
            return both(inside, found.marked(found.inside, plus(cell, -found.low)))
        case _:
            return _some_is(scope, seq, lambda spot: equal(spot.value, cell))


def _some_is(scope: Scope, seq: core.Seq, test: Callable[[Spot], ir.Expr]) -> ir.Expr:
    with scope.look() as (found, hit):

        def ask(spot: Spot) -> None:
            with scope.when(test(spot)):
                scope.emit(*hit)

        scope.each(indexing.once(scope, seq) or seq, ask)
    return found
