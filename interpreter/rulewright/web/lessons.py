"""Rules as they are learned: a step of the tutorial changes some paragraphs of a text."""

import re
from typing import Final

_HEAD: Final = re.compile(r"[\w+-]+(?: [\w+-]+)?(?: and [\w+-]+)?(?: has| is)?")
_TITLED: Final = re.compile(r'(invariant|secret|example) "[^"]*"')
SORTS: Final = (
    *("game", "option", "TYPE", "joined", "component", "there", "each", "setup", "play", "phase", "action"),
    *("choice", "to", "define", "scoring", "invariant", "secret", "accepted", "example"),
)
"""The sorts of paragraphs in the order in which people like to find them, by their first words."""


def stepping(text: str, step: str) -> str:
    """A text with these paragraphs, in the place of those of the same heading; new ones go behind the last that is not
    of a later sort."""
    kept = {heading(each): each for each in paragraphs(text)}
    for each in paragraphs(step):
        if heading(each) not in kept:
            before = [one for one in kept if _sort(one) <= _sort(heading(each))]
            kept = {one: kept[one] for one in before} | {heading(each): each} | kept
        kept[heading(each)] = each
    return "\n".join(f"{each.rstrip()}\n" for each in kept.values())


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each with what stands above the next one."""
    return [part for part in re.split(r"^(?=[^\s-])", text, flags=re.MULTILINE) if part.strip()]


def head(paragraph: str) -> str:
    """The words by which a paragraph is known: `game`, `play`, `phase turn`, `each player has`."""
    found = _HEAD.match(paragraph)
    words = found.group() if found else ""
    return words.split()[0] if words.split()[:1] in (["game"], ["setup"], ["play"], ["scoring"]) else words


def heading(paragraph: str) -> str:
    """The same, with the title where it has nothing else."""
    titled = _TITLED.match(paragraph)
    return titled.group() if titled else head(paragraph)


def _sort(heading: str) -> int:
    first = heading.split(maxsplit=1)[0]
    return SORTS.index(first if first in SORTS else "TYPE")
