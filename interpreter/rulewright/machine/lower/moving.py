"""Sentences that move pieces, and loops over zones that may lose pieces meanwhile."""

from typing import Final

from attrs import Factory, define, evolve, frozen

from rulewright.language import core, core_queries
from rulewright.language.effects import effects, knows_where, only_zone, ref_of, zones_of
from rulewright.language.facts.ranges import is_unlimited, shape
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing, pieces
from rulewright.machine.lower.builder import Scope, Spot, Stretch
from rulewright.machine.lower.terms import add, at, both, either, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir

# ---- Loops over pieces of rows and piles that may lose others meanwhile: what waits for its turn is kept in step
# One function tells all such loops of a piece that leaves. A loop that nothing disturbs keeps its places as they are.


GONE: Final = ir.NO_PLACE
"""The kind of what will not have its turn."""
ANY_PLACE: Final = ir.NO_PLACE
BELOW: Final = ir.Const(-2)
"""Where a piece lies that has come under all others."""


@define
class Watch:
    """`loops` are kept in step with what the sentences `moves` take away, or put `under` others; `waiting`: what they
    run over, whose turn it is, and which loop it is."""

    loops: frozenset[Span]
    moves: frozenset[Span]
    under: bool
    waiting: list[tuple[Stretch, ir.Cell, Span]] = Factory(list)


def watch(scope: Scope) -> Watch:
    """The watch of the rules that are being lowered."""

    def made() -> Watch:
        program, moves, under = scope.core, dict[Span, set[Span]](), False
        for loop in walk(program):
            if not isinstance(loop, core.ForEach) or not knows_where(program, loop.seq):
                continue
            # the sentences that may take a piece out of a row or pile over which the loop runs, or shuffle it
            disturbing = moves[loop.span] = set[Span]()
            zones = {zone for zone in zones_of(program, loop.seq) if shape(program.zones[zone].kind) == "ordered"}
            procedures, actions = core_queries.bodies_run_by(program, loop.body)
            bodies = [program.procedures[number].body for number in procedures]
            bodies += [body for number in actions for body in core_queries.bodies_of(program.actions[number])]
            for node in walk((loop.body, *bodies)) if zones else ():
                if isinstance(node, core.Statement):
                    done = effects(program, node)
                    taken = any(not knows_where(program, it) or zones & zones_of(program, it) for it in done.takes)
                    below = isinstance(node, core.Moving) and node.under and ref_of(node.to).zone in zones
                    under |= below
                    if taken or below or any(ref.zone in zones for ref in done.reorders):
                        disturbing.add(node.span)
        disturbed = frozenset(span for span, disturbing in moves.items() if disturbing)
        return Watch(disturbed, frozenset[Span]().union(*moves.values()), under)

    return scope.build.remembered(("watch",), made)


def tell_waiting_loops(scope: Scope, span: Span, base: ir.Expr, loc: ir.Expr) -> None:
    """Before the sentence at `span` takes the piece at `loc` out of the zone that begins at `base` (-1: that has no
    order): the loops that wait for others of that zone hear of it. `ANY_PLACE`: it is shuffled, none is found again;
    `BELOW`: a piece has come there."""
    if span not in watch(scope).moves:
        return

    def closing() -> ir.Function:
        """What waits behind the piece comes one nearer; the piece itself will have no turn. What waits above a new one
        comes one higher."""
        inner = Scope(scope.build)
        zone, place = inner.cell(), inner.cell()
        with inner.when(ir.Bin(">=", zone, ir.ZERO)):
            for row, turn, loop in watch(inner).waiting:
                inner.span = loop
                with inner.loop(turn, row.length) as index:
                    step = times(index, 2)
                    here = inner.cell(at(row.base + 1, step))
                    gone = either(equal(here, place), equal(place, ANY_PLACE))
                    nearer: ir.Statement = ir.If(
                        ir.Bin(">", here, place), (set_at(row.base + 1, step, plus(here, -1)),)
                    )
                    if watch(inner).under:
                        higher = set_at(row.base + 1, step, plus(here, 1))
                        nearer = ir.If(equal(place, BELOW), (higher,), (nearer,))
                    with inner.when(equal(inner.build.of_cell("gap", here), zone)):
                        inner.emit(ir.If(gone, (set_at(row.base, step, GONE),), (nearer,)))
        return inner.function("left", (zone.index, place.index))

    scope.emit(ir.CallFunction(scope.build.function(("left",), closing, last=True), (base, loc)))


# ---- Sentences that move pieces, and cannot stop
# Pieces moved together are found first and then moved one by one; where they lie in a row or pile, those still to come
# are found by counting who has left before them.


@frozen
class Goal:
    """Where pieces go, and who puts them there."""

    at: ir.ZoneAt
    by: ir.Expr | None
    fault: int
    reverse: bool
    under: bool


