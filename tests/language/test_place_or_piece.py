"""What a place or slot is asked and the piece there answers, too: it is asked which is meant, and both ways to say it
mean what they say."""

import re
from collections.abc import Iterator

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.analysis.looking import run_examples

FRAME = """\
game "Crates" "Places and pieces that have the same questions"
    players Ann, Bob
cell is grid 3 by 3
spot is 3..6
point is one of north, east
joined points:
    north, east
component cube, called "cube-{id}": id 1..2, NAME TYPE
    2 of 1, VALUE
component chip, called "chip-{grade}": grade 1..2, toll 0..9
    1 of 1, 7
component lid, called "lid-{hue}": hue 1..3
    1 of any
there is
    board: cube on each cell
    track: chip on each spot
    dots: lid on each point
    stall: slot of cube
each cell has
    fee: 0..9, starts 4
each spot has
    toll: 0..9, starts 5
define hue of point: 9
play:
    nothing
DEFINE
scoring:
    score of player: 0
    winners: players with highest score
example "asked":
    given:
        board(c3) holds cube-1
        track(6) holds chip-1
        dots(east) holds lid-3
    then:
        CONDITION
"""
CELL = [
    # What a cell is asked, its own answer, the same of the cube on it, and the answer of the cube, whose attribute is
    # of such a type.
    ("number", "9", "1..6", "2"),
    ("row", "3", "1..6", "2"),
    ("column", "3", "1..6", "2"),
    ("edge", "yes", "yes or no", "no"),
    ("next", "a1", "1..6", "2"),
    ("previous", "c2", "1..6", "2"),
    ("fee", "4", "1..6", "2"),
]


def text(condition: str, name: str = "worth", type_: str = "1..6", value: str = "2", define: str = "") -> Source:
    made = FRAME.replace("NAME", name).replace("TYPE", type_).replace("VALUE", value)
    return Source("asked.rules", made.replace("DEFINE", define).replace("CONDITION", condition))


def asked(source: Source) -> Iterator[str]:
    """The messages of errors, of which there are no others."""
    for each in check(source):
        if each.severity == "error":
            assert each.code == "two-meanings", each.message
            yield each.message


def written(message: str) -> tuple[str, str]:
    """What the message says to write: for the piece, and for the place or slot."""
    found = re.search(r"(?:Write|x:) (.+) for the \w+, or (.+) for the \w+ itself", message)
    assert found is not None, message
    return found[1], found[2]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "own", "type_", "value"), CELL)
@pytest.mark.parametrize(
    ("around", "subject"),
    [
        ("{}", "c3"),
        ("(count of cells where {} and it is c3) is 1", "it"),
        ("(count of cells as c where {} and c is c3) is 1", "c"),
        ("some c in cells where {} and c is c3", "c"),
        ("every c in cells where c is c3 satisfies {}", "c"),
    ],
)
def test_both_suggestions_mean_what_they_say(
    name: str, own: str, type_: str, value: str, around: str, subject: str
) -> None:
    whose = {"it": "its"}.get(subject, f"{subject}'s")
    (message,) = asked(text(around.format(f"{whose} {name} is {own}"), name, type_, value))
    piece, place = written(message)
    for better, right in ((piece, value), (place, own)):
        assert run_examples(text(around.format(f"{better} is {right}"), name, type_, value)) == []
    assert run_examples(text(around.format(f"{piece} is {own}"), name, type_, value))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("form", "piece", "place"),
    [
        ("total {} of cells", "2", "45"),
        ("highest {} of cells", "2", "9"),
        ("lowest {} of cells where it is c3", "2", "9"),
        ("total {} of cells as c where c is c3", "2", "9"),
        ("(first c in cells with highest {}) is c3", "yes", "yes"),
        ("(cells by highest {})'s first is c3", "yes", "yes"),
        ("cells's different({})", "no", "yes"),
    ],
)
def test_a_question_of_each_is_defined(form: str, piece: str, place: str) -> None:
    (message,) = asked(text(f"({form.format('number')}) is {piece}", "number"))
    for body, answer in zip(written(message), (piece, place), strict=True):
        define = f"define meant of cell x: {body}"
        assert run_examples(text(f"({form.format('meant')}) is {answer}", "number", define=define)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "rules",
    [
        "define far of cell: its number is 9",
        "define far of cell c: c's number is 9",
        "define far: some c in cells where c's next's number is 9",
        'invariant "small": every c in cells satisfies c\'s number is at most 9',
        "to look(cell c):\n    if c's number is 9: nothing",
        "to look:\n    for each c in cells where its number is 9: nothing",
        'action look "Look":\n    pick cell from cells where its number is 9\n    nothing',
        'action look "Look":\n    pick cell from cells\n    needs cell\'s number is 9 because "far"\n    nothing',
    ],
)
def test_it_is_asked_wherever_it_stands(rules: str) -> None:
    found = [each for each in check(text("c3 is not empty", "number", define=rules)) if each.code == "two-meanings"]
    assert len(found) == 1


