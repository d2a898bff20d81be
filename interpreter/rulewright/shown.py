"""The one way by which text of strangers (rules, records, names) and errors of the program reach any output."""

import re
import traceback
from pathlib import Path
from typing import Final

COLUMNS: Final = 200


class Misuse(Exception):  # noqa: N818 - the user's, no error of the program
    """What is asked for cannot be meant, or cannot be had: why, in words."""


# Soft hyphen, bidirectional and zero-width characters, fillers, separators, byte-order mark, tags: what Unicode calls
# default-ignorable, and some more.
INVISIBLE: Final = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that nobody sees, as ranges of a regular expression."""
_UNSEEN: Final = re.compile(f"[\x00-\x1f\x7f-\x9f\ud800-\udfff{INVISIBLE}]")


def shown(text: str) -> str:
    r"""Make a text harmless for a screen: unseen characters as \u{202e}, cut at 200 columns.

    >>> shown("gold\u202e and\tsilver")
    'gold\\u{202e} and\\u{9}silver'
    """
    escaped = _UNSEEN.sub(lambda found: f"\\u{{{ord(found.group()):x}}}", text[: COLUMNS + 1])
    return escaped if len(escaped) <= COLUMNS else escaped[: COLUMNS - 1] + "…"


def without_unseen(text: str) -> str:
    r"""Leave out what nobody sees.

    >>> without_unseen("go\u200bld\x1b[2J")
    'gold[2J'
    """
    return _UNSEEN.sub("", text)


# ---- Errors of the program itself: which they are, and the sentence that tells one where the work goes on without it

INTERNAL: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Mistakes of the program; what files and memory do is none."""


def failed_words(error: Exception, doing: str, words: str) -> str:
    """What is said of an error that came up while the program did this; `words`: what becomes of that."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).stem}.{frames[-1].name}" if frames else ""
    said = shown(f"{type(error).__name__}: {error}{place}")
    return f"A mistake of Rulewright itself ({said}) came up while {doing}; {words} Please report it with the rules."
