"""Documents and tables as plain data, and what writes them as text and as HTML; nothing here knows what is reported.

Texts are as the author wrote them; the writers escape them. Laws: no line of a text is longer than the width, unless
one word alone is. HTML is well-formed XML, too, and a string in it is text and nothing else.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import zip_longest
from textwrap import wrap
from typing import Final, Literal

from attrs import evolve, frozen

from rulewright.language.render import shown_prose, wrapped


@frozen
class Paragraph:
    """Sentences that belong together."""

    text: str


@frozen
class Item:
    """A point with points below it; `steps`: these happen one after the other; `name`: its name in the rules; `drawn`:
    lines below it that stand as they are."""

    text: str
    items: tuple["Item", ...] = ()
    steps: bool = True
    name: str = ""
    drawn: tuple[str, ...] = ()


@frozen
class Points:
    """A list; `steps`: its points happen one after the other."""

    items: tuple[Item, ...]
    steps: bool = False


@frozen
class Table:
    """A table; every row has as many cells as its head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Paragraph | Points | Table


@frozen
class Section:
    """A chapter, or a part of one; `name` as of an `Item`."""

    heading: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()
    name: str = ""


@frozen
class Document:
    """A title, a sentence of what it is about, and chapters; `on_a_page`: printed small, in two columns."""

    title: str
    subtitle: str
    chapters: tuple[Section, ...]
    on_a_page: bool = False


def sections_about(document: Document, word: str) -> tuple[Section, ...]:
    """What tells of a word: what is called so, else what has it in its heading, else the blocks that speak of it."""
    wanted, all_ = _plain(word), list(_sections(document.chapters))
    called = tuple(_named(document.chapters, wanted)) or tuple(each for each in all_ if wanted in _plain(each.heading))
    if called:
        return called
    blocks = ([one for one in each.blocks if any(wanted in _plain(text) for text in texts(one))] for each in all_)
    return tuple(evolve(each, blocks=tuple(some), parts=()) for each, some in zip(all_, blocks, strict=True) if some)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


