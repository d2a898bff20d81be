"""Expressions and queries asked otherwise than written: earlier, once, in place of a call, or of fewer elements."""

from collections.abc import Iterable
from contextlib import nullcontext
from math import prod
from typing import Final, TypeVar

from attrs import evolve

from rulewright.language import core
from rulewright.language.core_queries import FOLDS, anded, free, questions
from rulewright.language.effects import knows_where
from rulewright.language.types import CountsT, NumberT, none_code, without_none
from rulewright.language.walking import children, walk
from rulewright.machine.lower import indexing, pieces
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.terms import add, at
from rulewright.machine.program import nodes as ir

T = TypeVar("T")

# ---- What cannot go wrong: it may be asked earlier, more often, or not at all, and nobody can tell


READING: Final = (core.Const, core.Get, core.Attr, core.Read, core.VarRef, core.On, core.PlaceRef, core.ZoneRef)
ASKING: Final = (core.Compare, core.IsNone, core.Not, core.Junction, core.Exists, core.Contains)
CANNOT_FAIL: Final = (*READING, *ASKING, core.TableList, core.Values)
"""What cannot fail if what it is asked by is certain (`indexing.is_certain`)."""
CHOOSING: Final = (core.Lookup, core.Cases, core.CallDefinition, core.Definition)
CALM: Final = (
    *CANNOT_FAIL,
    *CHOOSING,
    core.Region,
    core.Filter,
    core.Repeats,
    core.Pieces,
    core.Members,
    core.Aggregate,
    core.Size,
)
ASKED_BY = core.ZoneRef | core.VarRef | core.PlaceRef | core.TableList | core.Lookup | core.CallDefinition


def calm(made: core.Core, *exprs: core.Expr | core.Seq) -> bool:
    """Whether no fault can come of asking these."""
    return all(
        isinstance(node, CALM) and (not isinstance(node, ASKED_BY) or all(map(_known, children(node))))
        for node in questions(made, exprs)
        if type(node).__module__ == core.__name__
    )


def _known(part: object) -> bool:
    """Whether an owner, place, index or argument is surely a value of its type, or none: a number need not be."""
    parts = part if isinstance(part, tuple) else (part,)
    return all(
        not isinstance(each, core.Expr)
        or (isinstance(each, core.Const | core.Get) and not isinstance(without_none(each.type), NumberT))
        for each in parts
    )


# ---- What does not change in a loop is reckoned once: a costly expression free of the loop's locals is kept in a
# cell
# Only loops without effects count: queries, filters, candidates, guards. The first time the expression is reached it
# is reckoned; until the loop begins anew it is remembered. So nothing is reckoned that the rules would not have
# reached.


def kept(scope: Scope, expr: core.Expr) -> ir.Expr | None:
    """The expression as a cell reckoned once in the outermost loop that does not change it; None: reckon it here."""
    if "hoist" not in scope.build.passes or not scope.loops or isinstance(expr, core.Not):
        return None
    costly = scope.build.remembered(("costly", id(expr)), lambda: (any(map(_loops, walk(expr))), expr))
    if not costly[0]:  # it or a part of it
        return None
    depth = max(_depth_of(scope, expr) - scope.outside, 0)
    if depth >= len(scope.loops):
        return None
    loop, inner = scope.loops[depth], scope.loops[depth:]
    # calls that are alike are one; of all else a fault would have to say where it stands
    plain = isinstance(expr, core.CallDefinition) and all(isinstance(arg, core.Get | core.Const) for arg in expr.args)
    key = expr if plain else id(expr)
    if key not in loop:
        del scope.loops[depth:]
        reckoned = scope.direct(expr)
        scope.loops.extend(inner)
        known, cell = scope.cell(), scope.cell()
        first = ir.If(ir.Inverse(known), (ir.Set(cell.index, reckoned), ir.Set(known.index, ir.ONE)))
        loop[key] = known.index, ir.Do((first,), cell.index)
    return loop[key][1]


def _depth_of(scope: Scope, expr: core.Expr) -> int:
    """In how many loops an expression stands that may change it."""
    return max((scope.depth.get(local, 0) for local in _free_locals(scope, expr)), default=0)


