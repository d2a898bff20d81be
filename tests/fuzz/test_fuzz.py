"""The fuzzer runs: a few of each sort, always the same, with nothing found; and what it is there for it finds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wasm.common import WASM

pytestmark = [
    WASM,
    pytest.mark.thorough,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here"),
]
ROOT = Path(__file__).parents[2]
FEW = ("--mutated", "4", "--grown", "1", "--records", "1", "--checkpoints", "1", "--seed", "8", "--jobs", "1")


def said(module: str, *arguments: object) -> str:
    """What a module says as a command, which must end well."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_is_found_in_a_few(tmp_path: Path) -> None:
    told = said("tests.fuzz", *FEW, "--found", tmp_path / "found")
    rows = {
        cells[0]: [int(cell.replace(",", "")) for cell in cells[1:]] for cells in map(str.split, told.splitlines()[1:5])
    }
    assert [row[0] for row in rows.values()] == [4, 1, 1, 1]
    assert rows["grown"][1] == 1
    assert rows["mutated"][4] > 25


@pytest.mark.slow
def test_it_finds_what_goes_wrong() -> None:
    found = dict(line.split(": ", 1) for line in said("tests.fuzz.planted").splitlines())
    for name, words in {
        "traceback": "KeyError",
        "hang": "check: hang",
        "memory": "check: more than 300 MB",
        "escape": r"'\\x1b' in what it says",
        "exit code": "check: exit code 7",
        "difference": "simulate: a difference",
    }.items():
        assert words in found[name], (name, found[name])
