"""Pieces: expressions that know where what they name lies, and questions of that place."""

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import is_unlimited, kind_of, may_be_none, range_of, shape
from rulewright.language.span import Span
from rulewright.language.types import NONE, OptionalT, none_code
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.layout import beginning, by_cell
from rulewright.machine.lower.terms import add, at, both, equal, inverse, plus
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import owners


def piece(scope: Scope, expr: core.Expr, *, search: bool = True) -> Spot:
    """The piece that an expression names, whose kind and location may be read any number of times; a bare kind is
    looked for wherever it lies, if `search`, an unlimited one comes from its box."""
    match expr:
        case core.Get(local) if scope.core.locals[local].piece:
            spot = scope.spot(local)
            if not search or not (spot.bare or spot.loc is None):
                return Spot(spot.value, spot.place)
            cell = scope.cell(spot.place)
            with scope.when(ir.Bin("<", spot.place, ir.ZERO)):
                scope.set(cell, ir.Invoke(search_in(scope, kind_of(scope.core, expr)), (spot.value,)))
            return Spot(spot.value, cell)
        case core.OneOf() if knows_where(scope.core, expr.seq):
            return element(scope, expr)
        case core.On(ref):
            where, place = board_place(scope, ref)
            kind, loc = scope.cell(ir.NO_PLACE), scope.cell(ir.NO_PLACE)
            with scope.when(where.there):
                scope.set(loc, board_cell(scope, where, place, ref.board.zone))
                scope.set(kind, plus(at(0, loc), -1))
                scope.emit(ir.If(ir.Bin("<", kind, ir.ZERO), (ir.Set(loc.index, ir.NO_PLACE),)))
            return Spot(kind, loc)
        case core.Cases() if knows_where(scope.core, expr):
            taken = scope.piece()

            def branch(part: core.Expr) -> ir.Code:
                with scope.block() as code:
                    if isinstance(part, core.Const):
                        scope.put(taken, ir.Const(part.value), ir.NO_PLACE)
                    else:
                        found = piece(scope, part, search=search)
                        scope.put(taken, found.value, found.place)
                return tuple(code)

            code = branch(expr.otherwise)
            for test, then in reversed(expr.cases):
                code = (ir.If(scope.value(test), branch(then), code),)
            scope.emit(*code)
            return taken
        case _:
            kind_ = scope.atom(expr)
            if not search or is_unlimited(scope.core.components[kind_of(scope.core, expr)]):
                return Spot(kind_, ir.NO_PLACE)
            return Spot(kind_, scope.cell(ir.Invoke(search_in(scope, kind_of(scope.core, expr)), (kind_,))))


def search_in(scope: Scope, component: int) -> int:
    """The function that looks for a piece of a kind in all zones of its component, the box last; -1: there is none."""
    what = scope.core.components[component]

    def make() -> ir.Function:
        inner = Scope(scope.build, span=what.span)
        kind, found = inner.cell(), inner.cell(ir.NO_PLACE)
        with inner.when(ir.Bin(">=", kind, ir.ZERO)), inner.labelled() as label:

            def hit(test: ir.Expr, loc: ir.Expr) -> None:
                inner.emit(ir.If(test, (ir.Set(found.index, loc), ir.Leave(label))))

            zones = [z for z in inner.build.layout.zones if z.component == component and not z.unlimited]
            for zone in sorted(zones, key=lambda z: z.box):
                with inner.loop(ir.ZERO, ir.Const(zone.instances)) as instance:
                    base = inner.cell(inner.base_of(zone, instance))
                    match shape(zone.kind):
                        case "counts":
                            hit(ir.Bin(">", at(0, add(base, kind)), ir.ZERO), add(base, kind))
                        case "ordered":
                            with inner.loop(ir.ZERO, at(0, base)) as index:
                                loc = plus(add(base, index), 1)
                                hit(equal(at(0, loc), kind), loc)
                        case _:
                            with inner.loop(ir.ZERO, ir.Const(zone.capacity)) as index:
                                hit(equal(at(0, add(base, index)), plus(kind, 1)), add(base, index))
        return inner.function(f"where {what.name} lies", (kind.index,), found)

    return scope.build.function(("search", component), make)


