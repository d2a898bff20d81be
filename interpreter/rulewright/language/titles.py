"""Titles that two of a sort bear: whoever names one by its title could mean either."""

from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.syntax import Declaration, Example, Invariant, Secret, Text

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
