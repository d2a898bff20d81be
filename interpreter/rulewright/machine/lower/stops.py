"""Sentences that may stop, written into the blocks of their unit: loops around stops, chance events, decisions.

In: a writer and sentences. Out: nothing; drafts, sites and chance points grow. Sentences that cannot stop stay
structured code inside a block; around those that do the code is cut.
"""

from collections.abc import Callable

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import shape
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT
from rulewright.machine.lower import decisions, folds, headers, indexing, moving, pieces, sentences
from rulewright.machine.lower.blocks import Blocks, Unit, Writer
from rulewright.machine.lower.builder import ANYTHING, Scope, Spot, added
from rulewright.machine.lower.terms import at, both, either, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir


def write(blocks: Blocks, unit: Unit, before: ir.Code = ()) -> None:
    """Writes a unit from its first block to its last; `before` are variables that begin with something reckoned."""
    writer = Writer(blocks, unit, unit.entry)
    writer.emit(before)
    _body(writer, unit.body)
    writer.jump(unit.end)


def _body(writer: Writer, lines: tuple[core.Statement, ...]) -> None:
    """Sentences one after the other."""
    for line in lines:
        if not writer.blocks.stops.sentence(line):
            writer.emit(sentences.one(writer.scope, line))
        else:
            writer.scope.span = line.span
            writer.emit(sentences.noted(writer.scope, line))
            _one(writer, line)


def _one(writer: Writer, line: core.Statement) -> None:
    assert not isinstance(line, core.Plain), line
    scope = writer.scope
    match line:
        case core.RunProcedure():
            unit = writer.blocks.unit(("procedure", line.procedure))
            before, args = pieces.arguments(scope, scope.core.procedures[line.procedure].params, line.args)
            writer.emit((*before, *(ir.Set(cell, arg) for cell, arg in zip(unit.params, args, strict=True))))
            goes_on = writer.block()
            writer.call(unit, goes_on)
            writer.current = goes_on
        case core.If():
            _if(writer, line)
        case core.ForEach():
            _loop(writer, sentences.for_each(scope, line), line.body)
        case core.Around():
            _loop(writer, sentences.around(scope, line), line.body)
        case core.RepeatTimes():
            _loop(writer, sentences.times_over(scope, line), line.body)
        case core.Repeat():
            head, inner, goes_on = writer.block(), writer.block(), writer.block()
            writer.goto(head)
            if line.until is None:
                writer.jump(inner)
            else:
                writer.branch(scope.value(line.until), goes_on, inner)
            writer.current = inner
            _body(writer, line.body)
            writer.jump(head)
            writer.current = goes_on
        case core.With():
            writer.emit(sentences.bind_you(scope, line))
            _body(writer, line.body)
        case core.Choose():
            _choose(writer, line)
        case core.ChooseAtOnce():
            _choose_at_once(writer, line)
        case core.Draw():
            _draw(writer, line)
        case core.RollInto():
            _roll_into(writer, line)
        case core.Shuffle():
            _shuffle(writer, line)
        case core.MoveSome():
            _move_with_refill(writer, line)


def _if(writer: Writer, line: core.If) -> None:
    goes_on, note = writer.block(), writer.scope.build.note
    for (test, then), place in zip(line.cases, sentences.places(line), strict=True):
        passed, failed = writer.block(), writer.block()
        writer.branch(writer.scope.value(test), passed, failed)
        writer.emit(note("branch", place))
        _body(writer, then)
        writer.jump(goes_on)
        writer.current = failed
        writer.emit(note("branch", place, 0))
    _body(writer, line.otherwise)
    writer.goto(goes_on)


def _loop(writer: Writer, loop: sentences.Loop, lines: tuple[core.Statement, ...]) -> None:
    def inside(head: int) -> None:
        writer.emit(loop.load)
        if loop.there != ir.YES:
            writer.branch(loop.there, writer.block(), head)
        _body(writer, lines)
        writer.emit(loop.after)

    writer.emit(loop.begin)
    writer.repeat(loop.more, inside, loop.look)


# ---- Chance events: draw, roll, shuffle, and the refill in the middle of taking pieces from a pile
# Who answers an event tells the log of it.


def _stop(writer: Writer, point: ir.ChancePoint, uses: tuple[object, ...], sets: tuple[int, ...]) -> None:
    """Ends the block at a chance event and goes on behind it."""
    number = added(writer.scope.build.chances, point)
    writer.end(ir.Chance(number), (point.then,), uses=uses, sets=sets)
    writer.current = point.then


