"""Values of every type, out of names, fields, questions and literals. What is compound stands in brackets."""

from rulewright.language.library.values import ORDINALS
from tests.made.declared import FLAG, NUMBER, PLAYER, Type, Variable
from tests.made.fields import variable_named, zone_named
from tests.made.questions import answer
from tests.made.scribe import Env, Scribe, fits, way
from tests.made.sources import a_range, any_source, groups, key_of, picked, tested

# ---- every type


@way("value", 14)
def a_name(scribe: Scribe, env: Env, type_: Type, _depth: int, sure: bool) -> str | None:
    names = [each.name for each in env.locals if fits(each, type_, sure=sure) and not (each.hidden and env.careful)]
    if type_ == PLAYER and env.you:
        names.append("you")
    return scribe.dice.of(names) if names else None


@way("value", 8)
def as_written(scribe: Scribe, _env: Env, type_: Type, _depth: int, _sure: bool) -> str | None:
    chosen = [name for name, of in scribe.world.chosen if of == type_]
    return scribe.dice.of(chosen) if chosen and scribe.happens(0.3) else scribe.literal(type_)


@way("value", 8)
def a_variable(scribe: Scribe, env: Env, type_: Type, depth: int, sure: bool) -> str | None:

    known = [one for one in scribe.world.variables if holds(one, type_, sure=sure) and (depth > 0 or not one.owners)]
    found = variable_named(scribe, env, known)
    return found[1] if found else None


def holds(variable: Variable, type_: Type, *, sure: bool) -> bool:
    """Whether a variable is a value of this type, perhaps none."""
    return variable.type == type_ and (variable.shape == "one" or (variable.shape == "maybe" and not sure))


@way("value", 12)
def an_answer(scribe: Scribe, env: Env, type_: Type, depth: int, sure: bool) -> str | None:

    return answer(scribe, env, type_, ("one",) if sure else ("one", "maybe"), depth) if depth > 0 else None


@way("value", 3, deep=True)
def reckoned_place(scribe: Scribe, env: Env, type_: Type, depth: int, _sure: bool) -> str | None:
    """A number as a place of a number type, which it need not be."""
    if type_.sort != "spot":
        return None
    low, high = type_.low - scribe.dice.below(2), type_.high + scribe.dice.below(2)
    return f"min({high}, max({low}, {scribe.number(env, 0)}))"


@way("value", 6, deep=True)
def of_several(scribe: Scribe, env: Env, type_: Type, depth: int, sure: bool) -> str | None:
    """One out of several."""
    if sure:
        return None

    if scribe.happens(0.4):
        return picked(scribe, env, type_, depth)
    source = scribe.of_type(env, type_, depth - 1)
    if source is None or (source.hidden and env.careful):
        return None
    item = f" item({scribe.number(env, 0, sure=True)})" if source.ordered else " first"
    ends = (" first", " last", item, f" {scribe.of(*ORDINALS)}", " first", " last", item, item, " only")
    whose = "'" if source.text.endswith("s") else "'s"
    return f"{source.text}{whose}{scribe.dice.of(ends)}"


@way("value", 3, deep=True)
def called(scribe: Scribe, env: Env, type_: Type, depth: int, sure: bool) -> str | None:
    """A definition that stands by itself."""
    known = [
        each
        for each in scribe.world.definitions[env.rank :]
        if each.of is None and each.result == type_ and not env.own and not each.many and not (each.maybe and sure)
    ]
    chosen = scribe.dice.of(known) if known else None
    return scribe.call(env, chosen.name, chosen.params, depth, sure=scribe.happens(0.6)) if chosen else None


# ---- numbers


@way("number", 8)
def a_digit(scribe: Scribe, _env: Env, _type: Type, _depth: int, _sure: bool) -> str:
    return str(scribe.dice.between(0, 5))


@way("number", 3)
def chosen_number(scribe: Scribe, _env: Env, _type: Type, _depth: int, _sure: bool) -> str:
    return scribe.dice.of(("player-count", *scribe.world.numbers))


@way("number", 12)
def number_name(scribe: Scribe, env: Env, _type: Type, _depth: int, sure: bool) -> str | None:
    known = [each for each in env.locals if each.type.sort in ("number", "spot") and not each.several]
    found = scribe.dice.of(known) if known else None
    return as_number(scribe, found.name, found.type) if found is not None else None


def as_number(scribe: Scribe, text: str, type_: Type) -> str:
    """A place of a number type as a plain number."""
    return f"({text} + {scribe.dice.between(0, 1)})" if type_.sort == "spot" else text


@way("number", 10)
def number_variable(scribe: Scribe, env: Env, _type: Type, _depth: int, sure: bool) -> str | None:

    wanted = ("number", "spot")
    known = [
        each
        for each in scribe.world.variables
        if each.type.sort in wanted and (each.shape == "one" or (each.shape == "maybe" and not sure))
    ]
    found = variable_named(scribe, env, known)
    return as_number(scribe, found[1], found[0].type) if found else None


@way("number", 12)
def number_answer(scribe: Scribe, env: Env, _type: Type, depth: int, sure: bool) -> str | None:

    return answer(scribe, env, NUMBER, ("one",) if sure else ("one", "maybe"), depth) if depth > 0 else None


