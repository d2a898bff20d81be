"""What the table asks of a screen, and what a screen asks of whatever it is to show.

A screen that scrolls shows lines once; a full one draws what stands there anew, for any size that it comes to have.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, Self

from rulewright.table.fitting import Composed, Size
from rulewright.table.remarks import Remark
from rulewright.table.text_lines import Line
from rulewright.table.typed_line import Asked

Meanwhile = Callable[[str], AbstractContextManager[Callable[[], bool]]]
"""Says in a few words what is reckoned meanwhile; what it gives tells whether to go on."""


def unseen(text: str) -> AbstractContextManager[Callable[[], bool]]:
    """Nobody looks on, and nobody can break it off."""
    del text
    return nullcontext(lambda: True)


class Drawing(Protocol):
    """Where a game stands, for one pair of eyes. What was drawn last is what its numbers mean."""

    @property
    def past(self) -> Sequence[Remark]:
        """What these eyes saw happen before."""

    @property
    def now(self) -> Sequence[Remark]:
        """What has happened since."""

    def lines(self, width: int, height: int | None) -> Sequence[Line]:
        """All of it for a screen that scrolls and has so many lines (None: as many as one likes)."""

    def drawn(self, size: Size, before: Composed | None = None) -> Composed:
        """As much of now, table and choices as a screen of this size has room for, as they were `before` if they can
        be."""


class Screen(Protocol):
    """Where lines are shown and read: a terminal, a pipe, or in tests two lists. Reading raises `EOFError` or
    `KeyboardInterrupt` when nobody goes on; `person`: it may be somebody who is asked whether that is meant."""

    person: bool

    @property
    def width(self) -> int:
        """The columns that may be filled now."""

    @property
    def height(self) -> int | None:
        """The lines that may be filled now; None: as many as one likes."""

    def sitting(self) -> AbstractContextManager["Self | Screen"]:
        """Be used by a game meanwhile: the screen to play at."""

    def draw(self, drawing: Drawing) -> None:
        """Show where a game stands, from now on."""

    def again(self, lines: Sequence[Line]) -> None:
        """Show what has changed in the drawing, which is in these lines."""

    def show(self, lines: Sequence[Line]) -> None:
        """Show lines."""

    def refuse(self, lines: Sequence[Line]) -> None:
        """Show lines that answer something that could not be done."""

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Read a line typed by a seat, offering completions for its decision."""

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines, no more at a time than a person can read."""

    def pause(self, lines: Sequence[Line]) -> str:
        """Show lines and wait until a person wants to go on; what it typed."""

    def meanwhile(self, text: str) -> AbstractContextManager[Callable[[], bool]]:
        """Let this be seen while something is reckoned; what it gives says whether to go on, which is no longer wanted
        after an interrupt."""

    def clear(self) -> None:
        """Leave nothing to be seen of what was shown."""
