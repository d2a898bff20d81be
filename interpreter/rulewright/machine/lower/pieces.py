"""Pieces: expressions that know where what they name lies, and questions of that place.

In: a scope and a core expression. Out: `Found`: code to run first, then kind and location as cells or constants.
"""

from attrs import frozen

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import is_unlimited, kind_of, may_be_none, shape
from rulewright.language.span import Span
from rulewright.language.types import OptionalT, none_code
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.layout import beginning, holders, notes
from rulewright.machine.lower.terms import add, at, both, equal, guarded, increase, inverse, plus, refused
from rulewright.machine.program import nodes as ir


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
            there = (ir.Set(cell, spot.place), ir.If(ir.Bin("<", spot.place, ir.ZERO), (looked,)))
            return Found(there, spot.value, ir.Cell(cell))
        case core.OneOf() if knows_where(scope.core, expr.seq):
            return element(scope, expr)
        case core.On(ref):
            where, place = board_place(scope, ref)
            kind_, loc = ir.Cell(scope.temp()), ir.Cell(scope.temp())
            nowhere = ir.Set(loc.index, ir.NO_PLACE)
            look: ir.Code = (
                ir.Set(loc.index, board_cell(scope, where, place, ref.board.zone)),
                ir.Set(kind_.index, plus(at(0, loc), -1)),
                ir.If(ir.Bin("<", kind_, ir.ZERO), (nowhere,)),
            )
            if where.there != ir.YES:
                look = (ir.If(where.there, look, (nowhere, ir.Set(kind_.index, ir.NO_PLACE))),)
            return Found((*where.code, *look), kind_, loc)
        case core.Cases() if knows_where(scope.core, expr):
            return _cases(scope, expr, search=search)
        case _:
            code, kind = scope.atom(expr)
            if not search or is_unlimited(scope.core.components[kind_of(scope.core, expr)]):
                return Found(code, kind, ir.NO_PLACE)
            cell = scope.temp()
            found = ir.Set(cell, ir.Invoke(search_in(scope, kind_of(scope.core, expr)), (kind,)))
            return Found((*code, found), kind, ir.Cell(cell))


def _cases(scope: Scope, expr: core.Cases, *, search: bool) -> Found:
    taken = scope.piece()

    def branch(part: core.Expr) -> ir.Code:
        if isinstance(part, core.Const):
            return taken.becomes(ir.Const(part.value), ir.NO_PLACE)
        found = piece(scope, part, search=search)
        return (*found.code, *taken.becomes(found.kind, found.loc))

    code = branch(expr.otherwise)
    for test, then in reversed(expr.cases):
        code = (ir.If(scope.value(test), branch(then), code),)
    return Found(code, taken.value, taken.place)


def search_in(scope: Scope, component: int) -> int:
    """The function that looks for a piece of a kind in all zones of its component, the box last; -1: there is none."""
    what = scope.core.components[component]

    def make() -> ir.Function:
        inner = Scope(scope.build, span=what.span)
        kind, result, label = ir.Cell(inner.temp()), inner.temp(), inner.build.label()
        looks: list[ir.Statement] = []

        def hit(test: ir.Expr, loc: ir.Expr) -> ir.Code:
            return (ir.If(test, (ir.Set(result, loc), ir.Leave(label))),)

        for zone in sorted((z for z in inner.build.layout.zones if z.component == component), key=lambda z: z.box):
            if zone.unlimited:
                continue
            base, instance, index = (ir.Cell(inner.temp()) for _ in range(3))
            here = add(base, index)
            match shape(zone.kind):
                case "counts":
                    loc = add(base, kind)
                    look = hit(ir.Bin(">", at(0, loc), ir.ZERO), loc)
                case "ordered":
                    loc = plus(here, 1)
                    look = (
                        ir.For(index.index, ir.ZERO, at(0, base), hit(equal(at(0, loc), kind), loc), span=inner.span),
                    )
                case _:
                    found = hit(equal(at(0, here), plus(kind, 1)), here)
                    look = (ir.For(index.index, ir.ZERO, ir.Const(zone.capacity), found, span=inner.span),)
            body = (ir.Set(base.index, inner.base_of(zone, instance)), *look)
            looks.append(ir.For(instance.index, ir.ZERO, ir.Const(zone.instances), body, span=inner.span))
        some = ir.If(ir.Bin(">=", kind, ir.ZERO), (ir.Labelled(label, tuple(looks)),))
        return ir.Function(f"where {what.name} lies", (kind.index,), (ir.Set(result, ir.NO_PLACE), some), result)

    return scope.build.function(("search", component), make)


