"""Chance: `draw`, `roll`, `roll … to`, `shuffle`, and the labels by which records name these events."""

from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, mismatch, value
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, ZoneValue
from rulewright.language.elaborate.queries import bound_name
from rulewright.language.elaborate.world import World
from rulewright.language.facts.room import shape
from rulewright.language.messages import sentences as words


def draw(world: World, env: Env, node: syntax.Draw) -> tuple[tuple[core.Draw, ...], Env]:
    """`draw x from z`: one element, each copy equally likely; x stays where it is."""
    seq = as_seq(world, world.expression(env, node.among), node.among.span)
    piles = [zone for zone in sorted(seq.zones) if world.zones[zone].kind == "pile"]
    if piles:
        pile = world.zones[piles[0]]
        raise Mistake(words.draw_from_pile(node.among.span, zone=pile.name, also=pile.span))
    label = label_of(world, node.label, seq, node)
    local, after = bound_name(world, env, node.binder, seq, "what is drawn")
    return (core.Draw(local, seq.seq, label, span=node.span),), after


def label_of(world: World, label: syntax.Text | None, seq: SeqValue, node: syntax.Draw) -> str:
    """The string at the end, else the name of the zone."""
    if label is not None:
        return label.text
    names = {world.zones[zone].name for zone in seq.zones}
    if not seq.pieces or len(names) != 1:
        raise Mistake(words.needs_label(node.span))
    return names.pop()


def roll(world: World, env: Env, node: syntax.Roll) -> tuple[tuple[core.Roll, ...], Env]:
    """`roll n from 1..6`: a public value, called by its name."""
    typed = world.expression(env, node.among)
    seq = as_seq(world, typed, node.among.span)
    if seq.pieces:
        mismatch(world, typed, "a range or all values of a type", node.among.span, "Pieces are drawn: draw … from …")
    local, after = bound_name(world, env, node.binder, seq, "what is rolled")
    label = node.label.text if node.label else node.binder.text
    return (core.Roll(local, seq.seq, label, span=node.span),), after


def roll_into(world: World, env: Env, node: syntax.RollInto) -> core.RollInto:
    """`roll 5 to your cup`: so many new pieces of an unlimited component."""
    ref = one_zone(world, env, node.to)
    zone = world.zones[ref.zone]
    component = world.components[zone.component]
    if any(copies is not None for copies in component.copies):
        raise Mistake(words.not_unlimited(node.to.span, component=component.name, also=component.span))
    number = value(world, env, node.number, ANY_NUMBER)
    label = node.label.text if node.label else zone.name
    return core.RollInto(number.core, ref, label, span=node.span)


def shuffle(world: World, env: Env, node: syntax.Shuffle) -> core.Shuffle:
    """`shuffle z`: a pile, or a row that remembers neither owners nor faces."""
    ref = one_zone(world, env, node.zone)
    zone = world.zones[ref.zone]
    if zone.kind not in ("pile", "row"):
        order = "its places are no order" if shape(zone.kind) != "counts" else "its pieces lie in no order"
        raise Mistake(words.not_shuffled(node.zone.span, zone=zone.name, why=order, also=zone.span))
    if zone.with_owner or zone.faced:
        why = f"it remembers {'owners' if zone.with_owner else 'faces'}"
        raise Mistake(words.not_shuffled(node.zone.span, zone=zone.name, why=why, also=zone.span))
    return core.Shuffle(ref, node.label.text if node.label else zone.name, span=node.span)


def one_zone(world: World, env: Env, node: syntax.Expr) -> core.ZoneRef:
    """The expression as one zone."""
    typed = world.expression(env, node)
    if isinstance(typed, ZoneValue):
        return typed.ref
    return mismatch(world, typed, "a zone", node.span)
