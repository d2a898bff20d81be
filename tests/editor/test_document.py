"""What is known of a text after each key: parts of what `check` tells, for whatever somebody types."""

import re
from pathlib import Path
from random import Random

import pytest

from rulewright.analysis.check import check
from rulewright.editor.completion import completions
from rulewright.editor.document import edited, opened, told_at_once
from rulewright.editor.outline import folds, outline
from rulewright.editor.repairs import repairs
from rulewright.files import find, shipped
from rulewright.language.building import FORMS
from rulewright.language.building.shapes import Form
from rulewright.language.diagnostics import Edit
from rulewright.language.messages import names
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.source import Source
from rulewright.language.span import Span
from tests.editor.edits import session

SMALL = sorted(path for path in shipped().values() if path.stat().st_size < 12_000)


def test_repairs_are_offered_on_the_whole_line_the_nearest_first() -> None:
    text = find("line-it").read_text(encoding="utf-8").replace("shuffle the deck", "shuffle the dekc")
    text = text.replace("move bet to discard", "move bte to discrad")
    source = read_in_its_language("game.rules", text.encode())
    assert isinstance(source, Source)

    def offered(at: str, behind: int = 0) -> list[str]:
        place = text.index(at) + behind
        return [each.edit.text for each in repairs(source, found, Span(place, place))]

    at = {word: Span(text.index(word), text.index(word) + len(word)) for word in ("dekc", "bte", "discrad")}
    right = {"dekc": "deck", "bte": "bet", "discrad": "discard"}
    found = [names.unknown_name(span, name=word, edit=Edit(span, right[word])) for word, span in at.items()]
    assert offered("    shuffle the dekc") == ["deck"]
    assert offered("    shuffle the dekc", -1) == []
    assert offered("        move bte") == ["bet", "discard"]
    assert offered("        move bte to discrad", 22) == ["discard", "bet"]


def errors(name: str, text: str) -> set[tuple[str, int]]:
    """The codes and lines of the errors that `check` finds."""
    source = read_in_its_language(name, text.encode())
    if not isinstance(source, Source):
        return {(one.code, text.count("\n", 0, one.span.start)) for one in source}
    return {(one.code, source.line(one.span.start) - 1) for one in check(source) if one.severity == "error"}


@pytest.mark.thorough
@pytest.mark.sampled(7, 7)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_what_is_told_at_once_is_so(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    document = opened(path.name, before)
    assert told_at_once(document) == []
    for text in (each.after for each in session(before, Random(path.stem), 10)):
        document = edited(document, text)
        assert told_at_once(document) == told_at_once(opened(path.name, text)), text
        found = {(one.code, document.source.line(one.span.start) - 1) for one in told_at_once(document)}
        assert {line for _, line in found} <= {line for _, line in errors(path.name, text)}, text


FRAMES = (
    "",
    'action a "b":\n    ',
    "setup:\n    if yes:\n        ",
    'example "a":\n    given:\n        ',
    "component a:\n    ",
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("form", {form.word: form for form in FORMS}.values(), ids=lambda form: form.word)
def test_a_form_may_be_cut_off_anywhere(form: Form) -> None:
    words = re.findall(r"[\w-]+|[^\w\s]", form.written)
    for number in range(1, min(len(words), 9) + 1):
        for frame in FRAMES:
            text = frame + " ".join(words[:number])
            document = opened("game.rules", f"{text}\n")
            assert told_at_once(document)
            completions(document, len(text))


@pytest.mark.sampled(7)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_each_paragraph_stands_in_the_outline_and_folds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = opened(path.name, text)
    heads = [line for line in text.split("\n") if line[:1] not in ("", " ", "-")]
    assert len(outline(document)) == len(heads)
    for first, last in folds(document):
        lines = text.split("\n")[first : last + 1]
        assert lines[0] in heads
        assert all(line[:1] in ("", " ", "-") for line in lines[1:])
        assert lines[-1].strip()
