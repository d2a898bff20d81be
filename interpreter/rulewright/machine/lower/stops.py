"""What stops a program: events of chance, and decisions."""

from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import shape
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT
from rulewright.machine.lower import decisions, folds, headers, indexing, moving, procedures
from rulewright.machine.lower.builder import ANYTHING, Scope, Spot, added
from rulewright.machine.lower.terms import NO_PLACE, ONE, ZERO, at, both, either, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir

if TYPE_CHECKING:
    from rulewright.machine.lower.blocks import Writer


# ---- Chance events: draw, roll, shuffle, and the refill in the middle of taking pieces from a pile
# In: a writer and a sentence. Out: nothing; blocks and chance points grow. Who answers an event tells the log of it.


def _stop(writer: "Writer", point: ir.ChancePoint, uses: tuple[object, ...], sets: tuple[int, ...]) -> None:
    """Ends the block at a chance event and goes on behind it."""
    number = added(writer.scope.build.chances, point)
    writer.end(ir.Chance(number), (point.then,), uses=uses, sets=sets)
    writer.go_on(point.then)


def draw(writer: "Writer", line: core.Draw | core.Roll) -> None:
    """`draw x from z`, `roll n from 1..6`: of an unordered zone each copy is equally likely."""
    scope = writer.scope
    what = scope.core.locals[line.local]
    located = knows_where(scope.core, line.seq)
    seq = indexing.weighted(line.seq)

    def offer(spot: Spot) -> ir.Code:
        loc, weight = decisions.located(scope, seq, spot)
        return (ir.Yield((spot.value, *((loc,) if what.piece else ()), weight)),)

    code = scope.each(seq, offer)
    cells = scope.declare(line.local).cells
    argument = decisions.argument(scope.core, what.type, piece=located, words=None)
    nothing = f"There is nothing to draw from: {line.label} is empty here."
    _draw(writer, line, code, cells, argument, nothing, public=not located)


