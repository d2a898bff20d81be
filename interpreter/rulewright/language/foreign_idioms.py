r"""Ways of writing from elsewhere: what they look like, what is said of them, and what stands here instead.

The rows are in `foreign_idioms.txt`, one a line: what is said (a name of `messages/idioms`), a pattern and, behind
`->`, what stands instead. A row that goes on is indented. With `!` behind its name a row is told even where nobody can
say how the line is written here. A row may be meant by a line that leaves the grammar if the first word that does not
fit lies in what the pattern finds, or directly behind it; of several rows the first counts with which the line fits.

A pattern is a regular expression in which a blank is any space with or without `the`, `[ ]` is a blank, and `{name}` is
one of the pieces. What stands instead is the first of several, with ` // ` between, of which all can be filled in:
`\1` or `{name}` is what a group found; `{name:group}` and other names are repairs of `idiom_repairs`; with `?` there
must be something, with `!` nothing. ` && ` and ` || ` stand between conditions; `...` repeats one for `{each}` of the
values found.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import takewhile
from typing import Final

from attrs import frozen

from rulewright.language import idiom_repairs
from rulewright.language.building import SENTENCES
from rulewright.language.diagnostics import Complaint
from rulewright.language.line_repair import Misfit, Stretch
from rulewright.language.messages import idioms as words
from rulewright.language.span import Span
from rulewright.language.tokens import LAYOUT, Token


@frozen
class Habit:
    """A way to write, as a pattern; of its repair each further line is indented as the first one is. What is `sure` is
    told even where nobody can say how the line is written here."""

    written: str
    said: Complaint
    repair: str | None
    sure: bool


def _read() -> dict[str, tuple[Habit, ...]]:
    """The rows of each section."""
    text = files("rulewright.language").joinpath("foreign_idioms.txt").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\n    ->", "  ->").replace("\n    ", "")
    pieces = {"word": idiom_repairs.WORD, "run": idiom_repairs.RUN, "verbs": "|".join(form.word for form in SENTENCES)}
    rows, section = defaultdict[str, list[Habit]](list), ""
    for line in text.splitlines():
        if line.startswith("== "):
            section = line.removeprefix("== ")
            continue
        name, _, row = line.partition(": ")
        written, arrow, repair = row.partition("  -> ")
        spaced = re.sub(r"(?<!\[) ", r"\\s+", written)
        pattern = re.sub(r"\{([a-z][a-z-]*)\}", lambda name: pieces[name[1]], spaced)
        if section == "pieces":
            pieces[name] = pattern
        else:
            pattern = pattern.replace(r"\s+", r"\s+(?:the\s+)?")
            instead = repair.strip('"').replace(r"\n", "\n") if arrow else None
            sure = name.endswith("!") or not arrow
            rows[section].append(Habit(pattern, getattr(words, name.removesuffix("!")), instead, sure))
    return {section: tuple(each) for section, each in rows.items()}


ROWS: Final = _read()
_DOING: Final = frozenset(("setup", "play", "phase", "to", "action"))


@frozen
class Reading:
    """What may be meant by a line: what is said of that, of which word, at which place of its text, and the line as it
    is written here."""

    said: Complaint
    word: str
    span: Span
    text: str | None
    sure: bool


def data_below(tokens: Sequence[Token]) -> str | None:
    """The section of rows for what stands below the first line of a paragraph, if those lines are data."""
    head = [token.text for token in takewhile(lambda token: token.kind not in LAYOUT, tokens)]
    if head[:1] == ["define"]:
        return "tables" if "by" in head[2:] else "cases"
    return "values" if head[1:] and head[1:4] == ["is", "one", "of"] else None


def readings(lines: Stretch, misfit: Misfit) -> Iterator[Reading]:
    """What may be meant by lines that leave the grammar, as far as they are written as elsewhere."""
    paragraph, token, text = lines.tokens[0].text, misfit.token, misfit.text
    rows = ROWS["doing"]
    if (data := data_below(lines.tokens)) and lines.line.at:
        rows = (*ROWS["cases"], *ROWS["declaring"], *rows) if data == "cases" else ROWS[data]
    elif paragraph == "example":
        rows = (*ROWS["examples"], *rows)
    elif paragraph not in _DOING or not lines.line.at:
        rows = (*ROWS["declaring"], *rows)
    for habit in rows:
        for found in re.finditer(habit.written, text):
            if found.start() > token.start or text[found.end() : token.start].strip():
                continue
            new = None if habit.repair is None else repaired(habit.repair, found, lines)
            if new is not None:
                new = text[: found.start()] + new.replace("\n", "\n" + " " * lines.column) + text[found.end() :]
            if new is not None or habit.sure:
                word = " ".join((found.groupdict().get("word") or found.group()).split())
                yield Reading(habit.said, word, _place(found, misfit), new, habit.sure)


def _place(found: re.Match[str], misfit: Misfit) -> Span:
    """What does not fit; of a first word that is no such word here that one, or what stands before it."""
    first, token = misfit.tokens[misfit.first], misfit.token
    if misfit.at == misfit.first + 1 and found.start() == first.start:
        return Span(first.start, first.end)
    if found.end() <= token.start:
        return Span(found.start(), found.start() + len(found.group().rstrip()))
    return Span(token.start, token.end)


def repaired(repair: str, found: re.Match[str], lines: Stretch) -> str | None:
    """What stands in the place of what is found: the first that can be filled in, one or several conditions."""
    for template in repair.split(" // "):
        parts = re.split(r" (?:&&|\|\|) ", template.removesuffix(" && ...").removesuffix(" || ..."))
        values = idiom_repairs.values(found["values"]) if parts != [template] and "each}" in template else [""]
        texts = [_filled(part, found, lines, each) for part in parts for each in values]
        whole = [text for text in texts if text is not None]
        if len(whole) == len(texts):
            joint = "or" if " || " in template else "and"
            return whole[0] if parts == [template] else idiom_repairs.grouped(found, whole, joint)
    return None


_GAP: Final = re.compile(r"\\(?P<number>\d)|\{(?P<guard>[?!]?)(?P<name>[\w-]+)(?::(?P<of>\w+))?\}")


def _filled(template: str, found: re.Match[str], lines: Stretch, each: str) -> str | None:
    """A template with what stands in its gaps; of a guard nothing, if there is something, or if there is not."""
    groups = {**found.groupdict(), **{str(number): text for number, text in enumerate(found.groups(), 1)}, "each": each}
    filled: list[str] = []
    for gap in _GAP.finditer(template):
        name, of = gap["number"] or gap["name"], gap["of"]
        if of is None and name in groups:
            text: str | None = groups[name] or ""
        else:
            short = idiom_repairs.REPAIRS.get(name)
            work: Callable[..., str | None] = short or getattr(idiom_repairs, name.replace("-", "_"))
            text = work(found if of is None else groups[of] or "", lines)
        if gap["guard"]:
            text = "" if bool(text) is (gap["guard"] == "?") else None
        if text is None:
            return None
        filled.append(text)
    texts = iter(filled)
    return _GAP.sub(lambda _: next(texts), template)
