"""Rows of places: how many lines each wants, how lines are shared out among them, and how they are drawn.

Law: what a row wants depends on what the rules say of the things in it, never on what lies there.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from math import ceil
from typing import Final

from attrs import evolve, frozen

from rulewright.table import text_lines
from rulewright.table.cells import MAX_ROWS, SHARE, Cell, Ways, filled, longest_name, size_of
from rulewright.table.drawing import Heap, Item
from rulewright.table.names_at_table import Detail
from rulewright.table.text_lines import FREE, Line, columns, length

SLACK: Final = 0.2  # for so little more than its lines hold no row gets another one
HIGH: Final = 4  # no row gets more lines than that for what does not lie there as a rule
USUAL: Final = 12  # where it is not known how many pieces lie there as a rule, a place has room for so many
FEWEST_USUAL: Final = 3  # and where so few do, for as many


@frozen
class Row:
    """Places side by side, as high as each other, behind a label in a column of its own. So many lines are wanted for
    what lies there as a rule, for the first that is told of it, for all that is, and for all that may lie there; the
    more `weight` it has, the sooner it gets the first, and `later` the others."""

    cells: tuple[Cell, ...]
    beside: int
    label: str = ""
    wanted: tuple[float, float, float, float] = (1, 1, 1, 1)
    weight: float = 1
    later: float = 1


def row_of(cells: Sequence[Cell], label: str, beside: int, ways: Ways) -> Row:
    """A row, with as many lines as its fullest place needs: what there is as a rule is shared out among the places."""
    plain, some = Detail(ways.names), max(USUAL // len(cells), SHARE)

    def usually(item: Item) -> int:
        return max(item.usual, FEWEST_USUAL) if isinstance(item, Heap) and item.usual else some

    sizes = [
        [
            sum(size_of(item, ways, detail, most or usually(item)) for item in _owned(cell))
            / max(1, cell.width - 1 - FREE)
            for cell in cells
        ]
        for detail, most in (
            (plain, 0),
            (evolve(plain, about="first"), 0),
            (evolve(plain, about="all"), 0),
            (plain, MAX_ROWS),
        )
    ]
    usual, first, told, most = (max(each, default=1) for each in sizes)
    most = max(usual, most / len(cells)) if cells[0].items[:1] and cells[0].items[0].of else most
    if any(isinstance(item, Heap) and item.aside for item in cells[0].items):
        usual = first = 1  # what lies aside is told where there is room
    return Row(tuple(cells), beside, label, (usual, first, told, most))


def _owned(cell: Cell) -> Sequence[Item]:
    """The things of a place, one that is alone without its owners, whose names do not stand before it."""
    return [evolve(item, of=()) for item in cell.items] if len(cell.items) == 1 else cell.items


def heights(rows: Sequence[Row], room: int) -> list[int]:
    """Share lines out: each row gets one; then those get some that need more for what lies there as a rule; then those
    of which more is to tell, the first of it before all, and at last those in which more can lie."""
    given = [1] * len(rows)
    for step in range(4):
        while sum(given) < room:
            lacks = [
                (row.wanted[step] / given[at] * (row.weight if step == 0 else row.later), at)
                for at, row in enumerate(rows)
                if row.wanted[step] > given[at] + SLACK * (step == 0) and (step == 0 or given[at] < HIGH)
            ]
            if not lacks:
                break
            given[max(lacks)[1]] += 1
    return given


def are_whole(row: Row, ways: Ways) -> bool:
    """Whether names are whole in the places of a row."""
    return all(longest_name(item, ways) < cell.width - FREE for cell in row.cells for item in cell.items)


def needed(rows: Sequence[Row], step: int) -> int:
    """The lines that are wanted for what lies there as a rule, at step 1 for what is told of it, too."""
    told = (min(row.wanted[1], HIGH) if step else 1 for row in rows)
    return sum(max(1, ceil(row.wanted[0] - SLACK), ceil(more)) for row, more in zip(rows, told, strict=True))


def drawn(rows: Sequence[Row], high: Sequence[int], ways: Ways) -> Iterator[Line]:
    """Rows in so many lines, or where these are not shared out in those that each needs, a long label above it."""
    for row, lines in zip(rows, high, strict=True):
        parts_of = filled(row.cells, MAX_ROWS if ways.whole else lines, ways)
        label = f" {row.label}" if row.label else ""
        if not ways.whole:
            parts_of[0] += [()] * (lines - len(parts_of[0]))
        elif columns(label) >= row.beside:
            yield (("hint", label),)
            label = ""
        label = text_lines.padded(text_lines.cut(label, row.beside - 1), row.beside)
        for parts in zip_longest(*parts_of, fillvalue=()):
            padded = (
                (*part, ("", " " * (cell.width - length(part)))) for part, cell in zip(parts, row.cells, strict=True)
            )
            yield (("hint", label), *chain.from_iterable(padded))
            label = " " * row.beside
