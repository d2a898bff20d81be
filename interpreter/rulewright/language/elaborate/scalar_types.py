"""Types of one value as they are written: by name, as a range, `or none`."""

from rulewright.language import syntax, types
from rulewright.language.component_rows import end_words
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.environment import Mistake
from rulewright.language.elaborate.resolve import named_type
from rulewright.language.elaborate.world import World
from rulewright.language.messages import declarations as words
from rulewright.language.messages import names as name_words
from rulewright.language.span import Span


def scalar_type(world: World, node: syntax.Name | syntax.ConstRange | syntax.Optional) -> types.Scalar:
    """`card`, `0..9`, and either of them `or none`."""
    match node:
        case syntax.Name():
            return named_type(world, node)
        case syntax.ConstRange():
            return range_type(world, node)
        case syntax.Optional(of):
            return types.with_none(scalar_type(world, of))


def range_type(world: World, node: syntax.ConstRange) -> types.NumberT | types.ValueT | types.LineT:
    """`0..10`; an end may be an option that is a number. Between two values it is their whole type."""
    if node.step is not None:
        raise Mistake(words.step_in_type(node.span, edit=Edit(Span(node.high.span.end, node.span.end), "")))
    low, high = (bound(world, each) for each in (node.low, node.high))
    if isinstance(low, int) and isinstance(high, int):
        if high < low:
            plain = world.text(node.span) == f"{low}..{high}"  # no end is an option
            edit = Edit(node.span, f"{high}..{low}") if plain else None
            raise Mistake(words.empty_range(node.span, low=low, high=high, edit=edit))
        return types.NumberT(low, high)
    if isinstance(low, set) and isinstance(high, set):
        common = sorted(low & high, key=lambda type_: type_.name)
        if len(common) == 1:
            return common[0]
    raise Mistake(words.range_of_two(node.span, low=end_words(node.low), high=end_words(node.high)))


def bound(world: World, node: syntax.Name | syntax.Number) -> int | set[types.ValueT | types.LineT]:
    """An end of a range: a number, or the types that have such a value."""
    if isinstance(node, syntax.Number):
        return node.value
    setting = world.options.get(node.text)
    if isinstance(setting, int) and not isinstance(setting, bool):
        world.used_names.add(node.text)
        return setting
    found = {type_ for type_, _ in world.bearers.get(node.text, ()) if isinstance(type_, types.ValueT | types.LineT)}
    if not found:
        known = [*(name for name, one in world.options.items() if not isinstance(one, bool)), *world.bearers]
        raise Mistake(None if node.text in world.broken_names else name_words.unknown_name(node, candidates=known))
    return found