@way("number", 4, deep=True)
def defined_number(scribe: Scribe, env: Env, _type: Type, depth: int, sure: bool) -> str | None:
    return called(scribe, env, NUMBER, depth, sure)


@way("number", 8)
def how_many(scribe: Scribe, env: Env, _type: Type, depth: int, _sure: bool) -> str | None:
    """How many pieces lie in a zone: everybody sees that."""
    zones = [zone for zone in scribe.world.zones if zone.sort != "slot"]
    found = zone_named(scribe, env, zones)
    return f"{found[1].text}'s size" if found else None


@way("number", 5)
def repeated(scribe: Scribe, _env: Env, _type: Type, _depth: int, _sure: bool) -> str | None:
    memories = scribe.world.memories
    return f"{scribe.dice.of(memories)}'s repeats" if memories else None


@way("number", 4)
def tallied(scribe: Scribe, env: Env, _type: Type, depth: int, _sure: bool) -> str | None:
    """What is defined of several pieces together: how many, of those that a seat may not see."""
    found = several_pieces(scribe, env) if depth > 0 else None
    return f"{found}'s tally" if found else None


def several_pieces(scribe: Scribe, env: Env) -> str | None:
    """The pieces of a zone, of the first component."""
    kind = scribe.world.components[0].type
    zones = [zone for zone in scribe.world.zones if zone.sort != "slot" and zone.component.type == kind]
    found = zone_named(scribe, env, zones, asked=True)
    return found[1].text if found else None


@way("number", 12, deep=True)
def reckoned(scribe: Scribe, env: Env, _type: Type, depth: int, sure: bool) -> str | None:
    one, other = (scribe.number(env, depth - 1) for _ in range(2))
    ways = (
        f"({one} + {other})",
        f"({one} - {other})",
        f"({one} * {scribe.dice.below(4)})",
        f"({one} / {scribe.of('2', '3', '-2', f'max(1, {other})')})",
        f"({one} mod {scribe.of('2', '3', 'player-count', f'max(2, {other})')})",
        f"min({one}, {other})",
        f"max({one}, {other})",
        f"(-{one})" if not one.startswith("-") else f"(3 - {one})",
        f"({one} / ({other} - 7))" if scribe.happens(0.1) else f"({one} + 1)",
    )
    return scribe.dice.of(ways)


@way("number", 8, deep=True)
def counted(scribe: Scribe, env: Env, _type: Type, depth: int, _sure: bool) -> str | None:
    """How many of several pass a test."""
    source = any_source(scribe, env, depth - 1, copies=True, ranges=True)
    if source is None:
        return None
    return f"(count of {source.text}{tested(scribe, env, source, depth - 1)})"


@way("number", 5, deep=True)
def of_a_range(scribe: Scribe, env: Env, _type: Type, depth: int, sure: bool) -> str | None:
    """A number of a range, or something of all of them."""
    source = a_range(scribe, env)
    test = tested(scribe, env, source, depth - 1)
    if sure or scribe.happens(0.3):
        return scribe.of(
            f"(total {scribe.of('even', 'odd')} of ({source.text}){test})", f"({source.text}{test})'s size"
        )
    if scribe.happens(0.3):
        return f"({source.text}{test} with {scribe.of('highest', 'lowest')} even)'s {scribe.of('first', 'last')}"
    name = scribe.name("f")
    return f"({scribe.of('first', 'last')} {name} in {source.text}{scribe.of('', f' where {name} is odd')})"


@way("number", 10, deep=True)
def summed(scribe: Scribe, env: Env, _type: Type, depth: int, sure: bool) -> str | None:
    """The total, or the most or least, of a number over several."""
    source = any_source(scribe, env, depth - 1, copies=True)
    if source is None or (source.hidden and env.careful):
        return None
    member = key_of(scribe, env, source.type, numbers=True)
    if member is None:
        return None
    test = tested(scribe, env, source, depth - 1) if scribe.happens(0.5) else ""
    which = "total" if sure or scribe.happens(0.5) else scribe.of("highest", "lowest")
    return f"({which} {member} of {source.text}{test})"


@way("number", 3)
def left_outside(scribe: Scribe, env: Env, _type: Type, depth: int, _sure: bool) -> str | None:
    """What the best choice of groups leaves, of a number or of yes and no."""
    found = groups(scribe, env, depth - 1) if depth > 0 else None
    key = key_of(scribe, env, found[0].type) if found else None
    if found is None or key is None:
        return None
    return f"({scribe.of('lowest', 'highest')} total {key} of {found[0].text} outside disjoint ({found[1]}))"


@way("number", 5)
def of_counts(scribe: Scribe, env: Env, _type: Type, _depth: int, _sure: bool) -> str | None:
    """One number of a set's or counts' numbers, or how many."""
    known = [each for each in scribe.world.variables if each.shape in ("set", "counts")]
    found = variable_named(scribe, env, known)
    if found is None:
        return None
    variable, text = found
    if variable.shape == "counts" and scribe.happens(0.5) and "(" not in text:
        return f"{text}({scribe.value(env, variable.type, 0, sure=True)})"
    return f"{text}'s size"


def flag_value(scribe: Scribe, env: Env, depth: int) -> str:
    """Yes or no as a value."""
    if scribe.happens(0.6):
        return scribe.of("yes", "no")
    return f"({scribe.condition(env, depth)})" if depth > 0 else scribe.value(env, FLAG, 0, sure=True)
