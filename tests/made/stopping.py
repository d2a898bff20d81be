"""Sentences at which a game stops: draws, rolls, shuffles and decisions."""

from attrs import evolve

from tests.made.declared import NUMBER
from tests.made.fields import zone_named
from tests.made.moves import from_zone, goal, guarded
from tests.made.scribe import Env, Lines, Local, Scribe, indented, way
from tests.made.sources import of_zone


@way("sentence", 7, unless=("plain", "own"))
def draw(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """A piece out of a zone without order."""
    zones = [zone for zone in scribe.world.zones if zone.sort in ("area", "hand", "box")]
    found = zone_named(scribe, env, [zone for zone in zones if not (zone.sort == "box" and zone.component.plenty)])
    if found is None:
        return None
    zone, naming = found
    source = of_zone(zone, naming.text, own=naming.own)
    local = from_zone(source, scribe.name("d"))
    to = goal(scribe, env, zone.component)
    label = f' "{scribe.of("lucky", "lost", "gift")} {zone.component.type.name}"' if scribe.happens(0.4) else ""
    lines = [f"draw {local.name} from {naming.text}{label}"]
    lines += guarded(to.room, f"move {local.name} to {to.text}{to.face}") if to else scribe.sentence(env.plus(local), 0)
    if scribe.happens(0.3):
        lines += scribe.sentence(env.plus(local), depth - 1)
    return [f"if {naming.text} is not empty:", *indented(lines)]


@way("sentence", 5, unless=("plain", "own"))
def draw_value(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    types = [each for each in scribe.world.types if each.sort not in ("number", "flag", "line", "kind")]
    type_ = scribe.dice.of(types)
    local = Local(scribe.name("d"), type_)
    verb = scribe.of("draw", "roll")
    label = ' "fate"' if verb == "draw" or scribe.happens(0.2) else ""
    return [f"{verb} {local.name} from {type_.plural}{label}", *scribe.sentence(env.plus(local), depth - 1)]


@way("sentence", 5, unless=("plain", "own"))
def roll(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    local = Local(scribe.name("r"), NUMBER)
    high = scribe.of("2", "3", "6", f"max(2, {scribe.number(env, 0)})")
    return [f"roll {local.name} from 1..{high}", *scribe.sentence(env.plus(local), depth - 1)]


@way("sentence", 8, unless=("plain", "own"))
def roll_into(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    found = zone_named(scribe, env, [zone for zone in scribe.world.zones if zone.component.plenty and zone.roomy])
    if found is None or found[0].sort == "box":
        return None
    label = ' "dice"' if scribe.happens(0.3) else ""
    return [f"roll {scribe.of('1', '2', 'player-count')} to {found[1].text}{label}"]


@way("sentence", 5, unless=("plain", "own"))
def shuffle(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    zones = [zone for zone in scribe.world.zones if zone.sort in ("pile", "row")]
    # what remembers something of its places cannot be shuffled
    found = zone_named(scribe, env, [zone for zone in zones if not zone.faced and not zone.with_owner])
    if found is None:
        return None
    label = ' "mixed"' if scribe.happens(0.3) else ""
    return [f"if {found[1].text} is not empty: shuffle {found[1].text}{label}"]


@way("sentence", 5, unless=("plain", "own"))
def decide(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """A choice among simple actions, in the middle of things."""
    if not env.you or scribe.deciding <= 0:
        return None
    scribe.deciding -= 1
    acts = [act for act in (offer(scribe, env, each.name) for each in scribe.offered()) if act]
    if not acts:
        return None
    few = scribe.dice.some(acts, scribe.dice.between(1, 2))
    if scribe.happens(0.4):
        return [f"if you can {few[0]}: choose {few[0]}"]
    if scribe.happens(0.4):
        return [f"choose {' or '.join(few)}", "if you cannot:", *indented(scribe.sentence(env, 0))]
    return [f"choose {' or '.join(dict.fromkeys((*few, 'pass')))}"]


def offer(scribe: Scribe, env: Env, name: str) -> str | None:
    """An action with its arguments, which whoever is asked may see."""
    each = next(one for one in scribe.world.actions if one.name == name)
    return scribe.call(evolve(env, seen=True), each.name, each.params, 0)
