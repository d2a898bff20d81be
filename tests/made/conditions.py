"""Conditions: comparisons of whatever has the same type, tests of what may be none or empty, quantifiers."""

from attrs import evolve

from tests.made.declared import FLAG, NUMBER, PLAYER, Type
from tests.made.fields import readable, variable_named, zone_named
from tests.made.questions import Question, Thing, questions, thing
from tests.made.scribe import COMPARED, Env, Local, Scribe, way
from tests.made.sources import any_source, element, groups, inner, likeness, tested
from tests.made.values import several_pieces

# ---- of a thing


@way("about", 26)
def question_of(scribe: Scribe, env: Env, local: Local, depth: int) -> str | None:
    """What is asked of it has some answer."""
    asked = Thing(local.name, local.type, local)
    return answered(scribe, env, asked, depth)


def answered(scribe: Scribe, env: Env, asked: Thing, depth: int) -> str | None:
    """A test of the answer to some question."""
    known = list(questions(scribe, env, asked, depth))
    if not known:
        return None
    question = known[scribe.dice.weighted([each.weight for each in known])]
    text = question.make()
    return test_of(scribe, env, asked, question, text, depth) if text else None


def test_of(scribe: Scribe, env: Env, asked: Thing, question: Question, text: str, depth: int) -> str | None:
    """A test of an answer."""
    if question.shape in ("several", "set", "counts"):
        if question.shape == "counts" and scribe.happens(0.4):
            one, other = (scribe.literal(question.type) or f"{question.type.plural}'s first" for _ in range(2))
            both = one if question.type.sort == "kind" else scribe.of(f"{one} + {other}", f"{one} + {one}", one)
            return f"{text} is {scribe.of('', 'not ')}{both}"
        if scribe.happens(0.4):
            return f"{text} is {scribe.of('', 'not ')}empty"
        if scribe.happens(0.5):
            return f"{text}'s size is {scribe.of(*COMPARED)} {scribe.number(env, 0)}"
        return f"{scribe.value(env, question.type, 0, sure=True)} is {scribe.of('', 'not ')}in {text}"
    if question.type == FLAG:
        return f"{asked.text} is {scribe.of('', '', 'not ')}{text.removeprefix(asked.start)}"
    if question.shape == "maybe" and scribe.happens(0.35):
        return f"{text} is {scribe.of('', 'not ')}none"
    return compared(scribe, env, question.type, text, depth, maybe=question.shape == "maybe")


def compared(scribe: Scribe, env: Env, type_: Type, text: str, depth: int, *, maybe: bool = False) -> str | None:
    """A comparison with another value of the type; `maybe`: it may be none."""
    if type_.sort == "number":
        other = scribe.number(env, min(depth, 1), sure=False)
        return f"{text} is {scribe.of(*COMPARED, *COMPARED, '', 'not ')} {other}".replace("  ", " ")
    equal = scribe.of("", "the same as") if maybe else scribe.of("", "", "", "", "", "the same as")
    other = scribe.value(env, type_, min(depth, 1), sure=maybe and not equal)  # of two that may be none `is` asks
    if other == text:
        return None
    order = COMPARED if type_.sort == "enumeration" else ()
    return " ".join(f"{text} is {scribe.of(equal, f'not {equal}', equal, *order)} {other}".split())


@way("about", 10)
def itself(scribe: Scribe, env: Env, local: Local, depth: int) -> str | None:
    """Which one it is."""
    if (local.hidden and env.careful) or local.type == FLAG:
        return None
    return compared(scribe, env, local.type, local.name, depth)


@way("about", 4)
def even_or_odd(scribe: Scribe, env: Env, local: Local, _depth: int) -> str | None:
    """Whether 2 divides a number."""
    if local.type.sort not in ("number", "spot") or (local.hidden and env.careful):
        return None
    return f"{local.name} is {scribe.of('', 'not ')}{scribe.of('even', 'odd')}"


