"""English plurals of names by rule, with a short table of those that follow none.

In: a name as an author declares it. Out: the name that means all of its values. Of a hyphenated name the last part is
put into the plural. Deterministic and never the name itself but for the few words of the table that do not change.
"""

_IRREGULAR = {
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
    "hero": "heroes",
    "echo": "echoes",
    "potato": "potatoes",
    "tomato": "tomatoes",
    "volcano": "volcanoes",
    "torpedo": "torpedoes",
    "leaf": "leaves",
    "loaf": "loaves",
    "half": "halves",
    "calf": "calves",
    "shelf": "shelves",
    "elf": "elves",
    "wolf": "wolves",
    "thief": "thieves",
    "scarf": "scarves",
    "dwarf": "dwarves",
    "knife": "knives",
    "wife": "wives",
    "life": "lives",
    "sheep": "sheep",
    "fish": "fish",
    "deer": "deer",
    "dice": "dice",
    "series": "series",
    "species": "species",
    "aircraft": "aircraft",
}
_REGULAR_IN_MAN = frozenset(("human", "shaman", "talisman", "caiman", "ottoman", "roman", "german", "norman"))
_HISSING = ("s", "x", "z", "ch", "sh")


def plural(name: str) -> str:
    """Name all values of a type.

    >>> [plural(name) for name in ("card", "match", "category", "dice-step", "loaded-die")]
    ['cards', 'matches', 'categories', 'dice-steps', 'loaded-dice']
    """
    front, hyphen, last = name.rpartition("-")
    return front + hyphen + _plural_word(last)


def _plural_word(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("man") and word not in _REGULAR_IN_MAN:
        return word[:-2] + "en"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou") and len(word) > 1:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(_HISSING) else "s")
