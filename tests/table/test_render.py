"""The drawing of a table and of moves, as the user reads them."""

import re
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import assume, given, strategies as st
from prompt_toolkit.utils import get_cwidth

from rulewright.table.boards import Board, grid, marked, width as width_of
from rulewright.table.drawing import LOST, UNSEEN, Fact, Heap, Place, Scene
from rulewright.table.menus import menu, menus, numbered, numbers
from rulewright.table.names_at_table import Naming
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, plain, said, say
from rulewright.table.typed_line import Asked, Chosen, Move, Refused, Several, Words, move_text, understand

TABLE = Scene(
    "Stones",
    "A turn",
    (Place("Ann", 4), Place("Bob")),
    0,
    (
        Heap("deck", (UNSEEN,) * 57),
        Heap("field", ("red-1", "blue-2", "red-1")),
        Heap("row", ("red-1", UNSEEN, "red-1"), ordered=True),
        Heap("heap", (), of=("red",)),
        Heap("heap", ("red-3", "red-4"), of=("blue",)),
        Fact("starter", "Ann"),
        Board("map", (("", "red-12"), ("blue-2", "")), ("2", "1"), ("a", "b")),
        Heap("hand", ("red-7",), seat=0),
        Fact("coins", "3", seat=0),
        Heap("hand", (UNSEEN, UNSEEN), seat=1),
        Heap("points", (), seat=1),
        Heap("medals", (), seat=1),
        Fact("coins", "0", seat=1),
    ),
)

DRAWN = """\
Stones ────────────────────────────────────────────────────────────── A turn
 map                 starter Ann   field red-1 ×2 blue-2
 2  .      red-12    row red-1 ? red-1
 1  blue-2 .         deck  57 unseen
    a      b
       red                                blue
 heap  –                                  red-3 red-4
         Ann (you) score 4   hand red-7    Bob                 hand 2 unseen
         coins 3                           coins 0
 points                                    –
 medals                                    –
"""


def drawn(scene: Scene, width: int = WIDTH) -> str:
    return plain(tableau(scene, width, Naming()).lines)


def test_a_table_and_a_crowd_of_which_all_is_told() -> None:
    assert drawn(TABLE, 78) == DRAWN
    scene = Scene("Stones", "", (), None, (Heap("box", tuple(f"{number}-stones" for number in range(100))),))
    assert all(f"{number}-stones" in drawn(scene) for number in range(100))


def test_what_names_and_phases_have_no_room_for_stands_below() -> None:
    scene = Scene(
        "S", "", (), None, (Heap("stones-that-were-won", tuple(f"stone-{n}" for n in range(8))), Fact("x", "1"))
    )
    assert drawn(scene, 40) == (
        "S\n"
        " x 1\n"
        " stones-that-were-won\n"
        "             stone-0 stone-1 stone-2\n"
        "             stone-3 stone-4 stone-5\n"
        "             stone-6 stone-7\n"
    )
    scene = Scene("Stones", " › ".join(["A long phase"] * 7), (), None)
    assert drawn(scene) == (
        "Stones\n"
        " A long phase › A long phase › A long phase › A long phase › A long phase › A\n"
        " long phase › A long phase\n"
    )


def test_few_moves_stand_in_columns_and_many_are_told_by_action() -> None:
    moves: list[Move] = [("take", f"stone-{number}", "left") for number in range(1, 6)]
    assert plain(numbered(moves, moves, width=60)) == (
        " 1. take stone-1 left   4. take stone-4 left\n"
        " 2. take stone-2 left   5. take stone-5 left\n"
        " 3. take stone-3 left\n"
    )
    moves: list[Move] = [("take", f"stone-{n}", end) for n in range(20) for end in ("left", "right")] + [("end-turn",)]
    text = plain(menu(moves, Words({"take": "Take a stone"})))
    assert text == (
        " take  40 moves: Take a stone\n"
        "    stone-0 stone-1 stone-2 stone-3 stone-4 stone-5 stone-6 stone-7 stone-8\n"
        "    stone-9 stone-10 stone-11 stone-12 stone-13 stone-14 stone-15 stone-16\n"
        "    stone-17 stone-18 stone-19\n"
        " 41. end-turn\n"
        "Type a move, its number, or part of it to see fewer; :moves numbers all.\n"
    )
    assert plain(menu(moves, Words(), part="12 left")) == " 25. take stone-12 left\n"
    assert plain(menu(moves, Words(), part="99")) == 'No move contains "99".\n'
    assert plain(menu(moves, Words(), whole=True)).count("take") == 40


ARGUMENTS = st.integers(0, 60) | st.sampled_from(["left", "right", "stone-3", "stone-31"])
MOVES = st.lists(st.tuples(st.sampled_from(["bid", "pay", "lay"]), ARGUMENTS), min_size=1, max_size=70, unique=True)


