"""Sentences that may stop, written into the blocks of their unit: loops around stops, chance events, decisions.

Sentences that cannot stop stay structured code inside a block; around those that do the code is cut.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import shape
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT
from rulewright.machine.lower import decisions, expressions, headers, indexing, moving, pieces, sentences, telling
from rulewright.machine.lower.blocks import Blocks, Unit, Writer
from rulewright.machine.lower.builder import ANYTHING, Scope, Spot, added
from rulewright.machine.lower.terms import at, both, either, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir


def write(blocks: Blocks, unit: Unit) -> None:
    """Writes a unit from its first block to its last."""
    writer = Writer(blocks, unit)
    _body(writer, unit.body)
    writer.jump(unit.end)


def _body(writer: Writer, lines: tuple[core.Statement, ...]) -> None:
    for line in lines:
        if not writer.blocks.stops.sentence(line):
            sentences.one(writer.scope, line)
        else:
            writer.scope.span = line.span
            writer.scope.emit(*sentences.noted(writer.scope, line))
            _one(writer, line)


def _one(writer: Writer, line: core.Statement) -> None:
    assert not isinstance(line, core.Plain), line
    scope = writer.scope
    match line:
        case core.RunProcedure():
            unit = writer.blocks.unit(("procedure", line.procedure))
            args = pieces.arguments(scope, scope.core.procedures[line.procedure].params, line.args)
            scope.emit(*(ir.Set(cell, arg) for cell, arg in zip(unit.params, args, strict=True)))
            writer.call(unit, goes_on := writer.block())
            writer.go_to(goes_on)
        case core.If():
            _if(writer, line)
        case core.ForEach() | core.Around() | core.RepeatTimes() | core.Repeat():
            loop = sentences.loop(scope, line)
            with writer.repeat(loop.more, loop.look) as head:
                scope.emit(*loop.load)
                if loop.there != ir.YES:
                    writer.branch(loop.there, writer.block(), head)
                _body(writer, line.body)
                scope.emit(*loop.after)
        case core.With():
            sentences.bind_you(scope, line)
            _body(writer, line.body)
        case core.Choose():
            _choose(writer, line)
        case core.ChooseAtOnce():
            _choose_at_once(writer, line)
        case core.Draw():
            _draw(writer, line)
        case core.RollInto():
            _roll_into(writer, line)
        case core.Shuffle():  # shuffling nothing is no event
            goes_on, inner = writer.block(), writer.block()
            if shape(scope.build.layout.zones[line.zone.zone].kind) == "ordered":
                size = expressions.zone_size(scope, line.zone)
                if changed := scope.build.changed(line):
                    scope.emit(ir.If(ir.Bin(">", size, ir.ONE), changed))
                writer.branch(ir.Bin(">", size, ir.ZERO), inner, goes_on)
                _mix(writer, line.zone, line.label, line.span)
            writer.jump(goes_on, goes_on)
        case core.MoveSome():
            _move_with_refill(writer, line)


def _if(writer: Writer, line: core.If) -> None:
    goes_on, note = writer.block(), writer.scope.build.note
    for (test, then), place in zip(line.cases, sentences.places(line), strict=True):
        passed, failed = writer.block(), writer.block()
        writer.branch(writer.scope.value(test), passed, failed)
        writer.scope.emit(*note("branch", place))
        _body(writer, then)
        writer.jump(goes_on, failed)
        writer.scope.emit(*note("branch", place, 0))
    _body(writer, line.otherwise)
    writer.jump(goes_on, goes_on)


# ---- Chance events: draw, roll, shuffle, and the refill in the middle of taking pieces from a pile
# Who answers an event tells the log of it.


def _stop(writer: Writer, point: ir.ChancePoint, uses: tuple[object, ...], sets: tuple[int, ...]) -> None:
    """Ends the block at a chance event and goes on behind it."""
    number = added(writer.scope.build.chances, point)
    writer.end(ir.Chance(number), (point.then,), uses=uses, sets=sets)
    writer.go_to(point.then)


def _draw(writer: Writer, line: core.Draw) -> None:
    """`draw x from z`, `roll n from 1..6`: of an unordered zone each copy is equally likely."""
    scope = writer.scope
    what, located, seq = scope.core.locals[line.local], knows_where(scope.core, line.seq), indexing.weighted(line.seq)

    def offer(spot: Spot) -> None:
        loc, weight = decisions.located(scope, seq, spot)
        scope.emit(ir.Yield((spot.value, *((loc,) if what.piece else ()), weight)))

    with scope.block():
        scope.each(seq, offer)
        candidates = scope.function(line.label)
    cells = scope.declare(line.local).cells
    argument = telling.argument(scope.core, what.type, piece=located, words=None)
    nothing = f"There is nothing to draw from: {line.label} is empty here."
    _draw_one(writer, line, candidates, cells, argument, nothing, public=not located)


def _draw_one(
    writer: Writer,
    line: core.Draw | core.RollInto,
    candidates: ir.Function,
    cells: tuple[int, ...],
    argument: ir.Argument,
    nothing: str,
    *,
    public: bool,
) -> None:
    """Ends the block where one of what a function yields is drawn."""
    build, fault = writer.scope.build, writer.scope.fault("nothing-to-draw", nothing, line.span)
    roll, then = isinstance(line, core.RollInto) or line.rolled, writer.block()
    number = build.new_function(candidates)
    point = ir.DrawChance(number, cells, argument, roll, public, line.label, then, fault, span=line.span)
    _stop(writer, point, (candidates,), cells)


def _roll_into(writer: Writer, line: core.RollInto) -> None:
    """`roll 5 to your cup`: each die is a chance event; it is seen by those who see the cup."""
    scope = writer.scope
    left, zone = scope.keep("left"), scope.build.layout.zones[line.to.zone]
    scope.set(left, moving.how_many(scope, line.number, line.span))
    component, shape_ = scope.core.components[zone.component], shape(zone.kind)
    kinds = (kind for kind, copies in enumerate(component.copies) if copies is None)
    values = core.Listed(tuple(core.Const(kind, KindT(component.name)) for kind in kinds))
    with writer.repeat(ir.Bin(">", left, ir.ZERO)):
        scope.set(left, plus(left, -1))
        with scope.block():
            where = moving.target(scope, line.to, line.span)
            cup = plus(scope.base_of(zone, where.instance), 1 if shape_ == "ordered" else 0)
            scope.each(values, lambda spot: scope.emit(ir.Yield((spot.value, cup, ir.ONE))))
            candidates = scope.function(line.label)
        kind, loc = scope.keep("rolled"), scope.keep("cup")
        argument, public = ir.Argument("piece", component.kinds, zone.component), zone.audience == "everyone"
        cells = (kind.index, loc.index)
        _draw_one(writer, line, candidates, cells, argument, "There is nothing to roll.", public=public)
        full = scope.fault("cannot-move", f"There is no room in {zone.name}.", line.span)
        to = moving.target(scope, line.to, line.span)
        place = evolve(to, place=ir.ZERO if shape_ == "places" else None)
        scope.emit(ir.MovePiece(kind, ir.NO_PLACE, place, None, None, None, full, rolled=True))


def _mix(writer: Writer, ref: core.ZoneRef, label: str, span: Span) -> None:
    """Puts a zone into kind order and lets chance arrange it."""
    scope = writer.scope
    with scope.block() as found:
        zone = moving.target(scope, ref, span)
    scope.emit(*found)
    base = scope.base_of(scope.build.layout.zones[zone.zone], zone.instance)
    moving.tell_waiting_loops(scope, span, base, moving.ANY_PLACE)
    scope.emit(ir.SortZone(zone))
    mixed = evolve(zone, instance=scope.after(found, zone.instance))
    _stop(writer, ir.ShuffleChance(mixed, label, writer.block(), span=span), (mixed,), ())


def _move_with_refill(writer: Writer, line: core.MoveSome) -> None:
    """`move n from deck …`: what is there goes together; whenever the pile is empty it is refilled first. Where it goes
    is asked at once, for nobody's zone is a fault even if nothing moves."""
    scope, pile = writer.scope, line.refills
    assert pile is not None
    refill = scope.core.zones[pile.zone].refill
    assert refill is not None
    source = core.ZoneRef(refill.zone, pile.owners if scope.core.zones[refill.zone].owners else ())
    left = scope.keep("left")
    scope.set(left, moving.how_many(scope, line.number, line.span))
    moving.goal(scope, line)
    with writer.repeat(ir.Bin(">", left, ir.ZERO)):
        taking = writer.block()
        # if the pile is empty and its source is not, all of that enters, and the pile is shuffled
        empty = ir.Bin("==", expressions.zone_size(scope, pile), ir.ZERO)
        some = ir.Bin(">", expressions.zone_size(scope, source), ir.ZERO)
        writer.branch(both(empty, some), writer.block(), taking)
        moving.move_all(scope, core.MoveAll(core.Pieces(source), pile, None, None, span=line.span))
        _mix(writer, pile, refill.label, line.span)
        writer.jump(taking, taking)
        row = moving.take(scope, line, left)
        scope.set(left, ir.Bin("-", left, row.length))
        nothing = ir.Bin("==", row.length, ir.ZERO)
        if line.up_to:
            scope.emit(ir.If(nothing, (ir.Set(left.index, ir.ZERO),)))
        elif isinstance(line.number, core.Const):  # those that went already were there
            wanted = ir.Const(line.number.value)
            moving.too_few(scope, line, nothing, wanted, ir.Bin("-", wanted, left))
        else:
            moving.too_few(scope, line, nothing, left, ir.ZERO, " more")
        moving.move_group(scope, line, row, moving.goal(scope, line))


