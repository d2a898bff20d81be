"""Which lines of the lowering are run through for the shipped games, the blocks of SPEC.md and the corners."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import rulewright.machine.lower
from tests.language.blocks import SPEC, blocks, trouble
from tests.laws.positions import rules_of
from tests.wasm.common import loaded
from tests.wasm.corners import CORNERS
from tests.wasm.games import all_settings

LOWER = Path(rulewright.machine.lower.__file__).parent


def executed() -> dict[str, list[int]]:
    """Lines of functions, by the name of their module."""
    found: dict[str, set[int]] = {str(path): set() for path in LOWER.glob("*.py")}

    def within(frame: FrameType, _what: str, _more: object) -> Any:
        found[frame.f_code.co_filename].add(frame.f_lineno)
        return within

    def called(frame: FrameType, _what: str, _more: object) -> Any:
        return within if frame.f_code.co_filename in found and frame.f_code.co_name != "<module>" else None

    sys.settrace(called)
    try:
        _play()
    finally:
        sys.settrace(None)
    return {Path(file).name: sorted(lines) for file, lines in found.items()}


def _play() -> None:
    for name, setting in all_settings():
        rules_of(name, setting)
    for corner in CORNERS.values():
        loaded(corner.text, corner.players)
    for block in blocks(SPEC):
        trouble(block)