def _free_locals(scope: Scope, expr: core.Expr) -> frozenset[int]:
    """The locals an expression reads that it does not bind itself; kept with it, so that no other has its number."""
    return scope.build.remembered(("free", id(expr)), lambda: (free(expr), expr))[0]


def _loops(expr: object) -> bool:
    match expr:
        case core.Size(seq):
            return not isinstance(seq, core.Pieces | core.Values | core.Held | core.TableList)
        case core.OneOf(seq) | core.Contains(seq):
            return isinstance(seq, core.MadeOf) and not isinstance(seq, core.Groups)
        case _:
            return isinstance(expr, FOLDS | core.CallDefinition | core.CanAct | core.Sum)


# ---- Small definitions, put where they are called: their parameters are what is known there, and what does not
# change in a loop around the call is reckoned once
# Arguments are evaluated once, before, as in a call.


MAX_INLINED_NODES: Final = 30
"""So many nodes, those of the definitions that it calls among them."""
MAX_WITH_CONSTANT: Final = 100
"""So many where a part of it need be reckoned only once in the loops around the call."""


def _size(scope: Scope, definition: int) -> int:
    what = scope.core.definitions[definition]
    if what.lets:
        return MAX_WITH_CONSTANT + 1

    def count() -> int:
        nodes = list(walk(what.result))
        inner = (each.definition for each in nodes if isinstance(each, core.CallDefinition))
        return len(nodes) + sum(_size(scope, definition) for definition in inner)

    return scope.build.remembered(("size", definition), count)


def _has_constant(scope: Scope, definition: int) -> bool:
    """Whether a costly part of a definition is the same for all arguments."""

    def find() -> bool:
        parts = walk(scope.core.definitions[definition].result)
        return any(isinstance(each, core.Expr) and _loops(each) and not _free_locals(scope, each) for each in parts)

    return scope.build.remembered(("constant", definition), find)


def inlined(scope: Scope, call: core.CallDefinition) -> ir.Expr | None:
    """The value of a small definition for these arguments; a bare kind does not know where it lies. None: it is called,
    in an invariant also where all arguments are constants."""
    fixed = (
        isinstance(arg, core.Const) or (isinstance(arg, core.Get) and isinstance(scope.spot(arg.local).value, ir.Const))
        for arg in call.args
    )
    most = MAX_WITH_CONSTANT if scope.loops and _has_constant(scope, call.definition) else MAX_INLINED_NODES
    small = "inline" in scope.build.passes and _size(scope, call.definition) <= most
    if not small or (scope.checking and all(fixed)):
        return None
    what = scope.core.definitions[call.definition]
    spots: list[tuple[int, Spot, int]] = []
    for param, arg in zip(what.params, call.args, strict=True):
        piece, before = scope.core.locals[param].piece, len(scope.code)
        match arg:
            case core.Get(local) if piece and scope.core.locals[local].piece:
                spot = scope.spot(local)
            case _ if piece and knows_where(scope.core, arg):
                spot = evolve(pieces.piece(scope, arg, search=False), bare=True, lasting=True)
            case _:
                cell = scope.kept(indexing.for_local(scope, param, arg))
                spot = Spot(cell, ir.NO_PLACE if piece else None, bare=True, lasting=True)
        spots.append((param, spot, scope.inside if len(scope.code) > before else _depth_of(scope, arg)))
    for param, spot, depth in spots:
        scope.bind(param, spot)
        scope.depth[param] = depth
    scope.emit(*scope.build.note("definition", what.span, name=what.name))
    span, scope.span = scope.span, what.span
    result = scope.value(what.result)
    scope.span = span
    return result


# ---- Constants asked for something known: `some l in lines where c is in l …` goes through the lines of c only,
# `cards where its suit is s` through the kinds of that suit
# Elements and order stay as they are. The new source is a list table of its own, made here: for every known value
# those elements of the old list that pass.


MAX_INDEX_CELLS: Final = 2**16
NOTHING: Final = core.Junction("and", ())
"""The condition of which nothing is left."""

