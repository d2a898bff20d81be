"""How fields are named: their own name, or with owners (`your store(red)`, `points' pile`)."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from attrs import frozen

from tests.made.declared import PLAYER, Field, Type, Variable, Zone
from tests.made.scribe import Env, Source, Unfit


@frozen
class Naming:
    """A field as named; `own`: it is certainly the decider's."""

    text: str
    own: bool


def readable(field: Field, env: Env, *, own: bool) -> bool:
    """Whether what it holds may be asked here."""
    if isinstance(field, Zone) and field.faced and env.careful:
        return False
    mine = env.seen and not env.public and field.audience == "owner" and own
    return not env.careful or field.audience == "everyone" or mine


def named(env: Env, field: Field, *, sure: bool = True, own: bool | None = None) -> Naming:
    """One field; `own`: among those of players only the decider's."""
    mine = env.own or (own if own is not None else env.happens(0.6))
    if field.owners and mine and env.you and PLAYER in field.owners:
        return of_subject(env, field, PLAYER, "your", sure=sure)
    if env.own:
        raise Unfit
    if not field.owners:
        return Naming(field.name, own=False)
    type_ = env.dice.of(field.owners)
    return of_subject(env, field, type_, env.subject(type_, sure=sure), sure=sure)


def of_subject(env: Env, field: Field, type_: Type, whose: str, *, sure: bool = True) -> Naming:
    """A field of a subject of one of its owners' types, with the other owner in brackets."""
    text = {"your": "your ", "it": "its "}.get(whose, f"{whose}'s ") + field.name
    if len(field.owners) > 1:
        text += f"({env.value(field.owners[1 - field.owners.index(type_)], 0, sure=sure)})"
    return Naming(text, own=whose in ("your", "you"))


def a_field(env: Env, fields: Sequence[Field], *, asked: bool, sure: bool = True) -> tuple[Field, Naming]:
    """One of these fields; `asked`: what it holds will be asked."""
    left = list(fields)
    while left:
        field = left.pop(env.dice.below(len(left)))
        with suppress(Unfit):
            naming = named(env, field, sure=sure)
            if asked and not readable(field, env, own=naming.own):
                naming = named(env, field, sure=sure, own=True)
            if not asked or readable(field, env, own=naming.own):
                return field, naming
    raise Unfit


def a_zone(
    env: Env, fits: Callable[[Zone], object] = bool, *, asked: bool = False, plenty: bool = False
) -> tuple[Zone, Naming]:
    """A zone that fits; `plenty`: it may be a box of pieces without limit, which takes long to go through one by
    one."""
    zones = [zone for zone in env.world.zones if plenty or not (zone.sort == "box" and zone.component.plenty)]
    return a_field(env, [*filter(fits, zones)], asked=asked)


def a_variable(env: Env, fits: Callable[[Variable], object] = bool, *, sure: bool = True) -> tuple[Variable, str]:
    """A variable that fits, which may be asked here."""
    found, naming = a_field(env, [*filter(fits, env.world.variables)], asked=True, sure=sure)
    return found, naming.text


def like_zones(env: Env, zone: Zone) -> Source:
    """Like zones of several owners, one after the other."""
    if not zone.owners or (env.careful and (zone.audience != "everyone" or zone.faced)) or env.own:
        raise Unfit
    first, *others = zone.owners
    several = "your others'" if first == PLAYER and env.you and env.happens(0.3) else f"{first.plural}'"
    whose = f"{env.subject(first)}'s" if others and env.happens(0.5) else several
    inner = f"({others[0].plural})" if others else ""
    hidden = zone.faced or zone.audience != "everyone"
    return Source(f"{whose} {zone.name}{inner}", zone.component.type, piece=True, zone=zone, hidden=hidden)


def placed(env: Env, zone: Zone) -> str:
    """A place of a board."""
    if zone.place is None or len(zone.owners) > 1:
        raise Unfit
    return f"{named(env, zone).text}({env.value(zone.place, 0, sure=True)})"
