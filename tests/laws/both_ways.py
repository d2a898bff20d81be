"""The games of `both_ways.md`, each without a form and with it, and how many words they take."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from rulewright import Rules
from rulewright.language.tokens import scan
from tests.language.blocks import Block, completed, fenced
from tests.made.loading import loaded

PAGE = Path(__file__).with_suffix(".md")
SEED = 7


@frozen
class Said:
    """A part of a game, without a form and with it."""

    form: str
    frame: str
    without: str
    having: str

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """Without, and with."""
        return _rules(self.without, self.frame), _rules(self.having, self.frame)

    @property
    def words(self) -> tuple[int, int]:
        """Without, and with."""
        return _words(self.without), _words(self.having)


@cache
def _rules(part: str, frame: str) -> Rules:
    return loaded(completed(Block(PAGE.name, 1, "rules part", part), frame))


def _words(text: str) -> int:
    return sum(token.kind not in ("comment", "newline") for token in scan(text, 0, len(text)))


def said_twice() -> Iterator[Said]:
    """The sections of the page."""
    frame, *edits = fenced(PAGE)
    forms = re.findall("^## (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    for form, edit in zip(forms, edits, strict=True):
        yield Said(form, frame.text, _side(edit.text, "-"), _side(edit.text, "+"))


def _side(edit: str, sign: str) -> str:
    return "".join(line[1:] for line in edit.splitlines(keepends=True) if line[0] in " " + sign)
