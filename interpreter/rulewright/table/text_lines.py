"""Lines of styled fragments, texts set in them, and answers to questions at the table."""

import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal

from attrs import evolve, frozen

from rulewright.language.wording import joined
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.documents import Document
    from rulewright.machine.game import Rules


# ---- Lines of styled fragments: how wide they are, and texts set in them
# A fragment is a style's name and a text; `plain` forgets the styles. Laws: no line is wider than its room, what has
# no room on one is broken, and nothing is lost; stars at the end of a thing move nothing behind it.

Style = Literal["", "title", "name", "number", "step", "hint", "refused", "news", "you", "changed"]
Fragment = tuple[Style, str]
Line = tuple[Fragment, ...]
Word = Line  # fragments that stay on one line
Group = list[list[Word]]  # what is said of like things: the words of each owner together

STAR: Final = "*"  # behind what has changed; before the rest where something went away
WIDTH: Final = 80
NARROWEST, WIDEST = 20, 120
"""Lines are as wide as there is room, but for these bounds: on fewer columns they are cut off."""
GAP: Final = "   "
FREE: Final = 2  # the columns at the end of a line that are for stars alone
WIDE: Final[Fragment] = ("", " " * (len(GAP) - 1))  # the end of a word behind which there is a wide gap
HANGING: Final = 4  # the columns by which the further lines of what is longer than a line are moved in


