"""What is written as elsewhere is answered with the line as it is written here, and reading goes on with that.

The table is `habits.txt`: below a head, what was written and what the edit makes of it. Where one line becomes several
they are joined by ` / `; a line without a second half is answered in words only. `borrowed.txt` has a line for each
word of other languages with which something begins, and the word that is told for it.
"""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.language import foreign_idioms, idiom_repairs, syntax as s
from rulewright.language.building import BORROWED
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.parser import parse
from rulewright.language.source import Source, normal

TABLE = Path(__file__).with_name("habits.txt").read_text(encoding="utf-8")
WORDS = Path(__file__).with_name("borrowed.txt").read_text(encoding="utf-8")
DECLARED = """\
game "Declared"
    players foxes, hens
good is one of cloth, wool
cell is grid 5 by 5
component card: good, worth 1..8
    1 of any, any
there is
    board: card on each cell
each player has
    hold: area of card
    gold: 0..9
    past: memory of hold
    bid: good or none
action act: nothing
action pass: nothing
"""


def written(head: str, line: str) -> str:
    """The paragraph of a line; where it has no head, what follows stands a step deeper each. What is `declared` counts
    for the meaning."""
    lines = [each.rstrip() for each in line.split(" / ")]
    if head.startswith("declared "):
        return DECLARED + "\n    ".join([head.removeprefix("declared "), *lines])
    if not head:
        return "\n".join("    " * place + each.strip() for place, each in enumerate(lines))
    if head == "play: if":
        return f"play:\n    if {line}: nothing"
    return "\n    ".join([head, *lines])


def rows(table: str = TABLE) -> Iterator[tuple[str, str, str]]:
    head = ""
    for line in table.splitlines():
        if line.startswith("# "):
            continue
        if line.startswith("=="):
            head = line[2:].strip()
            continue
        wrong, _, right = (each.strip() for each in line.partition("|"))
        yield head, wrong, right


def found_in(text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = Source("x.rules", normal(text))
    return source, parse(source).diagnostics


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("head", "wrong", "right"), [*rows()])
def test_the_edit_makes_the_line_that_is_meant(head: str, wrong: str, right: str) -> None:
    source, found = found_in(written(head, wrong))
    edits = [one.edit for one in found]
    assert len(found) == 1
    made = applied(source.text, [edits[0]]) if edits[0] else ""
    assert " ".join(made.split()) == " ".join(written(head, right).replace("/", " ").split() if right else [])
    assert found_in(made)[1] == ()


@pytest.mark.parametrize(("head", "wrong", "meant"), [*rows(WORDS)])
def test_a_word_of_other_languages_leads_to_the_form_that_is_meant(head: str, wrong: str, meant: str) -> None:
    source, found = found_in(written(head, wrong))
    made = applied(source.text, [one.edit for one in found if one.edit])
    begins = re.compile(rf"(?:`|Did you mean: |^ *){meant}\b", re.MULTILINE)
    assert begins.search(made) or any(begins.search(one.message) for one in found)


def test_every_borrowed_word_has_a_row() -> None:
    rows_of = {(wrong.rpartition(" / ")[2].split()[0].rstrip(":"), meant.split()[0]) for _, wrong, meant in rows(WORDS)}
    assert {*BORROWED.items()} <= rows_of


def test_every_gap_of_a_repair_can_be_filled() -> None:
    """By what the row's pattern finds, or by a function that is there."""
    functions = {*idiom_repairs.REPAIRS, "each", *(name.replace("_", "-") for name in vars(idiom_repairs))}
    for row in itertools.chain(*foreign_idioms.ROWS.values()):
        gaps = set(re.findall(r"\{[?!]?([a-z][\w-]*)(?::\w+)?\}", row.repair or ""))
        assert gaps <= functions | {*re.compile(row.written).groupindex}, row.written


def test_reading_goes_on_with_what_is_meant() -> None:
    text = "play:\n    if bid < 3:\n        bid = 1\n    else:\n        nothing\n    while bid is 3: nothing\n"
    parsed = parse(Source("x.rules", text))
    assert [one.code for one in parsed.diagnostics] == ["strange-character"] * 2 + ["said-otherwise"] * 2
    (play,) = parsed.ruleset.declarations
    assert isinstance(play, s.Play)
    assert [type(each) for each in play.body] == [s.If, s.Repeat]
    assert parsed.whole


def test_only_so_many_lines_are_read_anew() -> None:
    lines = "".join(f"define f{number}: {number} is at\n    most 1\n" for number in range(300))
    found = parse(Source("x.rules", lines)).diagnostics
    assert len(found) == 300
    assert sum(one.edit is not None for one in found) == 100


@pytest.mark.parametrize("between", [" " * 50_000, "is not " * 5_000, "and " * 5_000])
def test_what_is_very_long_is_not_read_anew(between: str) -> None:
    (found,) = parse(Source("x.rules", f"play:\n    if a {between}b c then: nothing\n")).diagnostics
    assert found.edit is None
