"""Where a paragraph leaves the grammar, and how reading goes on.

After a mistake the guilty line is dropped with its block, and reading goes on with the next line of the same or
smaller indentation. At most one problem per line, `MOST` per paragraph; each token is looked at once.
"""

from collections.abc import Sequence
from typing import Literal

from attrs import Factory, define, frozen

from rulewright.language.grammar import END, Parse, parser
from rulewright.language.tokens import DEDENT, INDENT, LAYOUT, LINE_END, Token

MOST = 20
Kind = Literal["word", "no-block", "unasked-block", "askew", "block-end"]


@frozen
class Problem:
    """The first token that does not fit: its place, the place of its line's first token, and the parse before it."""

    kind: Kind
    at: int
    line: int
    parse: Parse


@define
class _Reading:
    """How far one has come: the parse, blocks, and for each open block its latest line with the parse before it."""

    tokens: Sequence[Token]
    parse: Parse
    at: int = 0
    lines: list[tuple[int, Parse]] = Factory(list)
    dropped: list[bool] = Factory(lambda: [False])
    found: list[Problem] = Factory(list)


def problems(tokens: Sequence[Token]) -> tuple[Problem, ...]:
    """All problems of one paragraph, none if the grammar admits it."""
    reading = _Reading(tokens, Parse.begun())
    while reading.at < len(tokens) and len(reading.found) < MOST:
        if not _advance(reading):
            return tuple(reading.found)
    if not reading.found and reading.parse.after(END) is None:
        _report(reading, "word", reading.lines[-1][0])
    return tuple(reading.found)


def wants_block(parse: Parse) -> bool:
    """Whether nothing but an indented block may follow."""
    return INDENT in parse.row and parse.accepts() == {INDENT}


def _advance(reading: _Reading) -> bool:
    """Take one terminal or deal with a problem; false when the paragraph's head is lost."""
    tokens, at = reading.tokens, reading.at
    begins = tokens[at].kind not in LAYOUT and (at == 0 or tokens[at - 1].kind in LAYOUT)
    if begins and at and wants_block(reading.parse):
        return _drop(reading, "no-block", reading.lines[-1][0], resume=at)
    if begins:
        _begin_line(reading)
    terminal, size = parser().vocabulary.terminal(tokens, at, reading.parse.row)
    parse = reading.parse.after(terminal)
    if parse is None:
        return _deal(reading, terminal)
    reading.parse = parse
    reading.at += size
    _follow_blocks(reading, terminal)
    return True


def _begin_line(reading: _Reading) -> None:
    depth = len(reading.dropped)
    del reading.lines[depth - 1 :]
    reading.lines.append((reading.at, reading.parse))


def _follow_blocks(reading: _Reading, terminal: str) -> None:
    if terminal == INDENT:
        reading.dropped.append(False)
    elif terminal == DEDENT:
        reading.dropped.pop()
        del reading.lines[len(reading.dropped) :]


def _deal(reading: _Reading, terminal: str) -> bool:
    if terminal == INDENT:
        _report(reading, "unasked-block", reading.at + 1)
        reading.at = _block_end(reading.tokens, reading.at)
        return True
    if terminal == DEDENT:
        return _end_early(reading)
    if terminal == "askew":
        _report(reading, "askew", reading.at + 1)
        reading.dropped[-1] = True
        reading.at = _line_end(reading.tokens, reading.at)
        return len(reading.dropped) > 1
    return _drop(reading, "word", reading.lines[-1][0])


def _end_early(reading: _Reading) -> bool:
    """The block ends where more is needed: its head falls, silently if a line of the block fell before."""
    dropped = reading.dropped.pop()
    del reading.lines[len(reading.dropped) :]
    if not dropped:
        _report(reading, "block-end", reading.lines[-1][0])
    return _skip(reading, reading.at + 1)


def _drop(reading: _Reading, kind: Kind, line: int, resume: int | None = None) -> bool:
    _report(reading, kind, line)
    return _skip(reading, _line_end(reading.tokens, reading.at) if resume is None else resume)


def _report(reading: _Reading, kind: Kind, line: int) -> None:
    reading.found.append(Problem(kind, reading.at, line, reading.parse))


def _skip(reading: _Reading, at: int) -> bool:
    """Go on at a place as if the line before it had not been; what depends on that line goes too."""
    if len(reading.dropped) == 1:
        return False
    reading.dropped[-1] = True
    reading.parse = reading.lines[-1][1]
    while _depends(reading.tokens, at):
        at = _line_end(reading.tokens, at)
    reading.at = at
    return True


def _depends(tokens: Sequence[Token], at: int) -> bool:
    words = [token.text for token in tokens[at : at + 4]]
    return words[:1] == ["otherwise"] or words == ["if", "you", "cannot", ":"]


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
