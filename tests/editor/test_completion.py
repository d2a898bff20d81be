"""What may stand at a place, beside the text, and above it."""

import re
from pathlib import Path
from typing import get_args

import pytest

from rulewright.editor.colors import LEGEND, colors
from rulewright.editor.completion import completions, snippets
from rulewright.editor.document import Document, edited, opened
from rulewright.editor.hints import EXAMPLE, STATED, Lens, example_told, lenses, signatures, types_of_lets
from rulewright.editor.server import COMMANDS
from rulewright.files import find, shipped
from rulewright.language.building import HEADERS, PARAGRAPHS, SENTENCES
from rulewright.language.grammar import Parse
from rulewright.language.messages import names, playing
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.syntax import Check, Event, Given
from rulewright.language.tokens import DEDENT, LINE_END, layout
from rulewright.language.walking import walk

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


MOTHS = """game "Moths"
    players 2..4

kind is one of luna, sphinx

component moth: kind, wings 1..4
    2 of any, any

there is
    dark: pile of moth
    lamp: row of moth

each player has
    net: hand of moth
    nectar: 0..12, starts 3

setup:
    move all box to dark

play:
    repeat 3 times: night

phase night:
    move up to player-count from dark to lamp
    each player: choose lure or rest

action lure:
    pick moth from lamp
    needs your nectar is at least 1
    move moth to your net

action rest: add 1 to your nectar

scoring:
    score of player: total wings of its net
    winners: players with highest score

example "one night":
    players Ann, Bob
    at night as Ann
    when:
        Ann: rest
        Bob: lure luna-1
    then:
        Bob can rest
        Ann can only:
            rest
"""


def offered(old: str, new: str) -> list[str]:
    """What is offered at a bar in these rules with something else in them."""
    assert MOTHS.count(old) == 1
    at = MOTHS.index(old) + new.index("|")
    text = MOTHS.replace(old, new.replace("|", ""))
    return [each.label for each in completions(opened("moths.rules", text), at)]


@pytest.mark.parametrize(
    ("old", "new", "there", "not_there"),
    [
        ("at night as Ann", "at |", ["night"], ["rest", "dark", "luna"]),
        ("at night as Ann", "at night as |", ["Ann", "Bob"], ["night", "dark"]),
        ("Ann: rest", "Ann: |", ["rest", "lure"], ["night", "dark"]),
        ("Ann: rest", "|", ["Ann", "Bob", "PLAYER: MOVE"], ["rest"]),
        ("lure luna-1", "lure |", ["luna-1", "sphinx-4"], ["dark", "rest"]),
        ("Bob can rest", "Bob can |", ["rest", "lure", "only", "see"], ["dark"]),
        ("Bob can rest", "Bob cannot |", ["rest", "lure"], ["dark"]),
        ("Bob can rest", "Bob's |", ["net", "nectar", "score"], ["kind", "wings", "dark"]),
        ("Bob can rest", "|", ["Bob", "dark", "game is over", "PLAYER decides", "PLAYER can only:"], ["rest"]),
        ("only:\n            rest", "only:\n            |", ["rest", "lure"], ["dark", "ZONE holds PIECES"]),
        ("moth: kind, wings 1..4", "moth: |", ["kind"], ["moth", "pile of", "hand of", "set of", "yes or no"]),
        ("moth: kind, wings 1..4", "moth: kind, large |", ["kind", "yes or no"], ["moth", "pile of"]),
        ("each player has", "each |", ["player", "kind", "player has"], ["pile of", "yes or no"]),
        ("nectar: 0..12, starts 3", "nectar: |", ["kind", "yes or no", "pile of"], ["starts"]),
        ("0..12, starts 3", "0..12, |", ["starts", "seen by"], ["kind"]),
        ("0..12, starts 3", "0..12, seen by |", ["owner", "nobody"], ["kind"]),
        ("    2 of any, any", "    |", ["any", "luna", "COPIES of VALUE, VALUE"], ["by", "or", "box", "players"]),
        ("kind is one of luna, sphinx\n", "|\n", ["NAME is one of NAMES", "NAME is grid SIZE by SIZE"], []),
        ("move all box to", "move all b| to", ["box", "dark"], []),
        ("up to player-count from", "up to pla| from", ["player-count"], []),
        ("with highest score", "with highest s|", ["score", "nectar"], ["kind", "players"]),
    ],
)
def test_what_is_offered_can_stand_there(old: str, new: str, there: list[str], not_there: list[str]) -> None:
    found = offered(old, new)
    assert {*there} <= {*found}
    assert not {*not_there} & {*found}


