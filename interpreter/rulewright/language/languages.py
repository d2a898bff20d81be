"""The versions of the language: which there are, and for which one a text was written.

Each new version of the language gets the next number. What a version adds or ends is marked where it stands: in the
grammar with `// since 2` or `// until 1` at the end of a line, in a row of the library with `since=2`, in a row of
messages with `since-2`. A text is read with what its own version has, so that a word of a newer one is a name there.
"""

import re
from typing import Final

from attrs import frozen

from rulewright.language.span import Span

NEWEST: Final = 2
"""The version that is being made; version N of the language is the one of Rulewright 0.N."""
OLDEST: Final = 1

_STATED: Final = re.compile(
    r"^(?:the[ \t]+)*game(?![\w+-])[^\n]*\n(?:[ \t]*(?:--[^\n]*)?\n)*"
    r"[ \t]+(?:the[ \t]+)*(language[ \t]+(?:the[ \t]+)*([0-9]+))(?=[ \t]*(?:--|\n))",
    re.MULTILINE,
)
"""Below the title, before anything else."""
_MARK: Final = re.compile(r"\s*//\s*(since|until) ([0-9]+)$")


@frozen
class Stated:
    """The line with which a text says its version, without blanks around it."""

    language: int
    span: Span


def stated(text: str) -> Stated | None:
    """What a text says of its version."""
    found = _STATED.search(text)
    return None if found is None else Stated(int(found[2][:9]), Span(*found.span(1)))


def language_of(text: str) -> int:
    """The version that a text says, if there is such a one, else the newest."""
    said = stated(text)
    return said.language if said is not None and OLDEST <= said.language <= NEWEST else NEWEST


def in_language(marked: str, language: int) -> str:
    """The lines of a grammar that a version of the language has."""

    def has(line: str) -> bool:
        mark = _MARK.search(line)
        return mark is None or (language >= int(mark[2]) if mark[1] == "since" else language <= int(mark[2]))

    return "\n".join(filter(has, marked.split("\n")))
