"""Pages that make rulesets before the reader's eyes: the text after each block, and what commands print of it.

The pages of a folder follow one another by name. A block ```rules begins a file; a block ```rules step changes it: its
paragraphs replace those of the same heading, new ones go behind the last that is not of a later sort. A block ```rules
of the same game after steps shows the file that these have made, laid out by `fmt`; any other begins another. A block
```text whose first line is `$ rulewright …` shows what that prints: `…` stands for anything within a line, alone on a
line for any lines, and `NAME> …` is typed by the reader.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from tests.language.blocks import MARK, Block, fenced, head, paragraphs

_TITLED = re.compile(r'(invariant|secret|example) "[^"]*"')
_TYPED = re.compile(r"^([\w-]+)> (.*)$", re.MULTILINE)
SORTS = (
    *("game", "option", "TYPE", "joined", "component", "there", "each", "setup", "play", "phase", "action"),
    *("choice", "to", "define", "scoring", "invariant", "secret", "accepted", "example"),
)


@frozen
class State:
    """The file as it stands at a block; `made`: what steps have made of it, where the block shows the whole."""

    block: Block
    text: str
    made: str

    def __str__(self) -> str:
        return str(self.block)


@frozen
class Printed:
    """A command, what is typed at its prompts, and what it must print."""

    words: list[str]
    typed: list[str]
    wanted: str

    def fits(self, printed: str) -> bool:
        """Whether this is what was to be printed, but for what is left out and blanks at the end of lines."""
        lines = (re.escape(line).replace("…", ".*") + "\n" for line in self.wanted.splitlines())
        pattern = "".join(r"(?:.*\n)*?" if line == ".*\n" else line for line in lines)
        return re.fullmatch(pattern, re.sub(r" *\n", "\n", f"{printed.strip()}\n")) is not None


def folders(pages: Sequence[Path]) -> list[list[Path]]:
    """Pages, together those of each folder."""
    return [[page for page in pages if page.parent == place] for place in sorted({page.parent for page in pages})]


def states(pages: Iterable[Path]) -> Iterator[State]:
    """What stands in the reader's file at each block of rules, and at each block that shows what a command prints."""
    text, stepped = "", False
    for block in (block for page in pages for block in fenced(page)):
        made = ""
        match block.kind:
            case "rules step":
                text, stepped = stepping(text, block.text), True
            case "rules":
                same = stepped and text.split("\n", 1)[0] == block.text.split("\n", 1)[0]
                made, text, stepped = text if same else "", block.text, False
            case "text" if block.text.startswith("$ rulewright "):
                pass
            case _:
                continue
        yield State(block, text, made)


def stepping(text: str, step: str) -> str:
    """A file with these paragraphs, in the place of those of the same heading."""
    kept = {heading(each): each for each in paragraphs(text)}
    for each in paragraphs(step):
        if heading(each) not in kept:
            before = [one for one in kept if _sort(one) <= _sort(heading(each))]
            kept = {one: kept[one] for one in before} | {heading(each): each} | kept
        kept[heading(each)] = each
    return "\n".join(f"{each.rstrip()}\n" for each in kept.values())


def heading(paragraph: str) -> str:
    """The words by which a paragraph is known, with the title where it has nothing else."""
    titled = _TITLED.match(paragraph)
    return titled.group() if titled else head(paragraph)


def _sort(heading: str) -> int:
    first = heading.split(maxsplit=1)[0]
    return SORTS.index(first if first in SORTS else "TYPE")


def unmarked(text: str) -> str:
    """The text as a reader types it, without what is said of errors behind lines."""
    return "".join(f"{MARK.sub('', line).rstrip()}\n" for line in text.splitlines())


def printed(block: Block) -> Printed:
    """What a block of text shows."""
    command, wanted = block.text.split("\n", 1)
    typed = [found.group(2) for found in _TYPED.finditer(wanted)]
    return Printed(shlex.split(command)[2:], typed, wanted)
