"""The rulebook at the table: all of it, a word of it, in screenfuls."""

import sys

import pytest
from hypothesis import given, strategies as st

from rulewright.table.text_lines import Line, plain, rule_lines, screenfuls
from tests.cli.processes import at_terminal, pexpect
from tests.table.fake import book

COMMAND = [sys.executable, "-m", "tests.table.play_fake", "--plain", "0"]
LINES = st.lists(st.text("ab", max_size=3).map(lambda text: (("", text),)))


@given(LINES, st.integers(-1, 30))
def test_screenfuls_are_all_lines_in_steps_that_leave_a_line(lines: list[Line], height: int) -> None:
    parts = list(screenfuls(lines, height))
    assert [line for part, _ in parts for line in part] == lines
    assert all(1 <= len(part) <= max(1, height - 1) for part, _ in parts)
    assert [more for _, more in parts] == [True] * (len(parts) - 1) + [False] * bool(parts)


def test_a_word_gives_only_what_is_called_so_and_a_wrong_one_says_so() -> None:
    whole = plain(rule_lines(book(), "", 60))
    assert whole.startswith("Stones\n")
    assert "carry out “turn”" in whole
    put = plain(rule_lines(book(), "put", 60))
    assert "Take a stone" in put
    assert "Stones" not in put
    assert "\nput\n" in put, "a name stands there as it is typed"
    assert plain(rule_lines(book(), "\x1bmoon", 60)) == 'Nothing in the rules speaks of "\\u{1b}moon".\n'
    assert max(len(line) for line in plain(rule_lines(book(), "", 40)).splitlines()) <= 40


@pytest.mark.thorough
def test_at_a_terminal_a_key_turns_the_page_and_q_ends() -> None:
    first, second, *_ = [plain(part) for part, _ in screenfuls(rule_lines(book(), "", 79), 10)]
    child = at_terminal(COMMAND, (10, 80))
    try:
        child.expect_exact("Ann> ")
        child.send(":rules\r")
        child.expect_exact(first.splitlines()[-1])
        child.expect_exact("Enter: more, q: enough")
        child.send(" ")
        child.expect_exact(second.splitlines()[-1])
        child.expect_exact("Enter: more, q: enough")
        child.send("q")
        child.expect_exact("Ann> ")
        child.send(":quit\r")
        child.expect_exact("yes or no> ")
        child.send("yes\r")
        child.expect(pexpect.EOF)
        assert "WHAT YOU CAN DO" not in str(child.before)
    finally:
        child.close(force=True)
