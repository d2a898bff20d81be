"""Conditions: comparisons of whatever has the same type, tests of what may be none or empty, quantifiers."""

from attrs import evolve

from tests.made.declared import FLAG, NUMBER, PLAYER, Type
from tests.made.fields import a_variable, a_zone, readable
from tests.made.questions import Question, Thing, a_question, questions, thing
from tests.made.scribe import COMPARED, Env, Local, Unfit, way
from tests.made.sources import any_source, asked_source, groups, inner, likeness, passing, tested
from tests.made.values import called, several_pieces

# ---- of a thing


way("about", 26)(lambda env, depth, local: answered(env, Thing(local.name, local.type, local), depth))


def answered(env: Env, asked: Thing, depth: int) -> str:
    """A test of the answer to some question."""
    question = a_question(env, list(questions(env, asked, depth)))
    return test_of(env, asked, question, question.make(), depth)


def test_of(env: Env, asked: Thing, question: Question, text: str, depth: int) -> str:
    """A test of an answer."""
    is_ = f"{text} is {env.of('', 'not ')}"
    if question.shape == "counts" and env.happens(0.4):
        one, other = (env.known(question.type) for _ in range(2))
        kind = question.type.sort == "kind"
        if not kind and env.happens(0.5):
            return env.of(
                f"{text} covers {one} + {other} * {env.dice.below(3)}",
                f"({text} without {one})'s size is {env.number(0)}",
            )
        return is_ + (one if kind else env.of(f"{one} + {other}", f"{one} + {one}", one))
    if question.shape in ("several", "set", "counts"):
        return env.of(
            f"{is_}empty",
            f"{text}'s size is {env.of(*COMPARED)} {env.number(0)}",
            f"{env.value(question.type, 0, sure=True)} is {env.of('', 'not ')}in {text}",
        )
    if question.type == FLAG:
        return f"{asked.text} is {env.of('', '', 'not ')}{text.removeprefix(asked.start)}"
    maybe = question.shape == "maybe"
    return f"{is_}none" if maybe and env.happens(0.35) else compared(env, question.type, text, depth, maybe=maybe)


def compared(env: Env, type_: Type, text: str, depth: int, *, maybe: bool = False) -> str:
    """A comparison with another value of the type; `maybe`: it may be none."""
    if type_.sort == "number":
        how, other = env.of(*COMPARED, *COMPARED, "", "not"), env.number(min(depth, 1), sure=False)
    else:
        equal = env.of("", "the same as") if maybe else env.of("", "", "", "", "", "the same as")
        other = env.value(type_, min(depth, 1), sure=maybe and not equal)  # of two that may be none `is` asks
        how = env.of(equal, f"not {equal}", equal, *(COMPARED if type_.sort == "enumeration" else ()))
    if other == text:
        raise Unfit
    return " ".join(f"{text} is {how} {other}".split())


@way("about", 10)
def itself(env: Env, depth: int, local: Local) -> str | None:
    """Which one it is."""
    unseen = local.hidden and env.careful
    return None if unseen or local.type == FLAG else compared(env, local.type, local.name, depth)


@way("about", 4)
def even_or_odd(env: Env, _: int, local: Local) -> str | None:
    """Whether 2 divides a number."""
    fits = local.type.sort in ("number", "spot") and not (local.hidden and env.careful)
    return f"{local.name} is {env.of('', 'not ')}{env.of('even', 'odd')}" if fits else None


@way("about", 8)
def among(env: Env, _: int, local: Local) -> str | None:
    """Whether it is among several."""
    if local.type == FLAG or (local.hidden and env.careful):
        return None
    number = local.type == NUMBER
    those = env.of("1..2", "0..3", "2..4") if number else asked_source(evolve(env, it=None), 0, type_=local.type).text
    return f"{local.name} is {env.of('', 'not ')}in {those}"


@way("about", 10)
def lies_there(env: Env, _: int, local: Local) -> str | None:
    """A place of a board: what lies there."""
    if not local.type.place:
        return None
    zone, naming = a_zone(env, lambda zone: zone.place == local.type and len(zone.owners) < 2)
    there = f"{naming.text}({local.name})"
    if env.happens(0.5) or (env.careful and not readable(zone, env, own=naming.own)):
        return f"{there} is {env.of('', 'not ')}empty"
    kind = zone.component.type
    return answered(env, Thing(there, kind, Local(there, kind, piece=True, zone=zone)), 0)


@way("about", 5, deep=True)
def both(env: Env, depth: int, local: Local) -> str:
    one, other = (env.about(local, depth - 1) for _ in range(2))
    return env.of(f"({one} and {other})", f"({one} or {other})", f"not ({one})")


# ---- of anything

way("condition", 20)(lambda env, depth: answered(env, thing(env), depth))
way("condition", 8)(lambda env, depth: f"{env.number(depth)} is {env.of(*COMPARED)} {env.number(min(depth, 1))}")
# whether something lies in a zone: everybody sees that
way("condition", 8)(lambda env, _: f"{a_zone(env)[1].text} is {env.of('', 'not ')}empty")


