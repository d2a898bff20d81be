"""Several things together: plurals, zones, sets, answers, ranges, and those of them that pass a test or are best."""

from attrs import evolve

from tests.made.declared import FLAG, LINE, NUMBER, PLAYER, Type, Zone
from tests.made.fields import like_zones, variable_named, zone_named
from tests.made.questions import Thing, answer, questions
from tests.made.scribe import Env, Local, Scribe, Source, way


def any_source(scribe: Scribe, env: Env, depth: int, *, copies: bool = False, ranges: bool = False) -> Source | None:
    """Several things of some type. `copies`: no kinds; `ranges`: a range will do, too."""
    if scribe.happens(0.45):
        return pieces(scribe, env, depth)
    if ranges and scribe.happens(0.2):
        return a_range(scribe, env)
    types = [each for each in scribe.world.types if each.sort not in ("number", "flag")]
    lines = [each for each in types if each.sort == "line"]
    type_ = scribe.dice.of(lines if lines and scribe.happens(0.2) else types)
    if type_.sort == "kind" and copies:
        return pieces(scribe, env, depth)
    return scribe.of_type(env, type_, depth)


def a_range(scribe: Scribe, env: Env) -> Source:

    low = str(scribe.dice.between(-1, 2)) if scribe.happens(0.7) else scribe.number(env, 0)
    high = str(scribe.dice.between(2, 4)) if scribe.happens(0.7) else f"min(6, {scribe.number(env, 0)})"
    return Source(f"{low}..{high}", NUMBER, path=False)


@way("source", 12)
def a_plural(scribe: Scribe, env: Env, type_: Type, _depth: int) -> Source | None:
    if type_.sort in ("number", "flag", "line", "kind"):
        return None
    return Source(type_.plural, type_, ordered=True)


@way("source", 2)
def kinds(scribe: Scribe, env: Env, type_: Type, _depth: int) -> Source | None:
    return Source(type_.plural, type_) if type_.sort == "kind" and not env.careful else None


@way("source", 14)
def an_answer(scribe: Scribe, env: Env, type_: Type, depth: int) -> Source | None:

    found = answer(scribe, env, type_, ("several", "set"), depth)
    return Source(found, type_) if found else None


@way("source", 8)
def a_set(scribe: Scribe, env: Env, type_: Type, _depth: int) -> Source | None:

    known = [each for each in scribe.world.variables if each.type == type_ and each.shape in ("set", "counts")]
    found = variable_named(scribe, env, known)
    return Source(found[1], type_) if found else None


@way("source", 10)
def a_line(scribe: Scribe, env: Env, type_: Type, _depth: int) -> Source | None:
    """The places of a line."""
    lines = [each.name for each in env.locals if each.type.sort == "line" and not each.several]
    if type_.sort != "grid" or not lines:
        return None
    return Source(scribe.dice.of(lines), type_, ordered=True)


@way("source", 14)
def lines(scribe: Scribe, env: Env, type_: Type, _depth: int) -> Source | None:
    if type_.sort != "line":
        return None
    grid = scribe.world.sorts("grid")[0]
    names = ("rows", "columns", "lanes", "diagonals", "lines", "runs(2)", "runs(3)", "squares(2)", "runs(2)")
    return Source(f"{grid.plural}' {scribe.dice.of(names)}", LINE, ordered=True)


@way("source", 12)
def a_region(scribe: Scribe, env: Env, type_: Type, depth: int) -> Source | None:
    """The places that hang together with one of them; their condition asks for no other region."""
    start = scribe.subject(env, type_, sure=False) if type_.place and depth > 0 and not env.region else None
    if start is None:
        return None
    within = evolve(env, region=True, rank=len(scribe.world.definitions))
    test = tested(scribe, within, Source(type_.plural, type_), depth - 1)
    ways = ("neighbors", "around", "leaps(1, 2)") if type_.sort == "grid" else ("neighbors", "around")
    through = f" through {scribe.dice.of(ways)}" if scribe.dice.happens(0.5) else ""
    return Source(f"(region of {start}{through}{test})", type_, ordered=True)


@way("source", 5, deep=True)
def passing(scribe: Scribe, env: Env, type_: Type, depth: int) -> Source | None:
    """Those that pass a test, or are best."""
    source = scribe.of_type(env, type_, depth - 1)
    return narrowed(scribe, env, source, depth - 1) if source is not None else None


@way("source", 5)
def some_pieces(scribe: Scribe, env: Env, type_: Type, depth: int) -> Source | None:
    return pieces(scribe, env, depth, type_) if type_.sort == "kind" else None


# ---- pieces


def pieces(scribe: Scribe, env: Env, depth: int, type_: Type | None = None) -> Source | None:
    """Pieces in a zone or several."""
    zones = [zone for zone in scribe.world.zones if type_ is None or zone.component.type == type_]
    if scribe.happens(0.15):
        found = like_zones(scribe, env, scribe.dice.of(zones)) if zones else None
        if found is not None:
            return found
    if depth > 0 and scribe.happens(0.2):
        return beyond(scribe, env, depth, type_)
    named = zone_named(scribe, env, [zone for zone in zones if zone.sort != "slot"], asked=env.careful)
    if named is None:
        return None
    zone, naming = named
    source = of_zone(zone, naming.text, own=naming.own)
    return narrowed(scribe, env, source, depth - 1) if depth > 0 and scribe.happens(0.2) else source