@given(MOVES, st.booleans(), st.sampled_from(["", "3", "bid", "left"]), st.integers(0, 99))
def test_a_typed_number_never_makes_another_move_than_the_one_on_its_line(
    moves: list[Move], whole: bool, part: str, typed: int
) -> None:
    lines = menu(moves, Words(), part=part, whole=whole)
    beside = {int(number): move.strip() for number, move in re.findall(r" (\d+)\. (\S+ \S+)", plain(lines))}
    assert beside.keys() == numbers(lines)
    assert all(move_text(moves[number - 1]) == move for number, move in beside.items())
    match understand(str(typed), Asked(tuple(moves), listed=numbers(lines))):
        case Chosen(move):
            assert move_text(move) == beside.get(typed, move_text(move))
            assert typed in beside or move[1] == typed
        case Several(some):
            assert typed not in beside
            assert all(str(typed) in move_text(move) for move in some)
        case other:
            assert other == Refused("number", str(typed))
            assert typed not in beside
            assert typed not in [move[1] for move in moves]


@given(MOVES)
def test_where_moves_stand_without_numbers_no_number_is_a_value_too(moves: list[Move]) -> None:
    beside = numbers(menu(moves, Words()))
    assert len(beside) == len(moves) or not beside & {move[1] for move in moves}


def test_what_strangers_wrote_is_escaped() -> None:
    evil = "\x1b[2Jx\u202e"
    scene = Scene(evil, evil, (Place(evil),), 0, (Heap(evil, (evil,), of=(evil,)), Fact(evil, evil)))
    moves: list[Move] = [(evil, evil)]
    for lines in (tableau(scene, 80, Naming()).lines, menu(moves, Words({evil: evil})), say(evil)):
        assert "\x1b" not in plain(lines)
        assert "\u202e" not in plain(lines)


LONG = ["x" * 90, "長い名前" * 12, "e\u0301a\u0302" * 40, "one-two-three-" * 9, "word " * 30, "한글" * 30]
NAMES = st.text(alphabet="abc-+1", min_size=1, max_size=12) | st.sampled_from(LONG)
OWNERS = st.tuples(st.sampled_from([None, 0, 1]), st.just(()) | st.tuples(NAMES))
THINGS = st.builds(
    lambda item, owners, changed: evolve(item, seat=owners[0], of=owners[1], changed=changed(item)),
    st.builds(Heap, NAMES, st.lists(NAMES, max_size=20).map(tuple), st.booleans()) | st.builds(Fact, NAMES, NAMES),
    OWNERS,
    st.sampled_from([lambda item: isinstance(item, Fact) or frozenset({LOST, 0}), lambda item: evolve(item).changed]),
)


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if not letter.isspace())


@given(st.lists(THINGS, max_size=8), NAMES, NAMES, st.integers(20, 200))
def test_lines_fit_the_width_and_lose_no_letter_of_a_name(
    items: list[Heap | Fact], seat: str, title: str, width: int
) -> None:
    scene = Scene(title, "P", (Place(seat, 1), Place("Bob")), 0, tuple(items))
    piped = drawn(scene, width)
    texts = [piped, *(plain(tableau(scene, width, Naming(), room).lines) for room in (None, 5, 40))]
    assert all(get_cwidth(line) <= width for text in texts for line in text.split("\n"))
    for name in (seat, *(item.name for item in items if item.name and not item.of)):
        assert not letters(name) - letters(piped)


@given(
    st.lists(st.lists(NAMES, min_size=1, max_size=3).map(tuple), min_size=1, unique=True), NAMES, st.integers(20, 200)
)
def test_choices_fit_the_width_and_keep_their_numbers(moves: list[Move], name: str, width: int) -> None:
    words = Words({move[0]: "A title of some words for it" for move in moves})
    lists = [menu(moves, words, width=width), menu(moves, words, width=width, whole=True)]
    forms = [each.lines for each in menus(moves, moves, Naming(words), name=name, width=width)]
    for lines in (*lists, *forms):
        assert all(get_cwidth(line) <= width for line in plain(lines).split("\n"))
    assert numbers(lists[1]) == frozenset(range(1, len(moves) + 1))


PIECES = st.sampled_from(["", "x", "red-12", "white-rook", "赤", "赤い石", "🐑", "é", "e\u0301e"])
SIZES = st.tuples(st.integers(1, 12), st.integers(1, 3))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    across, down = draw(SIZES)
    rows = tuple(tuple(draw(PIECES) for _ in range(across)) for _ in range(down))
    changed = draw(st.frozensets(st.tuples(st.integers(0, down - 1), st.integers(0, across - 1))))
    labels = tuple(map(str, range(down, 0, -1))), tuple(chr(ord("a") + place) for place in range(across))
    return Board("map", rows, *labels, changed=changed)


