"""Shorter names for the pieces of a game, where nothing is confused.

Law: no two names of a sort become the same, and `typed_line` reads what each became as that name, or offers it.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, Literal

from attrs import evolve, field, frozen

from rulewright.shown import Misuse
from rulewright.table.text_lines import columns
from rulewright.table.typed_line import Move, Words, best_readings, likeness, normal

NAME: Final = re.compile(r"[^\s(),:;?/]+")  # a name in what is said of a piece
LONGEST_MARK: Final = 3
LONGEST_TAG: Final = 12
BRIEF: Final = 2  # so many letters of each part brief names have at least

Renaming = Mapping[str, str]


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Leave out what most of the names begin with: a first part, with what separates it from the next."""
    all_names = list(dict.fromkeys(names))
    firsts = Counter(found.group() for name in all_names if (found := re.match(r"[^-+]+[-+](?=.)", name)))
    usual, times = firsts.most_common(1)[0] if firsts else ("", 0)
    if times * 2 <= len(all_names):
        return {name: name for name in all_names}
    return _clear(all_names, [lambda name: name.removeprefix(usual)])


def brief_names(names: Iterable[str]) -> dict[str, str]:
    """Shorten every part of those short names that have a number, which stays whole, or of all where each is one word,
    to the letters with which no other part of them begins."""
    short = short_names(names)
    words = not any(re.search("[-+]", name) for name in short.values())
    parts = {part for name in short.values() for part in re.split("[-+]", name) if not any(map(str.isdigit, part))}

    def cut(found: re.Match[str]) -> str:
        whole = found.group()
        letters = range(BRIEF, len(whole))
        return next((whole[:end] for end in letters if sum(part.startswith(whole[:end]) for part in parts) == 1), whole)

    def brief(name: str) -> str:
        cuttable = words or any(map(str.isdigit, name))
        return re.sub(r"(?<![^-+])[^-+0-9]+(?![^-+])", cut, short[name]) if cuttable else short[name]

    return _clear(list(short), [brief, short.__getitem__])


