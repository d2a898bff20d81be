"""Maps: boards over the same cells as one picture, below it what is noted of pieces, and marks of what fields hold."""

import re

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright import Game
from rulewright.language import geometry, lattice
from rulewright.table.asking import Asker, answer
from rulewright.table.boards import Board, window
from rulewright.table.drawing import Scene
from rulewright.table.fitting import Size, compose
from rulewright.table.menus import Menu
from rulewright.table.names_at_table import Naming, name_people
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, lines, plain
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
 units/land
 2  w    b⁴   ~
 1  r/-² w¹²  B
    a    b    c
 - plain  w wood  r red-foot  b blue-foot  B blue-horse  ¹ goal  ² roads
 ⁴ blue's camp
 moved a1, b2   steps 2: b2   goal b1     roads a1, b1
       red score 0          camp none      blue score 0         camp b2
"""


def begun(text: str) -> Game:
    return loaded(text).start(seed=1)


def drawn(text: str, width: int = WIDTH) -> str:
    return plain(tableau(seen(begun(text)), width, Naming()).lines)


def seen(game: Game) -> Scene:
    people = name_people(game.rules.core.seat_names, {}, vocabulary(game.rules.core))
    return scene(game, None, people)


def test_boards_over_the_same_cells_are_one_map_with_notes_below_and_marks_on_it() -> None:
    assert drawn(MARCH.format(cells=SQUARES)) == ONE


HEXAGONS = """\
 2        w     b⁴    ~
 1     r/-²  w¹²   B
    a     b     c
"""


def test_a_map_of_hexagons_stands_as_they_lie() -> None:
    assert HEXAGONS in drawn(MARCH.format(cells="cell is hex 2 by 3"))


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
    told = drawn(text)
    assert ("units/land" in told) != apart
    assert bool(re.search(r"^ land\b.*(\n.*)*\bunits\b.*\n", told, re.MULTILINE)) == apart


@pytest.mark.parametrize(("wide", "one"), [(80, True), (49, True), (48, False), (30, False)])
def test_maps_that_have_no_room_as_one_stand_apart(wide: int, *, one: bool) -> None:
    text = MARCH.format(cells="cell is grid 2 by 9").replace("b2", "i2")
    assert ("units/land" in drawn(text, wide)) == one


SPREAD = """game "Spread"
    players Ann, Bob
cell is grid 30 by 30
component stone: one of red, blue
there is
    board: stone on each cell
setup:
    move red to board(m20)
    move blue to board(o21)
play:
    each player: choose pass
action pass: nothing
scoring:
    score of player: 0
    winners: nobody
"""


def composed(found: Scene, width: int, height: int) -> str:
    return plain(compose([], found, [Menu(((("", "pass"),),))], Size(width, height), Naming()).table)


def test_of_a_board_that_does_not_fit_as_a_whole_a_part_is_drawn_and_that_is_said() -> None:
    found = seen(begun(SPREAD))
    small, large, narrow = (composed(found, *size) for size in ((140, 24), (140, 40), (40, 40)))
    for part, told in ((small, "13 of 30 rows, about the last change"), (narrow, "a part")):
        assert f" board — {told}: :table\n" in part
        assert "red" in part
        assert "blue" in part
    assert "\n 30  . ." in large
    assert "\n  1  . ." in large
    assert ":table" not in large
    assert drawn(SPREAD, 40).count("\n  1 ") > 1, "where lines are not counted all of it is drawn, in parts"


@given(
    st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=3), st.integers(20, 60), st.integers(14, 30)
)
def test_how_much_of_a_board_is_drawn_depends_on_the_room_alone(
    changed: list[tuple[int, int]], width: int, height: int
) -> None:
    """And of what has changed as much as may be is seen, of one place always."""
    found = seen(begun(SPREAD))
    texts = []
    for some in ([], changed, changed[:1]):
        items = [evolve(item, changed=frozenset(some)) if isinstance(item, Board) else item for item in found.items]
        texts.append(composed(evolve(found, items=tuple(items)), width, height))
    assert len({text.count("\n") for text in texts}) == 1
    assert len({re.findall(r"board.*", text)[0] for text in texts}) == 1
    assert texts[2].count("*") == len(changed[:1])


def test_while_a_board_fits_as_a_whole_in_some_form_it_stays_whole() -> None:
    found = seen(begun(SPREAD.replace("30 by 30", "21 by 21")))
    for height, whole in ((28, True), (27, False)):  # 21 rows, three around them, the players, choices, and prompt
        text = composed(found, 140, height)
        assert (" 21  . ." in text and "  1  . ." in text) == whole


def test_a_part_of_a_board_has_no_row_beyond_its_edge() -> None:
    text = composed(seen(begun(SPREAD.replace("o21", "ad30").replace("m20", "aa29"))), 79, 24)
    assert "30  " in text
    assert "31  " not in text
    assert " ad\n" in text


CELLS = """each cell has
    fort: 0..3
    known: 0..9, not shown
    stack: pile of coin, seen by everyone
