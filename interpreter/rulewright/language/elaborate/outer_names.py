"""A name for what a `where` tests, so that it can be said inside another one.

In: the place that speaks of it, and what is to stand there. Out: the edit, from the word before that `where` on.
"""

import re
from collections.abc import Callable
from typing import Final

from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.world import World
from rulewright.language.span import Span

_WHERE: Final = re.compile(r"(?P<source>[\w-]+) where\b")


def with_outer_named(world: World, span: Span, becomes: Callable[[str], str]) -> Edit | None:
    """`goods where … it` as `goods as this-good where … this-good`; None where it is not clear on the line of the place
    which `where` is meant."""
    text = world.source.text
    start = text.rfind("\n", 0, span.start) + 1
    found = [each.start() for each in _WHERE.finditer(text, start, span.start)]
    outer = _WHERE.match(text, found[0]) if found else None
    if outer is None or len(found) > MAX_OUTER_NAMES or text.count(")", outer.end(), span.start):
        return None
    source = outer["source"]
    name = f"this-{world.plurals.get(source, 'one')}"
    head = f"{source} as {name}{text[outer.end('source') : span.start]}"
    return None if name in text[start : span.start] else Edit(Span(outer.start(), span.end), head + becomes(name))


MAX_OUTER_NAMES: Final = 2
"""With more of them around nobody can tell from the line."""
