"""Walking over trees of syntax, core or code without naming their classes, folding them and building them anew.

Nodes are attrs instances, held in the fields of others, directly or in tuples.
"""

from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

import attrs

from rulewright.language.span import Span

T = TypeVar("T")

SILENT: Final = frozenset(("span", "places", "type"))
LEAVES: Final = (str, str | None, tuple[str, ...], int, int | None, tuple[int, ...], tuple[tuple[int, ...], ...], bool)
"""Fields of these types hold no nodes."""

EXPLAINS: Final = "explanation"
"""What a field of this name says is for people: it is rebuilt with its node, and who walks does not see it."""


@cache
def parts_of(cls: type) -> tuple[str, ...] | None:
    """The fields of a class that may hold nodes; None for a class that is no node."""
    if not attrs.has(cls):
        return None
    return tuple(part.name for part in attrs.fields(cls) if part.name not in SILENT and part.type not in LEAVES)


@cache
def _reader(cls: type) -> Callable[[object], tuple[object, ...]] | None:
    """Reads those fields of a node, all at once; None for what is no node."""
    fields = parts_of(cls)
    if fields is None:
        return None
    match tuple(name for name in fields if name != EXPLAINS):
        case ():
            return lambda _: ()
        case (name,):
            only = attrgetter(name)
            return lambda node: (only(node),)
        case names:
            return attrgetter(*names)


def children(node: object) -> Iterator[object]:
    """The nodes directly below a node (or in a tuple), in the order of its fields; types and spans are no nodes."""
    values = node if isinstance(node, tuple) else parts(node) or ()
    for value in values:
        if isinstance(value, tuple):
            yield from children(value)
        elif parts(value) is not None:
            yield value


def parts(value: object) -> tuple[object, ...] | None:
    """What stands in the fields of a node that may hold nodes; None for what is no node."""
    read = _reader(type(value))  # type: ignore[arg-type] # classes can be kept in a cache
    return None if read is None else read(value)


def walk(node: object) -> Iterator[object]:
    """A node (or the nodes of a tuple) and all nodes below, each before those in it."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting += here[::-1]
        elif (read := _reader(type(here))) is not None:  # type: ignore[arg-type] # as there
            yield here
            waiting += read(here)[::-1]


def folded(node: object, known: Callable[[object, Iterator[T]], T]) -> T:
    """What is known of a node, by what is known of those directly below it: that is found as it is asked for."""
    return known(node, (folded(child, known) for child in children(node)))


def rebuilt(node: T, change: Callable[[Any], Any]) -> T:
    """The node (or tuple) with what stands directly below it changed; the same one where nothing changes."""
    here: Any = node
    if isinstance(node, tuple):
        parts_ = tuple(_renewed(part, change) for part in node)
        here = node if all(new is old for new, old in zip(parts_, node, strict=True)) else parts_
    else:
        old = ((name, getattr(node, name)) for name in parts_of(type(node)) or ())  # type: ignore[arg-type] # as there
        new = {name: part for name, value in old if (part := _renewed(value, change)) is not value}
        here = attrs.evolve(here, **new) if new else node
    return cast("T", here)


def _renewed(value: object, change: Callable[[Any], Any]) -> object:
    if isinstance(value, tuple):
        return rebuilt(value, change)
    return value if parts_of(type(value)) is None else change(value)  # type: ignore[arg-type] # as there


def rewritten(node: T, change: Callable[[Any], Any]) -> T:
    """The tree with each node below (or in a tuple) as the change leaves it, from the leaves up."""
    return rebuilt(node, lambda part: change(rewritten(part, change)))


# ---- the same tree at another place of a text


def moved(node: T, by: int) -> T:
    """The node (or tuple) as it stands so many characters further on: all its places with it."""
    return cast("T", _moved(node, by))


def _moved(value: Any, by: int) -> Any:  # noqa: ANN401 - any part of a node
    if isinstance(value, tuple):
        return tuple([_moved(part, by) for part in value])
    if isinstance(value, Span):
        return Span(value.start + by, value.end + by)
    maker = _maker(type(value))  # type: ignore[arg-type] # as there
    return value if maker is None else maker(value, by)


@cache
def _maker(cls: type) -> Callable[[Any, int], Any] | None:
    """Makes a node of this class anew with its places moved; None for what is no node."""
    if not attrs.has(cls):
        return None
    fields = [part for part in attrs.fields(cls) if part.init]
    given = tuple((part.name, part.type in LEAVES) for part in fields if not part.kw_only)
    named = tuple((part.name, part.type in LEAVES) for part in fields if part.kw_only)

    def make(node: Any, by: int) -> Any:  # noqa: ANN401 - a node of this class
        known = ((getattr(node, name), leaf) for name, leaf in given)
        more = {name: getattr(node, name) if leaf else _moved(getattr(node, name), by) for name, leaf in named}
        return cls(*[value if leaf else _moved(value, by) for value, leaf in known], **more)

    return make
