"""The pieces of components: how many there are, and what is said where they are meant and not named."""

from rulewright.language import core, types
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate.world import World
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span


def copies_of(component: core.Component) -> int:
    """How many pieces of the component there are, as far as anybody counts."""
    there = component.pieces
    return MAX_COUNT if there is None else max(1, there)


def kinds(world: World, name: str, span: Span) -> Diagnostic:
    """The complaint that kinds are no copies."""
    plural = next(plural for plural, each in world.plurals.items() if each == name)
    index = world.component_index[name]
    component = world.components[index]
    here = [zone for zone in world.zones[: world.zones_here] if zone.component == index and not zone.box]
    mine = [f"players's {zone.name}" for zone in here if zone.owners == (types.PLAYER,)]
    places = (*[zone.name for zone in here if not zone.owners][:2] + mine[:1], f"box's {plural}")
    pieces = copies_of(component)
    return words.kinds_not_copies(span, plural=plural, kinds=len(component.kinds), pieces=pieces, places=places)


def whole_box(world: World, span: Span) -> Diagnostic:
    """The complaint that one component of the box is wanted."""
    parts = box_parts(world) or ["box's cards"]
    example, edit = f"Write {' or '.join(parts)}.", Edit(span, parts[0]) if len(parts) == 1 else None
    return words.type_mismatch(span, what="the whole box", wanted="one sort of pieces", example=example, edit=edit)


def box_parts(world: World) -> list[str]:
    """`box's cards` for each component."""
    return [f"box's {plural}" for plural, name in world.plurals.items() if name in world.component_index]
