"""An edit that is offered, carried out, does what the author meant.

Each case of `edits_mean.txt` is what was written, completed by the frame of the messages, and rows
`= given | moves | then` that say by hand what comes out once the edit is made. Every place of the program that makes an
edit for a message, and every complaint that offers one, has a case.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen

from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.messages import reading
from rulewright.language.source import Source, read_source, readable
from tests.analysis.looking import run_examples
from tests.language import test_diagnostics
from tests.language.test_diagnostics import COMPLAINTS, ROOT
from tests.language.test_messages import completed

pytestmark = pytest.mark.thorough

PLAY: Final = "play:\n    each player: choose act or pass\naction pass: nothing\n"
NOT_OFFERED: Final = {
    ("analysis/trying.py", "needed"),
    ("language/repair_candidates.py", "meaning"),
    ("analysis/upgrading.py", "_step"),
    ("analysis/upgrading.py", "_other_names"),
    ("language/older_texts.py", "saying"),
    ("editor/names.py", "edits_of"),
    ("editor/names.py", "_same_game"),
    ("editor/repairs.py", "layout"),
}
"""Functions whose edits only try something out, say a version of the language (`test_languages` has them), or are what
an editor asks for: another name, the layout."""


@frozen
class Case:
    """What was written, and the examples that hold once it is repaired."""

    wrong: str
    outcomes: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole text."""
        play = "" if "play:" in self.wrong else PLAY
        return completed("".join([self.wrong, play, *map(example, range(len(self.outcomes)), self.outcomes)]))


def example(number: int, outcome: str) -> str:
    given, moves, then = (["", *filter(None, part.strip().split("; "))] for part in outcome.split("|"))
    parts = [("given:", given), ("at play", ["", ""]), ("when:", moves), ("then:", then)]
    lines = "".join(f"    {head}" + "\n        ".join(part).rstrip() + "\n" for head, part in parts if part[1:])
    return f'example "outcome {number}":\n    players Ann, Bob\n{lines}'


def cases() -> Iterator[Case]:
    for block in (Path(__file__).parent / "edits_mean.txt").read_text(encoding="utf-8").split("=====\n"):
        lines = block.splitlines()
        wrong = "".join(f"{line}\n" for line in lines if not line.startswith("= "))
        yield Case(wrong, tuple(line.removeprefix("= ") for line in lines if line.startswith("= ")))


def told(text: str) -> list[Diagnostic]:
    """What is wrong with a text; where that is nothing, what else is told."""
    source = read_source("case.rules", text.encode())
    found = check(source) if isinstance(source, Source) else source
    return [one for one in found if one.severity == "error"] or found


@frozen
class Repairs:
    """Each text with the edit that is offered first, the lines of the program that made the edits, and the sentences
    that offer them."""

    made: tuple[tuple[Case, str], ...]
    lines: frozenset[tuple[Path, int]]
    sentences: frozenset[str]


@pytest.fixture(scope="module")
def repairs() -> Repairs:
    made: list[tuple[Case, str]] = []
    noted: list[tuple[str, Path, int]] = []
    lines, sentences = set(), set()
    begin = Edit.__init__

    def noting(edit: Edit, *args: Any, **more: Any) -> None:
        begin(edit, *args, **more)
        caller = sys._getframe(1)
        noted.append((edit.text, Path(caller.f_code.co_filename), caller.f_lineno))

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Edit, "__init__", noting)
        for case in cases():
            noted.clear()
            offered = {one.sentence: one.edit for one in told(case.text) if one.edit is not None}
            assert offered, case.wrong
            edit = next(iter(offered.values()))
            lines |= {(file, line) for text, file, line in noted if text == edit.text}
            sentences |= {next(iter(offered))}
            made.append((case, applied(readable("case.rules", case.text.encode()).text, [edit])))
    return Repairs(tuple(made), frozenset(lines), frozenset(sentences))


def test_what_is_repaired_does_what_was_meant(repairs: Repairs) -> None:
    failing = ((case, run_examples(Source("case.rules", text))) for case, text in repairs.made)
    assert [(case.wrong, [one.message for one in found]) for case, found in failing if found] == []


def edits_made() -> Iterator[tuple[str, str, range]]:
    """Each call that makes an edit: its file, the function that it stands in, and its lines."""
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for part in ast.parse(text).body if re.search(r"\bEdit\(", text) else ():
            for node in ast.walk(part):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Edit":
                    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                    yield path.relative_to(ROOT).as_posix(), getattr(part, "name", ""), lines


def test_each_place_that_makes_an_edit_has_a_case(repairs: Repairs) -> None:
    assert [
        (file, function, lines.start)
        for file, function, lines in edits_made()
        if (file, function) not in NOT_OFFERED and repairs.lines.isdisjoint((ROOT / file, line) for line in lines)
    ] == []


def test_each_complaint_that_offers_an_edit_has_a_case(repairs: Repairs) -> None:
    handed_on = {
        complaint.sentence
        for _, complaint, call in test_diagnostics.told()
        if any(each.arg == "edit" for each in call.keywords)
    }
    offering = {one.sentence for one in COMPLAINTS if one.edit is not None} | handed_on
    assert sorted(offering - repairs.sentences - {reading.older_text.sentence}) == []


@pytest.mark.parametrize("line", ["let x be your", "let x be not", "if bid for 3: nothing"])
def test_nothing_is_offered_where_a_keyword_only_lacks_a_name(line: str) -> None:
    assert [one.edit for one in told(completed(f"action act:\n    {line}\n")) if one.edit is not None] == []
