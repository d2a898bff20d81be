"""Profiles of Hypothesis: `dev`, in the build (`CI=true`) `ci`, by hand (`HYPOTHESIS_PROFILE=deep`) `deep`. And every
process that a test begins hears of interrupts, and has ended when the test has."""

import ctypes
import gc
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("dev", max_examples=6, deadline=None, suppress_health_check=_SLOW)
settings.register_profile(
    "ci", max_examples=6, deadline=None, derandomize=True, print_blob=True, suppress_health_check=_SLOW
)
settings.register_profile("deep", max_examples=3000, deadline=None, suppress_health_check=_SLOW)
os.environ["RULEWRIGHT_NO_STATE"] = "1"  # who runs the tests finds none of their games among their own
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

if threading.current_thread() is threading.main_thread():  # a script that begins us in its background ignores them
    signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform == "linux":  # what outlives a process that a test has begun becomes a child of this one
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test that is `sampled(n)` everybody runs every n-th; the others are `thorough`, of those of one
    that is `sampled(n, m)` every m-th, and what is left `slow`."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is not None:
            test = item.nodeid.split("[")[0]
            at, (often, less) = seen[test], (*mark.args, 1)[:2]
            if at % often:
                item.add_marker("slow" if at % less else "thorough")
            seen[test] += 1


def pytest_collection_finish() -> None:
    """What the tests keep for each other is much and long-lived: looking through it for circles takes a sixth of the
    time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


THREADS = Path("/proc/self/task")
HELPERS = (b"multiprocessing.resource_tracker", b"multiprocessing.forkserver")


def _children() -> set[int]:
    """The processes that this one has begun or inherited."""
    found: set[int] = set()
    for thread in THREADS.iterdir() if THREADS.is_dir() else ():
        with suppress(OSError):  # it has ended meanwhile, or this system does not tell
            found.update(map(int, (thread / "children").read_text().split()))
    return found


def _running(child: int) -> str | None:
    """What a process is, if it still runs and is no helper of Python's own."""
    with suppress(OSError):
        command = (Path("/proc") / str(child) / "cmdline").read_bytes()
        if command and not any(helper in command for helper in HELPERS):  # of one that has ended nothing is told
            return command.replace(b"\0", b" ").decode(errors="replace")
    return None


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """End what a test has left running, and fail it."""
    before = _children()
    yield
    patience = time.monotonic() + 2
    while (left := {child: said for child in _children() - before if (said := _running(child))}) and (
        time.monotonic() < patience
    ):
        time.sleep(0.01)
    for child in left:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    assert not left, f"these processes were left running: {left}"
