"""Commands as processes: streams, pipes that break, interrupts, keys at a terminal, names that are no text."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.cli import main
from rulewright.files import shipped
from rulewright.language.format import format_text
from rulewright.table.text_lines import WIDTH
from tests.cli.emulated import Emulated
from tests.cli.processes import ENVIRONMENT, at_terminal, pexpect, piped, talk
from tests.cli.running import COINS, Patch, Run

pytestmark = pytest.mark.thorough

COMMAND = [sys.executable, "-m", "rulewright"]
READING = "\x1b[?2004h"
"""What a terminal is told when a line is read: keys that come before might be lost."""


def process(*arguments: object, typed: str = "") -> "subprocess.CompletedProcess[str]":
    return piped([*COMMAND, *map(str, arguments)], typed.encode())


def test_it_runs_as_a_module() -> None:
    assert process("--version").stdout.startswith("rulewright ")
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
        talk(child, "Coins: Who takes the last coin wins", "Ann, your move:", ("Ann> ", "take 5"))
        talk(child, ("5 cannot be picked here", ":undo"), ("nothing to take back", "take 1"), "player-2: take")
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
            talk(child, "Type :quit or press Ctrl-C once more", "player-1> ")
            child.send(key)
        talk(child, ("yes or no> ", "yes"), "Stopped after 0 decisions.", "The record is in")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
        assert path.read_text().startswith('{"record":"rulewright/1"')


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("screen", [[], ["--plain"]], ids=["full", "plain"])
@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", None)], ids=["SIGTERM", "SIGHUP"])
def test_what_is_ended_from_outside_gives_the_terminal_back_and_keeps_the_game(
    tmp_path: Path, number: signal.Signals, screen: list[str]
) -> None:
    path = tmp_path / "game.jsonl"
    words = ["play", str(COINS), "--bot", "random", "--option", "heap=5", "--pace", "0"]
    words += ["--record", str(path), *screen]  # without a pace it waits for a line when the signal comes
    with Emulated([*COMMAND, *words]) as terminal:
        terminal.sees("player-1>")
        terminal.type("take 1")
        terminal.sees("player-2: take", "player-1>")
        os.kill(terminal.child.pid, number)
        left = terminal.ends(128 + number)
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
@pytest.mark.parametrize("people", ["--seat 1 --seat 2=Zoe", "--seat 0"])
def test_a_shipped_game_is_played_to_its_end_through_a_pipe_and_replayed(tmp_path: Path, people: str) -> None:
    path = tmp_path / "game.jsonl"
    words = f"play line-it --bot random --players 3 --seed 5 {people} --record".split()
    done = process(*words, path, typed="1\n" * 2000)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The game is over. " in done.stdout
    assert process("replay", path).returncode == 0


def test_nothing_is_kept_for_the_next_start_where_that_is_not_wanted(tmp_path: Path, monkeypatch: Patch) -> None:
    simulated = ("simulate", COINS, "-n", 9, "--seed", 1)
    monkeypatch.setitem(ENVIRONMENT, "XDG_CACHE_HOME", str(tmp_path))
    without = process(*simulated, "--jobs", 2, "--no-cache")  # which the others hear of by `RULEWRIGHT_NO_CACHE`
    assert (without.returncode, without.stderr) == (0, "")
    assert not list(tmp_path.iterdir())
    assert process(*simulated, "--jobs", 1).stdout == without.stdout
    assert list(tmp_path.iterdir()) == [tmp_path / "rulewright"]


POSIX = pytest.mark.skipif(os.name == "nt", reason="of a shell")
RULEWRIGHT = f"'{sys.executable}' -m rulewright"


@POSIX
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (f"{RULEWRIGHT} check '{COINS}' >&-", 2, "rulewright: Standard output is closed: nothing could be told.\n"),
        (f"{RULEWRIGHT} check none.rules 2>&-", 2, ""),
        (f"{RULEWRIGHT} check none.rules >&- 2>&-", 2, ""),
        (f"{RULEWRIGHT} play '{COINS}' <&- | tail -n 1", 0, ""),
        (f"{RULEWRIGHT} fmt - <&-", 1, "This file is empty"),
        (f"{RULEWRIGHT} list <&- >&- 2>&-", 2, ""),
    ],
)
def test_a_closed_stream_is_no_traceback(command: str, code: int, said: str) -> None:
    done = piped(command)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not command.endswith("tail -n 1") or done.stdout == "Stopped after 0 decisions.\n"


@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("command", ["list", f"record '{COINS}'", f"rules '{COINS}'"])
def test_a_full_stream_is_told(command: str) -> None:
    done = piped(f"{RULEWRIGHT} {command} >/dev/full")
    assert done.returncode == 2
    assert done.stderr.endswith("No space left on device.\n") or done.stderr == "rulewright: No space left on device\n"
    assert done.stderr.count("\n") == 1
    assert piped(f"{RULEWRIGHT} check none.rules 2>/dev/full").returncode == 2


@POSIX
@pytest.mark.parametrize(
    ("words", "stream", "code"),
    [
        ("--help", "stdout", 0),
        ("check none.rules", "stderr", 2),
        ("build broken.rules -o x.wasm", "stderr", 1),
        ("build", "stderr", 2),
    ],
)
def test_where_nobody_hears_it_the_exit_code_still_tells(tmp_path: Path, words: str, stream: str, code: int) -> None:
    (tmp_path / "broken.rules").write_text("game: broken\n")
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: writing}
    try:
        done = subprocess.run(
            [*COMMAND, *words.split()], cwd=tmp_path, env=ENVIRONMENT, timeout=60, check=False, **streams
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stdout or b"", done.stderr or b"") == (code, b"", b"")


def test_a_stream_without_our_letters_changes_no_rules_and_no_json(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "PYTHONIOENCODING", "ascii")
    text = f"-- Käse 🧀\n{COINS.read_text()}"
    assert process("fmt", "-", typed=text).stdout == format_text(text)
    (tmp_path / "cheese.rules").write_text(text, encoding="utf-8")
    assert process("rules", tmp_path / "cheese.rules").stdout == text
    (tmp_path / "cheese.rules").unlink()
    (tmp_path / "Käse🧀.rules").write_text("game: broken\n")
    done = process("check", tmp_path, "--format", "json")
    assert done.stdout.isascii()
    assert {Path(found["file"]).name for found in json.loads(done.stdout)["findings"]} == {"Käse🧀.rules"}


KAESE = """\
game "Käse 🧀" "Für Zoë"
    players Ännchen, bob
