"""What lies on the table, as one seat sees it: plain data between the game's view and the drawing of it.

`?` stands for a piece that is not seen. Names come from rules that strangers wrote: whoever draws them escapes them.
"""

from attrs import frozen

UNSEEN = "?"


@frozen
class Heap:
    """The pieces of a zone: in a row of their own if `ordered`, otherwise equal ones are told as a number.

    `seat` is whose it is (None: nobody's), `of` the names of other owners (a color, a tile). `sort` says what sort of
    pieces it has, `pile` that they lie on one another.
    """

    name: str
    pieces: tuple[str, ...]
    ordered: bool = False
    seat: int | None = None
    of: tuple[str, ...] = ()
    sort: str = ""
    pile: bool = False


@frozen
class Board:
    """A grid: `rows` from the top, one piece (or nothing) on each space, with the labels beside and below;
    `legend` says what marks stand for."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    seat: int | None = None
    of: tuple[str, ...] = ()
    sort: str = ""
    legend: tuple[tuple[str, str], ...] = ()


@frozen
class Fact:
    """A variable and its value as text."""

    name: str
    value: str
    seat: int | None = None
    of: tuple[str, ...] = ()


Item = Heap | Board | Fact


@frozen
class Place:
    """A seat at the table: its name, and the part of its score that may be shown (None: nothing may)."""

    name: str
    score: int | None = None


@frozen
class Scene:
    """The table as `you` (a seat, or None for a spectator) may see it."""

    title: str
    phase: str
    seats: tuple[Place, ...]
    you: int | None
    items: tuple[Item, ...] = ()
