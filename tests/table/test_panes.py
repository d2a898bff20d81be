"""What a full screen shows, whatever its size: rows that fit, numbers that count, answers that are seen."""

import random
import re
from functools import cache

import pytest
from hypothesis import given, strategies as st

from rulewright.loading import load
from rulewright.table.decision_page import DecisionPage
from rulewright.table.fitting import Composed, Size, cut, further_back, happened, highest, pane, upper
from rulewright.table.menus import Menu
from rulewright.table.session import Session, advance, answer, asked
from rulewright.table.text_lines import Line, fitted, length, plain
from tests.cli.processes import ROOT
from tests.table import fitting
from tests.table.captures import decision, page
from tests.table.fake import Bids, ask, session

decided = cache(decision)
SIZES = st.builds(Size, st.integers(60, 130), st.integers(20, 60))
LINES = st.lists(st.lists(st.tuples(st.sampled_from(["", "hint"]), st.text("ab ", max_size=12)), max_size=6).map(tuple))


@given(LINES, st.integers(1, 30))
def test_lines_are_set_in_rows_that_fit_and_lose_no_word(lines: list[Line], width: int) -> None:
    rows = fitted(lines, width)
    assert all(length(row) <= width for row in rows)
    letters = [text.replace(" ", "") for line in lines for _, text in line]
    assert "".join(letters) == "".join(text for row in rows for _, text in row).replace(" ", "")


@given(st.integers(0, 60), st.integers(0, 30), st.integers(0, 90), st.integers(0, 60))
def test_a_pane_is_full_shows_its_end_and_says_what_is_beyond(count: int, rows: int, up: int, answered: int) -> None:
    lines: list[Line] = [(("", f"line {number}"),) for number in range(count)]
    shown = pane(lines, rows, up, min(answered, count), 80)
    assert len(shown) == rows
    texts = plain(shown).splitlines()
    seen = [int(text.split()[1]) for text in texts if text.startswith("line")]
    assert seen == list(range(seen[0], seen[-1] + 1)) if seen else rows == 0 or count == 0
    beyond = {sign: int(number) for sign, number in re.findall(r"([↑↓]) (\d+) more", plain(shown))}
    if "↑" in beyond:
        assert beyond["↑"] == seen[0]
    if "↓" in beyond:
        assert beyond["↓"] == count - 1 - seen[-1]
    if rows and count > rows and (rows <= 2 or answered < rows):
        assert beyond, "that there is more is said also in a single row"
    if up == 0 and answered <= min(rows, count):
        assert set(range(count - answered, count)) <= set(seen), "an answer that has room is seen"
    if rows > 2 and up >= highest(lines, rows) and count:
        assert seen[0] == 0, "one can go up to the beginning"


def cut_to(rows: int, choices: int, room: int, width: int) -> list[Line]:
    """What is left of so many rows of a table and choices."""
    table, menu = (
        [(("", f"{what} {at}"),) for at in range(count)] for what, count in (("row", rows), ("move", choices))
    )
    return list(cut(Composed((), tuple(table), Menu(tuple(menu)), 0), room, width))


@given(st.integers(0, 30), st.integers(1, 9), st.integers(0, 40), st.integers(44, 80))
def test_what_is_cut_of_a_table_or_its_choices_is_counted(rows: int, choices: int, room: int, width: int) -> None:
    lines = cut_to(rows, choices, room, width)
    shown = plain(lines)
    for what, count, how in (("row", rows, "rows: :table"), ("move", choices, "choices: :moves")):
        missing = count - shown.count(f"{what} ")
        more = "" if what == "row" and room <= choices else "more "
        assert not missing or not room or f"… {missing} {more}{how}" in shown
    assert shown.count("\n") == min(room, rows + choices)
    assert all(length(line) <= width for line in lines)


@pytest.mark.parametrize(
    ("choices", "width", "first"),
    [(3, 40, f"move 0{' ' * 17}… 12 rows: :table"), (3, 20, "move 0      … :table"), (1, 12, "mo… … :table")],
)
def test_a_table_without_a_row_is_told_beside_the_choices(choices: int, width: int, first: str) -> None:
    assert plain(cut_to(12, choices, choices, width)).splitlines()[0] == first


@given(LINES, st.integers(0, 2), st.integers(0, 9), st.integers(0, 3), st.integers(20, 60))
def test_in_few_rows_an_answer_is_whole_and_none_is_too_wide(
    lines: list[Line], rows: int, up: int, answered: int, width: int
) -> None:
    told = fitted(lines, width)
    shown = pane(told, rows, up, answered, width)
    assert len(shown) == rows
    assert all(length(row) <= width for row in shown)
    if up == 0 and rows <= min(answered, len(told)):
        pairs = zip(shown, told[len(told) - rows :], strict=True)
        assert all(plain([row]).startswith(plain([own]).rstrip("\n")) for row, own in pairs)


