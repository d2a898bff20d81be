"""What lies on the table, as one seat sees it: plain data between the game's view and the drawing of it.

`?` stands for a piece that is not seen. Names come from rules that strangers wrote: whoever draws them escapes them.
What is `changed` is other than the seat saw it before; it is empty, or no, where nothing is.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, assert_never

from attrs import evolve, frozen

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


def compared(before: Scene | None, now: Scene) -> Scene:
    """The scene as it is `now`, with what was otherwise `before` (None: nobody has looked yet, so nothing was)."""
    if before is None:
        return now

    def key(item: Item) -> tuple[object, ...]:
        return type(item), item.name, item.seat, item.of

    were = {key(item): item for item in before.items}
    both = zip(now.seats, before.seats, strict=True)
    seats = tuple(evolve(place, changed=place.score != was.score) for place, was in both)
    return evolve(now, seats=seats, items=tuple(_compared(were.get(key(item)), item) for item in now.items))


def _compared(was: Item | None, item: Item) -> Item:
    match item:
        case Heap():
            return evolve(item, changed=_changed(was.pieces if isinstance(was, Heap) else (), item))
        case Board():
            old = was.rows if isinstance(was, Board) else item.rows
            rows = enumerate(zip(item.rows, old, strict=True))
            spaces = ((at, enumerate(zip(row, before, strict=True))) for at, (row, before) in rows)
            changed = frozenset((at, column) for at, pairs in spaces for column, (piece, had) in pairs if piece != had)
            return evolve(item, changed=changed)
        case Fact():
            return evolve(item, changed=not isinstance(was, Fact) or was.value != item.value)
    assert_never(item)


def _changed(before: tuple[str, ...], heap: Heap) -> frozenset[int]:
    """The pieces that came, or of which there are more or fewer (in a row where the same ones lie in another order,
    those that lie elsewhere); where only others went, LOST."""
    now, were, are = heap.pieces, Counter(before), Counter(heap.pieces)
    if heap.ordered:
        start = _alike(before, now)
        end = min(_alike(before[::-1], now[::-1]), min(len(before), len(now)) - start)
        old, new = before[start : len(before) - end], now[start : len(now) - end]
        came, moved = Counter(new) - Counter(old), len(old) == len(new)
        here = enumerate(new, start)
        other = {at for at, piece in here if (piece in came if came or not moved else piece != old[at - start])}
    else:
        other = {at for at, piece in enumerate(now) if were[piece] != are[piece]}
    return frozenset(other or ({LOST} if were != are else ()))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many equal pieces two rows begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (this, that) in pairs if this != that), min(len(one), len(other)))
