"""Drawing: plain data to lines of styled fragments, at most `width` columns wide.

A fragment is a style's name and a text; `plain` forgets the styles. Everything is escaped here, by `shown`. Nothing is
printed, no color is known. Laws: of every line the plain text fits the width, unless one name alone is longer; what has
changed has a star, and where there is room the table has, but for stars, the same words as if nothing had.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

from attrs import evolve

from rulewright.shown import shown
from rulewright.table.short_names import marks
from rulewright.table.table_scene import LOST, UNSEEN, Board, Fact, Heap, Item, Place, Scene
from rulewright.table.typed_line import Move, Words, containing, move_text

MOST_ALIKE: Final = 8

Style = Literal["", "title", "name", "number", "step", "hint", "refused", "news", "you", "changed"]
Fragment = tuple[Style, str]
Line = tuple[Fragment, ...]

STAR: Final = "*"
"""Behind what has changed; before the rest where something went away."""
WIDTH: Final = 80
NARROWEST, WIDEST = 40, 120
"""Lines are as wide as there is room, but for these bounds."""
MANY: Final = 30
"""Longer lists of moves are told by action first."""
FEW: Final = 3
"""So many moves of an action are told one by one even then."""
CROWD: Final = 4
"""So many lines of one zone are drawn, unless all is asked for."""


def plain(lines: Iterable[Line]) -> str:
    r"""Forget the styles.

    >>> plain([(("title", "A game"), ("", " of ten"))])
    'A game of ten\n'
    """
    return "".join(said(line).rstrip() + "\n" for line in lines)


def said(line: Line) -> str:
    """The text of a line."""
    return "".join(text for _, text in line)


def starred(text: str, style: Style = "", *, changed: bool) -> Line:
    """A text, with a star if it has changed."""
    return (("changed", f"{text}{STAR}"),) if changed else ((style, text),)


def columns(text: str) -> int:
    """The columns that a text takes: wide letters two, marks on other letters none.

    >>> columns("red"), columns("赤"), columns("e\u0301")
    (3, 2, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, room: int) -> str:
    """A text with blanks up to so many columns."""
    return text + " " * (room - columns(text))


def beginning(text: str, room: int) -> str:
    """As much of a text as has room."""
    end = min(len(text), room)
    while columns(text[:end]) > room:
        end -= 1
    return text[:end]


def cut(text: str, room: int) -> str:
    """A text, cut off where there is no room for it."""
    return text if columns(text) <= room else beginning(f"{beginning(text, room - 1)}…", max(0, room))


def length(line: Line) -> int:
    """The columns that a line takes."""
    return sum(columns(text) for _, text in line)


def say(text: str, style: Style = "", *, width: int = WIDTH, indent: int = 0) -> list[Line]:
    """Set a text, escaped, in lines; line ends within it stay."""
    lines: list[Line] = []
    for paragraph in text.split("\n"):
        wrapped = _wrap([shown(word) for word in paragraph.split(" ")], width - indent) or [""]
        lines.extend(((style, " " * indent + part),) for part in wrapped)
    return lines


# ---- the table


def draw(scene: Scene, *, width: int = WIDTH, whole: bool = False) -> list[Line]:
    """Draw the table: a head line, what belongs to nobody, then each seat."""
    lines: list[Line] = list(_head(scene, width))
    lines.extend(_items([item for item in scene.items if item.seat is None], 1, width, whole=whole))
    for seat, place in enumerate(scene.seats):
        lines.append(_seat_line(place, you=seat == scene.you))
        own = [item for item in scene.items if item.seat == seat]
        lines.extend(_items(own, 3, width, whole=whole))
    return lines


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


def _seat_line(place: Place, *, you: bool) -> Line:
    parts: list[Fragment] = [("you" if you else "name", f" {shown(place.name)}")]
    if you:
        parts.append(("hint", " (you)"))
    if place.score is not None:
        parts += [("", "   score "), *starred(str(place.score), changed=place.changed)]
    return tuple(parts)


