"""What is said of a value where another is meant: where it was declared, and how to name it."""

import re
from collections.abc import Callable
from typing import Final

from rulewright.language import core, syntax, types
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate import environment
from rulewright.language.elaborate.environment import AggregateOf, Mistake, SeqValue, Typed, Value, World, ZoneValue
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.wording import a, plural


def declared_at(world: World, *found: Typed) -> Span:
    """Where the author said what something is: the place of the field, local name, definition or component that the
    first of these asks which asks one; `NOWHERE` for what is made on the spot, such as a number or a sum."""
    for typed in found:
        place = NOWHERE
        match typed:
            case ZoneValue(ref=ref) | SeqValue(seq=core.Pieces(zone=ref)) | environment.PlaceValue(core.PlaceRef(ref)):
                zone = world.zones[ref.zone]
                place = NOWHERE if zone.box else zone.span
            case Value(core=core.Read(var=var)) | environment.MemoryOf(var) | AggregateOf(var=core.VarRef() as var):
                place = world.variables[var.variable].span
            case Value(core=core.Get(local=local)) | SeqValue(seq=core.Held(local=local)):
                place = world.locals[local].span
            case Value(core=core.CallDefinition(definition=index)):
                place = world.definitions[index].span
            case Value(core=core.Attr(component=index)):
                place = world.components[index].span
            case _:
                pass
        if place != NOWHERE:
            return place
    return NOWHERE


WORDS: Final = "words:"
"""How the type of words that are listed in a pick begins, which stand for themselves."""


def are_listed(type_: types.Scalar) -> bool:
    """Whether this is such a type."""
    return isinstance(type_, types.ValueT) and type_.name.startswith(WORDS)


def only_words(world: World, typed: Typed, said: str, span: Span, wanted: types.Plain | None = None) -> None:
    """Ends the sentence if such a word stands where something else belongs, `said`, perhaps a value of a type."""
    listed = types.without_none(typed.type) if isinstance(typed, Value) else None
    if not isinstance(listed, types.ValueT) or not are_listed(listed):
        return
    there, name = world.values[listed.name], listed.name.rpartition(":")[2]
    borne = ((type_ for type_, _ in world.bearers.get(each, ())) for each in there)
    bearing = [{type_.name for type_ in each if isinstance(type_, types.ValueT)} for each in borne]
    common = sorted(each for each in set.intersection(*bearing) if not each.startswith(WORDS))
    meant = [each for each in common if not isinstance(wanted, types.ValueT) or each == wanted.name]
    which = " or ".join(f"it is {each}" for each in there) if meant else None
    values = plural(meant[0]) if meant else None
    raise Mistake(words.only_words(span, name=name, wanted=said, values=values, which=which, word=there[0]))


def copies_of(component: core.Component) -> int:
    """How many pieces of the component there are, as far as anybody counts."""
    return MAX_COUNT if component.pieces is None else max(1, component.pieces)


def kinds(world: World, name: str, span: Span) -> Diagnostic:
    """The complaint that kinds are no copies."""
    plural = next(plural for plural, each in world.plurals.items() if each == name)
    index = world.component_index[name]
    component = world.components[index]
    here = [zone for zone in world.zones[: world.zones_here] if zone.component == index and not zone.box]
    mine = [f"players's {zone.name}" for zone in here if zone.owners == (types.PLAYER,)]
    places = (*[zone.name for zone in here if not zone.owners][:2] + mine[:1], f"box's {plural}")
    pieces = copies_of(component)
    return words.kinds_not_copies(span, plural=plural, kinds=len(component.kinds), pieces=pieces, places=places)


def box_parts(world: World) -> list[str]:
    """`box's cards` for each component."""
    return [f"box's {plural}" for plural, name in world.plurals.items() if name in world.component_index]


# ---- A question that stands before the one it is asked of: `hand's Bob`, `your rank's card`, `worth(card, 2)`

SIZES: Final = ("len", "length", "number", "amount")
"""What `size` is called elsewhere."""
BEHIND: Final = re.compile(r"'s? ([\w+-]++)(?!\()")


def exchanged(world: World, env: environment.Env, whose: syntax.Expr | None, name: syntax.Name) -> syntax.Name | None:
    """The name behind a question (of `whose`), with the place of both, where it has changed places with it."""
    other = behind(world, name)
    if other is None:
        return None
    subject = syntax.Word(other) if whose is None else syntax.Of(whose, syntax.Member(other, None))
    return other if can_be_asked(world, env, subject, name.text) else None


