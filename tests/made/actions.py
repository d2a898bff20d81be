"""Actions: their headers (picks of every sort, guards, trials), families, and the offers of choices."""

from contextlib import suppress

from attrs import evolve, frozen

from tests.made.declared import NUMBER, Signature, Type
from tests.made.fields import a_field, a_zone
from tests.made.scribe import Env, Lines, Local, Source, Unfit, indented, way, written
from tests.made.sources import any_source, key_of, of_zone, tested


@frozen
class Picked:
    """A line of a header, the name that it makes, and whether seldom anything is picked after it."""

    line: str
    local: Local
    last: bool = False


def action(env: Env, each: Signature) -> Lines:
    """An action with a header and a body."""
    lines, inside = header(evolve(env, locals=params(each), seen=True))
    tried = env.happens(0.3)
    body = evolve(inside, seen=tried, plain=tried).sentences(env.dice.between(1, 3), 2)
    return [
        f"action {each.name}{written_params(each)}{env.title('An action')}:",
        *indented([*lines, *must(inside, tried), *body]),
    ]


def params(each: Signature) -> tuple[Local, ...]:
    """Parameters as names."""
    return tuple(Local(name, type_) for type_, name in each.params)


def written_params(each: Signature) -> str:
    """Parameters as the first line has them."""
    found = [f"{'0..3' if type_.sort == 'number' else type_.name} {name}" for type_, name in each.params]
    return f"({', '.join(found)})" if found else ""


def header(env: Env) -> tuple[Lines, Env]:
    """Picks and guards, and what is known then."""
    lines: Lines = []
    with suppress(Unfit):
        for _ in range(env.dice.of((0, 1, 1, 1, 2, 2))):
            found = written(env, "pick", 1)
            lines.append(f"{found.line}{secretly(env)}")
            env = env.plus(found.local)
            if found.last and not env.happens(0.3):
                break
            if env.happens(0.15):
                name = env.name("v")
                lines.append(f"let {name} be {env.number(1)}")
                env = env.plus(Local(name, NUMBER))
    return lines + [needs(env) for _ in range(env.dice.of((0, 0, 1, 1, 2)))], env


def needs(env: Env) -> str:
    """A guard, mostly on what was picked."""
    if env.happens(0.15):
        with suppress(Unfit):
            return pay(env)
    held = [each for each in env.locals if each.several]
    if held and env.happens(0.5):
        local = env.dice.of(held)
        one = evolve(local, name=env.name("x"), several=False)
        with suppress(Unfit):
            test = env.plus(one).about(one, 1)
            return f"needs every {one.name} in {local.name} satisfies {test}{env.reason('all are so')}"
    singles = [each for each in env.locals if not each.several and each.type.sort != "words"]
    test = env.about(env.dice.of(singles), 1) if singles and env.happens(0.7) else env.condition(1)
    when = f" when {env.condition(1)}" if env.happens(0.2) else ""
    able = " if you can" if singles and env.happens(0.3) else ""
    return f"needs {test}{when}{able}{env.reason('so it is')}"


def pay(env: Env) -> str:
    """Something is paid: a number, or counts, perhaps by another value for what is missing."""
    fields = [
        each for each in env.world.variables if each.shape == "counts" or (each.shape, each.type) == ("one", NUMBER)
    ]
    field, naming = a_field(env, fields, asked=True)
    if field.shape != "counts":
        return f"pay {env.dice.between(0, 2)} from {naming.text}{env.reason('it must be paid')}"
    one, other, wild = (env.known(field.type) for _ in range(3))
    price = one if field.type.sort == "kind" else env.of(one, f"{one} + {other}", f"{one} + {other} without {one}")
    instead = f", {wild} for any" if env.happens(0.5) else ""
    goals = [each for each in fields if each.shape == "counts" and each.type == field.type]
    to = f" to {a_field(env, goals, asked=False)[1].text}" if env.happens(0.4) else ""
    return f"pay {price} from {naming.text}{to}{instead}{env.reason('it must be paid')}"


