"""A paragraph is read, line by line: where it leaves the grammar, and how reading goes on.

After a mistake reading goes on as if its edit were made, where it has one with which the line can be read. Otherwise
the guilty line is dropped with its block, and reading goes on with the next line of the same or smaller indentation.
At most one problem per line, `MAX_REPAIRS` per paragraph; each token is looked at a fixed number of times. What a
paragraph or line that is lost would have declared is told by its first words, as far as they tell.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any, Final, Literal

from attrs import Factory, define, evolve, field, frozen

from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.grammar import Parse
from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Has
from rulewright.language.tokens import DEDENT, INDENT, LAYOUT, LINE_END, STEP, Token

MAX_REPAIRS: Final = 20
Refused = frozenset[Edit]
"""Repairs that were tried, and failed."""
Kind = Literal["word", "no-block", "unasked-block", "askew", "block-end"]


@frozen
class Line:
    """Where a line begins, the parse before it, and the line above in its block."""

    at: int
    parse: Parse
    above: "Line | None" = None


@frozen
class Problem:
    """The first token that does not fit: its place, the place of its line's first token, and the parse before it;
    `begun`: the line that was being read when it was found."""

    kind: Kind
    at: int
    line: int
    parse: Parse
    begun: Line | None


@frozen
class Mended:
    """With the edit of a finding the parse goes on at the place `end`; `empty`: of the lines before nothing is left."""

    end: int
    parse: Parse
    empty: bool


Told = tuple[Diagnostic, Mended | None]
"""What is wrong at a problem, and what becomes of the line with the edit."""


@define
class _Reading:
    """How far one has come: the parse, blocks, for each open block its latest line, and what is lost."""

    tokens: Sequence[Token]
    tell: Callable[[Problem], Told]
    parse: Parse
    at: int = 0
    lines: list[Line] = Factory(list)
    dropped: list[bool] = Factory(lambda: [False])
    found: list[Diagnostic] = Factory(list)
    lost: list[Sequence[Token]] = Factory(list)


def recovered(
    tokens: Sequence[Token], language: int, tell: Callable[[Problem], Told]
) -> tuple[Sequence[Diagnostic], Any, Sequence[Sequence[Token]]]:
    """What is wrong with a paragraph, what is made of it (None: its head is lost), and the lines that are left out."""
    reading = _Reading(tokens, tell, Parse.begun(language))
    while reading.at < len(tokens):
        if len(reading.found) == MAX_REPAIRS or not _advance(reading):
            return reading.found, None, ()
    made = reading.parse.made()
    if not reading.found and made is None:
        _report(reading, "word", reading.lines[-1].at)
    return reading.found, made, reading.lost


def wants_block(parse: Parse) -> bool:
    """Whether nothing but an indented block may follow."""
    return INDENT in parse.row and parse.accepts() == {INDENT}


def _advance(reading: _Reading) -> bool:
    """Go on to the next line or deal with a problem; false when the paragraph's head is lost."""
    tokens, at = reading.tokens, reading.at

    def begins(at: int) -> bool:
        """Whether a line begins at this token."""
        return tokens[at].kind not in LAYOUT and (at == 0 or tokens[at - 1].kind in LAYOUT)

    if begins(at):
        if at and wants_block(reading.parse):
            return _drop(reading, "no-block", reading.lines[-1].at, resume=at)
        depth = len(reading.dropped)
        above = reading.lines[depth - 1] if len(reading.lines) >= depth else None
        del reading.lines[depth - 1 :]
        reading.lines.append(Line(at, reading.parse, above and evolve(above, above=None)))
    end = at + 1
    while end < len(tokens) and not begins(end):
        end += 1
    reading.parse, reading.at = reading.parse.along(tokens, at, end)
    for token in tokens[at : reading.at]:
        if token.kind == INDENT:
            reading.dropped.append(False)
        elif token.kind == DEDENT:
            reading.dropped.pop()
            del reading.lines[len(reading.dropped) :]
    if reading.at == end:
        return True
    kind = tokens[reading.at].kind
    if kind == INDENT:
        return _report(reading, "unasked-block", reading.at + 1) or _lose(reading, _block_end(tokens, reading.at))
    if kind == DEDENT:
        # its head falls, silently if a line of the block fell before
        dropped = reading.dropped.pop()
        del reading.lines[len(reading.dropped) :]
        if not dropped:
            _report(reading, "block-end", reading.lines[-1].at)
        return _skip(reading, reading.at + 1)
    if kind == "askew":
        if _report(reading, "askew", reading.at + 1):
            return True
        reading.dropped[-1] = True
        _lose(reading, _line_end(tokens, reading.at))
        return len(reading.dropped) > 1
    return _drop(reading, "word", reading.lines[-1].at)


def _lose(reading: _Reading, end: int) -> bool:
    """Go on behind tokens that are left out."""
    reading.lost.append(reading.tokens[reading.at : end])
    reading.at = end
    return True


def _drop(reading: _Reading, kind: Kind, line: int, resume: int | None = None) -> bool:
    """Tell a problem; nothing of a line whose place may depend on one that fell before."""
    misplaced = kind == "word" and reading.at == line and reading.dropped[-1]
    if not misplaced and _report(reading, kind, line):
        return True
    return _skip(reading, _line_end(reading.tokens, reading.at) if resume is None else resume)


