"""Pieces: expressions that know where what they name lies, and questions of that place.

In: a scope and a core expression. Out: `Found`: code to run first, then kind and location as cells or constants.
"""

from collections.abc import Callable

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import kind_of
from rulewright.language.facts.room import is_unlimited, shape
from rulewright.language.facts.whereabouts import knows_where
from rulewright.language.types import none_code
from rulewright.machine.lower import indexing, instances, sequence_facts
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.terms import NO_PLACE, ONE, YES, ZERO, add, at, both, equal, guarded, increase, plus
from rulewright.machine.program import nodes as ir

Taken = core.First | core.Last | core.Only | core.Item
Hit = Callable[[ir.Expr, ir.Expr], ir.Code]


@frozen
class Found:
    """A piece or value: run `code`, then `kind` and `loc` may be read any number of times."""

    code: ir.Code
    kind: ir.Expr
    loc: ir.Expr


def piece(scope: Scope, expr: core.Expr, *, search: bool = True) -> Found:
    """The piece that an expression names; a bare kind is looked for wherever it lies, if `search`, an unlimited one
    comes from its box."""
    match expr:
        case core.Get(local) if scope.core.locals[local].piece:
            spot = scope.spot(local)
            if not search or not (spot.bare or spot.loc is None):
                return Found((), spot.value, spot.place)
            cell = scope.temp()
            looked = ir.Set(cell, ir.Invoke(search_in(scope, kind_of(scope.core, expr)), (spot.value,)))
            where = (ir.Set(cell, spot.place), ir.If(ir.Bin("<", spot.place, ZERO), (looked,)))
            return Found(where, spot.value, ir.Cell(cell))
        case core.First() | core.Last() | core.Only() | core.Item() if knows_where(scope.core, expr.seq):
            return element(scope, expr)
        case core.On(place):
            return _on_place(scope, place)
        case core.Cases() if knows_where(scope.core, expr):
            return _cases(scope, expr, search=search)
        case _:
            code, kind = scope.atom(expr)
            return Found(code, kind, NO_PLACE) if not search else _searched(scope, expr, code, kind)


def _searched(scope: Scope, expr: core.Expr, code: ir.Code, kind: ir.Expr) -> Found:
    if is_unlimited(scope.core.components[kind_of(scope.core, expr)]):
        return Found(code, kind, NO_PLACE)
    cell = scope.temp()
    found = ir.Set(cell, ir.Invoke(search_in(scope, kind_of(scope.core, expr)), (kind,)))
    return Found((*code, found), kind, ir.Cell(cell))


def _cases(scope: Scope, expr: core.Cases, *, search: bool) -> Found:
    taken = scope.piece()

    def branch(part: core.Expr) -> ir.Code:
        if isinstance(part, core.Const):
            return taken.becomes(ir.Const(part.value), NO_PLACE)
        found = piece(scope, part, search=search)
        return (*found.code, *taken.becomes(found.kind, found.loc))

    code = branch(expr.otherwise)
    for test, then in reversed(expr.cases):
        code = (ir.If(scope.value(test), branch(then), code),)
    return Found(code, taken.value, taken.place)


# ---- where a kind lies


def search_in(scope: Scope, component: int) -> int:
    """The function that looks for a piece of a kind in all zones of its component, the box last; -1: there is none."""
    span = scope.core.components[component].span
    return scope.build.function(("search", component), lambda: _search(Scope(scope.build, span=span), component))


def _search(scope: Scope, component: int) -> ir.Function:
    kind, result, label = scope.temp(), scope.temp(), scope.build.label()
    zones = sorted((z for z in scope.build.layout.zones if z.component == component), key=lambda z: z.box)
    looks = tuple(s for zone in zones if not zone.unlimited for s in _look(scope, zone, kind, result, label))
    body = (ir.Set(result, NO_PLACE), ir.If(ir.Bin(">=", ir.Cell(kind), ZERO), (ir.Labelled(label, looks),)))
    name = f"where {scope.core.components[component].name} lies"
    return ir.Function(name, (kind,), body, result)


