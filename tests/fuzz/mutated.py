"""Texts that somebody has changed at random: what ships, the blocks of the pages, and texts that nobody wrote, with
words, numbers, lines and paragraphs dropped, doubled, exchanged, moved, or taken from another text."""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from tests.language.blocks import CODES, ROOT, SPEC, blocks, completed, expected
from tests.made import made_text
from tests.made.dice import Dice
from tests.wasm.corners import CORNERS

SORTS = (("blocks", 50), ("wrong blocks", 8), ("examples", 25), ("made", 15), ("corners", 15), ("games", 2))
EXAMPLES = 5
ODD = (*'\0\t\r\u202e\u200b\xa0é“🂡"():_%', "\x1b[2J", "e\u0301", "--")
ENDS = (
    *(0, 1, 2, 4, 12, 16, 40, 64, 200, 256, 1_000, 1_024, 4_096, 9_999, 10_000, 50_000, 65_535, 65_536),
    *(100_000, 1_000_000, 1 << 20, 10_000_000, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 53, (1 << 63) - 1, 1 << 64),
    10**40,
)
"""Numbers at which something ends."""
BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf", b"\xf5\x80\x80\x80")
_WORD = re.compile(r"[\w+-]+|\d+|[^\w\s]")
_NAME = re.compile(r"[a-z][\w-]{2,}")

T = TypeVar("T")
Lines = list[str]
Change = Callable[[Dice, Lines, Lines], None]
"""Changes lines in place; the others are those of another text."""


@cache
def bases(sort: str) -> tuple[str, ...]:
    """The texts of a sort, but those that nobody wrote."""
    if "blocks" in sort:
        found = [block for page in (SPEC, CODES) for block in blocks(page)]
        return tuple(completed(block) for block in found if bool(expected(block)) == (sort == "wrong blocks"))
    if sort == "corners":
        return tuple(corner.text for corner in CORNERS.values())
    folders = [ROOT / "rulesets"] if sort == "games" else [ROOT / "examples", Path(__file__).parents[1] / "laws"]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("**/*.rules"))]
    return tuple(map(with_few_examples, texts))


def with_few_examples(text: str) -> str:
    """The same with few of its examples: to play all those of a large game takes as long as a watchdog waits."""
    found = paragraphs(text.splitlines())
    examples = [each for each in found if each[0].startswith("example ")]
    return "\n".join(line for each in found if each not in examples[EXAMPLES:] for line in each)


def weighted(dice: Dice, rows: Sequence[tuple[T, int]]) -> T:
    """One of these, the heavier the likelier."""
    return rows[dice.weighted([weight for _, weight in rows])][0]


def base(dice: Dice) -> str:
    """Any text."""
    sort = weighted(dice, SORTS)
    return made_text(dice.below(1 << 32)) if sort == "made" else dice.of(bases(sort))


def mutated(rng: random.Random) -> bytes:
    """A text after a few changes."""
    dice = Dice(rng)
    lines = base(dice).splitlines()
    for _ in range(dice.of((1, 1, 1, 2, 2, 3, 5, 12))):
        change = weighted(dice, CHANGES)
        change(dice, lines, base(dice).splitlines() if change in OF_ANOTHER else lines)
        lines = lines or [""]
    data = "\n".join([*lines, ""]).encode()
    return broken(dice, data) if dice.happens(0.03) else data


def broken(dice: Dice, data: bytes) -> bytes:
    """With bytes that are no text, or cut off."""
    place = dice.below(len(data) + 1)
    return data[:place] + (dice.of((*BYTES, bytes([dice.below(256)]))) + data[place:] if dice.happens(0.8) else b"")


# ---- changes within a line


def spot(dice: Dice, lines: Lines, pattern: re.Pattern[str]) -> tuple[int, re.Match[str]] | None:
    """A place where something of a sort stands, and its line."""
    for _ in range(8):
        number = dice.below(len(lines))
        if found := list(pattern.finditer(lines[number])):
            return number, dice.of(found)
    return None


def near_limits(dice: Dice, before: int) -> int:
    """An end or its neighbor, or a neighbor of what stood there."""
    if dice.happens(0.3):
        return before + dice.of((-1, 1))
    end = dice.of(ENDS) + dice.of((-1, 0, 0, 0, 1))
    return -end if dice.happens(0.15) else end


def put(lines: Lines, number: int, found: re.Match[str], text: str) -> None:
    lines[number] = lines[number][: found.start()] + text + lines[number][found.end() :]


def a_character(dice: Dice, lines: Lines, _: Lines) -> None:
    number = dice.below(len(lines))
    line, place = lines[number], dice.below(len(lines[number]) + 1)
    lines[number] = line[:place] + dice.of(("", line[place : place + 1] * 2, dice.of(ODD))) + line[place + 1 :]


