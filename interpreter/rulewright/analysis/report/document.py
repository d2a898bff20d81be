"""A document as plain data: sections of paragraphs, lists and tables, and how something is found in it.

Texts are as the author wrote them; whoever writes one for people escapes them. `name` is what a section or an
item is called in the rules, and by what it is found; nothing where it has no name.
"""

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen


@frozen
class Paragraph:
    """Sentences that belong together."""

    text: str


@frozen
class Item:
    """A point of a list, with points of its own below it; `steps`: these happen one after the other."""

    text: str
    items: tuple["Item", ...] = ()
    steps: bool = True
    name: str = ""


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
    """A chapter, or a part of one."""

    heading: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()
    name: str = ""


@frozen
class Document:
    """A title, a sentence of what it is about, and chapters."""

    title: str
    subtitle: str
    chapters: tuple[Section, ...]


def found(document: Document, word: str) -> tuple[Section, ...]:
    """What tells of a word: what is called so, else what has it in its heading, else what speaks of it."""
    wanted = _plain(word)
    return (
        tuple(_named(document.chapters, wanted))
        or tuple(part for part in _all(document.chapters) if wanted in _plain(part.heading))
        or tuple(_speaking(document.chapters, wanted))
    )


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


def _all(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _all(section.parts)


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


def _speaking(sections: tuple[Section, ...], wanted: str) -> Iterator[Section]:
    """Of each section the blocks that have the word in them."""
    for section in _all(sections):
        blocks = tuple(block for block in section.blocks if any(wanted in _plain(text) for text in texts(block)))
        if blocks:
            yield evolve(section, blocks=blocks, parts=())


def texts(block: Block) -> Iterator[str]:
    """All that is written in a block."""
    match block:
        case Paragraph(text):
            yield text
        case Points(items):
            yield from _item_texts(items)
        case Table(head, rows):
            yield from (*head, *(cell for row in rows for cell in row))
        case _:
            assert_never(block)


def _item_texts(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        yield item.text
        yield from _item_texts(item.items)
