"""Lines that leave the grammar, read once more as they may have been meant.

All of it is done on the way of errors only, and a text has so many lines that are `worth_a_try`.
"""

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from rulewright.language.diagnostics import Edit
from rulewright.language.grammar import Parse
from rulewright.language.recovery import Line, Mended, Problem, wants_block
from rulewright.language.source import Source
from rulewright.language.tokens import DEDENT, INDENT, LAYOUT, LINE_END, Token, lines_of

TOKENS: Final = 300
LETTERS: Final = 1_500
BLANKS: Final = " " * 40
"""What is longer is not read again."""


@frozen
class Stretch:
    """Lines of a paragraph, from the first token of one up to the end of one, with what stands around them."""

    source: Source
    tokens: Sequence[Token]
    line: Line
    end: int

    @property
    def start(self) -> int:
        """Where it begins in the whole text."""
        return self.tokens[self.line.at].start

    @property
    def text(self) -> str:
        """Its words."""
        return self.source.text[self.start : max(self.start, self.tokens[self.end - 1].start)]

    @property
    def column(self) -> int:
        """The indentation of its first line."""
        return self.source.column(self.start) - 1


@frozen
class Misfit:
    """A text in the place of a stretch: its tokens from the place `first` on, and the one at `at`, which does not fit,
    with the parse before it; `at` is the number of tokens if all of them fit."""

    text: str
    tokens: Sequence[Token]
    first: int
    at: int
    parse: Parse

    @property
    def fits(self) -> bool:
        """Whether the whole text can be read."""
        return self.at == len(self.tokens)

    @property
    def token(self) -> Token:
        """What does not fit."""
        return self.tokens[self.at]


def stretch(source: Source, tokens: Sequence[Token], problem: Problem, edit: Edit) -> Stretch | None:
    """The lines of a problem and of its edit; nothing where they are no whole lines beside each other."""
    line = problem.begun
    if line is not None and edit.span.start < tokens[line.at].start:
        line = line.above
    if line is None or edit.span.start < tokens[line.at].start:
        return None
    end = line.at
    while end < len(tokens) and not (tokens[end].kind == LINE_END and tokens[end].start >= edit.span.end):
        end += 1
    found = closed(Stretch(source, tokens, line, min(end + 1, len(tokens)))) if end - line.at < TOKENS else None
    return found if found is not None and len(found.text) < LETTERS and BLANKS not in found.text else None


def closed(lines: Stretch) -> Stretch | None:
    """The same with the rest of the blocks that begin in it."""
    tokens, end, most = lines.tokens, lines.end, min(len(lines.tokens), lines.line.at + TOKENS)
    depth = sum((token.kind == INDENT) - (token.kind == DEDENT) for token in tokens[lines.line.at : end])
    while end < most and (depth > 0 or tokens[end].kind == "askew" or tokens[end - 1].kind not in LAYOUT):
        depth += (tokens[end].kind == INDENT) - (tokens[end].kind == DEDENT)
        end += 1
    return evolve(lines, end=end) if depth == 0 else None


def read_as(lines: Stretch, text: str) -> Misfit:
    """How far a text can be read in the place of a stretch, as what follows there demands."""
    before = lines.tokens[:1] if lines.line.at else ()
    # The column of a line that follows is counted in the text, so that the first one stands in its own.
    tokens = [*before, *lines_of(text, column=lines.column, example=lines.tokens[0].text == "example")]
    parse, at = lines.line.parse.along(tokens, len(before))
    if at == len(tokens) and not follows(lines, parse) and at > len(before):
        parse, at = lines.line.parse.along(tokens[:-1], len(before))
    return Misfit(text, tokens, len(before), at, parse)


def follows(lines: Stretch, parse: Parse) -> bool:
    """Whether what stands behind a stretch is a block exactly if there must be one."""
    block = lines.end < len(lines.tokens) and lines.tokens[lines.end].kind == INDENT
    return parse.after(INDENT) is not None if block else not wants_block(parse)


def mended(source: Source, tokens: Sequence[Token], problem: Problem, edit: Edit) -> Mended | None:
    """What becomes of the lines of a problem with an edit, if they can then be read."""
    lines = stretch(source, tokens, problem, edit)
    if lines is None:
        return None
    start = lines.start
    new = lines.text[: edit.span.start - start] + edit.text + lines.text[edit.span.end - start :]
    found = read_as(lines, new)
    if not found.fits:
        return None
    kept = [moved(token, start, edit) for token in found.tokens[1 if lines.line.at else 0 :]]
    return Mended(lines.line, lines.end, tuple(kept), found.parse)


def moved(token: Token, start: int, edit: Edit) -> Token:
    """A token of the edited lines with its place in the text as it is."""
    first, end = (place(start + each, edit) for each in (token.start, token.end))
    return token._replace(start=first, end=max(first, end))


def place(offset: int, edit: Edit) -> int:
    """Where something of the edited text stands in the text as it is."""
    grown = len(edit.text) - (edit.span.end - edit.span.start)
    if offset <= edit.span.start:
        return offset
    return (
        max(edit.span.start, min(offset, edit.span.end))
        if offset < edit.span.start + len(edit.text)
        else offset - grown
    )
