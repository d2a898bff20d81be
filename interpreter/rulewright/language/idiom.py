r"""Ways of writing from elsewhere: what they look like, what is said of them, and what stands here instead.

The rows are in `foreign_idioms.txt`, one a line: what is said (a name of `messages/idioms`), a pattern and, behind
`->`, what stands instead. A row that goes on is indented. With `!` behind its name a row is told even where nobody can
say how the line is written here.

A pattern is a regular expression in which a blank is any space with or without `the`, `[ ]` is a blank, and `{name}` is
one of the pieces. What stands instead is the first of several, with ` // ` between, of which all can be filled in:
`\1` or `{name}` is what a group found; `{name:group}` and other names are functions of `idiom_repairs`; with `?` there
must be something, with `!` nothing. ` && ` and ` || ` stand between conditions; `...` repeats one for `{each}` of the
values found.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from importlib.resources import files
from typing import Final

from attrs import frozen

from rulewright.language import idiom_repairs
from rulewright.language.building import SENTENCES
from rulewright.language.diagnostics import Complaint
from rulewright.language.line_repair import Stretch
from rulewright.language.messages import idioms as words


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
    lines = (
        re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\n    ->", "  ->").replace("\n    ", "").splitlines()
    )
    pieces = {"word": idiom_repairs.WORD, "run": idiom_repairs.RUN, "verbs": "|".join(form.word for form in SENTENCES)}
    rows, section = defaultdict[str, list[Habit]](list), ""
    for line in lines:
        name, _, row = line.partition(": ")
        if line.startswith("== "):
            section = line.removeprefix("== ")
        elif section == "pieces":
            pieces[name] = _expanded(row, pieces)
        else:
            written, arrow, repair = row.partition("  -> ")
            pattern = _expanded(written, pieces).replace(r"\s+", r"\s+(?:the\s+)?")
            said = getattr(words, name.removesuffix("!"))
            instead = repair.strip('"').replace(r"\n", "\n") if arrow else None
            rows[section].append(Habit(pattern, said, instead, sure=name.endswith("!") or not arrow))
    return {section: tuple(each) for section, each in rows.items()}


def _expanded(written: str, pieces: dict[str, str]) -> str:
    """A pattern with its pieces."""
    spaced = re.sub(r"(?<!\[) ", r"\\s+", written)
    return re.sub(r"\{([a-z][a-z-]*)\}", lambda name: pieces[name[1]], spaced)


ROWS: Final = _read()


def repaired(repair: str, found: re.Match[str], lines: Stretch) -> str | None:
    """What stands in the place of what is found: the first that can be filled in."""
    filled = (_joined(each, found, lines) for each in repair.split(" // "))
    return next((text for text in filled if text is not None), None)


def _joined(template: str, found: re.Match[str], lines: Stretch) -> str | None:
    """One or several conditions."""
    word = "or" if " || " in template else "and"
    parts = re.split(r" (?:&&|\|\|) ", template.removesuffix(" && ...").removesuffix(" || ..."))
    if parts == [template]:
        return _filled(template, found, lines)
    values = idiom_repairs.values(found["values"]) if "each}" in template else [""]
    filled = [_filled(part, found, lines, each) for part in parts for each in values]
    whole = [text for text in filled if text is not None]
    return idiom_repairs.grouped(found, whole, word) if len(whole) == len(filled) else None


_GAP: Final = re.compile(r"\\(?P<number>\d)|\{(?P<guard>[?!]?)(?P<name>[\w-]+)(?::(?P<of>\w+))?\}")


def _filled(template: str, found: re.Match[str], lines: Stretch, each: str = "") -> str | None:
    filled = [_value(gap, found, lines, each) for gap in _GAP.finditer(template)]
    texts = iter([text for text in filled if text is not None])
    return None if None in filled else _GAP.sub(lambda _: next(texts), template)


def _value(gap: re.Match[str], found: re.Match[str], lines: Stretch, each: str) -> str | None:
    """What stands in a gap; of a guard nothing, if there is something, or if there is not."""
    groups = {**found.groupdict(), **{str(number): text for number, text in enumerate(found.groups(), 1)}, "each": each}
    name, of = gap["number"] or gap["name"], gap["of"]
    if of is None and name in groups:
        text = groups[name] or ""
    else:
        work: Callable[..., str | None] = getattr(idiom_repairs, name.replace("-", "_"))
        text = work(found if of is None else groups[of] or "", lines)
    if gap["guard"]:
        return "" if bool(text) is (gap["guard"] == "?") else None
    return text
