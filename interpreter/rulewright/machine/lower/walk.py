"""Walking over core and program nodes without naming them: children of a node, and what lies in it."""

from collections.abc import Iterator

import attrs


def children(node: object) -> Iterator[object]:
    """The nodes directly in this one; tuples are walked through."""
    if isinstance(node, tuple):
        for item in node:
            if isinstance(item, tuple):
                yield from children(item)
            elif _is_node(type(item)):
                yield item
        return
    for name in _fields(type(node)):
        child = getattr(node, name)
        if isinstance(child, tuple):
            yield from children(child)
        elif _is_node(type(child)):
            yield child


def nodes(node: object) -> Iterator[object]:
    """The node and everything in it, what holds before what is held."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, tuple):
            waiting.extend(inner[::-1])
        elif _is_node(type(inner)):
            yield inner
            waiting.extend([getattr(inner, name) for name in reversed(_fields(type(inner)))])


_NODES: dict[type, bool] = {}


def _is_node(kind: type) -> bool:
    if kind not in _NODES:
        _NODES[kind] = attrs.has(kind)
    return _NODES[kind]


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        names = attrs.fields(kind) if _is_node(kind) else ()
        _FIELDS[kind] = tuple(name.name for name in names if name.name != "span")
    return _FIELDS[kind]
