"""The blocks of rules in Markdown pages, and what the language says about them.

A block ```rules is a whole ruleset. A block ```rules part is completed by the frame of SPEC.md (its block ```rules
frame): the paragraphs of the frame follow those of the block, but for the ones that the block has itself, and but for
fields that it declares itself. A line may end in `-- error: [code]`, `-- warning: [code]` or `-- suspicion: [code]`;
where such a code is one of playing, the rules are played.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from rulewright.analysis.check import check
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import complaints
from rulewright.language.render import render
from rulewright.language.source import Source, read_source, readable
from rulewright.loading import read_text
from rulewright.web.lessons import head, paragraphs
from tests.analysis.looking import run_examples

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "grammar" / "SPEC.md"
CODES = ROOT / "interpreter" / "rulewright" / "language" / "pages" / "CODE.md"

_FENCE = re.compile(r"^```(\w[ \w]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"-- (error|warning|suspicion): \[([a-z-]+)\]$", re.MULTILINE)
_EXAMPLE = re.compile(r"^example\b", re.MULTILINE)
_OWNERS = ("there is", "each ")
PLAYED = {each.code for each in complaints("playing").values()}

Finding = tuple[int, str]


@frozen
class Block:
    """A block of a page: `line` is where its fence stands, `kind` the words behind it."""

    page: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def fenced(page: Path) -> list[Block]:
    """All blocks of a page that say what they hold."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page.name, text.count("\n", 0, found.start()) + 1, found.group(1), found.group(2))
        for found in _FENCE.finditer(text)
    ]


def blocks(page: Path) -> list[Block]:
    """All blocks of rules of a page."""
    return [block for block in fenced(page) if block.kind.startswith("rules")]


@cache
def frame() -> str:
    """What completes the parts: the one block ```rules frame of SPEC.md."""
    return next(block.text for block in blocks(SPEC) if block.kind == "rules frame")


def completed(block: Block, own: str = "") -> str:
    """The whole ruleset that a block stands for; `own`: the frame of its page, where that is not the one of SPEC.md."""
    if block.kind != "rules part":
        return block.text
    mine = [head(paragraph) for paragraph in paragraphs(block.text)]
    fields = {owned for paragraph in paragraphs(block.text) for owned in _fields(paragraph)}
    rest = (_without(paragraph, fields) for paragraph in paragraphs(own or frame()) if _kept(head(paragraph), mine))
    return block.text + "".join(rest)


def _kept(head: str, mine: list[str]) -> bool:
    return head.startswith(_OWNERS) or head not in mine


def _fields(paragraph: str) -> Iterator[tuple[str, str]]:
    if head(paragraph).startswith(_OWNERS):
        for line in paragraph.splitlines()[1:]:
            yield head(paragraph), line.split(":")[0].strip()


def _without(paragraph: str, fields: set[tuple[str, str]]) -> str:
    """The paragraph of the frame without the fields that a block declares itself."""
    first, *lines = paragraph.splitlines(keepends=True)
    if not head(paragraph).startswith(_OWNERS):
        return paragraph
    return first + "".join(line for line in lines if (head(paragraph), line.split(":")[0].strip()) not in fields)


def expected(block: Block) -> list[Finding]:
    """What the comments of a block say that is wrong, by line."""
    lines = enumerate(block.text.splitlines(), 1)
    return sorted((number, found.group(2)) for number, line in lines if (found := MARK.search(line)))


@cache
def findings(text: str) -> tuple[Source, list[Diagnostic]]:
    """Everything that is said about a ruleset: what `check` finds, and if that is nothing, what its examples do."""
    data = text.encode()
    source = read_source("page.rules", data)
    if not isinstance(source, Source):
        return readable("page.rules", data), source
    found = check(source)
    wrong = any(one.severity == "error" for one in found)
    if any(code in PLAYED for _, code in MARK.findall(text)):
        found += [hole.diagnostic for hole in holes(read_text("page.rules", data), "page", Effort(work=600), Played())]
    silent = wrong or not _EXAMPLE.search(text)  # without examples it would only be checked once more
    return source, found if silent else [*found, *run_examples(source)]


def trouble(block: Block) -> str:
    """How a block and the language differ, as a text; empty if they agree.

    Warnings count in whole rulesets, and in a part that expects one, but not in the frame: parts use what it has.
    """
    source, found = findings(completed(block))
    wanted = expected(block)
    strict = block.kind == "rules" or re.search("-- (warning|suspicion):", block.text) is not None
    mine = len(source.text) if block.kind != "rules part" else len(block.text)
    counted = [one for one in found if one.severity == "error" or (strict and one.span.start < mine)]
    got = sorted((source.line(one.span.start), one.code) for one in counted)
    if got == wanted:
        return ""
    pages = "\n".join(render(source, one) for one in counted)
    return f"{block}: expected {wanted or 'nothing'}, got {got or 'nothing'}\n{pages}"
