"""What a broken paragraph would have declared, as far as its first words tell."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from attrs import field, frozen

from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Has
from rulewright.language.tokens import DEDENT, INDENT, LAYOUT, LINE_END, STEP, Token

_NAMED: Final = frozenset(("option", "component", "phase", "action", "choice", "define", "joined"))

_NAMELESS: Final = frozenset(("game", "setup", "play", "invariant", "secret", "accepted", "example"))
_BINDING: Final = frozenset(("let", "draw", "roll", "pick", "each"))


@frozen
class BrokenHead:
    """A name that a broken paragraph declares; `kind` is the paragraph's word, or `type`, `value`, `field`, `score`.

    A paragraph that names nothing (`game`, `setup`, `play`, `scoring`, `there is` …) is there with an empty name. Where
    nobody knows what a paragraph is, each word of its first line counts.
    """

    kind: str
    name: str
    span: Span = field(default=NOWHERE, eq=False, repr=False)


def broken_heads(tokens: Sequence[Token]) -> tuple[BrokenHead, ...]:
    """The names of one paragraph: its own, then those of its values or fields."""
    return (*_heads(tokens), *_headless(tokens))


def _headless(tokens: Sequence[Token]) -> Iterator[BrokenHead]:
    """The first words of a line that begins nearly in column 1: it may be a paragraph that has lost its word."""
    for place, token in enumerate(tokens):
        if token.kind == "askew" and token.column < STEP:
            yield from (_head("paragraph", each) for each in tokens[place + 1 : place + 3] if each.kind == "word")


def lost_names(declared: object, lost: Iterable[Sequence[Token]]) -> tuple[BrokenHead, ...]:
    """What lines that are left out of a paragraph would have declared: a field, or locals; each counts itself, too."""
    return tuple(
        head
        for line in lost
        for head in (BrokenHead("line", "", _head("", line[0]).span), *_names(line, field=isinstance(declared, Has)))
    )


def _names(line: Sequence[Token], *, field: bool) -> Iterator[BrokenHead]:
    if field:
        named = [_head("field", token) for token in _field(_first_line(line))]
        yield from named or [BrokenHead("field", "", _head("", line[0]).span)]
    else:
        yield from (_head("local", name) for word, name in pairwise(line) if word.text in _BINDING)


def _heads(tokens: Sequence[Token]) -> Iterator[BrokenHead]:
    words = [token.text for token in tokens[:3]]
    head = words[0]
    if head in _NAMED or head == "to":
        named = (token for token in _first_line(tokens)[1:] if token.kind == "word")
        yield _head("procedure" if head == "to" else head, next(named, tokens[1]))
        yield from _values(tokens[1:]) if head == "component" else ()
    elif words[1:2] == ["is"] and head != "there":
        yield _head("type", tokens[0])
        yield from _values(tokens)
    elif head in ("there", "each"):
        begin = Span(tokens[0].start, tokens[0].end)
        yield BrokenHead("has", "", begin)
        yield from [_head("field", token) for token in _fields(tokens)] or [BrokenHead("field", "", begin)]
    else:
        yield BrokenHead(head, "", Span(tokens[0].start, tokens[0].end))
        if "scoring" in words[:2]:
            yield from (BrokenHead("score", name) for name in ("score", "winners"))
        elif head not in _NAMELESS:
            yield from (_head(token.text, token) for token in _first_line(tokens) if token.kind == "word")


def _first_line(tokens: Sequence[Token]) -> list[Token]:
    return list(takewhile(lambda token: token.kind != LINE_END, tokens))


def _head(kind: str, token: Token) -> BrokenHead:
    return BrokenHead(kind, token.text if token.kind == "word" else "", Span(token.start, token.end))


def _values(tokens: Sequence[Token]) -> Iterator[BrokenHead]:
    """The words after `one of`."""
    texts = [token.text for token in tokens]
    for place in range(1, len(texts)):
        if texts[place - 1 : place + 1] == ["one", "of"]:
            yield from (_head("value", token) for token in tokens[place + 1 :] if token.kind == "word")
            return


def _fields(tokens: Sequence[Token]) -> Iterator[Token]:
    """The names of the lines one step deeper than the first."""
    depth = 0
    for place, (before, token) in enumerate(pairwise(tokens), 1):
        depth += (before.kind == INDENT) - (before.kind == DEDENT)
        if depth == 1 and token.kind not in LAYOUT and before.kind in LAYOUT:
            yield from _field(
                takewhile(lambda each: each.kind != LINE_END, (tokens[at] for at in range(place, len(tokens))))
            )


def _field(line: Iterable[Token]) -> Iterator[Token]:
    """The words before the colon of a line, for a mistake may stand before the name; without a colon the first."""
    words = list(line)
    before = list(takewhile(lambda token: token.text != ":", words))
    return (token for token in (before if len(before) < len(words) else words[:1]) if token.kind == "word")