cell is grid 2 by 2
component mark: player
    2 of bob
    2 of Ännchen
there is
    board: mark on each cell
        picture: bob "●", Ännchen "○"
play:
    each player: choose place
    end game, won by players' first
action place "Lege Käse":
    pick cell from cells where it is empty
    move 1 from box where its player is you to cell
example "Grüße":
    at play
    then:
        Ännchen decides
"""
IN_ASCII = {
    "check Käse.rules --effort 0": "Käse",
    "check Käse.rules --effort 0 --format json": "findings",
    "test Käse.rules": "Käse.rules",
    "example Käse.rules": "Grüße",
    "example Käse.rules Grüße": "Ännchen",
    "fmt Käse.rules --check": "",
    "fmt Käse.rules --diff": "",
    "explore Käse.rules": "positions",
    "perft Käse.rules 1": "",
    "perft Käse.rules 1 --divide": "",
    "simulate Käse.rules -n 2": "Käse",
    "simulate Käse.rules -n 2 --format json": "",
    "build Käse.rules -o Käse.wasm --force": "Käse.wasm",
    "rules Käse.rules": "Für Zoë",
    "rulebook Käse.rules": "Für Zoë",
    "rulebook Käse.rules --html": "Für Zoë",
    "record Käse.rules --seed 1": "Käse",
    "replay Käse.jsonl --rules Käse.rules": "recorded",
    "replay Käse.jsonl --rules Käse.rules --transcript": "Ännchen: place a1",
    "play Käse.rules --seed 1 --seat 0=Zoë --bot random --record Zoë.jsonl --force": "Zoë",
    "list": "",
    "explain unknown-name": "",
}
IN_FILES = ("rules ", "rulebook ", "record ", "replay Käse.jsonl --rules Käse.rules --tr")


def test_every_command_speaks_in_an_ascii_locale(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Käse.rules").write_text(format_text(KAESE), encoding="utf-8")
    assert main(["record", "Käse.rules", "--seed", "1", "-o", "Käse.jsonl"]) == 0
    for command, told in IN_ASCII.items():
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
        typed = io.TextIOWrapper(io.BytesIO(b"a1\nb1\n"), encoding="ascii")
        for name, stream in (("stdin", typed), ("stdout", out), ("stderr", err)):
            monkeypatch.setattr(sys, name, stream)
        name = "Zoë".encode().decode("ascii", "surrogateescape")
        code = main([word.replace("Zoë", name) if word.startswith("0=") else word for word in command.split()])
        said = out.buffer.getvalue()  # type: ignore[attr-defined] # it is a BytesIO here
        utf8 = command.startswith(IN_FILES)
        wanted = told if utf8 else json.dumps(told)[1:-1]
        assert (code, err.buffer.getvalue()) == (0, b""), (command, said)  # type: ignore[attr-defined] # as above
        assert wanted in said.decode("utf-8" if utf8 else "ascii"), (command, said)
        assert not command.startswith("play") or all(len(line) <= WIDTH for line in said.splitlines()), said
    assert '"Zoë"' in (tmp_path / "Zoë.jsonl").read_text(encoding="utf-8")


FIRST = """
import sys
from rulewright.__main__ import main
print("begun", flush=True)
sys.exit(main())
"""


@POSIX
@pytest.mark.parametrize("times", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_an_interrupt_in_the_first_moments_is_told(times: int) -> None:
    rng = random.Random(1)
    for _ in range(times):
        first, pipe = [sys.executable, "-c", FIRST, "check", str(COINS), "--effort", "0"], subprocess.PIPE
        with subprocess.Popen(first, env=ENVIRONMENT, stdout=pipe, stderr=pipe, text=True) as child:
            try:
                assert child.stdout is not None
                child.stdout.readline()
                time.sleep(rng.uniform(0, 0.15))
                child.send_signal(signal.SIGINT)
                out, err = child.communicate(timeout=60)
            finally:
                child.kill()
        fine = (child.returncode, ": fine. " in out, err) == (0, True, "")
        assert fine or (child.returncode, err) == (1, "rulewright: Stopped.\n")


TIDYING = """
import signal, sys, time
import rulewright.cli
from rulewright.__main__ import main

