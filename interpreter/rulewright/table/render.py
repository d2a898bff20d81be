"""Drawing: plain data to lines of styled fragments, none wider than `width`.

Everything is escaped here, by `shown`. Nothing is printed, no color is known. Law: what has changed has a star, which
moves nothing but the words behind it of the same thing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from attrs import evolve

from rulewright.shown import shown
from rulewright.table.short_names import marks
from rulewright.table.table_scene import LOST, UNSEEN, Board, Fact, Heap, Item, Place, Scene
from rulewright.table.text_lines import (
    HANGING,
    STAR,
    WIDTH,
    Fragment,
    Group,
    Line,
    Style,
    Word,
    columns,
    fitted,
    flow,
    in_parts,
    length,
    padded,
    said,
    say,
    starred,
)

MOST_ALIKE: Final = 8
CROWD: Final = 4
"""So many lines of one zone are drawn, unless all is asked for."""


# ---- the table


def draw(scene: Scene, *, width: int = WIDTH, whole: bool = False) -> list[Line]:
    """Draw the table: a head line, what belongs to nobody, then each seat."""
    lines: list[Line] = list(_head(scene, width))
    lines.extend(_items([item for item in scene.items if item.seat is None], 1, width, whole=whole))
    for seat, place in enumerate(scene.seats):
        lines.extend(_seat_lines(place, width, you=seat == scene.you))
        own = [item for item in scene.items if item.seat == seat]
        lines.extend(_items(own, 3, width, whole=whole))
    return fitted(lines, width, HANGING)


def _head(scene: Scene, width: int) -> Iterator[Line]:
    """Draw the title and the running phases; where they do not fit side by side, the phases below."""
    title, phase = shown(scene.title), shown(scene.phase)
    rule = width - columns(title) - columns(phase) - 4
    if phase and rule > 0:
        yield (("title", title), ("hint", f" {'─' * rule} "), ("title", phase))
        return
    yield from say(scene.title, "title", width=width)
    if phase:
        yield from say(scene.phase, "title", width=width, indent=1)


def _seat_lines(place: Place, width: int, *, you: bool) -> Iterator[Line]:
    name: Fragment = ("you" if you else "name", shown(place.name))
    chunks: Group = [[(name, ("hint", " (you)")) if you else (name,)]]
    if place.score is not None:
        chunks.append([(("", "score "), *starred(str(place.score), changed=place.changed))])
    yield from ((("", " "), *line) for line in flow(chunks, width - 1, HANGING))


def _items(items: Sequence[Item], indent: int, width: int, *, whole: bool) -> Iterator[Line]:
    """Draw the items of one owner, their names in a column; like items of several other owners come together."""
    told = [item for item in items if not _is_empty(item)]
    longest = max((columns(shown(item.name)) for item in told), default=0)
    column = indent + min(longest, width // 3) + 2
    for name, alike in groupby(told, key=lambda item: item.name):
        label = " " * indent + shown(name)
        body = list(_alike(list(alike), column, width, whole=whole))
        yield from beside(label, column, body)
    empty = {item.name: bool(item.changed) for item in items if _is_empty(item)}
    lines = flow([list(listed_names("empty", empty))], width - indent) if empty else []
    yield from ((("", " " * indent), *line) for line in lines)


def listed_names(text: str, names: Mapping[str, bool]) -> Iterator[Word]:
    """A text before names, and of each whether it has changed."""
    *words, last = (starred(shown(name), "hint", changed=changed) for name, changed in names.items())
    yield (("hint", f"{text}:"),)
    yield from ((*word, ("hint", ",")) for word in words)
    yield last


def _is_empty(item: Item) -> bool:
    """A zone with nothing in it, of no other owner; such zones are told in one line."""
    return isinstance(item, Heap) and not item.pieces and not item.of


def beside(label: str, column: int, body: Sequence[Line], style: Style = "name") -> Iterator[Line]:
    """Put a label to the left of the first line; a label too long for its column stands above."""
    if columns(label) >= column:
        yield ((style, label),)
        label = ""
    for number, line in enumerate(body):
        head = label if number == 0 else ""
        yield ((style, padded(head, column)), *line)


def _alike(items: Sequence[Item], column: int, width: int, *, whole: bool) -> Iterator[Line]:
    room = width - column
    if len(items) == 1 or not any(item.of for item in items):
        for item in items:
            yield from _body(item, room, whole=whole)
        return
    short = _in_one_line(items, room)
    if short is not None:
        yield short
        return
    told, others = _telling(items)
    for item in told:
        label = _owner(item)
        first = min(columns(label) + 1, room // 2)
        yield from beside(label, first, list(_body(item, room - first, whole=whole)))
    if others is not None:
        yield (("hint", f"{'all' if not told else 'all others'}: {others}"),)


def _owner(item: Item) -> str:
    return f"{' '.join(map(shown, item.of))}:"


def _telling(items: Sequence[Item]) -> tuple[list[Item], str | None]:
    """Of many like items those that differ from most of them, and what the others are."""
    texts = [_short(_starred(item, changed=False)) for item in items]
    usual, times = Counter(texts).most_common(1)[0]
    if len(items) <= MOST_ALIKE or usual is None or times <= len(items) // 2:
        return list(items), None
    changed = any(item.changed for item, text in zip(items, texts, strict=True) if text == usual)
    told = said(starred(usual or "–", changed=changed))
    return [item for item, text in zip(items, texts, strict=True) if text != usual], told


def _starred(item: Item, *, changed: bool) -> Item:
    """An item with all the stars that it can have, or with none."""
    match item:
        case Heap():
            return evolve(item, changed=frozenset({LOST, *range(len(item.pieces))} if changed else ()))
        case Fact():
            return evolve(item, changed=changed)
        case Board():
            return item


def _in_one_line(items: Sequence[Item], room: int) -> Line | None:
    """Draw items of several owners side by side, if that fits with all stars, for which there is room behind each."""
    parts: list[Fragment] = []
    for item in items:
        text, longest = _short(item), _short(_starred(item, changed=True))
        if text is None or longest is None:
            return None
        parts += [("hint", f"{_owner(item)} "), ("", padded(text, columns(longest) + 2))]
    return tuple(parts) if length(tuple(parts)) - 2 <= room else None


def _short(item: Item) -> str | None:
    match item:
        case Heap():
            return " ".join(map(said, counted(item)))
        case Fact():
            return said(valued(item))
        case Board():
            return None


def _body(item: Item, room: int, *, whole: bool) -> Iterator[Line]:
    match item:
        case Heap():
            yield from _shortened(flow([counted(item)], room), whole=whole)
        case Fact():
            yield from _shortened(flow([in_parts(valued(item))], room), whole=whole)
        case Board():
            yield from grid(item, room)


def _shortened(lines: Sequence[Line], *, whole: bool) -> Iterator[Line]:
    few = lines if whole or len(lines) <= CROWD else lines[: CROWD - 1]
    yield from few
    if len(few) < len(lines):
        yield (("hint", "… (:table shows all)"),)


def valued(fact: Fact) -> Line:
    """The value of a variable."""
    return starred(shown(fact.value), changed=fact.changed)


def counted(heap: Heap) -> list[Line]:
    """The pieces of a zone as words; unseen ones and, where order means nothing, equal ones as a number."""
    if all(piece == UNSEEN for piece in heap.pieces):
        number = f"{len(heap.pieces)} unseen" if heap.pieces else "–"
        return [starred(number, changed=bool(heap.changed))]
    if heap.ordered:
        told = _told_apart([(shown(piece), place in heap.changed) for place, piece in enumerate(heap.pieces)])
    else:
        other = {heap.pieces[place] for place in heap.changed - {LOST}}
        told = _told_apart([(_times(piece, number), piece in other) for piece, number in Counter(heap.pieces).items()])
    return [(("changed", STAR), *told[0]), *told[1:]] if LOST in heap.changed else told


def _told_apart(pieces: Sequence[tuple[str, bool]]) -> list[Line]:
    """Pieces, and whether they have changed, with a comma after each but the last where some are of several words."""
    several = any(" " in re.sub(r" (×\d+|unseen)$", "", text) for text, _ in pieces)
    told = [starred(text, changed=changed) for text, changed in pieces]
    return [*((*word, ("", ",")) if several else word for word in told[:-1]), *told[-1:]]


def _times(piece: str, number: int) -> str:
    if piece == UNSEEN:
        return f"{number} unseen"
    return shown(piece) if number == 1 else f"{shown(piece)} ×{number}"


def grid(board: Board, room: int) -> Iterator[Line]:
    """Draw a board with its labels at the left and below. One that is too wide has marks for names; where it still is,
    its columns stand in parts, one below the other. A star stands in the gap behind its piece and moves no column."""
    cells, widths, beside = _measured(board)
    if not board.legend and beside + 2 + sum(widths) + len(widths) > room:
        board = marked(board)
        cells, widths, beside = _measured(board)
    for part in _parts(widths, room - beside - 2):
        for at, (label, row) in enumerate(zip(board.row_labels, cells, strict=True)):
            pieces = ((row[place], widths[place], (at, place) in board.changed) for place in part)
            yield (("hint", f"{' ' * (beside - columns(shown(label)))}{shown(label)}  "), *_cells(pieces))
        if any(board.column_labels):
            below = " ".join(padded(shown(board.column_labels[place]), widths[place]) for place in part)
            yield (("hint", f"{' ' * (beside + 2)}{below}"),)
    legend: list[Word] = [(("hint", f"{shown(mark)} {shown(name)} "),) for mark, name in board.legend]
    yield from flow([legend], room, free=0)


def _measured(board: Board) -> tuple[list[list[str]], list[int], int]:
    """The cells of a board as they are written, the widths of its columns and of its labels at the left."""
    cells = [[shown(piece or board.empty) for piece in row] for row in board.rows]
    widths = [
        max(map(columns, [shown(label), *place])) for label, *place in zip(board.column_labels, *cells, strict=True)
    ]
    return cells, widths, max((columns(shown(label)) for label in board.row_labels), default=0)


def _parts(widths: Sequence[int], room: int) -> Iterator[range]:
    """The columns of a board in parts that have room, with a gap behind each column."""
    begin = used = 0
    for place, width in enumerate(widths):
        if place > begin and used + width + 1 > room:
            yield range(begin, place)
            begin, used = place, 0
        used += width + 1
    yield range(begin, len(widths))


def _cells(pieces: Iterable[tuple[str, int, bool]]) -> Iterator[Fragment]:
    """Pieces in columns of these widths, with a star or a blank behind each."""
    for text, width, changed in pieces:
        word = starred(text, changed=changed)
        yield from word
        yield ("", " " * (width + 1 - length(word)))


NAME: Final = re.compile(r"[^\s(),:?]+")
"""A name in what is said of a piece."""


def marked(board: Board) -> Board:
    """A board with a mark for each name, and what they stand for below it."""
    signs = marks(sorted({name for row in board.rows for piece in row for name in NAME.findall(piece)}))
    if all(columns(name) <= columns(signs[name]) + 1 for name in signs):
        return board
    rows = tuple(tuple(NAME.sub(lambda name: signs[name.group()], piece) for piece in row) for row in board.rows)
    return evolve(board, rows=rows, legend=tuple((signs[name], name) for name in sorted(signs)))
