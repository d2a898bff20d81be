"""Errors of the program itself: which they are, and the sentence that tells one where the work goes on without it."""

import traceback
from pathlib import Path
from typing import Final

from rulewright.shown import shown

INTERNAL: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Mistakes of the program; what files and memory do is none."""


def failed_words(error: Exception, doing: str, words: str) -> str:
    """What is said of an error that came up while the program did this; `words`: what becomes of that."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).stem}.{frames[-1].name}" if frames else ""
    said = shown(f"{type(error).__name__}: {error}{place}")
    return f"A mistake of Rulewright itself ({said}) came up while {doing}; {words} Please report it with the rules."