def of_zone(zone: Zone, text: str, *, own: bool) -> Source:
    """What lies in a zone."""
    hidden = zone.faced or zone.audience in ("nobody", "others") or (zone.audience == "owner" and not own)
    return Source(text, zone.component.type, piece=True, zone=zone, hidden=hidden, ordered=zone.ordered, own=own)


def beyond(scribe: Scribe, env: Env, depth: int, type_: Type | None) -> Source | None:
    """What lies before or after a piece in a zone that has an order."""
    found = pieces(scribe, env, 0, type_)
    if found is None or not found.ordered or found.hidden:
        return None
    there = [each.name for each in env.locals if each.piece and each.zone == found.zone]
    end = scribe.dice.of(there) if there else f"{found.text}'s {scribe.of('first', 'last', 'item(2)')}"
    return evolve(found, text=f"{found.text}'s {scribe.of('after', 'before')}({end})")


# ---- tests of elements


def narrowed(scribe: Scribe, env: Env, source: Source, depth: int) -> Source:
    """Those that pass a test, or the best of them, in brackets."""
    if not source.path:
        return source
    keys = best(scribe, env, source, scribe.of("with", "by")) if scribe.happens(0.4) else ""
    test = tested(scribe, env, source, depth) if not keys or scribe.happens(0.5) else ""
    if not keys and not test:
        return source
    return evolve(source, text=f"({source.text}{test}{keys})")


def tested(scribe: Scribe, env: Env, source: Source, depth: int) -> str:
    """` where …`, or ` as x where …`."""
    if scribe.happens(0.6) and not env.asking and env.it is None:
        it = element("it", source)
        inside = evolve(env, it=it)
        return f" where {scribe.about(inside, it, depth)}"
    local = element(scribe.name("e"), source)
    return f" as {local.name} where {scribe.about(inner(env, local), local, depth)}"


def inner(env: Env, local: Local) -> Env:
    """Within a test of elements that have a name."""
    return evolve(env.plus(local), asking=True)


def element(name: str, source: Source) -> Local:
    """One of several, as a name."""
    return Local(name, source.type, piece=source.piece, zone=source.zone, hidden=source.hidden)


def best(scribe: Scribe, env: Env, source: Source, joint: str = "with") -> str:
    """` with highest …, then lowest …`, or in that order, where there is something to compare by."""
    if source.hidden and env.careful:
        return ""
    keys = [key_of(scribe, env, source.type) for _ in range(scribe.dice.between(1, 2))]
    known = list(dict.fromkeys(key for key in keys if key is not None))
    ranks = ", then ".join(f"{scribe.of('highest', 'lowest')} {key}" for key in known)
    return f" {joint} {ranks}" if known else ""


def key_of(scribe: Scribe, env: Env, type_: Type, *, numbers: bool = False) -> str | None:
    """A question with a number (or yes and no) for an answer, by which elements are compared, without its subject."""
    asked = Thing("it", type_, Local("it", type_))
    shapes = ("one",) if numbers else ("one", "maybe")
    known = [
        each
        for each in questions(scribe, evolve(env, you=False), asked, 0)
        if each.shape in shapes and (each.type.sort == "number" or (each.type == FLAG and not numbers))
    ]
    if not known:
        return None
    text = known[scribe.dice.weighted([each.weight for each in known])].make()
    return text.removeprefix("its ") if text and text.startswith("its ") and text.count("its ") == 1 else None


def groups(scribe: Scribe, env: Env, depth: int) -> tuple[Source, str] | None:
    """A few values, and the groups of them that are alike in something, or are not."""
    few = [each for each in scribe.world.types if each.sort in ("player", "enumeration", "direction")]
    type_ = scribe.dice.of(few)
    source = Source(type_.plural, type_, ordered=True)
    source = narrowed(scribe, env, source, 0) if depth > 0 and scribe.happens(0.4) else source
    how = likeness(scribe, env, source)
    if how is None or (source.hidden and env.careful):
        return None
    name, sizes = scribe.name("g"), scribe.of("1", "2", "1, 2", "2, 3")
    more = f" {scribe.of('and', 'or')} {name}'s size is {scribe.of('1', '2')}" if scribe.happens(0.3) else ""
    return source, f"{source.text}' groups({sizes}) as {name} where {name} is {how}{more}"


def likeness(scribe: Scribe, env: Env, source: Source) -> str | None:
    """What elements may be in something that each is asked."""
    how = scribe.of("same", "different", "consecutive")
    key = key_of(scribe, env, source.type, numbers=how == "consecutive")
    return f"{scribe.of('', 'not ')}{how}({key})" if key is not None else None


def picked(scribe: Scribe, env: Env, type_: Type, depth: int) -> str | None:
    """`(first x in …)`: one of several, perhaps none."""
    source = scribe.of_type(env, type_, depth - 1)
    if source is None or not source.path or (source.hidden and env.careful):
        return None
    local = element(scribe.name("f"), source)

    test = f" where {scribe.about(inner(env, local), local, depth - 1)}" if scribe.happens(0.7) else ""
    keys = best(scribe, env, source) if scribe.happens(0.3) else ""
    which = scribe.of("first", "last", "first", "last", "only") if env.plain is False else scribe.of("first", "last")
    return f"({which} {local.name} in {source.text}{test}{keys})"


def players_or_all(scribe: Scribe, env: Env, depth: int) -> str:
    """Players, as a path."""
    source = scribe.of_type(env, PLAYER, depth)
    return source.text if source is not None else "players"
