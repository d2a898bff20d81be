"""Sentences that are broken into two lines where they do not go on, and how they are put together."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Complaint, Edit
from rulewright.language.line_repair import mended
from rulewright.language.messages import idioms as words
from rulewright.language.recovery import Problem
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import CONTINUING, GOING_ON, INDENT, LAYOUT, LINE_END, STEP, Token

_CONTINUING: Final = GOING_ON | {"then", ","}


@frozen
class Join:
    """What is said of a word between two lines, and what makes one sentence of them."""

    said: Complaint
    word: Token
    edit: Edit | None


def join(source: Source, tokens: Sequence[Token], problem: Problem) -> Join | None:
    """How the line of a problem is put together with the next one, or with the one above."""
    at = problem.at
    if problem.kind == "unasked-block":
        return _above(source, tokens, problem, at + 1)
    if problem.kind != "word":
        return None
    if tokens[min(at, len(tokens) - 1)].kind == LINE_END:
        return _below(source, tokens, problem)
    called = at == problem.line + 1 and tokens[problem.line].text in _CONTINUING
    return _above(source, tokens, problem, problem.line) if at == problem.line or called else None


def _below(source: Source, tokens: Sequence[Token], problem: Problem) -> Join | None:
    """The sentence goes on in the next line."""
    first = problem.at + 1
    while first < len(tokens) and tokens[first].kind == INDENT:
        first += 1
    last = tokens[problem.at - 1]
    if first >= len(tokens) or first > problem.at + 2 or last.text == ":":
        return None
    edit = _put_together(source, tokens, problem.at, first)
    if mended(source, tokens, problem, edit) is None:
        return None
    if tokens[first].text in _CONTINUING:
        return Join(_complaint(tokens[first]), tokens[first], edit)
    return Join(words.goes_on, last, edit)


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
    return Join(said, tokens[first], edit if fits else None) if sure else None


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
