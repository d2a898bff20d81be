"""Drawing a table: plain data to lines of styled fragments, none wider than `width`, everything escaped.

Law: what has changed has a star, which moves nothing but the words behind it of the same thing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from attrs import evolve, frozen

from rulewright.language.core import Audience
from rulewright.shown import shown
from rulewright.table import text_lines
from rulewright.table.boards import Board, grid, narrowed, together, width as width_of
from rulewright.table.text_lines import Fragment, Group, Line, Word, columns, flow, length

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
    there it is at `most` so many, as a rule no more than `usual` (0: nobody says), and `seers` see what they are."""

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


# ---- the table

MOST_ALIKE: Final = 8
MOST_INDENTED: Final = 4  # before what is drawn below a name stand at most so many columns
CROWD: Final = 4  # so many lines of one zone are drawn, unless all is asked for


def as_pictures(scene: Scene, room: int) -> Scene:
    """The scene with boards over the same cells as one, where that has room."""
    return evolve(scene, items=tuple(together(scene.items, room)))


def draw(scene: Scene, *, width: int = text_lines.WIDTH, whole: bool = False) -> list[Line]:
    """Draw the table: a head line (or the running phases below the title), what belongs to nobody, then each seat."""
    scene = as_pictures(scene, width - MOST_INDENTED)
    title, phase = shown(scene.title), shown(scene.phase)
    rule = width - columns(title) - columns(phase) - 4
    lines: list[Line] = []
    if phase and rule > 0:
        lines.append((("title", title), ("hint", f" {'─' * rule} "), ("title", phase)))
    else:
        lines += text_lines.say(scene.title, "title", width=width)
        lines += text_lines.say(scene.phase, "title", width=width, indent=1) if phase else []
    lines.extend(_items([item for item in scene.items if item.seat is None], 1, width, whole=whole))
    for seat, place in enumerate(scene.seats):
        you = seat == scene.you
        chunks: Group = [[(("you", shown(place.name)), ("hint", " (you)")) if you else (("name", shown(place.name)),)]]
        if place.score is not None:
            chunks.append([(("", "score "), *text_lines.starred(str(place.score), changed=place.changed))])
        lines.extend((("", " "), *line) for line in flow(chunks, width - 1, text_lines.HANGING))
        lines.extend(_items([item for item in scene.items if item.seat == seat], MOST_INDENTED - 1, width, whole=whole))
    return text_lines.fitted(lines, width, text_lines.HANGING)


def _items(items: Sequence[Item], indent: int, width: int, *, whole: bool) -> Iterator[Line]:
    """Draw the items of one owner, their names in a column; empty zones of no other owner in one line."""
    empty = {item.name: bool(item.changed) for item in items if isinstance(item, Heap) and not (item.pieces or item.of)}
    told = [item for item in items if not isinstance(item, Heap) or item.pieces or item.of]
    longest = max((columns(shown(item.name)) for item in told), default=0)
    column = indent + min(longest, width // 3) + 2
    for name, alike in groupby(told, key=lambda item: item.name):
        some = list(alike)
        boards = [narrowed(item, width - column) for item in some if isinstance(item, Board)]
        begin = column if max(map(width_of, boards), default=0) <= width - column else indent + 1  # below its name
        yield from beside(" " * indent + shown(name), begin, [*_alike(some, width - begin, whole=whole)])
    lines = flow([list(listed_names("empty", empty))], width - indent) if empty else []
    yield from ((("", " " * indent), *line) for line in lines)


def listed_names(text: str, names: Mapping[str, bool]) -> Iterator[Word]:
    """A text before names, and of each whether it has changed."""
    *words, last = (text_lines.starred(shown(name), "hint", changed=changed) for name, changed in names.items())
    yield (("hint", f"{text}:"),)
    yield from ((*word, ("hint", ",")) for word in words)
    yield last


def beside(label: str, column: int, body: Sequence[Line], style: text_lines.Style = "name") -> Iterator[Line]:
    """Put a label to the left of the first line; a label too long for its column stands above."""
    if columns(label) >= column:
        yield ((style, label),)
        label = ""
    for line in body:
        yield ((style, text_lines.padded(label, column)), *line)
        label = ""


def _alike(items: Sequence[Item], room: int, *, whole: bool) -> Iterator[Line]:
    """Items of one name: side by side if that fits with all stars; else one below the other, many alike in one line."""
    if len(items) == 1 or not any(item.of for item in items):
        for item in items:
            yield from _body(item, room, whole=whole)
        return
    owners = [f"{' '.join(map(shown, item.of))}:" for item in items]
    parts: list[Fragment] = []
    for item, owner in zip(items, owners, strict=True):
        if not isinstance(item, Board):
            longest = columns(_short(item, changed=True))
            parts += [("hint", f"{owner} "), ("", text_lines.padded(_short(item), longest + 2))]
    if len(parts) == 2 * len(items) and length(tuple(parts)) - 2 <= room:
        yield tuple(parts)
        return
    texts = [None if isinstance(item, Board) else _short(item, changed=False) for item in items]
    usual, times = Counter(texts).most_common(1)[0]
    few = len(items) <= MOST_ALIKE or usual is None or times <= len(items) // 2
    others, told = list[Item](), 0
    for item, owner, text in zip(items, owners, texts, strict=True):
        if few or text != usual:
            first, told = min(columns(owner) + 1, room // 2), told + 1
            yield from beside(owner, first, _body(item, room - first, whole=whole))
        else:
            others.append(item)
    if others:
        rest = text_lines.said(text_lines.starred(usual or "–", changed=any(item.changed for item in others)))
        yield (("hint", f"{'all others' if told else 'all'}: {rest}"),)


def _short(item: Heap | Fact, *, changed: bool | None = None) -> str:
    """An item on one line, with its stars, with all that it can have (`changed`), or with none."""
    if isinstance(item, Fact):
        return text_lines.said(valued(item if changed is None else evolve(item, changed=changed)))
    stars = frozenset({LOST, *range(len(item.pieces))} if changed else ())
    return " ".join(map(text_lines.said, counted(item if changed is None else evolve(item, changed=stars))))


def _body(item: Item, room: int, *, whole: bool) -> list[Line]:
    if isinstance(item, Board):
        return [*grid(item, room)]
    lines = flow([counted(item) if isinstance(item, Heap) else text_lines.in_parts(valued(item))], room)
    return lines if whole or len(lines) <= CROWD else [*lines[: CROWD - 1], (("hint", "… (:table shows all)"),)]


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
