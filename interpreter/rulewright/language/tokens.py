"""The words of a text: what comes between blanks, and what its lines and indentation mean.

In: a stretch of normalised text. Out: tokens that carry offsets into the whole text. `scan` loses nothing: blanks
apart, its tokens joined are the text. `layout` keeps what a parser needs and turns line ends and indentation into
tokens of their own. Neither refuses anything; what fits nowhere becomes a token of kind `bad` or `askew`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

LINE_END: Final = "_NL"
INDENT: Final = "_IN"
DEDENT: Final = "_OUT"
STEP: Final = 4
"""How much deeper than its head a block is indented."""
LAYOUT: Final = frozenset((LINE_END, INDENT, DEDENT))
_BEGINNING: Final = "none yes no you your it its count total highest lowest some every first last only exactly"
_BEHIND_IS: Final = "not in at more less empty"
_ELSEWHERE: Final = "and or each game"
RESERVED: Final = frozenset(f"{_BEGINNING} {_BEHIND_IS} {_ELSEWHERE}".split())
CONTINUING: Final = frozenset((",", "and", "or"))
"""At its end a sentence goes on in the next line."""
_OPERATORS: Final = ("+", "-", "*", "/", "mod")
GOING_ON: Final = frozenset(
    ("and", "or", "when", "because", "where", "with", "satisfies", "is", "in", "to", "from", *_OPERATORS)
)
"""With these a deeper line goes on with the sentence above."""
_UNFINISHED: Final = frozenset((*_OPERATORS, "satisfies"))
_TITLED: Final = frozenset(("invariant", "secret", "option"))
"""Behind the colon of these stands no block."""
_OPENING_HEADS: Final = frozenset(("game", "component", "there", "each"))
"""Paragraphs whose first line opens a block without a colon."""


class Token(NamedTuple):
    """One token; `column` is filled for line ends, the indentation of the line that follows, and in rows of a board for
    the first one, where all these rows count as beginning.

    A named tuple, because a file has thousands and they are built in a third of the time of a class.
    """

    kind: str
    text: str
    start: int
    end: int
    column: int = 0


_TOKENS: Final = r"""(?P<blank>[ \t]+)
    |(?P<comment>--[^\n]*)
    |(?P<newline>\n)
    |(?P<word>{first}[^\W_]*(?:[-+][^\W_]+)*)
    |(?P<number>[0-9]+)
    |(?P<string>"[^"\n]*")
    |(?P<possessive>'s?(?!\w))
    |(?P<mark>\.\.|[():,.?*/+-])
    |(?P<bad>.)"""
_TOKEN: Final = re.compile(_TOKENS.format(first=r"[^\W\d_]"), re.VERBOSE)
_TOKEN_OF_EXAMPLE: Final = re.compile(_TOKENS.format(first=r"(?![0-9]+(?![-+]?[^\W_]))[^\W_]"), re.VERBOSE)
"""In an example a piece may be called as its kind is, `7h` or `3-1`."""

_OPENING: Final = re.compile(r"(?:[ \t]*(?:--[^\n]*)?\n)*")
_HEAD: Final = re.compile(r"^(?!--)[^ \t\n]", re.MULTILINE)


def scan(text: str, start: int, end: int, *, example: bool = False) -> Iterator[Token]:
    """All tokens of a paragraph `text[start:end]` but the blanks, comments and line ends included; of a part of an
    example its first word does not say that it is one. In the rows of a board what stands between blanks is one."""
    pattern = _TOKEN_OF_EXAMPLE if example or text.startswith("example", start) else _TOKEN
    line: list[Token] = []
    column = -1  # of the line that announces the rows of a board below it
    rows = 0  # where the first of these rows begins: so do all others, for they may stand further in or out
    signs = True  # not in a table
    for found in pattern.finditer(text, start, end):
        kind = found.lastgroup
        if kind is not None and kind != "blank":
            line.append(Token(kind, found.group(), found.start(), found.end()))
        if kind != "newline":
            continue
        words = [token for token in line if token.kind not in ("comment", "newline")]
        here = words[0].start - text.rfind("\n", 0, words[0].start) - 1 if words else 0
        row = 0 <= column < here
        if row:
            rows = rows or here
            line[0] = line[0]._replace(column=rows)
        elif words:
            rows = 0
            texts = [token.text for token in words]
            signs = not opens_table(texts)
            column = here if not signs or _opens_rows(texts, here) else -1
        yield from _signs(line) if row and signs else line
        line = []
    yield from line


ABOVE_ROWS: Final = (["holds", ":"], ["to", ":"])
"""How a line ends below which the rows of a board stand."""
SHAPED: Final = (["is", "grid", ":"], ["is", "hex", ":"])


def _opens_rows(words: Sequence[str], column: int) -> bool:
    """Whether below a line stand the rows of a board, or those that draw the cells of a type."""
    return words[-2:] in ABOVE_ROWS or (column == 0 and words[1:] in SHAPED)


def opens_table(words: Sequence[str]) -> bool:
    """Whether below a line stand the rows of a table, above them perhaps its head."""
    return words[:1] == ["define"] and words[-1:] == [":"] and "by" in words[2:-2]


_NO_PART_OF_A_SIGN: Final = frozenset('(),:?*_"\n')


def _signs(row: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a row, with what stands between blanks as one: the sign of a piece, such as # or 7."""
    sign: Token | None = None
    for token in row:
        part = token.kind != "comment" and token.text[0] not in _NO_PART_OF_A_SIGN
        if sign is not None and part and sign.end == token.start:
            sign = Token("sign", sign.text + token.text, sign.start, token.end)
            continue
        if sign is not None:
            yield sign
        plain = token.text == "." or (token.kind == "word" and token.text not in RESERVED | CONTINUING)
        sign = (token if plain else token._replace(kind="sign")) if part else None
        if sign is None:
            yield token
    if sign is not None:
        yield sign


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Where the paragraphs begin and end: a line in column 1 that is no comment begins one, so does the first line."""
    starts = [found.start() for found in _HEAD.finditer(text)]
    opening = _OPENING.match(text)
    first = opening.end() if opening else 0
    if text[first : starts[0] if starts else len(text)].strip(" \t\n"):
        starts.insert(0, first)
    return list(pairwise([*starts, len(text)]))


def layout(text: str, start: int, end: int) -> list[Token]:
    """The tokens of one paragraph as the grammar sees them: without comments and `the`, with lines and blocks."""
    astray = [Token("askew", "", start, start)] if text[start] in " \t" else []
    return [*astray, *_blocks(sentences(text, start, end))]


def lines_of(text: str, *, column: int, example: bool) -> list[Token]:
    """The tokens of lines from inside a paragraph, the first of which starts in this column, for the grammar."""
    *inner, last = sentences(text, 0, len(text), column=column, example=example)
    return [*_blocks([*inner, last._replace(column=column)], column)] if inner else []


def sentences(text: str, start: int, end: int, *, column: int = 0, example: bool = False) -> Iterator[Token]:
    """The significant tokens of one paragraph, or of lines that begin in a column, a line end after each sentence.

    A sentence goes on after a comma, `and`, `or`, inside brackets (a bracket that is never closed counts for nothing),
    and in a deeper line where `goes_on` says so. The column of a line end is the indentation of the next sentence.
    """
    tokens = [token for token in scan(text, start, end, example=example) if token.kind != "comment"]
    lost = unmatched(tokens)
    depth, last, begins = 0, "", 0
    head = opening_word(tokens) if column == 0 else ""
    ended: Token | None = None
    for token in tokens:
        if token.kind == "newline":
            if ended is None and last and depth == 0 and last not in CONTINUING:
                ended, begins = token, 0
            continue
        begins = begins or token.start
        if token.text == "the":
            continue
        if ended is not None:
            here = token.column or begins - text.rindex("\n", 0, begins) - 1
            signed = token.text == "-" and last not in _UNFINISHED and text[token.end : token.end + 1].isdigit()
            if here <= column + 1 or not goes_on(last, token, head) or signed or text.startswith(":", token.end):
                yield Token(LINE_END, "", ended.start, ended.start, here)
                column, head = here, ""
            ended = None
        if token.start not in lost:
            depth += (token.text == "(") - (token.text == ")")
        last = "." if token.kind == "sign" else token.text
        yield token
    place = ended.start if ended is not None else end
    yield Token(LINE_END, "", place, place)


def opening_word(tokens: Iterable[Token]) -> str:
    """The word with which a paragraph begins."""
    return next((token.text for token in tokens if token.kind != "newline" and token.text != "the"), "")


def goes_on(last: str, token: Token, head: str = "") -> bool:
    """Whether a sentence that ended in a word goes on with this one, in a deeper line; `head` begins the paragraph, if
    the sentence is its first."""
    if last == ":":
        return head in _TITLED
    return (token.text in GOING_ON or last in _UNFINISHED) and head not in _OPENING_HEADS


def unmatched(tokens: Sequence[Token]) -> frozenset[int]:
    """The places of brackets without their other half."""
    opened: list[int] = []
    lost: list[int] = []
    for token in tokens:
        if token.text == "(":
            opened.append(token.start)
        elif token.text == ")" and opened:
            opened.pop()
        elif token.text == ")":
            lost.append(token.start)
    return frozenset((*opened, *lost))


def _blocks(tokens: Iterable[Token], column: int = 0) -> Iterator[Token]:
    """Insert the beginnings and ends of blocks; a line between two columns is announced by an `askew` token."""
    columns = [column]
    for token in tokens:
        yield token
        if token.kind == LINE_END:
            if token.column > columns[-1]:
                columns.append(token.column)
                yield Token(INDENT, "", token.start, token.end, token.column)
                continue
            while columns[1:] and token.column < columns[-1]:
                columns.pop()
                yield Token(DEDENT, "", token.start, token.end, token.column)
            if token.column != columns[-1]:
                yield Token("askew", "", token.start, token.end, token.column)
