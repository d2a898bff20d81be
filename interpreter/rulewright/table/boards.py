"""Boards as they are drawn: what lies on each space, by name or by sign, and what the signs stand for.

Law: what has changed has a star, and places that are held a mark; neither moves a column.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeVar

from attrs import evolve, frozen

from rulewright.language.core import EMPTY
from rulewright.shown import shown
from rulewright.table import text_lines
from rulewright.table.names_at_table import NAME, marks
from rulewright.table.text_lines import Fragment, Line, Word, columns, flow, length

ABOVE: Final = "/"  # between what lies on a space and what lies there below it
BARE: Final = ("+", " ")  # what stands where cells meet, if nothing else is said
HELD: Final = "¹²³⁴⁵⁶⁷⁸⁹"
"""The marks of places that are held in variables."""


@frozen
class Board:
    """A grid: `rows` from the top, one piece (or nothing) on each space, with labels beside and below, if it has any;
    `signs` are drawn instead of names, `empty` is drawn where nothing lies; `changed` are spaces by row and column.

    Where nothing lies stands what `ground` has there, if anything, else `empty`. Of hexagons each row is `shifts`
    half spaces to the right, and `letters` stand beside a row, or below all. Boards of the same owners over the
    same `cells` are of one shape, and are drawn as one, but for one that must stand `alone`; `place` is the type of a
    board's own spaces. `held` are places that variables hold: by a mark what holds it, and where. All columns of an
    `even` one are as wide, and each at least so `wide`. `face_down` is drawn for pieces that are not seen."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    seat: int | None = None
    of: tuple[str, ...] = ()
    sort: str = ""
    signs: tuple[tuple[str, str], ...] = ()
    changed: frozenset[tuple[int, int]] = frozenset()
    empty: str = EMPTY
    shifts: tuple[int, ...] = ()
    letters: tuple[tuple[int, int, str], ...] = ()
    ground: tuple[tuple[str, ...], ...] = ()
    cells: str = ""
    place: str = ""
    alone: bool = False
    held: tuple[tuple[str, str, frozenset[tuple[int, int]]], ...] = ()
    even: bool = False
    lean: int = 0
    wide: int = 0
    face_down: tuple[str, ...] = ()

    @property
    def names(self) -> set[str]:
        """The names of what lies there."""
        return {name for row in self.rows for piece in row for name in NAME.findall(piece)}

    @property
    def texts(self) -> list[list[str]]:
        """What is drawn on each space, with the marks of what holds it."""
        signs = dict(self.signs)
        return [[self._text(at, place, signs) for place in range(len(row))] for at, row in enumerate(self.rows)]

    def _text(self, at: int, place: int, signs: Mapping[str, str]) -> str:
        drawn = NAME.sub(lambda name: signs.get(name.group(), name.group()), self.rows[at][place])
        drawn = drawn or (self.ground[at][place] if self.ground else "") or self.empty
        held = "".join(mark for mark, _, spaces in self.held if (at, place) in spaces)
        return f"{shown(drawn).strip()}{held}" if held else shown(drawn)


T = TypeVar("T")


def together(items: Sequence[T], room: int) -> list[T | Board]:
    """Boards over the same cells as one picture each, if that has room; everything else as it is."""
    groups: dict[object, list[T]] = {}
    for number, item in enumerate(items):
        over = isinstance(item, Board) and item.cells and not item.alone and (item.cells, item.seat, item.of)
        groups.setdefault(over or number, []).append(item)
    drawn = list[T | Board]()
    for group in groups.values():
        boards = [item for item in group if isinstance(item, Board)]
        one = joined(boards) if len(boards) > 1 else None
        drawn += group if one is None or width(narrowed(one, room)) > room else [one]
    return drawn


def joined(boards: Sequence[Board]) -> Board:
    """Boards over the same cells as one: on each space what lies on the last of them stands first."""
    first = boards[0]

    def there(at: int, place: int) -> str:
        lying = [piece for board in boards[::-1] if (piece := board.rows[at][place]).strip()]
        return ABOVE.join(lying) or first.rows[at][place]

    def below(at: int, place: int) -> str:
        grounds = [board.ground[at][place] for board in boards]
        return next((ground for ground in grounds if ground not in BARE), grounds[0])

    spaces = [[(at, place) for place in range(len(row))] for at, row in enumerate(first.rows)]
    places = dict.fromkeys(board.place for board in boards[::-1])
    return evolve(
        first,
        name=", ".join(ABOVE.join(each.name for each in boards[::-1] if each.place == place) for place in places),
        rows=tuple(tuple(there(*space) for space in row) for row in spaces),
        signs=tuple(dict(pair for board in boards for pair in board.signs).items()),
        changed=frozenset().union(*(board.changed for board in boards)),
        empty=next((board.empty for board in boards if board.empty != EMPTY), EMPTY),
        ground=tuple(tuple(below(*space) for space in row) for row in spaces) if first.ground else (),
        held=tuple(each for board in boards for each in board.held),
        even=True,
    )


