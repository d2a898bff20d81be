"""Questions of the place where a piece lies: who put it there, whose zone it is, which way up, whether past another.

In: a scope and a core question. Out: one expression. Where the zone is known the answer is one cell; elsewhere tables
say for each cell where its answer stands.
"""

from collections.abc import Callable

from rulewright.language import core
from rulewright.language.facts.room import shape
from rulewright.language.span import Span
from rulewright.language.types import none_code
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.layout import beginning, holders, notes
from rulewright.machine.lower.pieces import Found, board_cell, board_place, here_function, piece
from rulewright.machine.lower.terms import NO, NO_PLACE, ZERO, at, both, equal, inverse, plus, refused
from rulewright.machine.program import nodes as ir


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
