"""What the tests of commands ask for by name."""

from functools import partial

import pytest

from tests.cli import running


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> running.Run:
    """Carries out commands in this process."""
    return partial(running.run, capsys)