@pytest.mark.parametrize(("asked_of", "piece", "place"), [("6's toll", "7", "5"), ("east's hue", "3", "9")])
def test_what_is_declared_of_a_place_and_of_the_piece_there(asked_of: str, piece: str, place: str) -> None:
    (message,) = asked(text(f"{asked_of} is 0"))
    for better, right in zip(written(message), (piece, place), strict=True):
        assert run_examples(text(f"{better} is {right}")) == []


def with_faces(condition: str, name: str, type_: str, board: str) -> Source:
    """The same where each cell has such a field of its own."""
    made = text(condition).text.replace("board: cube on each cell", f"board: cube on each cell{board}")
    return Source("asked.rules", made.replace("each cell has\n", f"each cell has\n    {name}: {type_}\n"))


@pytest.mark.parametrize(
    ("name", "type_", "piece", "place"),
    [
        ("face-up", "yes or no", "{} is yes", "{} is no"),
        ("face-down", "yes or no, starts yes", "{} is no", "{} is yes"),
        ("viewers", "set of player", "Bob is in {}", "Bob is not in {}"),
    ],
)
def test_the_faces_of_a_piece_are_told_from_a_field_of_its_place(name: str, type_: str, piece: str, place: str) -> None:
    condition = piece.format(f"c3's {name}")
    (message,) = asked(with_faces(condition, name, type_, ", face up or down"))
    for better, right in zip(written(message), (piece, place), strict=True):
        assert run_examples(with_faces(right.format(better), name, type_, ", face up or down")) == []
    assert run_examples(with_faces(place.format(f"c3's {name}"), name, type_, "")) == []


@pytest.mark.parametrize("name", ["owner", "holder"])
def test_a_piece_on_a_board_has_no_owner_of_its_own(name: str) -> None:
    condition = f"c3's {name} is Bob"
    assert run_examples(with_faces(condition, name, "player, starts Bob", ", face up or down")) == []


def test_what_is_set_is_told_apart_too() -> None:
    (message,) = asked(text("c3 is not empty", "fee", define="to change(cell c): set c's fee to 3"))
    assert written(message) == ("board(c)'s fee", "cell(c)'s fee")


def test_fields_of_places_are_given_as_ever() -> None:
    define = "define meant of cell x: cell(x)'s fee"
    begun = text("(total meant of cells) is 63", "fee", define=define).text
    given = begun.replace("    given:\n", "    given:\n        each cell's fee is 7\n")
    assert run_examples(Source("asked.rules", given)) == []


FIELDS = """\
each player has
    size: 0..9, starts 3
    second: chip on each cell
    third: pile of chip
each cell has
    lanes: set of point, starts north
define sixth of cell c: joined-to(c)
define joined-to(cell c): c's neighbors
"""


