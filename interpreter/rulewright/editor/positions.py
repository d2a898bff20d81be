"""Places of a text as an editor counts them: lines from 0, and columns in the units in which it writes letters.

The text that an editor has may end its lines and compose its letters in other ways than the `Source` that is made of
it. Law: a place that is turned into an offset and back is where it was, wherever a letter of the source begins.
"""

import re
import unicodedata
from typing import Final

from attrs import field, frozen

from rulewright.language.source import Source
from rulewright.language.span import Span

UNITS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""By the name of a way to write letters: how it is done, and how many bytes are one unit."""
_LINE_END: Final = re.compile("\r\n|\r|\n")
_MARK: Final = "\ufeff"


@frozen
class Place:
    """A place of a text as an editor counts it."""

    line: int
    column: int


Stretch = tuple[Place, Place]


@frozen
class Written:
    """A text as an editor has it, beside the source that is made of it."""

    text: str
    source: Source
    encoding: str = "utf-16"
    lines: tuple[str, ...] = field(init=False, eq=False, repr=False)

    @lines.default
    def _lines(self) -> tuple[str, ...]:
        return tuple(_LINE_END.split(self.text))

    def place(self, offset: int) -> Place:
        """Where a letter of the source stands."""
        line = self.source.line(offset) - 1
        if line >= len(self.lines):
            return self.end
        column = self.source.column_in_file(offset) - 1 + self._mark(line)
        how, size = UNITS[self.encoding]
        return Place(line, len(self.lines[line][:column].encode(how, "surrogatepass")) // size)

    def stretch(self, span: Span) -> Stretch:
        """Where a stretch of the source stands."""
        return self.place(span.start), self.place(max(span.start, span.end))

    def offset(self, place: Place) -> int:
        """The letter of the source at a place, or the last one before it."""
        if place.line >= len(self.lines) or place.line >= len(self.source.starts):
            return len(self.source.text)
        line = self.lines[place.line]
        how, size = UNITS[self.encoding]
        before = line.encode(how, "surrogatepass")[: place.column * size].decode(how, "ignore")
        column = len(unicodedata.normalize("NFC", before[self._mark(place.line) :]))
        return self.source.starts[place.line] + min(column, len(self.source.line_text(place.line + 1)))

    @property
    def end(self) -> Place:
        """The end of the text."""
        how, size = UNITS[self.encoding]
        return Place(len(self.lines) - 1, len(self.lines[-1].encode(how, "surrogatepass")) // size)

    def _mark(self, line: int) -> int:
        """How many letters a byte-order mark takes in a line."""
        return int(line == 0 and self.text.startswith(_MARK))