@way("about", 8)
def among(scribe: Scribe, env: Env, local: Local, depth: int) -> str | None:
    """Whether it is among several."""
    if local.type == FLAG or (local.hidden and env.careful):
        return None
    if local.type == NUMBER:
        return f"{local.name} is {scribe.of('', 'not ')}in {scribe.of('1..2', '0..3', '2..4')}"
    source = scribe.of_type(evolve(env, it=None), local.type, 0)
    if source is None or (source.hidden and env.careful):
        return None
    return f"{local.name} is {scribe.of('', 'not ')}in {source.text}"


@way("about", 10)
def lies_there(scribe: Scribe, env: Env, local: Local, _depth: int) -> str | None:
    """A place of a board: what lies there."""
    if not local.type.place:
        return None
    boards = [zone for zone in scribe.world.zones if zone.place == local.type and len(zone.owners) < 2]

    named = zone_named(scribe, env, boards)
    if named is None:
        return None
    zone, naming = named
    there = f"{naming.text}({local.name})"
    if scribe.happens(0.5) or (env.careful and not readable(zone, naming, env)):
        return f"{there} is {scribe.of('', 'not ')}empty"
    piece = Thing(there, zone.component.type, Local(there, zone.component.type, piece=True, zone=zone))
    return answered(scribe, env, piece, 0)


@way("about", 5, deep=True)
def both(scribe: Scribe, env: Env, local: Local, depth: int) -> str | None:
    one, other = (scribe.about(env, local, depth - 1) for _ in range(2))
    return scribe.of(f"({one} and {other})", f"({one} or {other})", f"not ({one})")


# ---- of anything


@way("condition", 20)
def of_thing(scribe: Scribe, env: Env, depth: int) -> str | None:
    """A question of something that is there."""
    asked = thing(scribe, env)
    return answered(scribe, env, asked, depth) if asked is not None else None


@way("condition", 8)
def of_numbers(scribe: Scribe, env: Env, depth: int) -> str:
    return f"{scribe.number(env, depth)} is {scribe.of(*COMPARED)} {scribe.number(env, min(depth, 1))}"


@way("condition", 8)
def emptiness(scribe: Scribe, env: Env, _depth: int) -> str | None:
    """Whether something lies in a zone: everybody sees that."""
    found = zone_named(scribe, env, list(scribe.world.zones))
    return f"{found[1].text} is {scribe.of('', 'not ')}empty" if found else None


@way("condition", 10)
def of_variable(scribe: Scribe, env: Env, depth: int) -> str | None:
    """What a variable holds."""
    found = variable_named(scribe, env, list(scribe.world.variables), sure=False)
    if found is None:
        return None
    variable, text = found
    if variable.type == FLAG:
        return f"{text}" if scribe.happens(0.5) else f"not {text}"
    asked = Thing(text, variable.type)
    question = Question(1, variable.type, variable.shape, lambda: text)
    return test_of(scribe, env, asked, question, text, depth)


@way("condition", 3)
def chosen(scribe: Scribe, env: Env, _depth: int) -> str | None:
    """What was agreed on before the game."""
    tests = [*scribe.world.flags, "player-count is 3", "player-count is at least 2"]
    tests += [f"{name} is {scribe.of('', 'not ')}{scribe.literal(type_)}" for name, type_ in scribe.world.chosen]
    return scribe.dice.of(tests)


@way("condition", 5, deep=True)
def so_many(scribe: Scribe, env: Env, depth: int) -> str | None:
    """Whether there are so many of several."""
    source = any_source(scribe, env, depth - 1, copies=True, ranges=True)
    if source is None:
        return None
    bound, most = scribe.of("exactly", "at least", "at most"), scribe.number(env, 0)
    return f"({bound} {most} of {source.text}{tested(scribe, env, source, depth - 1)})"


