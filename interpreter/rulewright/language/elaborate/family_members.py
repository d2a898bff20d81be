"""The members of a family: one for each value of its type, each value once, complete."""

from collections.abc import Sequence

from rulewright.language.elaborate.coercions import bare_words
from rulewright.language.elaborate.world import World
from rulewright.language.facts.ranges import names_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.messages import sentences as sentence_words
from rulewright.language.syntax import FamilyMember, Name
from rulewright.language.types import Named, Scalar, without_none


def member_values(
    world: World, family: Name, type_: Scalar, members: Sequence[FamilyMember]
) -> dict[int, FamilyMember]:
    """The member of each value; what is missing, twice or no value is told."""
    names = value_names(world, type_)
    found: dict[int, FamilyMember] = {}
    first: dict[str, Name] = {}
    for member in members:
        for name in member.values:
            if name.text not in names:
                world.tell(sentence_words.no_such_member(name, type=bare_words(type_), candidates=names))
            elif first.setdefault(name.text, name) is not name:
                world.tell(words.family_twice(name, also=first[name.text].span))
            else:
                found[names.index(name.text)] = member
    missing = [name for index, name in enumerate(names) if index not in found]
    if missing:
        world.tell(
            words.family_incomplete(family, missing=missing, lines=[f'"when {value}:"' for value in missing[:3]])
        )
    return found


def value_names(world: World, type_: Scalar) -> tuple[str, ...]:
    """The names of the values of a family's type."""
    inner = without_none(type_)
    return tuple(names_of(world, inner)) if isinstance(inner, Named) else ()
