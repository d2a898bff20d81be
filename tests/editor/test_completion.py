"""What may stand at a place, beside the text, and above it."""

from pathlib import Path

import pytest

from rulewright.editor.colors import LEGEND, colors
from rulewright.editor.completion import completions
from rulewright.editor.document import Document, edited, opened
from rulewright.editor.hints import EXAMPLE, Lens, example_told, lenses, signatures, types_of_lets
from rulewright.files import find, shipped
from rulewright.language.messages import names, playing
from rulewright.language.span import Span

LINE_IT = find("line-it").read_text(encoding="utf-8")
GAMES = sorted(shipped().values())
WHOLE = opened("game.rules", LINE_IT)


def typed(old: str, new: str) -> tuple[Document, int]:
    """The game with something else in it, and the place where a bar stands in that."""
    assert LINE_IT.count(old) == 1
    at = LINE_IT.index(old) + new.index("|")
    return edited(WHOLE, LINE_IT.replace(old, new.replace("|", ""))), at


@pytest.mark.parametrize(
    ("old", "new", "there", "not_there"),
    [
        ("shuffle the deck", "shuffle |", ["deck", "display", "your"], ["take", "size"]),
        ("shuffle the deck", "shuffle de|", ["deck"], ["take"]),
        ("move card to your row", "move card to your |", ["row", "hand", "bonuses"], ["deck", "number", "rank"]),
        (
            "if card's color is not none and",
            "if card's |",
            ["number", "color", "a-challenge"],
            ["deck", "size", "left"],
        ),
        (
            "let answer be your row's after(bet)",
            "let answer be your row's |",
            ["size", "first", "after"],
            ["color", "left"],
        ),
        ("set starter to starter's left", "set starter to starter's |", ["left", "right", "hand"], ["color", "size"]),
        ("set starter to starter's left", "set starter to |", ["starter", "you", "none"], ["take"]),
        ("let bet be the first c in your row where c is a-challenge", "let bet be |", ["deck", "red"], ["take"]),
        ("if bet is not none:", "if bet is not |", ["bet", "none", "red"], ["take"]),
        ("take, exactly once per turn", "|", ["take", "cash-in", "end-turn"], ["deck", "shuffle ZONE"]),
        ("deck: pile of card", "deck: pile of |", ["card", "token"], ["deck", "take"]),
        ("to extend(card):", "to extend(|):", ["card", "token", "player"], ["deck"]),
        ("    shuffle the deck", "    |", ["shuffle ZONE", "move all ZONE to ZONE", "cash"], ["pick NAME from ZONE"]),
        ("needs your row is not empty ", "| ", ["pick NAME from ZONE where CONDITION"], []),
        ("    players 2..5", "    |", ["language 2", "players NAME, NAME"], ["given:", "otherwise: SENTENCE"]),
        ("    supply: area of token", "    |", ["NAME: TYPE", "NAME: pile of COMPONENT"], ["shuffle ZONE"]),
        ("define a-challenge of card:", "define a-challenge of |:", ["card", "player"], ["deck"]),
        ("component token,", "component |,", [], ["deck", "red", "take"]),
        ("    take, exactly once per turn", "    |", ["take"], ["red"]),
        ("\nsetup:", "|\nsetup:", ["setup:", "define NAME of TYPE x: VALUE"], ["shuffle ZONE"]),
    ],
)
def test_what_may_stand_there(old: str, new: str, there: list[str], not_there: list[str]) -> None:
    found = [each.label for each in completions(*typed(old, new))]
    assert len(found) == len({*found})
    assert {*there} <= {*found}
    assert not {*not_there} & {*found}


@pytest.mark.parametrize(
    ("above", "there"),
    [
        ("", ["players NAME, NAME", "given:", "when:"]),
        ("    given:\n", ["ZONE holds PIECES", "as set up"]),
        ("    when:\n", ["PLAYER: MOVE", "ZONE gives PIECES"]),
        ("    then:\n", ["PLAYER can MOVE", "FIELD is VALUE"]),
    ],
)
def test_lines_of_examples_are_offered_where_they_may_stand(above: str, there: list[str]) -> None:
    text = f'{LINE_IT}\nexample "new":\n{above}    {"    " if above else ""}'
    found = [each.label for each in completions(edited(WHOLE, text), len(text))]
    assert {*there} <= {*found}
    assert "shuffle ZONE" not in found


def test_a_score_begins_with_a_value() -> None:
    text = LINE_IT[: LINE_IT.index("scoring:")] + "scoring:\n    score of player p: "
    found = [each.label for each in completions(edited(WHOLE, text), len(text))]
    assert "p" in found
    assert "winners: PLAYERS" not in found


