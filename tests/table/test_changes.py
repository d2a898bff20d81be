"""What has changed since a seat last decided, and the stars that tell of it."""

import re
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.table.boards import Board
from rulewright.table.drawing import LOST, UNSEEN, Fact, Heap, Item, Place, Scene, compared
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import length, plain
from tests.table.test_fitting import NAMING

SEATS = (Place("Ann", 4), Place("Bob", 0))
ROOMS = (None, 40, 2)  # in which a table is whole, has roomy names, and dense ones


def scene(*items: Item, seats: tuple[Place, ...] = SEATS) -> Scene:
    return Scene("Stones", "A turn", seats, 0, items)


def change(before: Item, now: Item) -> object:
    (item,) = compared(scene(before), scene(now)).items
    return item.changed


@pytest.mark.parametrize(
    ("before", "now", "changed"),
    [
        ("a b", "a b", set()),
        ("b a", "a b", set()),
        ("a", "a b", {1}),
        ("a b", "a", {LOST}),
        ("a", "", {LOST}),
        ("a a", "a", {0}),
        ("a b", "a b b", {1, 2}),
        ("a b", "a c", {1}),
        ("? ?", "? ? ?", {0, 1, 2}),
    ],
)
def test_where_order_means_nothing_pieces_change_in_number(before: str, now: str, changed: set[int]) -> None:
    assert change(Heap("h", tuple(before.split())), Heap("h", tuple(now.split()))) == changed


@pytest.mark.parametrize(
    ("before", "now", "changed"),
    [
        ("a b", "a b", set()),
        ("a b", "b a", {0, 1}),
        ("a b c", "c b a", {0, 2}),
        ("a b", "a b c", {2}),
        ("a b", "c a b", {0}),
        ("b a", "a b a", {0}),
        ("a a", "a a a", {2}),
        ("a b c", "a c", {LOST}),
        ("a b c", "c", {LOST}),
        ("a b c d", "a c d e", {3}),
        ("a ? c", "a b c", {1}),
    ],
)
def test_in_a_row_pieces_come_and_go_or_lie_elsewhere(before: str, now: str, changed: set[int]) -> None:
    rows = (Heap("row", tuple(pieces.split()), ordered=True) for pieces in (before, now))
    assert change(*rows) == changed


def test_spaces_values_and_scores_change_of_what_has_the_same_name_seat_and_owner() -> None:
    board = Board("map", (("", "x"), ("o", "")), ("2", "1"), ("a", "b"))
    moved = evolve(board, rows=(("x", ""), ("o", "")))
    assert change(board, board) == set()
    assert change(board, moved) == {(0, 0), (0, 1)}
    assert change(Fact("bid", "1"), Fact("bid", "1")) is False
    assert change(Fact("bid", "1"), Fact("bid", "2")) is True
    assert change(Fact("bid", "1"), Fact("trump", "red")) is True
    now = compared(scene(), scene(seats=(Place("Ann", 4), Place("Bob", 3))))
    assert [place.changed for place in now.seats] == [False, True]
    hands = (Heap("hand", ("a",), seat=0), Heap("hand", ("b",), seat=1))
    heaps = (Heap("heap", ("a",), of=("red",)), Heap("heap", ("b",), of=("blue",)))
    before, now = scene(*hands, *heaps), scene(*hands, heaps[0], evolve(heaps[1], pieces=("b", "c")))
    assert [bool(item.changed) for item in compared(before, now).items] == [False, False, False, True]


