"""Loops that need not go through everything: by an index of constants, or kind by kind."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.types import CountsT, none_code
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.rewriting import free_locals
from rulewright.machine.lower.terms import ZERO, add, at
from rulewright.machine.program import nodes as ir

# ---- Constants asked for something known: `some l in lines where c is in l …` goes through the lines of c only,
# `cards where its suit is s` through the kinds of that suit
# In: a scope, a source with its local, and a condition. Out: another source and what is left of the condition,
# elements and order as before. The new source is a list table of its own, made here: for every known value those
# elements of the old list that pass.


MAX_INDEX_CELLS: Final = 2**16
NOTHING: Final = core.And(())
"""The condition of which nothing is left."""

READING: Final = (core.Const, core.Get, core.Attr, core.Read, core.VarRef, core.On, core.PlaceRef, core.ZoneRef)
ASKING: Final = (core.Compare, core.IsNone, core.Not, core.And, core.Or, core.Exists, core.Contains)
CANNOT_FAIL: Final = (*READING, *ASKING, core.TableList, core.Values)


@frozen
class Lists:
    """Lists of values by an index in row-major order, and the expressions that choose one."""

    keys: tuple[core.Expr, ...]
    shape: tuple[int, ...]
    lows: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]


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
    parts = condition.operands if isinstance(condition, core.And) else (condition,)
    for number, part in enumerate(parts):
        found = _join(scope, local, seq, part)
        if found is not None:
            return _joined(scope, local, found, core.And((*parts[:number], *parts[number + 1 :])))
        if not _cannot_fail(scope, part):
            break
    return seq, condition


def _join(scope: Scope, local: int, seq: core.Seq, part: core.Expr) -> core.Seq | None:
    """The source that leaves out what fails this part, if that depends on constants only, by something known before."""
    outer = _source(scope, seq)
    inner = _members(scope, local, part)
    if (
        outer is None
        or inner is None
        or not all(local not in free_locals(scope, key) and _cannot_fail(scope, key) for key in inner.keys)
    ):
        return None
    if prod(outer.shape) * prod(inner.shape) > MAX_INDEX_CELLS:
        return None
    return core.TableList(_table(scope, outer, inner), (*outer.keys, *inner.keys))


def _source(scope: Scope, seq: core.Seq) -> Lists | None:
    """The lists that are gone through."""
    match seq:
        case core.Values(number):
            return Lists((), (), (), (tuple(range(number)),))
        case core.TableList(table, indices) if indexing.is_certain(scope, seq):
            lists = scope.core.list_tables[table]
            return Lists(indices, lists.shape, lists.lows, lists.values)
        case _:
            return None


def _members(scope: Scope, local: int, part: core.Expr) -> Lists | None:
    """For each value of the keys the elements that pass: `key is in element`, `element is in the list of keys`,
    `element's attribute is key`."""
    match part:
        case core.Contains(core.TableList() as lists, _, False) if not indexing.is_certain(scope, lists):
            return None
        case core.Contains(core.TableList(table, (core.Get(of),)), key, False) if of == local:
            return _turned(scope.core.list_tables[table], key)
        case core.Contains(core.TableList(table, indices), core.Get(of), False) if of == local:
            made = scope.core.list_tables[table]
            return Lists(indices, made.shape, made.lows, made.values)
        case core.Compare("is", core.Attr(component, attribute, core.Get(of)), key) if of == local:
            return _with_attribute(scope.core.components[component].attributes[attribute], key)
        case core.Compare("is", key, core.Attr(component, attribute, core.Get(of))) if of == local:
            return _with_attribute(scope.core.components[component].attributes[attribute], key)
        case _:
            return None


def _with_attribute(attribute: core.Attribute, key: core.Expr) -> Lists | None:
    """Kinds by the value of an attribute; a kind of which it is none is found by no value."""
    if isinstance(attribute.type, CountsT):
        return None
    values = [value for value in attribute.table if isinstance(value, int)]
    some = [value for value in values if value != none_code(attribute.type)]
    low, high = min(some, default=0), max(some, default=0)
    if high - low >= MAX_INDEX_CELLS:
        return None
    return _by(key, low, high, enumerate(values))


def _turned(lists: core.ListTable, key: core.Expr) -> Lists:
    """Of lists by element the elements by what is in their list."""
    there = [value for row in lists.values for value in row]
    low, high = min(there, default=0), max(there, default=0)
    return _by(key, low, high, ((at, value) for at, row in enumerate(lists.values, lists.lows[0]) for value in {*row}))


def _by(key: core.Expr, low: int, high: int, found: Iterable[tuple[int, int]]) -> Lists:
    """Elements by their values within these bounds."""
    rows: list[list[int]] = [[] for _ in range(low, high + 1)]
    for element, value in found:
        if low <= value <= high:
            rows[value - low].append(element)
    return Lists((key,), (len(rows),), (low,), tuple(map(tuple, rows)))


def _table(scope: Scope, outer: Lists, inner: Lists) -> int:
    """The list table of both keys together."""
    build = scope.build
    values = tuple(_both(outer.values, [frozenset(row) for row in inner.values]))
    made = core.ListTable("joined", (*outer.shape, *inner.shape), (*outer.lows, *inner.lows), values, open=True)
    tables = build.core.list_tables
    if made in tables:
        return tables.index(made)
    build.core = evolve(build.core, list_tables=(*tables, made))
    return len(tables)


def _both(outer: Iterable[tuple[int, ...]], inner: Sequence[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """The elements of each row that each of these has, in the order of the row; the fewer are gone through."""
    for row in outer:
        places = {element: place for place, element in enumerate(row)}
        for passing in inner:
            if len(passing) < len(row) == len(places):
                yield tuple(sorted(filter(places.__contains__, passing), key=places.__getitem__))
            else:
                yield tuple(filter(passing.__contains__, row))


def _cannot_fail(scope: Scope, expr: core.Expr) -> bool:
    return all(isinstance(node, CANNOT_FAIL) and indexing.is_certain(scope, node) for node in walk(expr))


# ---- Pieces of unordered zones, which are one count per kind: kind by kind, and only the kinds that can be meant
# In: a scope, a zone, and what to do with a piece. Out: code. Kinds come in ascending order.


There = Callable[[ir.Expr, int], ir.Code]
"""What is done with a kind and the cell that counts it, in a cell."""

IN_A_ROW, SCATTERED = 3, 6
"""So many times fewer kinds are worth going through one by one."""


def counted(scope: Scope, zone: ir.ZoneLayout, instance: ir.Expr, body: Body, *, distinct: bool) -> ir.Code:
    """All pieces of an instance."""
    kind, loc = scope.temp(), scope.temp()
    code = _copies(scope, zone, loc, body(Spot(ir.Cell(kind), ir.Cell(loc))), distinct=distinct)
    return (ir.ForKinds(zone.zone, instance, kind, loc, code, span=scope.span),)


def _copies(scope: Scope, zone: ir.ZoneLayout, loc: int, code: ir.Code, *, distinct: bool) -> ir.Code:
    """Copy by copy, where there can be several and all are wanted."""
    copies = scope.core.components[zone.component].copies
    if distinct or all(number is not None and number <= 1 for number in copies):
        return code
    return (ir.For(scope.temp(), ZERO, at(0, ir.Cell(loc)), code, span=scope.span),)


# ---- few kinds


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
    factor = IN_A_ROW if all(map(_in_a_row, rows)) else SCATTERED
    return (source, test) if max(map(len, rows)) * factor <= number or max(map(len, rows)) <= 1 else None


def _in_a_row(kinds: tuple[int, ...]) -> bool:
    return not kinds or kinds == tuple(range(kinds[0], kinds[0] + len(kinds)))


def among(scope: Scope, ref: core.ZoneRef, wanted: core.TableList, body: Body, *, distinct: bool) -> ir.Code:
    """The pieces of a zone that are of these kinds."""
    zone = scope.build.layout.zones[ref.zone]
    where = indexing.zone_instance(scope, ref)
    code, base = scope.kept(scope.base_of(zone, where.index))

    def there(kind: ir.Expr, loc: int) -> ir.Code:
        return _copies(scope, zone, loc, body(Spot(kind, ir.Cell(loc))), distinct=distinct)

    return where.around((*code, *_each(scope, wanted, base, there)))


def _each(scope: Scope, wanted: core.TableList, base: ir.Expr, body: There) -> ir.Code:
    """The kinds of a list of which pieces lie in the instance that begins at `base`."""
    table = scope.core.list_tables[wanted.table]
    if not all(map(_in_a_row, table.values)):
        return _scattered(scope, wanted, base, body)
    found = indexing.table_index(scope, wanted.indices, table)
    code, index = scope.kept(found.index)
    firsts = tuple(row[0] if row else 0 for row in table.values)
    ends = tuple(row[-1] + 1 if row else 0 for row in table.values)
    first, end = (add(base, indexing.table_at(scope, cells, index)) for cells in (firsts, ends))
    kind, loc = scope.temp(), scope.temp()
    here = (ir.Set(kind, ir.Bin("-", ir.Cell(loc), base)), *body(ir.Cell(kind), loc))
    inner = (ir.If(at(0, ir.Cell(loc)), here),)
    single = all(len(row) == 1 for row in table.values)
    return found.around(
        (*code, *((ir.Set(loc, first), *inner) if single else (ir.For(loc, first, end, inner, span=scope.span),)))
    )


def _scattered(scope: Scope, wanted: core.TableList, base: ir.Expr, body: There) -> ir.Code:
    """Kinds that do not lie side by side."""
    loc = scope.temp()

    def one(spot: Spot) -> ir.Code:
        return (ir.Set(loc, add(base, spot.value)), ir.If(at(0, ir.Cell(loc)), body(spot.value, loc)))

    return scope.each(wanted, one)
