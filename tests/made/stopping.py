"""Sentences at which a game stops: draws, rolls, shuffles and decisions."""

from collections.abc import Callable
from contextlib import suppress

from attrs import evolve

from tests.made.declared import NUMBER, Signature
from tests.made.fields import a_zone
from tests.made.moves import goal
from tests.made.scribe import Env, Lines, Local, Unfit, indented, way
from tests.made.sources import of_zone

STOPPED = ("plain", "own")


@way("sentence", 7, unless=STOPPED)
def draw(env: Env, depth: int) -> Lines:
    """A piece out of a zone without order."""
    zone, naming = a_zone(env, lambda zone: zone.sort in ("area", "hand", "box"))
    local, kind = of_zone(zone, naming).one(env.name("d")), zone.component.type.name
    label = f' "{env.of("lucky", "lost", "gift")} {kind}"' if env.happens(0.4) else ""
    lines = [f"draw {local.name} from {naming.text}{label}"]
    lines += goal(env, zone.component).guarded(f"move {local.name}")
    more = env.plus(local).sentence(depth - 1) if env.happens(0.3) else []
    return [f"if {naming.text} is not empty:", *indented([*lines, *more])]


@way("sentence", 5, unless=STOPPED)
def draw_value(env: Env, depth: int) -> Lines:
    type_ = env.dice.of([each for each in env.world.types if each.sort not in ("number", "flag", "line", "kind")])
    local, verb = Local(env.name("d"), type_), env.of("draw", "roll")
    label = ' "fate"' if verb == "draw" or env.happens(0.2) else ""
    return [f"{verb} {local.name} from {type_.plural}{label}", *env.plus(local).sentence(depth - 1)]


@way("sentence", 5, unless=STOPPED)
def roll(env: Env, depth: int) -> Lines:
    local, high = Local(env.name("r"), NUMBER), env.of("2", "3", "6", f"max(2, {env.number(0)})")
    return [f"roll {local.name} from 1..{high}", *env.plus(local).sentence(depth - 1)]


@way("sentence", 8, unless=STOPPED)
def roll_into(env: Env, _: int) -> Lines:
    naming = a_zone(env, lambda zone: zone.component.plenty and zone.roomy and zone.sort != "box")[1]
    return [f"roll {env.of('1', '2', 'player-count')} to {naming.text}" + env.of("", "", ' "dice"')]


@way("sentence", 5, unless=STOPPED)
def shuffle(env: Env, _: int) -> Lines:
    # what remembers something of its places cannot be shuffled
    fits = lambda zone: zone.sort in ("pile", "row") and not zone.faced and not zone.with_owner  # noqa: E731
    text = a_zone(env, fits)[1].text
    return [f"if {text} is not empty: shuffle {text}" + env.of("", "", ' "mixed"')]


@way("sentence", 5, unless=STOPPED)
def decide(env: Env, _: int) -> Lines | None:
    """A choice among simple actions, in the middle of things."""
    if not env.you or env.notes.deciding <= 0:
        return None
    env.notes.deciding -= 1
    acts = offers(env, lambda each: each.plain)
    few = env.dice.some(acts, env.dice.between(1, 2))
    if env.happens(0.4):
        return [f"if you can {few[0]}: choose {few[0]}"]
    if env.happens(0.4):
        return [f"choose {' or '.join(few)}", "if you cannot:", *indented(env.sentence(0))]
    if env.happens(0.2):
        return [f"choose {' or '.join(few)}{env.of('', ', twice')}, asked alike"]
    if env.happens(0.3):
        start, who = env.of("you", "your left"), env.of("all", "all others")
        return [f"go around from {start} until {who} pass:", *indented(few), "if you cannot: nothing"]
    return [f"choose {' or '.join(dict.fromkeys((*few, 'pass')))}"]


def offers(env: Env, fits: Callable[[Signature], bool]) -> list[str]:
    """Actions with their arguments, which whoever is asked may see."""
    acts: list[str] = []
    for each in filter(fits, env.world.actions):
        with suppress(Unfit):
            acts.append(evolve(env, seen=True).call(each))
    return acts
