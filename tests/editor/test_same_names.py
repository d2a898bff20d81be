"""Which of several things that are called alike a word names."""

from functools import cache

import pytest

from rulewright.editor.document import Document, edited, opened
from rulewright.editor.same_names import declarations, uses
from rulewright.files import find
from rulewright.language.span import Span

CASES = (
    # a member, by the type of what it is asked of
    ("line-it", "its value is bet's value", "value", "component token"),
    ("line-it", "bet's value to your bonuses", "value", "component card"),
    ("line-it", "total value of its bonuses", "value", "component token"),
    ("balloon-cup", "needs balloon's number is 7", "number", "component balloon"),
    ("balloon-cup", "size is tile's number", "number", "component tile"),
    ("alchemy", "possible(potion's effect, you)", "effect", "component potion"),
    ("alchemy", "possible(card's effect, you)", "effect", "component card"),
    ("line-it", 'called "token-{value}"', "value", "component token"),
    ("biblios", "x's category is c", "category", "component card"),
    ("aurum", "its tricks is its prediction", "tricks", "define tricks of team"),
    ("apotheca", "its color is drop's color", "color", "component potion"),
    # what is called like it in another place
    ("aurum", "last card in trick where", "trick", "trick: row of card"),
    ("aurum", "        trick\n", "trick", "phase trick"),
    ("aurum", "finish tricks", "tricks", "phase tricks"),
    ("alchemy", "earth + water, gain, 1", "gain", "effect is one of"),
    ("alchemy", "choose gain, strength", "gain", "action gain"),
    ("biblios", "move lot to discard\n\nphase", "discard", "discard: area of card"),
    ("biblios", "choose discard or refuse", "discard", "action discard"),
    ("line-it", "needs your row is not empty", "row", "row: row of card"),
    ("line-it", "when place is row", "row", "pick place from row, hand, new-row"),
    ("apotheca", "each color has", "color", "color is one of"),
    # what belongs to a paragraph
    ("apotheca", "let hue be match's spots'", "match", "pick match from matches"),
    ("biblios", "satisfies c is right", "c is right", "must leave every c in"),
    ("biblios", "c's white is in 1..c's die", "c's", "define right of category c"),
    ("aurum", "is metal with lowest rank", "rank", "component card"),
)
"""A game, where a word stands in it, and how the line begins in which that is declared."""


@cache
def shown(game: str) -> Document:
    return opened(f"{game}.rules", find(game).read_text(encoding="utf-8"))


def lines(document: Document, spans: list[Span]) -> list[str]:
    return [document.source.line_text(document.source.line(each.start)).strip() for each in spans]


def place(text: str, words: str, inside: str) -> int:
    return text.index(words) + max(words.find(inside), 0)


@pytest.mark.parametrize(("game", "words", "inside", "begins"), CASES)
def test_a_word_leads_to_what_it_names_there(game: str, words: str, inside: str, begins: str) -> None:
    document = shown(game)
    found = lines(document, [each.at for each in declarations(document, place(document.source.text, words, inside))])
    assert len(found) == 1, found
    assert found[0].startswith(begins)


def test_what_is_used_is_found_by_what_it_is() -> None:
    document = shown("line-it")
    text = document.source.text
    of_cards, of_tokens = (
        uses(document, place(text, words, "value")) for words in ("none, value 3..5", '": value 3..5')
    )
    assert [text[each.start : each.end] for each in (*of_cards, *of_tokens)] == ["value"] * len((*of_cards, *of_tokens))
    assert not {*of_cards} & {*of_tokens}
    assert "define a-challenge of card: its value is not none" in lines(document, of_cards)
    assert "+ total value of its bonuses - total value of its penalties" in lines(document, of_tokens)
    action, field = (uses(shown("biblios"), place(shown("biblios").source.text, *at)) for at in DISCARDS)
    assert "repeat until paid is high-bid: choose discard or refuse" in lines(shown("biblios"), action)
    assert "otherwise: move lot to discard" in lines(shown("biblios"), field)
    assert not {*action} & {*field}


DISCARDS = (("action discard", "discard"), ("discard: area of card", "discard"))


def test_half_typed_lines_are_told_by_what_may_stand_there() -> None:
    document = shown("biblios")
    text = document.source.text
    for typed, begins in (
        ("choose discard or", "action discard"),
        ("move lot to discard where", "discard: area of card"),
    ):
        half = text.replace("choose discard or refuse", typed, 1)
        found = edited(document, half)
        at = half.index(typed) + typed.index("discard")
        assert [each.at for each in declarations(found, at)], begins
    half = edited(document, text.replace("    discard: area of card", "    discard: area of", 1))
    at = place(half.source.text, "choose discard", "discard")
    (only,) = declarations(half, at)
    assert only.what == "an action"
