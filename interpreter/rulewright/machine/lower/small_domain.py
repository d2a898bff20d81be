"""Pieces of unordered zones, which are one count per kind: kind by kind, and only the kinds that can be meant.

In: a scope, a zone, and what to do with a piece. Out: code. Kinds come in ascending order.
"""

from collections.abc import Callable

from rulewright.language import core
from rulewright.machine.lower import index_joins, instances, sequence_facts
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.terms import ZERO, add, at
from rulewright.machine.program import nodes as ir

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
    if not sequence_facts.is_counted(scope, ref):
        return None
    number = len(scope.core.components[scope.core.zones[ref.zone].component].kinds)
    source, test = index_joins.joined(scope, seq.local, core.Values(number), seq.condition)
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
    where = instances.zone_instance(scope, ref)
    code, base = scope.kept(scope.base_of(zone, where.index))

    def there(kind: ir.Expr, loc: int) -> ir.Code:
        return _copies(scope, zone, loc, body(Spot(kind, ir.Cell(loc))), distinct=distinct)

    return where.around((*code, *_each(scope, wanted, base, there)))


def _each(scope: Scope, wanted: core.TableList, base: ir.Expr, body: There) -> ir.Code:
    """The kinds of a list of which pieces lie in the instance that begins at `base`."""
    table = scope.core.list_tables[wanted.table]
    if not all(map(_in_a_row, table.values)):
        return _scattered(scope, wanted, base, body)
    found = instances.table_index(scope, wanted.indices, table)
    code, index = scope.kept(found.index)
    firsts = tuple(row[0] if row else 0 for row in table.values)
    ends = tuple(row[-1] + 1 if row else 0 for row in table.values)
    first, end = (add(base, instances.table_at(scope, cells, index)) for cells in (firsts, ends))
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
