"""Names that look the same and are written with different letters, by the classes of `confusables.txt`."""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

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
