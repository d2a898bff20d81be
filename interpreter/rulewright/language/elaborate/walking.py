"""Walking over trees of syntax or core without naming their classes.

Nodes are attrs instances, held in the fields of others, directly or in tuples.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

SILENT = frozenset(("span", "type"))


@cache
def parts_of(cls: type[Any]) -> tuple[str, ...]:
    """The fields of a class that may hold nodes; none for classes that are no nodes."""
    return tuple(part.name for part in attrs.fields(cls) if part.name not in SILENT) if attrs.has(cls) else ()


def children(node: object) -> Iterator[object]:
    """The nodes directly below a node (or in a tuple), in the order of its fields; types and spans are no nodes."""
    cls: type[Any] = type(node)
    values = node if isinstance(node, tuple) else (getattr(node, name) for name in parts_of(cls))  # type: ignore[arg-type] # classes are hashable
    for value in values:
        if isinstance(value, tuple):
            yield from children(value)
        elif attrs.has(type(value)):
            yield value


def walk(node: object) -> Iterator[object]:
    """A node (or the nodes of a tuple) and all nodes below, each before those in it."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if not isinstance(here, tuple):
            yield here
        waiting += reversed(list(children(here)))
