"""The table on the full screen of an emulated terminal."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import pytest

from rulewright.machine.wasm import available
from tests.cli.emulated import Emulated
from tests.cli.processes import ENVIRONMENT, ROOT
from tests.table.whole_games import Way, play

pytestmark = pytest.mark.thorough

COMMAND = [sys.executable, "-m", "tests.table.play_fake"]


@pytest.fixture
def ann() -> Iterator[Emulated]:
    with Emulated([*COMMAND, "0"]) as terminal:
        yield terminal


@pytest.fixture
def both() -> Iterator[Emulated]:
    with Emulated([*COMMAND, "0", "1"]) as terminal:
        yield terminal


def test_a_whole_game_whose_end_stands_on_the_terminal(ann: Emulated) -> None:
    ann.sees("Stones ─", "Ann, your move:", "4. put stone-8 right", "Ann>")
    assert ann.full
    refused = ann.type("put stone-5 left", "you have nothing to put it left of", "Ann>").splitlines()
    assert "left of" in refused[-2], "just above the prompt, which is on the last row"
    assert refused[0].startswith("Stones"), "the table stays"
    ann.type("put stone-5 right", "› Ann: put stone-5", "› Bob: put ?", "Ann>", without="left of")
    ann.type(":undo", "Back before your last decision.", "Ann>", without="Bob: put")
    ann.type("2", "› Ann: put stone-57", "› Bob: put ?", "Ann>")
    ann.type("1")
    end = ann.ends()
    assert "The game is over. Ann 2, Bob 2.\nAnn and Bob win together." in end
    assert "Stones ─" in end, "and the last table"
    assert end.rstrip().endswith("over")
    assert ann.screen.entered == 1


def test_tab_completes_in_a_menu_above_the_prompt(ann: Emulated) -> None:
    ann.sees("Ann>")
    ann.send(":h\t", "what can be typed", "Ann> :h")
    assert len(ann.rows) == 24
    ann.send("\x15put 8\t", "Ann> put stone-8")
    ann.send(" r\t", "Ann> put stone-8 right")
    ann.send("\r", "› Bob: put ?", "Ann>")
    ann.send("\x1b[A", "Ann> put stone-8 right")


def test_a_person_may_leave_at_any_time_and_is_asked(ann: Emulated) -> None:
    for keys in (("\x03", "\x03"), (":quit\r",), ("\x04",)):
        ann.sees("Ann>", without="Stop?")
        ann.send(keys[0])
        for key in keys[1:]:
            ann.sees("Type :quit or press Ctrl-C once more, and you are asked whether to stop.", "Ann>")
            ann.send(key)
        ann.sees("put stone-8 right", "Stop?", "yes or no>")
        ann.type("perhaps", "Stop?\nStop?", "yes or no>")
        ann.type("no")
    ann.sees("put stone-8 right", "Ann>", without="Stop?")
    ann.send("\x04", "Stop?", "yes or no>")
    ann.type("yes")
    assert ann.ends().strip() == "stopped"


def test_one_interrupt_only_empties_the_line_also_one_from_elsewhere(ann: Emulated) -> None:
    ann.sees("Ann>")
    ann.send("put stone-8 left\x03", "Type :quit", "Ann>")
    ann.type("put stone-5 right", "› Bob: put ?", "Ann>", without="once more")
    ann.send("put", "Ann> put")
    os.kill(ann.child.pid, signal.SIGINT)
    ann.sees("Type :quit", "Ann>")
    os.kill(ann.child.pid, signal.SIGINT)
    ann.sees("Stop?", "yes or no>")
    ann.send("\x03")
    assert ann.ends().strip() == "stopped"


def test_what_is_typed_stays_and_all_fits_whatever_size_the_terminal_gets(ann: Emulated) -> None:
    ann.sees("Ann>")
    ann.send("put 8 r", "Ann> put 8 r")
    for lines, columns in ((20, 60), (40, 120), (12, 50), (24, 80), (6, 30), (60, 100)):
        ann.resize(lines, columns)
        shown = ann.sees("Ann> put 8 r").splitlines()
        assert len(shown) == lines
        assert shown[-1] == "Ann> put 8 r"
        head = next(place for place, row in enumerate(shown) if row.startswith("Ann, your move:"))
        assert all(f" {number}. " in "\n".join(shown[head:]) for number in (1, 2, 3, 4))
        if lines >= 20:
            assert shown[0].startswith("Stones ─")
            assert shown[0].endswith("A turn"), "the whole head"
    ann.send("\r", "› Bob: put ?", "Ann>")


def test_the_smallest_terminals_end_politely(ann: Emulated) -> None:
    ann.sees("Ann>")
    ann.resize(2, 10)
    ann.sees("Ann>")
    ann.resize(1, 1)
    ann.send(":quit\r")
    ann.resize(3, 20)
    ann.sees("yes or no>")
    ann.type("yes")
    assert ann.ends().strip().endswith("stopped")


def test_a_long_answer_is_read_by_pages_and_leaves_the_table_as_it_was(ann: Emulated) -> None:
    table = ann.sees("Ann>")
    ann.type(":rules", "A game of few stones", "Enter: more, q: enough")
    ann.send(" ", "Enter: go on", without="A game of few stones")
    ann.send(" ")
    assert ann.sees("Stones ─", "Ann>") == table
    ann.type(":rules", "A game of few stones", "Enter: more, q: enough")
    ann.send("q")
    assert ann.sees("Stones ─", "Ann>") == table
    ann.type(":rules put", "Pick a stone from the field.", "Stones ─", "Ann>")


@pytest.mark.parametrize("screen", [[], ["--plain"]], ids=["full", "plain"])
@pytest.mark.skipif(available() is not None, reason=str(available()))
def test_it_is_seen_who_thinks_until_somebody_does_not_want_to_wait(
    monkeypatch: pytest.MonkeyPatch, screen: list[str]
) -> None:
    """Without the interrupt this opponent would think for a minute; the game goes on as if nothing had been typed."""
    monkeypatch.setitem(ENVIRONMENT, "RULEWRIGHT_NO_STATE", "1")
    words = ["play", "connect-four", "--bot", "search:10000000", "--seat", "0=Ann", *screen]
    with Emulated([sys.executable, "-m", "rulewright", *words]) as ann:
        ann.sees("yellow plays at level search:10000000", "Ann>")
        ann.type("drop column-d", "yellow thinks … (Ctrl-C: no longer)")
        ann.send("\x03", "yellow: drop column-", "Ann, your move:", "Ann>", without="you are asked whether to stop")


def test_what_was_read_on_pages_needs_no_room_below_a_large_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "RULEWRIGHT_NO_STATE", "1")
    with Emulated(
        [sys.executable, "-m", "rulewright", "play", "balloon-cup", "--bot", "random", "--seed", "1", "--seat", "0=Ann"]
    ) as ann:
        table = ann.sees("Ann, your move:", "Ann>")
        ann.type(":help", "Enter: more, or type what comes next")
        ann.send("\x1b")
        assert ann.sees("Ann, your move:", "Ann>") == table


def test_a_long_answer_is_read_below_the_table_and_what_is_typed_begins_the_next_line(ann: Emulated) -> None:
    table = ann.sees("Ann>").splitlines()[:4]
    ann.type(":help", "Enter: more, or type what comes next")
    assert ann.text.splitlines()[:4] == table, "it stays"
    ann.send(" ", "Enter: go on")
    assert ann.text.splitlines()[:4] == table
    ann.send("put 8", "Ann> put 8")
    ann.send(" r\r", "› Bob: put ?", "Ann>")
    ann.type(":help", "Enter: more, or type what comes next")
    ann.send("quite", "Ann> quite")  # a q is a letter as any other, and no line that nobody has typed


def test_the_arrows_step_through_a_game_that_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(ENVIRONMENT, "RULEWRIGHT_NO_STATE", "1")
    record, words = tmp_path / "game.jsonl", [sys.executable, "-m", "rulewright"]
    played = [
        *words,
        "play",
        "tic-tac-toe",
        "--bot",
        "random",
        "--seed",
        "1",
        "--record",
        str(record),
        "--seat",
        "0=Ann",
    ]
    run(played, input="1\n1\n1\n1\n1\n", env=ENVIRONMENT, text=True, capture_output=True, check=False, cwd=ROOT)
    for way in ([], ["--plain"]):
        with Emulated([*words, "replay", str(record), *way]) as reader:
            reader.sees("0/5>")
            reader.send("\x1b[C", "1/5>")
            reader.send("\x1b[C", "2/5>")
            reader.send("\x1b[D", "1/5>")
            reader.send("\x1b[F", "The game is over.", "5/5>")
            reader.send("\x1b[H", "0/5>")


def test_what_has_no_room_is_scrolled_to(ann: Emulated) -> None:
    ann.resize(20, 60)
    ann.sees("Ann>")
    for _ in range(7):
        ann.type(":why put 8 right")
        ann.type(":look stone-5")
    text = ann.type(":score", "score , seat 0", "more: PageUp", "Ann>")
    assert text.count("it is move 4") < 7
    back = ann.send("\x1b[5~", "Stones ─", "put stone-8 right", "more: PageDown", "Ann>", without="score , seat 0")
    assert back.count("it is move 4") > text.count("it is move 4"), "the table gives way"
    for _ in range(5):
        ann.send("\x1b[5~")
    ann.sees("more: PageDown", "Ann>", without="PageUp")
    for _ in range(6):
        ann.send("\x1b[6~")
    ann.sees("score , seat 0", "Ann>", without="PageDown")


PASTED = {
    "typed": "1\r:score\r1\r",
    "bracketed": "\x1b[200~1\r\n:score\n1\x1b[201~\r",
    "without an end": "\x1b[200~1\r:score\r1\r",
    "with nothing unseen": "\x1b[200~\x001\u200b\x1b\r:sc\x07ore\r\t1\x03\x1b[201~\r",
    "with two ends": "\x1b[200~1\r:score\x1b[201~\x1b[201~\r\x1b[200~1\x1b[201~\r",
}


@pytest.mark.sampled(5, 5)
@pytest.mark.parametrize("keys", PASTED.values(), ids=PASTED)
@pytest.mark.parametrize("how", [[], ["--plain"]], ids=["full", "lines"])
def test_pasted_lines_are_as_if_they_were_typed_one_after_the_other(keys: str, how: list[str]) -> None:
    with Emulated([*COMMAND, *how, "0"]) as ann:
        ann.sees("Ann>")
        ann.send(keys)
        assert "The game is over. Ann 2, Bob 2." in ann.ends()


@pytest.mark.parametrize("how", [[], ["--plain"]], ids=["full", "lines"])
def test_a_paste_without_an_end_is_seen_and_what_is_typed_after_it_heard(how: list[str]) -> None:
    with Emulated([*COMMAND, *how, "0"]) as ann:
        ann.sees("Ann>")
        ann.send("\x1b[200~stone-5\x1b[2J", "Ann> stone-5[2J")
        ann.send("\x03", "once more", "Ann>")
        ann.type("1", "Bob: put ?", "Ann>")


def test_the_keyboard_is_handed_over_and_nothing_of_the_last_one_is_left(both: Emulated) -> None:
    both.sees("Ann>")
    both.type("put stone-8 right", "Pass the keyboard to Bob, then press Enter.", "", without="Ann>")
    assert [row for row in both.rows if row] == ["Pass the keyboard to Bob, then press Enter."]
    both.type("whatever", "Nothing can be done here yet: Enter goes on, :quit stops.", "Pass the keyboard to Bob", "")
    bobs = both.send("\r", "Bob, your move:", "Bob>")
    both.send("\x1b[A\x1b[A\x19\x1f\x1b[5~")
    both.type(":quit", "yes or no>")
    both.send("\x1b[A")
    assert "stone-8" not in bobs + both.sees("yes or no>")
    both.type("y")
    assert "stone-8" not in both.ends()


def test_who_stays_at_the_hand_over_shows_nothing_to_the_next(both: Emulated) -> None:
    both.sees("Ann>")
    both.type("put stone-8 right", "Pass the keyboard to Bob", "")
    both.send("\x03", "Type :quit or press Ctrl-C once more", "")
    both.send("\x04", "yes or no>")
    both.type("no")
    assert "your move" not in both.sees("Pass the keyboard to Bob, then press Enter.", "", without="yes or no>")
    both.type("", "Bob>")
    assert "stone-8" not in both.text


def test_a_step_back_over_anothers_move_needs_a_yes(both: Emulated) -> None:
    both.sees("Ann>")
    both.type("put stone-8 right", "Pass the keyboard to Bob", "")
    both.type("", "Bob>")
    both.type(":goto 1", "Pass the keyboard to Ann", "")
    text = both.type("", "Stones ─", "Bob wants to go to decision 1", " 1. yes   2. no", "Ann>")
    assert "your move" not in text
    both.type(":undo", "Stones ─", "2. no", ":undo has to wait", "Ann>")
    both.type(":look stone-8", "2. no", "look stone-8, seat 0", "Ann>")
    both.type("yes", "Back to decision 1.", "put stone-8 right", "Ann>")


def test_a_whole_game_of_two_people_in_a_terminal_that_changes_its_size() -> None:
    assert play("tic-tac-toe", Way(2, resized=True), 3).startswith("over after ")


def test_the_decisions_of_others_are_seen_one_after_the_other_and_enter_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "RULEWRIGHT_NO_STATE", "1")
    words = ("play", "hearts", "--bot", "random", "--seed", "7", "--seat", "0=Ann", "--pace", "60")
    with Emulated([sys.executable, "-m", "rulewright", *words]) as terminal:
        terminal.sees("› player-2: play two-of-clubs", "player-3 is to move.", "")
        terminal.type("", "› player-3: play jack-of-clubs", "player-4 is to move.", "")
        terminal.type("", "› player-4: play three-of-clubs", "Ann, your move:", "Ann>")
