"""Repairs of what is written otherwise elsewhere that no line alone can make, where the words tell all of it."""

import re

from rulewright.language.diagnostics import Complaint, Edit
from rulewright.language.edits import line_end, line_start, without_lines
from rulewright.language.messages import habits as words
from rulewright.language.span import Span


def elsewhere(text: str, said: Complaint, word: str, at: Span) -> Edit | None:
    """The edit of a finding that says this of a word, on the line of a place; None where the words leave a choice."""
    if said is words.lone_end:
        return without_lines(text, at)
    return _declared(text, "amount", word, at) if said is words.number_or_none else None


def _declared(text: str, name: str, numbers: str, at: Span) -> Edit | None:
    """Numbers as a type of their own above the paragraph, and on the line its name in their place."""
    begin = line_start(text, at.start)
    written = re.compile(re.escape(numbers).replace(r"\ ", r"\s*")).search(text, begin, line_end(text, begin))
    known = re.search(rf"\b{name}\b", text)
    if written is None or known is not None or not re.fullmatch(r"-?\d+\s*\.\.\s*-?\d+", numbers):
        return None
    top = max(found.start() for found in re.finditer(r"^(?=[^\s-])", text[: written.start()] + "x", re.MULTILINE))
    return Edit(Span(top, written.end()), f"{name} is {numbers}\n{text[top : written.start()]}{name}")
