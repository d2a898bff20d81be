"""The texts of families: what the rules say, in words for people, of the members that pieces and values stand for.

A power, a recipe, an effect: the description of the member of an action or a procedure that bears the name.
"""

from collections.abc import Iterator
from typing import TypeAlias

from rulewright.language import syntax
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.machine.game import Rules

Effects: TypeAlias = dict[str, tuple[tuple[str, str], ...]]
"""By the name of a member: each family with its description of the member."""


def effects_of(rules: Rules) -> Effects:
    """All that families say of their members."""
    found: dict[str, dict[str, str]] = {}
    parsed = parse(Source(rules.name, rules.source_text), skip_examples=True)
    for family, member in _members(parsed.ruleset):
        for value in member.values if member.title else ():
            found.setdefault(value.text, {})[family] = member.title.text if member.title else ""
    return {name: tuple(texts.items()) for name, texts in found.items()}


def _members(ruleset: syntax.Ruleset) -> Iterator[tuple[str, syntax.FamilyMember]]:
    for each in ruleset.declarations:
        match each:
            case syntax.ProcedureFamily(name=name, members=members) | syntax.ActionFamily(name=name, members=members):
                yield from ((name.text, member) for member in members)
            case _:
                continue