def _look(scope: Scope, zone: ir.ZoneLayout, kind: int, result: int, label: int) -> ir.Code:
    """Looks for the kind in all instances of a zone."""
    base, instance = scope.temp(), scope.temp()

    def hit(test: ir.Expr, loc: ir.Expr) -> ir.Code:
        return (ir.If(test, (ir.Set(result, loc), ir.Leave(label))),)

    begin = ir.Set(base, scope.base_of(zone, ir.Cell(instance)))
    body = (begin, *_look_at(scope, zone, kind, base, hit))
    return (ir.For(instance, ZERO, ir.Const(zone.instances), body, span=scope.span),)


def _look_at(scope: Scope, zone: ir.ZoneLayout, kind: int, base: int, hit: Hit) -> ir.Code:
    """Looks for the kind in the instance that begins at the cell in `base`."""
    index = scope.temp()
    here = add(ir.Cell(base), ir.Cell(index))
    match shape(zone.kind):
        case "counts":
            loc = add(ir.Cell(base), ir.Cell(kind))
            return hit(ir.Bin(">", at(0, loc), ZERO), loc)
        case "ordered":
            loc = plus(here, 1)
            return (
                ir.For(index, ZERO, at(0, ir.Cell(base)), hit(equal(at(0, loc), ir.Cell(kind)), loc), span=scope.span),
            )
        case "places":
            found = hit(equal(at(0, here), plus(ir.Cell(kind), 1)), here)
            return (ir.For(index, ZERO, ir.Const(zone.capacity), found, span=scope.span),)


def here_function(scope: Scope) -> int:
    """The function (kind, loc): whether a piece of this kind lies there now. Nowhere counts as there."""
    return scope.build.function(("here",), lambda: _here(Scope(scope.build)))


def _here(scope: Scope) -> ir.Function:
    kind, loc, result = scope.temp(), scope.temp(), scope.temp()
    build = scope.build
    there, style = at(0, ir.Cell(loc)), build.of_cell("style", ir.Cell(loc))
    base, index = build.of_cell("base", ir.Cell(loc)), build.of_cell("index", ir.Cell(loc))
    ordered = both(equal(there, ir.Cell(kind)), ir.Bin("<", index, at(0, base)))
    by_style = ir.Select(
        equal(style, ZERO),
        ir.Bin(">", there, ZERO),
        ir.Select(equal(style, ONE), ordered, equal(there, plus(ir.Cell(kind), 1))),
    )
    test = ir.Select(ir.Bin("<", ir.Cell(loc), ZERO), ONE, by_style)
    return ir.Function("still there", (kind, loc), (ir.Set(result, test),), result)


# ---- elements of sequences


def element(scope: Scope, expr: Taken) -> Found:
    """One element of a sequence; none's code and nowhere if there is none."""
    only, at_once = isinstance(expr, core.Only), "ends" in scope.build.passes
    match expr.seq:
        case core.Pieces(ref) if at_once and shape(scope.core.zones[ref.zone].kind) == "ordered" and not only:
            return _indexed(scope, expr, ref)
        case core.TableList() as seq if at_once and isinstance(expr, core.First | core.Last):
            table, nothing = scope.core.list_tables[seq.table], none_code(expr.type)
            end = 0 if isinstance(expr, core.First) else -1
            values = tuple(row[end] if row else nothing for row in table.values)
            found = instances.table_index(scope, seq.indices, table)
            before, kind = scope.kept(found.told(instances.table_at(scope, values, found.index), ir.Const(nothing)))
            return Found((*found.code, *before), kind, NO_PLACE)
        case core.Values(number) if at_once and number and not isinstance(expr, core.Only | core.Item):
            return Found((), ir.Const(0 if isinstance(expr, core.First) else number - 1), NO_PLACE)
        case _:
            taken = scope.piece()
            code = _go_through(scope, expr, lambda spot: taken.becomes(spot.value, spot.place))
            return Found((*taken.becomes(ir.Const(none_code(expr.type)), NO_PLACE), *code), taken.value, taken.place)


