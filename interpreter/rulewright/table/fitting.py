"""What a screen has room for: of the forms that a table and its choices have, those that fit together.

Law: what is put together is as high as allowed, wherever the densest forms and a line of news are.
"""

import re
from collections.abc import Collection, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import evolve, frozen

from rulewright.table.boards import NAME, Board, cropped, marked
from rulewright.table.compact import Layout, draw_densely
from rulewright.table.drawing import Fact, Heap, Item, Scene, as_pictures
from rulewright.table.menus import Menu, numbers
from rulewright.table.names_at_table import LONGEST_TAG, Naming
from rulewright.table.text_lines import WIDTH, Line, Said, broken, fitted, length, lines

if TYPE_CHECKING:
    from rulewright.table.decision_page import DecisionPage
    from rulewright.table.reader import Standing

    Drawing: TypeAlias = DecisionPage | Standing
    """Where a game stands, for one pair of eyes: what is `told` of the past and now, `lines` for a screen that
    scrolls, `drawn` for a full one of some size. What was drawn last is what its numbers mean."""

PROMPT: Final = 1
BLANK: Final[tuple[Line, ...]] = ((),)
CROWD: Final = 9  # so many different pieces in the middle may be told by their number alone
NEWS: Final = {8: 0.0, 4: 1.5, 2: 4.0, 1: 9.0, 0: 12.0}  # what it costs to keep so many lines of news
GAPS: Final = {2: 0.0, 1: 0.5, 0: 1.0}  # what it costs to leave so many lines blank


@frozen
class Size:
    """What can be filled of a screen."""

    width: int
    height: int


@frozen
class Form:
    """A way to draw a table: names, what is told `about` pieces, boards with `marks`, crowds in it `by_size`. Boards
    are `cropped` only where nothing else helps, for else they would become larger and smaller as one plays."""

    names: Literal["full", "short", "brief"]
    about: Literal["all", "little", "nothing"]
    layout: Layout
    marks: bool = False
    by_size: bool = False
    cropped: bool = False


FORMS: Final = {
    Form("full", "all", Layout("rows")): 0.0,
    Form("full", "little", Layout("rows")): 0.5,
    Form("short", "little", Layout("rows")): 1.0,
    Form("short", "little", Layout("joined")): 1.5,
    Form("short", "nothing", Layout("joined")): 2.0,
    Form("short", "nothing", Layout("joined"), marks=True): 3.0,
    Form("short", "nothing", Layout("joined"), marks=True, by_size=True): 4.0,
    Form("short", "nothing", Layout("stream", beside=False), marks=True): 5.0,
    Form("short", "nothing", Layout("stream", beside=False), marks=True, by_size=True): 7.0,
    Form("brief", "nothing", Layout("stream"), marks=True, by_size=True): 11.0,
    Form("brief", "nothing", Layout("stream", beside=False), marks=True, by_size=True): 12.0,
    Form("brief", "nothing", Layout("stream", beside=False, named=False), marks=True, by_size=True): 14.0,
    Form("short", "nothing", Layout("joined"), cropped=True): 20.0,
    Form("short", "nothing", Layout("joined"), marks=True, by_size=True, cropped=True): 22.0,
    Form("brief", "nothing", Layout("stream", beside=False, named=False), marks=True, by_size=True, cropped=True): 24.0,
}
"""The forms from the roomiest to the densest, and what it costs to draw a table so."""


def called(scene: Scene, form: Form, naming: Naming, offered: Collection[str] = ()) -> Scene:
    """The scene with its pieces called as a form wants it; what is `offered`, and not one's own, never by size."""
    heaps = (item for item in scene.items if isinstance(item, Heap) and item.seat is not None)
    own = {piece for heap in heaps if heap.seat == scene.you for piece in heap.pieces}
    sought = {piece for piece in offered if piece not in own}
    return evolve(scene, items=tuple(_called(item, form, naming, sought) for item in scene.items))


def as_shown(scene: Scene, naming: Naming) -> Scene:
    """The scene with its pieces called as the rules say that they are shown."""
    return called(scene, Form("full", "nothing", Layout()), naming)