# ---- Decisions: `choose`, `choose until`, and choosing all at once
# An offer leads to a block that sets the action's `you`, parameters and lets again, carries out the body, and goes on
# behind the sentence.


def _choose(writer: Writer, line: core.Choose) -> None:
    """A decision of one seat; where offers end it, it is asked until one of them was chosen, or something follows."""
    scope = writer.scope
    with scope.block() as seat_code:
        seat: ir.Expr = scope.kept(indexing.some(scope, line.you, line.span))
    head, goes_on = writer.block(), writer.block()
    writer.jump(head, head)
    seat = scope.after(seat_code, seat)
    again = any(offer.ends for offer in line.offers)
    behind = writer.block() if line.acted else head
    entries: list[int] = []
    offers: list[ir.OfferCode] = []
    for number, offer in enumerate(line.offers):
        then = behind if again and not offer.ends else goes_on
        header, outer, first = decisions.header(scope.build, offer.action), writer.current, len(entries)
        for variant in range(len(header.ways)):
            entries.append(writer.block())
            writer.go_to(entries[-1])
            _carry_out(writer, offer, header, variant, seat, then)
        writer.go_to(outer)
        offers.append(headers.offer(scope, offer, number, tuple(entries[first:])))
    stuck = None if line.otherwise is None else writer.block()
    site = added(scope.build.sites, ir.Site(seat, tuple(offers), stuck, span=line.span))
    uses = (seat, *_read_by(scope, offers, line.offers))
    writer.end(ir.Decide(site), (*entries, *(() if stuck is None else (stuck,))), uses=uses)
    if stuck is not None:
        writer.go_to(stuck)
        _body(writer, line.otherwise or ())
        writer.jump(goes_on)
    if line.acted:
        writer.go_to(behind)
        _body(writer, line.acted)
        writer.jump(goes_on)
    writer.go_to(goes_on)


