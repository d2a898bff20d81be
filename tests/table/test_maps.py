"""Maps: boards over the same cells as one picture, below it what is noted of pieces, and marks of what fields hold."""

import re

import pytest

from rulewright import Game
from rulewright.table.drawing import Scene, draw
from rulewright.table.names_at_table import name_people
from rulewright.table.text_lines import plain
from rulewright.table.view_to_scene import scene
from rulewright.table.vocabulary import vocabulary
from tests.made.loading import loaded

MARCH = """game "March"
    players red, blue
terrain is one of plain, wood
arm is one of foot, horse
{cells}
component ground, called "{{terrain}}": terrain
    9 of any
component unit, called "{{player}}-{{arm}}": player, arm
    3 of any, any
there is
    land: ground on each cell
        picture: plain "-", wood "w", empty "~"
    units: unit on each cell
        picture: red-foot "r", blue-foot "b", blue-horse "B"
    goal: cell or none
    roads: set of cell
each unit in units has
    moved: yes or no
    steps: 0..3
each player has
    camp: cell or none
setup:
    move 1 from box where it is plain to land(a1)
    move 1 from box where it is wood to land(b1)
    move 1 from box where it is wood to land(a2)
    move 1 from box's units where it is red-foot to units(a1)
    move 1 from box's units where it is blue-horse to units(c1)
    move 1 from box's units where it is blue-foot to units(b2)
    set units(a1)'s moved to yes
    set units(b2)'s moved to yes
    set units(b2)'s steps to 2
    set goal to b1
    add a1 to roads
    add b1 to roads
    set blue's camp to b2
play:
    each player: choose rest
action rest: nothing
scoring:
    score of player: 0
    winners: nobody
"""
SQUARES = "cell is grid 2 by 3"
ONE = """\
March
 units/land  2  w    b⁴   ~
             1  r/-² w¹²  B
                a    b    c
             - plain  w wood  r red-foot  b blue-foot  B blue-horse  ¹ goal
             ² roads  ⁴ blue's camp
 moved       a1, b2
 steps       2: b2
 goal        b1
 roads       a1, b1
 red   score 0
   camp  none
 blue   score 0
   camp  b2
"""


def begun(text: str) -> Game:
    return loaded(text).start(seed=1)


def seen(game: Game) -> Scene:
    people = name_people(game.rules.core.seat_names, {}, vocabulary(game.rules.core))
    return scene(game, None, people)


def test_boards_over_the_same_cells_are_one_map_with_notes_below_and_marks_on_it() -> None:
    assert plain(draw(seen(begun(MARCH.format(cells=SQUARES))))) == ONE


HEXAGONS = """\
 units/land  2        w     b⁴    ~
             1     r/-²  w¹²   B
                a     b     c
"""


def test_a_map_of_hexagons_stands_as_they_lie() -> None:
    assert HEXAGONS in plain(draw(seen(begun(MARCH.format(cells="cell is hex 2 by 3")))))


LAND = 'land: ground on each cell\n        picture: plain "-", wood "w", empty'


@pytest.mark.parametrize(
    ("old", "new", "apart"),
    [
        ('red-foot "r"', 'red-foot "w"', True),
        (LAND, "land: unit on each cell\n        picture: empty", True),
        ("on each cell\n", "on each cell, face up or down\n", True),
        ("units: unit on each cell\n", "units: unit on each cell, face up or down\n", False),
    ],
    ids=["a sign stands for two kinds", "both have the same pieces", "on both some may be unseen", "on one some may"],
)  # fmt: skip
def test_what_could_be_taken_for_what_lies_on_another_board_is_drawn_apart(old: str, new: str, *, apart: bool) -> None:
    text = MARCH.format(cells=SQUARES).replace(old, new)
    text = text if "land: unit" not in text else re.sub(r".*where it is (plain|wood).*\n", "", text)
    drawn = plain(draw(seen(begun(text))))
    assert ("units/land" in drawn) != apart
    assert ("\n land " in drawn) == ("\n units " in drawn) == apart


def test_maps_that_have_no_room_as_one_stand_apart() -> None:
    found = seen(begun(MARCH.format(cells="cell is grid 3 by 9")))
    for drawn, wide in ((plain(draw(found, width=width)), width) for width in (80, 47, 46, 40)):
        assert ("units/land" in drawn) == (wide >= 53), drawn
