"""Did you mean …? Names that are nearest to one that was not found, and names that look alike."""

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

# ---- Names that look the same and are written with different letters, by the classes of `confusables.txt`

_SAME_LETTER: Final = ("<font>", "<wide>", "<narrow>", "<compat>")
"""How Unicode marks letters that are others in another form."""


@cache
def skeleton(text: str) -> str:
    """The same text for all names that look the same.

    >>> skeleton("рot") == skeleton("pot"), skeleton("level-1") == skeleton("level-l")
    (True, True)
    """
    plain = unicodedata.normalize("NFD", "".join(map(_plain, text)))
    return plain.translate(_classes())


def _plain(letter: str) -> str:
    """A letter of another font or width, or a ligature, as it is usually written."""
    tag = unicodedata.decomposition(letter).partition(" ")[0]
    return unicodedata.normalize("NFKD", letter) if tag in _SAME_LETTER else letter


def different_letters(one: str, other: str) -> tuple[str, str] | None:
    """The first letters by which two names with the same skeleton differ, if those are easily mistaken for each other.

    Readers of a script know its letters apart, so that letters of one script count only if they are ASCII.

    >>> different_letters("pot", "рot"), different_letters("οἶνος", "οἶνοσ")
    (('p', 'р'), None)
    """
    pairs = ((a, b) for a, b in zip(one, other, strict=False) if a != b)
    return next(((a, b) for a, b in pairs if (a + b).isascii() or _script(a) != _script(b)), None)


def _script(letter: str) -> str:
    """The script of a letter, `LATIN`; a letter for phonetics or of another width or font is a script of its own."""
    name = unicodedata.name(letter, letter)
    phonetic = name.startswith("LATIN") and not (letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff")
    return letter if phonetic or _plain(letter) != letter else name.split()[0]


@cache
def _classes() -> dict[int, str]:
    """By the code point what a letter looks like."""
    text = files("rulewright.language").joinpath("confusables.txt").read_text(encoding="utf-8")
    classes = [line for line in text.splitlines() if not line.startswith("#")]
    return {ord(letter): letters[0] for letters in classes for letter in letters}


# ---- Did you mean …? One pure function, used by everybody who names what was not found


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, if one is near enough: at most a third of its letters differ, or it looks the
    same.

    Neighboring letters that changed places count as one difference; of equally near candidates the first counts.

    >>> closest("siut", ["rank", "suit", "strength"])
    'suit'
    >>> closest("Gold", ["gold"]), closest("cards", ["cord", "card"]), closest("x", ["y"]), closest("silver", ["zinc"])
    ('gold', 'card', None, None)
    """
    allowed = max(1, (len(word) + 1) // 3)
    differ, best, same = allowed + 1, "", skeleton(word)
    for other in candidates:
        if other != word and differ:
            found = 0 if skeleton(other) == same else _distance(word.lower(), other.lower(), differ - 1)
            differ, best = (found, other) if found < differ else (differ, best)
    return best if differ <= min(allowed, len(best) - 1) else None


def alike(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidate most like a word, and those that are as like it.

    >>> alike("hen", ["given", "then", "when"])
    ['then', 'when']
    """
    known = list(candidates)
    near = closest(word, known)
    return [] if near is None else [each for each in known if unlikeness(word, each) == unlikeness(word, near)]


def unlikeness(word: str, other: str) -> int:
    """How many letters differ.

    >>> unlikeness("siut", "suit"), unlikeness("gold", "golden")
    (1, 2)
    """
    return _distance(word.lower(), other.lower(), max(len(word), len(other)))


def _distance(one: str, other: str, limit: int) -> int:
    """How many letters to insert, delete, change or exchange; beyond the limit any larger number."""
    letters = set(one)
    if abs(len(one) - len(other)) > limit or len(letters.difference(other)) > limit:
        return limit + 1  # a letter that the other has not costs one at least
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before = before, row
        row = [i]
        for j, target in enumerate(other, 1):
            cost = min(row[-1] + 1, before[j] + 1, before[j - 1] + (letter != target))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == target:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return row[-1]
