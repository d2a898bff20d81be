"""The line that says how long something has been going on: it comes by itself, also within one long step."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright.cli import progress

from .running import run


def test_the_line_comes_within_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "tell", said.append)
    line = progress.ElapsedLine("looking for holes")
    with line.shown():
        until = time.monotonic() + 30
        while not said and time.monotonic() < until:
            time.sleep(0.05)
        assert said[0].startswith("\rlooking for holes")
        with line.away():
            before = len(said)
            time.sleep(3 * progress.EVERY)
            assert len(said) == before
    assert said[-1] == "\r\x1b[K"


def test_nobody_hears_of_it_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    monkeypatch.setattr(progress, "tell", said.append)
    with progress.ElapsedLine("looking for holes").shown():
        time.sleep(2 * progress.FIRST_SECONDS)
    assert not said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("perft tic-tac-toe 2", ["counting"]),
        ("explore tic-tac-toe --solve", ["solving"]),
        ("record tic-tac-toe --bot perfect --seed 1", ["solving"]),
        ("simulate tic-tac-toe -n 2 --seat 0=search:3", ["summing up", "writing"]),
        ("build tic-tac-toe -o {place}/game.wasm", ["building"]),
        ("test tic-tac-toe", ["playing examples"]),
        ("record tic-tac-toe --seed 1 -o {place}/other.jsonl", ["recording"]),
        ("replay {place}/game.jsonl --review", ["reading", "reviewing"]),
    ],
)
def test_what_can_take_long_says_so(
    words: str, said: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run(capsys, "record", "tic-tac-toe", "--seed", 1, "-o", tmp_path / "game.jsonl")
    begun: list[str] = []

    @contextmanager
    def shown(line: progress.ElapsedLine) -> Iterator[None]:
        begun.append(line.what)
        yield

    monkeypatch.setattr(progress.ElapsedLine, "shown", shown)
    done = run(capsys, *words.format(place=tmp_path).split())
    assert done.code == 0
    assert begun == said
