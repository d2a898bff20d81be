"""The line that says how long something has been going on: it comes by itself, also within one long step."""

import sys
import time

import pytest

from rulewright.cli import progress


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
