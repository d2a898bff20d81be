"""What lies on the table, as one seat sees it: plain data between the game's view and the drawing of it.

`?` stands for a piece that is not seen. Names come from rules that strangers wrote: whoever draws them escapes them.
What is `changed` is other than the seat saw it before; it is empty, or no, where nothing is.
"""

from typing import Final

from attrs import frozen

from rulewright.language.core import EMPTY

UNSEEN: Final = "?"
LOST: Final = -1
"""Among the places of a heap that have changed: something went away, and no piece that is left tells of it."""


@frozen
class Heap:
    """The pieces of a zone: in a row of their own if `ordered`, otherwise equal ones are told as a number.

    `seat` is whose it is (None: nobody's), `of` the names of other owners (a color, a tile). `sort` says what sort of
    pieces it has, `pile` that they lie on one another; `changed` are places among the pieces, or LOST.
    """

    name: str
    pieces: tuple[str, ...]
    ordered: bool = False
    seat: int | None = None
    of: tuple[str, ...] = ()
    sort: str = ""
    pile: bool = False
    changed: frozenset[int] = frozenset()


@frozen
class Board:
    """A grid: `rows` from the top, one piece (or nothing) on each space, with labels beside and below, if it has any;
    `legend` says what marks stand for, `empty` is drawn where nothing lies; `changed` are spaces by row and column."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    seat: int | None = None
    of: tuple[str, ...] = ()
    sort: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    changed: frozenset[tuple[int, int]] = frozenset()
    empty: str = EMPTY


@frozen
class Fact:
    """A variable and its value as text."""

    name: str
    value: str
    seat: int | None = None
    of: tuple[str, ...] = ()
    changed: bool = False


Item = Heap | Board | Fact


@frozen
class Place:
    """A seat at the table: its name, and the part of its score that may be shown (None: nothing may)."""

    name: str
    score: int | None = None
    changed: bool = False


@frozen
class Scene:
    """The table as `you` (a seat, or None for a spectator) may see it."""

    title: str
    phase: str
    seats: tuple[Place, ...]
    you: int | None
    items: tuple[Item, ...] = ()
