"""`rulewright` alone: what is asked, what the answers make, and that a wrong one loses nothing."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rulewright.cli.greeting import greeted
from tests.cli.emulated import Emulated
from tests.cli.processes import at_terminal, pexpect
from tests.cli.running import COINS, run

COMMAND = [sys.executable, "-m", "rulewright"]


def answering(*answers: str) -> tuple[Callable[[Sequence[str], str], str], list[str]]:
    """Somebody who types these, and what was asked."""
    left, asked = list(answers), list[str]()

    def ask(lines: Sequence[str], word: str) -> str:
        asked.append("\n".join((*lines, f"{word}> ")))
        return left.pop(0)

    return ask, asked


def test_a_number_and_nothing_else_is_a_game_by_the_defaults() -> None:
    ask, asked = answering("1", "", "", "")
    assert greeted(ask) == ["play", "--players", "2", "--option", "fast-draw=no", "--", "alchemy"]
    assert "1. alchemy" in asked[0]
    assert asked[1].startswith("How many play? 2, 3, 4 or 5; Enter: 2.")
    assert "yes or no; Enter: no." in asked[2]


def test_defaults_follow_the_number_of_players() -> None:
    ask, asked = answering("biblios", "5", "", "", "Ann, Bob")
    words = greeted(ask)
    assert words[:5] == ["play", "--players", "5", "--option", "second-place-dice=yes"]
    assert words[-6:] == ["--seat", "0=Ann", "--seat", "1=Bob", "--", "biblios"]
    assert "Enter: yes." in asked[2]


def test_what_cannot_be_is_said_and_asked_again() -> None:
    answers = ("99", "lineit", "line-it", "7", "three", "3", "a, b, c, d", "Ann")
    ask, asked = answering(*answers)
    assert greeted(ask) == ["play", "--players", "3", "--seat", "0=Ann", "--", "line-it"]
    told = "\n".join(asked)
    assert "There is no game 99: they have the numbers 1 to " in told
    assert 'Did you mean "line-it"?' in told
    assert "can play, not 7." in told
    assert "can play, not three." in told
    assert "These are 4 people, and 3 can play." in told


def test_a_setting_that_the_rules_refuse_is_chosen_again() -> None:
    ask, asked = answering("biblios", "5", "no", "", "", "5", "yes", "", "")
    assert "second-place-dice=yes" in greeted(ask)
    assert "five players need the white dice" in asked[4]


def test_rules_of_ones_own_are_asked_for_by_their_path(tmp_path: Path) -> None:
    ask, _ = answering(str(COINS), "3", "5", "", "")
    assert greeted(ask)[-1] == str(COINS)
    (tmp_path / "broken.rules").write_text('game "Broken"\n    players some\n')
    ask, _ = answering(str(tmp_path / "broken.rules"))
    assert greeted(ask) == ["play", "--", str(tmp_path / "broken.rules")]


def test_at_a_terminal_it_leads_into_a_game() -> None:
    with at_terminal([*COMMAND, "--plain"]) as child:
        for word, typed in (("game> ", "tic-tac-toe"), ("names> ", "Ann")):
            child.expect_exact(word)
            child.send(f"{typed}\r")
        child.expect_exact("Ann> ")
        child.send("\x04")
        child.expect_exact("yes or no> ")
        child.send("yes\r")
        child.expect(pexpect.EOF)
    assert child.exitstatus == 0


def test_the_game_into_which_it_leads_has_the_whole_screen() -> None:
    with Emulated(COMMAND) as terminal:
        for word, typed in (("game>", "tic-tac-toe"), ("names>", "Ann")):
            terminal.sees(word)
            assert not terminal.full
            terminal.type(typed)
        terminal.sees("Ann, your move:", "Ann>")
        assert terminal.full
        terminal.send("\x04")
        terminal.sees("yes or no>")
        terminal.type("yes")
        assert "Stopped after 0 decisions." in terminal.ends()


def test_who_leaves_it_is_told_nothing_wrong() -> None:
    with at_terminal(COMMAND) as child:
        child.expect_exact("game> ")
        child.send("\x04")
        child.expect_exact("Stopped.")
        child.expect(pexpect.EOF)


def test_through_a_pipe_nobody_is_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["rulewright"])
    assert "COMMAND" in run(capsys, typed="line-it\n").err