def at_terminal() -> bool:
    """Whether a person sits on both ends of this process."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def piped_width() -> int:
    """The columns that may be filled where there is no terminal: COLUMNS of the environment, or the usual ones."""
    said = os.environ.get("COLUMNS", "")
    return max(NARROWEST, min(WIDEST, int(said))) if re.fullmatch(r"[1-9][0-9]{0,5}", said) else WIDTH


def plain(lines: Iterable[Line]) -> str:
    """Forget the styles."""
    return "".join(said(line).rstrip() + "\n" for line in lines)


def said(line: Line) -> str:
    """The text of a line."""
    return "".join(text for _, text in line)


def starred(text: str, style: Style = "", *, changed: bool) -> Line:
    """A text, with a star if it has changed."""
    return (("changed", f"{text}{STAR}"),) if changed else ((style, text),)


def columns(text: str) -> int:
    """The columns that a text takes: wide letters two, marks on other letters none."""
    if text.isascii():
        return len(text)
    letters = (letter for letter in text if unicodedata.category(letter) not in ("Mn", "Me"))
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in letters)


def padded(text: str, room: int) -> str:
    """A text with blanks up to so many columns."""
    return text + " " * (room - columns(text))


def beginning(text: str, room: int) -> str:
    """As much of a text as has room."""
    used = accumulate(map(columns, text))
    return text[: next((end for end, taken in enumerate(used) if taken > room), len(text))]


def cut(text: str, room: int) -> str:
    """A text, cut off where there is no room for it."""
    return text if columns(text) <= room else beginning(f"{beginning(text, room - 1)}…", max(0, room))


def length(line: Line) -> int:
    """The columns that a line takes."""
    return sum(columns(text) for _, text in line)


def stars(line: Line) -> int:
    """The stars in a line."""
    return sum(style == "changed" and text.endswith(STAR) for style, text in line)


def say(text: str, style: Style = "", *, width: int = WIDTH, indent: int = 0) -> list[Line]:
    """Set a text, escaped, in lines; line ends within it stay."""
    lines: list[Line] = []
    for paragraph in text.split("\n"):
        words: list[Word] = [((style, shown(word)),) for word in paragraph.split(" ")]
        lines += [((style, " " * indent + said(line)),) for line in flow([words], width - indent, free=0)]
    return lines


def fitted(lines: Iterable[Line], width: int, indent: int = 0) -> list[Line]:
    """Lines in rows of a width, none longer than it; the further rows of a line are moved in."""
    return [row for line in lines for row in ([line] if length(line) <= width else broken(line, width, indent))]


def broken(line: Line, width: int, indent: int = 0) -> Iterator[Line]:
    """A line in several rows, between words where that is possible."""
    width = max(1, width)
    indent = min(indent, width - 1)
    start: list[Fragment] = [("", " " * indent)] if indent else []
    row, used, blank = list[Fragment](), 0, True
    for style, text in line:
        for word in re.findall("[^ ]+ *|^ +", text):
            left = word
            while used + columns(left.rstrip()) > width:
                part = beginning(left, width - used) if blank else ""
                part = part or left[: not row or row == start]
                if part:
                    row.append((style, part))
                yield tuple(row)
                left = left[len(part) :]
                row, used, blank = [*start], indent, True
            part = beginning(left, width - used)
            row.append((style, part))
            used, blank = used + columns(part), blank and not part.strip()
    yield tuple(row)


def bare_length(word: Word) -> int:
    """The columns that a word takes, but for its stars."""
    return length(word) - stars(word)


def group_length(group: Group) -> int:
    """The columns that a group takes on one line, but for its stars."""
    return sum(bare_length(word) + 1 for words in group for word in words) + (len(GAP) - 1) * (len(group) - 1) - 1


def flow(chunks: Group, room: int, *, free: int = FREE) -> list[Line]:
    """Fill lines with words; the last `free` columns are for stars alone. Words that belong together begin a line where
    they fit on one and not on what is left of the last; what took several lines shares none. Stars take the room of the
    wide gap behind them, but for one blank."""
    lines: list[list[Fragment]] = []
    used, owed, shared = room + 1, 0, True
    for words in chunks:
        gap, together = len(GAP), group_length([words])
        begun = len(lines) + 1
        parts = (part for word in words for part in _parts(word, room - free))
        for number, word in enumerate(parts):
            eaten = min(owed, gap - 1)
            at = used - owed + gap
            apart = not shared or room - free - at < together <= room - free
            full = at + bare_length(word) > room - free or used + gap - eaten + length(word) > room
            if full or (number == 0 and apart):
                lines.append([])
                used, owed = 0, 0
            elif used:
                lines[-1].append(("", " " * (gap - eaten)))
                used, owed = used + gap - eaten, owed - eaten
            gap = 1
            if word[-1:] == (WIDE,):
                word, gap = word[:-1], len(GAP)  # noqa: PLW2901 - the gap is set before the next word
            lines[-1].extend(word)
            used, owed = used + length(word), owed + stars(word)
        shared = len(lines) <= begun
    return [tuple(line) for line in lines]


def _parts(word: Word, most: int) -> list[Word]:
    """A word, in parts where it is longer than that; its stars stand behind the last one, and break nothing."""
    if bare_length(word) <= most:
        return [word]
    bare = ((style, text.removesuffix(STAR) if style == "changed" else text) for style, text in word)
    *first, last = broken(tuple(bare), most)
    return [*first, (*last, ("changed", STAR * stars(word)))]


def in_parts(word: Word) -> list[Word]:
    """A word, of several if there are spaces in it, in its parts."""
    parts: list[Word] = [()]
    for style, text in word:
        first, *rest = text.split(" ")
        parts[-1:] = [(*parts[-1], (style, first)), *(((style, part),) for part in rest)]
    return parts


# ---- What is answered to a question at the table: short texts, not yet set in lines, and the lines of the rulebook
# Names of seats in the texts are those of the rules until `named` puts the people's there.

MOST_LISTED: Final = 12
NOTHING_SPEAKS: Final = 'Nothing in the rules speaks of "{}".'
STEP: Final = 3  # so many columns a text is set in below the one that it belongs to


@frozen
class Remark:
    """A text, how deep it is set in, its style, and whether it is a line of the rules."""

    text: str
    depth: int = 0
    style: Style = ""
    rule: bool = False


@frozen
class Said:
    """An answer; `refused`: the question could not be answered as it was asked."""

    remarks: tuple[Remark, ...]
    refused: bool = False


def answered(*remarks: Remark | str) -> Said:
    """An answer of these texts."""
    return Said(tuple(Remark(each) if isinstance(each, str) else each for each in remarks))


def refused(text: str) -> Said:
    """Say why there is no answer."""
    return Said((Remark(text, style="refused"),), refused=True)


def named(answer: Said, name: Callable[[str], str]) -> Said:
    """The answer with other names in its texts, but for what it quotes from the rules."""
    remarks = (each if each.rule else evolve(each, text=name(each.text)) for each in answer.remarks)
    return evolve(answer, remarks=tuple(remarks))


def lines(answer: Said, width: int) -> tuple[Line, ...]:
    """The answer set in lines."""
    return tuple(line for each in set_in(answer.remarks, width) for line in each)


def set_in(remarks: Sequence[Remark], width: int) -> list[list[Line]]:
    """Each remark in its lines."""
    return [say(each.text, each.style, width=width, indent=STEP * each.depth) for each in remarks]


def number_of(count: int, one: str) -> str:
    """A number with its noun."""
    return f"{count} {one}{'s' * (count != 1)}"


def listed(words: Iterable[str], last: str = "and", most: int = MOST_LISTED) -> str:
    """Words as a list in a sentence, of a long one the beginning."""
    words = list(words)
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return joined(words, last)


def times(names: Sequence[str], unseen: int = 0, most: int | None = None) -> str:
    """Names, equal ones together, at `most` so many, and how many are not seen: `red ×2, blue, 3 unseen`."""
    counted = list(Counter(names).items())
    told = [name if number == 1 else f"{name} ×{number}" for name, number in counted[:most]]
    more = len(names) - sum(number for _, number in counted[:most])
    return ", ".join([*told, *[f"{unseen} unseen"] * (unseen > 0)]) + f" and {more} more" * (more > 0)


def book_of(rules: "Rules") -> "Document":
    """The rulebook of rules at their setting."""
    from rulewright.analysis.rulebook import rulebook_of

    return rulebook_of(rules.source, (("player-count", rules.players), *rules.options.items()))


def book_about(book: "Document", word: str) -> "Document | None":
    """The rulebook; with a word only what tells of it, None if nothing does."""
    from rulewright.analysis.documents import sections_about

    if not word:
        return book
    sections = sections_about(book, word)
    return evolve(book, title="", subtitle="", chapters=sections) if sections else None


def rule_lines(book: "Document", word: str, width: int) -> list[Line]:
    """The rulebook; with a word only what tells of it, or that nothing does."""
    from rulewright.analysis.documents import document_lines

    part = book_about(book, word)
    if part is None:
        return say(NOTHING_SPEAKS.format(word), "refused", width=width)
    told = document_lines(part, part.chapters, width)
    return fitted([(("title" if sort == "title" else "", text),) for sort, text in told], width, HANGING)


def screenfuls(shown: Sequence[Line], height: int) -> Iterator[tuple[Sequence[Line], bool]]:
    """Lines in steps of the screen's height, a line kept free; and whether more come."""
    step = max(1, height - 1)
    for begin in range(0, len(shown), step):
        yield shown[begin : begin + step], begin + step < len(shown)
