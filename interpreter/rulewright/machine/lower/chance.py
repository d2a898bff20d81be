"""Chance events: draw, roll, shuffle, and the refill in the middle of taking pieces from a pile.

In: a writer and a sentence. Out: nothing; blocks and chance points grow. Who answers an event tells the log of it.
"""

from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import knows_where
from rulewright.language.span import Span
from rulewright.language.types import KindT
from rulewright.machine.lower import decisions, folds, moving, sequence_facts, watching
from rulewright.machine.lower.builder import Scope, Spot, added
from rulewright.machine.lower.terms import NO_PLACE, ONE, ZERO, both, plus
from rulewright.machine.program import nodes as ir

if TYPE_CHECKING:
    from rulewright.machine.lower.blocks import Writer


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
    seq = sequence_facts.weighted(line.seq)

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
    writer.emit((*code, *watching.told(scope, span, base, watching.ANY_PLACE), ir.SortZone(zone)))
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
