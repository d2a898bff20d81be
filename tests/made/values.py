"""Values of every type, out of names, fields, questions and literals. What is compound stands in brackets."""

from rulewright.language.library.questions import ORDINALS
from tests.made.declared import FLAG, PLAYER, Type
from tests.made.fields import a_variable, a_zone
from tests.made.questions import answer
from tests.made.scribe import Env, Source, way
from tests.made.sources import a_range, any_source, asked_source, cost, groups, key_of, passing, picked, tested, ways

# ---- every type


@way("value", 14)
def a_name(env: Env, _: int, type_: Type, sure: bool) -> str:
    names = [each.name for each in env.locals if each.fits(type_, sure=sure) and not (each.hidden and env.careful)]
    return env.pick([*names, "you"] if type_ == PLAYER and env.you else names)


@way("value", 8)
def as_written(env: Env, _: int, type_: Type, _sure: bool) -> str:
    chosen = [name for name, of in env.world.chosen if of == type_]
    return env.dice.of(chosen) if chosen and env.happens(0.3) else env.literal(type_)


@way("value", 8)
def variable_value(env: Env, depth: int, type_: Type, sure: bool) -> str:
    shapes = ("one",) if sure else ("one", "maybe")
    return a_variable(env, lambda one: one.type == type_ and one.shape in shapes and (depth > 0 or not one.owners))[1]


@way("value", 12, deep=True)
def an_answer(env: Env, depth: int, type_: Type, sure: bool) -> str:
    return answer(env, type_, ("one",) if sure else ("one", "maybe"), depth)


@way("value", 3, deep=True)
def reckoned_place(env: Env, _: int, type_: Type, _sure: bool) -> str | None:
    """A number as a place of a number type, which it need not be."""
    low, high = type_.low - env.dice.below(2), type_.high + env.dice.below(2)
    return f"min({high}, max({low}, {env.number(0)}))" if type_.sort == "spot" else None


@way("value", 6, deep=True)
def of_several(env: Env, depth: int, type_: Type, sure: bool) -> str | None:
    """One out of several."""
    if sure:
        return None
    if env.happens(0.4):
        return picked(env, type_, depth)
    source = asked_source(env, depth - 1, type_=type_)
    item = f" item({env.number(0)})" if source.ordered else " first"
    ends = (" first", " last", item, f" {env.of(*ORDINALS)}", " first", " last", item, item, " only")
    return source.text + ("'" if source.text.endswith("s") else "'s") + env.of(*ends)


@way("value", 3, deep=True, unless=("own",))
def called(env: Env, depth: int, type_: Type, sure: bool) -> str:
    """A definition that stands by itself."""
    plain = (each for each in env.world.definitions[env.rank :] if each.of is None and not each.many)
    each = env.pick([each for each in plain if each.result == type_ and not (each.maybe and sure)])
    return env.call(each, depth, sure=env.happens(0.6))


# ---- numbers

way("number", 8)(lambda env, *_: str(env.dice.between(0, 5)))
way("number", 3)(lambda env, *_: env.of("player-count", *env.world.numbers))


@way("number", 12)
def number_name(env: Env, *_: object) -> str:
    found = env.pick([each for each in env.locals if each.type.sort in ("number", "spot") and not each.several])
    return as_number(env, found.name, found.type)


def as_number(env: Env, text: str, type_: Type) -> str:
    """A place of a number type as a plain number."""
    return f"({text} + {env.dice.between(0, 1)})" if type_.sort == "spot" else text


@way("number", 10)
def number_variable(env: Env, _: int, _type: Type, sure: bool) -> str:
    shapes = ("one",) if sure else ("one", "maybe")
    variable, text = a_variable(env, lambda each: each.type.sort in ("number", "spot") and each.shape in shapes)
    return as_number(env, text, variable.type)


way("number", 12, deep=True)(an_answer)
way("number", 4, deep=True, unless=("own",))(called)
# how many pieces lie in a zone, which everybody sees; of those that a seat may not see what is defined of them together
way("number", 8)(lambda env, *_: f"{a_zone(env, lambda zone: zone.sort != 'slot')[1].text}'s size")
way("number", 2)(lambda env, *_: f"{a_zone(env, lambda zone: zone.sort == 'pile')[1].text}'s height")
way("number", 2, deep=True)(lambda env, depth, *_: f"max({', '.join(env.number(depth - 1) for _ in range(3))})")
way("number", 4, deep=True)(lambda env, *_: f"{several_pieces(env)}'s tally")
way("number", 5)(lambda env, *_: f"{env.pick(env.world.memories)}'s repeats")