@pytest.mark.parametrize(
    ("old", "new", "first", "later"),
    [
        ("add 1 to your nectar", "add 1 to your |", ["nectar"], ["net"]),
        ("move all box to dark", "shuffle |", ["dark", "lamp"], ["luna", "luna-1"]),
        ("move all box to dark", "move all |", ["dark", "lamp"], ["luna", "luna-1"]),
        ("move moth to your net", "move moth to |", ["dark", "lamp"], ["luna", "luna-1"]),
    ],
)
def test_what_the_language_finds_fault_with_comes_last(old: str, new: str, first: list[str], later: list[str]) -> None:
    found = offered(old, new)
    assert max(map(found.index, first)) < min(map(found.index, later))


def test_snippets_are_of_the_language() -> None:
    """As far as a snippet goes the grammar takes it, with names and numbers in its gaps."""
    for form in (*PARAGRAPHS, *HEADERS, *SENTENCES):
        for each in snippets([form]):
            text = ("" if form in PARAGRAPHS else "action a:\n    ") + re.sub(r"\bNUMBER\b", "2", each.label)
            tokens = layout(f"{text}\n", 0, len(text) + 1)
            while tokens[-1].kind in (LINE_END, DEDENT):
                tokens.pop()
            assert Parse.begun().along(tokens, 0, len(tokens))[1] == len(tokens), each.label


def test_each_line_of_an_example_is_offered() -> None:
    """For each sort of line that the syntax knows below `given:`, `when:` and `then:` there is a snippet."""
    told = set[type]()
    gaps = {"PLAYER": "Ann", "MOVE": "rest", "ZONE": "dark", "PIECES": "luna-1", "NUMBER": "2", "PLACE": "dark"}
    for above in ("given:", "when:", "then:"):
        text = f'example "e":\n    {above}\n        '
        found = completions(opened("e.rules", text), len(text))
        for label in (each.label for each in found if each.sort == "snippet"):
            line = re.sub("[A-Z]{4,}", lambda gap: gaps.get(gap[0], gap[0].lower()), label)
            line += {"BOARD holds:": "\n            . .", "PLAYER can only:": "\n            rest"}.get(label, "")
            read = parse(Source("e.rules", f"{text}{line}\n"), mends=False)
            assert not read.diagnostics, label
            told |= {type(node) for node in walk(read.ruleset)}
    known = {*get_args(Check), *get_args(Given), *get_args(Event)}
    assert known <= told


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
    games = [each for each in lenses(WHOLE, [], 1200) if each.command == STATED]
    assert {each.text for each in games} == {"holds in 1,200 games"}
    assert len(games) == LINE_IT.count("\ninvariant ") + LINE_IT.count("\nsecret ")
    place = Span(LINE_IT.index("\ninvariant ") + 1, LINE_IT.index("\ninvariant ") + 2)
    for found, said in (
        (playing.broken_invariant(place), "does not hold"),
        (names.unused(place), "something is wrong here"),
    ):
        above = [each for each in lenses(WHOLE, [found], 1200) if each.at.start == place.start]
        assert [each.text for each in above] == [said]
    assert "holds in 1,200 games" in games[0].about
    assert {each.command for each in lenses(WHOLE, [], None)} <= COMMANDS.keys()
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