def a_word(dice: Dice, lines: Lines, others: Lines) -> None:
    """Another word in its stead, or none, or twice."""
    if (one := spot(dice, lines, _WORD)) and (other := spot(dice, others, _WORD)):
        word, another = one[1].group(), other[1].group()
        put(lines, *one, dice.of((another, another, another, "", f"{word} {word}", f"{another} {word}")))


def two_words(dice: Dice, lines: Lines, _: Lines) -> None:
    """Neighbors change places."""
    number = dice.below(len(lines))
    if pairs := list(pairwise(_WORD.finditer(lines[number]))):
        one, other = dice.of(pairs)
        line = lines[number]
        between = line[one.end() : other.start()]
        lines[number] = line[: one.start()] + other.group() + between + one.group() + line[other.end() :]


def a_number(dice: Dice, lines: Lines, _: Lines) -> None:
    if one := spot(dice, lines, re.compile(r"-?\b\d+\b")):
        put(lines, *one, str(near_limits(dice, int(one[1].group()))))


def all_of_a_number(dice: Dice, lines: Lines, _: Lines) -> None:
    """The same number wherever it stands."""
    if one := spot(dice, lines, re.compile(r"\b\d+\b")):
        number, other = one[1].group(), str(near_limits(dice, int(one[1].group())))
        lines[:] = [re.sub(rf"\b{number}\b", other, line) for line in lines]


def names(dice: Dice, lines: Lines, _: Lines) -> None:
    """Two names change places everywhere, or in a line one takes the other's."""
    one, other = spot(dice, lines, _NAME), spot(dice, lines, _NAME)
    if one and other and dice.happens(0.6):
        put(lines, *one, other[1].group())
    elif one and other:
        swap = {one[1].group(): other[1].group(), other[1].group(): one[1].group()}
        lines[:] = [_NAME.sub(lambda found: swap.get(found.group(), found.group()), line) for line in lines]


# ---- changes of lines


def indented(dice: Dice, lines: Lines, _: Lines) -> None:
    number = dice.below(len(lines))
    by = dice.of((-4, -4, -1, 1, 4, 4, 70))
    lines[number] = " " * by + lines[number] if by > 0 else lines[number][-by:]


def some_lines(dice: Dice, lines: Lines, _: Lines) -> None:
    """A few lines are dropped, doubled, or moved."""
    first = dice.below(len(lines))
    last = first + dice.of((1, 1, 1, 2, 4))
    taken, way = lines[first:last], dice.below(4)
    if way == 3:
        lines[last:last] = taken * dice.of((1, 1, 1, 30))
        return
    del lines[first:last]
    if way:
        place = dice.below(len(lines) + 1)
        lines[place:place] = taken


def lines_of_another(dice: Dice, lines: Lines, others: Lines) -> None:
    first, place = dice.below(len(others)), dice.below(len(lines) + 1)
    lines[place:place] = others[first : first + dice.between(1, 3)]


# ---- changes of paragraphs


def paragraphs(lines: Lines) -> list[Lines]:
    """Each line in column 1 begins one."""
    found: list[Lines] = []
    for line in lines:
        if not found or (line and line[0] not in " -"):
            found.append([])
        found[-1].append(line)
    return found


def a_paragraph(dice: Dice, lines: Lines, _: Lines) -> None:
    """A paragraph is dropped, doubled, or moved."""
    found = paragraphs(lines)
    taken = found.pop(dice.below(len(found)))
    for _ in range(dice.of((0, 1, 2))):
        found.insert(dice.below(len(found) + 1), taken)
    lines[:] = [line for paragraph in found for line in paragraph]


def paragraph_of_another(dice: Dice, lines: Lines, others: Lines) -> None:
    """A paragraph of another text comes in, perhaps in the stead of one that begins with the same word."""
    found, taken = paragraphs(lines), dice.of(paragraphs(others))
    same = [number for number, each in enumerate(found) if each[0].split()[:1] == taken[0].split()[:1]]
    if same and dice.happens(0.5):
        found[dice.of(same)] = taken
    else:
        found.insert(dice.below(len(found) + 1), taken)
    lines[:] = [line for paragraph in found for line in paragraph]


OF_ANOTHER = (lines_of_another, paragraph_of_another)
CHANGES = (
    (a_character, 6),
    (a_word, 10),
    (two_words, 4),
    (a_number, 14),
    (all_of_a_number, 5),
    (names, 10),
    (indented, 4),
    (some_lines, 10),
    (lines_of_another, 4),
    (a_paragraph, 8),
    (paragraph_of_another, 12),
)
