"""Several things together: plurals, zones, sets, answers, ranges, and those of them that pass a test or are best."""

from contextlib import suppress

from attrs import evolve

from tests.made.declared import FLAG, LINE, NUMBER, PLAYER, Type, Zone
from tests.made.fields import Naming, a_variable, a_zone, like_zones
from tests.made.questions import Thing, a_question, answer, questions
from tests.made.scribe import Env, Local, Source, Unfit, way


def any_source(env: Env, depth: int, *, copies: bool = False, ranges: bool = False) -> Source:
    """Several things of some type. `copies`: no kinds; `ranges`: a range will do, too."""
    if env.happens(0.45):
        return pieces(env, depth)
    if ranges and env.happens(0.2):
        return a_range(env)
    types = [each for each in env.world.types if each.sort not in ("number", "flag")]
    lines = [each for each in types if each.sort == "line"]
    type_ = env.dice.of(lines if lines and env.happens(0.2) else types)
    return pieces(env, depth) if type_.sort == "kind" and copies else env.source(type_, depth)


def asked_source(env: Env, depth: int, *, type_: Type | None = None, **may: bool) -> Source:
    """Several things whose faces may be asked for here."""
    found = any_source(env, depth, **may) if type_ is None else env.source(type_, depth)
    if found.hidden and env.careful:
        raise Unfit
    return found


def a_range(env: Env) -> Source:
    low = str(env.dice.between(-1, 2)) if env.happens(0.7) else env.number(0)
    high = str(env.dice.between(2, 4)) if env.happens(0.7) else f"min(6, {env.number(0)})"
    return Source(f"{low}..{high}", NUMBER, path=False)


@way("source", 12)
def a_plural(env: Env, _: int, type_: Type) -> Source | None:
    wrong = type_.sort in ("number", "flag", "line", "kind")
    return None if wrong else Source(type_.plural, type_, ordered=True)


@way("source", 2)
def kinds(env: Env, _: int, type_: Type) -> Source | None:
    return Source(type_.plural, type_) if type_.sort == "kind" and not env.careful else None


way("source", 14)(lambda env, depth, type_: Source(answer(env, type_, ("several", "set"), depth), type_))


@way("source", 8)
def a_set(env: Env, _: int, type_: Type) -> Source:
    return Source(a_variable(env, lambda each: each.type == type_ and each.shape in ("set", "counts"))[1], type_)


@way("source", 10)
def a_line(env: Env, _: int, type_: Type) -> Source:
    """The places of a line."""
    lines = [each.name for each in env.locals if each.type.sort == "line" and not each.several]
    return Source(env.pick(lines if type_.sort == "grid" else ()), type_, ordered=True)


@way("source", 14)
def lines(env: Env, _: int, type_: Type) -> Source | None:
    names = ("rows", "columns", "lanes", "diagonals", "lines", "runs(2)", "runs(3)", "squares(2)", "runs(2)")
    grids = env.world.sorts("grid")
    return Source(f"{grids[0].plural}' {env.of(*names)}", LINE, ordered=True) if type_.sort == "line" else None


@way("source", 12, deep=True, unless=("region",))
def a_region(env: Env, depth: int, type_: Type) -> Source | None:
    """The places that hang together with one of them; their condition asks for no other region."""
    if not type_.place:
        return None
    start, through = env.subject(type_, sure=False), ways(env, type_)
    test = passing(env, type_, depth)
    if env.happens(0.3):
        most = env.of("", f" within {env.number(0)} steps", f" within {env.of('0', '1', '2')} steps")
        test = env.of("", test) if most or through else test
        if most and env.happens(0.5):
            through, most = f" by {cost(env, type_)}{through}", most.removesuffix(" steps")
        return Source(f"(region of {start}{through}{most}{test})", type_, ordered=True)
    return Source(f"(region of {start}{through}{test})", type_, ordered=True)


def ways(env: Env, type_: Type) -> str:
    """What is next to a place, where that is said."""
    ways = ["neighbors", "around", *(("leaps(1, 2)",) if type_.sort == "grid" else ())]
    ways += [each for each in ("step(up)", "ray(down)") if type_.sort in ("grid", "hex")]
    return f" through {env.of(*ways)}" if env.happens(0.5) else ""


def cost(env: Env, type_: Type) -> str:
    """What entering a place costs, which asks for no region."""
    return key_of(evolve(env, region=True, rank=len(env.world.definitions)), type_)


def passing(env: Env, type_: Type, depth: int) -> str:
    """What must be so of the places of a region, which asks for no other region."""
    within = evolve(env, region=True, rank=len(env.world.definitions))
    return tested(within, Source(type_.plural, type_), depth - 1)


# those that pass a test, or are best
way("source", 5, deep=True)(lambda env, depth, type_: narrowed(env, env.source(type_, depth - 1), depth - 1))
way("source", 5)(lambda env, depth, type_: pieces(env, depth, type_) if type_.sort == "kind" else None)


# ---- pieces


