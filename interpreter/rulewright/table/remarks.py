"""What is answered to a question at the table: short texts, not yet set in lines, and the lines of the rulebook.

Names of seats in the texts are those of the rules until `named` puts the people's there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulewright.language.wording import joined
from rulewright.table.text_lines import HANGING, Line, Style, fitted, say

if TYPE_CHECKING:
    from rulewright.analysis.report.document import Document
    from rulewright.machine.game import Rules

MOST_LISTED: Final = 12
STEP: Final = 3
"""So many columns a text is set in below the one that it belongs to."""


@frozen
class Remark:
    """A text, how deep it is set in, its style, and whether it is a line of the rules."""

    text: str
    depth: int = 0
    style: Style = ""
    rule: bool = False


@frozen
class Said:
    """An answer; `refused`: the question could not be answered as it was asked."""

    remarks: tuple[Remark, ...]
    refused: bool = False


def said(*remarks: Remark | str) -> Said:
    """An answer of these texts."""
    return Said(tuple(Remark(each) if isinstance(each, str) else each for each in remarks))


def refused(text: str) -> Said:
    """Say why there is no answer."""
    return Said((Remark(text, style="refused"),), refused=True)


def named(answer: Said, name: Callable[[str], str]) -> Said:
    """The answer with other names in its texts, but for what it quotes from the rules."""
    remarks = (each if each.rule else evolve(each, text=name(each.text)) for each in answer.remarks)
    return evolve(answer, remarks=tuple(remarks))


def lines(answer: Said, width: int) -> tuple[Line, ...]:
    """The answer set in lines."""
    return tuple(line for each in set_in(answer.remarks, width) for line in each)


def set_in(remarks: Sequence[Remark], width: int) -> list[list[Line]]:
    """Each remark in its lines."""
    return [say(each.text, each.style, width=width, indent=STEP * each.depth) for each in remarks]


def number_of(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> number_of(1, "piece"), number_of(2, "piece")
    ('1 piece', '2 pieces')
    """
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def listed(words: Iterable[str], last: str = "and", most: int = MOST_LISTED) -> str:
    """Words as a list in a sentence, of a long one the beginning.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    words = list(words)
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return joined(words, last)


def times(names: Sequence[str]) -> str:
    """Names, equal ones together: `red ×2, blue`."""
    counted = {name: names.count(name) for name in dict.fromkeys(names)}
    return ", ".join(name if number == 1 else f"{name} ×{number}" for name, number in counted.items())


def no_book() -> "Document":
    """The rulebook of a game that has none."""
    from rulewright.analysis.report.document import Document

    return Document("", "", ())


def book_of(rules: "Rules") -> "Callable[[], Document]":
    """Makes the rulebook of rules at their setting, which nobody waits for who does not ask for it."""

    def book() -> "Document":
        from rulewright.analysis.rulebook import rulebook_of

        return rulebook_of(rules.source_text, {"player-count": rules.players, **rules.options})

    return book


def rule_lines(book: "Document", word: str, width: int) -> list[Line]:
    """The rulebook; with a word only what tells of it, or that nothing does."""
    from rulewright.analysis.report.document import found
    from rulewright.analysis.report.text import lines

    sections = found(book, word) if word else book.chapters
    if not sections:
        return say(f'Nothing in the rules speaks of "{word}".', "refused", width=width)
    told = lines(evolve(book, title="", subtitle="") if word else book, sections, width)
    return fitted([(("title" if sort == "title" else "", text),) for sort, text in told], width, HANGING)


def screenfuls(shown: Sequence[Line], height: int) -> Iterator[tuple[Sequence[Line], bool]]:
    """Lines in steps of the screen's height, a line kept free; and whether more come."""
    step = max(1, height - 1)
    for begin in range(0, len(shown), step):
        yield shown[begin : begin + step], begin + step < len(shown)