@st.composite
def hexes(draw: st.DrawFn) -> Board:
    """A lozenge of hexagons."""
    board = draw(boards())
    shifts = tuple(range(len(board.rows), 0, -1))
    letters = tuple((len(shifts), 2 * at, letter) for at, letter in enumerate(board.column_labels))
    return evolve(board, column_labels=(), shifts=shifts, letters=letters, lean=1)


HEXAGON = Board(
    "hill",
    (("", "red"), ("", "blue", ""), ("red", "")),
    ("3", "2", "1"),
    (),
    changed=frozenset({(1, 1)}),
    shifts=(1, 0, 1),
    letters=((2, 5, "c"), (3, 2, "a"), (3, 4, "b")),
    lean=-1,
)
LAID_OUT = """\
3     .     red
2  .     blue* .
1     red   .     c
         a     b"""
MARKED = """\
3   . r
2  . b*.
1   r . c
     a b
b blue  r red"""


@pytest.mark.parametrize(("room", "drawn"), [(60, LAID_OUT), (16, MARKED)])
def test_hexagons_stand_as_they_lie_each_row_by_half_a_cell_further(room: int, drawn: str) -> None:
    assert "\n".join(said(line).rstrip() for line in grid(HEXAGON, room)) == drawn


@given(hexes(), st.integers(20, 120))
def test_hexagons_fit_the_width_and_each_is_drawn_once(board: Board, room: int) -> None:
    lines = [said(line) for line in grid(board, room)]
    assert all(get_cwidth(line.rstrip()) <= room for line in lines)
    pieces = [piece or "." for row in board.rows for piece in row]
    names = [piece for row in marked(board).texts for piece in row]
    words = " ".join(line[2:] for line in lines if line[:1].isdigit() and line[1:2] == " ").replace("*", " ")
    assert any(Counter(words.split()) >= Counter(" ".join(each).split()) for each in (pieces, names))


def from_column(text: str, column: int) -> str:
    """What stands on a terminal from a column on."""
    return next(text[at:] for at in range(len(text) + 1) if get_cwidth(text[:at]) == column)


@given(boards(), st.integers(20, 120))
def test_a_board_fits_the_width_and_each_piece_stands_above_its_label(board: Board, room: int) -> None:
    lines = [said(line) for line in grid(board, room)]
    assert all(get_cwidth(line.rstrip()) <= room for line in lines)
    down, told = len(board.rows), 0
    while told < len(board.column_labels):
        *part, below = lines[: down + 1]
        lines = lines[down + 1 :]
        for place, label in enumerate(below.split(), start=told):
            assert label == board.column_labels[place]
            above = [from_column(line, below.index(label)) for line in part]
            full, short = ([row[place] or "." for row in rows] for rows in (board.rows, marked(board).texts))
            assert any(
                all(line.startswith(text) and line[len(text)] in " *" for line, text in zip(above, texts, strict=True))
                for texts in (full, short)
            )
        told += len(below.split())


@given(boards() | hexes(), st.integers(40, 120), st.booleans())
def test_a_star_moves_nothing_on_a_board(board: Board, width: int, held: bool) -> None:
    """Neither in its columns nor beside it, nor where a variable marks a place, if it has room as a whole."""
    assume(width_of(marked(board)) < width)
    board = evolve(board, held=(("¹", "goal", frozenset({(0, 0)})),) * held)
    for room in (None, 20):
        with_stars, without = (
            plain(
                tableau(Scene("T", "P", (), None, (each, Fact("bid", "3"))), width, Naming(), room).lines
            ).splitlines()
            for each in (board, evolve(board, changed=frozenset()))
        )
        assert [line.replace("*", " ").rstrip() for line in with_stars] == without
        assert "".join(with_stars).count("*") == len(board.changed)


@given(boards() | hexes(), st.integers(60, 120))
def test_a_mark_moves_nothing_on_a_board(board: Board, width: int) -> None:
    assume(width_of(marked(board)) < width)
    board, at = evolve(board, changed=frozenset()), (len(board.rows) - 1, len(board.rows[-1]) - 1)
    first, last, nowhere = (evolve(board, held=(("¹", "goal", frozenset(spots)),)) for spots in ({(0, 0)}, {at}, ()))
    lines = [[said(line) for line in grid(each, width)] for each in (first, last, nowhere)]
    without = [line.replace("¹ goal", "").replace("¹", " ").rstrip() for line in lines[2]]
    for some in lines[:2]:
        assert [line.replace("¹ goal", "").replace("¹", " ").rstrip() for line in some][: len(without)] == without
        assert sum(line.count("¹") for line in some) == 2


@given(st.text())
def test_any_text_can_be_said(text: str) -> None:
    assert all(get_cwidth(line) <= 80 for line in plain(say(text)).split("\n"))