def here_function(scope: Scope) -> int:
    """The function (kind, loc): whether a piece of this kind lies there now. Nowhere counts as there."""

    def make() -> ir.Function:
        inner = Scope(scope.build)
        kind, loc = inner.cell(), inner.cell()
        there, (style, base, index) = at(0, loc), (inner.build.of_cell(it, loc) for it in ("style", "base", "index"))
        ordered = both(equal(there, kind), ir.Bin("<", index, at(0, base)))
        single = ir.Select(equal(style, ir.ONE), ordered, equal(there, plus(kind, 1)))
        lies = ir.Select(equal(style, ir.ZERO), ir.Bin(">", there, ir.ZERO), single)
        value = ir.Select(ir.Bin("<", loc, ir.ZERO), ir.ONE, lies)
        return inner.function("still there", (kind.index, loc.index), value)

    return scope.build.function(("here",), make)


def _what_is_set(scope: Scope, expr: core.OneOf, field: core.Read) -> Spot:
    """What a field holds that is none until it is set; a fault while it is."""
    name = scope.core.variables[field.var.variable].name
    words = f"{name} is none until it is set, and nothing has set it yet. Make sure first: {name} is not none."
    can_be, fault = range_of(scope.core, expr.type), scope.fault("not-only-one", words, expr.span)
    return Spot(ir.Checked(scope.value(field), can_be.low, can_be.high, None, fault), ir.NO_PLACE)


def element(scope: Scope, expr: core.OneOf) -> Spot:
    """One element of a sequence; none's code and nowhere if there is none."""
    nothing, by_place = ir.Const(none_code(expr.type)), "ends" in scope.build.passes
    match expr.seq:
        case core.TableList(at_table, indices) if by_place and expr.which in ("first", "last"):
            table, end = scope.core.list_tables[at_table], 0 if expr.which == "first" else -1
            values = tuple(row[end] if row else nothing.value for row in table.values)
            found = indexing.table_index(scope, indices, table)
            return Spot(scope.kept(found.told(indexing.table_at(scope, values, found.index), nothing)), ir.NO_PLACE)
        case core.Listed((core.Read() as field,)) if expr.which == "only":
            return _what_is_set(scope, expr, field)
        case core.Values(size) if by_place and size and expr.which in ("first", "last"):
            return Spot(ir.Const(0 if expr.which == "first" else size - 1), ir.NO_PLACE)
        case _:
            pass
    taken, ref = scope.piece(), expr.seq.zone if isinstance(expr.seq, core.Pieces) else None
    scope.put(taken, nothing, ir.NO_PLACE)
    ordered = ref is not None and shape(scope.core.zones[ref.zone].kind) == "ordered"
    if ref is not None and ordered and expr.which != "only" and by_place:
        # of a row or pile by its place; `number` from 1 in the zone's order
        zone, where = scope.build.layout.zones[ref.zone], indexing.instance(scope, ref)
        with scope.when(where.there):
            base = scope.cell(scope.base_of(zone, where.index))
            wanted = ir.ONE if expr.number is None else indexing.some(scope, expr.number, scope.span)
            number = scope.cell(at(0, base) if expr.which == "last" else wanted)
            with scope.when(both(ir.Bin(">=", number, ir.ONE), ir.Bin("<=", number, at(0, base)))):
                from_top = ir.Bin("-", plus(at(0, base), 1), number)
                loc = add(base, number if zone.kind == "row" else from_top)
                scope.put(taken, at(0, loc), loc)
    elif expr.which == "only":
        count = scope.cell(ir.ZERO)

        def counted(spot: Spot) -> None:
            scope.put(taken, spot.value, spot.place)
            scope.increase(count)

        scope.each(expr.seq, counted)
        fault = scope.fault("not-only-one", "There must be exactly one here.", expr.span)
        scope.refuse(ir.Bin("!=", count, ir.ONE), fault)
    elif expr.which == "last":
        scope.each(expr.seq, lambda spot: scope.put(taken, spot.value, spot.place))
    else:
        left = None if expr.number is None else scope.cell(indexing.some(scope, expr.number, scope.span))
        seq = indexing.for_first(expr.seq) if left is None else expr.seq
        with scope.labelled() as label:

            def step(spot: Spot) -> None:
                if left is not None:
                    scope.set(left, plus(left, -1))
                with scope.when(ir.YES if left is None else equal(left, ir.ZERO)):
                    scope.put(taken, spot.value, spot.place)
                    scope.emit(ir.Leave(label))

            scope.each(seq, step)
    return taken


