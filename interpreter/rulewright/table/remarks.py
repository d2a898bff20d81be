"""What is answered to a question at the table: short texts, not yet set in lines.

`mine` says how a thing of a seat is called; names of seats in the texts are those of the rules until `named` puts the
people's there.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from rulewright.table.text_lines import Line, Style, say

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
    return tuple(
        line for each in answer.remarks for line in say(each.text, each.style, width=width, indent=STEP * each.depth)
    )


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
    return f" {last} ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def times(names: Sequence[str]) -> str:
    """Names, equal ones together: `red ×2, blue`."""
    counted = {name: names.count(name) for name in dict.fromkeys(names)}
    return ", ".join(name if number == 1 else f"{name} ×{number}" for name, number in counted.items())
