"""Sentences with gaps, plurals, and labels of chance events."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final

GAP: Final = re.compile(r"\{([^{}]*)\}")
"""A gap in a text of the author."""

# ---- Sentences with gaps, and the words that facts make of them
# `{name}` is a fact as it is: of a list its members, with commas. `[…|…]` is the first of these parts that lacks no
# fact, and nothing where each lacks one; a fact that is empty or None is lacking there. What may follow the colon of a
# gap: `{card:a}` an article before it (`A`: at the beginning of a sentence), `{card:up}` its first letter made large,
# `{number:,}` thousands, `{number:card}` that many cards, `{cards:4}` four members at most, `{cards: or }` what stands
# between all members, `{cards:#}` how many members, `{cards:#card}` that many cards.

Fact = str | int | tuple[str, ...] | None

LIKE_YOU: Final = re.compile(r"uni(?![mn])|us[aeu]|eu|one\b|once\b", re.IGNORECASE)
"""What begins with a vowel as it is written, and not as it is said."""
PARTS: Final = re.compile(r"\[([^]]*)\]")
"""The parts of a sentence that may be missing."""


def said(sentence: str, facts: Mapping[str, Fact]) -> str:
    """The sentence, its gaps filled.

    >>> said("{card:A} has no rank.[ Cards are: {cards}.]", {"card": "ace", "cards": ("ace", "king")})
    'An ace has no rank. Cards are: ace, king.'
    """
    chosen = PARTS.sub(lambda parts: next((one for one in parts[1].split("|") if whole(one, facts)), ""), sentence)
    return "".join(
        text if gap is None else text + _shown(facts[gap], form or "")
        for text, gap, form, _ in Formatter().parse(chosen)
    )


def whole(part: str, facts: Mapping[str, Fact]) -> bool:
    """Whether no fact is lacking in a part of a sentence."""
    return all(facts[gap] not in (None, "", ()) for gap in gaps(part))


@cache
def gaps(sentence: str) -> frozenset[str]:
    """The names of the facts that a sentence tells."""
    return frozenset(gap for _, gap, _, _ in Formatter().parse(sentence) if gap)


WHO_SEES: Final = {
    "everyone": "everyone sees",
    "owner": "only its owner sees",
    "others": "its owner does not see",
    "nobody": "nobody sees",
}
"""Who sees a zone or variable, by its audience."""


def listed(words: Iterable[str], *, most: int = 12) -> str:
    """`a, b, c`, cut after `most` words with an ellipsis."""
    chosen = list(words)
    return ", ".join(chosen[:most]) + (" …" if len(chosen) > most else "")


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`, in a sentence.

    >>> joined(["a", "b", "c"]), joined(["a", "b"], "or"), joined(["a"]), joined([])
    ('a, b and c', 'a or b', 'a', '')
    """
    return f" {last} ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def a(noun: str) -> str:
    """`a card`, `an element`, `a unit`."""
    vowel = noun[:1].lower() in tuple("aeiou") and not LIKE_YOU.match(noun)
    return f"{'an' if vowel else 'a'} {noun}"


def up(text: str) -> str:
    """With a large first letter."""
    return text[:1].upper() + text[1:]


def _shown(fact: Fact, form: str) -> str:
    match fact:
        case tuple() if form.startswith("#"):
            return _shown(len(fact), form[1:])
        case tuple():
            return listed(fact, most=int(form or 12)) if form.isdigit() or not form else form.join(fact)
        case int():
            return f"{fact:{form}}" if form in ("", ",") else f"{fact} {form}{'s' if fact != 1 else ''}"
        case _:
            return _FORMS[form](str(fact))


_FORMS: Final[dict[str, Callable[[str], str]]] = {"": str, "a": a, "A": lambda noun: up(a(noun)), "up": up}

# ---- English plurals of names by rule, with a short table of those that follow none
# In: a name as an author declares it. Out: the name that means all of its values. Of a hyphenated name the last part
# is put into the plural. Deterministic and never the name itself but for the few words of the table that do not
# change.

_PAIRS: Final = (
    "die dice, person people, child children, foot feet, tooth teeth, goose geese, mouse mice, louse lice, ox oxen, "
    "quiz quizzes, axis axes, oasis oases, matrix matrices, vertex vertices"
)
_IRREGULAR: Final[dict[str, str]] = dict(re.findall(r"(\w+) (\w+)", _PAIRS))
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
    front, hyphen, word = name.rpartition("-")
    if word in _IRREGULAR or word in _UNCHANGED:
        ending = _IRREGULAR.get(word, word)
    elif word in _WITH_VES or word in _WITH_FE:
        ending = word.removesuffix("e")[:-1] + "ves"
    elif word.endswith("man") and word not in _REGULAR_IN_MAN:
        ending = word[:-2] + "en"
    elif word.endswith("y") and word[-2:-1] not in tuple("aeiou") and len(word) > 1:
        ending = word[:-1] + "ies"
    else:
        ending = word + ("es" if word in _WITH_OES or word.endswith(_HISSING) else "s")
    return front + hyphen + ending


# ---- Labels of chance events: how they are compared, and how examples write them

NAME: Final = re.compile(r"[^\W\d_][^\W_]*([-+][^\W_]+)*")


def hyphened(label: str) -> str:
    """A label as records write it: blank, hyphen and underscore are the same."""
    return label.replace(" ", "-").replace("_", "-")


def written(label: str) -> str:
    """A label as examples write it: what is no name is a text."""
    return label if NAME.fullmatch(label) else f'"{label}"'


def counts_words(counted: Iterable[tuple[str, int]]) -> str:
    """Counts as rows write them.

    >>> counts_words([("red", 7), ("blue", 0), ("black", 1)])
    'red * 7 + black'
    """
    return " + ".join(name if times == 1 else f"{name} * {times}" for name, times in counted if times)
