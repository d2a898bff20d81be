"""The line that says how long `check` has been looking: it comes by itself, also within one long step."""

import sys
import time

import pytest

from rulewright.cli import checking


def test_the_line_comes_within_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(checking, "tell", said.append)
    line = checking._Line()
    with line.shown():
        until = time.monotonic() + 30
        while not said and time.monotonic() < until:
            time.sleep(0.05)
        assert said[0].startswith("\rlooking for holes")
        with line.away():
            before = len(said)
            time.sleep(3 * checking.EVERY)
            assert len(said) == before
    assert said[-1] == "\r\x1b[K"


def test_nobody_hears_of_it_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    monkeypatch.setattr(checking, "tell", said.append)
    with checking._Line().shown():
        time.sleep(2 * checking.EVERY)
    assert not said