def _read_by(scope: Scope, offers: list[ir.OfferCode], lines: Sequence[core.OfferLine]) -> Iterator[object]:
    """What offers read, and their menus where they say what they need."""
    yield from (offer.args for offer in offers)
    yield from (scope.value(need.condition) for offer in lines for need in offer.needs)


def _carry_out(
    writer: Writer, offer: core.OfferLine, header: decisions.Header, variant: int, seat: ir.Expr, then: int
) -> None:
    """A chosen move: sets the cells of the header that the machine does not set, counts that it is chosen, and carries
    out the body: a function, or a unit of its own if it may stop."""
    scope, action, note = writer.scope, writer.scope.core.actions[offer.action], writer.scope.build.note
    scope.emit(ir.Set(header.you, seat))
    args = pieces.arguments(scope, action.params, offer.args)
    scope.emit(*(ir.Set(cell, arg) for cell, arg in zip(header.params, args, strict=True)))
    scope.emit(*header.ways[variant].lets)
    sort: ir.Noted = "passing" if offer.alike else "offer"
    scope.emit(*note(sort, offer.span, name=action.name), *note("action", action.span, name=action.name))
    if action.by_member is not None:
        member = action.by_member.members[variant]
        scope.emit(*note("action", member.span, name=f"{action.name} {member.name}"))
    if (offer.action, variant) in writer.blocks.stops.bodies:
        writer.call(writer.blocks.unit(("body", offer.action, variant)), then)
    else:
        scope.emit(ir.CallFunction(decisions.body_function(scope.build, offer.action, variant), ()))
        writer.jump(then)