def goal(scope: Scope, sentence: core.Moving) -> Goal:
    """The target of a move. Pieces that go onto a pile together enter the last one first, to keep their order."""
    place = target(scope, sentence.to, sentence.span)
    by = None if sentence.by is None else scope.kept(indexing.some(scope, sentence.by, sentence.span))
    zone = scope.core.zones[place.zone]
    words = f"A piece cannot go to {zone.name} here: it is no longer where it was found, or there is no room."
    fault = scope.fault("cannot-move", words, sentence.span, impossible=True)
    return Goal(place, by, fault, reverse=zone.kind == "pile" and not sentence.under, under=sentence.under)


def target(scope: Scope, to: core.Target, span: Span) -> ir.ZoneAt:
    """The zone, or the place of a board, that is meant; a fault if it is nobody's or nowhere."""
    place: ir.Expr | None = None
    if isinstance(to, core.ZoneRef):
        zone, where = to.zone, indexing.instance(scope, to)
    else:
        zone, (where, place) = to.board.zone, pieces.board_place(scope, to)
    return ir.ZoneAt(zone, scope.kept(indexing.certain(scope, where, span)), place)


def move_piece(scope: Scope, sentence: core.MovePiece) -> None:
    """`move x to Z`."""
    piece = sentence.piece
    found = pieces.piece(scope, piece)
    pieces.something(scope, piece, found, sentence.span, impossible=True)
    with scope.block() as towards:
        to = goal(scope, sentence)
    _somewhere(scope, to, found.place)
    scope.emit(*towards)
    kept = scope.spot(piece.local).loc if isinstance(piece, core.Get) else None
    _move(scope, sentence, found, to, only_zone(scope.core, piece), kept)


def _somewhere(scope: Scope, to: Goal, loc: ir.Expr) -> None:
    """A fault where a piece lies nowhere: only of an unlimited component the box has always one."""
    if not is_unlimited(scope.core.components[scope.core.zones[to.at.zone].component]):
        scope.refuse(ir.Bin("<", loc, ir.ZERO), to.fault)


def _move(
    scope: Scope, sentence: core.Moving, here: Spot, to: Goal, origin: int | None, found: ir.Expr | None = None
) -> None:
    """A piece moves; where that is counted it changes something, unless it goes to the very cell in which it lies, and
    nothing else is known of it there."""
    if sentence.span in watch(scope).moves:
        tell_waiting_loops(scope, sentence.span, scope.build.of_cell("gap", here.place), here.place)
    changed, zone = scope.build.changed(sentence), scope.build.layout.zones[to.at.zone]
    beside = zone.notes or (zone.owners_at, zone.faces_at) != (None, None)
    if changed and not (beside or zone.unlimited or shape(zone.kind) == "ordered"):
        cell = here.value if shape(zone.kind) == "counts" else to.at.place or ir.ZERO
        changed = (ir.If(ir.Bin("!=", here.place, add(scope.base_of(zone, to.at.instance), cell)), changed),)
    goes = found.index if isinstance(found, ir.Cell) else None
    ends = to.at, sentence.face, to.by, goes, to.fault, origin
    scope.emit(*changed, ir.MovePiece(here.value, here.place, *ends, under=to.under))
    if to.under:
        tell_waiting_loops(scope, sentence.span, scope.base_of(zone, to.at.instance), BELOW)


def move_all(scope: Scope, sentence: core.MoveAll) -> None:
    """`move all A to Z`."""
    row = _buffer(scope, indexing.room(scope, sentence.seq), indexing.overrun(scope, sentence.seq))
    scope.empty(row)
    scope.each(sentence.seq, lambda spot: scope.append(row, _located(scope, sentence.to, spot)))
    move_group(scope, sentence, row, goal(scope, sentence))


def move_some(scope: Scope, sentence: core.MoveSome) -> None:
    """`move n from A to Z`, `move up to n from A to Z`, without a refill: too few are a fault, or with `up to` all that
    there are. One piece is not kept to be moved."""
    number = how_many(scope, sentence.number, sentence.span)
    if number != ir.ONE or "first" not in scope.build.passes:
        row = take(scope, sentence, number)
        if not sentence.up_to:
            too_few(scope, sentence, ir.Bin("<", row.length, number), number, row.length)
        move_group(scope, sentence, row, goal(scope, sentence))
        return
    here = scope.piece()
    with scope.look() as (found, hit):

        def one(spot: Spot) -> None:
            first = _located(scope, sentence.to, spot)
            scope.put(here, first.value, first.place)
            scope.emit(*hit)

        scope.each(indexing.for_first(sentence.seq), one)
    if not sentence.up_to:
        too_few(scope, sentence, equal(found, ir.ZERO), ir.ONE, found)
    to = goal(scope, sentence)
    with scope.when(found if sentence.up_to else ir.YES):
        _move_found(scope, sentence, here, to)


def _move_found(scope: Scope, sentence: core.MoveAll | core.MoveSome, here: Spot, to: Goal) -> None:
    if not knows_where(scope.core, sentence.seq):
        _somewhere(scope, to, here.place)
    _move(scope, sentence, here, to, only_zone(scope.core, sentence.seq))