def pieces(env: Env, depth: int, type_: Type | None = None) -> Source:
    """Pieces in a zone or several."""
    zones = [zone for zone in env.world.zones if type_ is None or zone.component.type == type_]
    with suppress(Unfit):
        if env.happens(0.15):
            return like_zones(env, env.pick(zones))
    if depth > 0 and env.happens(0.2):
        return beyond(env, type_)
    source = of_zone(*a_zone(env, lambda zone: zone in zones and zone.sort != "slot", asked=env.careful))
    return narrowed(env, source, depth - 1) if depth > 0 and env.happens(0.2) else source


def of_zone(zone: Zone, naming: Naming) -> Source:
    """What lies in a zone."""
    hidden = zone.faced or zone.audience in ("nobody", "others") or (zone.audience == "owner" and not naming.own)
    return Source(naming.text, zone.component.type, True, zone, hidden=hidden, ordered=zone.ordered, own=naming.own)


def beyond(env: Env, type_: Type | None) -> Source:
    """What lies before or after a piece in a zone that has an order."""
    found = pieces(env, 0, type_)
    if not found.ordered or found.hidden:
        raise Unfit
    there = [each.name for each in env.locals if each.piece and each.zone == found.zone]
    if env.happens(0.45):
        return evolve(found, text=f"{found.text}'s {env.of('first', 'last')}({env.number(0)})")
    end = env.dice.of(there) if there else f"{found.text}'s {env.of('first', 'last', 'item(2)')}"
    sides = ("after", "before", *(("above", "below") if found.zone and found.zone.sort == "pile" else ()))
    return evolve(found, text=f"{found.text}'s {env.of(*sides)}({end})")


# ---- tests of elements


def narrowed(env: Env, source: Source, depth: int) -> Source:
    """Those that pass a test, or the best of them, in brackets."""
    if not source.path:
        return source
    keys = best(env, source, env.of("with", "by")) if env.happens(0.4) else ""
    test = tested(env, source, depth) if not keys or env.happens(0.5) else ""
    return evolve(source, text=f"({source.text}{test}{keys})")


def tested(env: Env, source: Source, depth: int) -> str:
    """` where …`, or ` as x where …`."""
    if env.happens(0.6) and not env.asking and env.it is None:
        it = source.one("it")
        return f" where {evolve(env, it=it).about(it, depth)}"
    local = source.one(env.name("e"))
    return f" as {local.name} where {inner(env, local).about(local, depth)}"


def inner(env: Env, local: Local) -> Env:
    """Within a test of elements that have a name."""
    return evolve(env.plus(local), asking=True)


def best(env: Env, source: Source, joint: str = "with") -> str:
    """` with highest …, then lowest …`, or in that order, where there is something to compare by."""
    keys: list[str] = []
    for _ in range(env.dice.between(1, 2) if not (source.hidden and env.careful) else 0):
        with suppress(Unfit):
            keys.append(key_of(env, source.type))
    ranks = ", then ".join(f"{env.of('highest', 'lowest')} {key}" for key in dict.fromkeys(keys))
    return f" {joint} {ranks}" if keys else ""


def key_of(env: Env, type_: Type, *, numbers: bool = False) -> str:
    """A question with a number (or yes and no) for an answer, by which elements are compared, without its subject."""
    known = [
        each
        for each in questions(evolve(env, you=False), Thing("it", type_, Local("it", type_)), 0)
        if each.shape in (("one",) if numbers else ("one", "maybe"))
        and (each.type.sort == "number" or (each.type == FLAG and not numbers))
    ]
    text = a_question(env, known).make()
    if not text.startswith("its ") or text.count("its ") > 1:
        raise Unfit
    return text.removeprefix("its ")


def groups(env: Env, depth: int) -> tuple[Source, str]:
    """A few values, and the groups of them that are alike in something, or are not."""
    type_ = env.dice.of(env.world.sorts("player", "enumeration", "direction"))
    source = Source(type_.plural, type_, ordered=True)
    source = narrowed(env, source, 0) if depth > 0 and env.happens(0.4) else source
    how, name, sizes = likeness(env, source), env.name("g"), env.of("1", "2", "1, 2", "2, 3")
    more = f" {env.of('and', 'or')} {name}'s size is {env.of('1', '2')}" if env.happens(0.3) else ""
    return source, f"{source.text}' groups({sizes}) as {name} where {name} is {how}{more}"


def likeness(env: Env, source: Source) -> str:
    """What elements may be in something that each is asked."""
    how = env.of("same", "different", "consecutive")
    key = key_of(env, source.type, numbers=how == "consecutive")
    return f"{env.of('', 'not ')}{how}({key})"


def picked(env: Env, type_: Type, depth: int) -> str:
    """`(first x in …)`: one of several, perhaps none."""
    source = asked_source(env, depth - 1, type_=type_)
    if not source.path:
        raise Unfit
    local = source.one(env.name("f"))
    test = f" where {inner(env, local).about(local, depth - 1)}" if env.happens(0.7) else ""
    keys = best(env, source) if env.happens(0.3) else ""
    which = env.of("first", "last") if env.plain else env.of("first", "last", "first", "last", "only")
    return f"({which} {local.name} in {source.text}{test}{keys})"


def players_or_all(env: Env) -> str:
    """Players, as a path."""
    with suppress(Unfit):
        return env.source(PLAYER, 0).text
    return "players"