def _sections(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _sections(section.parts)


def _named(sections: tuple[Section, ...], wanted: str) -> Iterator[Section]:
    """Sections of this name or heading, whole, and of others the lines that are called so."""
    for section in sections:
        if wanted in (_plain(section.name), _plain(section.heading)):
            yield section
            continue
        lists = [block for block in section.blocks if isinstance(block, Points)]
        found = [evolve(each, items=tuple(one for one in each.items if _plain(one.name) == wanted)) for each in lists]
        if blocks := tuple(each for each in found if each.items):
            yield evolve(section, blocks=blocks, parts=())
        yield from _named(section.parts, wanted)


def texts(block: Block | Item) -> Iterator[str]:
    """All that is written in a block."""
    match block:
        case Paragraph(text):
            yield text
        case Item(text, items, drawn=drawn):
            yield from (text, *drawn)
            yield from (each for item in items for each in texts(item))
        case Points(items):
            yield from (each for item in items for each in texts(item))
        case Table(head, rows):
            yield from (*head, *(cell for row in rows for cell in row))


Line = tuple[Literal["title", "text"], str]
WIDTH: Final = 80
NARROWEST: Final = 6
"""Columns of a table are not made narrower than this."""


def as_text(document: Document, width: int = WIDTH) -> str:
    """A whole document."""
    return "".join(f"{text}\n" for _, text in document_lines(document, document.chapters, width))


def document_lines(document: Document, sections: Iterable[Section], width: int = WIDTH) -> Iterator[Line]:
    """Title and sections, as lines that say whether they are titles."""
    yield from (("title", text) for text in _wrapped(document.title, width) if text)
    yield from (("text", text) for text in _wrapped(document.subtitle, width) if text)
    for section in sections:
        yield from _section_lines(section, width, 1)


def _section_lines(section: Section, width: int, depth: int) -> Iterator[Line]:
    yield "text", ""
    heading = section.heading if section.name or depth > 1 else section.heading.upper()
    yield from (("title", text) for text in _wrapped(heading, width))
    for block in section.blocks:
        match block:
            case Paragraph(text):
                written: Iterable[str] = _wrapped(text, width)
            case Points(items, steps):
                written = _point_lines(items, width, " ", steps=steps)
            case _:
                written = _table_lines(block, width)
        yield from (("text", text) for text in written)
    for part in section.parts:
        yield from _section_lines(part, width, depth + 1)


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines, escaped."""
    return wrapped(text, max(width, len(rest) + NARROWEST), first, rest) or [first.rstrip()]


def _point_lines(items: Sequence[Item], width: int, margin: str, *, steps: bool) -> Iterator[str]:
    """Points, numbered where they are steps."""
    numbered = steps and len(items) > 1
    for number, item in enumerate(items, start=1):
        mark = f"{number}." if numbered else "-"
        first = f"{margin}{mark:<{len(str(len(items))) + 1 if numbered else 1}} "
        yield from _wrapped(item.text, width, first, " " * len(first))
        yield from _drawn_lines(item.drawn, width, " " * len(first))
        yield from _point_lines(item.items, width, " " * len(first), steps=item.steps)


def _drawn_lines(drawn: Sequence[str], width: int, margin: str) -> Iterator[str]:
    """Lines as they are; if they are too wide, each in several."""
    lines = [f"{margin}{shown_prose(line)}" for line in drawn]
    fit = max(map(len, lines), default=0) <= width
    for line in lines:
        yield from (line,) if fit else _wrapped(line.strip(), width, margin, f"{margin}  ")


def _table_lines(table: Table, width: int) -> Iterator[str]:
    """Columns side by side, the widest made narrower until they fit; cells in several lines."""
    rows = [[shown_prose(cell) for cell in cells] for cells in (table.head, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    least = [
        max(NARROWEST, *(len(part) for cell in column for part in _parts(cell, 1)))
        for column in zip(*rows, strict=True)
    ]
    while sum(widths) + 2 * (len(widths) - 1) > width - 1:
        room = {wide: column for column, wide in enumerate(widths) if wide > least[column]}
        if not room:
            break
        widths[room[max(room)]] -= 1
    for number, row in enumerate(rows):
        cells = zip(row, widths, strict=True)
        parts = [_parts(cell, wide) for cell, wide in cells]
        yield from (" " * any(texts) + aligned(texts, widths) for texts in zip_longest(*parts, fillvalue=""))
        if not number:
            yield " " + "  ".join("-" * wide for wide in widths)


def _parts(cell: str, width: int) -> list[str]:
    """The lines of a cell that is so wide; no word is broken but at hyphens."""
    return wrap(cell, max(1, width), break_long_words=False)


def columns(rows: Sequence[tuple[str, ...]], sides: str, most: int) -> list[str]:
    """Columns side by side, each to its side (`<` or `>`), as wide as they are, and at most so wide."""
    widths = [min(most, max(map(len, column))) for column in zip(*rows, strict=True)]
    return [aligned(row, widths, sides) for row in rows]


def aligned(cells: Sequence[str], widths: Sequence[int], sides: str = "") -> str:
    """Cells of these widths in a line, each to its side."""
    places = zip(cells, sides or "<" * len(cells), widths, strict=True)
    return "  ".join(f"{cell:{side}{width}}" for cell, side, width in places).rstrip()


EMPTY: Final = frozenset(("meta", "br", "rect", "line", "path"))
PLAIN: Final = (
    "body{font:16px/1.5 serif;margin:2em auto;max-width:46em;padding:0 1em;color:#222;background:#fff}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2em;border-bottom:1px solid #bbb}h3{margin-bottom:.3em}"
    "p{margin:.4em 0}nav a{margin-right:1em}table{border-collapse:collapse;margin:.5em 0}"
    "th,td{padding:.1em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}"
    "div.wide,pre{overflow-x:auto}"
    "@media (max-width:40em){body{margin:0 auto;padding:0 .7em}h1{font-size:1.5em}h2{margin-top:1.4em}"
    "nav a{display:inline-block;padding:.3em 0}ol,ul{padding-left:1.3em}th,td{padding:.15em .4em .15em 0}}"
    "@media print{@page{size:A4;margin:16mm}body{margin:0;max-width:none;padding:0;font-size:10.5pt;line-height:1.35}"
    "nav{display:none}a{color:inherit;text-decoration:none}h1,h2,h3{break-after:avoid}h2{margin-top:1em}"
    "tr,pre,li{break-inside:avoid}pre{white-space:pre-wrap}"
    ".page{columns:2;font-size:9pt;line-height:1.25}.page h2{margin-top:.5em}.page ul{margin:.2em 0;padding-left:1em}}"
)
QUOTED: Final = re.compile("“([^”]*)”")


@frozen
class Element:
    """An element with its attributes and what is in it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple["Element | str", ...] = ()


def tag(name: str, /, *children: Element | str, **attributes: str | float) -> Element:
    """An element; of names of attributes `_` is `-`, at the end nothing."""
    pairs = (
        (key.rstrip("_").replace("_", "-"), value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip("."))
        for key, value in attributes.items()
    )
    return Element(name, tuple(pairs), children)


def as_html(node: Element | str) -> str:
    """The text of a tree."""
    if isinstance(node, str):
        return escape(node)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes)
    if node.tag in EMPTY and not node.children:
        return f"<{node.tag}{attributes}/>"
    return f"<{node.tag}{attributes}>{''.join(map(as_html, node.children))}</{node.tag}>"


