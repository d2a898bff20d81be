"""Pages, plain data, harmless text and near words."""

import re

import pytest
from attrs import evolve

from rulewright.language import source as source_module
from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.render import as_github, as_json, paragraph_title, render
from rulewright.language.source import Source, read_source, readable
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs
from rulewright.shown import shown

TEXT = """\
suit is one of red, blue
action play(card) "Play it":
    needs no other in trick where its siut is card's suit
define best of player p: p
there is
"""
SOURCE = Source("aurum.rules", TEXT)
AT = TEXT.index("siut")
FOUND = Diagnostic(
    "unknown-question", 'A card has no "siut". A card has: suit, rank, strength. Did you mean "suit"?', Span(AT, AT + 4)
)


def test_a_finding_as_data() -> None:
    assert as_json(SOURCE, FOUND) == {
        "file": "aurum.rules",
        "line": 3,
        "column": 39,
        "end_line": 3,
        "end_column": 43,
        "paragraph": "action play",
        "severity": "error",
        "code": "unknown-question",
        "message": FOUND.message,
        "also": None,
        "edit": None,
        "example": None,
        "record": None,
        "position": None,
    }
    told = as_json(SOURCE, FOUND, example='example "one":', record="{}\n")
    assert (told["example"], told["record"]) == ('example "one":', "{}\n")


def test_a_finding_for_github() -> None:
    assert as_github(SOURCE, FOUND) == f"::error file=aurum.rules,line=3,col=39::{FOUND.message} [unknown-question]\n"
    escaped = Diagnostic("goes-wrong", "100 %\nof\x1b[2J a::b", Span(0, 1), "warning")
    assert as_github(Source("C:\\a,b 5%\n::x.rules", TEXT), escaped) == (
        "::warning file=C%3A\\a%2Cb 5%25\\u{a}%3A%3Ax.rules,line=1,col=1::100 %25\\u{a}of\\u{1b}[2J a::b [goes-wrong]\n"
    )
    assert as_github(SOURCE, evolve(FOUND, severity="suspicion")).startswith("::notice ")


# A line with `coins`, as files may have it, and its place there.
WRITTEN = {
    "blanks and tabs": ("play:\n    add\t1  to\t\tcoins\n", 2, 16),
    "Windows": ("-- one\r\nplay:\r\n    add 1 to coins\r\n", 3, 14),
    "Macintosh": ("-- one\rplay:\r    add 1 to coins\r", 3, 14),
    "a byte-order mark": ("\ufeffplay: add 1 to coins", 1, 16),
    "composed": ('play:\n    roll 1 to gr\u00fcn "\U0001f3b2" coins\n', 2, 24),
    "taken apart": ('-- o\u0308\nplay:\n    roll 1 to gru\u0308n "\u1100\u1161\U0001f3b2" coins\n', 3, 27),
    "made longer": ("play: \u0958\u0958 coins\r\n", 1, 10),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_places_are_those_of_the_file(name: str) -> None:
    text, line, column = WRITTEN[name]
    assert re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))[line - 1][column - 1 :] == "coins"
    for source in (read_source("x.rules", text.encode()), readable("x.rules", text.encode())):
        assert isinstance(source, Source)
        at = source.text.index("coins")
        for start, end in ((at, at + 5), (at + 5, len(source.text))):
            told = as_json(source, Diagnostic("unused", "x", Span(start, end)))
            assert (told["line"], told["column"]) == (line, column + start - at)
            assert (told["end_line"], told["end_column"]) == (line, column + 5)
        assert f"line={line},col={column}::" in as_github(source, Diagnostic("unused", "x", Span(at, at + 5)))


def test_a_second_place_and_an_edit_as_data() -> None:
    suit, red = TEXT.index("suit"), TEXT.index("red")
    edit = Edit(FOUND.span, "suit")
    told = as_json(SOURCE, evolve(FOUND, also=Place(Span(suit, suit + 4), "declared here"), edit=edit))
    assert told["also"] == {"line": 1, "column": 1, "end_line": 1, "end_column": 5, "message": "declared here"}
    assert told["edit"] == {"line": 3, "column": 39, "end_line": 3, "end_column": 43, "text": "suit", "sure": False}
    nothing = as_json(SOURCE, evolve(FOUND, edit=Edit(Span(red, red), "x")))["edit"]
    assert nothing == {"line": 1, "column": 16, "end_line": 1, "end_column": 16, "text": "x", "sure": False}


def test_paragraphs_have_titles() -> None:
    starts = [TEXT.index(word) for word in ("suit", "action", "define", "there")]
    assert [paragraph_title(SOURCE, at) for at in starts] == ["suit", "action play", "define best", "there is"]
    assert paragraph_title(Source("x", "-- only this\n"), 3) == ""


def test_strangers_cannot_write_on_the_screen() -> None:
    hostile = Source("evil\x1b[2J.rules", 'play:\n    x "\u202e\x1b[31m' + "y" * 300 + '"\n')
    told = render(hostile, Diagnostic("bad-text", "Look: \x1b[31m\u202e", Span(10, 11)))
    assert told.isprintable() or set(told) - {c for c in told if c.isprintable()} == {"\n"}
    assert max(map(len, told.split("\n"))) <= 204


def test_shown_escapes_and_cuts() -> None:
    assert shown("a\u202eb\u200bc\n") == "a\\u{202e}b\\u{200b}c\\u{a}"
    assert shown("größe 日本") == "größe 日本"
    assert shown("x" * 200) == "x" * 200
    assert shown("x" * 201) == "x" * 199 + "…"


def test_a_second_place_is_shown_with_its_line_and_reason() -> None:
    """Its paragraph only where it is another one; nothing where it stands on the line of the finding."""
    suit, play = TEXT.index("suit is"), TEXT.index("play(card)")
    elsewhere = evolve(FOUND, also=Place(Span(suit, suit + 4), "declared here"))
    second = 'Declared here, line 1, in "suit":\n    suit is one of red, blue\n'
    assert second in render(SOURCE, elsewhere)
    assert as_github(SOURCE, elsewhere).endswith(second.replace("\n", "%0A")[: -len("%0A")] + "\n")
    above = render(SOURCE, evolve(FOUND, also=Place(Span(play, play + 4), "picked here")))
    assert 'Picked here, line 2:\n    action play(card) "Play it":\n' in above
    beside = evolve(FOUND, also=Place(Span(AT - 5, AT - 1), "the first one"))
    assert render(SOURCE, beside) == render(SOURCE, FOUND)


def test_the_paragraphs_of_a_text_are_found_once_for_all_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []

    def counted(text: str) -> list[tuple[int, int]]:
        searched.append(text)
        return paragraphs(text)

    monkeypatch.setattr(source_module, "paragraphs", counted)
    text = "-- opening\ngame one\n" + "".join(f"action a{number}:\n    x\n" for number in range(20))
    whole = Source("many.rules", text)
    places = [0, *(found.start() for found in re.finditer("    x", text))]
    assert [paragraph_title(whole, place) for place in places] == ["", *(f"action a{number}" for number in range(20))]
    assert len(searched) == 1
