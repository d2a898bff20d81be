"""The command line as a user meets it, inside this process: exit code, standard output, standard error."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from rulewright.cli import main

COINS = Path(__file__).with_name("coins.rules")


Patch = pytest.MonkeyPatch


@frozen
class Done:
    code: int
    out: str
    err: str


Run = Callable[..., Done]
"""What the fixture `run` gives: `run` below, with the streams of the test."""


def run(
    capsys: pytest.CaptureFixture[str], *arguments: object, typed: str | None = None, code: int | None = None
) -> Done:
    """Carry out one command; `typed` is its standard input, `code` the exit code that it must have."""
    with pytest.MonkeyPatch.context() as patch:
        if typed is not None:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        try:
            found = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            found = int(ended.code or 0)
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert code in (None, found), captured.err
    return Done(found, captured.out, captured.err)


def written(path: Path, text: str) -> Path:
    """A file that now has this text."""
    path.write_text(text, encoding="utf-8")
    return path


def coins_with(path: Path, old: str, new: str) -> Path:
    """A file with the rules of coins, something in them being otherwise."""
    return written(path, COINS.read_text().replace(old, new))
