"""Closed and full streams, interrupts at any moment, names that are no text: a sentence and an exit code."""

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
from rulewright.language.format import format_text
from rulewright.table.text_lines import WIDTH
from tests.cli.processes import ENVIRONMENT, piped
from tests.cli.running import COINS, Run

pytestmark = pytest.mark.thorough

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
        (["--help"], "stdout", 0),
        (["check", "none.rules"], "stderr", 2),
        (["build", "broken.rules", "-o", "x.wasm"], "stderr", 1),
        (["build"], "stderr", 2),
    ],
)
def test_where_nobody_hears_it_the_exit_code_still_tells(
    tmp_path: Path, words: list[str], stream: str, code: int
) -> None:
    (tmp_path / "broken.rules").write_text("game: broken\n")
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: writing}
    command = [sys.executable, "-m", "rulewright", *words]
    try:
        done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, timeout=60, check=False, **streams)
    finally:
        os.close(writing)
    assert (done.returncode, done.stdout or b"", done.stderr or b"") == (code, b"", b"")


def test_a_stream_without_our_letters_changes_no_rules_and_no_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "PYTHONIOENCODING", "ascii")
    text = f"-- Käse 🧀\n{COINS.read_text()}"
    command = [sys.executable, "-m", "rulewright", "fmt", "-"]
    fine = subprocess.run(command, input=text.encode(), env=ENVIRONMENT, capture_output=True, timeout=60, check=True)
    assert fine.stdout.decode() == format_text(text)
    (tmp_path / "cheese.rules").write_text(text, encoding="utf-8")
    printed = [sys.executable, "-m", "rulewright", "rules", str(tmp_path / "cheese.rules")]
    assert piped(printed).stdout == text
    (tmp_path / "cheese.rules").unlink()
    (tmp_path / "Käse🧀.rules").write_text("game: broken\n")
    done = piped([sys.executable, "-m", "rulewright", "check", str(tmp_path), "--format", "json"])
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


def test_every_command_speaks_in_an_ascii_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        with subprocess.Popen(
            [sys.executable, "-c", FIRST, "check", str(COINS), "--effort", "0"],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as child:
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
    done = subprocess.run(
        [sys.executable, "-c", TIDYING], env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stderr) == (1, "rulewright: Stopped.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is text")
def test_a_name_that_is_no_text(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
