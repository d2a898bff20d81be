"""The table drawn densely: what lies in the middle on few lines, what the seats have side by side.

In: a scene whose pieces bear the names that they are to be called by. Out: lines that fit the width. What is nothing
(an empty zone, a zero) is told by its name alone, or left out. Law: columns are measured without stars, and one or two
stars stand in the gap behind a thing: they move nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Final, Literal, assert_never

from attrs import frozen

from rulewright.shown import shown
from rulewright.table.render import beside, counted, grid, listed_names, valued
from rulewright.table.table_scene import Board, Fact, Heap, Item, Scene
from rulewright.table.text_lines import (
    FREE,
    GAP,
    HANGING,
    WIDE,
    Fragment,
    Group,
    Line,
    Word,
    bare_length,
    columns,
    cut,
    fitted,
    flow,
    group_length,
    in_parts,
    length,
    starred,
)

NOTHING: Final = {"–": "empty", "0": "zero", "none": "none", "no": "no"}
"""Values that say nothing, and how that is said before the names of what has them."""
BESIDE: Final = len(GAP) - 1
"""The columns between a board, behind which there is room for a star, and what stands beside it."""
MAX_SHARED_WIDTH: Final = 24
"""What is said in so many columns can share a line with others."""
NARROWEST_COLUMN: Final = 16


@frozen
class Layout:
    """How densely a table is drawn: things in the `middle` each on lines of its own, the short ones joined, or all in
    a stream; the seats `beside` one another; what is nothing `named` at the end."""

    middle: Literal["rows", "joined", "stream"] = "joined"
    beside: bool = True
    named: bool = True


def draw_densely(scene: Scene, width: int, layout: Layout) -> list[Line]:
    """Draw the head, the middle, the seats, and the names of what is nothing."""
    shared = [item for item in scene.items if item.seat is None]
    lines = [_head(scene, width), *_middle(shared, width, layout)]
    lines.extend(_columns(scene, width) if layout.beside else _paragraphs(scene, width))
    return fitted([*lines, *(_nothing(scene, width) if layout.named else ())], width, HANGING)


def _head(scene: Scene, width: int) -> Line:
    """The title and as many of the innermost phases as one line has room for."""
    title, phase = shown(scene.title), shown(scene.phase)
    while columns(title) + columns(phase) + 5 > width and " › " in phase:
        phase = phase.partition(" › ")[2]
    room = width - columns(title) - 4
    if not phase or room < 2:
        return (("title", cut(title, width)),)
    phase = cut(phase, room - 1)
    return (("title", title), ("hint", f" {'─' * (room - columns(phase))} "), ("title", phase))


# ---- what an item says


def is_nothing(item: Item) -> bool:
    """Whether it is an empty zone or a value that says nothing."""
    match item:
        case Heap():
            return not item.pieces
        case Fact():
            return item.value in NOTHING
        case Board():
            return False
    assert_never(item)


def _said(item: Heap | Fact) -> list[Word]:
    """The words of an item."""
    match item:
        case Heap():
            size = starred(str(len(item.pieces)), changed=bool(item.changed))
            words = [size] if item.pile else counted(item)
            return [
                part for word in words for part in ([word] if bare_length(word) <= MAX_SHARED_WIDTH else in_parts(word))
            ]
        case Fact():
            return in_parts(valued(item))
    assert_never(item)


def _together(items: Sequence[Item]) -> Group:
    """What like items say, those of other owners after their names; all that are nothing in one word."""
    told = [item for item in items if not isinstance(item, Board)]
    if not any(item.of for item in told):
        return [[word for item in told for word in _said(item)]]
    group = [_owned(item) for item in told if not is_nothing(item)]
    nothing = [item for item in told if is_nothing(item)]
    if nothing:
        value = shown(nothing[0].value) if isinstance(nothing[0], Fact) else "–"
        text = f"{'others' if group else 'all'} {value}"
        group.append([starred(text, "hint", changed=any(item.changed for item in nothing))])
    return group


def _owned(item: Heap | Fact) -> list[Word]:
    first, *rest = _said(item)
    return [(("hint", f"{' '.join(shown(owner) for owner in item.of)}: "), *first), *rest]


def _labelled(name: str, group: Group) -> Group:
    """A group with its name before the first word."""
    (first, *words), *rest = group
    return [[(("hint", f"{shown(name)}  "), *first), *words], *rest]


def _whole(group: Group, room: int) -> Group:
    """A group as one, to be kept together, where it fits on one line."""
    if group_length(group) > room:
        return group
    return [[word for words in group[:-1] for word in [*words[:-1], (*words[-1], WIDE)]] + group[-1]]


# ---- the middle


def _groups(items: Sequence[Item]) -> Iterator[tuple[str, Group]]:
    """What is said by name, of all but what is nothing."""
    for name, alike in groupby((item for item in items if not isinstance(item, Board)), key=lambda item: item.name):
        group = list(alike)
        if not all(map(is_nothing, group)):
            yield name, _together(group)


def _middle(items: Sequence[Item], width: int, layout: Layout) -> list[Line]:
    """Boards at the left, as many beside each other as there is room for, and the rest beside the last ones."""
    rest = [item for item in items if not isinstance(item, Board)]
    shelves = _shelves([_picture(item, width) for item in items if isinstance(item, Board)], width)
    *above, last = [*shelves] or [[]]
    wide = max(map(length, last), default=0) + BESIDE if last else 0
    lines = [line for shelf in above for line in shelf]
    if width - wide < 2 * NARROWEST_COLUMN:
        return [*lines, *last, *_rest(rest, width, layout)]
    return [*lines, *_side_by_side(last, wide, _rest(rest, width - wide, layout))]


def _shelves(pictures: Sequence[list[Line]], width: int) -> Iterator[list[Line]]:
    """Pictures beside each other, as many in a row as fit."""
    shelf: list[Line] = []
    for picture in pictures:
        wide = max(map(length, shelf), default=0) + BESIDE
        if shelf and wide + max(map(length, picture)) <= width:
            shelf = _side_by_side(shelf, wide, picture)
            continue
        if shelf:
            yield shelf
        shelf = picture
    if shelf:
        yield shelf


def _picture(board: Board, width: int) -> list[Line]:
    """A board under its name, so that other things have room beside it."""
    head: Line = (("hint", f" {shown(board.name)}"), ("hint", "".join(f" {shown(owner)}" for owner in board.of)))
    return [head, *((("", " "), *line) for line in grid(board, width - 1))]


def _side_by_side(left: Sequence[Line], wide: int, right: Sequence[Line]) -> list[Line]:
    lines = []
    for place in range(max(len(left), len(right))):
        here = left[place] if place < len(left) else ()
        there = right[place] if place < len(right) else ()
        lines.append((*here, ("", " " * (wide - length(here))), *there) if there else here)
    return lines


def _rest(items: Sequence[Item], width: int, layout: Layout) -> list[Line]:
    """The middle without its boards: what is short first, where several things share a line."""
    groups = list(_groups(items))
    if layout.middle == "rows":
        return _rows(groups, width)
    short = [_labelled(name, group) for name, group in groups if group_length(group) <= MAX_SHARED_WIDTH]
    long = [(name, group) for name, group in groups if group_length(group) > MAX_SHARED_WIDTH]
    if layout.middle == "joined":
        return [*_stream(short, width), *_rows(long, width)]
    return _stream([*short, *(_labelled(name, group) for name, group in long)], width)


def _rows(groups: Sequence[tuple[str, Group]], width: int) -> list[Line]:
    """Each thing on lines of its own, the names in a column."""
    column = min(max((columns(shown(name)) for name, _ in groups), default=0), width // 3) + 3
    told = (beside(f" {shown(name)}", column, flow(group, width - column)) for name, group in groups)
    return [line for lines in told for line in lines]


def _stream(groups: Sequence[Group], width: int) -> list[Line]:
    """One thing after the other, each kept together where it fits on a line."""
    chunks = [chunk for group in groups for chunk in _whole(group, width - 1 - FREE - HANGING)]
    return [(("", " "), *line) for line in flow(chunks, width - 1, HANGING)]


# ---- the seats


def _names(scene: Scene) -> list[Fragment]:
    return [
        ("you" if seat == scene.you else "name", f"{shown(place.name)}{' (you)' if seat == scene.you else ''}")
        for seat, place in enumerate(scene.seats)
    ]


def _of_seat(scene: Scene, seat: int) -> dict[str, Group]:
    """What a seat has, by name; its score first, boards not among it."""
    place = scene.seats[seat]
    told = dict(_groups([item for item in scene.items if item.seat == seat]))
    return told if place.score is None else {"score": [[starred(str(place.score), changed=place.changed)]], **told}


def _blank(scene: Scene, seat: int, label: str) -> Group:
    """What is said of a thing of which a seat has nothing."""
    changed = any(item.changed for item in scene.items if (item.seat, item.name) == (seat, label))
    return [[starred("–", "hint", changed=changed)]]


def _boards_of(scene: Scene, width: int) -> Iterator[Line]:
    pictures = [
        [(("name", f" {shown(scene.seats[item.seat].name)}"),), *_picture(item, width)]
        for item in scene.items
        if isinstance(item, Board) and item.seat is not None
    ]
    for shelf in _shelves(pictures, width):
        yield from shelf


def _paragraphs(scene: Scene, width: int) -> Iterator[Line]:
    """Each seat with what it has, one after the other."""
    for seat, name in enumerate(_names(scene)):
        groups = [_labelled(label, group) for label, group in _of_seat(scene, seat).items()]
        yield from _stream([[[(name,)]], *groups], width)
    yield from _boards_of(scene, width)


def _columns(scene: Scene, width: int) -> Iterator[Line]:
    """A column for each seat, a row for each thing that some of them have."""
    have = [_of_seat(scene, seat) for seat in range(len(scene.seats))]
    order = [item.name for item in scene.items if item.seat is not None]
    labels = [label for label in dict.fromkeys(["score", *order]) if any(label in each for each in have)]
    label_room = min(max((columns(shown(label)) for label in labels), default=0), width // 3) + 3
    wanted = [_natural(name, each) for name, each in zip(_names(scene), have, strict=True)]
    rooms = shares(wanted, width - label_room)
    if any(room < min(want, NARROWEST_COLUMN) for room, want in zip(rooms, wanted, strict=True)) or not rooms:
        yield from _paragraphs(scene, width)
        return
    yield from _row("", [[[(name,)]] for name in _names(scene)], label_room, rooms)
    for label in labels:
        cells = [each.get(label) or _blank(scene, seat, label) for seat, each in enumerate(have)]
        yield from _row(label, cells, label_room, rooms)
    yield from _boards_of(scene, width)


def _natural(name: Fragment, have: Mapping[str, Group]) -> int:
    """The columns that the longest things of a seat take on one line, with a gap."""
    return max([columns(name[1]), *map(group_length, have.values())]) + len(GAP)


def shares(wanted: Sequence[int], room: int) -> list[int]:
    """Share out room: who wants less than an equal part gets that, the others the rest in equal parts.

    >>> shares([10, 70, 90], 100)
    [10, 45, 45]
    """
    given = dict[int, int]()
    for place in sorted(range(len(wanted)), key=lambda place: wanted[place]):
        given[place] = min(wanted[place], (room - sum(given.values())) // (len(wanted) - len(given)))
    return [given[place] for place in range(len(wanted))]


def _row(label: str, cells: Sequence[Group], label_room: int, rooms: Sequence[int]) -> Iterator[Line]:
    texts = [flow(cell, room - 1) for cell, room in zip(cells, rooms, strict=True)]
    lines = []
    for parts in zip_longest(*texts, fillvalue=()):
        padded_parts = ((*part, ("", " " * (room - length(part)))) for part, room in zip(parts, rooms, strict=True))
        lines.append(tuple(chain.from_iterable(padded_parts)))
    return beside(f" {shown(label)}" if label else "", label_room, lines, "hint")


def _nothing(scene: Scene, width: int) -> list[Line]:
    """The names of what nobody has anything of, by what it is instead."""
    something = {item.name for item in scene.items if not is_nothing(item)}
    found: dict[str, dict[str, bool]] = {value: {} for value in NOTHING}
    for item in scene.items:
        if item.name not in something:
            names = found[item.value if isinstance(item, Fact) else "–"]
            names[item.name] = names.get(item.name, False) or bool(item.changed)
    told = [list(listed_names(NOTHING[value], names)) for value, names in found.items() if names]
    return [(("", " "), *line) for line in flow(told, width - 1, HANGING)]
