"""Shorter names for the pieces of a game, where nothing is confused.

In: all names of one sort (the kinds of a component), so that a short name means the same in every position. Law of
`short_names` and `brief_names`: no two names become the same, and `typed_line` reads what each became as that name, or
offers it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final, Literal

from attrs import field, frozen

from rulewright.table.compared_words import best_readings, likeness, normal
from rulewright.table.typed_line import Words

LONGEST_MARK: Final = 3
LONGEST_TAG: Final = 12
BRIEF: Final = (2, 3, 4)
"""So many letters of each part brief names have: the first number with which a name is clear."""

Renaming = Mapping[str, str]


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Leave out what most of the names begin with: a first part, with what separates it from the next.

    >>> short_names(["number-17", "number-3", "number-4", "bonus+4"])
    {'number-17': '17', 'number-3': '3', 'number-4': '4', 'bonus+4': 'bonus+4'}
    """
    all_names = list(dict.fromkeys(names))
    firsts = Counter(found.group() for name in all_names if (found := re.match(r"[^-+]+[-+](?=.)", name)))
    usual, times = firsts.most_common(1)[0] if firsts else ("", 0)
    if times * 2 <= len(all_names):
        return {name: name for name in all_names}
    return _clear(all_names, [lambda name: name.removeprefix(usual)])


def brief_names(names: Iterable[str]) -> dict[str, str]:
    """Shorten every part of those short names that have a number, which stays whole, to some letters.

    >>> brief_names(["zinc-6", "silver-6", "silver-8", "gold-1"])
    {'zinc-6': 'zi-6', 'silver-6': 'si-6', 'silver-8': 'si-8', 'gold-1': 'go-1'}
    """
    short = short_names(names)

    def cut(letters: int, name: str) -> str:
        numbered = any(letter.isdigit() for letter in name)
        part = rf"(?<![^-+])([^-+0-9]{{{letters}}})[^-+0-9]+(?![^-+])"
        return re.sub(part, r"\1", short[name]) if numbered else short[name]

    return _clear(list(short), [partial(cut, letters) for letters in BRIEF] + [short.__getitem__])


def marks(names: Iterable[str]) -> dict[str, str]:
    """Give each name a mark of one to three characters, of its own letters where they are free, else a number.

    >>> marks(["red", "rose", "blue", "12"])
    {'red': 'r', 'rose': 'ro', 'blue': 'b', '12': '12'}
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        whole = [name] if name.isascii() and name.isdigit() and len(name) <= LONGEST_MARK else []
        letters = re.sub(r"[^\w]", "", name)
        begun = (letters[:length] for length in range(1, min(LONGEST_MARK, len(letters)) + 1))
        possible = chain(whole, begun, map(str, range(1, 10**LONGEST_MARK)))
        found[name] = next(mark for mark in possible if mark not in found.values())
    return found


def _clear(names: Sequence[str], ways: Sequence[Callable[[str], str]]) -> dict[str, str]:
    """Rename each name in the first way in which it is still read and no other name is or becomes the same."""
    found, taken = dict[str, str](), {normal(name) for name in names}
    for name in names:
        found[name] = name
        for way in ways:
            short = way(name)
            if normal(short) not in taken and name in best_readings(normal(short), names):
                found[name] = short
                taken.add(normal(short))
                break
    return found


# ---- what is known of the names of a game


@frozen
class Naming:
    """The words of a game as names of pieces: for each sort what its names become (where the rules say it, that), and
    for each name what it does not say itself."""

    words: Words = field(factory=Words)
    _made: dict[tuple[str, str], Renaming] = field(init=False, factory=dict, eq=False)

    def shortened(self, sort: str, how: Literal["short", "brief"]) -> Renaming:
        """The short, or the briefest names of a sort: what the rules say, else what nothing else is shown as."""
        if (sort, how) not in self._made:
            names, shown = [name for name, group in self.words.groups.items() if group == sort], self.words.shown
            taken = set(map(normal, shown.values()))
            short = short_names(names) if how == "short" else brief_names(names)
            free = {name: name if normal(other) in taken else other for name, other in short.items()}
            self._made[sort, how] = {**free, **{name: shown[name] for name in names if name in shown}}
        return self._made[sort, how]

    def tag(self, name: str) -> str:
        """What is known of a name and not said by it or by what it is shown as, in short; of a single attribute the
        value alone.

        >>> Naming(Words(about={"stone-57": "stone: number 57, color red"})).tag("stone-57")
        'red'
        """
        about, shown = self.words.about.get(name, ""), name in self.words.shown
        sort = self.words.groups.get(name, about.partition(":")[0])
        said = self.words.said[sort] if shown else ()
        left = []
        for part in filter(None, about.removeprefix(sort).removeprefix(":").strip().split(", ")):
            attribute, _, value = part.partition(" ")
            last = normal(part.rpartition(" ")[2])
            if not (attribute in said if shown else likeness(last, normal(name)) is not None):
                left.append((part, value))
        if len(left) == 1 and about.startswith(f"{sort}:") and re.fullmatch(r"[^\W\d][^\W ]*", left[0][1]):
            return left[0][1]
        return ", ".join(part for part, _ in left)
