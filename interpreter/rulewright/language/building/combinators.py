"""Ways to make a builder: most rules list exactly what their class holds."""

from collections.abc import Callable
from typing import Any

from rulewright.language.span import Span

Builder = Callable[[list[Any], Span], object]


def node(make: Callable[..., object]) -> Builder:
    """The parts in their order are the fields of the class."""
    return lambda parts, span: make(*parts, span=span)


def with_tail(make: Callable[..., object], fixed: int) -> Builder:
    """After so many single parts the rest is one tuple."""
    return lambda parts, span: make(*parts[:fixed], tuple(parts[fixed:]), span=span)


def constant(value: object) -> Builder:
    """The words themselves say it all."""
    return lambda _parts, _span: value


def only(parts: list[Any], _span: Span) -> object:
    """The one part stands for the whole."""
    return parts[0]


def listed(parts: list[Any], _span: Span) -> object:
    """All parts as a tuple."""
    return tuple(parts)