setup:"""
FORTS = (
    MARCH.format(cells=f"{SQUARES}\ncomponent coin: one of penny, groat")
    .replace("setup:", CELLS)
    .replace("set goal to b1", "set goal to b1\n    move penny to b2's stack\n    set b2's fort to 2")
)
LOOKED = """\
b2 — cell.
   land: nothing lies there.
   units: blue-foot, moved yes, steps 2. Everybody sees it.
   b2's stack: penny
   b2's fort: 2
   It is blue's camp.
"""


def looked(text: str, cell: str) -> str:
    game = begun(text)
    known = vocabulary(game.rules.core)
    asker = Asker(game.rules, name_people(game.rules.core.seat_names, {}, known), known)
    return plain(lines(answer(asker, game, 0, "look", cell), 80))


def test_a_cell_is_looked_at_with_all_that_lies_there_its_fields_and_what_holds_it() -> None:
    assert looked(FORTS, "b2") == LOOKED
    assert looked(FORTS, "b1").endswith("   b1's fort: 0\n   It is goal.\n   It is in roads.\n")
    assert looked(FORTS, "c2").endswith("   units: nothing lies there.\n   c2's fort: 0\n")


def test_cells_of_two_types_with_the_same_names_are_not_confused() -> None:
    crops = FORTS.replace("each cell has", "each yard has\n    crop: 0..3\neach cell has")
    told = looked(f"{crops}yard is grid 2 by 2\n", "a1")
    assert told.index("a1 — cell.") < told.index("a1's fort: 0") < told.index("a1 — yard.") < told.index("a1's crop: 0")
    assert told.count("crop") == told.count("fort") == 1


def in_turns(at: set[tuple[int, int]]) -> geometry.Places:
    """Hexagons of a drawn shape, by row and where in it."""
    spots = lattice.spots_of(sorted((2 * place + row % 2, row) for place, row in at))
    return geometry.hexagons("cell", spots, 0, ())


NUMBERS = st.integers(1, 8)
SHAPES = st.one_of(
    st.builds(lambda side: lattice.hexagon("cell", side, ()), st.integers(2, 6)),
    st.builds(lambda rows, columns: lattice.lozenge("cell", rows, columns, ()), NUMBERS, NUMBERS),
    st.builds(in_turns, st.sets(st.tuples(NUMBERS, NUMBERS), min_size=1)),
)


@given(SHAPES, st.data())
def test_what_is_left_of_a_board_of_hexagons_is_called_as_before(places: geometry.Places, data: st.DataObject) -> None:
    """Each name that lies there has its row at the left and, along its column, its letter below it."""
    standing = lattice.standing(places)
    assert standing is not None
    lying = data.draw(st.sets(st.sampled_from(range(len(places.names))), min_size=1, max_size=4))
    names = [[" " if at is None else places.names[at] * (at in lying) for at in row] for row in standing.rows]
    labels = tuple(str(row) for row in range(len(names), 0, -1))
    rows, lean = tuple(map(tuple, names)), standing.lean
    whole = Board("map", rows, labels, (), shifts=standing.shifts, letters=standing.letters, lean=lean)
    rows, room = data.draw(st.integers(1, 9)), data.draw(st.integers(10, 60))
    part = window(whole, rows, room)
    assert len(part.rows) == min(rows, len(names))
    assert any(each.strip() for row in part.rows for each in row)
    for board in (whole, part):
        found = {}
        for at, row in enumerate(board.rows):
            found |= {(at, board.shifts[at] + 2 * place): name for place, name in enumerate(row) if name.strip()}
        assert {*found.values()} <= {places.names[at] for at in lying}
        assert board is part or len(found) == len(lying)
        letters = {(row, step): letter for row, step, letter in board.letters}
        assert len(letters) == len(board.letters)
        for (at, step), name in found.items():
            below = [(row, step - (row - at) * lean) for row in range(at + 1, len(board.rows) + 1)]
            turns = [(len(board.rows), right) for right in (step, step - 1)]
            column = next(letters[spot] for spot in (below if lean else turns) if spot in letters)
            assert f"{column}{board.row_labels[at]}" == name
