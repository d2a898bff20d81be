"""Places as an editor counts them, and letters of the source."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from rulewright.editor.positions import UNITS, Place, Written
from rulewright.language.source import Source, normal

LETTERS = st.lists(st.sampled_from([*"ab é\u0301e𝄞Å\n\r", "\r\n"]), max_size=30).map("".join)


def written(text: str, encoding: str = "utf-16") -> Written:
    """A text beside its source, as it is read from a file."""
    composed = unicodedata.is_normalized("NFC", text)
    lines = () if composed else tuple(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return Written(text, Source("a.rules", normal(text), lines), encoding)


@given(LETTERS, st.sampled_from([*UNITS]), st.booleans())
def test_a_letter_is_where_it_was(text: str, encoding: str, marked: bool) -> None:
    there = written("\ufeff" * marked + text, encoding)
    for offset in range(len(there.source.text)):
        assert there.offset(there.place(offset)) == offset


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 6), ("utf-16", 3), ("utf-32", 2)])
def test_columns_count_the_units_of_the_editor(encoding: str, column: int) -> None:
    there = written("x\né𝄞b\n", encoding)
    assert there.place(4) == Place(1, column)
    assert there.offset(Place(1, column)) == 4


def test_letters_that_a_file_has_in_two_parts_count_two() -> None:
    there = written("e\u0301b")
    assert there.source.text == "éb\n"
    assert there.place(1) == Place(0, 2)
    assert there.offset(Place(0, 2)) == 1


def test_places_beyond_the_text_are_its_end() -> None:
    there = written("ab\n")
    assert there.offset(Place(7, 3)) == 3
    assert there.offset(Place(0, 9)) == 2
