"""Lines that leave the grammar, read once more as they may have been meant, alone or joined with the next."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Complaint, Edit
from rulewright.language.grammar import Parse
from rulewright.language.messages import idioms as words
from rulewright.language.recovery import Line, Mended, Problem, wants_block
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import CONTINUING, DEDENT, GOING_ON, INDENT, LAYOUT, LINE_END, STEP, Token, lines_of

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
    if end - line.at >= TOKENS:
        return None
    end, most = min(end + 1, len(tokens)), min(len(tokens), line.at + TOKENS)
    depth = sum((token.kind == INDENT) - (token.kind == DEDENT) for token in tokens[line.at : end])
    # with the rest of the blocks that begin in them
    while end < most and (depth > 0 or tokens[end].kind == "askew" or tokens[end - 1].kind not in LAYOUT):
        depth += (tokens[end].kind == INDENT) - (tokens[end].kind == DEDENT)
        end += 1
    found = Stretch(source, tokens, line, end)
    return found if depth == 0 and len(found.text) < LETTERS and BLANKS not in found.text else None


def read_as(lines: Stretch, text: str) -> Misfit:
    """How far a text can be read in the place of a stretch, as what follows there demands."""
    before = lines.tokens[:1] if lines.line.at else ()
    # The column of a line that follows is counted in the text, so that the first one stands in its own.
    tokens = [*before, *lines_of(text, column=lines.column, example=lines.tokens[0].text == "example")]
    parse, at = lines.line.parse.along(tokens, len(before), len(tokens))
    if at == len(tokens) and at > len(before):
        # what stands behind must be a block exactly if there must be one
        block = lines.end < len(lines.tokens) and lines.tokens[lines.end].kind == INDENT
        if not (INDENT in parse.accepts() if block else not wants_block(parse)):
            parse, at = lines.line.parse.along(tokens, len(before), len(tokens) - 1)
    return Misfit(text, tokens, len(before), at, parse)


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
    grown, edited = len(edit.text) - (edit.span.end - edit.span.start), edit.span.start + len(edit.text)

    def original_offset(offset: int) -> int:
        """Where something of the edited text stands in the text as it is."""
        if offset <= edit.span.start:
            return offset
        return max(edit.span.start, min(offset, edit.span.end)) if offset < edited else offset - grown

    placed = list(found.tokens[: found.first])
    for token in found.tokens[found.first :]:
        first = original_offset(start + token.start)
        placed.append(token._replace(start=first, end=max(first, original_offset(start + token.end))))
    parse, _ = lines.line.parse.along(placed, found.first, len(placed))
    return Mended(lines.end, parse, empty=len(placed) == found.first)


# ---- Sentences that are broken into two lines where they do not go on, and how they are put together

_CONTINUING: Final = GOING_ON | {"then", ","}

Join = tuple[Complaint, Token, Edit | None]
"""What is said of a word between two lines, and what makes one sentence of them."""


def join(source: Source, tokens: Sequence[Token], problem: Problem) -> Join | None:
    """How the line of a problem is put together with the next one, or with the one above."""
    at = problem.at
    if problem.kind == "unasked-block":
        return _above(source, tokens, problem, at + 1)
    if problem.kind != "word":
        return None
    if tokens[min(at, len(tokens) - 1)].kind != LINE_END:
        called = at == problem.line + 1 and tokens[problem.line].text in _CONTINUING
        return _above(source, tokens, problem, problem.line) if at == problem.line or called else None
    # the sentence goes on in the next line
    first, last = at + 1, tokens[at - 1]
    while first < len(tokens) and tokens[first].kind == INDENT:
        first += 1
    if first >= len(tokens) or first > at + 2 or last.text == ":":
        return None
    edit = _put_together(source, tokens, at, first)
    if mended(source, tokens, problem, edit) is None:
        return None
    if tokens[first].text in _CONTINUING:
        return _complaint(tokens[first]), tokens[first], edit
    return words.goes_on, last, edit


def _above(source: Source, tokens: Sequence[Token], problem: Problem, first: int) -> Join | None:
    """This line is the rest of the sentence above."""
    named = tokens[first].text in CONTINUING and tokens[first + 1].text == ":"
    if tokens[first].text not in _CONTINUING or first < 2 or named:
        return None
    end = next(place for place in reversed(range(first + 1)) if tokens[place - 1].kind not in (LINE_END, INDENT))
    edit = _put_together(source, tokens, end, first)
    fits = tokens[end - 1].text and mended(source, tokens, problem, edit) is not None
    sure = fits or tokens[first].text in ("and", "or")
    said = words.before_colon if tokens[end - 1].text == ":" else _complaint(tokens[first])
    return (said, tokens[first], edit if fits else None) if sure else None


def _complaint(word: Token) -> Complaint:
    return words.goes_on_deeper if word.text in GOING_ON else words.belongs_above


def _put_together(source: Source, tokens: Sequence[Token], end: int, first: int) -> Edit:
    """One line; before a word that goes on with the line above a deeper one."""
    last, word = tokens[end - 1], tokens[first]
    if word.text not in GOING_ON:
        return Edit(Span(last.end, word.start), " ")
    begun = next((place + 1 for place in reversed(range(end)) if tokens[place].kind in LAYOUT), 0)
    column = source.column(tokens[begun].start) - 1
    return Edit(Span(source.text.rindex("\n", 0, word.start) + 1, word.start), " " * (column + STEP))
