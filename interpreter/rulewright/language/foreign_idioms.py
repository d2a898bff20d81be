"""Which rows of what is written otherwise elsewhere may be meant by a line that leaves the grammar.

A row counts where the first word that does not fit lies in what it finds, or directly behind it.
"""

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Complaint
from rulewright.language.idiom import ROWS, Habit, repaired
from rulewright.language.line_repair import Misfit, Stretch
from rulewright.language.span import Span

DECLARING: Final = ROWS["declaring"]
EXAMPLES: Final = ROWS["examples"]
HABITS: Final = ROWS["doing"]
"""Of several rows the first counts with which the line fits."""


@frozen
class Reading:
    """What may be meant by a line: what is said of that, of which word, at which place of its text, and the line as it
    is written here."""

    said: Complaint
    word: str
    span: Span
    text: str | None
    sure: bool


def _rows(lines: Stretch) -> tuple[Habit, ...]:
    """Those of the paragraph in which the lines stand."""
    word = lines.tokens[0].text
    if word == "example":
        return (*EXAMPLES, *HABITS)
    return HABITS if word in _DOING and lines.line.at else (*DECLARING, *HABITS)


_DOING: Final = frozenset(("setup", "play", "phase", "to", "action"))


def _place(found: re.Match[str], misfit: Misfit) -> Span:
    """What does not fit; of a first word that is no such word here that one, or what stands before it."""
    first, token = misfit.tokens[misfit.first], misfit.token
    if misfit.at == misfit.first + 1 and found.start() == first.start:
        return Span(first.start, first.end)
    if found.end() <= token.start:
        return Span(found.start(), found.start() + len(found.group().rstrip()))
    return Span(token.start, token.end)


def _word(found: re.Match[str]) -> str:
    return " ".join((found.groupdict().get("word") or found.group()).split())


def readings(lines: Stretch, misfit: Misfit) -> Iterator[Reading]:
    """What may be meant by lines that leave the grammar, as far as they are written as elsewhere."""
    place, text, indent = misfit.token.start, misfit.text, "\n" + " " * lines.column
    for habit in _rows(lines):
        for found in re.finditer(habit.written, text):
            if found.start() <= place and not text[found.end() : place].strip():
                new = None if habit.repair is None else repaired(habit.repair, found, lines)
                whole = None if new is None else text[: found.start()] + new.replace("\n", indent) + text[found.end() :]
                if whole is not None or habit.sure:
                    yield Reading(habit.said, _word(found), _place(found, misfit), whole, habit.sure)