def html_page(title: str, style: str, *body: Element) -> str:
    """A whole page. It may use this style and nothing else: no script, no picture, no address."""
    assert style == escape(style), "a style is written as it stands"
    allowed = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        Element("meta", (("http-equiv", "Content-Security-Policy"), ("content", policy))),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", style),
    )
    return f"<!DOCTYPE html>\n{as_html(tag('html', head, tag('body', *body), lang='en'))}\n"


def as_page(document: Document) -> str:
    """A whole document; a name between quotation marks leads to the section that is called so."""
    title = shown_prose(document.title)
    links = [tag("a", shown_prose(each.heading), href=f"#c{place}") for place, each in enumerate(document.chapters)]
    subtitle = [tag("p", tag("em", shown_prose(document.subtitle)))] if document.subtitle else []
    placed = [(f"c{place}", each) for place, each in enumerate(document.chapters)]
    anchors = dict[str, str]()
    for place, each in _places(placed):
        anchors.setdefault(_plain(each.name or each.heading), place)
    chapters = (one for place, each in placed for one in _elements(each, place, "h2", anchors))
    if document.on_a_page:
        return html_page(title, PLAIN, tag("h1", title), *subtitle, tag("div", *chapters, class_="page"))
    return html_page(title, PLAIN, tag("h1", title), *subtitle, tag("nav", *links), *chapters)


def _places(placed: Iterable[tuple[str, Section]]) -> Iterator[tuple[str, Section]]:
    """Sections with their places on the page, in its order."""
    for place, section in placed:
        yield place, section
        yield from _places((f"{place}-{number}", part) for number, part in enumerate(section.parts))


def _elements(section: Section, place: str, heading: str, anchors: Mapping[str, str]) -> Iterator[Element]:
    yield tag(heading, shown_prose(section.heading), id=place)
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield tag("p", *_linked(text, place, anchors))
            case Points(items, steps):
                yield _points(items, place, anchors, steps=steps)
            case Table(head, rows):
                cells = [[tag("span", *_linked(cell, place, anchors)) for cell in row] for row in rows]
                yield html_table([*map(shown_prose, head)], cells)
    for number, part in enumerate(section.parts):
        yield from _elements(part, f"{place}-{number}", "h3", anchors)


def _linked(text: str, place: str, anchors: Mapping[str, str]) -> Iterator[Element | str]:
    """A text with a link at each quoted name of another section."""
    end = 0
    for quoted in QUOTED.finditer(text):
        there = anchors.get(_plain(quoted[1]))
        if there is not None and there != place:
            yield from (shown_prose(text[end : quoted.start(1)]), tag("a", shown_prose(quoted[1]), href=f"#{there}"))
            end = quoted.end(1)
    yield shown_prose(text[end:])


def _points(items: Sequence[Item], place: str, anchors: Mapping[str, str], *, steps: bool) -> Element:
    def drawn(each: Item) -> list[Element]:
        return [tag("pre", "\n".join(map(shown_prose, each.drawn)))] if each.drawn else []

    def below(each: Item) -> list[Element]:
        return [_points(each.items, place, anchors, steps=each.steps)] if each.items else []

    points = (tag("li", *_linked(each.text, place, anchors), *drawn(each), *below(each)) for each in items)
    return tag("ol" if steps and len(items) > 1 else "ul", *points)


def html_table(heads: Sequence[str], rows: Sequence[Sequence[Element | str]], caption: str = "") -> Element:
    """A table, moved by itself where it is wider than the screen; columns behind the first may be numbers."""

    def row(kind: str, cells: Sequence[Element | str]) -> Element:
        return tag("tr", *(tag(kind, cell, class_="number" if at else "text") for at, cell in enumerate(cells)))

    over = [tag("caption", caption)] if caption else []
    head, body = tag("thead", row("th", heads)), tag("tbody", *(row("td", cells) for cells in rows))
    return tag("div", tag("table", *over, head, body), class_="wide")
