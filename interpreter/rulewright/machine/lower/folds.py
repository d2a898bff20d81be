"""Questions of whole sequences: how many, how much, the highest, whether some, whether all are alike."""

from collections.abc import Callable
from functools import partial

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import low_of, may_be_none, shape, value_range
from rulewright.language.intervals import WORD, Range
from rulewright.language.types import none_code
from rulewright.machine.lower import boards, indexing, pieces, rewriting, variables
from rulewright.machine.lower.builder import Scope, Spot, Stretch
from rulewright.machine.lower.terms import add, at, both, either, equal, guarded, increase, plus
from rulewright.machine.program import nodes as ir

# ---- Whether elements are all alike in something, all different, or follow each other
# Stops at the first that does not fit. In: a scope and a core expression. Out: one expression.


def all_are(scope: Scope, expr: core.AllAre) -> ir.Expr:
    """Whether all elements are so."""
    result, label = scope.temp(), scope.build.label()
    fails: ir.Code = (ir.Set(result, ir.ZERO), ir.Leave(label))
    if expr.how == "same":  # each must have what the first has
        first, there = scope.temp(), scope.temp()

        def compared(spot: Spot) -> ir.Code:
            scope.bind(expr.local, spot)
            code, value = scope.atom(expr.value)
            other = ir.If(ir.Bin("!=", value, ir.Cell(first)), fails)
            return (*code, ir.If(ir.Cell(there), (other,), (ir.Set(first, value), ir.Set(there, ir.ONE))))

        code = (ir.Set(there, ir.ZERO), *scope.each(expr.seq, compared))
    else:
        code = _unlike(scope, expr, fails)
    return ir.Do((ir.Set(result, ir.ONE), ir.Labelled(label, code)), result)


