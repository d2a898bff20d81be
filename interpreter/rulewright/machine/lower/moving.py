"""Sentences that move pieces, and loops over zones that may lose pieces meanwhile."""

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define, evolve, frozen

from rulewright.language import core, core_queries
from rulewright.language.effects import effects, knows_where, only_zone, zones_of
from rulewright.language.facts.ranges import is_unlimited, shape
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing, pieces
from rulewright.machine.lower.builder import Scope, Spot, Stretch
from rulewright.machine.lower.terms import add, at, both, cell_of, either, equal, plus, refused, set_at, times
from rulewright.machine.program import nodes as ir

# ---- Loops over pieces of rows and piles that may lose others meanwhile: what waits for its turn is kept in step
# In: a core, and the stretches of its loops. Out: which loops and sentences that concerns (plain data), and one
# function that tells all such loops of a piece that leaves. A loop that nothing disturbs keeps its places as they are.


GONE: Final = ir.NO_PLACE
"""The kind of what will not have its turn."""
ANY_PLACE: Final = ir.NO_PLACE


@define
class Watch:
    """`loops` are kept in step with what the sentences `moves` take away; `waiting`: what they run over, whose
    turn it is, and which loop it is."""

    loops: frozenset[Span]
    moves: frozenset[Span]
    waiting: list[tuple[Stretch, int, Span]] = Factory(list)


def watch(scope: Scope) -> Watch:
    """The watch of the rules that are being lowered."""

    def made() -> Watch:
        loops = [node for node in walk(scope.core) if isinstance(node, core.ForEach)]
        moves = [(node.span, set(_disturbing(scope, node))) for node in loops if knows_where(scope.core, node.seq)]
        disturbed = frozenset(span for span, disturbing in moves if disturbing)
        return Watch(disturbed, frozenset[Span]().union(*(disturbing for _, disturbing in moves)))

    return scope.build.remembered(("watch",), made)


def _disturbing(scope: Scope, loop: core.ForEach) -> Iterator[Span]:
    """The sentences that may take a piece out of a row or pile over which the loop runs, or shuffle it."""
    zones = {zone for zone in zones_of(scope.core, loop.seq) if shape(scope.core.zones[zone].kind) == "ordered"}
    procedures, actions = core_queries.bodies_run_by(scope.core, loop.body) if zones else ((), ())
    bodies = (
        *(scope.core.procedures[number].body for number in procedures),
        *(core_queries.bodies_of(scope.core.actions[number]) for number in actions),
    )
    for node in walk((loop.body, *bodies)) if zones else ():
        if isinstance(node, core.Statement):
            done = effects(scope.core, node)
            taken = any(
                not knows_where(scope.core, piece) or zones & zones_of(scope.core, piece) for piece in done.takes
            )
            if taken or any(ref.zone in zones for ref in done.reorders):
                yield node.span


def tell_waiting_loops(scope: Scope, span: Span, base: ir.Expr, loc: ir.Expr) -> ir.Code:
    """Before the sentence at `span` takes the piece at `loc` out of the zone that begins at `base` (-1: that has no
    order): the loops that wait for others of that zone hear of it. `ANY_PLACE`: it is shuffled, none is found again."""
    if span not in watch(scope).moves:
        return ()

    def closing() -> ir.Function:
        """What waits behind the piece comes one nearer; the piece itself will have no turn."""
        inner, loops = Scope(scope.build), list[ir.Statement]()
        zone, place = ir.Cell(inner.temp()), ir.Cell(inner.temp())
        for row, turn, loop in watch(inner).waiting:
            index, here = ir.Cell(inner.temp()), ir.Cell(inner.temp())
            step = times(index, 2)
            gone = either(equal(here, place), ir.Bin("<", place, ir.ZERO))
            nearer = ir.If(ir.Bin(">", here, place), (set_at(row.base + 1, step, plus(here, -1)),))
            there = equal(inner.build.of_cell("gap", here), zone)
            left_ = ir.If(there, (ir.If(gone, (set_at(row.base, step, GONE),), (nearer,)),))
            body = (ir.Set(here.index, at(row.base + 1, step)), left_)
            loops.append(ir.For(index.index, ir.Cell(turn), ir.Cell(row.length), body, span=loop))
        code = ir.If(ir.Bin(">=", zone, ir.ZERO), tuple(loops))
        return ir.Function("left", (zone.index, place.index), (code,), None)

    return (ir.CallFunction(scope.build.late_function(("left",), closing), (base, loc)),)


