"""Constants asked for something known: `some l in lines where c is in l …` goes through the lines of c only, `cards
where its suit is s` through the kinds of that suit.

In: a scope, a source with its local, and a condition. Out: another source and what is left of the condition, elements
and order as before. The new source is a list table of its own, made here: for every known value those elements of the
old list that pass.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.types import CountsT, none_code
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.hoisting import free_locals

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