def _draw(
    writer: "Writer",
    line: core.Draw | core.Roll | core.RollInto,
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
    roll, then = not isinstance(line, core.Draw), writer.block()
    fault = scope.fault("nothing-to-draw", nothing, line.span)
    point = ir.DrawChance(enumerator, cells, argument, roll, public, line.label, then, fault, span=line.span)
    _stop(writer, point, (scope.build.functions[enumerator],), cells)


def roll_into(writer: "Writer", line: core.RollInto) -> None:
    """`roll 5 to your cup`: each die is a chance event; it is seen by those who see the cup."""
    scope = writer.scope
    left = scope.keep("left")
    code, number = moving.how_many(scope, line.number, line.span)
    writer.emit((*code, ir.Set(left, number)))

    def inside(_: int) -> None:
        writer.emit((ir.Set(left, plus(ir.Cell(left), -1)),))
        _roll_one(writer, line)

    writer.repeat(ir.Bin(">", ir.Cell(left), ZERO), inside)


def _roll_one(writer: "Writer", line: core.RollInto) -> None:
    scope = writer.scope
    zone = scope.build.layout.zones[line.to.zone]
    component = scope.core.components[zone.component]
    kinds = tuple(kind for kind, copies in enumerate(component.copies) if copies is None)
    where_code, where = moving.target(scope, line.to, line.span)
    base = scope.base_of(zone, where.instance)
    cup = plus(base, 1 if shape(zone.kind) == "ordered" else 0)
    values = core.Listed(tuple(core.Const(kind, KindT(component.name)) for kind in kinds))
    yields = scope.each(values, lambda spot: (ir.Yield((spot.value, cup, ONE)),))
    cells = (scope.keep("rolled"), scope.keep("cup"))
    argument = ir.Argument("piece", component.kinds, zone.component)
    public = zone.audience == "everyone"
    _draw(writer, line, (*where_code, *yields), cells, argument, "There is nothing to roll.", public=public)
    full = scope.fault("cannot-move", f"There is no room in {zone.name}.", line.span)
    again, to = moving.target(scope, line.to, line.span)
    place = ZERO if shape(zone.kind) == "places" else None
    moved = ir.MovePiece(ir.Cell(cells[0]), NO_PLACE, evolve(to, place=place), None, None, None, full, rolled=True)
    writer.emit((*again, moved))


def shuffle(writer: "Writer", line: core.Shuffle) -> None:
    """`shuffle z`; shuffling nothing is no event."""
    goes_on, inner = writer.block(), writer.block()
    zone = writer.scope.build.layout.zones[line.zone.zone]
    if shape(zone.kind) != "ordered":
        writer.goto(goes_on)
        return
    size = folds.zone_size(writer.scope, line.zone)
    if changed := writer.scope.build.changed(line):
        writer.emit((ir.If(ir.Bin(">", size, ONE), changed),))
    writer.branch(ir.Bin(">", size, ZERO), inner, goes_on)
    writer.go_on(inner)
    mix(writer, line.zone, line.label, line.span)
    writer.goto(goes_on)


def mix(writer: "Writer", ref: core.ZoneRef, label: str, span: Span) -> None:
    """Puts a zone into kind order and lets chance arrange it."""
    scope = writer.scope
    code, zone = moving.target(scope, ref, span)
    layout = scope.build.layout.zones[zone.zone]
    base = scope.base_of(layout, zone.instance)
    writer.emit((*code, *moving.told(scope, span, base, moving.ANY_PLACE), ir.SortZone(zone)))
    instance = scope.after(code, zone.instance)
    point = ir.ShuffleChance(evolve(zone, instance=instance), label, writer.block(), span=span)
    _stop(writer, point, (point.zone,), ())


# ---- taking from a pile that is refilled


def move_with_refill(writer: "Writer", line: core.MoveSome) -> None:
    """`move n from deck …`: what is there goes together; whenever the pile is empty it is refilled first. Where it goes
    is asked at once, for nobody's zone is a fault even if nothing moves."""
    scope = writer.scope
    left = scope.keep("left")
    code, number = moving.how_many(scope, line.number, line.span)
    writer.emit((*code, ir.Set(left, number), *moving.goal(scope, line).code))

    def inside(_: int) -> None:
        taking = writer.block()
        _refill(writer, line, taking)
        writer.go_on(taking)
        scope = writer.scope
        row = moving.taking(scope, line)
        found = moving.take(scope, line, ir.Cell(left), row)
        rest = ir.Set(left, ir.Bin("-", ir.Cell(left), ir.Cell(row.length)))
        nothing = ir.Bin("==", ir.Cell(row.length), ZERO)
        # nothing there ends it, or is too few
        stop = ir.If(nothing, (ir.Set(left, ZERO),)) if line.up_to else _too_few(scope, line, nothing, left)
        writer.emit((*found, rest, stop, *moving.move_group(scope, line, row)))

    writer.repeat(ir.Bin(">", ir.Cell(left), ZERO), inside)


def _too_few(scope: Scope, line: core.MoveSome, test: ir.Expr, left: int) -> ir.Statement:
    """The fault where nothing is there for so many that are still wanted; those that went already were there."""
    if not isinstance(line.number, core.Const):
        return moving.too_few(scope, line, test, ir.Cell(left), ZERO, " more")
    wanted = ir.Const(line.number.value)
    return moving.too_few(scope, line, test, wanted, ir.Bin("-", wanted, ir.Cell(left)))


def _refill(writer: "Writer", line: core.MoveSome, then: int) -> None:
    """If the pile is empty and its source is not: all of that enters, and the pile is shuffled."""
    scope = writer.scope
    pile = line.refills
    assert pile is not None
    refill = scope.core.zones[pile.zone].refill
    assert refill is not None
    source = core.ZoneRef(refill.zone, pile.owners if scope.core.zones[refill.zone].owners else ())
    empty = ir.Bin("==", folds.zone_size(scope, pile), ZERO)
    some = ir.Bin(">", folds.zone_size(scope, source), ZERO)
    inner = writer.block()
    writer.branch(both(empty, some), inner, then)
    writer.go_on(inner)
    writer.emit(moving.move_all(scope, core.MoveAll(core.Pieces(source), pile, None, None, span=line.span)))
    mix(writer, pile, refill.label, line.span)
    writer.jump(then)


# ---- Decisions: `choose`, `choose until`, and choosing all at once
# In: a writer and a sentence. Out: nothing; blocks and sites grow. An offer leads to a block that sets the action's
# `you`, parameters and lets again, carries out the body, and goes on behind the sentence.


def choose(writer: "Writer", line: core.Choose) -> None:
    """A decision of one seat; with an ending it is asked until that was chosen."""
    seat_code, seat = writer.scope.kept(indexing.some(writer.scope, line.you, line.span))
    head, goes_on = writer.block(), writer.block()
    writer.goto(head)
    seat = ir.Do(seat_code, seat.index) if seat_code and isinstance(seat, ir.Cell) else seat
    again = goes_on if line.ending is None else head
    entries: list[int] = []
    offers: list[ir.OfferCode] = []
    lines: list[tuple[core.OfferLine, int, tuple[int, ...] | None]] = [(offer, again, None) for offer in line.offers]
    if line.ending is not None:
        lines.append((line.ending, goes_on, _owed(writer.scope.core, line.offers)))
    for number, (offer, then, owed) in enumerate(lines):
        to = _entries(writer, offer, seat, then)
        entries.extend(to)
        offers.append(headers.offer(writer.scope, offer, number, to, owed))
    stuck = None if line.otherwise is None else writer.block()
    site = added(writer.scope.build.sites, ir.Site(seat, tuple(offers), stuck, span=line.span))
    follows = (*entries, *(() if stuck is None else (stuck,)))
    asked = (_asked(writer.scope, offer) for offer, _, _ in lines)
    writer.end(ir.Decide(site), follows, uses=(seat, *(offer.args for offer in offers), *asked))
    if stuck is not None:
        writer.go_on(stuck)
        writer.body(line.otherwise or ())
        writer.jump(goes_on)
    writer.go_on(goes_on)


def _asked(scope: Scope, offer: core.OfferLine) -> tuple[ir.Expr, ...]:
    """What is read where the menus of an offer say what it needs."""
    return tuple(scope.value(line.condition) for line in offer.needs)


def _owed(program: core.Core, offers: tuple[core.OfferLine, ...]) -> tuple[int, ...]:
    """The limits that must be used before a choice may end."""
    limits = dict.fromkeys(offer.limit for offer in offers if offer.limit is not None)
    return tuple(limit for limit in limits if program.limits[limit].exactly)


def _entries(writer: "Writer", offer: core.OfferLine, seat: ir.Expr, then: int) -> tuple[int, ...]:
    """For each variant of an offered action the block where it is carried out."""
    header = decisions.header(writer.scope.build, offer.action)
    outer = writer.current
    entries = []
    for number in range(len(header.ways)):
        entry = writer.block()
        writer.go_on(entry)
        writer.emit(_again(writer.scope, header, number, offer, seat))
        writer.emit(_chosen(writer.scope, offer, number))
        _carry_out(writer, offer.action, number, then)
        entries.append(entry)
    writer.go_on(outer)
    return tuple(entries)


def _chosen(scope: Scope, offer: core.OfferLine, number: int) -> ir.Code:
    """Counts that an offer is chosen, and of a family which member."""
    action, note = scope.core.actions[offer.action], scope.build.note
    code = (*note("offer", offer.span, name=action.name), *note("action", action.span, name=action.name))
    if action.by_member is None:
        return code
    member = action.by_member.members[number]
    return (*code, *note("action", member.span, name=f"{action.name} {member.name}"))


def _again(scope: Scope, header: decisions.Header, number: int, offer: core.OfferLine, seat: ir.Expr) -> ir.Code:
    """The cells of a header that the machine does not set for the chosen move."""
    before, args = procedures.arguments(scope, scope.core.actions[offer.action].params, offer.args)
    given = tuple(ir.Set(cell, arg) for cell, arg in zip(header.params, args, strict=True))
    return (ir.Set(header.you, seat), *before, *given, *header.ways[number].lets)


def _carry_out(writer: "Writer", action: int, number: int, then: int) -> None:
    """The body of an action: a function, or a unit of its own if it may stop."""
    if (action, number) in writer.blocks.stops.bodies:
        writer.call(writer.blocks.unit(("body", action, number)), then)
    else:
        writer.emit((ir.CallFunction(decisions.body_function(writer.scope.build, action, number), ()),))
        writer.jump(then)


# ---- at once


def at_once(writer: "Writer", line: core.ChooseAtOnce) -> None:
    """Who can chooses into a hidden slot; then the bodies in seat order, then what happens to who could not."""
    scope, build = writer.scope, writer.scope.build
    asked = scope.temp()
    scope.bind(line.you, Spot(ir.Cell(asked)))
    made = [decisions.header(build, offer.action) for offer in line.offers]
    offers = [
        headers.offer(scope, offer, number, tuple(range(len(header.ways))))
        for number, (offer, header) in enumerate(zip(line.offers, made, strict=True))
    ]
    width = 2 + max((len(way.cells) for header in made for way in header.ways), default=0)
    assert scope.unit is not None
    chosen = build.frame(scope.unit, width * scope.core.players, "chosen", ANYTHING)
    forget = (ir.Fill(chosen, ZERO, ir.Const(width * scope.core.players), 0),)
    writer.emit(forget)
    writer.emit(_open(scope, line, asked, chosen, width))
    head, then = writer.block(), writer.block()
    slots = range(0, width * scope.core.players, width)
    writer.branch(either(*(equal(ir.Cell(chosen + slot), ZERO) for slot in slots)), head, then)
    writer.go_on(head)
    site = added(build.sites, ir.Site(None, tuple(offers), None, then, chosen, width, asked, span=line.span))
    asked_first = (_asked(scope, offer) for offer in line.offers)
    writer.end(ir.Decide(site), (then,), uses=(*(offer.args for offer in offers), *asked_first))
    writer.go_on(then)
    spot = scope.declare(line.you)
    _bodies(writer, line, made, spot, chosen, width)
    if line.otherwise:
        _of_those_who_cannot(writer, line, spot, at(chosen, times(spot.value, width)))
    writer.emit(forget)


def _open(scope: Scope, line: core.ChooseAtOnce, asked: int, chosen: int, width: int) -> ir.Code:
    """The slots of who is asked are open; in the others stands, behind all offers, who cannot and who has no part."""
    cannot, players = _cannot(line), scope.core.players
    slot = times(ir.Cell(asked), width)
    apart = tuple(ir.Set(chosen + slot, plus(cannot, 1)) for slot in range(0, width * players, width))
    who = scope.each(line.who, lambda one: (set_at(chosen, times(one.value, width), cannot),))
    able = scope.value(core.CanAct(core.Get(line.you, PLAYER), line.offers))
    ask = ir.If(both(equal(at(chosen, slot), cannot), able), (set_at(chosen, slot, ZERO),))
    return (*apart, *who, ir.For(asked, ZERO, ir.Const(players), (ask,), span=line.span))


def _cannot(line: core.ChooseAtOnce) -> ir.Expr:
    """What stands in the slot of who has no move."""
    return ir.Const(len(line.offers) + 1)


def _of_those_who_cannot(writer: "Writer", line: core.ChooseAtOnce, spot: Spot, slot: ir.Expr) -> None:
    """Seat after seat what happens to who has had no move."""

    def inside(_: int) -> None:
        mine, following = writer.block(), writer.block()
        writer.branch(equal(slot, _cannot(line)), mine, following)
        writer.go_on(mine)
        writer.body(line.otherwise)
        writer.goto(following)
        writer.emit(spot.becomes(plus(spot.value, 1)))

    writer.emit(spot.becomes(ZERO))
    writer.repeat(ir.Bin("<", spot.value, ir.Const(writer.scope.core.players)), inside)


def _bodies(
    writer: "Writer", line: core.ChooseAtOnce, made: list[decisions.Header], spot: Spot, chosen: int, width: int
) -> None:
    """The chosen actions, seat after seat: what stands in the slot of each."""
    scope = writer.scope
    seat, slot = spot.value, times(spot.value, width)

    def inside(_: int) -> None:
        following = writer.block()
        for number, (offer, header) in enumerate(zip(line.offers, made, strict=True)):
            for variant, way in enumerate(header.ways):
                mine, other = writer.block(), writer.block()
                is_offer = equal(at(chosen, slot), ir.Const(number + 1))
                is_variant = equal(at(chosen, plus(slot, 1)), ir.Const(variant))
                writer.branch(both(is_offer, is_variant), mine, other)
                writer.go_on(mine)
                words = enumerate(way.cells, start=2)
                writer.emit(tuple(ir.Set(cell, at(chosen, plus(slot, word))) for word, cell in words))
                writer.emit(_again(scope, header, variant, offer, seat))
                writer.emit(_chosen(scope, offer, variant))
                _carry_out(writer, offer.action, variant, following)
                writer.go_on(other)
        writer.goto(following)
        writer.emit(spot.becomes(plus(seat, 1)))

    writer.emit(spot.becomes(ZERO))
    writer.repeat(ir.Bin("<", seat, ir.Const(scope.core.players)), inside)
