"""Documents and tables as lines for a terminal or a file.

Law: no line of a document is longer than the width, unless one word alone is.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final, Literal, assert_never

from rulewright.analysis.report.document import Block, Document, Item, Paragraph, Points, Section, Table
from rulewright.language.render import shown_prose, wrapped

Sort = Literal["title", "text"]
Line = tuple[Sort, str]
WIDTH: Final = 80
NARROWEST: Final = 6
"""Columns of a table are not made narrower than this."""


def as_text(document: Document, width: int = WIDTH) -> str:
    """A whole document."""
    return "".join(f"{text}\n" for _, text in lines(document, document.chapters, width))


def lines(document: Document, sections: Iterable[Section], width: int = WIDTH) -> Iterator[Line]:
    """Title and sections, as lines that say whether they are titles."""
    yield from (("title", text) for text in _wrapped(document.title, width) if text)
    yield from (("text", text) for text in _wrapped(document.subtitle, width) if text)
    for section in sections:
        yield from _section(section, width, 1)


def _section(section: Section, width: int, depth: int) -> Iterator[Line]:
    yield "text", ""
    heading = section.heading if section.name or depth > 1 else section.heading.upper()
    yield from (("title", text) for text in _wrapped(heading, width))
    for block in section.blocks:
        yield from (("text", text) for text in _block(block, width))
    for part in section.parts:
        yield from _section(part, width, depth + 1)


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines, escaped."""
    return wrapped(text, max(width, len(rest) + NARROWEST), first, rest) or [first.rstrip()]


def _block(block: Block, width: int) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield from _wrapped(text, width)
        case Points(items, steps):
            yield from _points(items, width, " ", steps=steps)
        case Table():
            yield from _table(block, width)
        case _:
            assert_never(block)


def _points(items: Sequence[Item], width: int, margin: str, *, steps: bool) -> Iterator[str]:
    """Points, numbered where they are steps."""
    numbered = steps and len(items) > 1
    for number, item in enumerate(items, start=1):
        mark = f"{number}." if numbered else "-"
        first = f"{margin}{mark:<{len(str(len(items))) + 1 if numbered else 1}} "
        yield from _wrapped(item.text, width, first, " " * len(first))
        yield from _points(item.items, width, " " * len(first), steps=item.steps)


# ---- tables


def _table(table: Table, width: int) -> Iterator[str]:
    """Columns side by side, the widest made narrower until they fit; cells in several lines."""
    rows = [[shown_prose(cell) for cell in cells] for cells in (table.head, *table.rows)]
    widths = _fitting([max(len(row[place]) for row in rows) for place in range(len(table.head))], width - 1)
    for number, row in enumerate(rows):
        yield from _row(row, widths)
        if not number:
            yield " " + "  ".join("-" * wide for wide in widths)


def _fitting(widths: list[int], room: int) -> list[int]:
    """Take from the widest columns until all fit."""
    widths = list(widths)
    while sum(widths) + 2 * (len(widths) - 1) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    parts = [
        wrap(cell, max(1, wide), break_long_words=False, break_on_hyphens=True)
        for cell, wide in zip(cells, widths, strict=True)
    ]
    yield from (" " * any(texts) + aligned(texts, widths) for texts in zip_longest(*parts, fillvalue=""))


def columns(rows: Sequence[tuple[str, ...]], sides: str, most: int) -> list[str]:
    """Columns side by side, each to its side (`<` or `>`), as wide as they are, and at most so wide."""
    widths = [min(most, max(map(len, column))) for column in zip(*rows, strict=True)]
    return [aligned(row, widths, sides) for row in rows]


def aligned(cells: Sequence[str], widths: Sequence[int], sides: str = "") -> str:
    """Cells of these widths in a line, each to its side."""
    places = zip(cells, sides or "<" * len(cells), widths, strict=True)
    return "  ".join(f"{cell:{side}{width}}" for cell, side, width in places).rstrip()
