"""Sequences: an enumerator is nested loops around a body that receives each element where it stands."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import MAX_COUNT, low_of, may_be_none, none_of, shape
from rulewright.language.intervals import LIMIT
from rulewright.machine.lower import boards, groups, indexing, pieces, rewriting, variables
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch
from rulewright.machine.lower.terms import add, at, both, either, equal, guarded, increase, inverse, plus, set_at
from rulewright.machine.program import nodes as ir

# ---- The best of a sequence, or all of it in the order of its keys
# In: a scope, a core sequence with keys, and what to do with an element. Out: code.


WORST: Final = -(2**31)


def best(scope: Scope, seq: core.Best, body: Body) -> ir.Code:
    """Two passes: the best keys, then all elements that have them."""
    best, now = _cells(scope, seq), _cells(scope, seq)
    found = scope.temp()
    take: ir.Code = tuple(ir.Set(cell.index, new) for cell, new in zip(best, now, strict=True))
    better = either(equal(ir.Cell(found), ir.ZERO), _greater(now, best))

    def compared(spot: Spot) -> ir.Code:
        return (*_reckoned(scope, seq, spot, now), ir.If(better, (*take, ir.Set(found, ir.ONE))))

    def chosen(spot: Spot) -> ir.Code:
        scope.bind(seq.local, spot)
        tests = [equal(_rank(scope, *key), cell) for cell, key in zip(best, seq.keys, strict=True)]
        return (ir.If(both(*tests), body(spot)),)

    first, second = scope.each(seq.seq, compared), scope.each(seq.seq, chosen)
    return (ir.Set(found, ir.ZERO), *first, ir.If(ir.Cell(found), second))


def ranked(scope: Scope, seq: core.Best) -> tuple[ir.Code, Stretch]:
    """Code that puts all elements in order into a row: each comes in behind all that are as good, and worse ones make
    room for it."""
    size, pieces, array = indexing.room(scope, seq.seq), knows_where(scope.core, seq.seq), scope.build.array
    overrun = indexing.overrun(scope, seq.seq)
    row = Stretch(scope.temp(), array((size + 1) * (2 if pieces else 1)), max(size, 1), pieces, overrun=overrun)
    keys, now = [array(size + 1) for _ in seq.keys], _cells(scope, seq)
    index, place, label = scope.temp(), scope.temp(), scope.build.label()
    there, here = ir.Cell(index), ir.Cell(place)

    def insert_in_order(spot: Spot) -> ir.Code:
        behind = plus(there, 1)
        stop = ir.If(inverse(_greater(now, [at(key, there) for key in keys])), (ir.Leave(label),))
        make_room = (
            *row.put(behind, behind, row.element(there)),
            *(set_at(key, behind, at(key, there)) for key in keys),
        )
        search = ir.For(
            index, ir.ZERO, ir.Cell(row.length), (stop, *make_room, ir.Set(place, there)), down=True, span=scope.span
        )
        mine = [set_at(key, here, cell) for key, cell in zip(keys, now, strict=True)]
        reckoned = (*_reckoned(scope, seq, spot, now), ir.Set(place, row.end), ir.Labelled(label, (search,)))
        return (*reckoned, *row.put(here, here, spot), *mine, increase(row.length))

    return (ir.Set(row.length, ir.ZERO), *scope.each(seq.seq, insert_in_order)), row


def _cells(scope: Scope, seq: core.Best) -> list[ir.Cell]:
    """A cell for each key."""
    return [ir.Cell(scope.temp()) for _ in seq.keys]


def _reckoned(scope: Scope, seq: core.Best, spot: Spot, now: list[ir.Cell]) -> ir.Code:
    """The keys of an element go to their cells."""
    scope.bind(seq.local, spot)
    return tuple(ir.Set(cell.index, _rank(scope, *key)) for cell, key in zip(now, seq.keys, strict=True))


def _rank(scope: Scope, highest: bool, key: core.Expr) -> ir.Expr:  # noqa: FBT001 - the key as the core writes it
    """A key as a number of which the greatest is best; none is worst."""
    reckoned = scope.value(key)
    if not may_be_none(key):
        return reckoned if highest else ir.Bin("-", ir.ZERO, reckoned)
    code, cell = scope.kept(reckoned)
    some = cell if highest else ir.Bin("-", ir.ZERO, cell)
    chosen = ir.Select(equal(cell, ir.Const(none_of(key))), ir.Const(WORST), some)
    return scope.after(code, chosen)


def _greater(mine: Sequence[ir.Expr], others: Sequence[ir.Expr]) -> ir.Expr:
    """Lexicographic order."""
    result: ir.Expr = ir.ZERO
    for one, other in zip(reversed(mine), reversed(others), strict=True):
        tie = both(equal(one, other), result)
        result = either(ir.Bin(">", one, other), tie)
    return result


# ---- Sequences: an enumerator is nested loops around a body that receives each element where it stands
# In: a scope, a core sequence, and what to do with an element. Out: code. The body may leave the loops by a label.
# Each element is a `Spot` of cells and constants; of pieces with a location. Unordered zones give kinds in order,
# piles their pieces from the top, rows from the left, boards in the order of places.


def each(scope: Scope, seq: core.Seq, body: Body) -> ir.Code:
    """Code that carries out `body` for each element, in order."""
    return scope.looped(lambda: _each(scope, seq, body))


def _each(scope: Scope, seq: core.Seq, body: Body) -> ir.Code:
    match seq:
        case core.Values(number):
            return _count(scope, ir.ZERO, ir.Const(number), body)
        case core.Numbers(low, high):
            return _numbers(scope, low, high, body)
        case core.Listed(values):
            return _listed(scope, values, body)
        case core.TableList():
            return _table_list(scope, seq, body)
        case core.Pieces(ref, distinct):
            return _pieces(scope, ref, body, distinct=distinct)
        case core.Members(aggregate):
            return _members(scope, aggregate, body)
        case core.Viewers(of):
            return _viewers(scope, of, body)
        case core.Filter():
            return _filter(scope, seq, body)
        case core.Best(rest=True):
            code, row = ranked(scope, seq)
            return (*code, *held(scope, row, body))
        case core.Best():
            return best(scope, seq, body)
        case core.FlatMap(local, inner, outer):
            return each(scope, inner, lambda spot: scope.bound(local, spot, lambda: each(scope, outer, body)))
        case core.Mapped(local, inner, value):
            return each(scope, inner, lambda spot: scope.bound(local, spot, lambda: _one(scope, value, body)))
        case core.Chain(seqs):
            return tuple(statement for part in seqs for statement in each(scope, part, body))
        case core.Beyond():
            return _beyond(scope, seq, body)
        case core.Region():
            return boards.each(scope, seq, body)
        case core.Groups():
            return groups.each(scope, groups.Chosen(seq), body)
        case core.Held(local):
            return held(scope, scope.held(local), body)


def _filter(scope: Scope, seq: core.Filter, body: Body) -> ir.Code:
    def passed(test: core.Expr) -> Body:
        return lambda spot: scope.bound(seq.local, spot, lambda: guarded(scope.value(test), body(spot)))

    match seq.seq:
        case _ if (of := groups.chosen(seq)) is not None:
            return groups.each(scope, of, body)
        case _ if _endless(scope, seq):
            return each(scope, indexing.weighted(seq), partial(_endlessly, scope, body))
        case core.Pieces(ref, distinct):
            few = rewriting.few(scope, seq, ref)
            if few is None:
                return each(scope, seq.seq, passed(seq.condition))
            wanted, rest = few
            return scope.looped(lambda: rewriting.among(scope, ref, wanted, passed(rest), distinct=distinct))
        case _:
            inner, test = rewriting.joined(scope, seq.local, seq.seq, seq.condition)
            return each(scope, inner, passed(test))


def _count(scope: Scope, low: ir.Expr, high: ir.Expr, body: Body) -> ir.Code:
    """Elements low..high-1."""
    cell = scope.temp()
    return (ir.For(cell, low, high, body(Spot(ir.Cell(cell))), span=scope.span),)


def _numbers(scope: Scope, low: core.Expr, high: core.Expr, body: Body) -> ir.Code:
    """What counts is one behind where one more than the last would be too large a number."""
    before, first = scope.atom(low)
    code, last = scope.atom(high)
    there = both(indexing.is_some(low, first), indexing.is_some(high, last))
    if indexing.range_here(scope, high).high < LIMIT:
        return (*before, *code, *guarded(there, _count(scope, first, plus(last, 1), body)))
    cell = scope.temp()
    here = (ir.Set(cell, plus(ir.Cell(cell), 1)), *body(Spot(ir.Cell(cell))))
    return (*before, *code, *guarded(there, (ir.For(cell, plus(first, -1), last, here, span=scope.span),)))


def _listed(scope: Scope, values: tuple[core.Expr, ...], body: Body) -> ir.Code:
    """One value directly; several constants from a table; others are reckoned first and stand in scratch."""
    if not values:
        return ()
    if len(values) == 1:
        return _one(scope, values[0], body)
    numbers = tuple(value.value for value in values if isinstance(value, core.Const) and value.value != none_of(value))
    if len(numbers) == len(values):
        return _constants(scope, numbers, body)
    with_loc = knows_where(scope.core, core.Listed(values))
    row = Stretch(scope.temp(), scope.build.array(len(values) * 2), len(values), with_loc)
    code: list[ir.Statement] = [ir.Set(row.length, ir.ZERO)]
    for value in values:
        code.extend(_one(scope, value, row.append))
    return (*code, *held(scope, row, body))


def _constants(scope: Scope, numbers: tuple[int, ...], body: Body) -> ir.Code:
    cell, value = scope.temp(), scope.temp()
    read = ir.Set(value, ir.TableAt(scope.build.table(numbers), ir.Cell(cell)))
    return (ir.For(cell, ir.ZERO, ir.Const(len(numbers)), (read, *body(Spot(ir.Cell(value)))), span=scope.span),)


def _one(scope: Scope, value: core.Expr, body: Body) -> ir.Code:
    """One element; nothing if it is none."""
    if knows_where(scope.core, value):
        found = pieces.piece(scope, value)
        return (*found.code, *guarded(indexing.is_some(value, found.kind), body(Spot(found.kind, found.loc))))
    code, cell = scope.atom(value)
    return (*code, *guarded(indexing.is_some(value, cell), body(Spot(cell))))


def _table_list(scope: Scope, seq: core.TableList, body: Body) -> ir.Code:
    table = scope.core.list_tables[seq.table]
    if not seq.indices:
        return _constants(scope, table.values[0], body) if table.values[0] else ()
    found = indexing.table_index(scope, seq.indices, table)
    starts, flat = indexing.flattened(scope, seq.table)
    row_code, row = scope.kept(found.index)
    cell, value = scope.temp(), scope.temp()
    read = ir.Set(value, ir.TableAt(flat, ir.Cell(cell)))
    first, last = (indexing.table_at(scope, starts, plus(row, step)) for step in (0, 1))
    return found.around((*row_code, ir.For(cell, first, last, (read, *body(Spot(ir.Cell(value)))), span=scope.span)))


def _pieces(scope: Scope, ref: core.ZoneRef, body: Body, *, distinct: bool) -> ir.Code:
    zone = scope.build.layout.zones[ref.zone]
    if zone.unlimited:
        # every kind of which there are pieces, as often as anybody could want
        there = tuple(k for k, copies in enumerate(scope.core.components[zone.component].copies) if copies != 0)
        each_kind = body if distinct else partial(_endlessly, scope, body)
        return _constants(scope, there, lambda spot: each_kind(Spot(spot.value, ir.NO_PLACE)))
    where = indexing.instance(scope, ref)
    if shape(zone.kind) == "counts":
        return where.around(rewriting.counted(scope, zone, where.index, body, distinct=distinct))
    code, base = scope.kept(scope.base_of(zone, where.index))
    index, kind, loc = ir.Cell(scope.temp()), ir.Cell(scope.temp()), ir.Cell(scope.temp())
    spot, first = Spot(kind, loc, zone=zone.zone), add(base, index)
    if shape(zone.kind) == "ordered":  # rows from the left; piles, which are stored bottom first, from the top
        here: ir.Code = (ir.Set(loc.index, plus(first, 1)), ir.Set(kind.index, at(0, loc)), *body(spot))
        loop: ir.Statement = ir.For(index.index, ir.ZERO, at(0, base), here, down=zone.kind == "pile", span=scope.span)
        return where.around((*code, loop))
    lies = ir.If(ir.Bin(">=", kind, ir.ZERO), body(spot))
    here = (ir.Set(loc.index, first), ir.Set(kind.index, plus(at(0, loc), -1)), lies)
    if zone.capacity == 1:
        return where.around((*code, ir.Set(index.index, ir.ZERO), *here))
    return where.around((*code, ir.For(index.index, ir.ZERO, ir.Const(zone.capacity), here, span=scope.span)))


def one_by_one(scope: Scope, seq: core.Filter) -> bool:
    """Whether a filter asks its condition of one element after the other."""
    return groups.chosen(seq) is None and not _endless(scope, seq)


def _endless(scope: Scope, seq: core.Filter) -> bool:
    """Whether pieces of an unlimited box are asked, copy by copy."""
    source = indexing.single(seq)
    return source is not None and not source.distinct and scope.build.layout.zones[source.zone.zone].unlimited


def _endlessly(scope: Scope, body: Body, spot: Spot) -> ir.Code:
    """Every copy of a kind of an unlimited box."""
    return (ir.For(scope.temp(), ir.ZERO, ir.Const(MAX_COUNT), body(spot), span=scope.span),)


def _members(scope: Scope, aggregate: core.AggregateValue, body: Body) -> ir.Code:
    read = variables.reader(scope, aggregate)
    cell = scope.temp()
    low = low_of(scope.core, aggregate)
    code, element = scope.kept(plus(ir.Cell(cell), low))
    test = ir.If(ir.Bin("!=", read.at(ir.Cell(cell)), ir.ZERO), (*code, *body(Spot(element))))
    loop = ir.For(cell, ir.ZERO, ir.Const(read.width), (test,), span=scope.span)
    return (*read.code, *guarded(read.there, (loop,)))


def _viewers(scope: Scope, of: core.Expr, body: Body) -> ir.Code:
    """Face up: all players; face down: those in the mark; of nothing: nobody."""
    found = pieces.piece(scope, of)
    seat, mask = scope.temp(), scope.temp()
    face, mark = (scope.build.of_cell(question, found.loc) for question in ("face", "mark"))
    everyone = ir.Const(2**scope.core.players - 1)
    seen = ir.Select(equal(ir.At(0, face), ir.ONE), ir.At(0, mark), everyone)
    in_zone = ir.Select(ir.Bin(">=", face, ir.ZERO), seen, everyone)
    bit = ir.Bin("bitand", ir.Cell(mask), ir.Bin("shl", ir.ONE, ir.Cell(seat)))
    knows = ir.If(ir.Bin("!=", bit, ir.ZERO), body(Spot(ir.Cell(seat))))
    loop = ir.For(seat, ir.ZERO, ir.Const(scope.core.players), (knows,), span=scope.span)
    somewhere = ir.Select(ir.Bin(">=", found.loc, ir.ZERO), in_zone, ir.ZERO)
    return (*found.code, ir.Set(mask, somewhere), loop)


def _beyond(scope: Scope, seq: core.Beyond, body: Body) -> ir.Code:
    """What comes after (before) the element `of`; nothing if that is not there."""
    located = knows_where(scope.core, seq.seq) and knows_where(scope.core, seq.of)
    wanted = pieces.piece(scope, seq.of) if located else None
    code, cell = (wanted.code, wanted.loc) if wanted else scope.atom(seq.of)
    seen = scope.temp()

    def hit(spot: Spot) -> ir.Expr:
        return equal(spot.loc if wanted and spot.loc is not None else spot.value, cell)

    label = scope.build.label()
    mark = (ir.Set(seen, ir.ONE),)
    if seq.after:
        loop = each(scope, seq.seq, lambda spot: (ir.If(ir.Cell(seen), body(spot), (ir.If(hit(spot), mark),)),))
        return (*code, ir.Set(seen, ir.ZERO), *loop)
    look = each(scope, seq.seq, lambda spot: (ir.If(hit(spot), mark),))
    loop = each(scope, seq.seq, lambda spot: (ir.If(hit(spot), (ir.Leave(label),)), *body(spot)))
    return (*code, ir.Set(seen, ir.ZERO), *look, ir.If(ir.Cell(seen), (ir.Labelled(label, loop),)))


def held(scope: Scope, row: Stretch, body: Body) -> ir.Code:
    """The elements of a kept sequence."""
    index, spot = scope.temp(), scope.piece()
    element = row.element(ir.Cell(index))
    taken = spot if row.pieces else evolve(spot, loc=None)
    read = taken.becomes(element.value, element.loc)
    return (ir.For(index, ir.ZERO, ir.Cell(row.length), (*read, *body(taken)), span=scope.span),)


def snapshot(scope: Scope, seq: core.Seq, row: Stretch) -> ir.Code:
    """Keeps the sequence as it is now."""
    return (row.emptied(), *each(scope, seq, row.append))