def behind(world: World, name: syntax.Name) -> syntax.Name | None:
    """The question behind one, with the place of both."""
    found = BEHIND.match(world.source.text, name.span.end) if name.span != NOWHERE else None
    return None if found is None else syntax.Name(found[1], span=Span(name.span.start, found.end()))


def owner_in_brackets(world: World, env: environment.Env, node: syntax.Call) -> str | None:
    """How it is said, `card's worth(2)`, where a question of a thing has it as its first argument."""
    if not node.args:
        return None
    owner, *others = node.args
    question = "size" if node.name.text in SIZES else node.name.text
    if not can_be_asked(world, env, owner, question, tuple(others) or None):
        return None
    whose, *rest = (world.text(each.span) for each in node.args)
    arguments = f"({', '.join(rest)})" if rest else ""
    return f"{possessive(f'({whose})' if ' ' in whose else whose)} {question}{arguments}"


def possessive(written: str) -> str:
    """How a question begins of what is written so."""
    return {"it": "its", "you": "your"}.get(written, f"{written}'s")


def can_be_asked(
    world: World, env: environment.Env, subject: syntax.Expr, question: str, args: tuple[syntax.Expr, ...] | None = None
) -> bool:
    """Whether something has a question; nothing of this stands in the text."""
    try:
        world.expression(env, syntax.Of(subject, syntax.Member(syntax.Name(question), args)))
    except Mistake:
        return False
    return True


_WHERE: Final = re.compile(r"(?P<source>[\w-]+) where\b")


def with_outer_named(world: World, span: Span, becomes: Callable[[str], str]) -> Edit | None:
    """`goods where … it` as `goods as this-good where … this-good`; None where it is unclear which `where` is meant."""
    text = world.source.text
    start = text.rfind("\n", 0, span.start) + 1
    found = [each.start() for each in _WHERE.finditer(text, start, span.start)]
    outer = _WHERE.match(text, found[0]) if found else None
    if outer is None or len(found) > MAX_OUTER_NAMES or text.count(")", outer.end(), span.start):
        return None
    source = outer["source"]
    name = f"this-{world.plurals.get(source, 'one')}"
    head = f"{source} as {name}{text[outer.end('source') : span.start]}"
    return None if name in text[start : span.start] else Edit(Span(outer.start(), span.end), head + becomes(name))


MAX_OUTER_NAMES: Final = 2
"""With more of them around nobody can tell from the line."""


def type_words(type_: types.Type) -> str:
    """The type as a noun with its article: "a number", "a card"."""
    match type_:
        case types.NumberT():
            return "a number"
        case types.BoolT():
            return "yes or no"
        case types.ValueT() | types.LineT() | types.KindT():
            return a(type_.name.split(":")[-1])
        case types.OptionalT():
            return type_words(type_.of)
        case types.SetT():
            return f"a set of {bare_words(type_.of)}s"
        case types.CountsT():
            return f"counts of {bare_words(type_.of)}"
        case types.MemoryT():
            return "a memory"
        case types.SeqT():
            return f"several {bare_words(type_.of)}s"


def bare_words(type_: types.Scalar) -> str:
    """The type as a noun without article."""
    return type_words(type_).removeprefix("a ").removeprefix("an ")


def range_words(type_: types.NumberT) -> str:
    """`0..5`, or the one number."""
    return str(type_.low) if type_.low == type_.high else f"{type_.low}..{type_.high}"


def typed_words(world: World, typed: Typed) -> str:
    """What an expression is, as a noun with its article."""
    match typed:
        case Value(type=type_) | AggregateOf(type=type_):
            return type_words(type_)
        case ZoneValue(ref):
            zone = world.zones[ref.zone]
            return f"the {zone.kind} {zone.name}"
        case SeqValue():
            return f"several {bare_words(typed.of)}s"
        case environment.GroupsValue():
            return f"groups of {bare_words(typed.made_of.of)}s"
        case environment.BrokenValue():
            raise Mistake(None)
        case environment.PlaceValue():
            return "a place"
        case environment.MemoryOf():
            return "a memory"
        case environment.BoxValue():
            return "the box"
        case environment.NothingValue():
            return "none"
