"""The fuzzer runs: a few of each sort, always the same, with nothing found."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wasm.common import WASM

pytestmark = [WASM, pytest.mark.thorough, pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")]
ROOT = Path(__file__).parents[2]
SMALL_RUN = ("--mutated", "10", "--grown", "1", "--seed", "2", "--jobs", "1")


def test_nothing_is_found_in_a_few(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *SMALL_RUN, "--found", tmp_path / "found"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = map(str.split, done.stdout.splitlines()[1:3])
    rows = {cells[0]: [int(cell.replace(",", "")) for cell in cells[1:]] for cells in lines}
    assert [row[0] for row in rows.values()] == [10, 1]
    assert rows["grown"][1] == 1
    assert rows["mutated"][4] > 10
