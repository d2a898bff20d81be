"""What somebody does to a text in an editor, drawn at random: typing, deleting, pasting, and taking back."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import frozen
from lsprotocol import types as lsp

TYPED: Final = (
    "a",
    "x",
    " ",
    "\n",
    "\n    ",
    ":",
    "(",
    ")",
    "'s ",
    ",",
    '"',
    "7",
    "..",
    "é",
    "𝄞",
    "\t",
    "\f",
    "\u2028",
    "the ",
    "is ",
    "let ",
)
"""Among them letters of two and of four bytes, one of which is two units of UTF-16, and what a page of a book has
between its lines, which ends no line in an editor."""


@frozen
class Step:
    """One thing that is done: what stands in a stretch of a text afterwards."""

    before: str
    start: int
    end: int
    put: str

    @property
    def after(self) -> str:
        """The text afterwards."""
        return self.before[: self.start] + self.put + self.before[self.end :]

    @property
    def back(self) -> "Step":
        """What takes it back."""
        return Step(self.after, self.start, self.start + len(self.put), self.before[self.start : self.end])


def position(text: str, offset: int) -> lsp.Position:
    """Where a letter of a text stands, as an editor counts."""
    lines = re.split("\r\n|\r|\n", text[:offset])
    return lsp.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)


def step(text: str, random: Random) -> Step:
    """One thing that somebody does to a text."""
    at = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return Step(text, at, at, random.choice(TYPED))
        case 1:
            return Step(text, at, min(len(text), at + random.choice((1, 1, 3, 40))), "")
        case 2:  # a piece of it pasted elsewhere
            begin = random.randrange(len(text) + 1)
            return Step(text, at, at, text[begin : begin + random.randrange(200)])
        case _:  # a whole line, twice
            begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1
            return Step(text, end, end, text[begin:end])


def session(text: str, random: Random, edits: int) -> Iterator[Step]:
    """What is done to a text, so often; every third time it is taken back by the next."""
    for number in range(edits):
        done = step(text, random)
        yield done
        if number % 3 == 2:
            yield done.back
        else:
            text = done.after
