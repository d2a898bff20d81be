"""What stands in a place of the table: how much room it needs by what the rules say of it, and how it is told there.

Law: how much room a thing needs does not depend on what lies there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeGuard

from attrs import evolve, field, frozen

from rulewright.shown import shown
from rulewright.table import text_lines
from rulewright.table.boards import Board
from rulewright.table.drawing import UNSEEN, Fact, Heap, Item, counted, grouped, valued
from rulewright.table.names_at_table import Detail, Naming
from rulewright.table.text_lines import FREE, GAP, Group, Line, Word, columns, flow, length

NOTHING: Final = ("–", "0", "none", "no")
"""Values that say nothing: a dash stands in their place."""
SHARE: Final = 5  # and each of several places for so many
MAX_ROWS: Final = 1000  # as many as are needed


@frozen
class Ways:
    """How things are drawn: the columns there are, how pieces are called at best, what is noted of some, whether the
    `whole` is told on as many lines as it needs, and how many lines a board has at most."""

    width: int
    naming: Naming
    names: Literal["full", "short"] = "full"
    notes: Mapping[str, str] = field(factory=dict)
    whole: bool = False
    tall: int = MAX_ROWS

    @property
    def details(self) -> Iterator[Detail]:
        """How pieces are called in a place, the roomiest way first."""
        yield from (Detail(self.names, about) for about in ("all", "values", "first", "nothing"))
        yield from (Detail(names, "nothing", grouped) for names in ("short", "brief") for grouped in (False, True))


@frozen
class Cell:
    """A place in a row: a text, or some things; of several each stands behind the names of its owners. A `packed` one
    has one line, on which its `label` stands before it."""

    width: int
    items: tuple[Item, ...] = ()
    label: str = ""
    text: Line = ()
    packed: bool = False


def is_nothing(item: Item) -> bool:
    """Whether it is an empty zone or a value that says nothing."""
    return item.value in NOTHING if isinstance(item, Fact) else isinstance(item, Heap) and not item.pieces


def is_secret(item: Item) -> TypeGuard[Heap]:
    """Whether it is a zone of several pieces that its owner alone sees: with the seats is told how many they are."""
    return isinstance(item, Heap) and item.seers == "owner" and item.most != 1


# ---- how much room things need, by what the rules say of them


def size_of(item: Item, ways: Ways, detail: Detail, pieces: int) -> float:
    """The columns that a thing takes on one line, by what the rules say, with at most so many pieces."""
    owner = sum(columns(name) + len(GAP) + 1 for name in item.of)
    match item:
        case Fact(value=value, most=most):
            return owner + (columns(item.name) if item.flag else most or columns(value)) - FREE
        case Heap() if in_number(item):
            return owner + len(str(item.most or len(item.pieces)))
        case Heap():
            may, most = item.may or item.pieces, max(1, min(pieces, item.most or len(item.pieces)))
            most = min(most, max(item.usual, SHARE)) if item.ordered else most  # a row is short, whatever may come
            wide = ways.naming.columns(may, item.sort, detail)
            wide = evolve(wide, average=wide.average + item.noted)
            different = most if item.ordered else min(most, len(may))
            # those that begin alike stand together
            if ways.names == "short" and pieces < MAX_ROWS and not item.ordered:
                begun = min(different, wide.beginnings)
                return owner + begun * (wide.average + 1) + (different - begun) * (wide.last_part + 1)
            return owner + different * (wide.average + 1 + len(" ×9") * (different < most))
        case Board():
            return 0


def reach(item: Item, ways: Ways) -> int:
    """The columns of a thing in a place beside others, where it has but one line; many where there is more to tell."""
    plain, whole = Detail(ways.names), Detail(ways.names, "all")
    if isinstance(item, Heap) and not in_number(item):
        may = item.may or item.pieces
        if item.most == 1:
            return max(len("1 unseen"), ways.naming.columns(may, item.sort, plain).most)
        if item.noted or ways.naming.columns(may, item.sort, plain) != ways.naming.columns(may, item.sort, whole):
            return MAX_ROWS
    return (
        MAX_ROWS
        if isinstance(item, Board)
        else max(1, round(size_of(item, ways, plain, MAX_ROWS)) + FREE * isinstance(item, Fact))
    )


def longest_name(item: Item, ways: Ways) -> int:
    """The columns of the longest name of what can lie there."""
    if not isinstance(item, Heap) or in_number(item):
        return 0
    return ways.naming.columns(item.may or item.pieces, item.sort, Detail(ways.names)).most + item.noted


def in_number(item: Heap) -> bool:
    """Whether it is told by the number of its pieces alone."""
    return is_secret(item) or item.seers == "nobody" or (item.pile and item.seers != "everyone")


# ---- what stands in a place


def filled(cells: Sequence[Cell], most: int, ways: Ways) -> list[list[Line]]:
    """What stands in the places of a row on at most so many lines, each in the roomiest way for which it has room;
    where one has none for full names, none has them."""
    found = [_filled(cell, 1 if cell.packed else most, ways) for cell in cells]
    if ways.names == "full" and any(detail.names != "full" for detail, _ in found):
        found = [_filled(cell, 1 if cell.packed else most, evolve(ways, names="short")) for cell in cells]
    return [lines for _, lines in found]


def _filled(cell: Cell, lines: int, ways: Ways) -> tuple[Detail, list[Line]]:
    if cell.text:
        return Detail(ways.names), [cell.text]
    before: Line = (("hint", f"{cell.label} "),) if cell.label else ()
    room, free = max(1, cell.width - (not cell.packed) - length(before)), 1 if cell.packed else FREE
    heaps = [item for item in cell.items if isinstance(item, Heap)]
    *_, detail = ways.details
    for detail in ways.details:
        group = _group([_unmarked(item) for item in cell.items], ways, detail)
        whole = all(length(word) <= room - free for words in group for word in words) or not detail.grouped
        if whole and len(flow(group, room, free=free)) <= lines:
            found = flow(_group(cell.items, ways, detail), room, free=free)
            if len(found) <= lines:
                return detail, [(*before, *found[0]), *found[1:]] if found else [before]
    words = [word for chunk in _group(cell.items, ways, detail) for word in chunk]
    more = text_lines.cut(f"… {sum(len(heap.pieces) for heap in heaps)} in all" if heaps else "…", room)
    cut = (flow([[*words[:kept], (("hint", more),)]], room, free=free) for kept in range(len(words), -1, -1))
    found = next((each for each in cut if len(each) <= lines), [(("hint", more),)])
    return detail, [(*before, *found[0]), *found[1:]]


def _unmarked(item: Item) -> Item:
    match item:
        case Fact():
            return evolve(item, changed=False)
        case Heap():
            return evolve(item, changed=frozenset())
        case Board():
            return item


def _group(items: Sequence[Item], ways: Ways, detail: Detail) -> Group:
    """Things as words, of several each behind its owners; those that are nothing together."""
    if len(items) == 1 and not items[0].of:
        return [in_words(items[0], ways, detail)]
    group: Group = []
    nothing = [item for item in items if _is_dash(item, ways)]
    for item in (item for item in items if item not in nothing):
        first, *rest = in_words(item, ways, detail)
        alone = len(items) == 1
        group.append([first if alone else (("hint", f"{' '.join(map(shown, item.of))}: "), *first), *rest])
    if nothing:
        text = "others –" if group else "–"
        group.append([text_lines.starred(text, "hint", changed=any(item.changed for item in nothing))])
    return group


def _is_dash(item: Item, ways: Ways) -> bool:
    """Whether a dash stands for it: for values only where lines are shared out."""
    return is_nothing(item) and not (isinstance(item, Fact) and ways.whole)


def in_words(item: Item, ways: Ways, detail: Detail) -> list[Word]:
    """A thing in words."""
    if isinstance(item, Fact):
        if item.flag:
            return [text_lines.starred(shown(item.name), changed=item.changed) if item.value == "yes" else (("", ""),)]
        if _is_dash(item, ways):
            return [text_lines.starred("–", "hint", changed=item.changed)]
        value = item.value.replace(",", "") if detail.grouped else item.value
        return text_lines.in_parts(valued(evolve(item, value=value)))
    assert isinstance(item, Heap), "a board is drawn"
    if is_nothing(item):
        return [text_lines.starred("–", "hint", changed=bool(item.changed))]
    if in_number(item) or (item.pile and all(piece == UNSEEN for piece in item.pieces)):
        return [text_lines.starred(str(len(item.pieces)), changed=bool(item.changed))]
    named = tuple(ways.naming.called(piece, item.sort, detail, item.of, ways.notes) for piece in item.pieces)
    return (grouped if detail.grouped else counted)(evolve(item, pieces=named))
