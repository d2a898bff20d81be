"""Where the author said what something is: the second place of a finding that speaks of its type or range.

In: what an expression turned out to be. Out: the place of the field, local name, definition or component that it asks;
`NOWHERE` for what is made on the spot, such as a number or a sum.
"""

from rulewright.language import core
from rulewright.language.elaborate.environment import (
    AggregateOf,
    MemoryOf,
    PlaceValue,
    SeqValue,
    Typed,
    Value,
    ZoneValue,
)
from rulewright.language.elaborate.world import World
from rulewright.language.span import NOWHERE, Span


def declared_at(world: World, *found: Typed) -> Span:
    """The place of the first of these that has one."""
    places = (_of(world, each) for each in found)
    return next((place for place in places if place != NOWHERE), NOWHERE)


def _of(world: World, typed: Typed) -> Span:
    match typed:
        case ZoneValue(ref=ref) | SeqValue(seq=core.Pieces(zone=ref)) | PlaceValue(place=core.PlaceRef(board=ref)):
            zone = world.zones[ref.zone]
            return NOWHERE if zone.box else zone.span
        case Value(core=core.Read(var=var)) | AggregateOf(var=core.VarRef() as var) | MemoryOf(var):
            return world.variables[var.variable].span
        case Value(core=core.Get(local=local)) | SeqValue(seq=core.Held(local=local)):
            return world.locals[local].span
        case Value(core=core.CallDefinition(definition=index)):
            return world.definitions[index].span
        case Value(core=core.Attr(component=index)):
            return world.components[index].span
        case _:
            return NOWHERE
