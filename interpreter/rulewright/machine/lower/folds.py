"""Questions of whole sequences: how many, how much, the highest, whether some, whether all are alike."""

from collections.abc import Callable

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import low_of, may_be_none, shape, value_range
from rulewright.language.intervals import WORD, Range
from rulewright.language.types import none_code
from rulewright.machine.lower import aggregates, boards, indexing, loop_shortcuts, pieces, sequences
from rulewright.machine.lower.builder import Scope, Spot, Stretch
from rulewright.machine.lower.rewriting import calm
from rulewright.machine.lower.terms import ONE, ZERO, add, at, both, either, equal, guarded, increase, plus
from rulewright.machine.program import nodes as ir

# ---- Whether elements are all alike in something, all different, or follow each other
# Stops at the first that does not fit. In: a scope and a core expression. Out: one expression.


def all_are(scope: Scope, expr: core.AllAre) -> ir.Expr:
    """Whether all elements are so."""
    result, label = scope.temp(), scope.build.label()
    fails: ir.Code = (ir.Set(result, ZERO), ir.Leave(label))
    code = _same(scope, expr, fails) if expr.how == "same" else _unlike(scope, expr, fails)
    return ir.Do((ir.Set(result, ONE), ir.Labelled(label, code)), result)


def _same(scope: Scope, expr: core.AllAre, fails: ir.Code) -> ir.Code:
    """Each must have what the first has."""
    first, there = scope.temp(), scope.temp()

    def compared(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, value = scope.atom(expr.value)
        other = ir.If(ir.Bin("!=", value, ir.Cell(first)), fails)
        return (*code, ir.If(ir.Cell(there), (other,), (ir.Set(first, value), ir.Set(there, ONE))))

    return (ir.Set(there, ZERO), *scope.each(expr.seq, compared))


def _unlike(scope: Scope, expr: core.AllAre, fails: ir.Code) -> ir.Code:
    """None may have what one before it has; of those that follow each other the ends must be so far apart."""
    room = max(indexing.room(scope, expr.seq), 1)
    row = Stretch(scope.temp(), scope.build.array(room), room, pieces=False)
    row = evolve(row, overrun=indexing.overrun(scope, expr.seq))
    low, high = scope.temp(), scope.temp()
    begins = equal(ir.Cell(row.length), ZERO)

    def kept(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, value = scope.atom(expr.value)
        # fails if the value is kept already
        index, other = scope.temp(), scope.temp()
        read = ir.Set(other, at(row.base, ir.Cell(index)))
        alike = ir.If(equal(ir.Cell(other), value), fails)
        keep = (ir.For(index, ZERO, ir.Cell(row.length), (read, alike), span=scope.span), *row.append(Spot(value)))
        if expr.how == "different":
            return (*code, *keep)
        lowest = ir.Select(begins, value, ir.Bin("min", ir.Cell(low), value))
        highest = ir.Select(begins, value, ir.Bin("max", ir.Cell(high), value))
        gone = guarded(ir.Inverse(indexing.is_some(expr.value, value)), fails) if may_be_none(expr.value) else ()
        return (*code, *gone, ir.Set(low, lowest), ir.Set(high, highest), *keep)

    far = equal(ir.Cell(low), ir.Bin("-", ir.Cell(high), plus(ir.Cell(row.length), -1)))
    gaps = (ir.If(ir.Inverse(either(begins, far)), fails),) if expr.how == "consecutive" else ()
    return (row.emptied(), *scope.each(expr.seq, kept), *gaps)


# ---- Questions of whole sequences: how many, how much, the highest, whether some, whether it is in
# In: a scope and a core expression. Out: one expression. The obvious cases are cheap: the size of a zone is its size
# cell, whether a kind lies in a zone is one cell.


Question = core.Size | core.Sum | core.Total | core.Extreme | core.Exists | core.AllAre | core.Contains


def ask(scope: Scope, expr: Question) -> ir.Expr:
    """The answer to a question of a sequence."""
    match expr:
        case core.Size(seq):
            return size(scope, seq)
        case core.Sum(counts):
            return aggregates.total(scope, counts)
        case core.Total():
            return _total(scope, expr)
        case core.Extreme():
            return _extreme(scope, expr)
        case core.Exists():
            return exists(scope, expr)
        case core.AllAre():
            return all_are(scope, expr)
        case core.Contains():
            return _contains(scope, expr)


def exists(scope: Scope, expr: core.Exists) -> ir.Expr:
    """Whether some element satisfies the condition; stops at the first."""
    source, rest = loop_shortcuts.joined(scope, expr.local, expr.seq, expr.condition)
    if rest == loop_shortcuts.NOTHING and isinstance(source, core.TableList):
        return ir.Bin(">", _length(scope, source), ZERO)
    soon = _as_it_spreads(scope, expr) if isinstance(expr.seq, core.Region) else None
    if soon is not None:
        return soon
    seq = core.Filter(expr.local, indexing.once(scope, expr.seq) or expr.seq, expr.condition)
    return scope.look(lambda found: scope.each(seq, lambda _: found))


def _as_it_spreads(scope: Scope, expr: core.Exists) -> ir.Expr | None:
    """Whether some place of a region satisfies the condition, asked as soon as it is found; None where somebody could
    tell it from asking in declared order."""
    seq, build = expr.seq, scope.build
    assert isinstance(seq, core.Region), seq
    if "early" not in build.passes or build.noting or not calm(scope.core, expr):
        return None

    def through(found: ir.Code) -> ir.Code:
        def inside(place: Spot) -> ir.Code:
            return scope.bound(expr.local, place, lambda: guarded(scope.value(expr.condition), found))

        return sequences.looped(scope, lambda: boards.code(scope, seq, boards.flood(scope, seq), inside))

    return scope.look(through)


# ---- how many


def size(scope: Scope, seq: core.Seq) -> ir.Expr:
    """How many elements."""
    match seq:
        case core.Values(number):
            return ir.Const(number)
        case core.Pieces(ref, False) if not scope.build.layout.zones[ref.zone].unlimited:
            return zone_size(scope, ref)
        case core.Chain(seqs):
            result: ir.Expr = ZERO
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
            source, rest = loop_shortcuts.joined(scope, local, inner, test)
            return size(scope, source) if rest == loop_shortcuts.NOTHING else _counted(scope, seq)
        case _:
            return _counted(scope, seq)


def _length(scope: Scope, seq: core.TableList) -> ir.Expr:
    """The length of a constant list."""
    table = scope.core.list_tables[seq.table]
    found = indexing.table_index(scope, seq.indices, table)
    length = indexing.table_at(scope, tuple(map(len, table.values)), found.index)
    return scope.after(found.code, found.told(length, ZERO))


def _counted(scope: Scope, seq: core.Seq) -> ir.Expr:
    """By going through."""
    result, alike = scope.temp(), indexing.once(scope, seq)

    def grow(spot: Spot) -> ir.Code:
        return (ir.Set(result, add(ir.Cell(result), aggregates.copies(alike, spot))),)

    return ir.Do((ir.Set(result, ZERO), *scope.each(alike or seq, grow)), result)


def zone_size(scope: Scope, ref: core.ZoneRef) -> ir.Expr:
    """How many pieces lie in a zone."""
    zone = scope.build.layout.zones[ref.zone]
    where = indexing.zone_instance(scope, ref)
    return scope.after(where.code, where.told(_pieces_at(scope, zone, where.index), ZERO))


def _pieces_at(scope: Scope, zone: ir.ZoneLayout, instance: ir.Expr) -> ir.Expr:
    base = scope.base_of(zone, instance)
    match shape(zone.kind):
        case "ordered":
            return at(0, base)
        case "counts":
            return ir.Size(zone.zone, instance)
        case "places":
            index, result, begin = scope.temp(), scope.temp(), scope.temp()
            if zone.capacity == 1:
                return ir.Bin(">", at(0, base), ZERO)
            full = ir.Bin(">", at(0, add(ir.Cell(begin), ir.Cell(index))), ZERO)
            loop = ir.For(index, ZERO, ir.Const(zone.capacity), (ir.If(full, (increase(result),)),), span=scope.span)
            return ir.Do((ir.Set(begin, base), ir.Set(result, ZERO), loop), result)


# ---- how much


def _total(scope: Scope, expr: core.Total) -> ir.Expr:
    result = scope.temp()
    one = value_range(scope.core, expr.value)
    most = indexing.bound(scope, expr.seq)
    sums = Range(min(0, one.low * most), max(0, one.high * most))
    alike = indexing.once(scope, expr.seq) if WORD.holds(sums) else None

    def grow(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, cell = scope.atom(expr.value)
        copies = aggregates.copies(alike, spot)
        product = cell if copies == ONE else copies if cell == ONE else ir.Bin("*", cell, copies)
        grown = add(ir.Cell(result), product)
        step = ir.Set(result, grown if WORD.holds(sums) else indexing.within_word(scope, grown, sums, expr.span))
        return (*code, *guarded(indexing.is_some(expr.value, cell), (step,)))

    return ir.Do((ir.Set(result, ZERO), *scope.each(alike or expr.seq, grow)), result)


def _extreme(scope: Scope, expr: core.Extreme) -> ir.Expr:
    result, found = scope.temp(), scope.temp()

    def better(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, cell = scope.atom(expr.value)
        beats = ir.Bin(">" if expr.highest else "<", cell, ir.Cell(result))
        take = (ir.Set(result, cell), ir.Set(found, ONE))
        test = ir.If(either(equal(ir.Cell(found), ZERO), beats), take)
        return (*code, *guarded(indexing.is_some(expr.value, cell), (test,)))

    begin = (ir.Set(result, ir.Const(none_code(expr.type))), ir.Set(found, ZERO))
    return ir.Do((*begin, *scope.each(indexing.once(scope, expr.seq) or expr.seq, better)), result)


# ---- whether it is in


def _contains(scope: Scope, expr: core.Contains) -> ir.Expr:
    if expr.here and knows_where(scope.core, expr.seq):
        found = pieces.piece(scope, expr.value, search=False)
        very = _lies_in(scope, expr, found)
        if not indexing.may_be_bare(scope, expr.value):
            return very
        result, of_kind = scope.temp(), _of_kind_in(scope, expr)
        nowhere = ir.Bin("<", found.loc, ZERO)
        return ir.Do((ir.If(nowhere, (ir.Set(result, of_kind),), (ir.Set(result, very),)),), result)
    return _of_kind_in(scope, expr)


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
        case core.Numbers(low, high):
            return _between(scope, low, high, cell)
        case core.Members(aggregate):
            low_value = low_of(scope.core, aggregate)
            read = aggregates.reader(scope, aggregate, low_value)
            there = ir.Bin("!=", read.number(plus(cell, -low_value)), ZERO)
            inside = indexing.index_tests(scope, value, cell, low_value, read.width)
            return scope.after(read.code, both(inside, there))
        case core.Filter(local, inner, condition) if not knows_where(scope.core, inner):
            scope.bind(local, Spot(cell))
            return both(_is_in(scope, inner, value, cell), scope.value(condition))
        case core.Chain(seqs):
            return either(*(_is_in(scope, part, value, cell) for part in seqs))
        case core.Pieces(ref) if indexing.is_counted(scope, ref):
            return _counted_in(scope, ref, cell)
        case core.Region():
            found, code = _flooded(scope, seq)
            inside = indexing.index_tests(scope, value, cell, found.low, found.places)
            return scope.after(code, both(inside, found.holds(plus(cell, -found.low))))
        case _:
            return _some_is(scope, seq, lambda spot: equal(spot.value, cell))


def _flooded(scope: Scope, seq: core.Region) -> tuple[boards.Flood, ir.Code]:
    """A region, and the code that finds it."""
    found = boards.flood(scope, seq)
    return found, sequences.looped(scope, lambda: boards.code(scope, seq, found))


def _between(scope: Scope, low: core.Expr, high: core.Expr, cell: ir.Expr) -> ir.Expr:
    """Low <= cell <= high; no if an end is none."""
    last_code, last = scope.atom(high)
    first_code, first = scope.atom(low)
    some = indexing.is_some(low, first), indexing.is_some(high, last)
    inside = both(*some, ir.Bin(">=", cell, first), ir.Bin("<=", cell, last))
    return scope.after((*first_code, *last_code), inside)


def _counted_in(scope: Scope, ref: core.ZoneRef, cell: ir.Expr) -> ir.Expr:
    zone = scope.build.layout.zones[ref.zone]
    where = indexing.zone_instance(scope, ref)
    there = ir.Bin(">", at(0, add(scope.base_of(zone, where.index), cell)), ZERO)
    return scope.after(where.code, both(where.there, there))


def _some_is(scope: Scope, seq: core.Seq, test: Callable[[Spot], ir.Expr]) -> ir.Expr:
    elements = indexing.once(scope, seq) or seq
    return scope.look(lambda hit: scope.each(elements, lambda spot: guarded(test(spot), hit)))


def _lies_in(scope: Scope, expr: core.Contains, found: pieces.Found) -> ir.Expr:
    """Whether that very piece lies in the zone or zones: its location, not its kind."""
    match expr.seq:
        case core.Pieces(ref):
            zone = scope.build.layout.zones[ref.zone]
            where = indexing.zone_instance(scope, ref)
            code, base = scope.kept(scope.base_of(zone, where.index))
            above, below = ir.Bin(">=", found.loc, base), ir.Bin("<", found.loc, plus(base, zone.stride))
            still = ir.Invoke(pieces.here_function(scope), (found.kind, found.loc))
            return scope.after((*found.code, *where.code, *code), both(where.there, above, below, still))
        case _:
            very = _some_is(scope, expr.seq, lambda spot: equal(spot.loc or ZERO, found.loc))
            return scope.after(found.code, very)
