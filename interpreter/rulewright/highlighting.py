"""Rules in colors, for Pygments, which finds this lexer by the name `rules`."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pygments.lexer import RegexLexer, bygroups, include, this, using
from pygments.token import Text, string_to_tokentype

from rulewright.language.word_classes import COLORS, PARAGRAPH_END, Rule, contexts

_BELOW: Final = r"((?:\n(?:\1[ \t]+[^ \t\n][^\n]*|[ \t]*(?:--[^\n]*)?$))*)"
"""The lines that are deeper than the first group of a pattern, and those that say nothing."""


def _action(sort: str | None) -> Any:  # noqa: ANN401 - as Pygments has it
    """What becomes of a group of this class."""
    if sort is None:
        return None
    if sort.startswith("@"):
        return using(this, state=sort[1:])
    return string_to_tokentype(COLORS[sort][0]) if sort else Text


def _row(rule: Rule | str) -> Any:  # noqa: ANN401
    """A rule as Pygments has it."""
    if isinstance(rule, str):
        return include(rule)
    actions = [_action(sort) for sort in rule.classes]
    if rule.below:
        return rule.pattern + _BELOW, bygroups(*actions, using(this, state=rule.below))
    return (rule.pattern, bygroups(*actions), *([rule.context] if rule.context else []))


def _states() -> Mapping[str, list[Any]]:
    """The contexts as Pygments has them; a paragraph ends where the next one begins."""
    known = contexts()
    found = {name: [*map(_row, rules)] for name, rules in known.items()}
    for context in {rule.context for rule in known["text"] if isinstance(rule, Rule)} - {""}:
        found[context].insert(0, (PARAGRAPH_END, Text, "#pop"))
    return {"root": found.pop("text"), **found}


class RulesLexer(RegexLexer):  # type: ignore[misc] # Pygments says no types
    """Texts of rules, whole or in part."""

    name = "Rulewright"
    aliases: ClassVar = ["rules", "rulewright"]
    filenames: ClassVar = ["*.rules"]
    flags = re.MULTILINE
    tokens: ClassVar = _states()
