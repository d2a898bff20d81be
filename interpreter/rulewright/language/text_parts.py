"""Parts of a text: which are free of mistakes, what each is called, and titles that two of them bear."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import frozen

from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.syntax import Declaration, Example, Invariant, Secret, Text
from rulewright.language.walking import walk
from rulewright.language.wording import plural

# ---- Which parts of a text say all that their author meant, where others have a mistake
# In: the tree, the places of the mistakes, and the names that could not be read. Out: a test of places. A part (a
# paragraph, of fields each line) is sound if no mistake stands in it, and none in what it names, and so on; so a
# sentence that is missing there cannot be why something else is found. Law: more mistakes, fewer sound parts.

Sound = Callable[[Span], bool]

_UNSAID: Final = re.compile(r'"[^"\n]*"|--[^\n]*')
_WORD: Final = re.compile(r"[^\W_]+(?:[-+][^\W_]+)*")


@frozen
class Part:
    """Where it stands, the names that it gives to others, and all its words."""

    span: Span
    names: frozenset[str]
    words: frozenset[str]


def soundness(source: Source, ruleset: syntax.Ruleset, wrong: Iterable[Span], lost: Iterable[str]) -> Sound:
    """Whether a place lies in a sound part, where there are mistakes at these places, and these names are lost."""
    parts = list(_parts(source, ruleset))
    places = list(wrong)
    tainted = [part for part in parts if any(map(part.span.holds, places))]
    sound = [part for part in parts if part not in tainted]
    names = {*lost, *(name for part in tainted for name in part.names)}
    while found := [part for part in sound if part.words & names]:
        sound = [part for part in sound if part not in found]
        names.update(name for part in found for name in part.names)
    return lambda span: any(part.span.holds(span) for part in sound)


def _parts(source: Source, ruleset: syntax.Ruleset) -> Iterator[Part]:
    """A part gives its name and its values to others, with their plurals."""
    for each in ruleset.declarations:
        for node in each.fields if isinstance(each, syntax.Has) else (each,):
            valued = isinstance(node, syntax.Component | syntax.Enumeration)
            found = walk(node) if valued else (getattr(node, "name", None),)
            names = [name.text for name in found if isinstance(name, syntax.Name)]
            said = _UNSAID.sub(" ", source.text[node.span.start : node.span.end])
            yield Part(node.span, frozenset((*names, *map(plural, names))), frozenset(_WORD.findall(said)))


# ---- What a place of a text is called: the names and titles of all that it stands in

NAMELESS: Final = {
    syntax.Game: "game",
    syntax.Setup: "setup",
    syntax.Play: "play",
    syntax.Scoring: "scoring",
    syntax.Looks: "looks",
}
"""Paragraphs that are called by the word with which they begin."""


def named_places(ruleset: syntax.Ruleset) -> Iterator[tuple[str, Span]]:
    """All that findings may be about, in the order of the text: paragraphs, and fields and attributes in them."""
    for each in ruleset.declarations:
        if isinstance(each, syntax.Game | syntax.Setup | syntax.Play | syntax.Scoring | syntax.Looks):
            yield NAMELESS[type(each)], each.span
        elif isinstance(each, syntax.Has):
            yield from ((field.name.text, field.span) for field in each.fields)
        elif not isinstance(each, syntax.Accepted | syntax.Prose | syntax.Example):
            called = each.title if isinstance(each, Invariant | Secret) else each.name
            parts = each.attributes if isinstance(each, syntax.Component) else ()
            yield called.text, each.span
            yield from ((attribute.name.text, attribute.span) for attribute in parts)


# ---- Titles that two of a sort bear: whoever names one by its title could mean either

_SORTS: Final = {Invariant: "an invariant", Secret: "a secret", Example: "an example"}


def titled_twice(declarations: Iterable[Declaration], source: Source) -> Iterator[Diagnostic]:
    """A finding for each invariant, secret and example with the title of an earlier one of its sort."""
    first: dict[tuple[str, str], Text] = {}
    for each in declarations:
        if isinstance(each, Invariant | Secret | Example):
            sort, title = _SORTS[type(each)], each.title
            earlier = first.setdefault((sort, title.text), title)
            if earlier is not title:
                line = source.line(earlier.span.start)
                yield words.title_twice(title.span, sort=sort, title=title.text, line=line, also=earlier.span)
