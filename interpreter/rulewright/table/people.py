"""The names by which the people at the table are called, instead of those that the rules give to the seats.

Both directions are words for words: what is shown bears the people's names, what goes to the game the rules' ones.
Where the rules call pieces like a seat, that word stays what it is, for no text tells which of them it means.
Laws: `back(out(move)) == move`; what the author wrote between quotation marks, and what is quoted, stays as it is.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from rulewright.table.compared_words import normal
from rulewright.table.typed_line import Move, Words


class NameTaken(Exception):  # noqa: N818 - the user's choice, not an error
    """A name that means something else already, or is none."""


@frozen
class Names:
    """`seats` are the rules' names, `people` those at the table, seat by seat; `texts` are the author's, `titles` those
    of phases that tell who plays; `pieces` are the seats' names that pieces have, too."""

    seats: tuple[str, ...]
    people: tuple[str, ...]
    texts: tuple[str, ...] = ()
    pieces: frozenset[str] = frozenset()
    titles: tuple[str, ...] = ()

    @cached_property
    def _out(self) -> Mapping[str, str]:
        return {seat: name for seat, name in zip(self.seats, self.people, strict=True) if seat not in self.pieces}

    @cached_property
    def _back(self) -> Mapping[str, str]:
        return dict(zip(self.people, self.seats, strict=True))

    @cached_property
    def _pattern(self) -> "re.Pattern[str]":
        """What stays, texts that speak of seats and what stands between quotation marks; otherwise seats as words."""

        def any_of(texts: Iterable[str]) -> str:
            """A pattern for these, where one is the beginning of another for the longer one."""
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
        groups = {self._out.get(name, name): group for name, group in words.groups.items()}
        about = {self._out.get(name, name): text for name, text in words.about.items()}
        shown = {self._out.get(name, name): text for name, text in words.shown.items()}
        return evolve(words, groups=groups, about=about, shown=shown)


def names(seats: Sequence[str], given: Mapping[int, str | None], words: Words, rules: str = "") -> Names:
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
    return Names(tuple(seats), tuple(people), texts, pieces, titles)
