"""A rulebook as one page of HTML that needs nothing else: texts are escaped, the policy lets nothing in."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from rulewright.analysis.rulebook.book import Block, Book, Item, Paragraph, Points, Section, Table
from rulewright.analysis.simulate.page import Element, document, tag
from rulewright.language.render import shown_prose

STYLE: Final = (
    "body{font:16px/1.5 serif;margin:2em auto;max-width:46em;padding:0 1em;color:#222;background:#fff}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2em;border-bottom:1px solid #bbb}h3{margin-bottom:.3em}"
    "p{margin:.4em 0}nav a{margin-right:1em}table{border-collapse:collapse;margin:.5em 0}"
    "th,td{padding:.1em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}"
)


def as_page(book: Book) -> str:
    """A whole book."""
    title = shown_prose(book.title)
    links = [tag("a", shown_prose(each.heading), href=f"#c{place}") for place, each in enumerate(book.chapters)]
    subtitle = [tag("p", tag("em", shown_prose(book.subtitle)))] if book.subtitle else []
    chapters = [element for place, each in enumerate(book.chapters) for element in _section(each, f"c{place}", "h2")]
    return document(title, STYLE, tag("h1", title), *subtitle, tag("nav", *links), *chapters)


def _section(section: Section, place: str, heading: str) -> Iterator[Element]:
    yield tag(heading, shown_prose(section.heading), id=place)
    yield from map(_block, section.blocks)
    for number, part in enumerate(section.parts):
        yield from _section(part, f"{place}-{number}", "h3")


def _block(block: Block) -> Element:
    match block:
        case Paragraph(text):
            return tag("p", shown_prose(text))
        case Points(items, steps):
            return _points(items, steps=steps)
        case Table(head, rows):
            return tag("table", _row("th", head), *(_row("td", row) for row in rows))
    assert_never(block)


def _row(cell: str, texts: Sequence[str]) -> Element:
    return tag("tr", *(tag(cell, shown_prose(text)) for text in texts))


def _points(items: Sequence[Item], *, steps: bool) -> Element:
    return tag("ol" if steps and len(items) > 1 else "ul", *map(_item, items))


def _item(item: Item) -> Element:
    below = (_points(item.items, steps=item.steps),) if item.items else ()
    return tag("li", shown_prose(item.text), *below)
