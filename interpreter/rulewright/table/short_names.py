"""Shorter names for the pieces of a game, where nothing is confused.

In: all names of one sort (the kinds of a component), so that a short name means the same in every position. Law of
`short_names` and `brief_names`: no two names become the same, and `typed_line` reads what each became as that name, or
offers it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import field, frozen

from rulewright.table.compared_words import best_readings, likeness, normal
from rulewright.table.typed_line import Words

LONGEST_MARK: Final = 3
LONGEST_TAG: Final = 12
BRIEF: Final = (2, 3, 4)
"""So many letters of each part brief names have: the first number with which a name is clear."""

Renaming = Mapping[str, str]


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Leave out what most of the names begin with.

    >>> short_names(["number-17", "number-3", "number-4", "bonus+4"])
    {'number-17': '17', 'number-3': '3', 'number-4': '4', 'bonus+4': 'bonus+4'}
    """
    all_names = list(dict.fromkeys(names))
    firsts = Counter(_first_part(name) for name in all_names)
    usual, times = firsts.most_common(1)[0] if firsts else ("", 0)
    if not usual or times * 2 <= len(all_names):
        return {name: name for name in all_names}
    return _clear(all_names, [lambda name: name.removeprefix(usual)])


def brief_names(names: Iterable[str]) -> dict[str, str]:
    """Shorten every part of those short names that have a number, which stays whole, to some letters.

    >>> brief_names(["zinc-6", "silver-6", "silver-8", "gold-1"])
    {'zinc-6': 'zi-6', 'silver-6': 'si-6', 'silver-8': 'si-8', 'gold-1': 'go-1'}
    """
    short = short_names(names)
    return _clear(list(short), [_cut(short, letters) for letters in BRIEF] + [lambda name: short[name]])


def marks(names: Iterable[str]) -> dict[str, str]:
    """Give each name a mark of one to three characters, of its own letters where they are free, else a number.

    >>> marks(["red", "rose", "blue", "12"])
    {'red': 'r', 'rose': 'ro', 'blue': 'b', '12': '12'}
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        found[name] = next(mark for mark in _possible_marks(name) if mark not in found.values())
    return found


def _possible_marks(name: str) -> Iterator[str]:
    if name.isascii() and name.isdigit() and len(name) <= LONGEST_MARK:
        yield name
    letters = re.sub(r"[^\w]", "", name)
    yield from (letters[:length] for length in range(1, min(LONGEST_MARK, len(letters)) + 1))
    yield from (str(number) for number in range(1, 10**LONGEST_MARK))


def _first_part(name: str) -> str:
    """The first part of a name with what separates it from the next; nothing where there is only one."""
    found = re.match(r"[^-+]+[-+](?=.)", name)
    return found.group() if found else ""


def _cut(short: Renaming, letters: int) -> Callable[[str], str]:
    """Cut the parts of names that have a number."""

    def cut(name: str) -> str:
        numbered = any(letter.isdigit() for letter in name)
        return (
            re.sub(rf"(?<![^-+])([^-+0-9]{{{letters}}})[^-+0-9]+(?![^-+])", r"\1", short[name])
            if numbered
            else short[name]
        )

    return cut


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

    def short(self, sort: str) -> Renaming:
        """The short names of a sort."""
        return self._of(sort, "short", short_names)

    def brief(self, sort: str) -> Renaming:
        """The briefest names of a sort."""
        return self._of(sort, "brief", brief_names)

    def _of(self, sort: str, which: str, shorten: Callable[[Iterable[str]], Renaming]) -> Renaming:
        if (sort, which) not in self._made:
            names = [name for name, group in self.words.groups.items() if group == sort]
            self._made[sort, which] = {**self._free(shorten(names)), **self._shown(names)}
        return self._made[sort, which]

    def _shown(self, names: Sequence[str]) -> Renaming:
        """What the rules say of these names."""
        return {name: self.words.shown[name] for name in names if name in self.words.shown}

    def _free(self, short: Renaming) -> Renaming:
        """Short names, but for those that something else is shown as."""
        shown = set(map(normal, self.words.shown.values()))
        return {name: name if normal(other) in shown else other for name, other in short.items()}

    def _says(self, sort: str, name: str, part: str) -> bool:
        """Whether what a name is shown as, or else the name itself, tells an attribute with its value."""
        if name in self.words.shown:
            return part.partition(" ")[0] in self.words.said[sort]
        return likeness(normal(part.rpartition(" ")[2]), normal(name)) is not None

    def tag(self, name: str) -> str:
        """What is known of a name and not said by it, in short; of a single attribute the value alone.

        >>> Naming(Words(about={"stone-57": "stone: number 57, color red"})).tag("stone-57")
        'red'
        """
        about = self.words.about.get(name, "")
        sort = self.words.groups.get(name, about.partition(":")[0])
        told = [part for part in about.removeprefix(sort).removeprefix(":").strip().split(", ") if part]
        left = [part for part in told if not self._says(sort, name, part)]
        _, _, value = left[0].partition(" ") if len(left) == 1 and about.startswith(f"{sort}:") else ("", "", "")
        return value if re.fullmatch(r"[^\W\d][^\W ]*", value) else ", ".join(left)
