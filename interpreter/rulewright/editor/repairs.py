"""Repairs that a finding offers, and the canonical layout, as edits."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.format import format_text
from rulewright.language.source import Source
from rulewright.language.span import Span

MOST_SHOWN: Final = 60


@frozen
class Repair:
    """A repair of a finding, in words; `sure`: the only one that can be meant."""

    title: str
    edit: Edit
    finding: Diagnostic

    @property
    def sure(self) -> bool:
        """Whether no other repair can be meant."""
        return self.finding.sure


def repairs(source: Source, found: Iterable[Diagnostic], asked: Span) -> Iterator[Repair]:
    """The repairs of findings on the lines of a stretch of the text, or whose edits are there; what touches the stretch
    itself comes first."""
    first, last = source.line(asked.start), source.line(asked.end)
    lines = Span(source.starts[first - 1], source.starts[last - 1] + len(source.line_text(last)))
    made = [Repair(_titled(source, one.edit), one.edit, one) for one in found if one.edit is not None]
    there = (each for each in made if _touches(lines, each))
    yield from sorted(there, key=lambda each: not _touches(asked, each))


def _touches(asked: Span, repair: Repair) -> bool:
    spans = (repair.finding.span, repair.edit.span)
    return any(asked.start <= each.end and each.start <= asked.end for each in spans)


def _titled(source: Source, edit: Edit) -> str:
    old, new = (_short(text) for text in (source.text[edit.span.start : edit.span.end], edit.text))
    if not old:
        return f"Write `{new}` here" if new else "Repair it"
    return f"Write `{new}` instead of `{old}`" if new else f"Take out `{old}`"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"


def layout(source: Source) -> list[Edit]:
    """The edits that lay a text out anew, line by line, so that a cursor stays where it is."""
    before, after = source.text.splitlines(keepends=True), format_text(source.text).splitlines(keepends=True)
    found = []
    for kind, first, last, begin, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            starts = (*source.starts[: len(before)], len(source.text))
            found.append(Edit(Span(starts[first], starts[last]), "".join(after[begin:end])))
    return found
