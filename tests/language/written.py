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

from rulewright.web.lessons import stepping
from tests.language.blocks import MARK, Block, fenced

_TYPED = re.compile(r"^([\w-]+)> (.*)$", re.MULTILINE)


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


def unmarked(text: str) -> str:
    """The text as a reader types it, without what is said of errors behind lines."""
    return "".join(f"{MARK.sub('', line).rstrip()}\n" for line in text.splitlines())


def printed(block: Block) -> Printed:
    """What a block of text shows."""
    command, wanted = block.text.split("\n", 1)
    typed = [found.group(2) for found in _TYPED.finditer(wanted)]
    return Printed(shlex.split(command)[2:], typed, wanted)
