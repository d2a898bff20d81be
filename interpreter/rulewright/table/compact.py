"""The table drawn densely: what lies in the middle on few lines, what the seats have side by side.

Law: columns are measured without stars, and one or two stars stand in the gap behind a thing: they move nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import Final, Literal

from attrs import frozen

from rulewright.shown import shown
from rulewright.table import text_lines
from rulewright.table.boards import Board, grid
from rulewright.table.drawing import Fact, Heap, Item, Scene, beside, counted, listed_names, valued
from rulewright.table.text_lines import HANGING, Group, Line, Word, columns, flow, length

NOTHING: Final = {"–": "empty", "0": "zero", "none": "none", "no": "no"}
"""Values that say nothing, and how that is said before the names of what has them."""
BESIDE: Final = len(text_lines.GAP) - 1
"""The columns between a board, behind which there is room for a star, and what stands beside it."""
MAX_SHARED_WIDTH: Final = 24  # what is said in so many columns can share a line with others
NARROWEST_COLUMN: Final = 16


@frozen
class Layout:
    """How densely a table is drawn: things in the `middle` each on lines of its own, the short ones joined, or all in
    a stream; the seats `beside` one another; what is nothing `named` at the end."""

    middle: Literal["rows", "joined", "stream"] = "joined"
    beside: bool = True
    named: bool = True


def draw_densely(scene: Scene, width: int, layout: Layout) -> list[Line]:
    """Draw the head, the middle, the seats, and the names of what nobody has anything of, by what it is instead."""
    title, phase = shown(scene.title), shown(scene.phase)
    while columns(title) + columns(phase) + 5 > width and " › " in phase:
        phase = phase.partition(" › ")[2]
    room = width - columns(title) - 4
    lines: list[Line] = [(("title", text_lines.cut(title, width)),)]
    if phase and room >= 2:
        phase = text_lines.cut(phase, room - 1)
        lines = [(("title", title), ("hint", f" {'─' * (room - columns(phase))} "), ("title", phase))]
    # boards at the left, as many beside each other as there is room for, and the rest beside the last ones: what is
    # short first, where several things share a line
    items = [item for item in scene.items if item.seat is None]
    *above, last = [*_shelves([item for item in items if isinstance(item, Board)], width)] or [[]]
    wide = max(map(length, last), default=0) + BESIDE if last else 0
    roomy, groups = width - wide >= 2 * NARROWEST_COLUMN, list(_groups(items))
    room = width - wide if roomy else width
    short = [_labelled(name, group) for name, group in groups if text_lines.group_length(group) <= MAX_SHARED_WIDTH]
    long = [(name, group) for name, group in groups if text_lines.group_length(group) > MAX_SHARED_WIDTH]
    if layout.middle == "rows":
        rest = _rows(groups, room)
    elif layout.middle == "joined":
        rest = [*_stream(short, room), *_rows(long, room)]
    else:
        rest = _stream([*short, *(_labelled(name, group) for name, group in long)], room)
    lines += (line for shelf in above for line in shelf)
    lines += _side_by_side(last, wide, rest) if roomy else (*last, *rest)
    lines += _columns(scene, width) if layout.beside else _paragraphs(scene, width)
    boards = (item for item in scene.items if isinstance(item, Board) and item.seat is not None)
    lines += chain.from_iterable(_shelves(boards, width, [place.name for place in scene.seats]))
    if layout.named:
        something = {item.name for item in scene.items if not is_nothing(item)}
        found: dict[str, dict[str, bool]] = {value: {} for value in NOTHING}
        for item in scene.items:
            if item.name not in something:
                names = found[item.value if isinstance(item, Fact) else "–"]
                names[item.name] = names.get(item.name, False) or bool(item.changed)
        told = [list(listed_names(NOTHING[value], names)) for value, names in found.items() if names]
        lines += ((("", " "), *line) for line in flow(told, width - 1, HANGING))
    return text_lines.fitted(lines, width, HANGING)


def is_nothing(item: Item) -> bool:
    """Whether it is an empty zone or a value that says nothing."""
    return item.value in NOTHING if isinstance(item, Fact) else isinstance(item, Heap) and not item.pieces


def _said(item: Heap | Fact) -> list[Word]:
    if isinstance(item, Fact):
        return text_lines.in_parts(valued(item))
    number = text_lines.starred(str(len(item.pieces)), changed=bool(item.changed))
    words = [number] if item.pile and not item.only_top else counted(item)
    return [
        part
        for word in words
        for part in ([word] if text_lines.bare_length(word) <= MAX_SHARED_WIDTH else text_lines.in_parts(word))
    ]


def _labelled(name: str, group: Group) -> Group:
    """A group with its name before the first word."""
    (first, *words), *rest = group
    return [[(("hint", f"{shown(name)}  "), *first), *words], *rest]


def _groups(items: Sequence[Item]) -> Iterator[tuple[str, Group]]:
    """What is said by name, of all but what is nothing; like items of other owners together."""
    for name, alike in groupby((item for item in items if not isinstance(item, Board)), key=lambda item: item.name):
        some = list(alike)
        nothing = [item for item in some if is_nothing(item)]
        if len(nothing) == len(some):
            continue
        if not any(item.of for item in some):
            yield name, [[word for item in some for word in _said(item)]]
            continue
        group: Group = []
        for item in some:
            if not is_nothing(item):
                first, *rest = _said(item)
                group.append([(("hint", f"{' '.join(map(shown, item.of))}: "), *first), *rest])
        if nothing:
            value = shown(nothing[0].value) if isinstance(nothing[0], Fact) else "–"
            group.append([text_lines.starred(f"others {value}", "hint", changed=any(item.changed for item in nothing))])
        yield name, group


def _shelves(boards: Iterable[Board], width: int, names: Sequence[str] = ()) -> Iterator[list[Line]]:
    """Boards under their names (and the `names` of their seats) beside each other, as many in a row as fit."""
    shelf: list[Line] = []
    for board in boards:
        head = "".join(f" {shown(text)}" for text in (board.name, *board.of))
        picture: list[Line] = [(("hint", head),), *((("", " "), *line) for line in grid(board, width - 1))]
        if names and board.seat is not None:
            picture.insert(0, (("name", f" {shown(names[board.seat])}"),))
        wide = max(map(length, shelf), default=0) + BESIDE
        if shelf and wide + max(map(length, picture)) <= width:
            shelf = _side_by_side(shelf, wide, picture)
            continue
        if shelf:
            yield shelf
        shelf = picture
    if shelf:
        yield shelf


def _side_by_side(left: Sequence[Line], wide: int, right: Sequence[Line]) -> list[Line]:
    both = zip_longest(left, right, fillvalue=())
    return [(*here, ("", " " * (wide - length(here))), *there) if there else here for here, there in both]


def _rows(groups: Sequence[tuple[str, Group]], width: int) -> list[Line]:
    """Each thing on lines of its own, the names in a column."""
    column = min(max((columns(shown(name)) for name, _ in groups), default=0), width // 3) + 3
    told = (beside(f" {shown(name)}", column, flow(group, width - column)) for name, group in groups)
    return [line for lines in told for line in lines]


def _stream(groups: Sequence[Group], width: int) -> list[Line]:
    """One thing after the other, each kept together where it fits on a line."""
    chunks: Group = []
    for group in groups:
        if text_lines.group_length(group) > width - 1 - text_lines.FREE - HANGING:
            chunks += group
        else:
            *some, last = group
            chunks.append([*(word for words in some for word in [*words[:-1], (*words[-1], text_lines.WIDE)]), *last])
    return [(("", " "), *line) for line in flow(chunks, width - 1, HANGING)]


def _seats(scene: Scene) -> Iterator[tuple[text_lines.Fragment, dict[str, Group]]]:
    """The name of each seat, and what it has, by name; its score first, boards not among it."""
    for seat, place in enumerate(scene.seats):
        you = seat == scene.you
        told = dict(_groups([item for item in scene.items if item.seat == seat]))
        if place.score is not None:
            told = {"score": [[text_lines.starred(str(place.score), changed=place.changed)]], **told}
        yield ("you" if you else "name", f"{shown(place.name)}{' (you)' if you else ''}"), told


def _paragraphs(scene: Scene, width: int) -> Iterator[Line]:
    for name, have in _seats(scene):
        yield from _stream([[[(name,)]], *(_labelled(label, group) for label, group in have.items())], width)


def _columns(scene: Scene, width: int) -> Iterator[Line]:
    """A column for each seat, a row for each thing that some of them have; a paragraph where columns have no room."""
    seats = list(_seats(scene))
    order = [item.name for item in scene.items if item.seat is not None]
    labels = [label for label in dict.fromkeys(["score", *order]) if any(label in have for _, have in seats)]
    label_room = min(max((columns(shown(label)) for label in labels), default=0), width // 3) + 3
    wanted = [
        max([columns(name), *map(text_lines.group_length, have.values())]) + len(text_lines.GAP)
        for (_, name), have in seats
    ]
    rooms = shares(wanted, width - label_room)
    if any(room < min(want, NARROWEST_COLUMN) for room, want in zip(rooms, wanted, strict=True)) or not rooms:
        yield from _paragraphs(scene, width)
        return
    changed = {(item.seat, item.name) for item in scene.items if item.changed}
    rows: dict[str, list[Group]] = {"": [[[(name,)]] for name, _ in seats]}
    for label in labels:
        blanks = [[[text_lines.starred("–", "hint", changed=(seat, label) in changed)]] for seat in range(len(seats))]
        rows[label] = [have.get(label) or blank for (_, have), blank in zip(seats, blanks, strict=True)]
    for label, cells in rows.items():
        texts = (flow(cell, room - 1) for cell, room in zip(cells, rooms, strict=True))
        lines: list[Line] = []
        for parts in zip_longest(*texts, fillvalue=()):
            padded = ((*part, ("", " " * (room - length(part)))) for part, room in zip(parts, rooms, strict=True))
            lines.append(tuple(chain.from_iterable(padded)))
        yield from beside(f" {shown(label)}" if label else "", label_room, lines, "hint")


def shares(wanted: Sequence[int], room: int) -> list[int]:
    """Share out room: who wants less than an equal part gets that, the others the rest in equal parts."""
    given = dict[int, int]()
    for place in sorted(range(len(wanted)), key=lambda place: wanted[place]):
        given[place] = min(wanted[place], (room - sum(given.values())) // (len(wanted) - len(given)))
    return [given[place] for place in range(len(wanted))]
