"""Words that are listed in a pick and stand for themselves: how their type is called, and what is said of one where a
value of another type belongs.
"""

from typing import Final

from rulewright.language import types
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.environment import Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.plurals import plural
from rulewright.language.span import Span

WORDS: Final = "words:"


def are_listed(type_: types.Scalar) -> bool:
    """Whether this is such a type."""
    return isinstance(type_, types.ValueT) and type_.name.startswith(WORDS)


def only_words(
    world: World, typed: Typed, said: str, span: Span, wanted: types.Plain | None = None
) -> Diagnostic | None:
    """The complaint that such a word stands where something else belongs, which is `said`, perhaps a value of a type;
    None for whatever is no such word."""
    listed = types.without_none(typed.type) if isinstance(typed, Value) else None
    if not isinstance(listed, types.ValueT) or not are_listed(listed):
        return None
    there, name = world.values[listed.name], listed.name.rpartition(":")[2]
    bearing = [
        {type_.name for type_, _ in world.bearers.get(each, ()) if isinstance(type_, types.ValueT)} for each in there
    ]
    common = sorted(each for each in set.intersection(*bearing) if not each.startswith(WORDS))
    meant = [each for each in common if not isinstance(wanted, types.ValueT) or each == wanted.name]
    which = " or ".join(f"it is {each}" for each in there) if meant else None
    values = plural(meant[0]) if meant else None
    return words.only_words(span, name=name, wanted=said, values=values, which=which, word=there[0])
