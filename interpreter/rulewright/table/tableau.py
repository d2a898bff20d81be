"""The table on a screen, where everything has its place: what is shared above, a column for each seat, what one holds
oneself below.

Laws: which rows and columns there are depends on the rules, the seats and the size, never on what lies there. What has
no room in its place is told more shortly, at last cut off with how much there is. One or two stars move nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat, zip_longest
from typing import Final

from attrs import evolve, frozen

from rulewright.shown import shown
from rulewright.table import text_lines
from rulewright.table.boards import Board, grid, legend, marked, width as width_of, window, with_room
from rulewright.table.cells import MAX_ROWS, Cell, Ways, in_words, is_nothing, is_secret, longest_name, reach
from rulewright.table.drawing import UNSEEN, Fact, Heap, Item, Scene, as_pictures
from rulewright.table.names_at_table import Detail, Naming
from rulewright.table.rows import Row, are_whole, drawn, heights, needed, row_of
from rulewright.table.text_lines import FREE, GAP, HANGING, Line, columns, length

SHORT_WIDTH: Final = 24  # what needs so few columns shares a row with others
NARROWEST_SEAT: Final = 16
NARROWEST_OWNER: Final = 12
MAX_OWNERS: Final = 6  # so many owners of like things stand side by side
SEATS: Final = 1.5  # so much more counts what the seats have, where lines are short
TOLD: Final = 1 / 3  # and so much what is told of it beside what is told of things that are nobody's
OWN: Final = 10  # and what one sees alone, which is first seen whole
MAX_MARKED: Final = 40  # so many kinds of pieces have room on a board, or marks that stay the same
LOWEST_BOARD: Final = 6  # a part of a board takes at least so many lines
BESIDE: Final = len(GAP) - 1
"""The columns between a board, behind which there is room for a star, and what stands beside it."""


@frozen
class Tableau:
    """A table as it is laid out: its lines, and whether it calls pieces by their short names."""

    lines: tuple[Line, ...]
    short: bool


def tableau(scene: Scene, width: int, naming: Naming, room: int | None = None, *, most: int = MAX_ROWS) -> Tableau:
    """Lay out a scene in as few rows as there must be, at best in a `room`; without one in as many as all needs.
    Names of pieces are whole where what lies there as a rule has room so; where not even short ones have, what lies
    aside is told as a number, until what counts has room. Of boards with which there are more rows than `most` parts
    are drawn, so that all has room."""
    scene = as_pictures(scene, width - 1)
    noted = [*_noted(scene, naming)]
    notes, several = dict[str, str](), len({item.name for item in noted}) > 1
    for item in noted:
        if not is_nothing(item):
            notes[item.of[0]] = ", ".join(
                filter(None, (notes.get(item.of[0], ""), _note(item, naming, several=several)))
            )
    rest = evolve(scene, items=tuple(item for item in scene.items if item not in noted))
    ways = Ways(width, naming, "full", notes, whole=room is None)
    lines = list[Line]()
    for way, here, step in _tries(rest, ways, room):
        ways, lines = way, _laid_out(here, way, room, step)
        if lines:
            break
    boards = [item for item in rest.items if isinstance(item, Board)]
    if boards and len(lines) > most:
        ways = evolve(ways, tall=max(len(_picture(board, ways)) for board in boards))
        while ways.tall > LOWEST_BOARD and (over := len(lines) - (room or most)) > 0:
            ways = evolve(ways, tall=max(LOWEST_BOARD, ways.tall - -(-over // len(boards))))
            lines = _laid_out(here, ways, room, None)
    return Tableau(tuple(lines), short=ways.names == "short")


def _tries(scene: Scene, ways: Ways, room: int | None) -> Iterator[tuple[Ways, Scene, int | None]]:
    """In which ways to lay out a scene, the best first, and the step of wants for which each must have room."""
    if room is None:
        yield ways, scene, None
        return
    yield ways, scene, 0
    aside = {item.name: item.usual for item in scene.items if isinstance(item, Heap) and item.aside}
    first = sorted(aside, key=aside.__getitem__, reverse=True)
    for number in range(len(first) + 1):
        told, last = first[:number], number == len(first)
        items = (
            evolve(item, seers="nobody") if isinstance(item, Heap) and item.name in told else item
            for item in scene.items
        )
        yield evolve(ways, names="short"), evolve(scene, items=tuple(items)), None if last else 1


def _noted(scene: Scene, naming: Naming) -> Iterator[Heap | Fact]:
    """What belongs to pieces of which there are more than have room side by side: it is told with each of them."""
    pieces = {*naming.words.pieces}
    for alike in _by_name(scene.items).values():
        owners = {item.of for item in alike}
        if len(owners) > MAX_OWNERS and all(len(item.of) == 1 and item.of[0] in pieces for item in alike):
            yield from (item for item in alike if not isinstance(item, Board))


def _note(item: Heap | Fact, naming: Naming, *, several: bool) -> str:
    """What is noted, with its name where pieces have `several` such things."""
    if isinstance(item, Fact) and item.flag:
        return item.name
    return " ".join([*[item.name] * several, *map(text_lines.said, in_words(item, Ways(0, naming), Detail("short")))])


def _by_name(items: Iterable[Item]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.name, []).append(item)
    return found


# ---- where everything has its place


def _laid_out(scene: Scene, ways: Ways, room: int | None, step: int | None) -> list[Line]:
    """The table; nothing where it has no room for what lies there as a rule (`step` 0), or for all that is told (1)."""
    width, boards = ways.width, [item for item in scene.items if isinstance(item, Board)]
    *above, last = [*_shelves([board for board in boards if board.seat is None], ways)] or [[]]
    below = [*chain.from_iterable(_shelves([each for each in boards if each.seat is not None], ways, scene))]
    wide = max(map(length, last), default=0) + BESIDE if last else 0
    beside = bool(last) and width - wide >= SHORT_WIDTH
    matrices, left = _matrices(scene, ways)
    middle = [*_middle(left, evolve(ways, width=width - wide if beside else width))]
    lower = [*matrices, *_seats(scene, left, ways), *_own(scene, ways)]
    lines = [*_head(scene, ways), *chain.from_iterable(above)]
    free = MAX_ROWS if room is None else room - len(lines) - len(below) - len(last)
    if step is not None:
        both = (needed(middle, step), len(last)), (needed(lower, step), free)
        fits = all(need <= there for need, there in both) if beside else sum(need for need, _ in both) <= free
        if not fits or not all(map(are_whole, [*middle, *lower], repeat(ways))):
            return []
    if beside:
        high = heights(middle, len(last))
        free -= max(0, sum(high) - len(last))
        lines += _side_by_side(last, wide, drawn(middle, high, ways))
    else:
        high = heights([*middle, *lower], free)[: len(middle)]
        free -= sum(high)
        lines += [*last, *drawn(middle, high, ways)]
    lines += drawn(lower, heights(lower, free), ways)
    return text_lines.fitted([*lines, *below], width, HANGING)


def _head(scene: Scene, ways: Ways) -> list[Line]:
    """The title and the phase: of one that is too long the end, or where lines are not shared out all of it below."""
    title, phase, width = shown(scene.title), shown(scene.phase), ways.width
    if ways.whole and columns(title) + columns(phase) + 5 > width:
        below = text_lines.say(scene.phase, "title", width=width, indent=1) if phase else []
        return [*text_lines.say(scene.title, "title", width=width), *below]
    while columns(title) + columns(phase) + 5 > width and " › " in phase:
        phase = f"… {phase.partition(' › ')[2]}"
    room = width - columns(title) - 4
    if not phase or room < 2:
        return [(("title", text_lines.cut(title, width)),)]
    phase = text_lines.cut(phase, room - 1)
    return [(("title", title), ("hint", f" {'─' * (room - columns(phase))} "), ("title", phase))]


def _middle(items: Sequence[Item], ways: Ways) -> Iterator[Row]:
    """What is nobody's: short things side by side, each other one in rows of its own, with all that is called so."""
    alike = _by_name(item for item in items if item.seat is None)
    short = [some[0] for some in alike.values() if len(some) == 1 and reach(some[0], ways) <= SHORT_WIDTH]
    long = {name: some for name, some in alike.items() if some[0] not in short}
    short.sort(
        key=lambda item: columns(item.name) + reach(item, ways) > SHORT_WIDTH * 2 // 3
    )  # so that fewer rows have gaps
    yield from (Row(tuple(cells), 1) for cells in _packed(short, ways.width - 1, ways))
    beside = _beside(map(shown, long), ways)
    for name, some in long.items():
        yield row_of([Cell(ways.width - beside, tuple(some))], shown(name), beside, ways)