def _unlike(scope: Scope, expr: core.AllAre, fails: ir.Code) -> ir.Code:
    """None may have what one before it has; of those that follow each other the ends must be so far apart."""
    room = max(indexing.room(scope, expr.seq), 1)
    row = Stretch(scope.temp(), scope.build.array(room), room, pieces=False)
    row = evolve(row, overrun=indexing.overrun(scope, expr.seq))
    low, high = ir.Cell(scope.temp()), ir.Cell(scope.temp())
    begins = equal(ir.Cell(row.length), ir.ZERO)

    def kept(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, value = scope.atom(expr.value)
        # fails if the value is kept already
        index, other = scope.temp(), scope.temp()
        read = ir.Set(other, at(row.base, ir.Cell(index)))
        alike = ir.If(equal(ir.Cell(other), value), fails)
        keep = (ir.For(index, ir.ZERO, ir.Cell(row.length), (read, alike), span=scope.span), *row.append(Spot(value)))
        if expr.how == "different":
            return (*code, *keep)
        lowest = ir.Set(low.index, ir.Select(begins, value, ir.Bin("min", low, value)))
        highest = ir.Set(high.index, ir.Select(begins, value, ir.Bin("max", high, value)))
        gone = guarded(ir.Inverse(indexing.is_some(expr.value, value)), fails) if may_be_none(expr.value) else ()
        return (*code, *gone, lowest, highest, *keep)

    far = equal(low, ir.Bin("-", high, plus(ir.Cell(row.length), -1)))
    gaps = (ir.If(ir.Inverse(either(begins, far)), fails),) if expr.how == "consecutive" else ()
    return (row.emptied(), *scope.each(expr.seq, kept), *gaps)


# ---- Questions of whole sequences: how many, how much, the highest, whether some, whether it is in
# In: a scope and a core expression. Out: one expression. The obvious cases are cheap: the size of a zone is its size
# cell, whether a kind lies in a zone is one cell.


def exists(scope: Scope, expr: core.Exists) -> ir.Expr:
    """Whether some element satisfies the condition; stops at the first. A place of a region is asked as soon as it is
    found, unless somebody could tell this from asking in declared order."""
    source, rest = rewriting.joined(scope, expr.local, expr.seq, expr.condition)
    if rest == rewriting.NOTHING and isinstance(source, core.TableList):
        return ir.Bin(">", _length(scope, source), ir.ZERO)
    soon = "early" in scope.build.passes and not scope.build.noting
    if isinstance(region := expr.seq, core.Region) and soon and rewriting.calm(scope.core, expr):

        def found_if_true(found: ir.Code, place: Spot) -> ir.Code:
            return scope.bound(expr.local, place, lambda: guarded(scope.value(expr.condition), found))

        def through(found: ir.Code) -> ir.Code:
            flood = boards.flood(scope, region)
            return scope.looped(lambda: boards.code(scope, region, flood, partial(found_if_true, found)))

        return scope.look(through)
    seq = core.Filter(expr.local, indexing.once(scope, expr.seq) or expr.seq, expr.condition)
    return scope.look(lambda found: scope.each(seq, lambda _: found))


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
            return ir.Cell(scope.held(local).length)
        case core.TableList():
            return _length(scope, seq)
        case core.Region():
            found, code = _flooded(scope, seq)
            return scope.after(code, ir.Cell(found.size))
        case core.Filter(local, inner, test):
            source, rest = rewriting.joined(scope, local, inner, test)
            return size(scope, source) if rest == rewriting.NOTHING else _counted(scope, seq)
        case _:
            return _counted(scope, seq)


def _length(scope: Scope, seq: core.TableList) -> ir.Expr:
    """The length of a constant list."""
    table = scope.core.list_tables[seq.table]
    found = indexing.table_index(scope, seq.indices, table)
    length = indexing.table_at(scope, tuple(map(len, table.values)), found.index)
    return scope.after(found.code, found.told(length, ir.ZERO))


def _counted(scope: Scope, seq: core.Seq) -> ir.Expr:
    """By going through."""
    result, alike = scope.temp(), indexing.once(scope, seq)

    def grow(spot: Spot) -> ir.Code:
        return (ir.Set(result, add(ir.Cell(result), variables.copies(alike, spot))),)

    return ir.Do((ir.Set(result, ir.ZERO), *scope.each(alike or seq, grow)), result)


def zone_size(scope: Scope, ref: core.ZoneRef) -> ir.Expr:
    """How many pieces lie in a zone."""
    zone = scope.build.layout.zones[ref.zone]
    where = indexing.instance(scope, ref)
    base = scope.base_of(zone, where.index)
    match shape(zone.kind):
        case "ordered":
            size: ir.Expr = at(0, base)
        case "counts":
            size = ir.Size(zone.zone, where.index)
        case _:
            index, result, begin = scope.temp(), scope.temp(), scope.temp()
            if zone.capacity == 1:
                size = ir.Bin(">", at(0, base), ir.ZERO)
            else:
                full = ir.Bin(">", at(0, add(ir.Cell(begin), ir.Cell(index))), ir.ZERO)
                grow = (ir.If(full, (increase(result),)),)
                loop = ir.For(index, ir.ZERO, ir.Const(zone.capacity), grow, span=scope.span)
                size = ir.Do((ir.Set(begin, base), ir.Set(result, ir.ZERO), loop), result)
    return scope.after(where.code, where.told(size, ir.ZERO))


def total(scope: Scope, expr: core.Total) -> ir.Expr:
    """The sum of a value of all elements; none adds nothing."""
    result = scope.temp()
    one = value_range(scope.core, expr.value)
    most = indexing.bound(scope, expr.seq)
    sums = Range(min(0, one.low * most), max(0, one.high * most))
    alike = indexing.once(scope, expr.seq) if WORD.holds(sums) else None

    def grow(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, cell = scope.atom(expr.value)
        copies = variables.copies(alike, spot)
        product = cell if copies == ir.ONE else copies if cell == ir.ONE else ir.Bin("*", cell, copies)
        grown = add(ir.Cell(result), product)
        step = ir.Set(result, grown if WORD.holds(sums) else indexing.within_word(scope, grown, sums, expr.span))
        return (*code, *guarded(indexing.is_some(expr.value, cell), (step,)))

    return ir.Do((ir.Set(result, ir.ZERO), *scope.each(alike or expr.seq, grow)), result)


def extreme(scope: Scope, expr: core.Extreme) -> ir.Expr:
    """The highest or lowest value of all elements, none if there is none."""
    result, found = scope.temp(), scope.temp()

    def better(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, cell = scope.atom(expr.value)
        beats = ir.Bin(">" if expr.highest else "<", cell, ir.Cell(result))
        take = (ir.Set(result, cell), ir.Set(found, ir.ONE))
        test = ir.If(either(equal(ir.Cell(found), ir.ZERO), beats), take)
        return (*code, *guarded(indexing.is_some(expr.value, cell), (test,)))

    begin = (ir.Set(result, ir.Const(none_code(expr.type))), ir.Set(found, ir.ZERO))
    return ir.Do((*begin, *scope.each(indexing.once(scope, expr.seq) or expr.seq, better)), result)


def contains(scope: Scope, expr: core.Contains) -> ir.Expr:
    """Whether something is among the elements; of pieces that lie somewhere that very piece: its location, not its
    kind."""
    if not expr.here or not knows_where(scope.core, expr.seq):
        return _of_kind_in(scope, expr)
    found = pieces.piece(scope, expr.value, search=False)
    if isinstance(expr.seq, core.Pieces):
        zone = scope.build.layout.zones[expr.seq.zone.zone]
        where = indexing.instance(scope, expr.seq.zone)
        code, base = scope.kept(scope.base_of(zone, where.index))
        above, below = ir.Bin(">=", found.loc, base), ir.Bin("<", found.loc, plus(base, zone.stride))
        still = ir.Invoke(pieces.here_function(scope), (found.kind, found.loc))
        very = scope.after((*found.code, *where.code, *code), both(where.there, above, below, still))
    else:
        very = _some_is(scope, expr.seq, lambda spot: equal(spot.loc or ir.ZERO, found.loc))
        very = scope.after(found.code, very)
    if not indexing.may_be_bare(scope, expr.value):
        return very
    result, of_kind = scope.temp(), _of_kind_in(scope, expr)
    nowhere = ir.Bin("<", found.loc, ir.ZERO)
    return ir.Do((ir.If(nowhere, (ir.Set(result, of_kind),), (ir.Set(result, very),)),), result)


def _of_kind_in(scope: Scope, expr: core.Contains) -> ir.Expr:
    """Whether something of this value, of pieces of this kind, is among the elements."""
    code, cell = scope.atom(expr.value)
    test = _is_in(scope, expr.seq, expr.value, cell)
    return scope.after(code, both(indexing.is_some(expr.value, cell), test))


def _is_in(scope: Scope, seq: core.Seq, value: core.Expr, cell: ir.Expr) -> ir.Expr:
    """Whether a value (a cell that is not none) is among the elements."""
    match seq:
        case core.Values(number):
            return indexing.index_tests(scope, value, cell, 0, number)
        case core.Numbers(low, high):  # no if an end is none
            last_code, last = scope.atom(high)
            first_code, first = scope.atom(low)
            some = indexing.is_some(low, first), indexing.is_some(high, last)
            inside = both(*some, ir.Bin(">=", cell, first), ir.Bin("<=", cell, last))
            return scope.after((*first_code, *last_code), inside)
        case core.Members(aggregate):
            low_value = low_of(scope.core, aggregate)
            read = variables.reader(scope, aggregate, low_value)
            there = ir.Bin("!=", read.number(plus(cell, -low_value)), ir.ZERO)
            inside = indexing.index_tests(scope, value, cell, low_value, read.width)
            return scope.after(read.code, both(inside, there))
        case core.Filter(local, inner, condition) if not knows_where(scope.core, inner):
            scope.bind(local, Spot(cell))
            return both(_is_in(scope, inner, value, cell), scope.value(condition))
        case core.Chain(seqs):
            return either(*(_is_in(scope, part, value, cell) for part in seqs))
        case core.Pieces(ref) if indexing.is_counted(scope, ref):
            zone, where = scope.build.layout.zones[ref.zone], indexing.instance(scope, ref)
            there = ir.Bin(">", at(0, add(scope.base_of(zone, where.index), cell)), ir.ZERO)
            return scope.after(where.code, both(where.there, there))
        case core.Region():
            found, code = _flooded(scope, seq)
            inside = indexing.index_tests(scope, value, cell, found.low, found.places)
            return scope.after(code, both(inside, found.holds(plus(cell, -found.low))))
        case _:
            return _some_is(scope, seq, lambda spot: equal(spot.value, cell))


def _flooded(scope: Scope, seq: core.Region) -> tuple[boards.Flood, ir.Code]:
    """A region, and the code that finds it."""
    found = boards.flood(scope, seq)
    return found, scope.looped(lambda: boards.code(scope, seq, found))


def _some_is(scope: Scope, seq: core.Seq, test: Callable[[Spot], ir.Expr]) -> ir.Expr:
    elements = indexing.once(scope, seq) or seq
    return scope.look(lambda hit: scope.each(elements, lambda spot: guarded(test(spot), hit)))
