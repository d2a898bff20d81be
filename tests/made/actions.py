"""Actions: their headers (picks of every sort, guards, trials), families, and the offers of choices."""

from attrs import evolve, frozen

from tests.made.declared import NUMBER, Signature, Type
from tests.made.fields import zone_named
from tests.made.scribe import Env, Lines, Local, Scribe, Source, indented, way, written
from tests.made.sources import any_source, element, of_zone, tested


@frozen
class Picked:
    """A line of a header, the name that it makes, and whether nothing may be picked after it."""

    line: str
    local: Local
    last: bool = False


def action(scribe: Scribe, each: Signature) -> Lines:
    """An action with a header and a body."""
    env = Env(locals=params(each), seen=True, calls=0)
    lines, env, tried = header(scribe, env)
    inside = evolve(env, seen=tried, plain=tried)
    most = scribe.dice.between(1, 3)
    body = [line for _ in range(most) for line in scribe.sentence(inside, 2)]
    return [
        f"action {each.name}{written_params(each)}{scribe.title('An action')}:",
        *indented([*lines, *must(scribe, env, tried), *body]),
    ]


def params(each: Signature) -> tuple[Local, ...]:
    """Parameters as names."""
    return tuple(Local(name, type_) for type_, name in each.params)


def written_params(each: Signature) -> str:
    """Parameters as the first line has them."""
    found = [name_of(type_, name) for type_, name in each.params]
    return f"({', '.join(found)})" if found else ""


def name_of(type_: Type, name: str) -> str:
    if type_.sort == "number":
        return f"0..3 {name}"
    return type_.name if type_.name == name else f"{type_.name} {name}"


def header(scribe: Scribe, env: Env) -> tuple[Lines, Env, bool]:
    """Picks and guards; whether the body is tried."""
    lines: Lines = []
    for _ in range(scribe.dice.of((0, 1, 1, 1, 2, 2))):
        found = written(scribe, "pick", env)
        if not isinstance(found, Picked):
            continue
        lines.append(found.line)
        env = env.plus(found.local)
        if found.last:
            break
        if scribe.happens(0.15):
            name = scribe.name("v")
            lines.append(f"let {name} be {scribe.number(env, 1)}")
            env = env.plus(Local(name, NUMBER))
    for _ in range(scribe.dice.of((0, 0, 1, 1, 2))):
        lines.append(needs(scribe, env))
    return lines, env, scribe.happens(0.3)


def needs(scribe: Scribe, env: Env) -> str:
    """A guard, mostly on what was picked."""
    singles = [each for each in env.locals if not each.several and each.type.sort != "words"]
    if singles and scribe.happens(0.7):
        test = scribe.about(env, scribe.dice.of(singles), 1)
    else:
        test = scribe.condition(env, 1)
    when = f" when {scribe.condition(env, 1)}" if scribe.happens(0.2) else ""
    able = " if you can" if singles and scribe.happens(0.3) else ""
    return f"needs {test}{when}{able}{scribe.reason('so it is')}"


def must(scribe: Scribe, env: Env, tried: bool) -> Lines:
    """What the body must leave or change."""
    if not tried:
        return []
    if scribe.happens(0.5):
        able = scribe.of("", " if able")
        return [f"must leave {scribe.condition(env, 1)}{able}{scribe.reason('so it must be')}"]
    found = zone_named(scribe, env, list(scribe.world.zones))
    return [f"must change {found[1].text}{scribe.reason('it must change')}"] if found else []


# ---- picks


@way("pick", 30)
def from_source(scribe: Scribe, env: Env) -> Picked | None:
    """One of several, perhaps of those that pass a test."""
    source = any_source(scribe, env, 1, ranges=True)
    if source is None or (source.hidden and not source.ordered):
        return None
    name, taken = source.type.name, {each.name for each in env.locals}
    if scribe.happens(0.8) or name in taken or source.type.sort in ("number", "flag"):
        name = scribe.name("p")
    test = tested(scribe, env, source, 1) if scribe.happens(0.3) and not source.hidden else ""
    if_any = scribe.happens(0.12) and env.seen
    ending = " if there is one" if if_any else ""
    return Picked(f"pick {name} from {source.text}{test}{ending}", evolve(element(name, source), sure=not if_any))