@pytest.mark.parametrize(
    ("several", "name", "together", "of_each"),
    [
        # Two players, each with a field of 3; 9 cells, of which the sixth is b3, and c3 has two neighbors.
        ("players", "size", "(count of players where yes) is 2", "(total size of players) is 6"),
        (
            "(players where it is Ann)",
            "size",
            "(count of (players where it is Ann) where yes) is 1",
            "(total size of (players where it is Ann)) is 3",
        ),
        ("players", "third", "players's item(3) is none", "players's meant's size is 0"),
        ("cells", "sixth", "cells's item(6) is b3", "(cells where it is c3)'s meant's size is 2"),
        ("cells", "lanes", None, "(cells where it is c3)'s meant's size is 1"),
    ],
)
def test_several_together_are_told_from_each(several: str, name: str, together: str | None, of_each: str) -> None:
    (message,) = asked(text(f"{several}'s {name} is empty", define=FIELDS))
    ways = re.search(
        r"(?:Write (.+) for them together|to ask them together), or (?:(.+) for what they|.*define … (.+)\.)", message
    )
    assert ways is not None, message
    own, total, meant = ways.groups()
    assert (together or "").startswith(own or "")
    assert total is None or of_each.startswith(total)
    define = FIELDS + (f"define meant {meant}\n" if meant else "")
    for condition in filter(None, (together, of_each)):
        assert run_examples(text(condition, define=define)) == []


def test_nothing_is_declared_of_several_that_a_line_of_them_has() -> None:
    assert "a sequence of cells has it" in next(asked(text("yes", define="define edge of cells: no")))


def test_a_yes_or_no_question_behind_is() -> None:
    (message,) = asked(text("c3 is edge", "edge", "yes or no", "no"))
    assert written(message) == ("board(c3)'s edge", "cell(c3)'s edge")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["size", "second", "tenth"])
def test_a_slot_is_told_from_the_piece_in_it(name: str) -> None:
    (message,) = asked(text(f"stall's {name} is 2", name))
    assert written(message) == (f"stall's first's {name}", f"(stall where yes)'s {name}")


def test_the_readings_of_a_slot() -> None:
    lines = "stall holds cube-1\n    then:\n        stall's first's size is 2\n        (stall where yes)'s size is 1"
    source = text("", "size")
    begun = source.text.replace("    then:\n        \n", f"        {lines}\n")
    assert begun != source.text
    assert run_examples(Source("asked.rules", begun)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("condition", "name", "type_", "value"),
    [
        ("c3's direction is left", "direction", "direction", "left"),
        ("c3's direction(c2) is down", "direction", "direction", "left"),
        ("(region of a1 where it is empty)'s size is 8", "neighbors", "1..6", "2"),
        ("board(c3)'s number is 2", "number", "1..6", "2"),
        ("c3's size is 2", "size", "1..6", "2"),
        ("(cells's rows)'s size is 3", "rows", "1..6", "2"),
        ("cells's size is 9", "size", "1..6", "2"),
        ("board's size is 1", "size", "1..6", "2"),
        ("c3's number is 9", "worth", "1..6", "2"),
        ("cell(c3)'s fee is 4", "fee", "1..6", "2"),
        ("spot(6)'s toll is 5", "worth", "1..6", "2"),
        ("track(6)'s toll is 7", "worth", "1..6", "2"),
        ("point(east)'s hue is 9", "worth", "1..6", "2"),
        ("dots(east)'s hue is 3", "worth", "1..6", "2"),
        ("cell(c3)'s number is 9", "worth", "1..6", "2"),
        ("cell(c3) is c3", "worth", "1..6", "2"),
        ("cell(c3)'s step(down) is cell(c2)", "worth", "1..6", "2"),
        ("spot(6) is 6", "worth", "1..6", "2"),
    ],
)
def test_what_can_mean_one_thing_only_is_left_alone(condition: str, name: str, type_: str, value: str) -> None:
    assert run_examples(text(condition, name, type_, value)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("cell(c3)'s worth is 2", "unknown-question"),
        ("spot(7) is 6", "out-of-range"),
        ("spot(board's size + 3) is 4", "type-mismatch"),
        ("cell(6) is c3", "type-mismatch"),
    ],
)
def test_a_place_itself_is_a_place_of_this_type(condition: str, code: str) -> None:
    assert [each.code for each in check(text(condition)) if each.severity == "error"] == [code]
