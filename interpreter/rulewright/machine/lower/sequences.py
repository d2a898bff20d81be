"""Sequences: an enumerator is nested loops around a body that receives each element where it stands."""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import MAX_COUNT, low_of, may_be_none, none_of, shape
from rulewright.language.intervals import LIMIT
from rulewright.machine.lower import boards, groups, indexing, pieces, rewriting, variables
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch, closed
from rulewright.machine.lower.terms import add, at, both, either, equal, inverse, plus, set_at
from rulewright.machine.program import nodes as ir

# ---- The best of a sequence, or all of it in the order of its keys


WORST: Final = -(2**31)


def best(scope: Scope, seq: core.Best, body: Body) -> None:
    """Two passes: the best keys, then all elements that have them."""
    best, now = ([scope.cell() for _ in seq.keys] for _ in range(2))
    found = scope.cell(ir.ZERO)

    def compared(spot: Spot) -> None:
        _reckon(scope, seq, spot, now)
        with scope.when(either(equal(found, ir.ZERO), _greater(now, best))):
            for cell, new in zip(best, now, strict=True):
                scope.set(cell, new)
            scope.set(found, ir.ONE)

    def chosen(spot: Spot) -> None:
        scope.bind(seq.local, spot)
        tests = [equal(_rank(scope, *key), cell) for cell, key in zip(best, seq.keys, strict=True)]
        with scope.when(both(*tests)):
            body(spot)

    scope.each(seq.seq, compared)
    with scope.when(found):
        scope.each(seq.seq, chosen)


def ranked(scope: Scope, seq: core.Best) -> Stretch:
    """Puts all elements in order into a row: each behind all that are as good, and worse ones make room for it."""
    size, overrun = indexing.room(scope, seq.seq), indexing.overrun(scope, seq.seq)
    row = scope.row(size + 1, pieces=knows_where(scope.core, seq.seq), overrun=overrun)
    row = evolve(row, capacity=max(size, 1))
    keys, now = [scope.build.array(size + 1) for _ in seq.keys], [scope.cell() for _ in seq.keys]
    place = scope.cell()

    def insert_in_order(spot: Spot) -> None:
        _reckon(scope, seq, spot, now)
        scope.set(place, row.end)
        with scope.labelled() as label, scope.loop(ir.ZERO, row.length, down=True) as there:
            behind = plus(there, 1)
            scope.emit(ir.If(inverse(_greater(now, [at(key, there) for key in keys])), (ir.Leave(label),)))
            scope.emit(*row.put(behind, row.element(there)), *(set_at(key, behind, at(key, there)) for key in keys))
            scope.set(place, there)
        scope.emit(*row.put(place, spot))
        scope.emit(*(set_at(key, place, cell) for key, cell in zip(keys, now, strict=True)))
        scope.increase(row.length)

    scope.empty(row)
    scope.each(seq.seq, insert_in_order)
    return row


def _reckon(scope: Scope, seq: core.Best, spot: Spot, now: list[ir.Cell]) -> None:
    """The keys of an element go to their cells."""
    scope.bind(seq.local, spot)
    for cell, key in zip(now, seq.keys, strict=True):
        scope.set(cell, _rank(scope, *key))


@closed
def _rank(scope: Scope, highest: bool, key: core.Expr) -> ir.Expr:  # noqa: FBT001 - the key as the core writes it
    """A key as a number of which the greatest is best; none is worst."""
    reckoned = scope.atom(key) if may_be_none(key) else scope.value(key)
    some = reckoned if highest else ir.Bin("-", ir.ZERO, reckoned)
    return ir.Select(equal(reckoned, ir.Const(none_of(key))), ir.Const(WORST), some) if may_be_none(key) else some


def _greater(mine: Sequence[ir.Expr], others: Sequence[ir.Expr]) -> ir.Expr:
    result: ir.Expr = ir.ZERO
    for one, other in zip(reversed(mine), reversed(others), strict=True):
        result = either(ir.Bin(">", one, other), both(equal(one, other), result))
    return result


# ---- Sequences: an enumerator is nested loops around a body that receives each element where it stands
# The body may leave the loops by a label. Each element is a `Spot` of cells and constants; of pieces with a location.
# Unordered zones give kinds in order, piles their pieces from the top, rows from the left, boards in the order of
# places.