def _items(items: Sequence[Item], indent: int, width: int, *, whole: bool) -> Iterator[Line]:
    """Draw the items of one owner, their names in a column; like items of several other owners come together."""
    told = [item for item in items if not _is_empty(item)]
    longest = max((columns(shown(item.name)) for item in told), default=0)
    column = indent + min(longest, width // 3) + 2
    for name, alike in groupby(told, key=lambda item: item.name):
        label = " " * indent + shown(name)
        body = list(_alike(list(alike), column, width, whole=whole))
        yield from _beside(label, column, body)
    names = [f"{said(starred(shown(item.name), changed=bool(item.changed)))}," for item in items if _is_empty(item)]
    lines = _wrap(["empty:", *names], width - indent) if names else []
    yield from (
        (("hint", " " * indent + line),) for line in [*lines[:-1], *(last.removesuffix(",") for last in lines[-1:])]
    )


def _is_empty(item: Item) -> bool:
    """A zone with nothing in it, of no other owner; such zones are told in one line."""
    match item:
        case Heap():
            return not item.pieces and not item.of
        case Board() | Fact():
            return False


def _beside(label: str, column: int, body: Sequence[Line]) -> Iterator[Line]:
    """Put a label to the left of the first line; a label too long for its column stands above."""
    if columns(label) >= column:
        yield (("name", label),)
        label = ""
    for number, line in enumerate(body):
        head = label if number == 0 else ""
        yield (("name", padded(head, column)), *line)


def _alike(items: Sequence[Item], column: int, width: int, *, whole: bool) -> Iterator[Line]:
    room = max(20, width - column)
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
        label = f"{' '.join(shown(owner) for owner in item.of)}:"
        yield from _beside(
            label, columns(label) + 1, list(_body(item, max(20, room - columns(label) - 1), whole=whole))
        )
    if others is not None:
        yield (("hint", f"{'all' if not told else 'all others'}: {others}"),)


def _telling(items: Sequence[Item]) -> tuple[list[Item], str | None]:
    """Of many like items those that differ from most of them, and what the others are."""
    texts = [_short(_without_stars(item)) for item in items]
    usual, times = Counter(texts).most_common(1)[0]
    if len(items) <= MOST_ALIKE or usual is None or times <= len(items) // 2:
        return list(items), None
    changed = any(item.changed for item, text in zip(items, texts, strict=True) if text == usual)
    told = said(starred(usual or "–", changed=changed))
    return [item for item, text in zip(items, texts, strict=True) if text != usual], told


def _without_stars(item: Item) -> Item:
    match item:
        case Heap():
            return evolve(item, changed=frozenset())
        case Fact():
            return evolve(item, changed=False)
        case Board():
            return item


def _in_one_line(items: Sequence[Item], room: int) -> Line | None:
    """Draw items of several owners side by side, if that fits."""
    parts: list[Fragment] = []
    for item in items:
        text = _short(item)
        if text is None:
            return None
        parts.append(("hint", f"{' '.join(shown(owner) for owner in item.of)}: "))
        parts.append(("", f"{text}   "))
    return tuple(parts) if length(tuple(parts)) - 3 <= room else None


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
            yield from _shortened(_wrap([said(word) for word in counted(item)], room), whole=whole)
        case Fact():
            yield from _shortened(_wrap(said(valued(item)).split(" "), room), whole=whole)
        case Board():
            yield from grid(item, room)


def _shortened(lines: Sequence[str], *, whole: bool) -> Iterator[Line]:
    few = lines if whole or len(lines) <= CROWD else lines[: CROWD - 1]
    yield from ((("", line),) for line in few)
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
    legend = _wrap([f"{shown(mark)} {shown(name)} " for mark, name in board.legend], room)
    yield from ((("hint", line.rstrip()),) for line in legend)


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


def _wrap(words: Sequence[str], room: int) -> list[str]:
    """Fill lines with words."""
    lines: list[str] = []
    current = ""
    for word in words:
        if current and columns(current) + 1 + columns(word) > room:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current] if current else lines


