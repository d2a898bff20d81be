"""What a screen has room for: the table in its place, the choices below it, and what happened.

Law: what is put together is as high as allowed, wherever the table in its place and the densest choices are; nothing
that happens or is answered moves a row of the table.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, frozen

from rulewright.table.drawing import Scene
from rulewright.table.menus import Menu, numbers
from rulewright.table.names_at_table import Naming
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, Line, Said, broken, fitted, length, lines

if TYPE_CHECKING:
    from rulewright.table.decision_page import DecisionPage
    from rulewright.table.reader import Standing

    Drawing: TypeAlias = DecisionPage | Standing
    """Where a game stands, for one pair of eyes: what is `told` of the past and now, `lines` for a screen that
    scrolls, `drawn` for a full one of some size. What was drawn last is what its numbers mean."""

PROMPT: Final = 1
BLANK: Final[tuple[Line, ...]] = ((),)
BELOW: Final = 6  # so many rows are for choices and news, or this part of the screen
PART_BELOW: Final = 4
CHOICES: Final = 2  # of boards parts are drawn where not even so many rows are left for choices
NEWS: Final = {8: 0.0, 4: 1.5, 2: 4.0, 1: 9.0, 0: 20.0}  # what it costs to keep so many lines of news
ROOMY: Final = 30  # on so many rows a blank one stands before the choices


@frozen
class Size:
    """What can be filled of a screen."""

    width: int
    height: int


@frozen
class Composed:
    """What is on a screen: news, the table, the choices, and so many blank lines before these."""

    news: tuple[Line, ...]
    table: tuple[Line, ...]
    menu: Menu
    gaps: int

    @property
    def board(self) -> tuple[Line, ...]:
        """The table above the choices."""
        return (*self.table, *BLANK * self.gaps, *self.menu.lines)


def scrolled(composed: Composed, news: Sequence[Sequence[Line]], width: int) -> tuple[Line, ...]:
    """All of it for a screen that scrolls: where no news have room, above it how many there are."""
    return (*(composed.news or shortened(news, 1, width)), *composed.board)


def compose(
    news: Sequence[Sequence[Line]],
    scene: Scene,
    menus: Sequence[Menu],
    size: Size,
    naming: Naming,
    before: Composed | None = None,
    kept: int = 0,
    *,
    tight: bool = False,
    scrolls: bool = False,
) -> Composed:
    """Put news (items of some lines each) and choices to the table in the best way for which there is room, with some
    rows `kept` free. The rows of the table depend on the size alone. Who has seen the same decision drawn `before`
    finds the same choices, as long as they fit. Of boards parts are drawn only where nothing else helps. A `tight`
    table has as few rows as there can be; one that `scrolls` away keeps no rows free."""
    room, gaps = size.height - PROMPT, int(size.height >= ROOMY)
    below = max(BELOW, size.height // PART_BELOW)
    laid = tableau(scene, size.width, naming, 0 if tight else room - below, most=room - gaps - CHOICES)
    table = tuple(line for line in laid.lines if not scrolls or any(text.strip() for _, text in line))
    left = room - kept - gaps - len(table)
    alike = [menu for menu in menus if menu.short in (None, laid.short)] or menus  # table and choices call pieces alike
    ranked = sorted(
        (before is not None and menu.lines != before.menu.lines, menu.cost + cost, number, rows)
        for number, menu in enumerate(alike)
        for rows, cost in NEWS.items()
    )
    for _, _, number, rows in ranked:
        told = shortened(news, rows, size.width)
        if len(told) + len(alike[number].lines) <= left:
            return Composed(tuple(told), table, alike[number], gaps)
    return Composed((), table, min(alike, key=lambda menu: len(menu.lines)), gaps)


def shortened(news: Sequence[Sequence[Line]], room: int, width: int = WIDTH) -> list[Line]:
    """The last of the news for which there is room, and how many more there would be to tell."""
    if sum(map(len, news)) <= room:
        return [line for item in news for line in item]
    kept, left = list[Line](), len(news)
    while left and len(kept) + len(news[left - 1]) + 1 <= room:
        left -= 1
        kept[:0] = news[left]
    more: Line = (("hint", f"… and {left} more"[:width]),)
    return [more, *kept] if room > 0 else []


# ---- A full screen, row by row: the board of a decision above, a pane of what happened and was answered below
# Laws: there are as many rows as the size has without the prompt's, none wider than it; where anything has room at all
# the choices have; of what was answered last all is seen, or it is known that it has no room.

LEAST: Final = 3  # an answer of so many rows is seen on the smallest screen, too
ROWS_WITHOUT_COUNT: Final = 2  # in so many rows of a pane there is none for how much there is beyond


@frozen
class Upper:
    """Table and choices; `fits`: the answer for which they were made dense enough has room below them."""

    rows: tuple[Line, ...]
    fits: bool
    composed: Composed | None = None


def upper(drawing: "Drawing | None", size: Size, answered: int, before: Composed | None = None) -> Upper:
    """The upper part as it was `before`, or the roomiest, that leaves room for an answer of so many rows, else the
    densest. On a screen that is too small for the table and some rows this is cut off for a short answer, but not the
    choices, unless there is no room for them at all. An answer never gives the choices other numbers than they have
    without it."""
    room = size.height - PROMPT - answered
    if drawing is None:
        return Upper((), fits=room >= 0)
    composed = drawing.drawn(size, before, kept=answered)
    whole = drawing.drawn(size, before) if answered else composed
    if not (composed.menu.steps == whole.menu.steps and numbers(composed.menu.lines) == numbers(whole.menu.lines)):
        composed = whole
    if len(composed.board) <= room:
        return Upper(composed.board, fits=True, composed=composed)
    if len(composed.table) + LEAST < size.height:  # it is read in parts, below the table
        return Upper(cut(composed, size.height - PROMPT, size.width), fits=False, composed=composed)
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
        hints: list[Line] = [(("hint", text),) for text in (f"… {len(composed.table)} rows: :table", "… :table")]
        roomy = length(first) + length(hints[0]) + 2 <= width
        choices = (_beside(first, hints[not roomy], width, whole=False), *others)
    return (*table, *choices)


def _cut(lines: Sequence[Line], rows: int, how: str) -> Sequence[Line]:
    """The first of these lines, in the last row, if there is one, how many more there are and how to see them."""
    if len(lines) <= rows or rows <= 0:
        return lines[: max(0, rows)]
    return (*lines[: rows - 1], (("hint", f"… {len(lines) - rows + 1} more {how}"),))


def further_back(part: Upper, told: int, size: Size) -> tuple[Line, ...]:
    """What of the upper part has room above so many rows told: at least the head of the table and the choices."""
    if part.composed is None:
        return part.rows
    needed = max(2 + len(part.composed.menu.lines), size.height - PROMPT - (told - 1))
    return part.rows if needed >= len(part.rows) else cut(part.composed, needed, size.width)


def happened(drawing: "Drawing | None", width: int) -> list[Line]:
    """What happened, in rows of a width: what is past is dim."""
    if drawing is None:
        return []
    past, now = drawing.told
    return fitted(lines(Said((*(evolve(each, style="hint") for each in past), *now)), width), width)


def pane(told: Sequence[Line], rows: int, up: int, answered: int, width: int) -> list[Line]:
    """The last of what was told in so many rows, or what stands `up` rows above that; with how much there is beyond: in
    rows of its own, or where these are few behind the first, of which an answer is not cut for it."""
    if len(told) <= rows:
        return [*BLANK * (rows - len(told)), *told]
    up = min(up, highest(told, rows))
    end = len(told) - up
    if rows <= ROWS_WITHOUT_COUNT:
        beyond = _beyond("↓", up, "PageDown") if up else _beyond("↑", end - rows, "PageUp")
        first = (_beside(row, beyond, width, whole=up == 0 and rows <= answered) for row in told[end - rows : end][:1])
        return [*first, *told[end - rows : end][1:]]
    start = end - (rows - (up > 0))
    above = start > 0 and (up > 0 or rows > answered)
    head, foot = [_beyond("↑", start + 1, "PageUp")] * above, [_beyond("↓", up, "PageDown")] * (up > 0)
    return [*head, *told[start + above : end], *foot]


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
