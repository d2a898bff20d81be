"""Fields whose name, sort or type has changed places with a word beside it: `pile: deck of card`, `player: leader`."""

from collections.abc import Container

from rulewright.language import syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.environment import Mistake
from rulewright.language.elaborate.world import World
from rulewright.language.messages import declarations as words
from rulewright.language.span import Span


def is_exchanged(node: syntax.Field, known: Container[str]) -> bool:
    """Whether the name of a field is a known type, and what stands as its type is none."""
    return isinstance(node.type, syntax.Name) and node.name.text in known and node.type.text not in known


def refuse_exchanged(world: World, node: syntax.Field, sorts: Container[str]) -> None:
    """A name that has changed places with its type; a sort of field with the name before it, or with what lies there.

    Names that would have been declared count as broken, so that nothing follows from the slip.
    """
    if isinstance(node.type, syntax.Name):
        refuse_exchanged_type(world, node, node.type)
    elif isinstance(node.type, syntax.Holder) and node.type.word.text not in sorts:
        refuse_exchanged_sort(world, node, node.type, sorts)


def refuse_exchanged_type(world: World, node: syntax.Field, type_: syntax.Name) -> None:
    """`player: leader`, where `leader` names nothing."""
    if is_exchanged(node, world.types) and type_.text not in world.bearers and type_.text not in world.broken_names:
        world.broken_names.add(type_.text)
        instead = f"{type_.text}: {node.name.text}"
        edit = Edit(Span(node.name.span.start, type_.span.end), instead)
        raise Mistake(words.exchanged_type(node.name, type=type_.text, instead=instead, edit=edit))


def refuse_exchanged_sort(world: World, node: syntax.Field, type_: syntax.Holder, sorts: Container[str]) -> None:
    """`pile: deck of card`, `deck: card of pile`."""
    name, word, of = node.name, type_.word, type_.of
    if of.text in sorts:
        instead, span = f"{of.text} of {word.text}", Span(word.span.start, of.span.end)
    elif name.text in sorts:
        world.broken_names.add(word.text)
        instead, span = f"{word.text}: {name.text} of {of.text}", Span(name.span.start, of.span.end)
    else:
        return
    raise Mistake(words.exchanged_sort(word, instead=instead, edit=Edit(span, instead)))