def here_function(scope: Scope) -> int:
    """The function (kind, loc): whether a piece of this kind lies there now. Nowhere counts as there."""
    build = scope.build

    def make() -> ir.Function:
        kind, loc, result = (ir.Cell(build.temp()) for _ in range(3))
        there, style, base, index = at(0, loc), *(build.of_cell(each, loc) for each in ("style", "base", "index"))
        ordered = both(equal(there, kind), ir.Bin("<", index, at(0, base)))
        single = ir.Select(equal(style, ir.ONE), ordered, equal(there, plus(kind, 1)))
        lies = ir.Select(equal(style, ir.ZERO), ir.Bin(">", there, ir.ZERO), single)
        test = ir.Set(result.index, ir.Select(ir.Bin("<", loc, ir.ZERO), ir.ONE, lies))
        return ir.Function("still there", (kind.index, loc.index), (test,), result.index)

    return build.function(("here",), make)


def element(scope: Scope, expr: core.OneOf) -> Found:
    """One element of a sequence; none's code and nowhere if there is none."""
    at_once, nothing = "ends" in scope.build.passes, none_code(expr.type)
    match expr.seq:
        case core.Pieces(ref) if at_once and shape(scope.core.zones[ref.zone].kind) == "ordered":
            if expr.which != "only":
                return _indexed(scope, expr, ref)
        case core.TableList(number, indices) if at_once and expr.which in ("first", "last"):
            table, end = scope.core.list_tables[number], 0 if expr.which == "first" else -1
            values = tuple(row[end] if row else nothing for row in table.values)
            found = indexing.table_index(scope, indices, table)
            before, kind = scope.kept(found.told(indexing.table_at(scope, values, found.index), ir.Const(nothing)))
            return Found((*found.code, *before), kind, ir.NO_PLACE)
        case core.Values(number) if at_once and number and expr.which in ("first", "last"):
            return Found((), ir.Const(0 if expr.which == "first" else number - 1), ir.NO_PLACE)
        case _:
            pass
    taken = scope.piece()
    code: ir.Code = ()

    def set_taken(spot: Spot) -> ir.Code:
        return taken.becomes(spot.value, spot.place)

    match expr:
        case core.OneOf(seq, which="first"):
            label = scope.build.label()
            wanted = indexing.for_first(seq)
            code = (ir.Labelled(label, scope.each(wanted, lambda spot: (*set_taken(spot), ir.Leave(label)))),)
        case core.OneOf(seq, which="last"):
            code = scope.each(seq, set_taken)
        case core.OneOf(seq, which="only"):
            count = scope.temp()
            fault = scope.fault("not-only-one", "There must be exactly one here.", expr.span)
            through = scope.each(seq, lambda spot: (*set_taken(spot), increase(count)))
            code = (ir.Set(count, ir.ZERO), *through, refused(ir.Bin("!=", ir.Cell(count), ir.ONE), fault))
        case core.OneOf(seq, number=number_):
            assert number_ is not None
            left, label = scope.temp(), scope.build.label()

            def step(spot: Spot) -> ir.Code:
                hit = ir.If(equal(ir.Cell(left), ir.ZERO), (*set_taken(spot), ir.Leave(label)))
                return (ir.Set(left, plus(ir.Cell(left), -1)), hit)

            begin = ir.Set(left, indexing.some(scope, number_, scope.span))
            code = (begin, ir.Labelled(label, scope.each(seq, step)))
    return Found((*taken.becomes(ir.Const(nothing), ir.NO_PLACE), *code), taken.value, taken.place)


def _indexed(scope: Scope, expr: core.OneOf, ref: core.ZoneRef) -> Found:
    """An element of an ordered zone, by its place; `number` from 1 in the zone's order."""
    zone = scope.build.layout.zones[ref.zone]
    kind, loc, base = (ir.Cell(scope.temp()) for _ in range(3))
    where = indexing.instance(scope, ref)
    number, size = ir.Cell(scope.temp()), at(0, base)
    wanted: ir.Expr = size if expr.which == "last" else ir.ONE
    if expr.number is not None:
        wanted = indexing.some(scope, expr.number, scope.span)
    inside = both(ir.Bin(">=", number, ir.ONE), ir.Bin("<=", number, size))
    place = number if zone.kind == "row" else ir.Bin("-", plus(size, 1), number)
    take = (ir.Set(loc.index, add(base, place)), ir.Set(kind.index, at(0, loc)))
    nothing = (ir.Set(kind.index, ir.Const(none_code(expr.type))), ir.Set(loc.index, ir.NO_PLACE))
    begin = ir.Set(base.index, scope.base_of(zone, where.index))
    look = guarded(where.there, (begin, ir.Set(number.index, wanted), ir.If(inside, take)))
    return Found((*where.code, *nothing, *look), kind, loc)


def board_place(scope: Scope, ref: core.PlaceRef) -> tuple[indexing.Instance, ir.Expr]:
    """The board and which place on it, from 0; `there` of the instance says whether both are something."""
    where, values = indexing.instance(scope, ref.board), indexing.places_of(scope, ref.board.zone)
    code, place = indexing.index(scope, ref.place, values)
    there = both(where.there, indexing.is_some(ref.place, place))
    name = scope.core.zones[ref.board.zone].place
    missing = indexing.nowhere(scope, ref.place, name) if name and where.there == ir.YES else where.missing
    return indexing.Instance((*where.code, *code), where.index, there, missing), plus(place, -values.range.low)


