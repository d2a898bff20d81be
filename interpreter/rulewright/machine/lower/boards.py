"""Sentences that turn, swap, slide, show and change pieces where they lie.

In: a scope and a core sentence that cannot stop. Out: structured code.
"""

from rulewright.language import core
from rulewright.language.types import NONE_NUMBER
from rulewright.machine.lower import instances, moving, piece_questions, pieces, sequence_facts
from rulewright.machine.lower.builder import Scope, Spot, Stretch
from rulewright.machine.lower.terms import NO_PLACE, ONE, ZERO, add, at, both, either, increase, plus, refused, times
from rulewright.machine.program import nodes as ir


def flip(scope: Scope, sentence: core.Flip) -> ir.Code:
    """`flip c face up`."""
    found = pieces.piece(scope, sentence.piece)
    words = "This piece cannot be flipped: it lies where pieces have no faces."
    fault = scope.fault("cannot-flip", words, sentence.span)
    check = moving.something(scope, sentence.piece, found, sentence.span)
    changed = scope.build.changed(sentence)
    turned = (ir.If(_turns(scope, found.loc, sentence.face), changed),) if changed else ()
    return (*found.code, *check, *turned, ir.Flip(found.loc, sentence.face, fault))


def _turns(scope: Scope, loc: ir.Expr, face: core.Face) -> ir.Expr:
    """Whether a piece that is flipped shows another face afterwards, or is known to fewer."""
    there = ir.Bin(">=", scope.build.of_cell("face", loc), ZERO)
    down, mark = (ir.At(0, scope.build.of_cell(question, loc)) for question in ("face", "mark"))
    return both(there, either(down if face == "up" else ir.Inverse(down), ir.Bin("!=", mark, ZERO)))


def show(scope: Scope, sentence: core.Show) -> ir.Code:
    """`show x to y`."""
    mask = scope.temp()
    code: ir.Code = (ir.Set(mask, ir.Const(2**scope.core.players - 1)),)
    if sentence.to is not None:
        code = seats_mask(scope, sentence.to, mask)

    def one(spot: Spot) -> ir.Code:
        loc = spot.loc or ir.Invoke(pieces.search_in(scope, sentence.component), (spot.value,))
        return (ir.ShowPiece(spot.value, loc, ir.Cell(mask)), *scope.build.changed(sentence))

    return (*code, *scope.each(sentence.seq, lambda spot: scope.apart(lambda: one(spot))))


def seats_mask(scope: Scope, seq: core.Seq, mask: int) -> ir.Code:
    """The seats of a sequence as bits of a cell."""

    def one(spot: Spot) -> ir.Code:
        return (ir.Set(mask, ir.Bin("bitor", ir.Cell(mask), ir.Bin("shl", ONE, spot.value))),)

    return (ir.Set(mask, ZERO), *scope.each(seq, one))


def swap(scope: Scope, sentence: core.SwapPlaces) -> ir.Code:
    """`swap a and b`: two places of one board."""
    code, first = moving.target(scope, sentence.first, sentence.span)
    other_code, second = moving.target(scope, sentence.second, sentence.span)
    assert first.place is not None
    assert second.place is not None
    return (*code, *other_code, ir.SwapPlaces(ir.ZoneAt(first.zone, first.instance), first.place, second.place))


def rotate(scope: Scope, sentence: core.RotateLine) -> ir.Code:
    """`rotate line toward d`, `rotate square`."""
    code, board = moving.target(scope, sentence.board, sentence.span)
    row = Stretch(scope.temp(), scope.build.array(max(1, sequence_facts.bound(scope, sentence.seq))), 0, pieces=False)
    low = scope.core.zones[sentence.board.zone].low
    places = scope.each(sentence.seq, lambda spot: row.append(Spot(plus(spot.value, -low))))
    reverse_code, reverse = scope.atom(sentence.reverse)
    turned = ir.RotatePlaces(board, row.base, ir.Cell(row.length), reverse)
    return (*code, *reverse_code, ir.Set(row.length, ZERO), *places, turned)