def each(scope: Scope, seq: core.Seq, body: Body) -> None:
    """Carries out `body` for each element, in order."""
    with scope.looped():
        match seq:
            case core.Values(number):
                with scope.loop(ir.ZERO, ir.Const(number)) as cell:
                    body(Spot(cell))
            case core.Numbers():
                _numbers(scope, seq, body)
            case core.Listed((value,)):
                _one(scope, value, body)
            case core.Listed(values):
                _listed(scope, values, body)
            case core.TableList():
                _table_list(scope, seq, body)
            case core.Pieces():
                _pieces(scope, seq, body)
            case core.Members(aggregate):
                _members(scope, aggregate, body)
            case core.Viewers(of):
                _viewers(scope, of, body)
            case core.Filter():
                _filter(scope, seq, body)
            case core.Best(rest=True):
                held(scope, ranked(scope, seq), body)
            case core.Best():
                best(scope, seq, body)
            case core.FlatMap(local, outer, inner):

                def through(spot: Spot) -> None:
                    scope.bind(local, spot)
                    each(scope, inner, body)

                each(scope, outer, through)
            case core.Mapped(local, inner, value):

                def mapped(spot: Spot) -> None:
                    scope.bind(local, spot)
                    _one(scope, value, body)

                each(scope, inner, mapped)
            case core.Chain(seqs):
                for part in seqs:
                    each(scope, part, body)
            case core.Beyond():
                _beyond(scope, seq, body)
            case core.Ends():
                _ends(scope, seq, body)
            case core.Region():
                boards.each(scope, seq, body)
            case core.Groups():
                groups.each(scope, groups.Chosen(seq), body)
            case core.Held(local):
                held(scope, scope.held(local), body)


def _members(scope: Scope, aggregate: core.AggregateValue, body: Body) -> None:
    low = low_of(scope.core, aggregate)
    read = variables.reader(scope, aggregate, low)
    with scope.when(read.there), scope.loop(ir.ZERO, ir.Const(read.width)) as cell:
        element = Spot(scope.kept(plus(cell, low)))
        with scope.when(ir.Bin("!=", read.at(cell), ir.ZERO)):
            body(element)


def _filter(scope: Scope, seq: core.Filter, body: Body) -> None:
    source, test = seq.seq, seq.condition

    def passed(spot: Spot) -> None:
        scope.bind(seq.local, spot)
        with scope.when(scope.value(test)):
            body(spot)

    if (of := groups.chosen(seq)) is not None:
        groups.each(scope, of, body)
    elif _endless(scope, seq):
        each(scope, indexing.weighted(seq), lambda spot: _endlessly(scope, body, spot))
    elif isinstance(source, core.Pieces) and (few := rewriting.few(scope, seq, source.zone)) is not None:
        wanted, test = few
        with scope.looped():
            rewriting.among(scope, source, wanted, passed)
    else:
        source, test = rewriting.joined(scope, seq.local, source, test)
        each(scope, source, passed)


def _numbers(scope: Scope, seq: core.Numbers, body: Body) -> None:
    """What counts is one behind where one more than the last would be too large a number."""
    first, last = scope.atom(seq.low), scope.atom(seq.high)
    behind = int(indexing.range_here(scope, seq.high).high >= LIMIT)
    there = both(indexing.is_some(seq.low, first), indexing.is_some(seq.high, last))
    with scope.when(there), scope.loop(plus(first, -behind), plus(last, 1 - behind)) as cell:
        if behind:
            scope.increase(cell)
        body(Spot(cell))


def _listed(scope: Scope, values: tuple[core.Expr, ...], body: Body) -> None:
    """Constants from a table; others are reckoned first and stand in scratch."""
    numbers = tuple(value.value for value in values if isinstance(value, core.Const) and value.value != none_of(value))
    if len(numbers) == len(values):
        _constants(scope, numbers, body)
        return
    row = scope.row(len(values), pieces=knows_where(scope.core, core.Listed(values)))
    scope.empty(row)
    for value in values:
        _one(scope, value, lambda spot: scope.append(row, spot))
    held(scope, row, body)


def _constants(scope: Scope, numbers: tuple[int, ...], body: Body) -> None:
    if numbers:
        with scope.loop(ir.ZERO, ir.Const(len(numbers))) as cell:
            body(Spot(scope.cell(ir.TableAt(scope.build.table(numbers), cell))))


def _table_list(scope: Scope, seq: core.TableList, body: Body) -> None:
    found = indexing.table_index(scope, seq.indices, scope.core.list_tables[seq.table])
    starts, flat = indexing.flattened(scope, seq.table)
    with scope.when(found.there):
        row = scope.kept(found.index)
        first, last = (indexing.table_at(scope, starts, plus(row, step)) for step in (0, 1))
        if first != last:
            with scope.loop(first, last) as cell:
                body(Spot(scope.cell(ir.TableAt(flat, cell))))


def _one(scope: Scope, value: core.Expr, body: Body) -> None:
    """One element; nothing if it is none."""
    located = knows_where(scope.core, value)
    found = pieces.piece(scope, value) if located else Spot(scope.atom(value))
    with scope.when(indexing.is_some(value, found.value)):
        body(found)


