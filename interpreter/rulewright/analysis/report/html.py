"""Pages as trees, and the one writer that makes text of them; documents as such pages.

In: elements and strings. Out: HTML that is well-formed XML, too. Law: a string is text and nothing else; whatever
stands in it, it can neither open an element nor end an attribute.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import Final, assert_never

from attrs import frozen

from rulewright.analysis.report.document import Block, Document, Item, Paragraph, Points, Section, Table
from rulewright.language.render import shown_prose

EMPTY: Final = frozenset(("meta", "br", "rect", "line", "path"))


@frozen
class Element:
    """An element with its attributes and what is in it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple["Element | str", ...] = ()


def tag(name: str, /, *children: Element | str, **attributes: str | float) -> Element:
    """An element; of names of attributes `_` is `-`, at the end nothing."""
    pairs = ((key.rstrip("_").replace("_", "-"), _written(value)) for key, value in attributes.items())
    return Element(name, tuple(pairs), children)


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def write(node: Element | str) -> str:
    """The text of a tree."""
    if isinstance(node, str):
        return escape(node)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes)
    if node.tag in EMPTY and not node.children:
        return f"<{node.tag}{attributes}/>"
    return f"<{node.tag}{attributes}>{''.join(map(write, node.children))}</{node.tag}>"


def page(title: str, style: str, *body: Element) -> str:
    """A whole page. It may use this style and nothing else: no script, no picture, no address."""
    policy = f"default-src 'none'; style-src 'sha256-{_hash(style)}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        Element("meta", (("http-equiv", "Content-Security-Policy"), ("content", policy))),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", style),
    )
    return f"<!DOCTYPE html>\n{write(tag('html', head, tag('body', *body), lang='en'))}\n"


def _hash(style: str) -> str:
    assert style == escape(style), "a style is written as it stands"
    return b64encode(sha256(style.encode()).digest()).decode()


# ---- documents


PLAIN: Final = (
    "body{font:16px/1.5 serif;margin:2em auto;max-width:46em;padding:0 1em;color:#222;background:#fff}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2em;border-bottom:1px solid #bbb}h3{margin-bottom:.3em}"
    "p{margin:.4em 0}nav a{margin-right:1em}table{border-collapse:collapse;margin:.5em 0}"
    "th,td{padding:.1em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}div.wide{overflow-x:auto}"
)


def as_page(document: Document) -> str:
    """A whole document."""
    title = shown_prose(document.title)
    links = [tag("a", shown_prose(each.heading), href=f"#c{place}") for place, each in enumerate(document.chapters)]
    subtitle = [tag("p", tag("em", shown_prose(document.subtitle)))] if document.subtitle else []
    chapters = (part for place, each in enumerate(document.chapters) for part in _section(each, f"c{place}", "h2"))
    return page(title, PLAIN, tag("h1", title), *subtitle, tag("nav", *links), *chapters)


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
            return table([*map(shown_prose, head)], [[*map(shown_prose, row)] for row in rows])
    assert_never(block)


def _points(items: Sequence[Item], *, steps: bool) -> Element:
    return tag("ol" if steps and len(items) > 1 else "ul", *map(_item, items))


def _item(item: Item) -> Element:
    below = (_points(item.items, steps=item.steps),) if item.items else ()
    return tag("li", shown_prose(item.text), *below)


def table(heads: Sequence[str], rows: Sequence[Sequence[Element | str]], caption: str = "") -> Element:
    """A table, moved by itself where it is wider than the screen; columns behind the first may be numbers."""

    def row(kind: str, cells: Sequence[Element | str]) -> Element:
        return tag("tr", *(tag(kind, cell, class_="number" if at else "text") for at, cell in enumerate(cells)))

    over = [tag("caption", caption)] if caption else []
    head, body = tag("thead", row("th", heads)), tag("tbody", *(row("td", cells) for cells in rows))
    return tag("div", tag("table", *over, head, body), class_="wide")