@way("pick", 10)
def from_zones(scribe: Scribe, env: Env) -> Picked | None:
    """A piece of a zone, seen or not, or of two zones."""
    zones = [zone for zone in scribe.world.zones if zone.sort not in ("slot", "box")]
    found = zone_named(scribe, env, zones)
    if found is None:
        return None
    source = of_zone(found[0], found[1].text, own=found[1].own)
    if source.hidden and not source.ordered:
        return None
    text, local = source.text, element(scribe.name("p"), source)
    if scribe.happens(0.12):
        return Picked(f"pick {local.name} from {text} if there is one", evolve(local, sure=False))
    if scribe.happens(0.4):
        others = [zone for zone in zones if zone.component == found[0].component and zone != found[0]]
        other = zone_named(scribe, env, others)
        if other is None:
            return None
        second = of_zone(other[0], other[1].text, own=other[1].own)
        if second.hidden and not second.ordered:
            return None
        text, local = f"{text} or {second.text}", evolve(local, zone=None, hidden=source.hidden or second.hidden)
    face = " where it is face-down" if found[0].faced and text == source.text and scribe.happens(0.4) else ""
    return Picked(f"pick {local.name} from {text}{face}", local)


@way("pick", 12)
def several(scribe: Scribe, env: Env) -> Picked | None:
    """Several at a time."""
    source = plenty(scribe, env) if scribe.happens(0.2) else any_source(scribe, env, 1, ranges=scribe.happens(0.5))
    if source is None or source.hidden or len(source.type.values) > 16:
        return None
    most = "0..9" if source.piece else "0..3"
    few = scribe.of("1..2", "0..2", "2", "1..2", most, f"0..min(2, {scribe.number(env, 0)})")
    repeats = ", repeats allowed" if not source.piece and few != "0..9" and scribe.happens(0.4) else ""
    if not repeats and few in ("1..2", "2") and scribe.happens(0.4):
        repeats = ", in order"
    name = scribe.name("ps")
    local = evolve(element(name, source), several=True)
    return Picked(f"pick {few} {name} from {source.text}{repeats}", local, last=few != "2")


def plenty(scribe: Scribe, env: Env) -> Source | None:
    """A box of pieces without limit."""
    boxes = [zone for zone in scribe.world.zones if zone.sort == "box" and zone.component.plenty]
    found = zone_named(scribe, env, boxes, plenty=True)
    return None if found is None else of_zone(found[0], found[1].text, own=found[1].own)


@way("pick", 6)
def a_word(scribe: Scribe, env: Env) -> Picked | None:
    """Words that stand for themselves."""
    name = scribe.name("w")
    words = ("row-word", "pool", "new-word")[: scribe.dice.between(2, 3)]
    return Picked(f"pick {name} from {', '.join(words)}", Local(name, Type("words", name, words)))


@way("pick", 8)
def a_line_or_way(scribe: Scribe, env: Env) -> Picked | None:
    """A line of a grid, or a direction of a line that was picked."""
    types = [each for each in scribe.world.types if each.sort in ("line", "direction", "side", "spot", "team")]
    if not types:
        return None
    source = scribe.of_type(env, scribe.dice.of(types), 1)
    if source is None or source.hidden:
        return None
    local = element(scribe.name("p"), source)
    return Picked(f"pick {local.name} from {source.text}", local)


# ---- sentences that only actions have


