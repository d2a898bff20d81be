"""What a place of a text is called: the names and titles of all that it stands in."""

from collections.abc import Iterator
from typing import Final

from rulewright.language import syntax
from rulewright.language.span import Span

NAMELESS: Final = {syntax.Game: "game", syntax.Setup: "setup", syntax.Play: "play", syntax.Scoring: "scoring"}
"""Paragraphs that are called by the word with which they begin."""


def named_places(ruleset: syntax.Ruleset) -> Iterator[tuple[str, Span]]:
    """All that findings may be about, in the order of the text: paragraphs, and fields and attributes in them."""
    for each in ruleset.declarations:
        match each:
            case syntax.Game() | syntax.Setup() | syntax.Play() | syntax.Scoring():
                yield NAMELESS[type(each)], each.span
            case syntax.Has():
                yield from ((field.name.text, field.span) for field in each.fields)
            case syntax.Invariant() | syntax.Secret():
                yield each.title.text, each.span
            case syntax.Component():
                yield each.name.text, each.span
                yield from ((attribute.name.text, attribute.span) for attribute in each.attributes)
            case syntax.Accepted() | syntax.Example():
                pass
            case _:
                yield each.name.text, each.span
