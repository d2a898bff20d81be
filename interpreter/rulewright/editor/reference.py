"""What the reference says of the words of the language: its index, and the paragraphs to which that leads."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from attrs import frozen

from rulewright.language.grammar import folder

_SECTION: Final = re.compile(r"^#{2,3} (\d+(?:\.\d+)?) (.*)$", re.MULTILINE)
_ENTRY: Final = re.compile(r"`([^`]+)`((?: \[[\d.]+\])+)")
_INDEX: Final = "21"


@frozen
class Section:
    """A section of the reference: its number, its title and its paragraphs."""

    number: str
    title: str
    paragraphs: tuple[str, ...]


@cache
def sections() -> Mapping[str, Section]:
    """All sections by their numbers."""
    text = (folder() / "SPEC.md").read_text(encoding="utf-8")
    heads = [*_SECTION.finditer(text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    parts = {head[1]: (head[2], text[head.end() : end]) for head, end in zip(heads, ends, strict=True)}
    return {number: Section(number, title, _prose(body)) for number, (title, body) in parts.items()}


def _prose(body: str) -> tuple[str, ...]:
    """The paragraphs, and the rows of tables; without examples."""
    told = re.sub(r"^```.*?^```$", "", body, flags=re.DOTALL | re.MULTILINE)
    parts = (part.strip() for part in re.split(r"\n\n|\n(?=\|)", told))
    return tuple(part for part in parts if part and not part.startswith(("<!--", "|---", "|:")))


@cache
def index() -> Mapping[str, tuple[str, ...]]:
    """By word the numbers of the sections that say what it means, the main one first."""
    text = "\n".join(sections()[_INDEX].paragraphs)
    return {word: tuple(re.findall(r"[\d.]+", numbers)) for word, numbers in _ENTRY.findall(text)}


def explained(word: str) -> tuple[Section, str] | None:
    """The section that tells of a word of the language, and the paragraph in which it does; None for other words."""
    there = [sections()[number] for number in index().get(word, ()) if number in sections()]
    written = re.compile(rf"`[^`\n]*(?<![\w-]){re.escape(word)}(?![\w-])[^`\n]*`")
    for section in there:
        for paragraph in section.paragraphs:
            if written.search(paragraph):
                return section, paragraph
    return (there[0], "") if there else None
