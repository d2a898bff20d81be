"""How typed words are compared with names: by one form of both, and by how well a part stands for the whole."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

PARTS, INSIDE = 1, 3
"""How well a word names another of which it is whole parts, and one inside which it stands."""
NOTHING_ELSE: Final[Mapping[str, str]] = {}


def normal(text: str) -> str:
    """Bring a word into the one form in which words are compared.

    >>> normal("Put_Down")
    'put-down'
    """
    return unicodedata.normalize("NFC", text).casefold().replace("_", "-")


def split_words(text: str) -> list[str]:
    """Cut a typed line into normal words; `put(stone-57, left)` is read like `put stone-57 left`.

    >>> split_words("put(stone-57, Left)")
    ['put', 'stone-57', 'left']
    """
    return [normal(word) for word in re.split(r"[\s(),]+", text) if word]


def likeness(typed: str, word: str) -> int | None:
    """Say how well a typed word names another: 0 whole, 1 one of its parts or some side by side, 2 its beginning,
    3 inside, 4 the beginnings of all its parts; None not at all.

    A number is never torn apart: 5 does not stand for 57.

    >>> [likeness(text, "stone-57") for text in ("stone-57", "57", "sto", "ton", "st-57", "5", "st-5")]
    [0, 1, 2, 3, 4, None, None]
    >>> likeness("red-57", "stone-red-57")
    1
    """
    if typed == word:
        return 0
    if typed not in word:
        return 4 if _begins_each_part(typed, word) else None
    if re.search(rf"(?<![^-+]){re.escape(typed)}(?![^-+])", word):
        return 1
    starts = [found.start() for found in re.finditer(re.escape(typed), word)]
    whole = [start for start in starts if not _tears_number(word, start, start + len(typed))]
    if not whole:
        return 4 if _begins_each_part(typed, word) else None
    return 2 if whole[0] == 0 else 3


def _begins_each_part(typed: str, word: str) -> bool:
    """Whether a typed word has the parts of another, each cut short but for numbers, and the same between them."""
    if typed[:1] != word[:1]:
        return False
    parts, whole = re.split(r"([-+])", typed), re.split(r"([-+])", word)
    return len(parts) == len(whole) > 1 and all(
        part and full.startswith(part) and not _tears_number(full, 0, len(part))
        for part, full in zip(parts, whole, strict=True)
    )


def reading(typed: str, name: str, shown: Mapping[str, str]) -> int | None:
    """Say how well a typed word names what has this name and may be shown as something else: as `likeness`."""
    return 0 if name in shown and typed == normal(shown[name]) else likeness(typed, normal(name))


def best_readings(typed: str, names: Iterable[str], shown: Mapping[str, str] = NOTHING_ELSE) -> list[str]:
    """Find the names that a typed word fits best, in their order.

    >>> best_readings("5", ["stone-57", "stone-5", "bonus+5"])
    ['stone-5', 'bonus+5']
    """
    levels = {name: reading(typed, name, shown) for name in names}
    fitting = [level for level in levels.values() if level is not None]
    return [name for name, level in levels.items() if fitting and level == min(fitting)]


def nearness(typed: str, names: Iterable[str], shown: Mapping[str, str]) -> int:
    """How well a typed word names the best of these, as `likeness`; more than that where it names none."""
    levels = (reading(typed, name, shown) for name in names)
    return min((level for level in levels if level is not None), default=5)


def _tears_number(word: str, start: int, end: int) -> bool:
    return (start > 0 and word[start - 1].isdigit() and word[start].isdigit()) or (
        end < len(word) and word[end - 1].isdigit() and word[end].isdigit()
    )