def _indexed(scope: Scope, expr: Taken, ref: core.ZoneRef) -> Found:
    """An element of an ordered zone, by its place; `number` from 1 in the zone's order."""
    zone = scope.build.layout.zones[ref.zone]
    kind, loc, base = scope.temp(), scope.temp(), scope.temp()
    where = instances.zone_instance(scope, ref)
    number, size = scope.temp(), at(0, ir.Cell(base))
    begin = ir.Set(base, scope.base_of(zone, where.index))
    choose = ir.Set(number, _number(scope, expr, size))
    inside = both(ir.Bin(">=", ir.Cell(number), ONE), ir.Bin("<=", ir.Cell(number), size))
    place = ir.Cell(number) if zone.kind == "row" else ir.Bin("-", plus(size, 1), ir.Cell(number))
    take = (ir.Set(loc, add(ir.Cell(base), place)), ir.Set(kind, at(0, ir.Cell(loc))))
    nothing = (ir.Set(kind, ir.Const(none_code(expr.type))), ir.Set(loc, NO_PLACE))
    look = guarded(where.there, (begin, choose, ir.If(inside, take)))
    return Found((*where.code, *nothing, *look), ir.Cell(kind), ir.Cell(loc))


def _number(scope: Scope, expr: Taken, size: ir.Expr) -> ir.Expr:
    match expr:
        case core.First() | core.Only():
            return ONE
        case core.Last():
            return size
        case core.Item(number=number):
            return instances.some(scope, number, scope.span)


def _go_through(scope: Scope, expr: Taken, keep: Body) -> ir.Code:
    match expr:
        case core.First(seq):
            label = scope.build.label()
            wanted = sequence_facts.for_first(seq)
            return (ir.Labelled(label, scope.each(wanted, lambda spot: (*keep(spot), ir.Leave(label)))),)
        case core.Last(seq):
            return scope.each(seq, keep)
        case core.Only(seq):
            count = scope.temp()
            fault = scope.fault("not-only-one", "There must be exactly one here.", expr.span)
            code = scope.each(seq, lambda spot: (*keep(spot), increase(count)))
            return (ir.Set(count, ZERO), *code, ir.If(ir.Bin("!=", ir.Cell(count), ONE), (ir.Fail(fault),)))
        case core.Item(seq, number):
            return _item(scope, seq, number, keep)


def _item(scope: Scope, seq: core.Seq, number: core.Expr, keep: Body) -> ir.Code:
    left, label = scope.temp(), scope.build.label()

    def step(spot: Spot) -> ir.Code:
        hit = ir.If(equal(ir.Cell(left), ZERO), (*keep(spot), ir.Leave(label)))
        return (ir.Set(left, plus(ir.Cell(left), -1)), hit)

    begin = ir.Set(left, instances.some(scope, number, scope.span))
    return (begin, ir.Labelled(label, scope.each(seq, step)))


# ---- boards


def board_place(scope: Scope, ref: core.PlaceRef) -> tuple[instances.Instance, ir.Expr]:
    """The board and which place on it, from 0; `there` of the instance says whether both are something."""
    where, values = instances.zone_instance(scope, ref.board), indexing.places_of(scope, ref.board.zone)
    code, place = indexing.index(scope, ref.place, values)
    there = both(where.there, indexing.is_some(ref.place, place))
    name = scope.core.zones[ref.board.zone].place
    missing = instances.nowhere(scope, ref.place, name) if name and where.there == YES else where.missing
    return instances.Instance((*where.code, *code), where.index, there, missing), plus(place, -values.range.low)


def board_cell(scope: Scope, where: instances.Instance, place: ir.Expr, board: int) -> ir.Expr:
    """The cell of a place."""
    return add(scope.base_of(scope.build.layout.zones[board], where.index), place)


def on_board(scope: Scope, expr: core.On) -> ir.Expr:
    """The kind on a place, or none."""
    where, place = board_place(scope, expr.place)
    kind = plus(at(0, board_cell(scope, where, place, expr.place.board.zone)), -1)
    return scope.after(where.code, where.told(kind, NO_PLACE))


def _on_place(scope: Scope, ref: core.PlaceRef) -> Found:
    where, place = board_place(scope, ref)
    kind, loc = scope.temp(), scope.temp()
    look: ir.Code = (
        ir.Set(loc, board_cell(scope, where, place, ref.board.zone)),
        ir.Set(kind, plus(at(0, ir.Cell(loc)), -1)),
        ir.If(ir.Bin("<", ir.Cell(kind), ZERO), (ir.Set(loc, NO_PLACE),)),
    )
    if where.there != YES:
        look = (ir.If(where.there, look, (ir.Set(loc, NO_PLACE), ir.Set(kind, NO_PLACE))),)
    return Found((*where.code, *look), ir.Cell(kind), ir.Cell(loc))