def _draw(writer: Writer, line: core.Draw) -> None:
    """`draw x from z`, `roll n from 1..6`: of an unordered zone each copy is equally likely."""
    scope = writer.scope
    what, located, seq = scope.core.locals[line.local], knows_where(scope.core, line.seq), indexing.weighted(line.seq)

    def offer(spot: Spot) -> ir.Code:
        loc, weight = decisions.located(scope, seq, spot)
        return (ir.Yield((spot.value, *((loc,) if what.piece else ()), weight)),)

    code = scope.each(seq, offer)
    cells = scope.declare(line.local).cells
    argument = decisions.argument(scope.core, what.type, piece=located, words=None)
    nothing = f"There is nothing to draw from: {line.label} is empty here."
    _draw_one(writer, line, code, cells, argument, nothing, public=not located)


def _draw_one(
    writer: Writer,
    line: core.Draw | core.RollInto,
    code: ir.Code,
    cells: tuple[int, ...],
    argument: ir.Argument,
    nothing: str,
    *,
    public: bool,
) -> None:
    """Ends the block where one of what the code yields is drawn."""
    scope = writer.scope
    enumerator = scope.build.new_function(ir.Function(line.label, (), code, None))
    roll, then = isinstance(line, core.RollInto) or line.rolled, writer.block()
    fault = scope.fault("nothing-to-draw", nothing, line.span)
    point = ir.DrawChance(enumerator, cells, argument, roll, public, line.label, then, fault, span=line.span)
    _stop(writer, point, (scope.build.functions[enumerator],), cells)


def _roll_into(writer: Writer, line: core.RollInto) -> None:
    """`roll 5 to your cup`: each die is a chance event; it is seen by those who see the cup."""
    scope = writer.scope
    left, (code, number) = scope.keep("left"), moving.how_many(scope, line.number, line.span)
    writer.emit((*code, ir.Set(left, number)))
    zone = scope.build.layout.zones[line.to.zone]
    component, shape_ = scope.core.components[zone.component], shape(zone.kind)
    kinds = (kind for kind, copies in enumerate(component.copies) if copies is None)
    values = core.Listed(tuple(core.Const(kind, KindT(component.name)) for kind in kinds))

    def inside(_: int) -> None:
        writer.emit((ir.Set(left, plus(ir.Cell(left), -1)),))
        where_code, where = moving.target(scope, line.to, line.span)
        cup = plus(scope.base_of(zone, where.instance), 1 if shape_ == "ordered" else 0)
        yields = scope.each(values, lambda spot: (ir.Yield((spot.value, cup, ir.ONE)),))
        cells = (scope.keep("rolled"), scope.keep("cup"))
        argument, public = ir.Argument("piece", component.kinds, zone.component), zone.audience == "everyone"
        _draw_one(writer, line, (*where_code, *yields), cells, argument, "There is nothing to roll.", public=public)
        full = scope.fault("cannot-move", f"There is no room in {zone.name}.", line.span)
        again, to = moving.target(scope, line.to, line.span)
        place = evolve(to, place=ir.ZERO if shape_ == "places" else None)
        moved = ir.MovePiece(ir.Cell(cells[0]), ir.NO_PLACE, place, None, None, None, full, rolled=True)
        writer.emit((*again, moved))

    writer.repeat(ir.Bin(">", ir.Cell(left), ir.ZERO), inside)


def _shuffle(writer: Writer, line: core.Shuffle) -> None:
    """`shuffle z`; shuffling nothing is no event."""
    goes_on, inner = writer.block(), writer.block()
    if shape(writer.scope.build.layout.zones[line.zone.zone].kind) == "ordered":
        size = folds.zone_size(writer.scope, line.zone)
        if changed := writer.scope.build.changed(line):
            writer.emit((ir.If(ir.Bin(">", size, ir.ONE), changed),))
        writer.branch(ir.Bin(">", size, ir.ZERO), inner, goes_on)
        _mix(writer, line.zone, line.label, line.span)
    writer.goto(goes_on)


def _mix(writer: Writer, ref: core.ZoneRef, label: str, span: Span) -> None:
    """Puts a zone into kind order and lets chance arrange it."""
    scope = writer.scope
    code, zone = moving.target(scope, ref, span)
    base = scope.base_of(scope.build.layout.zones[zone.zone], zone.instance)
    writer.emit((*code, *moving.tell_waiting_loops(scope, span, base, moving.ANY_PLACE), ir.SortZone(zone)))
    instance = scope.after(code, zone.instance)
    point = ir.ShuffleChance(evolve(zone, instance=instance), label, writer.block(), span=span)
    _stop(writer, point, (point.zone,), ())