def with_room(board: Board, names: Sequence[str]) -> Board:
    """A board with room for any of these names on each space, in brackets and unseen where pieces lie face down; one
    of hexagons as it is."""
    signs, brackets = dict(board.signs), 2 * bool(board.face_down)
    drawn = (*(columns(shown(signs.get(name, name))) + brackets for name in names), *map(columns, board.face_down))
    return evolve(board, wide=max(drawn, default=0))


def marked(board: Board, others: Sequence[str] = ()) -> Board:
    """A board with a mark for each name that has no sign, also for those of `others` that may come to lie there."""
    signs = dict(board.signs)
    names = sorted(board.names.union(others) - signs.keys())
    found = marks(names, {*signs.values(), board.empty})
    if all(columns(name) <= columns(found[name]) + 1 for name in names):
        return board
    return evolve(board, signs=(*board.signs, *found.items()))


def window(board: Board, rows: int, room: int) -> Board:
    """As much of a board as has room in so many rows and columns: where most has changed, or before anything has, where
    most lies. How large it is depends on the room alone, and it moves by half of that."""
    beside, ends = _beside(board), [_step(board, at, len(row)) for at, row in enumerate(board.rows)]
    each = _half_width(board) if board.shifts else max(_widths(board)) + 1
    high, most = min(rows, len(board.rows)), (room - beside - 2) // each - 2 * bool(board.shifts)
    wide = max(ends) if width(board) <= room else min(max(2, most), max(ends))
    spaces = [(at, place) for at, row in enumerate(board.rows) for place in range(len(row))]
    lying = [space for space in spaces if board.rows[space[0]][space[1]].strip()]
    seen = [(at, _step(board, at, place)) for at, place in board.changed or lying or spaces[len(spaces) // 2 :][:1]]

    def within(corner: tuple[int, int]) -> tuple[int, int]:
        """How many of these are in the window, and how far they are from where it ends."""
        off = [(at - corner[0], step - corner[1]) for at, step in seen]
        depths = [min(at, high - 1 - at, step, wide - 1 - step) for at, step in off]
        return sum(depth >= 0 for depth in depths), sum(depths)

    top, left = max(product(_begins(len(board.rows), high), _begins(max(ends), wide)), key=within)
    kept = {
        at: [place for place in range(len(board.rows[at])) if 0 <= _step(board, at, place) - left < wide]
        for at in range(top, top + high)
    }
    letters = [*_letters_beside(board, kept)]
    least = min([*(_step(board, at, row[0]) for at, row in kept.items() if row), *(step for _, step, _ in letters)])

    def moved(spaces: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset((at - top, place - kept[at][0]) for at, place in spaces if place in kept.get(at, ()))

    return evolve(
        board,
        rows=tuple(tuple(board.rows[at][place] for place in places) for at, places in kept.items()),
        row_labels=tuple(board.row_labels[at] for at in kept),
        column_labels=tuple(board.column_labels[place] for place in kept[top] if board.column_labels),
        changed=moved(board.changed),
        held=tuple((mark, name, moved(spaces)) for mark, name, spaces in board.held),
        shifts=tuple(_step(board, at, row[0]) - least if row else 0 for at, row in kept.items() if board.shifts),
        letters=tuple((at - top, step - least, letter) for at, step, letter in letters),
        ground=tuple(tuple(board.ground[at][place] for place in places) for at, places in kept.items() if board.ground),
    )


def _begins(total: int, size: int) -> list[int]:
    """Where a window of a size may begin."""
    return [*range(0, total - size, max(1, size // 2)), total - size]


def _step(board: Board, at: int, place: int) -> int:
    """How far to the right a space stands: of hexagons in half spaces."""
    return board.shifts[at] + 2 * place if board.shifts else place


def _letters_beside(board: Board, kept: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, int, str]]:
    """Where the letters of columns of hexagons stand that are kept: where the next one below would be, or below all."""
    there = {(at, _step(board, at, place)) for at, row in kept.items() for place in row if board.rows[at][place] != " "}
    for row, step, letter in board.letters:
        if board.lean:
            own = [at for at in kept if (at, step + (row - at) * board.lean) in there]
            if own:
                yield max(own) + 1, step + (row - max(own) - 1) * board.lean, letter
        elif any(right in (step, step + 1) for _, right in there):
            yield max(kept) + 1, step, letter


def narrowed(board: Board, room: int) -> Board:
    """A board, with marks if it has no room."""
    return board if width(board) <= room else marked(board)


def width(board: Board) -> int:
    """The columns that the picture of a board takes, with room for stars."""
    if board.shifts:
        return _beside(board) + 2 + _half_width(board) * _steps(board)
    widths = _widths(board)
    return _beside(board) + 2 + sum(widths) + len(widths)


def grid(board: Board, room: int) -> Iterator[Line]:
    """Draw a board with its labels at the left and below, with marks if it is too wide; where it still is, its columns
    stand in parts, one below the other. A star stands in the gap behind its piece and moves no column."""
    board = narrowed(board, room)
    yield from _hexagons(board, room) if board.shifts else _squares(board, room)
    yield from legend(board, room)


def legend(board: Board, room: int, *, every: bool = False) -> list[Line]:
    """What signs and marks stand for: those that are on the board, or every one."""
    signs = [(sign, name) for name, sign in board.signs if every or name in board.names]
    signs += [(mark, name) for mark, name, spaces in board.held if every or spaces]
    words: list[Word] = [(("hint", f"{shown(sign)} {shown(name)} "),) for sign, name in signs]
    return flow([words], room, free=0)


def _squares(board: Board, room: int) -> Iterator[Line]:
    texts, widths, beside = board.texts, _widths(board), _beside(board)
    parts, used = [list[int]()], 0
    for place, wide in enumerate(widths):
        if parts[-1] and used + wide + 1 > room - beside - 2:
            parts, used = [*parts, []], 0
        parts[-1].append(place)
        used += wide + 1
    for part in parts:
        for at, (label, row) in enumerate(zip(board.row_labels, texts, strict=True)):
            line: list[Fragment] = [("hint", f"{' ' * (beside - columns(shown(label)))}{shown(label)}  ")]
            for place in part:
                word = text_lines.starred(row[place], changed=(at, place) in board.changed)
                line += [*word, ("", " " * (widths[place] + 1 - length(word)))]
            yield tuple(line)
        if any(board.column_labels):
            below = " ".join(text_lines.padded(shown(board.column_labels[place]), widths[place]) for place in part)
            yield (("hint", f"{' ' * (beside + 2)}{below}"),)


def _hexagons(board: Board, room: int) -> Iterator[Line]:
    """Draw hexagons as rows that are shifted by half a piece, with the numbers of rows at the left, and the letter of
    each column where it ends."""
    half, beside, texts = _half_width(board), _beside(board), [*board.texts, []]
    steps = max(((room - beside - 1) // half - 1) // 2 * 2, 2)  # in which pieces may begin that end in the room
    for first in range(0, _steps(board) - 1, steps):
        for at, label in enumerate((*board.row_labels, "")):
            words: list[tuple[int, Word]] = [
                (step, (("hint", letter),)) for row, step, letter in board.letters if row == at
            ]
            for place, text in enumerate(texts[at]):
                word = text_lines.starred(text, changed=(at, place) in board.changed)
                words.append((board.shifts[at] + 2 * place, word))
            line: list[Fragment] = [("hint", f"{' ' * (beside - columns(label))}{label}  ")]
            for step, word in sorted(words, key=lambda each: each[0]):
                if first <= step < first + steps:
                    line += [("", " " * (beside + 2 + half * (step - first) - length(tuple(line)))), *word]
                    line.append(("", " " * (2 * half - length(word))))
            yield tuple(line)


def _beside(board: Board) -> int:
    """The columns of the labels at the left."""
    return max((columns(shown(label)) for label in board.row_labels), default=0)


def _steps(board: Board) -> int:
    """The half spaces that rows of hexagons, and the letters beside them, take."""
    ends = (shift + 2 * len(row) for shift, row in zip(board.shifts, board.rows, strict=True))
    return max(*ends, *(step + 2 for _, step, _ in board.letters))


def _half_width(board: Board) -> int:
    """Half of what a hexagon takes with the gap behind it."""
    return max(_columns(board, text) for row in board.texts for text in row) // 2 + 1


def _columns(board: Board, text: str) -> int:
    """The columns of what is drawn on a space: with room for a mark, if there are any."""
    return columns(text) + (bool(board.held) and text[-1] not in HELD)


def _widths(board: Board) -> list[int]:
    """The widths of the columns."""
    drawn = ([_columns(board, text) for text in column] for column in zip(*board.texts, strict=True))
    widths = [
        max(columns(shown(name)), board.wide, *wide) for name, wide in zip(board.column_labels, drawn, strict=True)
    ]
    return [max(widths)] * len(widths) if board.even else widths
