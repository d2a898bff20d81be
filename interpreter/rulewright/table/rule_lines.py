"""The rulebook at the table: the lines that answer `:rules`, and how many of them are shown at a time."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.machine.game import Rules
from rulewright.table.text_lines import HANGING, Fragment, Line, fitted, say

if TYPE_CHECKING:
    from rulewright.analysis.rulebook import Book
    from rulewright.analysis.rulebook.text import Sort


def no_book() -> "Book":
    """The rulebook of a game that has none."""
    from rulewright.analysis.rulebook import Book

    return Book("", "", ())


def book_of(rules: Rules) -> "Callable[[], Book]":
    """Makes the rulebook of rules at their setting, which nobody waits for who does not ask for it."""

    def book() -> "Book":
        from rulewright.analysis.rulebook import rulebook_of

        return rulebook_of(rules.source_text, {"player-count": rules.players, **rules.options})

    return book


def rule_lines(book: "Book", word: str, width: int) -> list[Line]:
    """The rulebook; with a word only what tells of it, or that nothing does."""
    from rulewright.analysis.rulebook import found, lines

    sections = found(book, word) if word else book.chapters
    if not sections:
        return say(f'Nothing in the rules speaks of "{word}".', "refused", width=width)
    told = lines(evolve(book, title="", subtitle="") if word else book, sections, width)
    return fitted([(_fragment(sort, text),) for sort, text in told], width, HANGING)


def _fragment(sort: "Sort", text: str) -> Fragment:
    return ("title" if sort == "title" else "", text)


def screenfuls(shown: Sequence[Line], height: int) -> Iterator[tuple[Sequence[Line], bool]]:
    """Lines in steps of the screen's height, a line kept free; and whether more come."""
    step = max(1, height - 1)
    for begin in range(0, len(shown), step):
        yield shown[begin : begin + step], begin + step < len(shown)
