"""Texts of older versions of the language load unchanged, and are the same games."""

from functools import cache
from pathlib import Path
from typing import Final

import pytest

from rulewright.language.diagnostics import applied
from rulewright.language.languages import NEWEST, OLDEST
from rulewright.language.older_texts import saying
from rulewright.loading import read_text, rules_of
from tests.kept.games import FOLDER, games, texts

ROWS: Final = {
    (language, *line.split())
    for language in range(OLDEST, NEWEST)
    for line in (FOLDER / f"language-{language}.txt").read_text(encoding="utf-8").splitlines()
}


@cache
def kept(language: int) -> dict[str, bytes]:
    """The texts of a version."""
    return dict(texts(FOLDER / f"language-{language}.tar.xz"))


@pytest.mark.parametrize("language", range(OLDEST, NEWEST))
def test_each_text_has_its_row(language: int) -> None:
    assert {(language, name) for name in kept(language)} == {row[:2] for row in ROWS}


@pytest.mark.sampled(60, 6)
@pytest.mark.parametrize(("language", "name", "told"), sorted(ROWS))
def test_a_text_is_the_game_that_it_was(language: int, name: str, told: str) -> None:
    data = kept(language)[name]
    text = read_text(Path(name).name, data)
    assert games(text, name) == told
    edit = saying(text.source.text, language)
    assert edit is not None
    stated = read_text(Path(name).name, applied(text.source.text, [edit]).encode())
    assert stated.source.language == language
    assert rules_of(stated, name).program.digest == rules_of(text, name).program.digest