def left(scope: Scope, span: Span, loc: ir.Expr) -> ir.Code:
    """As `tell_waiting_loops`, of a piece that leaves."""
    return tell_waiting_loops(scope, span, scope.build.of_cell("gap", loc), loc) if span in watch(scope).moves else ()


# ---- Sentences that move, turn, swap and show pieces
# In: a scope and a core sentence that cannot stop. Out: structured code. Pieces moved together are found first and
# then moved one by one; where they lie in a row or pile, those still to come are found by counting who has left before
# them.


Moving = core.MovePiece | core.MoveAll | core.MoveSome


@frozen
class Goal:
    """Where pieces go: code to run first, the place, and who puts them there."""

    code: ir.Code
    at: ir.ZoneAt
    by: ir.Expr | None
    face: core.Face | None
    fault: int
    reverse: bool


def goal(scope: Scope, sentence: Moving) -> Goal:
    """The target of a move. Pieces that go onto a pile together enter the last one first, to keep their order."""
    code, place = target(scope, sentence.to, sentence.span)
    by_code, by = ((), None) if sentence.by is None else scope.atom(sentence.by)
    zone = scope.core.zones[place.zone]
    words = f"A piece cannot go to {zone.name} here: it is no longer where it was found, or there is no room."
    fault = scope.fault("cannot-move", words, sentence.span, impossible=True)
    return Goal((*code, *by_code), place, by, sentence.face, fault, reverse=zone.kind == "pile")


def target(scope: Scope, to: core.Target, span: Span) -> tuple[ir.Code, ir.ZoneAt]:
    """The zone, or the place of a board, that is meant; a fault if it is nobody's or nowhere."""
    place: ir.Expr | None = None
    if isinstance(to, core.ZoneRef):
        zone, where = to.zone, indexing.instance(scope, to)
    else:
        zone, (where, place) = to.board.zone, pieces.board_place(scope, to)
    found = indexing.certain(scope, where, span)
    code, index = scope.kept(found.index)
    return (*found.code, *code), ir.ZoneAt(zone, index, place)


def move_piece(scope: Scope, sentence: core.MovePiece) -> ir.Code:
    """`move x to Z`."""
    found = pieces.piece(scope, sentence.piece)
    to = goal(scope, sentence)
    leaving = left(scope, sentence.span, found.loc)
    origin = only_zone(scope.core, sentence.piece)
    kept = scope.spot(sentence.piece.local).loc if isinstance(sentence.piece, core.Get) else None
    step = (*leaving, *_step(scope, sentence, to, Spot(found.kind, found.loc), cell_of(kept), origin))
    there = pieces.something(scope, sentence.piece, found, sentence.span, impossible=True)
    return (*found.code, *there, *_somewhere(scope, to, found.loc), *to.code, *step)


def _somewhere(scope: Scope, to: Goal, loc: ir.Expr) -> ir.Code:
    """A fault where a piece lies nowhere: only of an unlimited component the box has always one."""
    component = scope.core.components[scope.core.zones[to.at.zone].component]
    if is_unlimited(component):
        return ()
    return (refused(ir.Bin("<", loc, ir.ZERO), to.fault),)


