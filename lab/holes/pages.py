"""The holes by hand: one page for each game, one section for each hole.

A section is its title, a line of facts, the reason in words, and what is edited, as blocks of `diff`:

    ## Nobody is asked twice
    kind · by playing · `code` or `code` · at `part of a line`

The facts: what sort of slip it is; how it is found (`reading`, `playing`, or `missed` where nothing can tell it from
rules that are meant); by which codes, any of them; and on which line, where that is not the first line that is new.
"""

import re
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from attrs import frozen

ROOT = Path(__file__).parents[2]
PAGES = Path(__file__).parent
GAMES = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")
By = Literal["reading", "playing", "missed"]
SECTION = re.compile(r"^## ", re.MULTILINE)
BLOCK = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")


@frozen
class Edit:
    """`old`, whole lines that stand in the ruleset once, becomes `new`."""

    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text with it."""
        assert text.count("\n" + self.old) == 1, f"stands {text.count(self.old)} times:\n{self.old}"
        return text.replace("\n" + self.old, "\n" + self.new)


@frozen
class Hole:
    """A slip in a game; `at`: parts of the lines where it may be told."""

    game: str
    title: str
    kind: str
    by: By
    codes: tuple[str, ...]
    at: tuple[str, ...]
    why: str
    edits: tuple[Edit, ...]

    @property
    def text(self) -> str:
        """The broken ruleset."""
        text = ruleset(self.game)
        for edit in self.edits:
            text = edit.applied(text)
        return text


@cache
def ruleset(game: str) -> str:
    """A shipped game, or an example, without its examples, which stand at the end."""
    text = next(ROOT.glob(f"[er]*s/{game}.rules")).read_text(encoding="utf-8")
    return text[: text.index('\nexample "') + 1]


@cache
def holes(game: str) -> tuple[Hole, ...]:
    """All holes of a game, in the order of its page."""
    return holes_in(game, (PAGES / f"{game}.md").read_text(encoding="utf-8"))


def holes_in(game: str, page: str) -> tuple[Hole, ...]:
    """The holes of a game that stand on a page."""
    return tuple(_hole(game, section) for section in SECTION.split(page)[1:])


def _hole(game: str, section: str) -> Hole:
    title, facts, *rest = [line for line in section.split("\n") if line]
    kind, by, *more = facts.split(" · ")
    by = by.removeprefix("by ")
    assert by in get_args(By), f"{title}: {facts}"
    codes = tuple(code for part in more if not part.startswith("at ") for code in CODE.findall(part))
    edits = tuple(map(_edit, BLOCK.findall(section)))
    at = tuple(place for part in more if part.startswith("at ") for place in CODE.findall(part))
    new = next((line[1:].strip() for line in section.split("\n") if re.match(r"\+ *\S", line)), "")
    why = " ".join(rest[: rest.index("```diff")])
    return Hole(game, title, kind, by, codes, at or (new,), why, edits)


def _edit(block: str) -> Edit:
    lines = block.splitlines(keepends=True)
    old, new = ([line[1:] for line in lines if line[0] in " " + sign] for sign in "-+")
    return Edit("".join(old), "".join(new))
