"""The command line as processes: `python -m rulewright`, pipes that break, keys at a terminal."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.files import shipped
from tests.cli.emulated import Emulated
from tests.cli.processes import ENVIRONMENT, at_terminal, pexpect, piped
from tests.cli.running import COINS

pytestmark = pytest.mark.thorough

COMMAND = [sys.executable, "-m", "rulewright"]
READING = "\x1b[?2004h"
"""What a terminal is told when a line is read: keys that come before might be lost."""


def process(*arguments: object, typed: str = "") -> "subprocess.CompletedProcess[str]":
    return piped([*COMMAND, *map(str, arguments)], typed.encode())


def test_it_runs_as_a_module() -> None:
    assert process("--version").returncode == 0
    assert process("explain", "no-such").returncode == 2


def test_nobody_reads_on() -> None:
    done = piped(f"'{sys.executable}' -m rulewright record '{COINS}' --legal | head -n 1")
    assert done.stderr == ""
    assert done.stdout.startswith('{"record"')


def test_typed_bytes_that_are_no_text_end_politely() -> None:
    done = piped([*COMMAND, "play", str(COINS), "--bot", "random"], b"\xff\xfe\n1\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_game_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ["play", str(COINS), "--bot", "random", "--plain", "--seed", "1", "--seat", "0=Ann", "--record", str(path)]
    with at_terminal([*COMMAND, *words]) as child:
        child.expect_exact("Coins: Who takes the last coin wins")
        child.expect_exact("Ann, your move:")
        child.expect_exact("Ann> ")
        child.send("take 5\r")
        child.expect_exact("5 is no amount to pick here")
        child.send(":undo\r")
        child.expect_exact("nothing to take back")
        child.send("take 1\r")
        child.expect_exact("player-2: take")
        child.expect(["Ann> ", "The game is over"])
        child.send(":quit\r")
        if child.expect_exact(["Stop?", pexpect.EOF]) == 0:
            child.send("yes\r")
            child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
        assert "take" in path.read_text()


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_keeps_the_record(tmp_path: Path, key: str) -> None:
    path = tmp_path / "game.jsonl"
    with at_terminal([*COMMAND, "play", str(COINS), "--bot", "random", "--plain", "--record", str(path)]) as child:
        child.expect_exact("player-1> ")
        child.send(key)
        if key == "\x03":
            child.expect_exact("Type :quit or press Ctrl-C once more")
            child.expect_exact("player-1> ")
            child.send(key)
        child.expect_exact("yes or no> ")
        child.send("yes\r")
        child.expect_exact("Stopped after 0 decisions.")
        child.expect_exact("The record is in")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
        assert path.read_text().startswith('{"record":"rulewright/1"')


def ended_from_outside(number: signal.Signals, *words: str) -> str:
    """What stands on the terminal where a command that asks something is ended by this signal."""
    with Emulated([*COMMAND, *words]) as terminal:
        terminal.sees("player-1>")
        terminal.type("take 1")
        terminal.sees("player-2: take", "player-1>")
        os.kill(terminal.child.pid, number)
        return terminal.ends(128 + number)


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("screen", [(), ("--plain",)], ids=["full", "plain"])
@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", None)], ids=["SIGTERM", "SIGHUP"])
def test_what_is_ended_from_outside_gives_the_terminal_back_and_keeps_the_game(
    tmp_path: Path, number: signal.Signals, screen: tuple[str, ...]
) -> None:
    path = tmp_path / "game.jsonl"
    left = ended_from_outside(
        number, "play", str(COINS), "--bot", "random", "--option", "heap=5", "--record", str(path), *screen
    )
    assert "The record is in" in left
    assert '"move":["take",1]' in path.read_text().replace(" ", "")


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
@pytest.mark.parametrize("screen", [(), ("--plain",)], ids=["full", "plain"])
def test_where_the_terminal_is_closed_the_game_ends_quietly(tmp_path: Path, screen: tuple[str, ...]) -> None:
    path, told = tmp_path / "game.jsonl", tmp_path / "told"
    words = [*COMMAND, "play", str(COINS), "--bot", "random", "--record", str(path), *screen]
    with Emulated(["sh", "-c", 'exec "$@" 2> "$0"', str(told), *words]) as terminal:
        terminal.sees("player-1>")
        terminal.child.ptyproc.fileobj.close()
        terminal.child.ptyproc.closed = True
        assert terminal.child.wait() == 129
    assert told.read_text() == ""
    assert path.read_text().startswith('{"record":"rulewright/1"')


@pytest.mark.parametrize(
    ("words", "size"),
    [(["play", str(COINS), "--bot", "random", "--plain"], (1, 1)), (["simulate", str(COINS), "-n", "20"], (0, 0))],
)
def test_a_terminal_without_room_is_no_traceback(words: list[str], size: tuple[int, int]) -> None:
    with at_terminal([*COMMAND, *words], size) as child:
        if words[0] == "play":
            child.expect_exact(READING)
            child.send(":quit\r")
            child.expect_exact("Stop?")
            child.expect_exact(READING)
            child.send("\x04")
        child.expect(pexpect.EOF)
        said = child.before
        child.wait()
    assert child.exitstatus == 0
    assert "Traceback" not in said


@pytest.mark.skipif("line-it" not in shipped(), reason="the ruleset is not there yet")
@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("people", [("--seat", 1, "--seat", "2=Zoe"), ("--seat", 0)], ids=["two", "one"])
def test_a_shipped_game_is_played_to_its_end_through_a_pipe_and_replayed(
    tmp_path: Path, people: tuple[object, ...]
) -> None:
    path = tmp_path / "game.jsonl"
    done = process(
        "play", "line-it", "--bot", "random", "--players", 3, "--seed", 5, *people, "--record", path, typed="1\n" * 2000
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The game is over. " in done.stdout
    assert process("replay", path).returncode == 0


def test_nothing_is_kept_for_the_next_start_where_that_is_not_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulated = ("simulate", COINS, "-n", 9, "--seed", 1)
    monkeypatch.setitem(ENVIRONMENT, "XDG_CACHE_HOME", str(tmp_path))
    without = process(*simulated, "--jobs", 1, "--no-cache")
    assert (without.returncode, without.stderr) == (0, "")
    assert not list(tmp_path.iterdir())
    monkeypatch.setitem(ENVIRONMENT, "RULEWRIGHT_NO_CACHE", "1")
    assert process(*simulated, "--jobs", 2).stdout == without.stdout
    assert not list(tmp_path.iterdir())
    monkeypatch.delitem(ENVIRONMENT, "RULEWRIGHT_NO_CACHE")
    assert process(*simulated, "--jobs", 1).stdout == without.stdout
    assert list(tmp_path.iterdir()) == [tmp_path / "rulewright"]