BEFORE = scene(
    Heap("deck", (UNSEEN,) * 58, sort="stone", pile=True),
    Heap("field", ("stone-1", "stone-1", "stone-9", "stone-2"), sort="stone"),
    Heap("heap", ("stone-3",), of=("red",), sort="stone"),
    Heap("heap", ("stone-4",), of=("blue",), sort="stone"),
    Heap("heap", ("stone-5", "stone-6"), of=("green",), sort="stone"),
    Fact("bid", "3"),
    Board("map", (("stone-2", "stone-12"), ("", "")), ("2", "1"), ("a", "b"), sort="stone"),
    Heap("hand", ("stone-7",), seat=0, sort="stone"),
    Heap("won", (), seat=0, sort="stone"),
    Heap("hand", (UNSEEN,) * 3, seat=1, sort="stone"),
    Heap("won", ("stone-8", "stone-9"), seat=1, sort="stone"),
    Heap("row", ("stone-8",), seat=0, ordered=True, sort="stone"),
    Heap("row", ("stone-10",), seat=1, ordered=True, sort="stone"),
)
NOW = scene(
    Heap("deck", (UNSEEN,) * 57, sort="stone", pile=True),
    Heap("field", ("stone-1", "stone-1", "stone-1", "stone-2"), sort="stone"),
    Heap("heap", ("stone-3",), of=("red",), sort="stone"),
    Heap("heap", (), of=("blue",), sort="stone"),
    Heap("heap", ("stone-6",), of=("green",), sort="stone"),
    Fact("bid", "0"),
    Board("map", (("", "stone-12"), ("stone-2", "")), ("2", "1"), ("a", "b"), sort="stone"),
    Heap("hand", ("stone-7", "stone-12"), seat=0, sort="stone"),
    Heap("won", (), seat=0, sort="stone"),
    Heap("hand", (UNSEEN,) * 2, seat=1, sort="stone"),
    Heap("won", ("stone-9",), seat=1, sort="stone"),
    Heap("row", (), seat=0, ordered=True, sort="stone"),
    Heap("row", ("stone-10", "stone-11"), seat=1, ordered=True, sort="stone"),
    seats=(Place("Ann", 4), Place("Bob", 2)),
)

STARRED = """\
Stones ──────────────────────────────────────────── A turn
 map         bid –*
 2  .* 12    deck   57*
 1  2* .
    a  b     field  1 red ×3*, 2 red
       red             blue             green
 heap  3               –*               *6 blue
       Ann (you) score 4         Bob score 2*
 hand  7 blue, 12 red*           2 unseen*
 won   –                         *9 blue
 row   –*                        10 red, 11 red*
"""


def test_a_dense_table_with_stars() -> None:
    assert plain(tableau(compared(BEFORE, NOW), 60, NAMING, 2).lines) == STARRED


DRAWN = """\
Stones ────────────────────────────────────── A turn
 map                     bid 0*
 2  .*       stone-12    deck   57*
 1  stone-2* .           field  stone-1 red ×3*,
    a        b                  stone-2 red
       red           blue           green
 heap  stone-3       –*             *stone-6 blue
       Ann (you) score 4      Bob score 2*
 hand  stone-7 blue,          2 unseen*
       stone-12 red*
 won   –                      *stone-9 blue
 row   –*                     stone-10 red,
                              stone-11 red*
"""


def test_a_table_in_a_pipe_with_stars() -> None:
    assert plain(tableau(compared(BEFORE, NOW), 54, NAMING).lines) == DRAWN


def test_what_was_called_otherwise_keeps_its_star_and_is_in_a_style_of_its_own() -> None:
    for room in ROOMS:
        lines = tableau(compared(BEFORE, NOW), 80, NAMING, room).lines
        changed = [text for line in lines for style, text in line if style == "changed"]
        stars = [text for line in lines for _, text in line if "*" in text]
        assert set(stars) <= set(changed)
        assert "57*" in changed


PIECES = st.lists(st.sampled_from(["stone-1", "stone-2", "stone-3", "stone-12", UNSEEN]), max_size=6).map(tuple)
OWNERS = st.sampled_from([(None, ()), (None, ("red",)), (None, ("blue",)), (0, ()), (1, ())])
ROWS = st.tuples(*[st.tuples(*[st.sampled_from(["", "stone-1", "stone-12"])] * 2)] * 2)