# ---- moves


def numbered(
    moves: Sequence[Move],
    among: Sequence[Move],
    *,
    values: Collection[str] = (),
    width: int = WIDTH,
    most: int = 3,
    called: Mapping[str | int, str] | None = None,
) -> list[Line]:
    """List moves under the numbers that they have among all, in columns read downward, of which there are at `most` so
    many, their words `called` otherwise; without a number that could be taken for one of the `values` beside it."""
    names = called or {}
    order: Mapping[Move, int] = {move: number for number, move in enumerate(among, start=1)}
    digits = len(str(len(among)))
    labels = [str(order[move]) for move in moves]
    texts = [
        (
            " " * (digits + 3) if label in values else f"{label:>{digits + 1}}. ",
            shown(move_text(tuple(names.get(word, word) for word in move))),
        )
        for label, move in zip(labels, moves, strict=True)
    ]
    cell = max((len(number) + columns(text) for number, text in texts), default=0) + 2
    beside = max(1, min(most, (width + 2) // cell))
    rows = -(-len(texts) // beside)
    return [_row_of_moves(texts[row::rows], cell) for row in range(rows)]


def numbers(lines: Iterable[Line]) -> frozenset[int]:
    """The numbers that stand beside moves in these lines.

    >>> sorted(numbers(numbered([("pay", 9), ("wait",)], [("pay", 8), ("pay", 9), ("wait",)])))
    [2, 3]
    """
    labels = (text.strip(" .") for line in lines for style, text in line if style == "number")
    return frozenset(int(label) for label in labels if label)


def _row_of_moves(texts: Sequence[tuple[str, str]], cell: int) -> Line:
    fragments: list[Fragment] = []
    for number, text in texts:
        fragments.append(("number", number))
        fragments.append(("", padded(text, cell - len(number))))
    return tuple(fragments)


def _by_action(moves: Sequence[Move]) -> dict[str, list[Move]]:
    """The moves of each action together, in the order of the actions."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(str(move[0]), []).append(move)
    return groups


def in_moves(words: Words) -> dict[str | int, str]:
    """What kinds are called in moves: as they are shown, unless that looks like the number of a line."""
    return {name: text for name, text in words.shown.items() if not text.isdigit()}


def menu(moves: Sequence[Move], words: Words, *, part: str = "", whole: bool = False, width: int = WIDTH) -> list[Line]:
    """Show a decision: its moves with their numbers; if they are many, the actions, unless a part narrows them."""
    some = containing(part, moves, words.shown) if part else tuple(moves)
    if not some:
        return say(f'No move contains "{part}".', "refused", width=width)
    called = in_moves(words)
    if whole or len(some) <= MANY:
        return numbered(some, moves, width=width, called=called)
    lines: list[Line] = []
    values = {str(part) for move in some for part in move[1:]}
    for action, group in _by_action(some).items():
        if len(group) <= FEW:
            lines.extend(numbered(group, moves, values=values, width=width, called=called))
        else:
            lines.extend(_action_lines(action, group, words, width))
    hint = "Type a move, its number, or part of it to see fewer; :moves numbers all."
    return [*lines, *say(hint, "hint", width=width)]


def _action_lines(action: str, moves: Sequence[Move], words: Words, width: int) -> list[Line]:
    """Tell an action with many moves by their number and the names that can follow."""
    title, called = words.actions.get(action, ""), in_moves(words)
    about = f"  {len(moves)} moves" + (f": {shown(title)}" if title else "")
    following = dict.fromkeys(shown(called.get(move[1], str(move[1]))) for move in moves if len(move) > 1)
    text = _wrap(list(following), width - 4)
    body: list[Line] = [(("", f"    {line}"),) for line in text[:CROWD]]
    more: list[Line] = [(("hint", "    … (:moves shows all)"),)] if len(text) > CROWD else []
    return [(("name", f" {shown(action)}"), ("hint", about)), *body, *more]
