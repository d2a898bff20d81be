"""The line that says how long something has been going on: it comes by itself, also within one long step."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from rulewright.analysis.bench.measure import Measured
from rulewright.cli import console
from rulewright.cli.command_line import VERBS
from rulewright.cli.console import MAKING_RULES as RULES, Progress
from rulewright.cli.greeting import greeted
from rulewright.files import find
from rulewright.web.static_site import PYODIDE_FILES

from .running import Patch, Run


@pytest.mark.thorough
def test_the_line_comes_within_a_long_step(monkeypatch: Patch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(console, "tell", said.append)
    line = console.ElapsedLine("looking for holes")
    with line.shown():
        until = time.monotonic() + 30
        while not said and time.monotonic() < until:
            time.sleep(0.05)
        assert said[0].startswith("\rlooking for holes")
        with line.away():
            before = len(said)
            time.sleep(3 * console.EVERY)
            assert len(said) == before
    assert said[-1] == "\r\x1b[K"


def test_nobody_hears_of_it_without_a_terminal(monkeypatch: Patch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    monkeypatch.setattr(console, "tell", said.append)
    with console.ElapsedLine("looking for holes").shown():
        time.sleep(2 * console.FIRST_SECONDS)
    assert not said


@pytest.mark.thorough
def test_the_times_go_on_while_nothing_is_done(monkeypatch: Patch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(console, "tell", said.append)
    games = Progress(100)
    games._start -= 65
    with console.ElapsedLine("playing", games.text).shown():
        until = time.monotonic() + 30
        while len(said) < 8 and time.monotonic() < until:
            time.sleep(0.05)
    assert said[0].startswith("\r  0 % [--------------------] 0 of 100 games, 1 min ")
    assert len({*said[:-1]}) > 1
    games.done = 10
    assert " 10 of 100 games, 0/s, 1" in games.text()


def lines_begun(monkeypatch: Patch) -> list[str]:
    """What the lines say that begin from now on; none is shown."""
    begun: list[str] = []

    @contextmanager
    def shown(line: console.ElapsedLine) -> Iterator[None]:
        begun.append(line.what)
        yield

    monkeypatch.setattr(console.ElapsedLine, "shown", shown)
    return begun


def test_the_questions_before_a_game_have_a_line(monkeypatch: Patch) -> None:
    begun, typed = lines_begun(monkeypatch), {"game": "tic-tac-toe", "names": "Ann"}
    assert greeted(lambda question: typed[question.word])[0] == "play"
    assert begun == [RULES, RULES]


DOUBTS: Final = ["playing the examples", "trying changes", "making examples"]
SAID: Final = [
    ("perft tic-tac-toe 2", [RULES, "counting"]),
    ("explore tic-tac-toe", [RULES, "exploring"]),
    ("explore tic-tac-toe --solve", [RULES, "solving"]),
    ("bench tic-tac-toe", [RULES, "measuring"]),
    ("record tic-tac-toe --bot perfect --seed 1", [RULES, "solving", "recording"]),
    ("record tic-tac-toe --seed 1 -o {place}/other.jsonl", [RULES, "recording"]),
    ("simulate tic-tac-toe -n 2 --seat 0=search:3", [RULES, "preparing", "playing", "summing up", "writing"]),
    ("train beacons", [RULES, "training"]),
    ("build tic-tac-toe -o {place}/game.wasm", [RULES, "building"]),
    ("doubts tic-tac-toe --changes 4 --jobs 1 --invariants 0", DOUBTS),
    ("doubts tic-tac-toe --changes 0 --jobs 1", [*DOUBTS, "looking for invariants"]),
    ("test tic-tac-toe", ["playing examples"]),
    ("example tic-tac-toe {title}", ["reading", "playing the example"]),
    ("rulebook tic-tac-toe", ["writing the rulebook"]),
    ("check tic-tac-toe --effort 0", ["looking for holes"]),
    ("check {place}/tic-tac-toe.rules --fix --effort 0", ["repairing", "looking for holes"]),
    ("replay {place}/game.jsonl", ["reading", RULES, "following the record"]),
    ("replay {place}/game.jsonl --review", ["reading", RULES, "following the record", "reviewing"]),
    ("play tic-tac-toe", [RULES, "listing the first moves", "preparing opponents"]),
    ("play tic-tac-toe --example {title}", [RULES, "listing the first moves", "preparing opponents"]),
    ("play --from {place}/game.jsonl --at 2", ["reading", RULES, "following the record", "preparing opponents"]),
    ("play --resume {place}/begun.jsonl", ["reading", RULES, "following the record"]),
    ("serve tic-tac-toe --port 0 --data {place}/tables.sqlite", ["reading the games"]),
    ("teach tic-tac-toe", [RULES, "listing the first moves", "preparing opponents"]),
    ("site -o {place}/site --game tic-tac-toe --pyodide {place}", [RULES, "writing the pages"]),
    ("fmt {place}/tic-tac-toe.rules", ["laying out"]),
    ("new my-game", [RULES, RULES]),
]
LOADS_NOTHING: Final = {"rules", "explain", "list", "lsp"}
"""`lsp` tells an editor how far it has come, and no terminal."""


def test_every_command_that_loads_rules_has_a_line() -> None:
    assert LOADS_NOTHING | {words.split()[0] for words, said in SAID if said} == {verb.name for verb in VERBS}


@pytest.mark.sampled(5, 2)
@pytest.mark.parametrize(("words", "said"), SAID)
def test_what_can_take_long_says_so(words: str, said: list[str], run: Run, monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tic-tac-toe.rules").write_bytes(find("tic-tac-toe").read_bytes())
    for name in PYODIDE_FILES:
        (tmp_path / name).write_bytes(b"")
    run("record", "tic-tac-toe", "--seed", 1, "-o", tmp_path / "game.jsonl")
    run("play", "tic-tac-toe", "--bot", "random", "--record", tmp_path / "begun.jsonl", typed="")
    begun = lines_begun(monkeypatch)
    monkeypatch.setattr(
        "rulewright.analysis.bench.measure.measure", lambda rules, *_, **__: Measured("one", "One", 2, ())
    )
    monkeypatch.setattr("rulewright.web.server.serve", lambda *_: None)
    texts = {"place": tmp_path, "title": "three in a column win"}
    run(*(word.format(**texts) for word in words.split()), typed="", code=0)
    assert begun == said