@st.composite
def two_scenes(draw: st.DrawFn) -> tuple[Scene, Scene]:
    """The same things, with anything in them."""
    keys = draw(st.lists(st.tuples(st.sampled_from(["x", "why", "zed"]), OWNERS), max_size=8, unique=True))
    sorts = {name: draw(st.sampled_from(["heap", "row", "pile", "board", "fact"])) for name, _ in keys}
    both: list[Scene] = []
    for _ in range(2):
        items: list[Item] = []
        for name, (seat, of) in sorted(keys, key=str):
            pieces = draw(PIECES)
            if sorts[name] == "board":
                items.append(Board(name, draw(ROWS), ("2", "1"), ("a", "b"), seat, of, "stone"))
            elif sorts[name] == "fact":
                items.append(Fact(name, draw(st.sampled_from(["0", "7", "red 2, blue 1"])), seat, of))
            else:
                ordered, pile = sorts[name] != "heap", sorts[name] == "pile"
                items.append(Heap(name, pieces, ordered, seat, of, "stone", pile))
        both.append(scene(*items, seats=(Place("Ann", draw(st.integers(0, 3))), Place("Bob"))))
    return both[0], both[1]


@given(two_scenes())
def test_where_nothing_has_changed_or_nobody_has_looked_nothing_is_noted(both: tuple[Scene, Scene]) -> None:
    before, now = both
    assert compared(None, now) == compared(now, now) == now
    anything = any(part.changed for part in (*compared(before, now).items, *compared(before, now).seats))
    pairs = [*zip(map(_content, before.items), map(_content, now.items), strict=True), (before.seats, now.seats)]
    assert anything == any(one != two for one, two in pairs)


def _content(item: Item) -> object:
    return Counter(item.pieces) if isinstance(item, Heap) and not item.ordered else item


@given(two_scenes(), st.sampled_from(ROOMS))
def test_stars_are_all_that_is_added(both: tuple[Scene, Scene], room: int | None) -> None:
    """Where there is room; where there is not, a star may take a thing to the next line, but never beyond the width."""
    before, now = both
    starred = compared(before, now)
    for width in (300, 60):
        for some in ROOMS if width == 60 else [room]:
            assert all(length(line) <= width for line in tableau(starred, width, NAMING, some).lines)
    drawn = [_words(plain(tableau(each, 300, NAMING, room).lines)) for each in (starred, now)]
    assert drawn[0] == drawn[1]


@given(two_scenes() | st.just((BEFORE, NOW)), st.integers(32, 120), st.data())
def test_one_or_two_stars_of_a_thing_move_nothing_else(
    both: tuple[Scene, Scene], width: int, data: st.DataObject
) -> None:
    """Of any number of things, in all forms: each other one stays in its row and its column."""
    _, now = both
    items = tuple(_with_stars(item, data.draw(st.integers(0, 2))) for item in now.items)
    seats = tuple(evolve(seat, changed=seat.score is not None and data.draw(st.booleans())) for seat in now.seats)
    starred = evolve(now, items=items, seats=seats)
    for room in ROOMS:
        rows, others = (plain(tableau(each, width, NAMING, room).lines).splitlines() for each in (now, starred))
        assert len(rows) == len(others)
        for row, other in zip(rows, others, strict=True):
            for cell in re.finditer(r"\S+( \S+)*", row):
                found = other[cell.start() :]
                assert found[0] in ("*", cell[0][0])
                assert found.replace("*", "").replace(" ", "").startswith(cell[0].replace(" ", ""))


def _with_stars(item: Item, number: int) -> Item:
    """A thing with so many stars, if it can have them."""
    match item:
        case Board():
            return evolve(item, changed=frozenset((at, at) for at in range(number)))
        case Heap():
            places = [LOST, *range(len(item.pieces))][:number]
            return evolve(item, changed=frozenset(places))
        case Fact():
            return evolve(item, changed=number > 0)


def _words(text: str) -> Counter[str]:
    return Counter(word for line in text.splitlines() for word in line.replace("*,", ",").replace("*", " ").split())
