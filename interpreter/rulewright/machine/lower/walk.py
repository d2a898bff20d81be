"""Walking over core and program nodes without naming them: children of a node, and what lies in it."""

from collections.abc import Iterator

import attrs


def children(node: object) -> Iterator[object]:
    """The nodes directly in this one; tuples are walked through."""
    if isinstance(node, tuple):
        for item in node:
            if isinstance(item, tuple):
                yield from children(item)
            elif attrs.has(type(item)):
                yield item
        return
    for name in _fields(type(node)):
        child = getattr(node, name)
        if isinstance(child, tuple):
            yield from children(child)
        elif attrs.has(type(child)):
            yield child


def nodes(node: object) -> Iterator[object]:
    """The node and everything in it."""
    if attrs.has(type(node)):
        yield node
    for child in children(node):
        yield from nodes(child)


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        names = attrs.fields(kind) if attrs.has(kind) else ()
        _FIELDS[kind] = tuple(name.name for name in names if name.name != "span")
    return _FIELDS[kind]