def several_pieces(env: Env) -> str:
    """The pieces of a zone, of the first component."""
    card = env.world.components[0]
    return a_zone(env, lambda zone: zone.sort != "slot" and zone.component == card, asked=True)[1].text


@way("number", 12, deep=True)
def reckoned(env: Env, depth: int, *_: object) -> str:
    one, other = (env.number(depth - 1) for _ in range(2))
    return env.of(
        f"({one} + {other})",
        f"({one} - {other})",
        f"({one} * {env.dice.below(4)})",
        f"({one} / {env.of('2', '3', '-2', f'max(1, {other})')})",
        f"({one} mod {env.of('2', '3', 'player-count', f'max(2, {other})')})",
        f"min({one}, {other})",
        f"max({one}, {other})",
        f"(-{one})" if not one.startswith("-") else f"(3 - {one})",
        f"({one} / ({other} - 7))" if env.happens(0.1) else f"({one} + 1)",
    )


@way("number", 8, deep=True)
def counted(env: Env, depth: int, *_: object) -> str:
    """How many of several pass a test."""
    source = any_source(env, depth - 1, copies=True, ranges=True)
    return f"(count of {source.text}{tested(env, source, depth - 1)})"


@way("number", 5, deep=True)
def of_a_range(env: Env, depth: int, _type: Type, sure: bool) -> str:
    """A number of a range, or something of all of them."""
    source, name = a_range(env), env.name("f")
    those = source.text + tested(env, source, depth - 1)
    total = f"(total {env.of('even', 'odd')} of ({source.text}){those.removeprefix(source.text)})"
    if sure or env.happens(0.3):
        return env.of(total, f"({those})'s size")
    best = f"({those} with {env.of('highest', 'lowest')} even)'s {env.of('first', 'last')}"
    odd = f"({env.of('first', 'last')} {name} in {source.text}{env.of('', f' where {name} is odd')})"
    return env.of(best, odd, odd)


@way("number", 10, deep=True)
def summed(env: Env, depth: int, _type: Type, sure: bool) -> str:
    """The total, or the most or least, of a number over several."""
    source = asked_source(env, depth - 1, copies=True)
    member = key_of(env, source.type, numbers=True)
    test = tested(env, source, depth - 1) if env.happens(0.5) else ""
    which = "total" if sure or env.happens(0.5) else env.of("highest", "lowest")
    return f"({which} {member} of {source.text}{test})"


@way("number", 3, deep=True)
def left_outside(env: Env, *_: object) -> str:
    """What the best choice of groups leaves, of a number or of yes and no."""
    source, those = groups(env, 0)
    key = key_of(env, source.type)
    return f"({env.of('lowest', 'highest')} total {key} of {source.text} outside disjoint ({those}))"


@way("number", 6, deep=True, unless=("region",))
def far(env: Env, depth: int, _type: Type, sure: bool) -> str:
    """How many steps it is to a place, or to the nearest of several."""
    type_ = env.pick(() if sure else [each for each in env.world.types if each.place])
    start, goal = (env.subject(type_, sure=False) for _ in range(2))
    goals = env.of(goal, goal, f"({type_.plural}{tested(env, Source(type_.plural, type_), 0)})")
    by = f" by {cost(env, type_)}" if env.happens(0.4) else ""
    return f"(steps of {start} to {goals}{by}{ways(env, type_)}{env.of('', passing(env, type_, depth))})"


@way("number", 6, deep=True)
def a_trail(env: Env, *_: object) -> str:
    """The longest trail along links."""
    links = env.pick([each for each in env.world.types if each.name == "way"])
    source = env.of("ways", f"(ways{tested(env, Source('ways', links), 0)})")
    through = env.of(
        "", " through points", f" through points{tested(env, Source('points', Type('joined', 'point')), 0)}"
    )
    return f"(longest trail of {source}{env.of('', ' by width')}{through})"


@way("number", 5)
def of_counts(env: Env, *_: object) -> str:
    """One number of a set's or counts' numbers, or how many."""
    variable, text = a_variable(env, lambda each: each.shape in ("set", "counts"))
    if variable.shape == "counts" and env.happens(0.5) and "(" not in text:
        return f"{text}({env.value(variable.type, 0, sure=True)})"
    return f"{text}'s size"


def flag_value(env: Env, depth: int) -> str:
    """Yes or no as a value."""
    if env.happens(0.6):
        return env.of("yes", "no")
    return f"({env.condition(depth)})" if depth > 0 else env.value(FLAG, 0, sure=True)