def board_cell(scope: Scope, where: indexing.Instance, place: ir.Expr, board: int) -> ir.Expr:
    """The cell of a place."""
    return add(scope.base_of(scope.build.layout.zones[board], where.index), place)


def on_board(scope: Scope, expr: core.On) -> ir.Expr:
    """The kind on a place, or none."""
    where, place = board_place(scope, expr.place)
    kind = plus(at(0, board_cell(scope, where, place, expr.place.board.zone)), -1)
    return scope.after(where.code, where.told(kind, ir.NO_PLACE))


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
    ordered = ir.Bin(">=", of_cell("instance", found.loc), ir.ZERO)
    return scope.after(code, both(same, ordered, ir.Bin(">", of_cell("order", found.loc), of_cell("order", other.loc))))


def noted(scope: Scope, expr: core.Noted) -> ir.Expr:
    """What is noted of a piece; elsewhere what it begins with."""
    found = piece(scope, expr.of)
    code, place = scope.kept(note_place(scope, expr.variable, found.loc))
    lies = scope.build.layout.variables[expr.variable]
    answer = ir.Select(ir.Bin(">=", place, ir.ZERO), at(lies.offset, place), ir.Const(beginning(lies)))
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
    beside = ir.ZERO if told is None else at(0, plus(cell, told))
    match question:
        case "owner":
            owner = plus(beside, -1)
            answer = where.told(owner, ir.NO_PLACE)
        case "face-down":
            answer = both(where.there, beside)
        case _:
            up = ir.NO if told is None else equal(beside, ir.ZERO)
            answer = both(where.there, ir.Bin(">", at(0, cell), ir.ZERO), up)
    return scope.after(code, answer)


def _of_place(scope: Scope, expr: core.AskPiece, loc: ir.Expr) -> ir.Expr:
    match expr.question:
        case "holder":
            table = holders(scope.build.layout, expr.dimension, none_code(expr.type))
            return ir.TableAt(scope.build.table(table), plus(loc, 1))
        case "past":
            return scope.build.of_cell("index", loc)
        case "owner" | "face-up" | "face-down" as question:
            # told by a cell beside the piece, if there is one; the zone may be known
            def answer(cell: ir.Expr) -> ir.Expr:
                return (
                    plus(cell, -1) if question == "owner" else equal(cell, ir.ZERO) if question == "face-up" else cell
                )

            without, zone = ir.NO_PLACE if question == "owner" else ir.ZERO, None
            if isinstance(expr.of, core.Get):
                zone = scope.spot(expr.of.local).zone
            if zone is None:
                pointer = scope.build.of_cell("owner" if question == "owner" else "face", loc)
                return ir.Select(ir.Bin(">=", pointer, ir.ZERO), answer(ir.At(0, pointer)), without)
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


def something(scope: Scope, expr: core.Expr, found: Found, span: Span, *, impossible: bool = False) -> ir.Code:
    """A fault where there is no piece; `impossible`: it is to move."""
    if not may_be_none(expr):
        return ()
    name = indexing.called(scope, expr)
    words = f"There is no piece here{f': {name}is none' if name else ''}."
    fault = scope.fault("nothing-there", words, span, impossible=impossible)
    return (refused(ir.Bin("<", found.kind, ir.ZERO), fault),)


# ---- Parameters and arguments: a piece is two cells, a bare kind has -1 for its location


def parameters(scope: Scope, params: tuple[int, ...]) -> tuple[int, ...]:
    """Declares parameters; their cells in order, a piece has two."""
    cells: list[int] = []
    for param in params:
        spot = scope.declare(param, bare=True)
        cells.extend(spot.cells)
    return tuple(cells)


def arguments(
    scope: Scope, params: tuple[int, ...], args: tuple[core.Expr, ...]
) -> tuple[ir.Code, tuple[ir.Expr, ...]]:
    """Code to run first, and arguments as parameter cells want them: a piece is two, a bare kind has -1 for its
    location."""
    code: list[ir.Statement] = []
    values: list[ir.Expr] = []
    for param, arg in zip(params, args, strict=True):
        local = scope.core.locals[param]
        if local.piece and knows_where(scope.core, arg):
            found = piece(scope, arg, search=False)
            needed = not isinstance(local.type, OptionalT)
            code.extend((*found.code, *(something(scope, arg, found, scope.span) if needed else ())))
            values.extend((found.kind, found.loc))
        else:
            values.extend((indexing.for_local(scope, param, arg), *((ir.NO_PLACE,) if local.piece else ())))
    return tuple(code), tuple(values)