def take(scope: Scope, sentence: core.MoveSome, number: ir.Expr) -> Stretch:
    """Finds the first `number` pieces of the sequence, or as many as there are; they are kept while they are moved."""
    most = indexing.range_here(scope, sentence.number).high
    room = max(1, min(indexing.room(scope, sentence.seq), most))
    row = _buffer(scope, room, indexing.overrun(scope, sentence.seq, most))
    scope.empty(row)
    with scope.labelled() as label:

        def one(spot: Spot) -> None:
            scope.emit(ir.If(ir.Bin(">=", row.length, number), (ir.Leave(label),)))
            scope.append(row, _located(scope, sentence.to, spot))

        scope.each(indexing.for_first(sentence.seq) if number == ir.ONE else sentence.seq, one)
    return row


def how_many(scope: Scope, number: core.Expr, span: Span) -> ir.Expr:
    """A number of pieces or times, which may be read twice; below 0 is a fault."""
    cell = scope.kept(indexing.some(scope, number, span))
    if indexing.range_here(scope, number).low < 0:
        scope.refuse(ir.Bin("<", cell, ir.ZERO), scope.fault("negative-number", "This number is below 0.", span))
    return cell


def too_few(
    scope: Scope, sentence: core.MoveSome, test: ir.Expr, wanted: ir.Expr, there: ir.Expr, more: str = ""
) -> None:
    """The fault of too few pieces where a test holds; it tells both numbers, if they fit together, else the second."""
    names = sorted({scope.core.zones[zone].name for zone in zones_of(scope.core, sentence.seq)})
    where = f" in {' and '.join(names)}" if names else ""
    fit = indexing.range_here(scope, sentence.number).high < ir.TOGETHER // 2  # fewer are there than wanted
    said = f"{ir.WANTED}{more} wanted, {ir.THERE} there" if fit else f"{ir.VALUE} there"
    value = add(times(wanted, ir.TOGETHER), there) if fit else there
    words = f"There are not enough pieces{where}: {said}."
    fault = scope.fault("too-few-pieces", words, sentence.span, impossible=True)
    with scope.when(test):
        scope.cell(ir.Checked(value, -1, -1, None, fault))


def _buffer(scope: Scope, capacity: int, overrun: int | None) -> Stretch:
    """Scratch for pieces that are moved together; sentences take turns with it."""
    rounded = 1 << (max(capacity, 1) - 1).bit_length()
    made = scope.build.remembered(("buffer", rounded), lambda: scope.row(rounded, pieces=True))
    return evolve(made, overrun=overrun)


def _located(scope: Scope, to: core.Target, spot: Spot) -> Spot:
    """An element with its location; a bare kind is looked for."""
    if spot.loc is not None:
        return spot
    component = scope.core.zones[(to if isinstance(to, core.ZoneRef) else to.board).zone].component
    return Spot(spot.value, ir.Invoke(pieces.search_in(scope, component), (spot.value,)))


def move_group(scope: Scope, sentence: core.MoveAll | core.MoveSome, row: Stretch, to: Goal) -> None:
    """Moves the pieces of a buffer. In rows and piles those still to come that lie behind one that leaves come one
    nearer, unless a single zone is emptied from its end; those that lie above one that comes, one higher."""
    here, of_cell = scope.piece(), scope.build.of_cell
    kinds = {scope.core.zones[zone].kind for zone in zones_of(scope.core, sentence.seq)} & {"pile", "row"}
    from_its_end = indexing.single(sentence.seq) is not None and ("row" in kinds) == to.reverse
    with scope.loop(ir.ZERO, row.length, down=to.reverse) as index:
        element = row.element(index)
        scope.put(here, element.value, element.place)
        _move_found(scope, sentence, here, to)
        if kinds and not (from_its_end and "gaps" in scope.build.passes):
            base = scope.cell(of_cell("gap", here.place))
            low, high = (ir.ZERO, index) if to.reverse else (plus(index, 1), row.length)
            with scope.when(ir.Bin(">=", base, ir.ZERO)), scope.loop(low, high) as later:
                step = times(later, 2)
                loc = scope.cell(at(row.base + 1, step))
                with scope.when(both(equal(of_cell("gap", loc), base), ir.Bin(">", loc, here.place))):
                    scope.emit(set_at(row.base + 1, step, plus(loc, -1)))
        if to.under and to.at.zone in zones_of(scope.core, sentence.seq):
            base = scope.cell(scope.base_of(scope.build.layout.zones[to.at.zone], to.at.instance))
            with scope.loop(plus(index, 1), row.length) as later:
                step = times(later, 2)
                loc = scope.cell(at(row.base + 1, step))
                with scope.when(equal(of_cell("gap", loc), base)):
                    scope.emit(set_at(row.base + 1, step, plus(loc, 1)))