def board_place(scope: Scope, ref: core.PlaceRef) -> tuple[indexing.Instance, ir.Expr]:
    """The board and which place on it, from 0; `there` of the instance says whether both are something."""
    where, values = indexing.instance(scope, ref.board), indexing.places_of(scope, ref.board.zone)
    place, name = indexing.index(scope, ref.place, values), scope.core.zones[ref.board.zone].place
    there = both(where.there, indexing.is_some(ref.place, place))
    missing = indexing.nowhere(scope, ref.place, name) if name and where.there == ir.YES else where.missing
    return indexing.Instance(where.index, there, missing), plus(place, -values.range.low)


def board_cell(scope: Scope, where: indexing.Instance, place: ir.Expr, board: int) -> ir.Expr:
    """The cell of a place."""
    return add(scope.base_of(scope.build.layout.zones[board], where.index), place)


# ---- Questions of the place where a piece lies: who put it there, whose zone it is, which way up, whether past
# another
# Where the zone is known the answer is one cell; elsewhere tables say for each cell where its answer stands.


def ask_piece(scope: Scope, expr: core.AskPiece) -> ir.Expr:
    """A question of the place where a piece lies; nothing lies nowhere."""
    question, of_cell = expr.question, scope.build.of_cell
    told = question in {"face-up", "face-down", "owner"}
    if told and isinstance(expr.of, core.On) and "board" in scope.build.passes:
        return _on_known_board(scope, question, expr.of.place)
    found = piece(scope, expr.of)
    not_stale(scope, expr.of, found, expr.span)
    if expr.other is not None:
        other = piece(scope, expr.other)
        not_stale(scope, expr.other, other, expr.span)
        same = equal(of_cell("instance", found.place), of_cell("instance", other.place))
        ordered = ir.Bin(">=", of_cell("instance", found.place), ir.ZERO)
        return both(same, ordered, ir.Bin(">", of_cell("order", found.place), of_cell("order", other.place)))
    if question == "holder":
        layout, dimension, nobody = scope.build.layout, expr.dimension, none_code(expr.type)

        def holder(zone: ir.ZoneLayout, instance: int, _: int) -> int:
            if dimension >= len(zone.extents):
                return nobody
            return layout.zone_lows[zone.zone][dimension] + owners(zone, instance)[dimension]

        return ir.TableAt(scope.build.table(by_cell(layout, holder, nobody)), plus(found.place, 1))
    if question == "lies-in":
        there = by_cell(scope.build.layout, lambda zone, _at, _index: int(zone.zone == expr.dimension), 0)
        return ir.TableAt(scope.build.table(there), plus(found.place, 1))
    if not told:
        return of_cell("index", found.place)

    # by a cell beside the piece, if there is one; the zone may be known
    def read_beside(cell: ir.Expr) -> ir.Expr:
        return plus(cell, -1) if question == "owner" else equal(cell, ir.ZERO) if question == "face-up" else cell

    without = ir.NO_PLACE if question == "owner" else ir.ZERO
    zone = scope.spot(expr.of.local).zone if isinstance(expr.of, core.Get) else None
    if zone is None:
        pointer = of_cell("owner" if question == "owner" else "face", found.place)
        return ir.Select(ir.Bin(">=", pointer, ir.ZERO), read_beside(ir.At(0, pointer)), without)
    lies = scope.build.layout.zones[zone]
    beside = lies.owners_at if question == "owner" else lies.faces_at
    first = 1 if shape(lies.kind) == "ordered" else 0
    return without if beside is None else read_beside(at(0, plus(found.place, beside - first)))