def marks(names: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """Give each name a mark of one to three characters, of its own letters where they are free, else a number; none
    that is `taken`."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        whole = [name] if name.isascii() and name.isdigit() and len(name) <= LONGEST_MARK else []
        letters = re.sub(r"[^\w]", "", name)
        begun = (letters[:length] for length in range(1, min(LONGEST_MARK, len(letters)) + 1))
        possible = chain(whole, begun, map(str, range(1, 10**LONGEST_MARK)))
        found[name] = next(mark for mark in possible if mark not in found.values() and mark not in taken)
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


@frozen
class Detail:
    """How pieces are called: by which names, what is told about them (all, its values, the first of these), and whether
    those that begin alike are told together."""

    names: Literal["full", "short", "brief"] = "full"
    about: Literal["all", "values", "first", "nothing"] = "nothing"
    grouped: bool = False


@frozen
class Naming:
    """The words of a game as names of pieces: what the names of a sort become, and what a name does not say itself."""

    words: Words = field(factory=Words)
    _made: dict[tuple[str, str], Renaming] = field(init=False, factory=dict, eq=False)
    _measured: dict[tuple[tuple[str, ...], str, Detail], "Widths"] = field(init=False, factory=dict, eq=False)

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
        """What is known of a name and not said by it or by what it is shown as; of a single attribute its value."""
        left = self._left(name)
        if len(left) == 1 and re.fullmatch(r"[^\W\d][^\W ]*", left[0][1]) and left[0][0] != left[0][1]:
            return left[0][1]
        return ", ".join(part for part, _ in left)

    def _left(self, name: str) -> list[tuple[str, str]]:
        """Each part of that, and its value alone; what an action says of itself is one part."""
        about, shown = self.words.about.get(name, ""), name in self.words.shown
        sort = self.words.groups.get(name, about.partition(":")[0])
        said = self.words.said[sort] if shown else ()
        if not about.startswith(f"{sort}:"):
            return [(about, about)] if about not in ("", sort) else []
        left = []
        for part in filter(None, about.removeprefix(f"{sort}:").strip().split(", ")):
            attribute, _, value = part.partition(" ")
            last = normal(part.rpartition(" ")[2])
            if not (attribute in said if shown else likeness(last, normal(name)) is not None):
                left.append((part, part if not value or value.isdigit() else value))
        return left

    def called(
        self, text: str, sort: str, detail: Detail, of: Sequence[str] = (), notes: Mapping[str, str] | None = None
    ) -> str:
        """What is said of a piece of a sort, with its name as wanted, what there is to tell of it but for its owners,
        and what is noted of it."""
        names = self.words.shown if detail.names == "full" else self.shortened(sort, detail.names)

        def told(found: re.Match[str]) -> str:
            name = found.group()
            if self.words.groups.get(name) != sort:
                return name
            tag, short = self.tag(name), names.get(name, name)
            if tag in of or detail.about == "nothing":
                tag = ""
            elif len(tag) <= LONGEST_TAG and " " not in tag:
                short, tag = f"{short} {tag}".rstrip(), ""
            elif detail.about != "all":
                values = [value.replace(" + ", "+").replace(" * ", "×") for _, value in self._left(name)]
                tag = ", ".join(values[: 1 if detail.about == "first" else None])
            more = ", ".join(filter(None, (tag, (notes or {}).get(name, ""))))
            return f"{short} ({more})" if more else short

        return NAME.sub(told, text)

    def brief(self, text: str) -> str:
        """A text with the short names of pieces in it, where these are no numbers or single letters."""

        def short(found: re.Match[str]) -> str:
            name = found.group()
            known = name in self.words.pieces
            brief = self.shortened(self.words.groups[name], "short").get(name, name) if known else name
            return name if brief.isdigit() or len(brief) == 1 else brief

        return NAME.sub(short, text)

    def columns(self, names: tuple[str, ...], sort: str, detail: Detail) -> "Widths":
        """The columns that names of a sort take."""
        key = names, sort, detail
        if key not in self._measured:
            called = [self.called(name, sort, detail) for name in names] or [""]
            begun = {re.sub(r"(?<=[-+])[^-+]+$", "", name) for name in called}
            wide, last = [columns(name) for name in called], [columns(re.split("[-+]", name)[-1]) for name in called]
            self._measured[key] = Widths(sum(wide) / len(wide), max(wide), len(begun), sum(last) / len(last))
        return self._measured[key]


@frozen
class Widths:
    """The columns of names on the average and at most, how many beginnings they have, and the columns of last parts."""

    average: float
    most: int
    beginnings: int
    last_part: float


# ---- the names by which the people at the table are called, instead of those that the rules give to the seats
# Both directions are words for words: what is shown bears the people's names, what goes to the game the rules' ones.
# Where the rules call pieces like a seat, that word stays what it is, for no text tells which of them it means.
# Laws: `back(out(move)) == move`; what the author wrote between quotation marks, and what is quoted, stays as it is.


class NameTaken(Misuse):
    """A name that means something else already, or is none."""


@frozen
class Names:
    """`seats` are the rules' names, `people` those at the table, seat by seat; `texts` are the author's, `titles` those
    of phases that tell who plays; `pieces` are the seats' names that pieces have, too, `owned` what pieces become that
    are named after a seat that the rules do not name."""

    seats: tuple[str, ...]
    people: tuple[str, ...]
    texts: tuple[str, ...] = ()
    pieces: frozenset[str] = frozenset()
    titles: tuple[str, ...] = ()
    owned: Mapping[str, str] = field(factory=dict)

    @cached_property
    def _out(self) -> Mapping[str, str]:
        seats = zip(self.seats, self.people, strict=True)
        return {**self.owned, **{seat: name for seat, name in seats if seat not in self.pieces}}

    @cached_property
    def _back(self) -> Mapping[str, str]:
        return {
            **{name: piece for piece, name in self.owned.items()},
            **dict(zip(self.people, self.seats, strict=True)),
        }

    @cached_property
    def _pattern(self) -> "re.Pattern[str]":
        """What stays, texts that speak of seats and what stands between quotation marks; otherwise seats as words."""

        def any_of(texts: Iterable[str]) -> str:  # where one is the beginning of another the longer one
            return "|".join(sorted(map(re.escape, texts), key=len, reverse=True)) or "(?!)"

        seats = any_of(self._out)
        seat = rf"(?<![\w+-])(?P<seat>{seats})(?![\w+-])"
        texts = [text for text in self.texts if text not in self.seats and re.search(seat, text)]
        told = [re.sub(r"\\{.*?\\}", r'[^"\\n]+', re.escape(title)) for title in self.titles]
        title = rf'(?P<title>"(?:{"|".join(told) or "(?!)"})")'
        return re.compile(rf'{title}|"(?!(?:{seats})")[^"\n]*"|{any_of(texts)}|{seat}')

    @property
    def labels(self) -> tuple[str, ...]:
        """The people, with the names by which texts call them where these stay: "Ann as white"."""
        both = zip(self.seats, self.people, strict=True)
        return tuple(f"{name} as {seat}" if seat in self.pieces - {name} else name for seat, name in both)

    def out(self, move: Move) -> Move:
        """A move as it is shown."""
        return tuple(self._out.get(part, part) if isinstance(part, str) else part for part in move)

    def back(self, move: Move) -> Move:
        """A shown move as the game knows it."""
        return tuple(self._back.get(part, part) if isinstance(part, str) else part for part in move)

    def text(self, text: str) -> str:
        """A text of the game with the people's names in it."""

        def named(found: re.Match[str]) -> str:
            title, seat = found["title"], found["seat"]
            return f'"{self.text(title[1:-1])}"' if title else self._out[seat] if seat else found.group()

        return self._pattern.sub(named, text)

    def typed(self, text: str) -> str:
        """A typed text with the rules' names in it."""
        people = {normal(person): seat for person, seat in self._back.items()}
        return " ".join(people.get(normal(word), word) for word in text.split())

    def words(self, words: Words) -> Words:
        """The words of the game with the people's names among them."""
        told = (words.groups, words.about, words.shown)
        groups, about, shown = ({self._out.get(name, name): text for name, text in each.items()} for each in told)
        pieces = tuple(self.owned.get(name, name) for name in words.pieces)
        return evolve(words, groups=groups, about=about, shown=shown, pieces=pieces)


def name_people(seats: Sequence[str], given: Mapping[int, str | None], words: Words, rules: str = "") -> Names:
    """Name the seats; a given name is one word, and none that the game or another seat bears. `rules`: their text."""
    people = list(seats)
    for seat, person in sorted(given.items()):
        if person and seat < len(people):
            people[seat] = re.sub(r"[\s(),:]+", "-", person.strip()).strip("-")
            if not people[seat] or people[seat].isdigit() or len(people[seat]) > 30:
                raise NameTaken(f'"{person}" cannot be a name at the table: write a word of at most 30 letters.')
    ours = [normal(name) for seat, name in enumerate(people) if given.get(seat)]
    taken = {normal(name) for name in (*words.actions, *words.groups, *words.shown.values()) if name not in seats}
    for seat, name in enumerate(people):
        if ours.count(normal(name)) > 1:
            raise NameTaken(f'Two people cannot both be called "{name}". Choose other names.')
        elsewhere = [*people[:seat], *people[seat + 1 :], *(s for s in seats if s != seats[seat])]
        if normal(name) in taken or normal(name) in map(normal, elsewhere):
            raise NameTaken(f'The name "{name}" means something else in this game. Choose another one.')
    pieces = frozenset(seat for at, seat in enumerate(seats, 1) if seat in words.pieces and seat != f"player-{at}")
    texts = tuple(dict.fromkeys(re.findall(r'"([^"\n]+)"', rules)))
    titles = tuple(re.findall(r'^phase\b[^"\n]*"([^"\n]*\{[^"\n]*)"', rules, re.MULTILINE))
    return Names(tuple(seats), tuple(people), texts, pieces, titles, _owned(words, seats, people))


def _owned(words: Words, seats: Sequence[str], people: Sequence[str]) -> Renaming:
    """What pieces named after a seat without a name of the rules become, where people sit there and nothing is called
    so: `player-1-fort` is `Ann-fort`."""
    named = {seat: people[at] for at, seat in enumerate(seats) if seat == f"player-{at + 1}" != people[at]}
    part = re.compile(rf"(?<![^-+])(?:{'|'.join(map(re.escape, named)) or '(?!)'})(?![^-+])")
    found = {each: part.sub(lambda seat: named[seat.group()], each) for each in words.pieces if each not in named}
    taken = Counter(map(normal, (*words.actions, *words.groups, *words.shown.values(), *found.values())))
    return {each: name for each, name in found.items() if name != each and taken[normal(name)] == 1}
