"""What appears in a program, and everything that could: both are read from the definitions.

The classes of the syntax and of the core with those of their fields that may be one thing or another, the built-in
questions, and types: of fields, owners, boards, attributes, names, picks, loops and answers.
"""

import inspect
import types
import typing
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import cache
from types import ModuleType
from typing import Any, Literal
from unittest.mock import patch

import attrs

from rulewright import Rules
from rulewright.language import core, syntax, types as kinds
from rulewright.language.elaborate import expressions, possessives
from rulewright.language.elaborate.environment import Env, Typed, World
from rulewright.language.library import ROWS, answering
from rulewright.language.library.answering import Row
from rulewright.language.walking import EXPLAINS, walk

SORTS = (
    *("number", "yes or no", "enumeration", "player", "team", "kind", "grid", "joined", "line", "direction", "side"),
    *("number type from 0", "number type from 1", "number type from beyond 1", "number type from below 0"),
)
NUMBERS = tuple(sort for sort in SORTS if sort.startswith("number type"))
USED = ("always", "once", "each member once")
FORMS = {
    "variable": ("", "or none of ", "set of ", "counts of "),
    "attribute": ("", "or none of ", "counts of "),
    "definition": ("", "or none of "),
    **dict.fromkeys(("owner", "second owner", "loop", "pick", "several"), ("",)),
}


# ---- what can never appear in a made text, and why; a `*` stands for whatever is there

# what the core is made into has it, the core of a ruleset has not
MADE_LATER = ("core ListTable.open yes",)

# a made board has a place in each spot of its picture, for it is laid out before it is known how it is drawn
LEFT_OUT = ("text Spot.place none",)

# types that the language does not have: a plain number is declared by its range alone, yes or no has no list
NO_SUCH_TYPE = (
    "variable: or none of yes or no",
    *(f"variable: set of {sort}" for sort in ("number", "yes or no", "line")),
    *(f"variable: counts of {sort}" for sort in ("number", "yes or no", "line")),
    *(f"attribute: counts of {sort}" for sort in ("number", "yes or no", "number type*", "line")),
    *(f"attribute: {form}line" for form in ("", "or none of ")),
    *(f"{role}: {sort}" for role in ("owner", "second owner") for sort in ("number", "yes or no", "line")),
    *(f"{role}: yes or no" for role in ("loop", "pick", "several")),
    "definition: or none of yes or no",
)

# what is always told
WRONG = ("text Accepted.because none", "text Tell.gaps none")

IMPOSSIBLE = (*MADE_LATER, *LEFT_OUT, *WRONG, *NO_SUCH_TYPE)


# ---- what could appear


def everything() -> list[str]:
    """All that must appear sooner or later."""
    found = [feature for cls in classes(core) for feature in features(cls, "core")]
    found += [feature for cls in written_classes() for feature in features(cls, "text")]
    found += [asked(row) for row in ROWS.values()]
    found += [f"{role}: {form}{sort}" for role, forms in FORMS.items() for form in forms for sort in SORTS]
    found += [f"board over: {sort}" for sort in ("grid", "joined", *NUMBERS)]
    found += [f"asked whether there is a move: {how}" for how in USED]
    return [feature for feature in dict.fromkeys(found) if not impossible(feature)]


def impossible(feature: str) -> bool:
    """Whether the language has no such thing, or made texts leave it out on purpose."""
    return any(fnmatchcase(feature, each) for each in IMPOSSIBLE)


def classes(module: ModuleType) -> list[type]:
    """The classes of a module whose values are nodes."""
    found = inspect.getmembers(module, inspect.isclass)
    return [cls for _, cls in found if cls.__module__ == module.__name__ and attrs.has(cls)]


def written_classes() -> list[type]:
    """The classes of the syntax but for those of examples alone."""
    reached: set[type] = set()
    waiting: list[type] = [syntax.Ruleset]
    while waiting:
        cls = waiting.pop()
        if cls in reached or cls is syntax.Example:
            continue
        reached.add(cls)
        for hint in hints(cls).values():
            waiting += [part for part in parts(hint) if inspect.isclass(part) and attrs.has(part)]
    return [cls for cls in classes(syntax) if cls in reached]


@cache
def hints(cls: type) -> dict[str, object]:
    """The fields of a class with their types."""
    return {name: hint for name, hint in typing.get_type_hints(cls).items() if name not in ("span", "type")}


def parts(hint: object) -> Iterator[object]:
    """Everything that a type is made of."""
    inside = typing.get_args(hint)
    if not inside or typing.get_origin(hint) is Literal:
        yield hint
    for part in inside:
        yield from parts(part)


@cache
def features(cls: type, where: str) -> tuple[str, ...]:
    """A class, and what its fields may be: yes or no, one of some words, there or not, one of two classes."""
    start = f"{where} {cls.__name__}"
    found = [start]
    for name, hint in hints(cls).items():
        found += [f"{start}.{name} {answer}" for answer in answers(hint)]
    return tuple(found)


@cache
def answers(hint: object) -> tuple[str, ...]:
    """What a field of this type may be, where that makes a difference."""
    if hint is bool:
        return ("yes", "no")
    if typing.get_origin(hint) is Literal:
        return tuple(map(str, typing.get_args(hint)))
    if not isinstance(hint, types.UnionType) and typing.get_origin(hint) is not typing.Union:
        return ()
    inside = typing.get_args(hint)
    if type(None) in inside:
        words = [word for part in inside for word in answers(part)] if len(inside) == 2 else []
        return ("none", *(words or ["there"]))
    return (
        tuple(getattr(typing.get_origin(part) or part, "__name__", "") for part in inside) if len(inside) <= 3 else ()
    )


