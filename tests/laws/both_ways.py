"""The games of `both_ways.md`, each without a form and with it, and how many words they take."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from rulewright import Rules, RulesError, RulesFault
from rulewright.language.span import Span
from rulewright.language.tokens import scan
from tests.language.blocks import Block, completed, fenced
from tests.made.loading import loaded

PAGE = Path(__file__).with_suffix(".md")
SEED = 7


@frozen
class Said:
    """A part of a game, without a form and with it; `edit` is the block in which both stand."""

    form: str
    frame: str
    edit: Block

    @property
    def without(self) -> str:
        """The part in the words that there were before."""
        return _side(self.edit.text, "-")

    @property
    def having(self) -> str:
        """The part with the form."""
        return _side(self.edit.text, "+")

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """Without, and with."""
        return self.rules_of("-"), self.rules_of("+")

    @property
    def words(self) -> tuple[int, int]:
        """Without, and with."""
        return _words(self.without), _words(self.having)

    def rules_of(self, sign: str) -> Rules:
        """The rules of the lines with this sign, and of those without any."""
        with self.telling(sign):
            return _rules(_side(self.edit.text, sign), self.frame)

    @contextmanager
    def telling(self, sign: str) -> Iterator[None]:
        """Whatever is wrong with the rules of one side is told by section, line and words, and not by what the program
        was doing."""
        try:
            yield
        except RulesError as wrong:
            places = [self._told(sign, one.span, one.message) for one in wrong.diagnostics]
            pytest.fail("\n".join(places), pytrace=False)
        except RulesFault as fault:
            pytest.fail(self._told(sign, fault.span, fault.message), pytrace=False)

    def _told(self, sign: str, span: Span, message: str) -> str:
        text = completed(_part(_side(self.edit.text, sign)), self.frame)
        number = text.count("\n", 0, span.start)
        lines = [at for at, line in enumerate(self.edit.text.splitlines(), 1) if line[0] in " " + sign]
        where = f"{self.edit.page}:{self.edit.line + lines[number]}" if number < len(lines) else "in the frame"
        return f"{self.form}, {where}: {text.splitlines()[number].strip()}\n    {message}"


@cache
def _rules(part: str, frame: str) -> Rules:
    return loaded(completed(_part(part), frame))


def _part(text: str) -> Block:
    return Block(PAGE.name, 1, "rules part", text)


def _words(text: str) -> int:
    return sum(token.kind not in ("comment", "newline") for token in scan(text, 0, len(text)))


def said_twice() -> Iterator[Said]:
    """The sections of the page."""
    frame, *edits = fenced(PAGE)
    forms = re.findall("^## (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    for form, edit in zip(forms, edits, strict=True):
        yield Said(form, frame.text, edit)


def _side(edit: str, sign: str) -> str:
    return "".join(line[1:] for line in edit.splitlines(keepends=True) if line[0] in " " + sign)