def _step(scope: Scope, sentence: Moving, to: Goal, here: Spot, found: int | None, origin: int | None) -> ir.Code:
    """A piece moves; where that is counted it changes something, unless it goes to the very cell in which it lies, and
    nothing else is known of it there."""
    changed, zone = scope.build.changed(sentence), scope.build.layout.zones[to.at.zone]
    beside = zone.notes or (zone.owners_at, zone.faces_at) != (None, None)
    if changed and not (beside or zone.unlimited or shape(zone.kind) == "ordered"):
        cell = here.value if shape(zone.kind) == "counts" else to.at.place or ir.ZERO
        changed = (ir.If(ir.Bin("!=", here.place, add(scope.base_of(zone, to.at.instance), cell)), changed),)
    return (*changed, ir.MovePiece(here.value, here.place, to.at, to.face, to.by, found, to.fault, origin))


def move_all(scope: Scope, sentence: core.MoveAll) -> ir.Code:
    """`move all A to Z`."""
    row = _buffer(scope, indexing.room(scope, sentence.seq), indexing.overrun(scope, sentence.seq))
    found = scope.each(sentence.seq, lambda spot: row.append(_located(scope, sentence.to, spot)))
    to = goal(scope, sentence)
    return (ir.Set(row.length, ir.ZERO), *found, *to.code, *move_group(scope, sentence, row, to))


def move_some(scope: Scope, sentence: core.MoveSome) -> ir.Code:
    """`move n from A to Z`, `move up to n from A to Z`, without a refill."""
    code, number = how_many(scope, sentence.number, sentence.span)
    if number == ir.ONE and "first" in scope.build.passes:
        return _move_one(scope, sentence)
    row, to = taking(scope, sentence), goal(scope, sentence)
    begin = (*code, *take(scope, sentence, number, row))
    few = ir.Bin("<", ir.Cell(row.length), number)
    lacking = () if sentence.up_to else (too_few(scope, sentence, few, number, ir.Cell(row.length)),)
    return (*begin, *lacking, *to.code, *move_group(scope, sentence, row, to))


def _move_one(scope: Scope, sentence: core.MoveSome) -> ir.Code:
    """The first piece of the sequence moves; where there is none that is a fault, or with `up to` nothing happens."""
    label, here, found = scope.build.label(), scope.piece(), scope.temp()

    def one(spot: Spot) -> ir.Code:
        first = _located(scope, sentence.to, spot)
        return (*here.becomes(first.value, first.place), ir.Set(found, ir.ONE), ir.Leave(label))

    search = ir.Labelled(label, scope.each(indexing.for_first(sentence.seq), one))
    to = goal(scope, sentence)
    moving = _moving(scope, sentence, here, to)
    if sentence.up_to:
        return (ir.Set(found, ir.ZERO), search, *to.code, ir.If(ir.Cell(found), moving))
    few = too_few(scope, sentence, equal(ir.Cell(found), ir.ZERO), ir.ONE, ir.Cell(found))
    return (ir.Set(found, ir.ZERO), search, few, *to.code, *moving)


def _moving(scope: Scope, sentence: core.MoveAll | core.MoveSome, here: Spot, to: Goal) -> ir.Code:
    """A piece that was found moves."""
    check = () if knows_where(scope.core, sentence.seq) else _somewhere(scope, to, here.place)
    move = _step(scope, sentence, to, here, None, only_zone(scope.core, sentence.seq))
    return (*check, *left(scope, sentence.span, here.place), *move)


def taking(scope: Scope, sentence: core.MoveSome) -> Stretch:
    """Where the pieces taken by a sentence are kept while they are moved."""
    most = indexing.range_here(scope, sentence.number).high
    overrun = indexing.overrun(scope, sentence.seq, most)
    return _buffer(scope, max(1, min(indexing.room(scope, sentence.seq), most)), overrun)


def take(scope: Scope, sentence: core.MoveSome, number: ir.Expr, row: Stretch) -> ir.Code:
    """Finds the first `number` pieces of the sequence, or as many as there are."""
    label = scope.build.label()
    seq = indexing.for_first(sentence.seq) if number == ir.ONE else sentence.seq

    def one(spot: Spot) -> ir.Code:
        full = ir.If(ir.Bin(">=", ir.Cell(row.length), number), (ir.Leave(label),))
        return (full, *row.append(_located(scope, sentence.to, spot)))

    return (ir.Set(row.length, ir.ZERO), ir.Labelled(label, scope.each(seq, one)))