# ---- what does appear


def appearing(rules: Rules, tree: syntax.Ruleset, rows: Counter[str]) -> Counter[str]:
    """How often everything appears in a program; `rows` are the questions that it asked."""
    made, found = rules.core, Counter(rows)
    # what explains, and types, are not seen by who walks
    for where, module, root in (("core", core, made), ("text", syntax, tree)):
        for outer in walk(root):
            for node in (outer, *walk(getattr(outer, EXPLAINS, ())), *walk(getattr(outer, "type", ()))):
                if type(node).__module__ == module.__name__:
                    found.update(shown(node, where))
    found.update(f"{role}: {described(type_, made)}" for role, type_ in typed(made))
    found.update(f"asked whether there is a move: {how}" for how in used(made))
    return found


def shown(node: object, where: str) -> Iterator[str]:
    """A node with what its fields are."""
    cls = type(node)
    start = f"{where} {cls.__name__}"
    yield start
    for name, hint in hints(cls).items():
        choices = answers(hint)
        if choices:
            yield f"{start}.{name} {chosen(getattr(node, name), choices)}"


def chosen(value: object, choices: tuple[str, ...]) -> str:
    """Which of its choices a field is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    word = str(value) if isinstance(value, str | int) else type(value).__name__
    return word if word in choices or "there" not in choices else "there"


def typed(made: core.Core) -> Iterator[tuple[str, kinds.Type]]:
    """Types, and what they are the types of."""
    for field in (*made.variables, *made.zones):
        yield from (("owner", owner) for owner in field.owners)
        yield from (("second owner", owner) for owner in field.owners[1:])
    yield from (("variable", variable.type) for variable in made.variables)
    yield from (("attribute", each.type) for component in made.components for each in component.attributes)
    yield from (("definition", each.type) for each in made.definitions)
    for zone in made.zones:
        if zone.place is not None:
            known = (type_ for type_ in numbers(made) if type_.place == zone.place)
            yield "board over", next(known, kinds.ValueT(zone.place))
    for node in walk(made):
        match node:
            case core.ForEach():
                yield "loop", made.locals[node.local].type
            case core.Pick():
                yield "pick", made.locals[node.local].type
            case core.PickSeveral():
                yield "several", made.locals[node.local].type


def used(made: core.Core) -> Iterator[str]:
    """How the offers that are asked for may be used up."""
    for node in walk(made):
        if isinstance(node, core.CanAct):
            for offer in node.offers:
                yield USED[0 if offer.limit is None else 1 if made.limits[offer.limit].members == 1 else 2]


def numbers(made: core.Core) -> Iterator[kinds.NumberT]:
    """Number types that something in the program has."""
    found: list[object] = [each.type for each in (*made.locals, *made.variables)]
    found += [owner for field in (*made.zones, *made.variables) for owner in field.owners]
    found += [getattr(node, "type", None) for node in walk(made)]
    for type_ in found:
        inner = type_.of if isinstance(type_, kinds.OptionalT | kinds.SetT | kinds.SeqT) else type_
        if isinstance(inner, kinds.NumberT):
            yield inner


def described(type_: kinds.Type, made: core.Core) -> str:
    """A type in the words of the list."""
    match type_:
        case kinds.OptionalT():
            return f"or none of {described(type_.of, made)}"
        case kinds.SetT():
            return f"set of {described(type_.of, made)}"
        case kinds.CountsT():
            return f"counts of {described(type_.of, made)}"
        case kinds.MemoryT():
            return "memory"
        case kinds.SeqT():
            return described(type_.of, made)
        case kinds.NumberT(place=None):
            return "number"
        case kinds.NumberT(low=0 | 1):
            return f"number type from {type_.low}"
        case kinds.NumberT():
            return f"number type from {'below 0' if type_.low < 0 else 'beyond 1'}"
        case kinds.BoolT():
            return "yes or no"
        case kinds.KindT():
            return "kind"
        case kinds.ValueT(name="player" | "team" | "direction" | "side"):
            return type_.name
        case kinds.LineT():
            return "line"
        case kinds.ValueT():
            return sort_of(type_.name, made)
        case _:
            return "nothing"


def sort_of(name: str, made: core.Core) -> str:
    """Whether a type of values is a grid, joined or a plain enumeration."""
    place = next((each for each in made.geometries if each.place == name), None)
    return "enumeration" if place is None else "grid" if place.rows else "joined"


def asked(row: Row) -> str:
    return f"question {row.sort}: {row.name}"


@contextmanager
def questions() -> Iterator[Counter[str]]:
    """Counts the built-in questions that are answered while rules are elaborated."""
    found, answer = Counter[str](), answering.answer

    def counted(world: World, env: Env, row: Row, *asking: Any) -> Typed:
        made = answer(world, env, row, *asking)
        found[asked(row)] += 1
        return made

    with patch.object(possessives, "answer", counted), patch.object(expressions, "answer", counted):
        yield found


def table(found: Counter[str], programs: Counter[str]) -> str:
    """How often everything appeared, and in how many programs."""
    lines = [f"{found[each]:>9} {programs[each]:>7}  {each}" for each in everything()]
    return "\n".join(["  appears   texts", *lines])