@way("condition", 4)
def alike(scribe: Scribe, env: Env, depth: int) -> str | None:
    """Whether several are alike in something, and whether some of them are."""
    if depth > 0 and scribe.happens(0.5):
        found = groups(scribe, env, depth - 1)
        return f"({scribe.of('at least', 'exactly')} {scribe.of('1', '2')} of {found[1]})" if found else None
    source = any_source(scribe, env, 0)
    how = None if source is None or (source.hidden and env.careful) else likeness(scribe, env, source)
    return f"{source.text} is {how}" if source is not None and how is not None else None


@way("condition", 14, deep=True)
def quantified(scribe: Scribe, env: Env, depth: int) -> str | None:
    """Some, no or every one of several."""
    source = any_source(scribe, env, depth - 1, ranges=True)
    if source is None:
        return None
    local = element(scribe.name("q"), source)
    inside = inner(env, local)
    if scribe.happens(0.3):
        those = f" where {scribe.about(inside, local, depth - 1)}" if scribe.happens(0.3) else ""
        return f"(every {local.name} in {source.text}{those} satisfies {scribe.about(inside, local, depth - 1)})"
    where = scribe.of("where", "where", "satisfies")
    test = f" {where} {scribe.about(inside, local, depth - 1)}" if scribe.happens(0.85) else ""
    return f"({scribe.of('some', 'no')} {local.name} in {source.text}{test})"


@way("condition", 8, deep=True)
def joined(scribe: Scribe, env: Env, depth: int) -> str | None:
    one, other = (scribe.condition(env, depth - 1) for _ in range(2))
    return scribe.of(f"({one} and {other})", f"({one} or {other})", f"not ({one})")


@way("condition", 4)
def one_past_another(scribe: Scribe, env: Env, _depth: int) -> str | None:
    """Which of two pieces of a zone lies beyond the other."""
    found = zone_named(scribe, env, [zone for zone in scribe.world.zones if zone.ordered], asked=env.careful)
    if found is None:
        return None
    one, other, text = scribe.name("q"), scribe.name("q"), found[1].text
    return f"(some {one} in {text} where (some {other} in {text} where {other} is past({one})))"


@way("condition", 5, unless=("asking", "public", "own"))
def can_act(scribe: Scribe, env: Env, _depth: int) -> str | None:
    """Whether there is a move: of simple actions only, that ask nothing of others."""
    if not env.you or env.it is not None:
        return None
    known = [each for each in scribe.world.actions if each.plain]
    if not known:
        return None

    each = scribe.dice.of(known)
    act = scribe.call(env, each.name, each.params, 0)
    return f"you {scribe.of('can', 'can', 'cannot')} {act}" if act else None


@way("condition", 6, unless=("own",))
def defined(scribe: Scribe, env: Env, depth: int) -> str | None:
    """A definition that holds or does not."""
    known = [
        each
        for each in scribe.world.definitions[env.rank :]
        if each.result == FLAG and each.of is None and not each.many
    ]

    each = scribe.dice.of(known) if known else None
    return scribe.call(env, each.name, each.params, depth, sure=scribe.happens(0.6)) if each else None


@way("condition", 6)
def fitting(scribe: Scribe, env: Env, _depth: int) -> str | None:
    """What is defined of several pieces and a number."""
    found = several_pieces(scribe, env) if not env.own else None
    least = scribe.of("0", "2", "5", *[f"min(9, max(0, {scribe.number(env, 0, sure=True)}))"] * 3)
    return f"fitting({found}, {least})" if found else None


@way("condition", 6)
def is_member(scribe: Scribe, env: Env, depth: int) -> str | None:
    """Whether a player is among several."""
    source = scribe.of_type(env, PLAYER, 0)
    if source is None or source.text == "players":
        return None
    return f"{scribe.value(env, PLAYER, 0, sure=True)} is {scribe.of('', 'not ')}in {source.text}"


@way("condition", 1)
def whether_over(scribe: Scribe, _env: Env, _depth: int) -> str:
    return f"game is {scribe.of('', 'not ')}over"


@way("condition", 1)
def plain_fact(_scribe: Scribe, _env: Env, _depth: int) -> str:
    return "player-count is at least 1"