def how_many(scope: Scope, number: core.Expr, span: Span) -> tuple[ir.Code, ir.Expr]:
    """A number of pieces or times; below 0 is a fault."""
    code, cell = scope.kept(indexing.some(scope, number, span))
    if indexing.range_here(scope, number).low >= 0:
        return code, cell
    fault = scope.fault("negative-number", "This number is below 0.", span)
    return (*code, refused(ir.Bin("<", cell, ir.ZERO), fault)), cell


def too_few(
    scope: Scope, sentence: core.MoveSome, test: ir.Expr, wanted: ir.Expr, there: ir.Expr, more: str = ""
) -> ir.Statement:
    """The fault of too few pieces where a test holds; it tells both numbers, or where they may be too large to be told
    together how many are there."""
    names = sorted({scope.core.zones[zone].name for zone in zones_of(scope.core, sentence.seq)})
    where = f" in {' and '.join(names)}" if names else ""
    fit = indexing.range_here(scope, sentence.number).high < ir.TOGETHER // 2  # fewer are there than wanted
    said = f"{ir.WANTED}{more} wanted, {ir.THERE} there" if fit else f"{ir.VALUE} there"
    value = add(times(wanted, ir.TOGETHER), there) if fit else there
    words = f"There are not enough pieces{where}: {said}."
    fault = scope.fault("too-few-pieces", words, sentence.span, impossible=True)
    return ir.If(test, (ir.Set(scope.temp(), ir.Checked(value, -1, -1, None, fault)),))


def _buffer(scope: Scope, capacity: int, overrun: int | None) -> Stretch:
    """Scratch for pieces that are moved together; sentences take turns with it."""
    rounded = 1 << (max(capacity, 1) - 1).bit_length()

    def made() -> Stretch:
        return Stretch(scope.temp(), scope.build.array(2 * rounded), rounded, pieces=True)

    return evolve(scope.build.remembered(("buffer", rounded), made), overrun=overrun)


def _located(scope: Scope, to: core.Target, spot: Spot) -> Spot:
    """An element with its location; a bare kind is looked for."""
    if spot.loc is not None:
        return spot
    component = scope.core.zones[(to if isinstance(to, core.ZoneRef) else to.board).zone].component
    return Spot(spot.value, ir.Invoke(pieces.search_in(scope, component), (spot.value,)))


def move_group(scope: Scope, sentence: core.MoveAll | core.MoveSome, row: Stretch, to: Goal) -> ir.Code:
    """Moves the pieces of a buffer. In rows and piles those still to come that lie behind one that leaves come one
    nearer, unless a single zone is emptied from its end."""
    index, here, of_cell = ir.Cell(scope.temp()), scope.piece(), scope.build.of_cell
    kinds = {scope.core.zones[zone].kind for zone in zones_of(scope.core, sentence.seq)} & {"pile", "row"}
    from_its_end = indexing.single(sentence.seq) is not None and ("row" in kinds) == to.reverse
    closing: ir.Code = ()
    if kinds and not (from_its_end and "gaps" in scope.build.passes):
        later, base, loc = (ir.Cell(scope.temp()) for _ in range(3))
        step = times(later, 2)
        behind = both(equal(of_cell("gap", loc), base), ir.Bin(">", loc, here.place))
        nearer = ir.If(behind, (set_at(row.base + 1, step, plus(loc, -1)),))
        low, high = (ir.ZERO, index) if to.reverse else (plus(index, 1), ir.Cell(row.length))
        loop = ir.For(later.index, low, high, (ir.Set(loc.index, at(row.base + 1, step)), nearer), span=scope.span)
        closing = (ir.Set(base.index, of_cell("gap", here.place)), ir.If(ir.Bin(">=", base, ir.ZERO), (loop,)))
    element = row.element(index)
    body = (*here.becomes(element.value, element.place), *_moving(scope, sentence, here, to), *closing)
    return (ir.For(index.index, ir.ZERO, ir.Cell(row.length), body, down=to.reverse, span=scope.span),)
