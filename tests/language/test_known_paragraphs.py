"""A text that is read anew is what it is when it is read for the first time, whatever paragraphs are known."""

from pathlib import Path
from random import Random

import pytest

from rulewright.files import shipped
from rulewright.language.parser import Known, Parsed, parse
from rulewright.language.source import Source, read_source
from rulewright.language.tokens import paragraphs
from rulewright.language.walking import walk
from tests.editor.edits import session
from tests.laws.towers import TOWERS

GAMES = sorted(shipped().values())
TOO_HIGH = 150
"""So high some towers are refused."""


def placed(parsed: Parsed) -> list[object]:
    """All that a text has been read as, with the places, which are no part of what is equal."""
    return [(node, getattr(node, "span", None)) for node in walk(parsed.ruleset)]


@pytest.mark.sampled(24, 4)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_known_paragraphs_change_nothing(path: Path) -> None:
    known = Known()
    clean = set[str]()
    for text in (each.after for each in session(path.read_text(encoding="utf-8"), Random(path.stem), 6)):
        assert read_source(path.name, text.encode(), clean) == read_source(path.name, text.encode())
        source = Source(path.name, text if text.endswith("\n") else f"{text}\n")
        anew, again = parse(source), parse(source, known=known)
        assert (anew, placed(anew)) == (again, placed(again))


@pytest.mark.parametrize("name", [*TOWERS])
def test_how_high_known_paragraphs_are_built_does_not_change(name: str) -> None:
    text = TOWERS[name](TOO_HIGH)
    heads = paragraphs(text)
    known, middle = Known(), heads[len(heads) // 2]
    for each in (text, text[: middle[0]] + text[middle[1] :], text):
        source = Source("tower.rules", each)
        assert parse(source, known=known).diagnostics == parse(source).diagnostics