def test_a_row_that_is_cut_says_so_and_how_to_see_what_is_above() -> None:
    told: list[Line] = [(("", "one"),), (("", "what has happened last in this game"),)]
    assert plain(pane(told, 1, 0, 0, 40)) == "what has happened last… ↑ 1 more: PageUp\n"
    assert plain(pane(told, 1, 0, 0, 60)) == f"what has happened last in this game{' ' * 9}↑ 1 more: PageUp\n"
    assert plain(pane(told, 1, 0, 1, 40)) == "what has happened last in this game\n"
    assert plain(pane(told, 1, 1, 0, 40)) == f"one{' ' * 19}↓ 1 more: PageDown\n"


def shown_numbers(rows: list[Line]) -> set[int]:
    """The numbers that stand beside something."""
    labels = (text.strip(" .") for row in rows for style, text in row if style in ("number", "step"))
    return {int(label) for label in labels if label}


def looked_at(table: Session, drawing: DecisionPage, size: Size, answered: int = 0) -> None:
    """The laws of a screen of this size."""
    seat = drawing.seat
    upper(drawing, size, 0)
    before = dict(asked(table, seat).steps)
    top = upper(drawing, size, answered)
    assert asked(table, seat).steps == before, "an answer changes the meaning of no number"
    rows = list(top.rows)
    lower = pane(happened(drawing, size.width), size.height - 1 - len(rows), 0, answered, size.width)
    assert len(rows) + len(lower) + 1 == size.height
    assert all(length(row) <= size.width for row in lower)
    assert not top.fits or len(lower) >= answered
    decision = asked(table, seat)
    assert shown_numbers(rows) <= decision.listed | decision.steps.keys()
    if top.fits and not table.numbered:
        assert shown_numbers(rows) == decision.listed | decision.steps.keys()


@given(SIZES, st.integers(0, 30), st.lists(st.sampled_from(["2", "4", "", "bid", ":moves", ":moves 9", "fold x"])))
def test_any_size_has_rows_that_fit_and_numbers_that_count(size: Size, answered: int, typed: list[str]) -> None:
    table = session(height=24)
    table.game = Bids()
    stop = advance(table)
    for line in [*typed, ""]:
        assert isinstance(stop, DecisionPage)
        looked_at(table, stop, size, answered)
        if answer(table, stop.seat, line).then != "ask":
            stop = advance(table)


@pytest.mark.parametrize("size", [Size(60, 20), Size(79, 24), Size(119, 30)])
def test_the_table_stays_as_it_is_and_so_do_the_choices_while_they_fit(size: Size) -> None:
    _, stop = decided("line-it")
    seen = upper(stop, size, 0)
    for answered in (3, 9, 2, 14, 0):
        now = upper(stop, size, answered, seen.composed)
        assert now.composed is not None
        assert seen.composed is not None
        assert now.composed.table == seen.composed.table
        if len(seen.composed.board) < size.height - answered:
            assert now.composed.menu == seen.composed.menu
        seen = now


@pytest.mark.parametrize("size", [Size(60, 20), Size(79, 24), Size(119, 40)])
@pytest.mark.parametrize("told", [0, 1, 5, 12, 30, 90])
def test_who_reads_what_was_before_has_the_whole_screen_for_it_but_for_the_choices(size: Size, told: int) -> None:
    _, stop = decided("line-it")
    top = upper(stop, size, 0)
    assert top.composed is not None
    rows = further_back(top, told, size)
    assert rows[0] == top.rows[0], "the head stays"
    before, now = (size.height - 1 - len(each) for each in (top.rows, rows))
    if told <= before:
        assert rows == top.rows, "what is seen anyway needs no more room"
        return
    least = 2 + len(top.composed.menu.lines)
    assert now == max(before, min(told - 1, size.height - 1 - least))
    if now > before:
        assert rows[-len(top.composed.menu.lines) :] == top.composed.menu.lines


def test_a_number_of_an_answer_counts_and_stands_beside_nothing_else() -> None:
    table = session(height=24)
    table.game = Bids()
    stop = ask(table)
    assert " 2. bid …" in plain(upper(stop, Size(80, 24), 0).rows)
    answer(table, 0, ":moves")
    shown = plain(upper(stop, Size(80, 24), 0).rows)
    assert " 1. fold hand" in shown, "there it is the same move"
    assert " 2. bid" not in shown
    assert "\n 44. bid …" in shown, "behind all other numbers"
    assert {move[0] for move in table.steps[44]} == {"bid"}
    assert answer(table, 0, "2").then == "go-on"
    assert table.game.done == [(0, ("bid", 4))]


@pytest.mark.sampled(9, 2)
@pytest.mark.parametrize("game", fitting.DISCARDS)
def test_the_first_decisions_of_the_shipped_games_stand_on_the_screen(game: str) -> None:
    table = fitting.screened(load(game), 1, Size(80, 24))
    rng = random.Random(game)
    for _ in range(8):
        stop = ask(table)
        for size, answered in ((Size(60, 20), 0), (Size(80, 24), 2), (Size(rng.randint(60, 130), 30), 4)):
            looked_at(table, stop, size, answered)
        table.game.play(stop.seat, table.game.any_move(stop.seat))


@pytest.mark.thorough
def test_the_page_of_captures_is_what_is_drawn_now() -> None:
    """If not, `python -m tests.table.captures > rulesets/TABLES.md`."""
    assert (ROOT / "rulesets" / "TABLES.md").read_text(encoding="utf-8") == "".join(page())
