"""A plugin of pytest: the lines of the lowering that tests run through, added to the file that `RUN_THROUGH` names."""

import json
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import rulewright.machine.lower

LOWER = Path(rulewright.machine.lower.__file__).parent
FOUND: dict[str, set[int]] = {str(path): set() for path in LOWER.glob("*.py")}


def _called(frame: FrameType, _what: str, _more: object) -> Any:
    return _within if frame.f_code.co_filename in FOUND and frame.f_code.co_name != "<module>" else None


def _within(frame: FrameType, _what: str, _more: object) -> Any:
    FOUND[frame.f_code.co_filename].add(frame.f_lineno)
    return _within


def pytest_configure() -> None:
    """Begin."""
    sys.settrace(_called)


def pytest_runtest_protocol() -> None:
    """Begin again: where the stack has overflown Python ends it."""
    sys.settrace(_called)


def pytest_sessionfinish() -> None:
    """Add the lines to the file."""
    sys.settrace(None)
    file = Path(os.environ["RUN_THROUGH"])
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    lines = {Path(path).name: found.union(known.get(Path(path).name, ())) for path, found in FOUND.items()}
    file.write_text(json.dumps({name: sorted(found) for name, found in lines.items()}), encoding="utf-8")
