"""What somebody does to a text in an editor, drawn at random: typing, deleting, pasting, and taking back."""

from collections.abc import Iterator
from random import Random
from typing import Final

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
    "the ",
    "is ",
    "let ",
)
"""Among them letters of two and of four bytes, one of which is two units of UTF-16."""


def edited(text: str, random: Random) -> str:
    """A text after one thing that somebody does to it."""
    at = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:at] + random.choice(TYPED) + text[at:]
        case 1:
            return text[:at] + text[at + random.choice((1, 1, 3, 40)) :]
        case 2:  # a piece of it pasted elsewhere
            begin = random.randrange(len(text) + 1)
            return text[:at] + text[begin : begin + random.randrange(200)] + text[at:]
        case _:  # a whole line, twice
            begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1
            return text[:end] + text[begin:end] + text[end:]


def session(text: str, random: Random, edits: int) -> Iterator[str]:
    """What a text is after each of so many edits; a third of them is taken back by the next."""
    for _ in range(edits):
        after = edited(text, random)
        yield after
        if random.randrange(3):
            text = after
        else:
            yield text
