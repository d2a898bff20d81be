"""How fields are named: their own name, or with owners (`your store(red)`, `points' pile`)."""

from attrs import frozen

from tests.made.declared import PLAYER, Field, Type, Variable, Zone
from tests.made.scribe import Env, Scribe, Source


@frozen
class Naming:
    """A field as named; `own`: it is certainly the decider's; `sure`: no owner can be none."""

    text: str
    own: bool


def readable(field: Field, naming: Naming, env: Env) -> bool:
    """Whether what it holds may be asked here."""
    if isinstance(field, Zone) and field.faced and env.careful:
        return False
    if env.public:
        return field.audience == "everyone"
    if env.seen:
        return field.audience == "everyone" or (field.audience == "owner" and naming.own)
    return True


def named(scribe: Scribe, env: Env, field: Field, *, sure: bool = True, own: bool | None = None) -> Naming | None:
    """One field; `own`: among those of players only the decider's."""
    mine = env.own or (own if own is not None else scribe.happens(0.6))
    if not field.owners:
        return None if env.own else Naming(field.name, own=False)
    places = list(range(len(field.owners)))
    if mine and env.you and PLAYER in field.owners:
        at = field.owners.index(PLAYER)
        return inside(scribe, env, field, at, "your", sure=sure)
    if env.own:
        return None
    at = scribe.dice.of(places)
    whose = scribe.subject(env, field.owners[at], sure=sure)
    return inside(scribe, env, field, at, whose, sure=sure) if whose else None


def inside(scribe: Scribe, env: Env, field: Field, at: int, whose: str, *, sure: bool) -> Naming:
    """With the subject that is known, and the other owner in brackets."""
    start = {"your": "your ", "it": "its "}.get(whose, f"{whose}'s ")
    own = whose in ("your", "you")
    if len(field.owners) == 1:
        return Naming(f"{start}{field.name}", own)
    other = field.owners[1 - at]
    inner = scribe.value(env, other, 0, sure=sure)
    return Naming(f"{start}{field.name}({inner})", own)


def of_subject(scribe: Scribe, env: Env, field: Field, whose: str, type_: Type) -> str:
    """A field of a subject of one of its owners' types."""
    at = field.owners.index(type_)
    return inside(scribe, env, field, at, whose, sure=True).text


def zone_named(
    scribe: Scribe, env: Env, zones: list[Zone], *, asked: bool = False, own: bool | None = None, plenty: bool = False
) -> tuple[Zone, Naming] | None:
    """One of these zones; `asked`: what it holds will be asked; `plenty`: it may be a box of pieces without limit,
    which takes long to go through one by one."""
    left = [zone for zone in zones if plenty or not (zone.sort == "box" and zone.component.plenty)]
    while left:
        zone = left.pop(scribe.dice.below(len(left)))
        naming = named(scribe, env, zone, own=own)
        if naming is None:
            continue
        if asked and not readable(zone, naming, env) and env.you:
            naming = named(scribe, env, zone, own=True) or naming
        if not asked or readable(zone, naming, env):
            return zone, naming
    return None


def variable_named(
    scribe: Scribe, env: Env, variables: list[Variable], *, sure: bool = True
) -> tuple[Variable, str] | None:
    """One of these variables, which may be asked here."""
    left = list(variables)
    while left:
        variable = left.pop(scribe.dice.below(len(left)))
        naming = named(scribe, env, variable, sure=sure)
        if naming is not None and not readable(variable, naming, env):
            naming = named(scribe, env, variable, sure=sure, own=True)
        if naming is not None and readable(variable, naming, env):
            return variable, naming.text
    return None


def like_zones(scribe: Scribe, env: Env, zone: Zone) -> Source | None:
    """Like zones of several owners, one after the other."""
    if not zone.owners or (env.careful and (zone.audience != "everyone" or zone.faced)) or env.own:
        return None
    if len(zone.owners) == 1:
        text = f"{plural_subject(scribe, env, zone.owners[0])} {zone.name}"
    elif scribe.happens(0.5):
        text = f"{plural_subject(scribe, env, zone.owners[0])} {zone.name}({zone.owners[1].plural})"
    else:
        whose = scribe.subject(env, zone.owners[0], sure=True)
        text = f"{whose}'s {zone.name}({zone.owners[1].plural})" if whose else ""
    hidden = zone.faced or zone.audience != "everyone"
    return Source(text, zone.component.type, piece=True, zone=zone, hidden=hidden) if text else None


def plural_subject(scribe: Scribe, env: Env, type_: Type) -> str:
    """All values of a type, or some of them, before a question."""
    if type_ == PLAYER and env.you and scribe.happens(0.3):
        return "your others'"
    return f"{type_.plural}'"


def placed(scribe: Scribe, env: Env, zone: Zone, *, own: bool | None = None) -> tuple[str, Naming] | None:
    """A place of a board."""
    assert zone.place is not None
    if zone.owners and len(zone.owners) > 1:
        return None
    naming = named(scribe, env, zone, own=own)
    if naming is None:
        return None
    return f"{naming.text}({scribe.value(env, zone.place, 0, sure=True)})", naming