Keyed = tuple[core.ListTable, tuple[core.Expr, ...]]
"""Lists of values by an index, and the expressions that choose one."""


def joined(scope: Scope, local: int, seq: core.Seq, condition: core.Expr) -> tuple[core.Seq, core.Expr]:
    """The elements of the sequence, bound to the local, that meet the condition: fewer to go through, less to ask.

    A part is asked ahead of those before it only if they cannot fail."""
    match seq:
        case core.Values() | core.TableList() if "join" in scope.build.passes:
            key = ("joined", local, id(condition), id(seq) if isinstance(seq, core.TableList) else seq)
            made = scope.build.remembered(key, lambda: (_joined(scope, local, seq, condition), seq, condition))
            return made[0]
        case _:
            return seq, condition


def _joined(scope: Scope, local: int, seq: core.Seq, condition: core.Expr) -> tuple[core.Seq, core.Expr]:
    parts = anded(condition)
    for number, part in enumerate(parts):
        found = _join(scope, local, seq, part)
        if found is not None:
            return _joined(scope, local, found, core.Junction("and", (*parts[:number], *parts[number + 1 :])))
        if not cannot_fail(scope, part):
            break
    return seq, condition


def _join(scope: Scope, local: int, seq: core.Seq, part: core.Expr) -> core.Seq | None:
    """The source that leaves out what fails this part, if that depends on constants only, by something known before."""
    match seq:
        case core.Values(number):
            outer, keys = core.ListTable("", (), (), (tuple(range(number)),)), tuple[core.Expr, ...]()
        case core.TableList(table, indices) if indexing.is_certain(scope, seq):
            outer, keys = scope.core.list_tables[table], indices
        case _:
            return None
    found = _members(scope, local, part)
    if found is None or prod(outer.shape) * prod(found[0].shape) > MAX_INDEX_CELLS:
        return None
    inner, more = found
    if not all(local not in _free_locals(scope, key) and cannot_fail(scope, key) for key in more):
        return None
    values, rows = list[tuple[int, ...]](), [frozenset(row) for row in inner.values]
    for row in outer.values:
        places = {element: place for place, element in enumerate(row)}
        for passing in rows:  # in the order of the row; the fewer are gone through
            if len(passing) < len(row) == len(places):
                values.append(tuple(sorted(filter(places.__contains__, passing), key=places.__getitem__)))
            else:
                values.append(tuple(filter(passing.__contains__, row)))
    shape, lows = (*outer.shape, *inner.shape), (*outer.lows, *inner.lows)
    made, tables = core.ListTable("joined", shape, lows, tuple(values), open=True), scope.core.list_tables
    if made not in tables:
        scope.build.core = evolve(scope.core, list_tables=(*tables, made))
    return core.TableList(scope.core.list_tables.index(made), (*keys, *more))


def _members(scope: Scope, local: int, part: core.Expr) -> Keyed | None:
    """By keys the elements that pass: `key is in element`, `element is in list(keys)`, `element's attribute is key`."""
    match part:
        case core.Contains(core.TableList() as lists, _, False) if not indexing.is_certain(scope, lists):
            return None
        case core.Contains(core.TableList(table, (core.Get(of),)), key, False) if of == local:
            # of lists by element the elements by what is in their list
            made = scope.core.list_tables[table]
            there = [value for row in made.values for value in row]
            found = ((at, value) for at, row in enumerate(made.values, made.lows[0]) for value in {*row})
            return _by(key, min(there, default=0), max(there, default=0), found)
        case core.Contains(core.TableList(table, indices), core.Get(of), False) if of == local:
            return scope.core.list_tables[table], indices
        case core.Compare("is", core.Attr(component, attribute, core.Get(of)), key) if of == local:
            return _with_attribute(scope.core.components[component].attributes[attribute], key)
        case core.Compare("is", key, core.Attr(component, attribute, core.Get(of))) if of == local:
            return _with_attribute(scope.core.components[component].attributes[attribute], key)
        case _:
            return None