def _called(item: Item, form: Form, naming: Naming, offered: Collection[str]) -> Item:
    """An item with its pieces called so, with what lies over or before their names, and what there is to tell; those
    with signs keep their names."""
    if isinstance(item, Fact):
        return item
    signs = dict(item.signs) if isinstance(item, Board) else {}
    names = naming.words.shown if form.names == "full" else naming.shortened(item.sort, form.names)
    about = form.about if isinstance(item, Heap) else "nothing"

    def shortened(found: re.Match[str]) -> str:
        name = found.group()
        if naming.words.groups.get(name) != item.sort or name in signs:
            return name
        short, tag = names.get(name, name), naming.tag(name)
        if not tag or tag in item.of or about == "nothing":
            return short
        if len(tag) <= LONGEST_TAG and " " not in tag:
            return f"{short} {tag}"
        return f"{short} ({tag})" if about == "all" else short

    if isinstance(item, Board):
        return evolve(item, rows=tuple(tuple(NAME.sub(shortened, piece) for piece in row) for row in item.rows))
    kinds, middle = {*item.pieces}, item.seat is None and not (item.ordered or item.of)
    if form.by_size and middle and len(kinds) >= CROWD and not kinds.intersection(offered):
        return evolve(item, pile=True)
    texts = {piece: NAME.sub(shortened, piece) for piece in kinds}
    return evolve(item, pieces=tuple(texts[piece] for piece in item.pieces))


ROOMIEST, *_, DENSEST = FORMS


def draw_form(scene: Scene, form: Form, naming: Naming, width: int, offered: Collection[str] = ()) -> list[Line]:
    """Draw a scene in a form."""
    scene = as_pictures(called(scene, form, naming, offered), width - 1)
    for wanted, change in ((form.cropped, cropped), (form.marks, marked)):
        if wanted:
            changed = (change(each) if isinstance(each, Board) else each for each in scene.items)
            scene = evolve(scene, items=tuple(changed))
    return draw_densely(scene, width, form.layout)


@frozen
class Composed:
    """What is on a screen: news, the table in its form, the choices, and so many blank lines."""

    form: Form
    news: tuple[Line, ...]
    table: tuple[Line, ...]
    menu: Menu
    gaps: int

    @property
    def board(self) -> tuple[Line, ...]:
        """The table above the choices."""
        return (*self.table, *BLANK * (self.gaps > 0), *self.menu.lines)


def scrolled(composed: Composed, news: Sequence[Sequence[Line]], width: int) -> tuple[Line, ...]:
    """All of it for a screen that scrolls: where no news have room, above it how many there are."""
    gap = BLANK * (composed.gaps > 1 and bool(composed.news))
    return (*(composed.news or shortened(news, 1, width)), *gap, *composed.board)


def compose(
    news: Sequence[Sequence[Line]],
    scene: Scene,
    menus: Sequence[Menu],
    size: Size,
    naming: Naming,
    offered: Collection[str] = (),
    before: Composed | None = None,
) -> Composed:
    """Put news (items of some lines each), table and choices together in the best way for which there is room. What is
    `offered` in a move and not one's own is never told by size alone. Who has seen the same decision drawn `before`
    finds table and choices in the same form, as long as they fit; otherwise first a denser form is tried, then other
    choices, at last a form that is roomier again."""
    same = {number for number, menu in enumerate(menus) if before is not None and menu.lines == before.menu.lines}
    ranked = list[tuple[int, float, int, Form, Menu, int, int]]()
    ways = product(FORMS.items(), enumerate(menus), NEWS.items(), GAPS.items())
    for number, ((form, form_cost), (choice, menu), (kept, news_cost), (gaps, gaps_cost)) in enumerate(ways):
        change = 0 if before is None or form == before.form else 3 if FORMS[form] < FORMS[before.form] else 1
        change = 2 if before is not None and change < 3 and choice not in same else change
        if menu.short is None or menu.short == (form.names != "full"):  # table and choices call pieces alike
            ranked.append((change, form_cost + menu.cost + news_cost + gaps_cost, number, form, menu, kept, gaps))
    tables: dict[Form, list[Line]] = {}
    for *_, form, menu, kept, gaps in sorted(ranked, key=lambda way: way[:3]):
        told = shortened(news, kept, size.width)
        room = size.height - PROMPT - gaps - len(told) - len(menu.lines)
        if room > 0 and form not in tables:
            tables[form] = draw_form(scene, form, naming, size.width, offered)
        if room > 0 and len(tables[form]) <= room:
            return Composed(form, tuple(told), tuple(tables[form]), menu, gaps)
    return Composed(DENSEST, (), tuple(draw_form(scene, DENSEST, naming, size.width, offered)), menus[-1], 0)


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
        gap = BLANK * (composed.gaps > 1 and len(composed.board) < room)
        return Upper((*composed.board, *gap), fits=True, composed=composed)
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