class Tidied:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def carried_out():
    Tidied()
    time.sleep(1000)
    return 0

rulewright.cli.main = carried_out
sys.exit(main())
"""


@POSIX
def test_an_interrupt_while_python_tidies_up_is_not_lost() -> None:
    done = piped([sys.executable, "-c", TIDYING])
    assert (done.returncode, done.stderr) == (1, "rulewright: Stopped.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is text")
def test_a_name_that_is_no_text(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    name, goal = os.fsdecode(b"x\xff.rules"), os.fsdecode(b"goal\xff")
    Path(name).write_text(COINS.read_text())
    for command in (
        ("check", name, "--effort", 0),
        ("check", name, "--effort", 0, "--format", "json"),
        ("test", name),
        ("fmt", name),
        ("rules", name),
        ("rules", name, "--copy", goal),
        ("record", name),
        ("record", name, "-o", f"{goal}.jsonl"),
        ("record", name, "-n", 2, "-o", f"{goal}s"),
        ("replay", f"{goal}.jsonl", "--rules", name),
        ("play", name, "--bot", "random", "--record", f"{goal}-play.jsonl", "--seat", f"0={goal}"),
        ("perft", name, 2),
        ("build", name, "-o", f"{goal}.wasm"),
        ("simulate", name, "-n", 9, "--html", f"{goal}.html", "--csv", f"{goal}.csv", "--checkpoint", f"{goal}.point"),
        ("simulate", name, "-n", 9, "--format", "json"),
    ):
        done = run(*command, typed="1\n1\n")
        assert (command, done.code, done.err) == (command, 0, "")
    assert Path(f"{goal}-play.jsonl").read_text().startswith('{"record":"rulewright/1","game":"x?"')