def _matrices(scene: Scene, ways: Ways) -> tuple[list[Row], list[Item]]:
    """Tables of what belongs to the same few owners, that of others above, one's own below; and what is in none."""
    tables: dict[tuple[str, ...], list[list[Item]]] = {}
    left, rows = list[Item](), list[Row]()
    for alike in _by_name(item for item in scene.items if not isinstance(item, Board)).values():
        for seat in dict.fromkeys(item.seat for item in alike):
            some = [item for item in alike if item.seat == seat]
            owners = tuple(item.of[0] for item in some if len(item.of) == 1)
            most = min(MAX_OWNERS, ways.width // NARROWEST_OWNER)
            if 1 < len(owners) == len(some) <= most and (not ways.whole or _have_room(some, owners, ways)):
                tables.setdefault(owners, []).append(some)
            else:
                left += some
    for owners, table in tables.items():
        table.sort(key=lambda some: (some[0].seat is None) + 2 * (some[0].seat == scene.you and scene.you is not None))
        labels = [_called(some[0], scene) for some in table]
        beside = _beside(labels, ways)
        least = [columns(shown(owner)) + len(GAP) for owner in owners]
        left_over = ways.width - beside - sum(least)
        equal = [(ways.width - beside) // len(owners)] * len(owners)
        wide = [each + left_over // len(owners) for each in least] if left_over >= 0 else equal
        names = [text_lines.cut(shown(owner), room - 1) for owner, room in zip(owners, wide, strict=True)]
        heads = (Cell(room, text=(("name", name),)) for name, room in zip(names, wide, strict=True))
        told = next((some for some in table if _beside_owners(some, names, wide, ways)), None)
        if told is not None:
            heads = (
                Cell(room, (evolve(item, of=()),), name, packed=True)
                for item, name, room in zip(told, names, wide, strict=True)
            )
        rows.append(Row(tuple(heads), beside, "" if told is None else shown(told[0].name)))
        for some, label in zip(table, labels, strict=True):
            if some is told:
                continue
            cells = [Cell(room, (item,)) for item, room in zip(some, wide, strict=True)]
            rows.append(row_of(cells, label, beside, ways))
    return rows, left


def _have_room(some: Sequence[Item], owners: Sequence[str], ways: Ways) -> bool:
    """Whether names of owners and pieces are whole, side by side in most of the width."""
    wide = ways.width * 3 // 4 // len(owners) - FREE
    return all(columns(shown(owner)) < wide for owner in owners) and all(
        longest_name(item, ways) < wide for item in some
    )


def _beside_owners(some: Sequence[Item], names: Sequence[str], wide: Sequence[int], ways: Ways) -> bool:
    """Whether these are values of nobody's that have room behind the names of their owners."""
    return all(
        isinstance(item, Fact)
        and item.seat is None
        and columns(name) + 1 + reach(evolve(item, of=()), ways) + FREE <= room
        for item, name, room in zip(some, names, wide, strict=True)
    )


def _called(item: Item, scene: Scene) -> str:
    """A thing of a seat, as who looks on calls it."""
    if item.seat is None or len(scene.seats) == 1:
        return shown(item.name)
    others = "their" if len(scene.seats) == 2 and scene.you is not None else f"{scene.seats[item.seat].name}'s"
    return shown(f"{'your' if item.seat == scene.you else others} {item.name}")


def _seats(scene: Scene, items: Sequence[Item], ways: Ways) -> Iterator[Row]:
    """A column for each seat, as many beside each other as have room: its name, score and short things, then others."""
    alike, seats = _by_name(item for item in items if item.seat is not None), range(len(scene.seats))
    beside = _beside(map(shown, alike), ways)
    narrowest = NARROWEST_SEAT
    if ways.whole:
        names = [columns(shown(place.name)) + len(" (you) score 99* ") for place in scene.seats]
        narrowest = max(
            [narrowest, *names, *(longest_name(item, ways) + FREE + 1 for some in alike.values() for item in some)]
        )
    most = max(1, (ways.width - beside) // narrowest)
    wide = (ways.width - beside) // min(most, max(1, len(seats)))
    of = {name: [[item for item in some if item.seat == seat] for seat in seats] for name, some in alike.items()}
    alone = {name: each for name, each in of.items() if all(len(some) == 1 for some in each)}
    reaches = {name: max(reach(some[0], ways) for some in each) for name, each in alone.items()}
    short = [name for name, needed in reaches.items() if columns(name) + 1 + needed <= wide * 3 // 4]
    for first in range(0, len(seats), most):
        band = range(first, min(first + most, len(seats)))
        packed = (
            [
                *_packed(
                    [of[name][seat][0] for name in short],
                    wide,
                    ways,
                    _name(scene, seat, wide, whole=ways.whole),
                    reaches,
                )
            ]
            for seat in band
        )
        yield from (Row(tuple(chain.from_iterable(cells)), beside) for cells in zip(*packed, strict=True))
        for name in (name for name in of if name not in short):
            row = row_of([Cell(wide, tuple(of[name][seat])) for seat in band], shown(name), beside, ways)
            yield evolve(row, weight=SEATS, later=TOLD)


def _name(scene: Scene, seat: int, wide: int, *, whole: bool) -> Cell:
    """The name of a seat, cut off where it has no room unless the `whole` is wanted, and its score."""
    place, own, longest = scene.seats[seat], seat == scene.you, max(columns(shown(each.name)) for each in scene.seats)
    scored = any(each.score is not None for each in scene.seats)
    between = next((each for each in (" score ", " ") if longest + len(f"{each}99*") < wide), " ") if scored else ""
    score, mark = len(f"{between}99") * scored, len(" (you)")
    marks = whole or longest + mark + score + len("* ") <= wide
    name = "you" if own and not marks else text_lines.cut(shown(place.name), MAX_ROWS if whole else wide - score - 1)
    told: Line = ()
    if place.score is not None:
        told = (("hint", between), *text_lines.starred(str(place.score), changed=place.changed))
    text: Line = (("you" if own else "name", name), *((("hint", " (you)"),) if own and marks else ()), *told)
    return Cell(min(wide, longest + mark * marks + score + FREE), text=text)


def _own(scene: Scene, ways: Ways) -> Iterator[Row]:
    """What nobody but its owner sees, where who looks on sees it: in the whole width."""
    seen = [item for item in scene.items if is_secret(item) and not item.of]
    own = [item for item in seen if item.seat == scene.you or not {*item.pieces} <= {UNSEEN}]
    beside = _beside([_called(item, scene) for item in own], ways)
    for item in own:
        cell = Cell(ways.width - beside, (evolve(item, seers="everyone"),))
        row = evolve(row_of([cell], _called(item, scene), beside, ways), weight=OWN, later=TOLD)
        yield row if item.seat == scene.you else evolve(row, wanted=(1, 1, 1, 1))  # others' are seen at the end alone


def _beside(labels: Iterable[str], ways: Ways) -> int:
    """The columns of labels."""
    return min(max(map(columns, labels), default=0), ways.width // 4) + len(GAP)


def _packed(
    items: Sequence[Item],
    width: int,
    ways: Ways,
    first: Cell | None = None,
    reaches: Mapping[str, int] | None = None,
) -> Iterator[list[Cell]]:
    """Short things side by side, each with its name, in rows of a width, the `first` one with a text before them."""
    rows = [[first]] if first else []
    for item in items:
        label = "" if isinstance(item, Fact) and item.flag else shown(item.name)
        most = (reaches or {}).get(item.name) or reach(item, ways)
        wide = min(columns(label) + bool(label) + most + len(GAP), width)
        fitting = (row for row in rows if sum(cell.width for cell in row) + wide - 1 <= width)
        row = next(fitting, None)
        if row is None:
            rows.append(row := [])
        row.append(Cell(wide, (item,), label, packed=True))
    for *others, last in rows:
        yield [*others, evolve(last, width=width - sum(cell.width for cell in others))]


# ---- boards


def _shelves(boards: Iterable[Board], ways: Ways, scene: Scene | None = None) -> Iterator[list[Line]]:
    """Boards under their names (and those of the seats whose they are) beside each other, as many in a row as fit."""
    shelf: list[Line] = []
    for board in boards:
        picture = _picture(board, ways)
        if scene is not None and board.seat is not None:
            picture.insert(0, (("name", f" {shown(scene.seats[board.seat].name)}"),))
        wide = max(map(length, shelf), default=0) + BESIDE
        if shelf and wide + max(map(length, picture)) <= ways.width:
            shelf = _side_by_side(shelf, wide, picture)
            continue
        if shelf:
            yield shelf
        shelf = picture
    if shelf:
        yield shelf


def _picture(board: Board, ways: Ways) -> list[Line]:
    """A board below its name, as large whatever lies on it, with marks where names have no room; where it is too high
    the part of it in which something has changed last."""
    detail, words, room = Detail(ways.names), ways.naming.words, ways.width - 1
    kinds = [name for name, sort in words.groups.items() if sort == board.sort][:MAX_MARKED]
    names = tuple(ways.naming.called(name, board.sort, detail) for name in kinds)
    rows = tuple(tuple(ways.naming.called(piece, board.sort, detail) for piece in row) for row in board.rows)
    board = evolve(board, rows=rows)
    wide = with_room(board, names)
    if width_of(wide) > room:
        wide = with_room(marked(board, names), names)
    head, signs = "".join(f" {shown(text)}" for text in (board.name, *board.of)), len(legend(wide, room, every=True))
    lines = [*grid(wide, room)]
    if len(lines) + 1 > ways.tall:
        part = window(wide, max(1, ways.tall - 1 - (any(wide.column_labels) or bool(wide.shifts)) - signs), room)
        sizes = [(len(each.rows), max(map(len, each.rows))) for each in (part, wide)]
        told = [f"{few} of {of} {what}" for few, of, what in zip(*sizes, ("rows", "columns"), strict=True) if few < of]
        forms = (f"{', '.join(told)}, about the last change", ", ".join(told), "a part")
        fitting = (form for form in forms if columns(f"{head} — {form}: :table") <= room)
        head = text_lines.cut(f"{head} — {next(fitting, forms[-1])}: :table", room)
        wide, lines = part, [*grid(part, room)]
    blank = 0 if ways.whole else signs - len(legend(wide, room))
    return [(("hint", head),), *((("", " "), *line) for line in lines), *[()] * blank]


def _side_by_side(left: Sequence[Line], wide: int, right: Iterable[Line]) -> list[Line]:
    both = zip_longest(left, right, fillvalue=())
    return [(*here, ("", " " * (wide - length(here))), *there) if there else here for here, there in both]
