"""Games that are killed at a terminal go on at the last confirmed move."""

import sys

import pytest

pytest.importorskip("pty")

from tests.table.killed import run


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="it forks")
def test_killed_at_any_moment_a_game_goes_on_where_it_was() -> None:
    wrong: list[str] = []
    assert run(6, 1, wrong.append) == {"resumed": 6}, wrong
