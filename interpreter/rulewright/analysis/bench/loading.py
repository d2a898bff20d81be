"""How long it takes from a text to the first random game, in fresh processes: starting Python, imports, and all.

In: a setting, the name of a backend. Out: seconds, *cold* with an empty folder of caches, *warm* with the folder that
a process before has filled. Python's own compiled modules are there in both.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence

from rulewright.analysis.bench.backends import Asked
from rulewright.analysis.bench.pace import Spread

LOADS = 5


def loads(asked: Asked, backend: str) -> tuple[Spread, Spread]:
    """Cold and warm loading of a setting by a backend, several of each in turn."""
    pairs = [_cold_and_warm(asked, backend) for _ in range(LOADS)]
    return Spread.of([cold for cold, _ in pairs]), Spread.of([warm for _, warm in pairs])


def _cold_and_warm(asked: Asked, backend: str) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as caches:
        environment = {**os.environ, "XDG_CACHE_HOME": caches, "LOCALAPPDATA": caches}
        return _process(asked, backend, environment), _process(asked, backend, environment)


def _process(asked: Asked, backend: str, environment: Mapping[str, str]) -> float:
    """The whole life of a process that plays one game."""
    start = time.perf_counter()
    subprocess.run(_command(asked, backend), env=environment, check=True, stdin=subprocess.DEVNULL)  # noqa: S603 - ours
    return time.perf_counter() - start


def _command(asked: Asked, backend: str) -> Sequence[str]:
    setting = json.dumps({"game": asked.game, "players": asked.players, "options": dict(asked.options)})
    return sys.executable, "-m", "rulewright.analysis.bench.backends", backend, setting
