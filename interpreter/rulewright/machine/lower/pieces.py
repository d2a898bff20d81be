"""Pieces: expressions that know where what they name lies, and questions of that place."""

from collections.abc import Callable

from attrs import frozen

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import is_unlimited, kind_of, shape
from rulewright.language.span import Span
from rulewright.language.types import none_code
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.layout import beginning, holders, notes
from rulewright.machine.lower.terms import (
    NO,
    NO_PLACE,
    ONE,
    YES,
    ZERO,
    add,
    at,
    both,
    equal,
    guarded,
    increase,
    inverse,
    plus,
    refused,
)
from rulewright.machine.program import nodes as ir

# ---- Pieces: expressions that know where what they name lies, and questions of that place
# In: a scope and a core expression. Out: `Found`: code to run first, then kind and location as cells or constants.


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
            found = indexing.table_index(scope, seq.indices, table)
            before, kind = scope.kept(found.told(indexing.table_at(scope, values, found.index), ir.Const(nothing)))
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
    where = indexing.zone_instance(scope, ref)
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
            return indexing.some(scope, number, scope.span)


def _go_through(scope: Scope, expr: Taken, keep: Body) -> ir.Code:
    match expr:
        case core.First(seq):
            label = scope.build.label()
            wanted = indexing.for_first(seq)
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

    begin = ir.Set(left, indexing.some(scope, number, scope.span))
    return (begin, ir.Labelled(label, scope.each(seq, step)))


# ---- boards


def board_place(scope: Scope, ref: core.PlaceRef) -> tuple[indexing.Instance, ir.Expr]:
    """The board and which place on it, from 0; `there` of the instance says whether both are something."""
    where, values = indexing.zone_instance(scope, ref.board), indexing.places_of(scope, ref.board.zone)
    code, place = indexing.index(scope, ref.place, values)
    there = both(where.there, indexing.is_some(ref.place, place))
    name = scope.core.zones[ref.board.zone].place
    missing = indexing.nowhere(scope, ref.place, name) if name and where.there == YES else where.missing
    return indexing.Instance((*where.code, *code), where.index, there, missing), plus(place, -values.range.low)


def board_cell(scope: Scope, where: indexing.Instance, place: ir.Expr, board: int) -> ir.Expr:
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


# ---- Questions of the place where a piece lies: who put it there, whose zone it is, which way up, whether past
# another
# In: a scope and a core question. Out: one expression. Where the zone is known the answer is one cell; elsewhere
# tables say for each cell where its answer stands.


def ask_piece(scope: Scope, expr: core.AskPiece) -> ir.Expr:
    """A question of the place where a piece lies; nothing lies nowhere."""
    if isinstance(expr.of, core.On) and expr.other is None and "board" in scope.build.passes:
        beside = _on_known_board(scope, expr.question, expr.of.place)
        if beside is not None:
            return beside
    found = piece(scope, expr.of)
    code = (*found.code, *not_stale(scope, expr.of, found, expr.span))
    if expr.other is None:
        return scope.after(code, _of_place(scope, expr, found.loc))
    other = piece(scope, expr.other)
    code = (*code, *other.code, *not_stale(scope, expr.other, other, expr.span))
    of_cell = scope.build.of_cell
    same = equal(of_cell("instance", found.loc), of_cell("instance", other.loc))
    ordered = ir.Bin(">=", of_cell("instance", found.loc), ZERO)
    return scope.after(code, both(same, ordered, ir.Bin(">", of_cell("order", found.loc), of_cell("order", other.loc))))


def noted(scope: Scope, expr: core.Noted) -> ir.Expr:
    """What is noted of a piece; elsewhere what it begins with."""
    found = piece(scope, expr.of)
    code, place = scope.kept(note_place(scope, expr.variable, found.loc))
    lies = scope.build.layout.variables[expr.variable]
    answer = ir.Select(ir.Bin(">=", place, ZERO), at(lies.offset, place), ir.Const(beginning(lies)))
    return scope.after((*found.code, *not_stale(scope, expr.of, found, expr.span), *code), answer)


def note_place(scope: Scope, variable: int, loc: ir.Expr) -> ir.Expr:
    """The number of the cell, among those of a note, of what lies there; -1 where it is not noted."""
    zone = scope.core.variables[variable].lies_in
    assert zone is not None
    build = scope.build
    table = build.remembered(("notes", zone), lambda: build.table(notes(build.layout, zone)))
    return ir.TableAt(table, plus(loc, 1))


def _on_known_board(scope: Scope, question: core.PieceQuestion, ref: core.PlaceRef) -> ir.Expr | None:
    """What is told by a cell beside a place; beside an empty one it is 0. None for other questions."""
    if question not in {"face-up", "face-down", "owner"}:
        return None
    zone = scope.build.layout.zones[ref.board.zone]
    told = zone.owners_at if question == "owner" else zone.faces_at
    where, place = board_place(scope, ref)
    code, cell = where.code, board_cell(scope, where, place, ref.board.zone)
    if not isinstance(where.index, ir.Const):
        before, cell = scope.kept(cell)
        code = (*code, *before)
    beside = ZERO if told is None else at(0, plus(cell, told))
    match question:
        case "owner":
            owner = plus(beside, -1)
            answer = where.told(owner, NO_PLACE)
        case "face-down":
            answer = both(where.there, beside)
        case _:
            up = NO if told is None else equal(beside, ZERO)
            answer = both(where.there, ir.Bin(">", at(0, cell), ZERO), up)
    return scope.after(code, answer)


def _of_place(scope: Scope, expr: core.AskPiece, loc: ir.Expr) -> ir.Expr:
    match expr.question:
        case "owner":
            return _beside(scope, expr.of, "owner", loc, lambda cell: plus(cell, -1), NO_PLACE)
        case "holder":
            table = holders(scope.build.layout, expr.dimension, none_code(expr.type))
            return ir.TableAt(scope.build.table(table), plus(loc, 1))
        case "face-up":
            return _beside(scope, expr.of, "face", loc, lambda cell: equal(cell, ZERO), ZERO)
        case "face-down":
            return _beside(scope, expr.of, "face", loc, lambda cell: cell, ZERO)
        case "past":
            return scope.build.of_cell("index", loc)


def _beside(
    scope: Scope, of: core.Expr, question: str, loc: ir.Expr, answer: Callable[[ir.Expr], ir.Expr], without: ir.Expr
) -> ir.Expr:
    """What is told by a cell beside the piece, `without` where there is none; the zone may be known."""
    zone = scope.spot(of.local).zone if isinstance(of, core.Get) else None
    if zone is None:
        pointer = scope.build.of_cell(question, loc)
        return ir.Select(ir.Bin(">=", pointer, ZERO), answer(ir.At(0, pointer)), without)
    layout = scope.build.layout.zones[zone]
    told = layout.owners_at if question == "owner" else layout.faces_at
    first = 1 if shape(layout.kind) == "ordered" else 0
    return without if told is None else answer(at(0, plus(loc, told - first)))


def not_stale(scope: Scope, expr: core.Expr, found: Found, span: Span) -> ir.Code:
    """A fault where a kept piece no longer lies where it was found."""
    match expr:
        case core.Get(local) if scope.spot(local).lasting:
            test = inverse(ir.Invoke(here_function(scope), (found.kind, found.loc)))
            words = "Where this piece lies is no longer known: it has left its place."
            return (refused(test, scope.fault("place-unknown", words, span)),)
        case _:
            return ()
