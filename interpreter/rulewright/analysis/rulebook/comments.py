"""What the author wrote beside the lines and above the paragraphs, after `--`: it may explain them to players, too."""

import re
from collections.abc import Mapping

from attrs import frozen

from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs, scan


@frozen
class Comments:
    """Comments by line: `beside` what stands on it, `above` those that have the lines before it to themselves."""

    source: Source
    beside: Mapping[int, str]
    above: Mapping[int, str]

    def first(self, span: Span) -> str:
        """What is said beside the first line of something."""
        return self.beside.get(self.source.line(span.start), "")

    def whole(self, span: Span) -> str:
        """What is said beside the lines of something."""
        end = len(self.source.text[: span.end].rstrip())
        lines = range(self.source.line(span.start), self.source.line(max(span.start, end - 1)) + 1)
        return " ".join(self.beside[line] for line in lines if line in self.beside)

    def before(self, span: Span) -> str:
        """What is said in lines of its own directly above something."""
        return self.above.get(self.source.line(span.start), "")


def comments_of(source: Source) -> Comments:
    """All comments of a text."""
    lines = enumerate(source.text.split("\n"), start=1)
    own = {number: line.strip("- ") for number, line in lines if line.lstrip().startswith("--")}
    tokens = (token for start, end in paragraphs(source.text) for token in scan(source.text, start, end))
    told = {source.line(token.start): token.text.strip("- ") for token in tokens if token.kind == "comment"}
    beside = {number: text for number, text in told.items() if number not in own}
    return Comments(source, _for_players(beside), _for_players(_gathered(own)))


def _for_players(notes: Mapping[int, str]) -> Mapping[int, str]:
    """The notes in which the authors do not speak of themselves: those explain the text, and not the game."""
    return {line: note for line, note in notes.items() if not re.search(r"\b(we|our|ours|us)\b", note, re.IGNORECASE)}


def _gathered(own: Mapping[int, str]) -> Mapping[int, str]:
    """Lines of comments by the line that follows them."""
    above: dict[int, str] = {}
    for number in sorted(own):
        above[number + 1] = f"{above.pop(number, '')} {own[number]}".strip()
    return above
