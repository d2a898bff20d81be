"""Whole zones that change places at once: `swap your hand and p's hand`, `each player at once: move all A to B`."""

from collections.abc import Sequence
from itertools import combinations

from attrs import evolve

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.environment import Env, Mistake, Typed, ZoneValue
from rulewright.language.elaborate.world import World
from rulewright.language.messages import at_once as at_once_words
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER


def swapped(world: World, node: syntax.Swap, first: core.ZoneRef, second: core.ZoneRef) -> core.PassZones:
    """`swap your hand and p's hand`."""
    one, other = (world.zones[ref.zone] for ref in (first, second))
    if (one.component, one.kind, one.place) != (other.component, other.kind, other.place):
        raise Mistake(words.different_zones(node.span, first=sort_of(world, one), second=sort_of(world, other)))
    return core.PassZones(
        (core.Passing(first, second, fold.YES), core.Passing(second, first, fold.YES)), span=node.span
    )


def sort_of(world: World, zone: core.Zone) -> str:
    """A zone as it is declared, in a few words."""
    return f"{zone.name}, a {zone.kind} of {world.components[zone.component].name}"


def taking_part(world: World, who: core.Seq) -> Sequence[core.Expr]:
    """For each seat whether it takes part."""
    if who == core.Values(world.players):
        return [fold.YES] * world.players
    return [core.Contains(who, core.Const(seat, PLAYER)) for seat in range(world.players)]


def handed_on(world: World, env: Env, node: syntax.Move, whens: Sequence[core.Expr]) -> core.PassZones:
    """`each player at once: move all your hand to your left's hand`: seat by seat, with `you` settled."""
    if not isinstance(node.what, syntax.All) or node.face is not None:
        raise Mistake(at_once_words.at_once_moves(node.span))
    seats = [evolve(env, you=core.Const(seat, PLAYER)) for seat in range(world.players)]
    ways = [way(world, inner, node, when) for inner, when in zip(seats, whens, strict=True)]
    if any(one.to == other.to and one.when == other.when == fold.YES for one, other in combinations(ways, 2)):
        raise Mistake(at_once_words.at_once_meets(node.to.span))
    return core.PassZones(tuple(ways), span=node.span)


def way(world: World, env: Env, node: syntax.Move, when: core.Expr) -> core.Passing:
    """From where to where for one seat."""
    assert isinstance(node.what, syntax.All)
    source = zone_of(world.expression(env, node.what.among), node.span)
    to = zone_of(world.expression(env, node.to), node.span)
    if source.zone != to.zone:
        one, other = (world.zones[ref.zone].name for ref in (source, to))
        begin = world.source.text.rindex(" at once", 0, node.span.start)
        edit = Edit(Span(begin, begin + len(" at once")), "")
        raise Mistake(at_once_words.at_once_elsewhere(node.span, source=one, to=other, edit=edit))
    return core.Passing(source, to, when)


def zone_of(typed: Typed, span: Span) -> core.ZoneRef:
    """A whole zone."""
    if isinstance(typed, ZoneValue):
        return typed.ref
    raise Mistake(at_once_words.at_once_moves(span))
