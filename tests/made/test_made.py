"""The texts that nobody wrote are worth it: they load, their games end, and nothing of the language is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import RulesError
from tests.made import made_text
from tests.made.comparing import three_ways
from tests.made.coverage import everything, table
from tests.made.loading import loaded
from tests.made.running import run, tallied
from tests.wasm.common import WASM
from tests.wasm.games import DEEP

pytestmark = pytest.mark.thorough

SEEDS = range(30)
DEEP_PROGRAMS = 20_000
DIGEST = "import hashlib; from tests.made import made_text; print(hashlib.sha256(made_text(7).encode()).hexdigest())"


def test_a_seed_gives_one_text_whatever_python_does_with_sets() -> None:
    root = Path(__file__).parents[2]
    found = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            cwd=root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_most_texts_load() -> None:
    refused = 0
    for seed in SEEDS:
        try:
            loaded(made_text(seed))
        except RulesError:
            refused += 1
    assert refused <= len(SEEDS) / 5, "twice what is usual: chance alone is seldom that"


@WASM
def test_most_games_come_to_their_end() -> None:
    tally = tallied(SEEDS[:8], three_ways, 1)
    assert not tally.wrong
    assert tally.ends["over"] > 0.5 * sum(tally.ends.values())


@WASM
@pytest.mark.timeout(0)
@pytest.mark.skipif(not DEEP, reason="thousands of programs: HYPOTHESIS_PROFILE=deep")
def test_nothing_of_the_language_is_missing() -> None:
    tally = run(0, DEEP_PROGRAMS, os.cpu_count() or 1, three_ways)
    print(table(tally.appears, tally.texts))
    assert not tally.wrong, tally.wrong[0]
    assert [each for each in everything() if not tally.texts[each]] == []
    assert tally.ends["refused"] < 0.1 * DEEP_PROGRAMS
    assert tally.ends["over"] > 0.5 * sum(tally.ends.values())