def must(env: Env, tried: bool) -> Lines:
    """What the body must leave or change."""
    if not tried:
        return []
    if env.happens(0.5):
        return [f"must leave {env.condition(1)}{env.of('', ' if able')}{env.reason('so it must be')}"]
    with suppress(Unfit):
        return [f"must change {a_zone(env)[1].text}{env.reason('it must change')}"]
    return []


# ---- picks


def secretly(env: Env) -> str:
    """Who is told what was picked, and why it must be such a one."""
    return ", seen by you" * env.happens(0.15) + (env.reason("it must be such a one") if env.happens(0.15) else "")


def known_source(source: Source) -> Source:
    """Several things one of which can be told from the others."""
    if source.hidden and not source.ordered:
        raise Unfit
    return source


@way("pick", 30)
def from_source(env: Env, _: int) -> Picked:
    """One of several, perhaps of those that pass a test."""
    source = known_source(any_source(env, 1, ranges=True))
    name, taken = source.type.name, {each.name for each in env.locals}
    if env.happens(0.8) or name in taken or source.type.sort in ("number", "flag"):
        name = env.name("p")
    test = tested(env, source, 1) if env.happens(0.3) and not source.hidden else ""
    if_any = env.happens(0.12)
    ending = " if there is one" if if_any else ""
    return Picked(f"pick {name} from {source.text}{test}{ending}", source.one(name, sure=not if_any))


@way("pick", 10)
def from_zones(env: Env, _: int) -> Picked:
    """A piece of a zone, seen or not, or of two zones."""
    zone, naming = a_zone(env, lambda zone: zone.sort not in ("slot", "box"))
    source = known_source(of_zone(zone, naming))
    local = source.one(env.name("p"))
    if env.happens(0.12):
        return Picked(f"pick {local.name} from {source.text} if there is one", evolve(local, sure=False))
    if env.happens(0.4):
        like = lambda each: each.sort not in ("slot", "box") and each.component == zone.component  # noqa: E731
        second = known_source(of_zone(*a_zone(env, lambda each: each != zone and like(each))))
        both = evolve(local, zone=None, hidden=source.hidden or second.hidden)
        return Picked(f"pick {local.name} from {source.text} or {second.text}", both)
    face = " where it is face-down" if zone.faced and env.happens(0.4) else ""
    return Picked(f"pick {local.name} from {source.text}{face}", local)


@way("pick", 12)
def several(env: Env, _: int) -> Picked | None:
    """Several at a time, perhaps out of a box of pieces without limit."""
    if env.happens(0.2):
        source = of_zone(*a_zone(env, lambda zone: zone.sort == "box" and zone.component.plenty, plenty=True))
    else:
        source = any_source(env, 1, ranges=env.happens(0.5))
    lines = source.type.sort == "line" and len(env.world.sorts("grid")[0].values) > 16  # there are hundreds of them
    if source.hidden or lines or len(source.type.values) > 16:
        return None
    most = "0..9" if source.piece else "0..3"
    few = env.of("1..2", "0..2", "2", "1..2", most, "any" if source.piece else "1..2", f"0..min(2, {env.number(0)})")
    name = env.name("ps")
    picked, how = source.one(name, several=True), totalling(env, source)
    if not source.piece and few != "0..9" and env.happens(0.4):
        how += ", repeats allowed"
    elif few in ("1..2", "2") and env.happens(0.4):
        how += ", in order"
    return Picked(f"pick {few} {name} from {source.text}{how}", picked, last=few != "2")


def totalling(env: Env, source: Source) -> str:
    """What several must come to, or nothing."""
    if not env.happens(0.3):
        return ""
    bounded = env.of("", "exactly ", "at least ", "at most ")
    if source.type.sort == "number":
        return f" totalling {bounded}{env.number(0)}"
    return f" totalling {bounded}{env.number(0)} by {key_of(env, source.type, numbers=True)}"


@way("pick", 6)
def a_word(env: Env, _: int) -> Picked:
    """Words that stand for themselves."""
    name, words = env.name("w"), ("row-word", "pool", "new-word")[: env.dice.between(2, 3)]
    return Picked(f"pick {name} from {', '.join(words)}", Local(name, Type("words", name, words)))