@way("sentence", 7)
def by_word(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """What a word that was picked decides."""
    words = [each for each in env.locals if each.type.sort == "words"]
    if not words or depth <= 0:
        return None
    local = scribe.dice.of(words)
    lines = [f"if {local.name} is {scribe.dice.of(local.type.values)}:", *indented(scribe.sentence(env, 0))]
    return [*lines, "otherwise:", *indented(scribe.sentence(env, 0))] if scribe.happens(0.4) else lines


@way("sentence", 14)
def each_picked(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """Something for each of several that were picked."""
    known = [each for each in env.locals if each.several]
    if not known or depth <= 0:
        return None
    local = scribe.dice.of(known)
    one = evolve(local, name=scribe.name("x"), several=False)
    return [f"for each {one.name} in {local.name}:", *indented(scribe.sentence(env.plus(one), 0))]


# ---- families


def family(scribe: Scribe, name: str, type_: Type) -> Lines:
    """An action for each value of a type."""
    source = scribe.of_type(Env(seen=True), type_, 0)
    wanted = source.text if source is not None and source.path and scribe.happens(0.5) else type_.plural
    subject = Local(type_.name, type_)
    env = Env(locals=(subject,), seen=True)
    common = [needs(scribe, env)] if scribe.happens(0.4) else []
    tried = scribe.happens(0.15)
    inside = evolve(env, seen=tried, plain=tried)
    before = scribe.sentence(inside, 1) if scribe.happens(0.3) else []
    members: Lines = []
    left = list(type_.values)
    while left:
        both = len(left) > 1 and scribe.happens(0.3)
        names, left = (left[:2], left[2:]) if both else (left[:1], left[1:])
        members += member(scribe, env, names, bare=bool(before), tried=tried)
    after = scribe.sentence(inside, 1) if scribe.happens(0.4) else []
    trial = must(scribe, env, tried)
    lines = [*common, *trial, *before, *members, *after]
    return [f"action {name} of {type_.name} from {wanted}{scribe.title('A family')}:", *indented(lines)]


def member(scribe: Scribe, env: Env, names: list[str], *, bare: bool, tried: bool) -> Lines:
    """One member, or one for several values. `bare`: it has no header, for something was done before."""
    lines: Lines = []
    if not bare and scribe.happens(0.6):
        found = written(scribe, "pick", env)
        if isinstance(found, Picked):
            lines.append(found.line)
            env = env.plus(found.local)
        if scribe.happens(0.4):
            lines.append(needs(scribe, env))
    body = scribe.sentence(evolve(env, seen=tried, plain=tried), 1)
    return [f"when {', '.join(names)}{scribe.title('A member')}:", *indented([*lines, *body])]


# ---- simple actions


def simple(scribe: Scribe, each: Signature) -> Lines:
    """An action that may be offered anywhere, in the middle of others, too."""
    env = Env(locals=params(each), seen=True, plain=True)
    lines: Lines = []
    if scribe.happens(0.5):  # a guard that asks for no other action
        before, scribe.world = scribe.world, evolve(scribe.world, actions=())
        lines.append(f'needs {scribe.condition(env, 1)} because "it is simple"')
        scribe.world = before
    body = scribe.sentence(evolve(env, seen=False, calls=len(scribe.world.procedures)), 1)
    return [f"action {each.name}{written_params(each)}{scribe.title('A simple one')}:", *indented([*lines, *body])]


def stake(scribe: Scribe) -> Lines:
    """What all do at once: each with nothing but what is theirs."""
    env = Env(seen=True, plain=True, own=True)
    lines: Lines = []
    if scribe.happens(0.7):
        lines.append("pick card from your hand")
        env = env.plus(Local("card", scribe.world.components[0].type, piece=True, zone=scribe.world.zones[2]))
    else:
        lines.append("pick n from 0..3")
        env = env.plus(Local("n", NUMBER))
    body = [line for _ in range(2) for line in scribe.sentence(evolve(env, seen=False), 1)]
    return ['action stake "In secret":', *indented([*lines, *body])]
