"""What is drawn of a table: as plain data, with what has changed, and in words.

Law: what has changed has a star; everything is escaped.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from rulewright.language.core import Audience
from rulewright.shown import shown
from rulewright.table import text_lines
from rulewright.table.boards import Board, together
from rulewright.table.text_lines import Fragment, Line

# ---- what lies on the table, as one seat sees it: plain data between the game's view and the drawing of it
# What is `changed` is other than the seat saw it before; it is empty, or no, where nothing is.

UNSEEN: Final = "?"  # a piece that is not seen
LAST_PART: Final = re.compile(r"(\S+[-+])([^\s-]+)")
LOST: Final = -1
"""Among the places of a heap that have changed: something went away, and no piece that is left tells of it."""


@frozen
class Heap:
    """The pieces of a zone: in a row of their own if `ordered`, otherwise equal ones are told as a number. `seat` is
    whose it is (None: nobody's), `of` the names of other owners (a color, a tile). `sort` says what sort of pieces it
    has, `pile` that they lie on one another; `changed` are places among the pieces, or LOST. Of all that `may` ever lie
    there it is at `most` so many, as a rule no more than `usual` (0: nobody says); what is `noted` of a piece takes so
    many columns, and `seers` see what they are. Nothing asks for those that lie `aside`."""

    name: str
    pieces: tuple[str, ...]
    ordered: bool = False
    seat: int | None = None
    of: tuple[str, ...] = ()
    sort: str = ""
    pile: bool = False
    changed: frozenset[int] = frozenset()
    may: tuple[str, ...] = ()
    most: int = 0
    usual: int = 0
    noted: int = 0
    aside: bool = False
    seers: Audience = "everyone"

    @property
    def only_top(self) -> bool:
        """Whether they lie on one another and only the first of several is seen."""
        first, *others = self.pieces or ("",)
        return self.pile and first != UNSEEN and bool(others) and all(piece == UNSEEN for piece in others)


@frozen
class Fact:
    """A variable and its value as text, which takes at `most` so many columns (0: nobody says); `flag`: it is yes or
    no."""

    name: str
    value: str
    seat: int | None = None
    of: tuple[str, ...] = ()
    changed: bool = False
    most: int = 0
    flag: bool = False


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

    were, items = {key(item): item for item in before.items}, list[Item]()
    for item in now.items:
        was = were.get(key(item))
        if isinstance(item, Heap):
            items.append(evolve(item, changed=_changed_pieces(was.pieces if isinstance(was, Heap) else (), item)))
        elif isinstance(item, Board):
            old = was.rows if isinstance(was, Board) else item.rows
            spaces = ((at, column, piece) for at, row in enumerate(item.rows) for column, piece in enumerate(row))
            other = frozenset((at, column) for at, column, piece in spaces if old[at][column] != piece)
            items.append(evolve(item, changed=item.changed | other))
        else:
            items.append(evolve(item, changed=not isinstance(was, Fact) or was.value != item.value))
    both = zip(now.seats, before.seats, strict=True)
    seats = tuple(evolve(place, changed=place.score != was.score) for place, was in both)
    return evolve(now, seats=seats, items=tuple(items))


def _changed_pieces(before: tuple[str, ...], heap: Heap) -> frozenset[int]:
    """The pieces that came, of which there are more or fewer, or that lie elsewhere in a row; else LOST if any went."""
    now, were, are = heap.pieces, Counter(before), Counter(heap.pieces)
    if heap.ordered:
        start = _begin_alike(before, now)
        end = min(_begin_alike(before[::-1], now[::-1]), min(len(before), len(now)) - start)
        old, new = before[start : len(before) - end], now[start : len(now) - end]
        came, moved = Counter(new) - Counter(old), len(old) == len(new)
        here = enumerate(new, start)
        other = {at for at, piece in here if (piece in came if came or not moved else piece != old[at - start])}
    else:
        other = {at for at, piece in enumerate(now) if were[piece] != are[piece]}
    return frozenset(other or ({LOST} if were != are else ()))


def _begin_alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many equal pieces two rows begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (this, that) in pairs if this != that), min(len(one), len(other)))


# ---- what is told of it in words


def as_pictures(scene: Scene, room: int) -> Scene:
    """The scene with boards over the same cells as one, where that has room."""
    return evolve(scene, items=tuple(together(scene.items, room)))


def valued(fact: Fact) -> Line:
    """The value of a variable."""
    return text_lines.starred(shown(fact.value), changed=fact.changed)


def grouped(heap: Heap) -> list[Line]:
    """The pieces of a zone as words; where order means nothing, those that differ in their last part alone together:
    `red-1,4 blue-2`."""
    if heap.ordered or UNSEEN in heap.pieces:
        return counted(heap)
    other, groups = {heap.pieces[place] for place in heap.changed - {LOST}}, dict[str, list[Fragment]]()
    for piece, number in Counter(heap.pieces).items():
        found = LAST_PART.fullmatch(piece)
        name, end = found.groups() if found else (piece, "")
        some = groups.setdefault(name, [])
        text = f"{',' if some else name}{end}{f'×{number}' if number > 1 else ''}"
        some += text_lines.starred(shown(text), changed=piece in other)
    first, *rest = map(tuple, groups.values())
    return [(("changed", text_lines.STAR), *first), *rest] if LOST in heap.changed else [first, *rest]


def counted(heap: Heap) -> list[Line]:
    """The pieces of a zone as words; unseen ones and, where order means nothing, equal ones as a number. A comma stands
    after each but the last where some are of several words."""
    if all(piece == UNSEEN for piece in heap.pieces):
        unseen = f"{len(heap.pieces)} unseen" if heap.pieces else "–"
        return [text_lines.starred(unseen, changed=bool(heap.changed))]
    if heap.ordered:
        pieces = [(shown(piece), place in heap.changed) for place, piece in enumerate(heap.pieces)]
        if heap.only_top:
            pieces[1:] = [(f"{len(heap.pieces) - 1} unseen", any(place > 0 for place in heap.changed))]
    else:
        other = {heap.pieces[place] for place in heap.changed - {LOST}}
        pieces = []
        for piece, number in Counter(heap.pieces).items():
            text = shown(piece) if number == 1 else f"{shown(piece)} ×{number}"
            pieces.append((f"{number} unseen" if piece == UNSEEN else text, piece in other))
    several = any(" " in re.sub(r" (×\d+|unseen)$", "", text) for text, _ in pieces)
    *words, last = (text_lines.starred(text, changed=changed) for text, changed in pieces)
    first, *rest = [*((*word, ("", ",")) if several else word for word in words), last]
    return [(("changed", text_lines.STAR), *first), *rest] if LOST in heap.changed else [first, *rest]