def _report(reading: _Reading, kind: Kind, line: int) -> bool:
    """Tell a problem, and go on behind the mended line; false if it cannot be mended."""
    begun = reading.lines[-1] if reading.lines else None
    found, mended = reading.tell(Problem(kind, reading.at, line, reading.parse, begun))
    reading.found.append(found)
    if mended is None:
        return False
    reading.dropped[-1] |= mended.empty
    reading.at, reading.parse = mended.end, mended.parse
    return True


def _skip(reading: _Reading, at: int) -> bool:
    """Go on at a place as if the line before it had not been; what depends on that line goes too."""
    if len(reading.dropped) == 1:
        return False
    line = reading.lines[-1]
    reading.dropped[-1] = True
    reading.parse = line.parse
    while (words := [token.text for token in reading.tokens[at : at + 4]]) and (
        words[0] in ("otherwise", "else", "elif") or words == ["if", "you", "cannot", ":"]
    ):
        at = _line_end(reading.tokens, at)
    reading.at = line.at
    return _lose(reading, at)


def _line_end(tokens: Sequence[Token], at: int) -> int:
    """The place behind a line and its block."""
    while at < len(tokens) and tokens[at].kind != LINE_END:
        at += 1
    at += 1
    return _block_end(tokens, at) if at < len(tokens) and tokens[at].kind == INDENT else at


def _block_end(tokens: Sequence[Token], at: int) -> int:
    """The place behind the block that begins here."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place].kind == INDENT) - (tokens[place].kind == DEDENT)
        if depth == 0:
            return place + 1
    return len(tokens)


# ---- what is lost

_NAMED: Final = frozenset(("option", "component", "phase", "action", "choice", "define", "joined"))
_NAMELESS: Final = frozenset(
    ("game", "setup", "play", "whenever", "invariant", "secret", "accepted", "about", "looks", "example")
)
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


def broken_heads(tokens: Sequence[Token]) -> Iterator[BrokenHead]:
    """The names of one paragraph: its own, then those of its values or fields."""
    words, first = [token.text for token in tokens[:3]], [*takewhile(lambda token: token.kind != LINE_END, tokens)]
    head = words[0]
    begin = Span(tokens[0].start, tokens[0].end)
    if head in _NAMED or head == "to":
        named = (token for token in first[1:] if token.kind == "word")
        yield _head("procedure" if head == "to" else head, next(named, tokens[1]))
        yield from _values(tokens[1:]) if head == "component" else ()
    elif words[1:2] in (["is"], ["links"]) and head not in ("there", "each"):
        yield _head("type", tokens[0])
        yield from _values(tokens)
    elif head in ("there", "each"):
        yield BrokenHead("has", "", begin)
        depth, fields = 0, list[BrokenHead]()  # they begin one step deeper than the first line
        for place, (before, token) in enumerate(pairwise(tokens), 1):
            depth += (before.kind == INDENT) - (before.kind == DEDENT)
            if depth == 1 and token.kind not in LAYOUT and before.kind in LAYOUT:
                fields += (_head("field", each) for each in _field(tokens[place:]))
        yield from fields or [BrokenHead("field", "", begin)]
    else:
        yield BrokenHead(head, "", begin)
        if "scoring" in words[:2]:
            yield from (BrokenHead("score", name) for name in ("score", "winners"))
        elif head not in _NAMELESS:
            yield from (_head(token.text, token) for token in first if token.kind == "word")
    # A line that begins nearly in column 1 may be a paragraph that has lost its word.
    for place, token in enumerate(tokens):
        if token.kind == "askew" and token.column < STEP:
            yield from (_head("paragraph", each) for each in tokens[place + 1 : place + 3] if each.kind == "word")


def lost_names(declared: object, lost: Iterable[Sequence[Token]]) -> Iterator[BrokenHead]:
    """What lines that are left out of a paragraph would have declared: a field, or locals; each counts itself, too."""
    for line in lost:
        begin = Span(line[0].start, line[0].end)
        yield BrokenHead("line", "", begin)
        if isinstance(declared, Has):
            yield from [_head("field", name) for name in _field(line)] or [BrokenHead("field", "", begin)]
        else:
            yield from (_head("local", name) for word, name in pairwise(line) if word.text in _BINDING)


def _head(kind: str, token: Token) -> BrokenHead:
    return BrokenHead(kind, token.text if token.kind == "word" else "", Span(token.start, token.end))


def _values(tokens: Sequence[Token]) -> Iterator[BrokenHead]:
    """The words after `one of`."""
    for place, (before, token) in enumerate(pairwise(tokens), 2):
        if (before.text, token.text) == ("one", "of"):
            yield from (_head("value", each) for each in tokens[place:] if each.kind == "word")
            return


def _field(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words before the colon of a line, for a mistake may stand before the name; without a colon the first."""
    words = [*takewhile(lambda token: token.kind != LINE_END, tokens)]
    before = list(takewhile(lambda token: token.text != ":", words))
    return (token for token in (before if len(before) < len(words) else words[:1]) if token.kind == "word")