def _on_known_board(scope: Scope, question: core.PieceQuestion, ref: core.PlaceRef) -> ir.Expr:
    """What is told by a cell beside a place; beside an empty one it is 0."""
    zone = scope.build.layout.zones[ref.board.zone]
    told = zone.owners_at if question == "owner" else zone.faces_at
    where, place = board_place(scope, ref)
    cell = board_cell(scope, where, place, ref.board.zone)
    if not isinstance(where.index, ir.Const):
        cell = scope.kept(cell)
    beside = ir.ZERO if told is None else at(0, plus(cell, told))
    if question == "owner":
        return where.told(plus(beside, -1), ir.NO_PLACE)
    if question == "face-down":
        return both(where.there, beside)
    up = ir.NO if told is None else equal(beside, ir.ZERO)
    return both(where.there, ir.Bin(">", at(0, cell), ir.ZERO), up)


def noted(scope: Scope, expr: core.Noted) -> ir.Expr:
    """What is noted of a piece; elsewhere what it begins with."""
    found = piece(scope, expr.of)
    not_stale(scope, expr.of, found, expr.span)
    place, lies = note_place(scope, expr.variable, found.place), scope.build.layout.variables[expr.variable]
    return ir.Select(ir.Bin(">=", place, ir.ZERO), at(lies.offset, place), ir.Const(beginning(lies)))


def note_place(scope: Scope, variable: int, loc: ir.Expr) -> ir.Cell | ir.Const:
    """The number of the cell, among those of a note, of what lies there; -1 where it is not noted."""
    zone, build = scope.core.variables[variable].lies_in, scope.build
    answers = by_cell(build.layout, lambda lies, at, index: at * lies.capacity + index if lies.zone == zone else NONE)
    return scope.kept(ir.TableAt(build.table(answers), plus(loc, 1)))


def not_stale(scope: Scope, expr: core.Expr, found: Spot, span: Span) -> None:
    """A fault where a kept piece no longer lies where it was found."""
    if isinstance(expr, core.Get) and scope.spot(expr.local).lasting:
        words = "Where this piece lies is no longer known: it has left its place."
        test = inverse(ir.Invoke(here_function(scope), (found.value, found.place)))
        scope.refuse(test, scope.fault("place-unknown", words, span))


def something(scope: Scope, expr: core.Expr, found: Spot, span: Span, *, impossible: bool = False) -> None:
    """A fault where there is no piece; `impossible`: it is to move."""
    if may_be_none(expr):
        name = indexing.called(scope, expr)
        words = f"There is no piece here{f': {name}is none' if name else ''}."
        fault = scope.fault("nothing-there", words, span, impossible=impossible)
        scope.refuse(ir.Bin("<", found.value, ir.ZERO), fault)


# ---- Parameters and arguments: a piece is two cells, a bare kind has -1 for its location


def parameters(scope: Scope, params: tuple[int, ...]) -> tuple[int, ...]:
    """Declares parameters; their cells in order, a piece has two."""
    return tuple(cell for param in params for cell in scope.declare(param, bare=True).cells)


def arguments(scope: Scope, params: tuple[int, ...], args: tuple[core.Expr, ...]) -> tuple[ir.Expr, ...]:
    """Arguments as parameter cells want them: a piece is two, a bare kind has -1 for its location."""
    values: list[ir.Expr] = []
    for param, arg in zip(params, args, strict=True):
        local = scope.core.locals[param]
        if local.piece and knows_where(scope.core, arg):
            found = piece(scope, arg, search=False)
            if not isinstance(local.type, OptionalT):
                something(scope, arg, found, scope.span)
            values.extend((found.value, found.place))
        else:
            values.extend((indexing.for_local(scope, param, arg), *((ir.NO_PLACE,) if local.piece else ())))
    return tuple(values)