def test_what_has_the_wanted_type_comes_first() -> None:
    found = [
        each.label for each in completions(*typed("needs fits(card, you)   because", "needs fits(|, you)   because"))
    ]
    assert found.index("card") < found.index("red")


def test_nothing_may_stand_in_a_comment_or_a_string() -> None:
    assert completions(*typed("-- holds the start marker", "-- holds |")) == []
    assert completions(*typed('"Turn your row into points; it costs three cards"', '"Turn |"')) == []


def test_sentences_are_snippets_with_gaps() -> None:
    found = {each.label: each.written for each in completions(*typed("    shuffle the deck", "    |"))}
    assert found["move NUMBER from ZONE to ZONE"] == "move ${1:NUMBER} from ${2:ZONE} to ${3:ZONE}"
    assert found['tell "SENTENCE" to PLAYER'] == 'tell "${1:SENTENCE}" to ${2:PLAYER}'


def test_a_call_shows_its_parameters() -> None:
    (found,) = signatures(*typed('needs fits(card, you)   because "the card does not', "needs fits(card, |"))
    assert (found.label, found.params, found.active) == ("define fits(card, player p)", ("card", "player p"), 1)
    (found,) = signatures(*typed("let answer be your row's after(bet)", "let answer be your row's after(|"))
    assert (found.label, found.active) == ("after(x)", 0)
    assert signatures(*typed("shuffle the deck", "shuffle |")) == []


def test_a_field_of_two_owners_shows_of_which_other_it_is_asked() -> None:
    text = find("apotheca").read_text(encoding="utf-8")
    at = text.index("your gems(space's color)") + len("your gems(")
    found = signatures(opened("game.rules", text), at)
    assert [each.label for each in found] == ["player's gems(color)", "color's gems(player)"]


def test_names_come_before_words_of_the_language() -> None:
    found = [each.label for each in completions(*typed("shuffle the deck", "move all |"))]
    assert found.index("display") < found.index("none")


def test_lets_have_types() -> None:
    hints = {LINE_IT[:at].rsplit(" ", 1)[1]: said for at, said in types_of_lets(WHOLE, Span(0, len(LINE_IT)))}
    assert hints == {"bet": ": card", "answer": ": several cards"}


def test_examples_and_invariants_say_what_became_of_them() -> None:
    games = [each for each in lenses(WHOLE, [], 1200) if each.command == ""]
    assert {each.text for each in games} == {"holds in 1,200 games"}
    assert len(games) == LINE_IT.count("\ninvariant ") + LINE_IT.count("\nsecret ")
    place = Span(LINE_IT.index("\ninvariant ") + 1, LINE_IT.index("\ninvariant ") + 2)
    for found, said in (
        (playing.broken_invariant(place), "does not hold"),
        (names.unused(place), "something is wrong here"),
    ):
        above = [each for each in lenses(WHOLE, [found], 1200) if each.at.start == place.start]
        assert [each.text for each in above] == [said]
    runs = [each for each in lenses(WHOLE, [], None) if each.command == EXAMPLE]
    assert [each.text for each in runs] == ["▶ run"] * LINE_IT.count("\nexample ")
    assert isinstance(runs[0], Lens)
    assert example_told(WHOLE.source, runs[0].about) == f'"{runs[0].about}" comes true.'


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_word_has_a_color(path: Path) -> None:
    document = opened(path.name, path.read_text(encoding="utf-8"))
    text, end = document.source.text, 0
    for span, what in colors(document):
        assert what in LEGEND
        assert not any(letter.isalnum() for letter in text[end : span.start]), text[end : span.start]
        end = span.end
    assert not any(letter.isalnum() for letter in text[end:])


def test_names_have_the_color_of_what_they_name() -> None:
    text = WHOLE.source.text
    found = [(text[span.start : span.end], what) for span, what in colors(WHOLE)]
    for each in (
        ("color", "type"),
        ("red", "enumMember"),
        ("deck", "property"),
        ("fits", "function"),
        ("bet", "variable"),
    ):
        assert each in found
    assert ("shuffle", "keyword") in found
    assert ("cash-in", "method") in found


@pytest.mark.sampled(18, 3)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_half_typed_lines_are_answered(path: Path) -> None:
    """Whatever a line is cut off at, something is answered, and nothing goes wrong."""
    text = path.read_text(encoding="utf-8")
    whole, lines = opened(path.name, text), text.split("\n")
    for number in range(0, len(lines), 1 + len(lines) // 12):
        cut = "\n".join((*lines[:number], lines[number][: len(lines[number]) // 2], *lines[number + 1 :]))
        at = sum(len(line) + 1 for line in lines[:number]) + len(lines[number]) // 2
        assert isinstance(completions(edited(whole, cut), at), list)