def _pieces(scope: Scope, seq: core.Pieces, body: Body) -> None:
    zone = scope.build.layout.zones[seq.zone.zone]
    if zone.unlimited:
        # every kind of which there are pieces, as often as anybody could want
        there = tuple(k for k, copies in enumerate(scope.core.components[zone.component].copies) if copies != 0)
        each_kind = body if seq.distinct else partial(_endlessly, scope, body)
        _constants(scope, there, lambda spot: each_kind(Spot(spot.value, ir.NO_PLACE)))
        return
    where = indexing.instance(scope, seq.zone)
    with scope.when(where.there):
        if shape(zone.kind) == "counts":
            rewriting.counted(scope, zone, where.index, body, distinct=seq.distinct)
            return
        base, kind, loc = scope.kept(scope.base_of(zone, where.index)), scope.cell(), scope.cell()
        spot = Spot(kind, loc, zone=zone.zone)
        if shape(zone.kind) == "ordered":  # rows from the left; piles, which are stored bottom first, from the top
            with scope.loop(ir.ZERO, at(0, base), down=zone.kind == "pile") as index:
                scope.set(loc, plus(add(base, index), 1))
                scope.set(kind, at(0, loc))
                body(spot)
            return
        with nullcontext(ir.ZERO) if zone.capacity == 1 else scope.loop(ir.ZERO, ir.Const(zone.capacity)) as place:
            scope.set(loc, add(base, place))
            scope.set(kind, plus(at(0, loc), -1))
            with scope.when(ir.Bin(">=", kind, ir.ZERO)):
                body(spot)


def one_by_one(scope: Scope, seq: core.Filter) -> bool:
    """Whether a filter asks its condition of one element after the other."""
    return groups.chosen(seq) is None and not _endless(scope, seq)


def _endless(scope: Scope, seq: core.Filter) -> bool:
    """Whether pieces of an unlimited box are asked, copy by copy."""
    source = indexing.single(seq)
    return source is not None and not source.distinct and scope.build.layout.zones[source.zone.zone].unlimited


def _endlessly(scope: Scope, body: Body, spot: Spot) -> None:
    """Every copy of a kind of an unlimited box."""
    with scope.loop(ir.ZERO, ir.Const(MAX_COUNT)):
        body(spot)


def _viewers(scope: Scope, of: core.Expr, body: Body) -> None:
    """Face up: all players; face down: those in the mark; of nothing: nobody."""
    found = pieces.piece(scope, of)
    face, mark = (scope.build.of_cell(question, found.place) for question in ("face", "mark"))
    everyone = ir.Const(2**scope.core.players - 1)
    seen = ir.Select(equal(ir.At(0, face), ir.ONE), ir.At(0, mark), everyone)
    in_zone = ir.Select(ir.Bin(">=", face, ir.ZERO), seen, everyone)
    mask = scope.cell(ir.Select(ir.Bin(">=", found.place, ir.ZERO), in_zone, ir.ZERO))
    with scope.loop(ir.ZERO, ir.Const(scope.core.players)) as seat:
        bit = ir.Bin("bitand", mask, ir.Bin("shl", ir.ONE, seat))
        with scope.when(ir.Bin("!=", bit, ir.ZERO)):
            body(Spot(seat))


def _beyond(scope: Scope, seq: core.Beyond, body: Body) -> None:
    """What comes after (before) the element `of`; nothing if that is not there."""
    located = knows_where(scope.core, seq.seq) and knows_where(scope.core, seq.of)
    cell = pieces.piece(scope, seq.of).place if located else scope.atom(seq.of)
    seen = scope.cell(ir.ZERO)
    mark = (ir.Set(seen.index, ir.ONE),)

    def hit(spot: Spot) -> ir.Expr:
        return equal(spot.loc if located and spot.loc is not None else spot.value, cell)

    def after(spot: Spot) -> None:
        with scope.block() as code:
            body(spot)
        scope.emit(ir.If(seen, tuple(code), (ir.If(hit(spot), mark),)))

    def before(spot: Spot) -> None:
        scope.emit(ir.If(hit(spot), (ir.Leave(label),)))
        body(spot)

    if seq.after:
        each(scope, seq.seq, after)
        return
    each(scope, seq.seq, lambda spot: scope.emit(ir.If(hit(spot), mark)))
    with scope.when(seen), scope.labelled() as label:
        each(scope, seq.seq, before)


def _ends(scope: Scope, seq: core.Ends, body: Body) -> None:
    """So many from the beginning; or those behind as many as are too many."""
    number = indexing.some(scope, seq.number, seq.span)
    left = scope.cell(ir.Bin("-", scope.value(core.Size(seq.seq)), number) if seq.last else number)
    with scope.labelled() as label:

        def one(spot: Spot) -> None:
            scope.emit(ir.If(ir.Bin("<=", left, ir.ZERO), (ir.Leave(label),)))
            scope.set(left, plus(left, -1))
            body(spot)

        def behind(spot: Spot) -> None:
            with scope.block() as code:
                body(spot)
            scope.emit(ir.If(ir.Bin(">", left, ir.ZERO), (ir.Set(left.index, plus(left, -1)),), tuple(code)))

        scope.each(seq.seq, behind if seq.last else one)


def held(scope: Scope, row: Stretch, body: Body) -> None:
    """The elements of a kept sequence."""
    spot = scope.piece() if row.pieces else Spot(scope.cell())
    with scope.loop(ir.ZERO, row.length) as index:
        element = row.element(index)
        scope.put(spot, element.value, element.loc)
        body(spot)
