"""Sentences that are broken into two lines where they do not go on, and how they are put together."""

from collections.abc import Sequence

from attrs import frozen

from rulewright.language.diagnostics import Complaint, Edit
from rulewright.language.mending import mended
from rulewright.language.messages import habits as words
from rulewright.language.recovery import Problem
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import INDENT, LINE_END, Token

_MOVED = ("and", "or")
_CONTINUING = frozenset(
    (*_MOVED, "when", "where", "with", "satisfies", "is", "to", "from", "then", *"+-*/,", "mod", "in")
)


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
    edit = _put_together(source, last, tokens[first])
    if mended(source, tokens, problem, edit) is None:
        return None
    if tokens[first].text in _CONTINUING:
        return Join(_complaint(tokens[first]), tokens[first], edit)
    return Join(words.goes_on, last, edit)


def _above(source: Source, tokens: Sequence[Token], problem: Problem, first: int) -> Join | None:
    """This line is the rest of the sentence above."""
    if tokens[first].text not in _CONTINUING or first < 2:
        return None
    last = next(token for token in reversed(tokens[:first]) if token.kind not in (LINE_END, INDENT))
    edit = _put_together(source, last, tokens[first])
    fits = last.text and mended(source, tokens, problem, edit) is not None
    sure = fits or tokens[first].text in _MOVED
    return Join(_complaint(tokens[first]), tokens[first], edit if fits else None) if sure else None


def _complaint(word: Token) -> Complaint:
    return words.begins_with if word.text in _MOVED else words.belongs_above


def _put_together(source: Source, last: Token, first: Token) -> Edit:
    """One line; behind `and` and `or` two."""
    between = source.text[last.end : first.start]
    if first.text not in _MOVED:
        return Edit(Span(last.end, first.start), " ")
    end = first.end + len(source.text[first.end :]) - len(source.text[first.end :].lstrip(" "))
    return Edit(Span(last.end, end), f" {first.text}{between}")