@way("pick", 8)
def a_line_or_way(env: Env, _: int) -> Picked | None:
    """A line of a grid, or a direction of a line that was picked."""
    source = env.source(env.pick(env.world.sorts("line", "direction", "side", "spot", "team")), 1)
    local = source.one(env.name("p"))
    return Picked(f"pick {local.name} from {source.text}", local) if not source.hidden else None


# ---- sentences that only actions have


@way("sentence", 7, deep=True)
def by_word(env: Env, _: int) -> Lines:
    """What a word that was picked decides."""
    local = env.pick([each for each in env.locals if each.type.sort == "words"])
    lines = [f"if {local.name} is {env.dice.of(local.type.values)}:", *indented(env.sentence(0))]
    return [*lines, "otherwise:", *indented(env.sentence(0))] if env.happens(0.4) else lines


@way("sentence", 14, deep=True)
def each_picked(env: Env, _: int) -> Lines:
    """Something for each of several that were picked."""
    local = env.pick([each for each in env.locals if each.several])
    one = evolve(local, name=env.name("x"), several=False)
    return [f"for each {one.name} in {local.name}:", *indented(env.plus(one).sentence(0))]


# ---- families


def family(env: Env, name: str, type_: Type) -> Lines:
    """An action for each value of a type."""
    env, wanted = evolve(env, seen=True), type_.plural
    with suppress(Unfit):
        source = env.source(type_, 0)
        wanted = source.text if source.path and env.happens(0.5) else wanted
    env = env.plus(Local(type_.name, type_))
    common = [needs(env)] if env.happens(0.4) else []
    tried = env.happens(0.15)
    inside = evolve(env, seen=tried, plain=tried)
    before = inside.sentence(1) if env.happens(0.3) else []
    members: Lines = []
    left = list(type_.values)
    while left:
        several = 2 if len(left) > 1 and env.happens(0.3) else 1
        members += member(env, left[:several], bare=bool(before), tried=tried)
        left = left[several:]
    after = inside.sentence(1) if env.happens(0.4) else []
    lines = [*common, *must(env, tried), *before, *members, *after]
    return [f"action {name} of {type_.name} from {wanted}{env.title('A family')}:", *indented(lines)]


def member(env: Env, names: list[str], *, bare: bool, tried: bool) -> Lines:
    """One member, or one for several values. `bare`: it has no header, for something was done before."""
    lines: Lines = []
    if not bare and env.happens(0.6):
        with suppress(Unfit):
            found = written(env, "pick", 1)
            lines, env = [f"{found.line}{secretly(env)}"], env.plus(found.local)
        lines += [needs(env)] if env.happens(0.4) else []
    lines += evolve(env, seen=tried, plain=tried).sentence(1)
    return [f"when {', '.join(names)}{env.title('A member')}:", *indented(lines)]


# ---- simple actions


def simple(env: Env, each: Signature) -> Lines:
    """An action that may be offered anywhere, in the middle of others, too."""
    env = evolve(env, locals=params(each), plain=True)
    asking = evolve(env, seen=True, world=evolve(env.world, actions=()))  # a guard that asks for no other action
    lines = [f'needs {asking.condition(1)} because "it is simple"'] if env.happens(0.5) else []
    lines += evolve(env, calls=len(env.world.procedures)).sentence(1)
    return [f"action {each.name}{written_params(each)}{env.title('A simple one')}:", *indented(lines)]


def stake(env: Env) -> Lines:
    """What all do at once: each with nothing but what is theirs."""
    line, local = "pick n from 0..3", Local("n", NUMBER)
    if env.happens(0.7):
        card, hand = env.world.components[0].type, env.world.zones[2]
        line, local = "pick card from your hand", Local("card", card, piece=True, zone=hand)
    line += secretly(env)
    body = evolve(env, plain=True, own=True, locals=(local,)).sentences(2)
    return ['action stake "In secret":', *indented([line, *body])]
