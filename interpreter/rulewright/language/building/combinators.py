"""The row of a form, and ways to make a builder: most rules list exactly what their class holds."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from rulewright.language.span import Span

Builder = Callable[[list[Any], Span], object]


@frozen
class Form:
    """What begins with one word: how it is written, and what is made of the rules of the grammar for it.

    `borrowed`: words of other languages and of rulebooks for it. `opens`: a block is part of it. `belongs`: where it
    stands, said of it elsewhere. `below`: how the lines below a paragraph are written.
    """

    word: str
    written: str
    builders: Mapping[str, Builder] = field(factory=dict)
    borrowed: tuple[str, ...] = ()
    opens: bool = False
    belongs: str | None = None
    below: str = ""


def node(make: Callable[..., object], *first: object, **known: object) -> Builder:
    """The fields of the class are what comes `first`, the parts in their order, and what is `known`."""
    return lambda parts, span: make(*first, *parts, **known, span=span)


def with_tail(make: Callable[..., object], fixed: int) -> Builder:
    """After so many single parts the rest is one tuple."""
    return lambda parts, span: make(*parts[:fixed], tuple(parts[fixed:]), span=span)


def with_head(make: Callable[..., object]) -> Builder:
    """All parts but the last are one tuple."""
    return lambda parts, span: make(tuple(parts[:-1]), parts[-1], span=span)


def with_lists(make: Callable[..., object], *places: int) -> Builder:
    """The parts at these places are tuples, empty where nothing is written."""

    def build(parts: list[Any], span: Span) -> object:
        return make(*(() if part is None and place in places else part for place, part in enumerate(parts)), span=span)

    return build


def constant(value: object) -> Builder:
    """The words themselves say it all."""
    return lambda _parts, _span: value


def only(parts: list[Any], _span: Span) -> object:
    """The one part stands for the whole."""
    return parts[0]


def listed(parts: list[Any], _span: Span) -> object:
    """All parts as a tuple."""
    return tuple(parts)
