"""Sentences by which whole zones go where others have been.

In: a scope and a core sentence. Out: structured code. Whether all has its own place, and room there, is found out
before anything is taken up.
"""

from collections.abc import Iterator

from attrs import frozen

from rulewright.language import core
from rulewright.machine.lower import instances, watching
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.terms import NO, NO_PLACE, YES, ZERO, both, equal, guarded, inverse, refused
from rulewright.machine.program import nodes as ir


@frozen
class Way:
    """From where to where; `start` is below 0 if nothing goes."""

    start: ir.ZoneAt
    end: ir.ZoneAt


def pass_on(scope: Scope, sentence: core.PassZones) -> ir.Code:
    """`swap A and B`, `each player at once: move all A to B`."""
    found = [_way(scope, sentence, each) for each in sentence.passings]
    ways = [way for _, way in found]
    words = "Two would come to lie together here: each must go where nobody's lies when all are taken up."
    together = scope.fault("passed-together", words, sentence.span, impossible=True)
    tests = [*_meeting(ways), *(_occupied(way, ways) for way in ways)]
    checks = tuple(refused(test, together) for test in tests if not _never(test))
    room = tuple(line for way in ways for line in _room(scope, way, sentence))
    left = tuple(line for way in ways for line in _left(scope, way, sentence))
    moved = ir.PassZones(tuple((way.start, way.end) for way in ways))
    return (*(line for code, _ in found for line in code), *checks, *room, *left, moved)


def _way(scope: Scope, sentence: core.PassZones, each: core.Passing) -> tuple[ir.Code, Way]:
    """Both ends; a zone that would go to itself stays."""
    ends = [
        instances.certain(scope, instances.zone_instance(scope, ref), sentence.span) for ref in (each.source, each.to)
    ]
    test, within = scope.value(each.when), each.source.zone == each.to.zone
    known = [end.index for end in ends]
    if test == YES and not any(end.code for end in ends) and all(isinstance(index, ir.Const) for index in known):
        start, end = (NO_PLACE, known[1]) if within and known[0] == known[1] else known
        return (), Way(ir.ZoneAt(each.source.zone, start), ir.ZoneAt(each.to.zone, end))
    start, end = cells = ir.Cell(scope.temp()), ir.Cell(scope.temp())
    nothing = tuple(ir.Set(cell.index, NO_PLACE) for cell in cells)
    found = tuple(
        line for cell, end in zip(cells, ends, strict=True) for line in (*end.code, ir.Set(cell.index, end.index))
    )
    stays = (ir.If(equal(start, end), (ir.Set(start.index, NO_PLACE),)),) if within else ()
    return (*nothing, ir.If(test, (*found, *stays))), Way(
        ir.ZoneAt(each.source.zone, start), ir.ZoneAt(each.to.zone, end)
    )


def _goes(way: Way) -> ir.Expr:
    start = way.start.instance
    return ir.Const(int(start.value >= 0)) if isinstance(start, ir.Const) else ir.Bin(">=", start, ZERO)


def _same(one: ir.ZoneAt, other: ir.ZoneAt) -> ir.Expr:
    """Whether two zones are the same instance."""
    if one.zone != other.zone:
        return NO
    if isinstance(one.instance, ir.Const) and isinstance(other.instance, ir.Const):
        return ir.Const(int(one.instance == other.instance))
    return equal(one.instance, other.instance)


def _never(test: ir.Expr) -> bool:
    return test == NO or (isinstance(test, ir.Both) and NO in test.operands)


def _meeting(ways: list[Way]) -> Iterator[ir.Expr]:
    """Whether two go to the same zone."""
    for number, one in enumerate(ways):
        for other in ways[:number]:
            yield both(_goes(one), _goes(other), _same(one.end, other.end))


def _occupied(way: Way, ways: list[Way]) -> ir.Expr:
    """Whether something lies where a way ends that goes nowhere itself."""
    stays = [inverse(_same(each.start, way.end)) for each in ways]
    return both(_goes(way), *stays, ir.Bin(">", ir.Size(way.end.zone, way.end.instance), ZERO))


def _left(scope: Scope, way: Way, sentence: core.PassZones) -> ir.Code:
    """Loops over what lies where a way begins will not find it again."""
    base = scope.base_of(scope.build.layout.zones[way.start.zone], way.start.instance)
    told = watching.told(scope, sentence.span, base, watching.ANY_PLACE)
    return guarded(_goes(way), told) if told else ()


def _room(scope: Scope, way: Way, sentence: core.PassZones) -> ir.Code:
    """A fault where more would come than there is room for, which can be in another zone only."""
    zone = scope.build.layout.zones[way.end.zone]
    if way.start.zone == way.end.zone or zone.declared_capacity is None:
        return ()
    fault = scope.fault("zone-full", f"There is no room in {zone.name}: it is full.", sentence.span, impossible=True)
    size = ir.Size(way.start.zone, way.start.instance)
    return (refused(both(_goes(way), ir.Bin(">", size, ir.Const(zone.declared_capacity))), fault),)