@way("condition", 10)
def of_variable(env: Env, depth: int) -> str:
    """What a variable holds."""
    variable, text = a_variable(env, sure=False)
    if variable.type == FLAG:
        return text if env.happens(0.5) else f"not {text}"
    question = Question(1, variable.type, variable.shape, lambda: text)
    return test_of(env, Thing(text, variable.type), question, text, depth)


@way("condition", 3)
def chosen(env: Env, _: int) -> str:
    """What was agreed on before the game."""
    named = [f"{name} is {env.of('', 'not ')}{env.literal(type_)}" for name, type_ in env.world.chosen]
    return env.of(*env.world.flags, "player-count is 3", "player-count is at least 2", *named)


@way("condition", 5, deep=True)
def so_many(env: Env, depth: int) -> str:
    """Whether there are so many of several."""
    source = any_source(env, depth - 1, copies=True, ranges=True)
    bound = f"{env.of('exactly', 'at least', 'at most')} {env.number(0)}"
    return f"({bound} of {source.text}{tested(env, source, depth - 1)})"


@way("condition", 4)
def alike(env: Env, depth: int) -> str:
    """Whether several are alike in something, and whether some of them are."""
    if env.happens(0.2):
        source, those = groups(env, 0)
        return f"{source.text} splits into ({those})"
    if depth > 0 and env.happens(0.5):
        return f"({env.of('at least', 'exactly')} {env.of('1', '2')} of {groups(env, depth - 1)[1]})"
    source = asked_source(env, 0)
    return f"{source.text} is {likeness(env, source)}"


@way("condition", 4, deep=True, unless=("region",))
def together(env: Env, depth: int) -> str:
    """Whether places hang together, or in how many parts."""
    type_ = env.pick([each for each in env.world.types if each.place])
    those = f"({type_.plural}{passing(env, type_, depth)})"
    by = env.of("", "", "(around)", *(("(leaps(1, 2))",) if type_.sort == "grid" else ()))
    if env.happens(0.5):
        return f"{those} is {env.of('', 'not ')}connected{by}"
    part, number = env.name("g"), env.of("1", "2")
    return f"({env.of('at least', 'exactly')} {number} of {those}' parts{by} as {part} where {part}' size is {number})"


@way("condition", 14, deep=True)
def quantified(env: Env, depth: int) -> str:
    """Some, no or every one of several."""
    source = any_source(env, depth - 1, ranges=True)
    local = source.one(env.name("q"))
    inside = inner(env, local)
    if env.happens(0.3):
        those = f" where {inside.about(local, depth - 1)}" if env.happens(0.3) else ""
        return f"(every {local.name} in {source.text}{those} satisfies {inside.about(local, depth - 1)})"
    where = env.of("where", "where", "satisfies")
    test = f" {where} {inside.about(local, depth - 1)}" if env.happens(0.85) else ""
    return f"({env.of('some', 'no')} {local.name} in {source.text}{test})"


@way("condition", 8, deep=True)
def joined(env: Env, depth: int) -> str:
    one, other = (env.condition(depth - 1) for _ in range(2))
    return env.of(f"({one} and {other})", f"({one} or {other})", f"not ({one})")


@way("condition", 4)
def one_past_another(env: Env, _: int) -> str:
    """Which of two pieces of a zone lies beyond the other."""
    text = a_zone(env, lambda zone: zone.ordered, asked=env.careful)[1].text
    one, other = env.name("q"), env.name("q")
    return f"(some {one} in {text} where (some {other} in {text} where {other} is past({one})))"


@way("condition", 5, unless=("asking", "public", "own"))
def can_act(env: Env, _: int) -> str | None:
    """Whether there is a move: of simple actions only, that ask nothing of others."""
    simple = [each for each in env.world.actions if each.plain]
    fits = env.you and env.it is None
    return f"you {env.of('can', 'can', 'cannot')} {env.call(env.pick(simple))}" if fits else None


way("condition", 6, unless=("own",))(lambda env, depth: called(env, depth, FLAG, sure=False))


@way("condition", 6, unless=("own",))
def fitting(env: Env, _: int) -> str:
    """What is defined of several pieces and a number."""
    least = env.of("0", "2", "5", *[f"min(9, max(0, {env.number(0)}))"] * 3)
    return f"fitting({several_pieces(env)}, {least})"


@way("condition", 6)
def is_member(env: Env, _: int) -> str | None:
    """Whether a player is among several."""
    those = env.source(PLAYER, 0).text
    member = f"{env.value(PLAYER, 0, sure=True)} is {env.of('', 'not ')}in {those}"
    return member if those != "players" else None


way("condition", 1)(lambda env, _: f"game is {env.of('', 'not ')}over")
way("condition", 1)(lambda *_: "player-count is at least 1")
