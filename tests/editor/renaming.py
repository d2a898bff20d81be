"""Many names of a game at once get new ones, and its program is the same.

`python -m tests.editor.renaming [GAME …] [--renames 600] [--group 40] [--seed 0]` does that by hand: random names of
each game, also those that belong to a paragraph, again and again in the text that came out before; prints how many.
"""

import argparse
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from random import Random
from typing import Final

from attrs import frozen

from rulewright.analysis.renaming import forms_of, programs
from rulewright.editor.document import Document, opened
from rulewright.editor.names import Refused, declared, edits_of, given, meant, renamed, ways
from rulewright.files import find
from rulewright.language.diagnostics import Edit, applied
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs

GAMES: Final = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")
LETTERS: Final = "abcdefghijklmnoprtuvwyz"
ENDS: Final = ("k", "ty", "s", "ch", "7k", "-x", "-x7-k", "é", "fe")
"""Some have several plurals that one could think of, some are read like several words."""


def all_names(document: Document) -> list[tuple[str, int]]:
    """All names of a text and where each is given first; one that belongs to paragraphs, in each of them."""
    stretches = (Span(*each) for each in paragraphs(document.source.text))
    there = [*declared(document), *(each for stretch in stretches for each in given(document, stretch))]
    found = dict[tuple[str, Span | None], int]()
    for each in there:
        name = meant(document, each.at.start)
        assert name is not None, each
        found.setdefault((name.name, name.within), each.at.start)
    return [(name, place) for (name, _), place in found.items()]


def fresh(random: Random, text: str) -> str:
    """A name that is no part of a text, nor of words of the language."""
    while True:
        name = f"q{''.join(random.choices(LETTERS, k=random.randrange(3, 9)))}{random.choice(ENDS)}"
        if name not in text:
            return name


@frozen
class Renamed:
    """A text in which names have got others, how many, and what stood there before."""

    source: Source
    number: int
    back: Mapping[str, str]


def many_renamed(document: Document, places: Iterable[int], random: Random) -> Renamed:
    """A text in which the names at these places get new ones, each as it gets it in an editor. Of two that stand in the
    same words, as `red` does in `red-gem`, one keeps its name."""
    text, new_forms, alone, number = document.source.text, dict[str, str](), list[list[Edit]](), 0
    together = defaultdict[Span | None, dict[str, str]](dict)
    for place in places:
        name = meant(document, place)
        assert name is not None
        new = fresh(random, text)
        first, *others = ways(document, name, new)
        if others:
            made = renamed(document, place, new)
            assert not isinstance(made, Refused), (name.name, new, made.why)
            alone.append(made)
        else:
            together[name.within] |= first
            number += 1
        new_forms |= {form: old for old, form in forms_of({name.name: new}).items()}
    edits = [each for within, forms in together.items() for each in edits_of(document, within, forms)]
    taken = {at for each in edits for at in _letters(each)}
    for made in alone:
        letters = {at for each in made for at in _letters(each)}
        if letters.isdisjoint(taken):
            taken |= letters
            edits += made
            number += 1
    back = {each.text: text[each.span.start : each.span.end] for each in edits} | new_forms
    return Renamed(document.source.with_text(applied(text, edits)), number, back)


def _letters(edit: Edit) -> range:
    return range(edit.span.start, edit.span.end)


def hashes(source: Source, back: Mapping[str, str]) -> list[bytes]:
    """The hash of each program of a text, at its first setting and those of its examples, new names turned back into
    the old ones."""
    made = programs(source, few=True)
    assert made is not None, "there is something wrong with it"
    new = re.compile("|".join(map(re.escape, sorted(back, key=len, reverse=True))) or "(?!)")
    return [sha256(new.sub(lambda found: back[found.group()], each).encode()).digest() for each in made]


def again_and_again(game: str, renames: int, group: int, random: Random) -> int:
    """Rename so many names of a game, so many at once, each time in the text as it is then; how many got new names.
    Law: each time the program is the same."""
    document, number = opened(game, find(game).read_text(encoding="utf-8")), 0
    while number < renames:
        names = all_names(document)
        places = [place for _, place in random.sample(names, min(group, len(names)))]
        made = many_renamed(document, places, random)
        assert hashes(made.source, made.back) == hashes(document.source, {}), made.back
        document, number = opened(game, made.source.text), number + made.number
    return number


def main() -> None:
    """Rename in each game, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--renames", type=int, default=600)
    parser.add_argument("--group", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for game in chosen.games:
        begun = time.process_time()
        number = again_and_again(game, chosen.renames, chosen.group, Random(chosen.seed))
        print(f"{game}: {number} names got new ones, in {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
