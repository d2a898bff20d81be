"""Pages, plain data, harmless text and near words."""

from attrs import evolve

from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.render import as_json, paragraph_title, render
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.suggest import closest
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


def test_the_page_of_the_language_reference() -> None:
    assert (
        render(SOURCE, FOUND)
        == """\
aurum.rules, line 3, in "action play":
    needs no other in trick where its siut is card's suit
                                      ^^^^
A card has no "siut". A card has: suit, rank, strength. Did you mean "suit"?
[unknown-question]
"""
    )


def test_the_same_as_data() -> None:
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
    }


def test_a_second_place_and_an_edit_as_data() -> None:
    suit, red = TEXT.index("suit"), TEXT.index("red")
    edit = Edit(FOUND.span, "suit")
    told = as_json(SOURCE, evolve(FOUND, also=Place(Span(suit, suit + 4), "declared here"), edit=edit))
    assert told["also"] == {"line": 1, "column": 1, "end_line": 1, "end_column": 5, "message": "declared here"}
    assert told["edit"] == {"line": 3, "column": 39, "end_line": 3, "end_column": 43, "text": "suit"}
    nothing = as_json(SOURCE, evolve(FOUND, edit=Edit(Span(red, red), "x")))["edit"]
    assert nothing == {"line": 1, "column": 16, "end_line": 1, "end_column": 16, "text": "x"}


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


def test_near_words_are_found() -> None:
    assert closest("siut", ["rank", "suit"]) == "suit"
    assert closest("shufle", ["swap", "shuffle"]) == "shuffle"
    assert closest("Gold", ["gold"]) == "gold"
    assert closest("x", ["y", "z"]) is None
    assert closest("silver", ["zinc"]) is None
    assert closest("card", []) is None
    assert closest("cards", ["cord", "card"]) == "card"
