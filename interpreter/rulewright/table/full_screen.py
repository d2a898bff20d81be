"""The full screen: where a game stands above, what happened and was answered below, the prompt on the last row.

What is drawn is made anew for each size, from the drawing of the decision and from what was said since. Laws: what was
said before the screen was cleared is never seen after it; what nobody had read yet when the screen is left stands on
the terminal then.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from attrs import frozen

from rulewright.shown import shown
from rulewright.table.editing import LAST, MORE, put
from rulewright.table.fitting import PROMPT, Size
from rulewright.table.live import Live
from rulewright.table.panes import Upper, further_back, happened, highest, pane, upper
from rulewright.table.screen import Drawing, Screen
from rulewright.table.text_lines import Line, fitted
from rulewright.table.typed_line import Asked


@frozen
class Sheet:
    """What is drawn for a size: the upper part, and all that the pane below is part of, with the rows answered last."""

    size: Size
    upper: Upper
    told: tuple[Line, ...]
    answered: int

    def above(self, up: int) -> tuple[Line, ...]:
        """The upper part for who reads so many rows above the last one."""
        return further_back(self.upper, len(self.told), self.size.height) if up else self.upper.rows

    def room(self, up: int) -> int:
        """The rows of the pane then."""
        return max(0, self.size.height - PROMPT - len(self.above(up)))


class FullScreen:
    """A person's terminal, all of it."""

    person = True

    def __init__(self) -> None:
        """Nothing is shown yet. Of what is said, `read` lines were on the screen when somebody typed a line; `seen` is
        what was drawn of the decision before."""
        self._live = Live(self._rows, self._below, self._scroll)
        self._drawing: Drawing | None = None
        self._said: list[Line] = []
        self._read = 0
        self._up = 0
        self._sheet: Sheet | None = None
        self._seen: Sheet | None = None
        self._paged: Sequence[Line] = ()

    @contextmanager
    def sitting(self) -> Iterator[Screen]:
        """Have the terminal; what was said last stands on it afterwards."""
        try:
            with self._live.running():
                yield self
        finally:
            put(self._said[self._read :])

    @property
    def width(self) -> int:
        """The columns that may be filled."""
        return self._live.size.width

    @property
    def height(self) -> int | None:
        """The lines that there are, the typed one among them."""
        return self._live.size.height

    def draw(self, drawing: Drawing) -> None:
        """Show where a game stands; what was said of the decision before is over."""
        self._said, self._read = self._said[self._read :], 0
        self._drawing, self._sheet, self._seen = drawing, None, None

    def again(self, lines: Sequence[Line]) -> None:
        """Draw the same anew."""
        del lines
        self._sheet = None

    def show(self, lines: Sequence[Line]) -> None:
        """Show lines in the pane, or where they have no room there, on pages of their own."""
        self._said.extend(lines)
        self._sheet = None

    refuse = page = show

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Read a line below all that was said."""
        before = self._seen
        if not self._drawn(self._live.size).upper.fits:
            self._page(self._said[self._read :])
            self._seen = before
        return self._line(f"{shown(name)}> ", seat, decision)

    def pause(self, lines: Sequence[Line]) -> str:
        """Show these lines below what was drawn last, and wait for Enter."""
        self._said, self._read = [*self._said[self._read :], *lines], 0
        self._sheet = None
        return self._line("", None, Asked(()))

    def meanwhile(self, text: str) -> AbstractContextManager[Callable[[], bool]]:
        """Let this stand in the place of the prompt."""
        return self._live.meanwhile(shown(text))

    def clear(self) -> None:
        """Forget what was shown."""
        self._drawing, self._sheet, self._seen = None, None, None
        self._said, self._read = [], 0
        self._live.forget()

    # ---- what is drawn

    def _line(self, prompt: str, seat: int | None, decision: Asked) -> str:
        """A typed line; the numbers that are drawn count before it is read."""
        self._up = 0
        self._drawn(self._live.size)
        try:
            return self._live.line(prompt, seat, decision)
        finally:
            self._read, self._sheet = len(self._said), None

    def _page(self, lines: Sequence[Line]) -> None:
        """Show lines a screenful at a time, and forget them."""
        self._paged = lines
        while self._paged and self._live.more():
            size = self._live.size
            self._paged = fitted(self._paged, size.width)[size.height - PROMPT :]
        self._paged, self._sheet = (), None
        del self._said[self._read :]

    def _rows(self, size: Size) -> Sequence[Line]:
        if self._paged:
            return fitted(self._paged, size.width)[: size.height - PROMPT]
        sheet = self._drawn(size)
        return [*sheet.above(self._up), *pane(sheet.told, sheet.room(self._up), self._up, sheet.answered, size.width)]

    def _below(self, size: Size) -> Line:
        return MORE if len(fitted(self._paged, size.width)) > size.height - PROMPT else LAST

    def _drawn(self, size: Size) -> Sheet:
        if self._sheet is None or self._sheet.size != size:
            answer = len(fitted(self._said[self._read :], size.width))
            lines = (*happened(self._drawing, size.width), *fitted(self._said, size.width))
            before = self._seen.upper.composed if self._seen is not None and self._seen.size == size else None
            self._sheet = self._seen = Sheet(size, upper(self._drawing, size, answer, before), lines, answer)
        return self._sheet

    def _scroll(self, screenfuls: int) -> None:
        sheet = self._drawn(self._live.size)
        up = self._up + screenfuls * max(1, sheet.room(self._up) - 2)
        self._up = max(0, min(up, highest(sheet.told, sheet.room(1))))