def _move_with_refill(writer: Writer, line: core.MoveSome) -> None:
    """`move n from deck …`: what is there goes together; whenever the pile is empty it is refilled first. Where it goes
    is asked at once, for nobody's zone is a fault even if nothing moves."""
    scope, pile = writer.scope, line.refills
    left, (code, number) = scope.keep("left"), moving.how_many(scope, line.number, line.span)
    writer.emit((*code, ir.Set(left, number), *moving.goal(scope, line).code))
    assert pile is not None
    refill = scope.core.zones[pile.zone].refill
    assert refill is not None
    source = core.ZoneRef(refill.zone, pile.owners if scope.core.zones[refill.zone].owners else ())

    def inside(_: int) -> None:
        taking = writer.block()
        # if the pile is empty and its source is not, all of that enters, and the pile is shuffled
        empty = ir.Bin("==", folds.zone_size(scope, pile), ir.ZERO)
        some = ir.Bin(">", folds.zone_size(scope, source), ir.ZERO)
        writer.branch(both(empty, some), writer.block(), taking)
        writer.emit(moving.move_all(scope, core.MoveAll(core.Pieces(source), pile, None, None, span=line.span)))
        _mix(writer, pile, refill.label, line.span)
        writer.goto(taking)
        row = moving.taking(scope, line)
        found = moving.take(scope, line, ir.Cell(left), row)
        rest = ir.Set(left, ir.Bin("-", ir.Cell(left), ir.Cell(row.length)))
        nothing = ir.Bin("==", ir.Cell(row.length), ir.ZERO)
        if line.up_to:
            stop: ir.Statement = ir.If(nothing, (ir.Set(left, ir.ZERO),))
        elif isinstance(line.number, core.Const):  # those that went already were there
            wanted = ir.Const(line.number.value)
            stop = moving.too_few(scope, line, nothing, wanted, ir.Bin("-", wanted, ir.Cell(left)))
        else:
            stop = moving.too_few(scope, line, nothing, ir.Cell(left), ir.ZERO, " more")
        to = moving.goal(scope, line)
        writer.emit((*found, rest, stop, *to.code, *moving.move_group(scope, line, row, to)))

    writer.repeat(ir.Bin(">", ir.Cell(left), ir.ZERO), inside)


# ---- Decisions: `choose`, `choose until`, and choosing all at once
# An offer leads to a block that sets the action's `you`, parameters and lets again, carries out the body, and goes on
# behind the sentence.


def _choose(writer: Writer, line: core.Choose) -> None:
    """A decision of one seat; with an ending it is asked until that was chosen."""
    scope = writer.scope
    seat_code, seat = scope.kept(indexing.some(scope, line.you, line.span))
    head, goes_on = writer.block(), writer.block()
    writer.goto(head)
    seat = ir.Do(seat_code, seat.index) if seat_code and isinstance(seat, ir.Cell) else seat
    lines: list[tuple[core.OfferLine, int, tuple[int, ...] | None]]
    lines = [(offer, goes_on if line.ending is None else head, None) for offer in line.offers]
    if line.ending is not None:
        limits = dict.fromkeys(offer.limit for offer in line.offers if offer.limit is not None)
        lines.append((line.ending, goes_on, tuple(at for at in limits if scope.core.limits[at].exactly)))
    entries: list[int] = []
    offers: list[ir.OfferCode] = []
    for number, (offer, then, owed) in enumerate(lines):
        header, outer, first = decisions.header(scope.build, offer.action), writer.current, len(entries)
        for variant in range(len(header.ways)):
            writer.current = writer.block()
            entries.append(writer.current)
            _carry_out(writer, offer, header, variant, seat, then)
        writer.current = outer
        offers.append(headers.offer(scope, offer, number, tuple(entries[first:]), owed))
    stuck = None if line.otherwise is None else writer.block()
    site = added(scope.build.sites, ir.Site(seat, tuple(offers), stuck, span=line.span))
    uses = (seat, *(offer.args for offer in offers), *(_needed(scope, offer) for offer, _, _ in lines))
    writer.end(ir.Decide(site), (*entries, *(() if stuck is None else (stuck,))), uses=uses)
    if stuck is not None:
        writer.current = stuck
        _body(writer, line.otherwise or ())
        writer.jump(goes_on)
    writer.current = goes_on


def _needed(scope: Scope, offer: core.OfferLine) -> tuple[ir.Expr, ...]:
    """What is read where the menus of an offer say what it needs."""
    return tuple(scope.value(line.condition) for line in offer.needs)


