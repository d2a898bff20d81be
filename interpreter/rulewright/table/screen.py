"""What the table asks of a screen, and the panes of a full one."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, Self

from attrs import evolve, frozen

from rulewright.table.fitting import PROMPT, Composed, Size
from rulewright.table.menus import numbers
from rulewright.table.text_lines import Line, Remark, Said, broken, fitted, length, lines
from rulewright.table.typed_line import Asked

# ---- What the table asks of a screen, and what a screen asks of whatever it is to show
# A screen that scrolls shows lines once; a full one draws what stands there anew, for any size that it comes to have.


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


# ---- A full screen, row by row: the board of a decision above, a pane of what happened and was answered below
# Pure: what there is and a size come in, rows go out. Laws: there are as many rows as the size has without the
# prompt's, none wider than it; where anything has room at all the choices have; of what was answered last all is seen,
# or it is known that it has no room.


LEAST: Final = 3
"""An answer of so many rows is seen on the smallest screen, too."""
ROWS_WITHOUT_COUNT: Final = 2
"""In so many rows of a pane there is none for how much there is beyond."""


@frozen
class Upper:
    """Table and choices; `fits`: the answer for which they were made dense enough has room below them."""

    rows: tuple[Line, ...]
    fits: bool
    composed: Composed | None = None


def upper(drawing: Drawing | None, size: Size, answered: int, before: Composed | None = None) -> Upper:
    """The upper part as it was `before`, or the roomiest, that leaves room for an answer of so many rows, else the
    densest; for a short answer this is cut off, but not the choices, unless there is no room for them at all. An answer
    never gives the choices other numbers than they have without it."""
    room = size.height - PROMPT - answered
    if drawing is None:
        return Upper((), fits=room >= 0)
    composed = drawing.drawn(evolve(size, height=size.height - answered), before)
    whole = drawing.drawn(size, before) if answered else composed
    if not (composed.menu.steps == whole.menu.steps and numbers(composed.menu.lines) == numbers(whole.menu.lines)):
        composed = whole
    if len(composed.board) <= room:
        blank: list[Line] = [()]
        return Upper(
            (*composed.board, *blank * (composed.gaps > 1 and len(composed.board) < room)), fits=True, composed=composed
        )
    kept, most = max(1, size.height - PROMPT - min(LEAST, answered)), size.height - PROMPT
    spared = not kept < len(composed.menu.lines) <= most
    return Upper(cut(composed, kept, size.width), fits=answered <= LEAST and spared, composed=composed)


def cut(composed: Composed, rows: int, width: int) -> tuple[Line, ...]:
    """So many rows of table and choices: before the choices lose any, the table does. What is missing is said; of a
    table without a row behind the first of the choices, of which that may take room."""
    choices = _cut(composed.menu.lines, rows, "choices: :moves")
    table = _cut(composed.table, rows - len(choices), "rows: :table")
    if composed.table and choices and not table:
        first, *others = choices
        missing = (f"… {len(composed.table)} rows: :table", "… :table")
        hints: list[Line] = [(("hint", text),) for text in missing]
        roomy = length(first) + length(hints[0]) + 2 <= width
        choices = (_beside(first, hints[not roomy], width, whole=False), *others)
    return (*table, *choices)


def _cut(lines: Sequence[Line], rows: int, how: str) -> Sequence[Line]:
    """The first of these lines, in the last row, if there is one, how many more there are and how to see them."""
    if len(lines) <= rows or rows <= 0:
        return lines[: max(0, rows)]
    return (*lines[: rows - 1], (("hint", f"… {len(lines) - rows + 1} more {how}"),))


def further_back(part: Upper, told: int, size: Size) -> tuple[Line, ...]:
    """What stays of the upper part while somebody reads what was told before, of so many rows: what these do not need,
    at least the head of the table, how much is missing of it, and the choices."""
    if part.composed is None:
        return part.rows
    needed = max(2 + len(part.composed.menu.lines), size.height - PROMPT - (told - 1))
    return part.rows if needed >= len(part.rows) else cut(part.composed, needed, size.width)


def happened(drawing: Drawing | None, width: int) -> list[Line]:
    """What happened, in rows of a width: what is past is dim."""
    if drawing is None:
        return []
    past = (evolve(each, style="hint") for each in drawing.past)
    return fitted(lines(Said((*past, *drawing.now)), width), width)


# ---- the pane


def pane(told: Sequence[Line], rows: int, up: int, answered: int, width: int) -> list[Line]:
    """The last of what was told in so many rows, or what stands `up` rows above that; with how much there is beyond: in
    rows of its own, or where these are few behind the first, of which an answer is not cut for it."""
    if len(told) <= rows:
        blank: list[Line] = [()]
        return [*blank * (rows - len(told)), *told]
    up = min(up, highest(told, rows))
    end = len(told) - up
    if rows <= ROWS_WITHOUT_COUNT:
        beyond = _beyond("↓", up, "PageDown") if up else _beyond("↑", end - rows, "PageUp")
        first = (_beside(row, beyond, width, whole=up == 0 and rows <= answered) for row in told[end - rows : end][:1])
        return [*first, *told[end - rows : end][1:]]
    below = up > 0
    start = end - (rows - below)
    above = start > 0 and (up > 0 or rows > answered)
    body = told[start + above : end]
    return [*([_beyond("↑", start + 1, "PageUp")] * above), *body, *([_beyond("↓", up, "PageDown")] * below)]


def highest(told: Sequence[Line], rows: int) -> int:
    """How many rows one can go up."""
    return max(0, len(told) - (rows - 1 if rows > ROWS_WITHOUT_COUNT else rows)) if len(told) > rows else 0


def _beyond(sign: str, count: int, key: str) -> Line:
    return (("hint", f"{sign} {count} more: {key}"),)


def _beside(row: Line, beyond: Line, width: int, *, whole: bool) -> Line:
    """A row with what there is beyond behind it, as far as it has room; `whole`: it is not cut."""
    room = width - length(beyond) - 2
    if length(row) <= room:
        return (*row, ("", " " * (room - length(row) + 2)), *beyond)
    return row if whole or room < 1 else (*next(broken(row, room)), ("hint", "… "), *beyond)