def pack(scope: Scope, sentence: core.PackBoard) -> ir.Code:
    """`pack market toward side`: lane by lane, each from that side on; lanes are rows for left and right."""
    board_code, board = moving.target(scope, sentence.board, sentence.span)
    side_code, side = scope.kept(instances.some(scope, sentence.side, sentence.span))
    starts, flat = instances.flattened(scope, sentence.lanes)
    grid = next(g for g in scope.core.geometries if g.place == scope.core.zones[sentence.board.zone].place)
    lengths = (grid.columns, grid.columns, grid.rows, grid.rows)
    numbers = (grid.rows, grid.rows, grid.columns, grid.columns)
    begin, lane, length = scope.temp(), scope.temp(), scope.temp()
    bounds = (
        ir.Set(begin, instances.table_at(scope, starts, side)),
        ir.Set(length, instances.table_at(scope, lengths, side)),
    )
    zone = scope.build.layout.zones[board.zone]
    first, free, index, place = (scope.temp() for _ in range(4))
    start = add(ir.Cell(begin), ir.Bin("*", ir.Cell(lane), ir.Cell(length)))
    read = ir.Set(place, ir.TableAt(flat, ir.Bin("+", ir.Cell(first), ir.Cell(index))))
    cell = add(scope.base_of(zone, board.instance), ir.Cell(place))
    goal_place = ir.TableAt(flat, ir.Bin("+", ir.Cell(first), ir.Cell(free)))
    moved = ir.If(ir.Bin("!=", ir.Cell(free), ir.Cell(index)), (ir.SwapPlaces(board, goal_place, ir.Cell(place)),))
    one = (read, ir.If(ir.Bin(">", at(0, cell), ZERO), (moved, increase(free))))
    slide = (ir.Set(first, start), ir.Set(free, ZERO), ir.For(index, ZERO, ir.Cell(length), one, span=scope.span))
    loop = ir.For(lane, ZERO, instances.table_at(scope, numbers, side), slide, span=scope.span)
    return (*board_code, *side_code, *bounds, loop)


def change_piece(scope: Scope, sentence: core.ChangePiece) -> ir.Code:
    """`set p's a to v`: the kind that differs in this attribute only, from a constant table."""
    found = pieces.piece(scope, sentence.piece)
    there = moving.something(scope, sentence.piece, found, sentence.span)
    still = piece_questions.not_stale(scope, sentence.piece, found, sentence.span)
    code, new_value = scope.atom(sentence.value)
    low, width, table = _changed_kinds(scope, sentence)
    new = scope.temp()
    index = add(times(found.kind, width), plus(new_value, -low))
    inside = both(ir.Bin(">=", new_value, ir.Const(low)), ir.Bin("<", new_value, ir.Const(low + width)))
    words = "There is no piece in the box that differs in this way only."
    fault = scope.fault("no-such-piece", words, sentence.span, impossible=True)
    entry = ir.Select(inside, ir.TableAt(scope.build.table(table), index), NO_PLACE)
    check = refused(ir.Bin("<", ir.Cell(new), ZERO), fault)
    changed = ir.ChangePiece(found.kind, found.loc, ir.Cell(new), sentence.component, fault)
    done = (changed, *_learn(scope, sentence.piece, new), *scope.build.changed(sentence))
    differs = ir.If(ir.Bin("!=", ir.Cell(new), found.kind), done)
    return (*found.code, *there, *still, *code, ir.Set(new, entry), check, differs)


def _learn(scope: Scope, expr: core.Expr, new: int) -> ir.Code:
    """The local that is the piece is the new kind afterwards."""
    return scope.spot(expr.local).becomes(ir.Cell(new)) if isinstance(expr, core.Get) else ()


def _changed_kinds(scope: Scope, sentence: core.ChangePiece) -> tuple[int, int, tuple[int, ...]]:
    """For each kind and value the kind that differs in the attribute only, or -1; the lowest value, their number."""
    component = scope.core.components[sentence.component]
    columns = [attribute.table for attribute in component.attributes]
    values = columns[sentence.attribute]
    rows = list(zip(*columns, strict=True))
    real = [value for value in values if isinstance(value, int) and value > NONE_NUMBER]
    low = min(real, default=0)
    width = max(real, default=0) - low + 1
    kinds = {row: kind for kind, row in reversed(list(enumerate(rows)))}
    entries = []
    for row in rows:
        for value in range(low, low + width):
            wanted = (*row[: sentence.attribute], value, *row[sentence.attribute + 1 :])
            entries.append(kinds.get(wanted, -1))
    return low, width, tuple(entries)