def _choose_at_once(writer: Writer, line: core.ChooseAtOnce) -> None:
    """Who can chooses into a hidden slot; then the bodies in seat order, then what happens to who could not."""
    scope, build, players = writer.scope, writer.scope.build, writer.scope.core.players
    asked = scope.cell()
    scope.bind(line.you, Spot(asked))
    made = [decisions.header(build, offer.action) for offer in line.offers]
    offers = [
        headers.offer(scope, offer, number, tuple(range(len(header.ways))))
        for number, (offer, header) in enumerate(zip(line.offers, made, strict=True))
    ]
    width = 2 + max((len(way.cells) for header in made for way in header.ways), default=0)
    assert scope.unit is not None
    chosen, slots = build.frame(scope.unit, width * players, "chosen", ANYTHING), range(0, width * players, width)
    forget = ir.Fill(chosen, ir.ZERO, ir.Const(width * players), 0)
    # in the slot of who has no move stands a number behind all offers, of who has no part one more; the others are open
    cannot, slot = ir.Const(len(line.offers) + 1), times(asked, width)
    scope.emit(forget, *(ir.Set(chosen + each, plus(cannot, 1)) for each in slots))
    scope.each(line.who, lambda one: scope.emit(set_at(chosen, times(one.value, width), cannot)))
    able = scope.value(core.CanAct(core.Get(line.you, PLAYER), line.offers))
    ask = ir.If(both(equal(at(chosen, slot), cannot), able), (set_at(chosen, slot, ir.ZERO),))
    scope.emit(ir.For(asked.index, ir.ZERO, ir.Const(players), (ask,), span=line.span))
    head, then = writer.block(), writer.block()
    writer.branch(either(*(equal(ir.Cell(chosen + each), ir.ZERO) for each in slots)), head, then)
    site = ir.Site(None, tuple(offers), None, then, chosen, width, asked.index, span=line.span)
    uses = tuple(_read_by(scope, offers, line.offers))
    writer.end(ir.Decide(added(build.sites, site)), (then,), uses=uses)
    writer.go_to(then)
    seat = scope.declare(line.you)
    mine = times(seat.value, width)

    @contextmanager
    def seat_by_seat() -> Iterator[int]:
        scope.put(seat, ir.ZERO)
        with writer.repeat(ir.Bin("<", seat.value, ir.Const(players))):
            following = writer.block()
            yield following
            writer.jump(following, following)
            scope.put(seat, plus(seat.value, 1))

    with seat_by_seat() as following:
        for number, (offer, header) in enumerate(zip(line.offers, made, strict=True)):
            for variant, way in enumerate(header.ways):
                other = writer.block()
                is_offer = equal(at(chosen, mine), ir.Const(number + 1))
                is_variant = equal(at(chosen, plus(mine, 1)), ir.Const(variant))
                writer.branch(both(is_offer, is_variant), writer.block(), other)
                words = enumerate(way.cells, start=2)
                scope.emit(*(ir.Set(cell, at(chosen, plus(mine, word))) for word, cell in words))
                _carry_out(writer, offer, header, variant, seat.value, following)
                writer.go_to(other)
    if line.otherwise:
        # of what was chosen nothing is left while somebody is asked, but who could not
        for number in (chosen + each for each in slots):
            scope.emit(ir.Set(number, ir.Select(equal(ir.Cell(number), cannot), cannot, ir.ZERO)))
            scope.emit(ir.Fill(number + 1, ir.ZERO, ir.Const(width - 1), 0))
        with seat_by_seat() as following:
            writer.branch(equal(at(chosen, mine), cannot), writer.block(), following)
            _body(writer, line.otherwise)
    scope.emit(forget)