def _with_attribute(attribute: core.Attribute, key: core.Expr) -> Keyed | None:
    """Kinds by the value of an attribute; a kind of which it is none is found by no value."""
    if isinstance(attribute.type, CountsT):
        return None
    values = [value for value in attribute.table if isinstance(value, int)]
    some = [value for value in values if value != none_code(attribute.type)]
    low, high = min(some, default=0), max(some, default=0)
    if high - low >= MAX_INDEX_CELLS:
        return None
    return _by(key, low, high, enumerate(values))


def _by(key: core.Expr, low: int, high: int, found: Iterable[tuple[int, int]]) -> Keyed:
    """Elements by their values within these bounds."""
    rows: list[list[int]] = [[] for _ in range(low, high + 1)]
    for element, value in found:
        if low <= value <= high:
            rows[value - low].append(element)
    return core.ListTable("", (len(rows),), (low,), tuple(map(tuple, rows))), (key,)


def cannot_fail(scope: Scope, expr: core.Expr, kinds: tuple[type, ...] = CANNOT_FAIL) -> bool:
    """Whether an expression made of these cannot fail."""
    return all(isinstance(node, kinds) and indexing.is_certain(scope, node) for node in walk(expr))


# ---- Pieces of unordered zones, which are one count per kind: kind by kind, and only the kinds that can be meant
# Kinds come in ascending order.


FEWER: Final = 3
"""So many times fewer kinds are worth going through one by one."""


def counted(scope: Scope, zone: ir.ZoneLayout, instance: ir.Expr, body: Body, *, distinct: bool) -> None:
    """All pieces of an instance."""
    kind, loc = scope.cell(), scope.cell()
    with scope.block() as code:
        _copies(scope, zone, Spot(kind, loc), body, distinct=distinct)
    scope.emit(ir.ForKinds(zone.zone, instance, kind.index, loc.index, tuple(code), span=scope.span))


def _copies(scope: Scope, zone: ir.ZoneLayout, spot: Spot, body: Body, *, distinct: bool) -> None:
    """Copy by copy, where there can be several and all are wanted."""
    copies = scope.core.components[zone.component].copies
    if distinct or all(number is not None and number <= 1 for number in copies):
        body(spot)
    else:
        with scope.loop(ir.ZERO, at(0, spot.place)):
            body(spot)


def few(scope: Scope, seq: core.Filter, ref: core.ZoneRef) -> tuple[core.TableList, core.Expr] | None:
    """The kinds that a condition leaves of a zone, if they are few, by something known before, and what remains to be
    asked of each piece; None if that saves nothing."""
    if not indexing.is_counted(scope, ref):
        return None
    number = len(scope.core.components[scope.core.zones[ref.zone].component].kinds)
    source, test = joined(scope, seq.local, core.Values(number), seq.condition)
    if not isinstance(source, core.TableList):
        return None
    rows = scope.core.list_tables[source.table].values
    in_a_row = all(not kinds or kinds == tuple(range(kinds[0], kinds[0] + len(kinds))) for kinds in rows)
    most = max(map(len, rows))
    return (source, test) if in_a_row and (most * FEWER <= number or most <= 1) else None


def among(scope: Scope, seq: core.Pieces, wanted: core.TableList, body: Body) -> None:
    """The pieces of a zone that are of these kinds."""
    zone, table = scope.build.layout.zones[seq.zone.zone], scope.core.list_tables[wanted.table]
    where = indexing.instance(scope, seq.zone)
    with scope.when(where.there):
        base, loc = scope.kept(scope.base_of(zone, where.index)), scope.cell()
        found = indexing.table_index(scope, wanted.indices, table)
        with scope.when(found.there):
            index = scope.kept(found.index)
            firsts = tuple(row[0] if row else 0 for row in table.values)
            ends = tuple(row[-1] + 1 if row else 0 for row in table.values)
            first, end = (add(base, indexing.table_at(scope, cells, index)) for cells in (firsts, ends))
            single = all(len(row) == 1 for row in table.values)
            if single:
                scope.set(loc, first)
            with nullcontext(loc) if single else scope.loop(first, end) as cell, scope.when(at(0, cell)):
                kind = scope.cell(ir.Bin("-", cell, base))
                _copies(scope, zone, Spot(kind, cell), body, distinct=seq.distinct)
