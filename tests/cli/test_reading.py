"""`replay` at a terminal, and a record as text."""

import sys
from pathlib import Path

import pytest

from tests.cli.emulated import Emulated
from tests.cli.processes import at_terminal, pexpect
from tests.cli.running import Run


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("record", "tic-tac-toe", "--seed", "1", "-o", path).code == 0
    return path


def test_a_transcript_is_written_with_the_notes_at_standard_error(run: Run, record: Path) -> None:
    done = run("replay", record, "--transcript")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Tic-tac-toe")
    assert "\n1. " in done.out
    assert "Winners: " in done.out
    cut = record.read_text().splitlines()[:3]
    record.write_text("\n".join(cut) + "\n")
    done = run("replay", record, "--transcript", "--seat", "1")
    assert done.out.endswith("The record stops before decision 3.\n")
    assert "the record stops before decision 3" in done.err


def test_where_the_rules_part_the_transcript_goes_as_far_as_they_agree(run: Run, record: Path) -> None:
    lines = record.read_text().splitlines()
    lines[2] = lines[1].replace('"seat":0', '"seat":1')
    record.write_text("\n".join(lines) + "\n")
    done = run("replay", record, "--transcript", code=1)
    assert "Decision 2" in done.err
    assert done.out.endswith("The record stops before decision 2.\n")


def test_a_record_is_read_at_a_terminal(record: Path) -> None:
    with at_terminal([sys.executable, "-m", "rulewright", "replay", "--plain", str(record)]) as child:
        child.expect_exact("Enter goes on")
        child.expect_exact("0 of ")
        child.expect_exact("To decide: ")
        child.send("\r")
        child.expect_exact("1 of ")
        child.expect_exact("To decide: ")
        child.send(":why nothing\r")
        child.expect_exact("There is no action")
        child.send(":as spectator\r")
        child.expect_exact("as a spectator sees it")
        child.expect_exact("To decide: ")
        child.send(":q\r")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


@pytest.mark.thorough
def test_a_record_is_read_on_the_full_screen(record: Path) -> None:
    with Emulated([sys.executable, "-m", "rulewright", "replay", str(record)], 20, 60) as terminal:
        begin = terminal.sees("To decide: ", "0 of ", "Enter goes on", "0/9>")
        assert begin.startswith("Tic-tac-toe")
        terminal.send("\r")
        terminal.sees("To decide: ", "1 of ", "1/9>", without="Enter goes on")
        terminal.type(":as spectator")
        terminal.sees("as a spectator sees it", "1/9>")
        terminal.type(":end")
        terminal.resize(30, 90)
        text = terminal.sees("The game is over.", "Winners: ", "9/9>")
        assert text.startswith("Tic-tac-toe\n board")
        terminal.type(":q")
        terminal.ends()
