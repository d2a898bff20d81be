"""Words that are listed in a pick and stand for themselves: how their type is called, and what is said of one where a
value of another type belongs.
"""

from rulewright.language import types
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.world import World
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.plurals import plural
from rulewright.language.span import Span

WORDS = "words:"


def are_listed(type_: types.Scalar) -> bool:
    """Whether this is such a type."""
    return isinstance(type_, types.ValueT) and type_.name.startswith(WORDS)


def only_words(world: World, listed: types.ValueT, wanted: types.Plain, said: str, span: Span) -> Diagnostic:
    """The complaint that such a word stands where a value of a type belongs, which is `said`."""
    there, name = world.values[listed.name], listed.name.rpartition(":")[2]
    of_type = wanted.name if isinstance(wanted, types.ValueT) else ""
    clear = of_type and set(there) <= set(world.values.get(of_type, ()))
    which = " or ".join(f"it is {each}" for each in there) if clear else None
    return words.only_words(span, name=name, wanted=said, values=plural(of_type) if clear else None, which=which)
