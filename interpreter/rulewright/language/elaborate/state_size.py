"""How many numbers a state needs for its fields, counted when they are known and before any body is read."""

from math import prod

from rulewright.language import core
from rulewright.language.elaborate.world import World
from rulewright.language.facts.room import capacity, parts_of
from rulewright.language.messages import declarations as words
from rulewright.language.types import CountsT, Scalar, SetT, ValueT, without_none

MOST_NUMBERS = 65_536


def check_room(world: World) -> None:
    """Tell the first field with which a state becomes too large."""
    needed = 0
    fields: list[core.Zone | core.Variable] = [
        *world.zones[: world.zones_here],
        *world.variables[: world.variables_here],
    ]
    for each in fields:
        instances: int = prod([_values(world, owner) for owner in each.owners])
        needed += instances * (_cells(world, each) if isinstance(each, core.Zone) else _width(world, each))
        if needed > MOST_NUMBERS:
            world.report(
                words.too_large_state(
                    each.span,
                    field=each.name,
                    instances=instances if instances > 1 else None,
                    numbers=needed,
                    most=MOST_NUMBERS,
                )
            )
            return


def _values(world: World, type_: Scalar) -> int:
    type_ = without_none(type_)
    if isinstance(type_, ValueT) and type_.name in world.places:
        return len(world.places[type_.name].names)
    return world.size(type_)


def _width(world: World, variable: core.Variable) -> int:
    return _values(world, variable.type.of) if isinstance(variable.type, SetT | CountsT) else 1


def _cells(world: World, zone: core.Zone) -> int:
    component = world.components[zone.component]
    places = len(world.places[zone.place].names) if zone.place else 0
    return parts_of(zone, component, capacity(zone, component, places)).cells
