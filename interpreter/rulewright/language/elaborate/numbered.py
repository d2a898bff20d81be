"""Which value of a number type a written number is, by what is asked of it."""

from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import Mistake, Value
from rulewright.language.elaborate.possessives import has_question
from rulewright.language.elaborate.world import World
from rulewright.language.library import rows_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.messages import names as name_words
from rulewright.language.plurals import plural
from rulewright.language.span import Span
from rulewright.language.types import NumberT


def numbered(world: World, number: int, name: syntax.Name, span: Span) -> Value | None:
    """`7's runner`: the 7 of the number type that has the question; None where any number has it, or none."""
    asked = [each for each in number_types(world) if has_question(world, name.text, each)]
    if not asked or rows_of(NumberT(number, number), name.text) is not None:
        return None
    found = [each for each in asked if each.low <= number <= each.high]
    if not found:
        values = " and ".join(f"{each.place} is {each.low}..{each.high}" for each in asked)
        raise Mistake(words.no_such_value(span, asked=f"{number}'s {name.text}", values=values))
    if len(found) > 1:
        ways = [f"{plural(each.place or '')}'s item({number - each.low + 1})" for each in found]
        types = [each.place or "" for each in found]
        raise Mistake(name_words.which_value(span, name=str(number), types=types, ways=ways, called=None))
    type_ = NumberT(number, number, found[0].place)
    return Value(core.Const(number, type_), type_)


def number_types(world: World) -> list[NumberT]:
    """The number types, in their order."""
    return [each for each in world.types.values() if isinstance(each, NumberT) and each.place is not None]
