"""English plurals of names by rule, with a short table of those that follow none.

In: a name as an author declares it. Out: the name that means all of its values. Of a hyphenated name the last part is
put into the plural. Deterministic and never the name itself but for the few words of the table that do not change.
"""

from typing import Final

_IRREGULAR: Final = {
    "die": "dice",
    "person": "people",
    "child": "children",
    "foot": "feet",
    "tooth": "teeth",
    "goose": "geese",
    "mouse": "mice",
    "louse": "lice",
    "ox": "oxen",
    "quiz": "quizzes",
    "axis": "axes",
    "oasis": "oases",
    "matrix": "matrices",
    "vertex": "vertices",
}
_UNCHANGED: Final = frozenset(("sheep", "fish", "deer", "dice", "series", "species", "aircraft"))
_WITH_OES: Final = frozenset(("hero", "echo", "potato", "tomato", "volcano", "torpedo"))
_WITH_VES: Final = frozenset(("leaf", "loaf", "half", "calf", "shelf", "elf", "wolf", "thief", "scarf", "dwarf"))
_WITH_FE: Final = frozenset(("knife", "wife", "life"))
_REGULAR_IN_MAN: Final = frozenset(("human", "shaman", "talisman", "caiman", "ottoman", "roman", "german", "norman"))
_HISSING: Final = ("s", "x", "z", "ch", "sh")


def plural(name: str) -> str:
    """Name all values of a type.

    >>> [plural(name) for name in ("card", "match", "category", "dice-step", "loaded-die")]
    ['cards', 'matches', 'categories', 'dice-steps', 'loaded-dice']
    """
    front, hyphen, last = name.rpartition("-")
    return front + hyphen + _plural_word(last)


def _plural_word(word: str) -> str:
    if word in _IRREGULAR or word in _UNCHANGED:
        return _IRREGULAR.get(word, word)
    if word in _WITH_VES or word in _WITH_FE:
        return word.removesuffix("e")[:-1] + "ves"
    if word.endswith("man") and word not in _REGULAR_IN_MAN:
        return word[:-2] + "en"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou") and len(word) > 1:
        return word[:-1] + "ies"
    return word + ("es" if word in _WITH_OES or word.endswith(_HISSING) else "s")
