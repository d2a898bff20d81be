"""Walking over trees of syntax or core without naming their classes.

Nodes are attrs instances, held in the fields of others, directly or in tuples.
"""

from collections.abc import Iterator
from functools import cache

import attrs

SILENT = frozenset(("span", "type"))


@cache
def parts_of(cls: type) -> tuple[str, ...] | None:
    """The fields of a class that may hold nodes; None for a class that is no node."""
    return tuple(part.name for part in attrs.fields(cls) if part.name not in SILENT) if attrs.has(cls) else None


def children(node: object) -> Iterator[object]:
    """The nodes directly below a node (or in a tuple), in the order of its fields; types and spans are no nodes."""
    values = node if isinstance(node, tuple) else parts(node) or ()
    for value in values:
        if isinstance(value, tuple):
            yield from children(value)
        elif parts(value) is not None:
            yield value


def parts(value: object) -> tuple[object, ...] | None:
    """What stands in the fields of a node; None for what is no node."""
    names = parts_of(type(value))  # type: ignore[arg-type] # classes can be kept in a cache
    return None if names is None else tuple([getattr(value, name) for name in names])


def walk(node: object) -> Iterator[object]:
    """A node (or the nodes of a tuple) and all nodes below, each before those in it."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        inside = here if isinstance(here, tuple) else parts(here)
        if inside is None:
            continue
        if inside is not here:
            yield here
        waiting += inside[::-1]