def _carry_out(
    writer: Writer, offer: core.OfferLine, header: decisions.Header, variant: int, seat: ir.Expr, then: int
) -> None:
    """A chosen move: sets the cells of the header that the machine does not set, counts that it is chosen, and carries
    out the body: a function, or a unit of its own if it may stop."""
    scope, action, note = writer.scope, writer.scope.core.actions[offer.action], writer.scope.build.note
    before, args = pieces.arguments(scope, action.params, offer.args)
    given = (ir.Set(cell, arg) for cell, arg in zip(header.params, args, strict=True))
    writer.emit((ir.Set(header.you, seat), *before, *given, *header.ways[variant].lets))
    writer.emit((*note("offer", offer.span, name=action.name), *note("action", action.span, name=action.name)))
    if action.by_member is not None:
        member = action.by_member.members[variant]
        writer.emit(note("action", member.span, name=f"{action.name} {member.name}"))
    if (offer.action, variant) in writer.blocks.stops.bodies:
        writer.call(writer.blocks.unit(("body", offer.action, variant)), then)
    else:
        writer.emit((ir.CallFunction(decisions.body_function(scope.build, offer.action, variant), ()),))
        writer.jump(then)


def _choose_at_once(writer: Writer, line: core.ChooseAtOnce) -> None:
    """Who can chooses into a hidden slot; then the bodies in seat order, then what happens to who could not."""
    scope, build, players = writer.scope, writer.scope.build, writer.scope.core.players
    asked = scope.temp()
    scope.bind(line.you, Spot(ir.Cell(asked)))
    made = [decisions.header(build, offer.action) for offer in line.offers]
    offers = [
        headers.offer(scope, offer, number, tuple(range(len(header.ways))))
        for number, (offer, header) in enumerate(zip(line.offers, made, strict=True))
    ]
    width = 2 + max((len(way.cells) for header in made for way in header.ways), default=0)
    assert scope.unit is not None
    chosen, slots = build.frame(scope.unit, width * players, "chosen", ANYTHING), range(0, width * players, width)
    forget = (ir.Fill(chosen, ir.ZERO, ir.Const(width * players), 0),)
    # in the slot of who has no move stands a number behind all offers, of who has no part one more; the others are open
    cannot, slot = ir.Const(len(line.offers) + 1), times(ir.Cell(asked), width)
    apart = (ir.Set(chosen + slot, plus(cannot, 1)) for slot in slots)
    who = scope.each(line.who, lambda one: (set_at(chosen, times(one.value, width), cannot),))
    able = scope.value(core.CanAct(core.Get(line.you, PLAYER), line.offers))
    ask = ir.If(both(equal(at(chosen, slot), cannot), able), (set_at(chosen, slot, ir.ZERO),))
    writer.emit((*forget, *apart, *who, ir.For(asked, ir.ZERO, ir.Const(players), (ask,), span=line.span)))
    head, then = writer.block(), writer.block()
    writer.branch(either(*(equal(ir.Cell(chosen + slot), ir.ZERO) for slot in slots)), head, then)
    site = added(build.sites, ir.Site(None, tuple(offers), None, then, chosen, width, asked, span=line.span))
    uses = (*(offer.args for offer in offers), *(_needed(scope, offer) for offer in line.offers))
    writer.end(ir.Decide(site), (then,), uses=uses)
    writer.current = then
    seat = scope.declare(line.you)
    mine = times(seat.value, width)

    def seat_by_seat(inside: Callable[[int], None]) -> None:
        def turn(_: int) -> None:
            following = writer.block()
            inside(following)
            writer.goto(following)
            writer.emit(seat.becomes(plus(seat.value, 1)))

        writer.emit(seat.becomes(ir.ZERO))
        writer.repeat(ir.Bin("<", seat.value, ir.Const(players)), turn)

    def carried_out(following: int) -> None:
        for number, (offer, header) in enumerate(zip(line.offers, made, strict=True)):
            for variant, way in enumerate(header.ways):
                other = writer.block()
                is_offer = equal(at(chosen, mine), ir.Const(number + 1))
                is_variant = equal(at(chosen, plus(mine, 1)), ir.Const(variant))
                writer.branch(both(is_offer, is_variant), writer.block(), other)
                words = enumerate(way.cells, start=2)
                writer.emit(tuple(ir.Set(cell, at(chosen, plus(mine, word))) for word, cell in words))
                _carry_out(writer, offer, header, variant, seat.value, following)
                writer.current = other

    def left_out(following: int) -> None:
        writer.branch(equal(at(chosen, mine), cannot), writer.block(), following)
        _body(writer, line.otherwise)

    seat_by_seat(carried_out)
    if line.otherwise:
        seat_by_seat(left_out)
    writer.emit(forget)
