"""Memories: which fields one remembers, and the sentences that remember and forget.

In: declared fields and sentences. Out: the type of a memory, its fields as `core.Whole`, and core sentences. How often
a situation stands in it is asked by a row of `library/memories`.
"""

from typing import Final

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.coercions import typed_words
from rulewright.language.elaborate.declared_at import declared_at
from rulewright.language.elaborate.environment import BrokenValue, Env, MemoryOf, Mistake
from rulewright.language.elaborate.resolve import setting_words
from rulewright.language.elaborate.world import FieldEntry, World
from rulewright.language.messages import memories as words
from rulewright.language.messages import names as name_words

WORD: Final = "memory"


def remembered(world: World, node: syntax.Holder, *, absent: bool) -> tuple[core.Whole, ...]:
    """The fields that a memory names, each of which everybody sees."""
    found = tuple(whole(world, name, absent=absent) for name in (node.of, *node.more))
    twice = next((name for at, name in enumerate((node.of, *node.more)) if found[at] in found[:at]), None)
    if twice is not None:
        raise Mistake(words.remembered_twice(twice))
    return found


def whole(world: World, name: syntax.Name, *, absent: bool) -> core.Whole:
    """The field of this name; of several owners' the one that there is."""
    entries = [fields[name.text] for fields in world.fields.values() if name.text in fields]
    if not entries:
        known = {field: None for fields in world.fields.values() for field in fields}
        raise Mistake(None if name.text in world.broken_names else name_words.unknown_name(name, candidates=known))
    entry = entries[0]
    if len(entries) > 1:
        raise Mistake(words.remembered_of_several(name, also=world.place_of(entry)))
    if entry.absent and not absent:
        setting, also = setting_words(world), world.place_of(entry)
        raise Mistake(name_words.absent_here(name, setting=setting, when=entry.when, also=also))
    if (hidden := unseen(world, entry, name)) is not None:
        raise Mistake(hidden)
    world.used_names.add(name.text)
    world.used_fields.add(entry)
    return core.Whole(entry.sort, entry.index)


def unseen(world: World, entry: FieldEntry, name: syntax.Name) -> Diagnostic | None:
    """What is to be said of a field that not all see as it is."""
    also = world.place_of(entry)
    if world.is_memory(entry):
        return words.memory_of_memory(name, also=also)
    field = (world.zones if entry.sort == "zone" else world.variables)[entry.index]
    if isinstance(field, core.Variable) and field.lies_in is not None:
        return words.memory_of_notes(name, also=also)
    if isinstance(field, core.Zone) and field.faced:
        return words.remembers_hidden(name, why="pieces may lie face down there", also=also)
    return None if field.audience == "everyone" else words.remembers_hidden(name, why="not all see it", also=also)


def remember(world: World, env: Env, node: syntax.Remember) -> core.Remember:
    """`remember m`."""
    return core.Remember(memory(world, env, node.memory, "remember"), span=node.span)


def forget(world: World, env: Env, node: syntax.Forget) -> core.Forget:
    """`forget m`."""
    return core.Forget(memory(world, env, node.memory, "forget"), span=node.span)


def memory(world: World, env: Env, node: syntax.Expr, verb: str) -> core.VarRef:
    """The memory that is meant; ends the sentence if it is none."""
    match world.expression(env, node):
        case MemoryOf(var):
            return var
        case BrokenValue():
            raise Mistake(None)
        case other:
            what, also = typed_words(world, other), declared_at(world, other)
            raise Mistake(words.no_memory(node.span, verb=verb, what=what, also=also))
