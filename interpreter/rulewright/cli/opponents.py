"""Seats as they are typed, by number or name, and how strong they are: `[SEAT=]LEVEL`."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from rulewright.cli.arguments import Misuse
from rulewright.cli.console import ElapsedLine
from rulewright.language.suggest import closest
from rulewright.levels import PERFECT, RANDOM, WORDS, Level, level_of
from rulewright.shown import shown
from rulewright.table.compared_words import normal

if TYPE_CHECKING:
    from rulewright.machine.game import Rules
    from rulewright.machine.interpret import Vector

T = TypeVar("T")
Said = Sequence[tuple[str | None, Level]]
"""Levels of seats as they are typed, or (None) of all that are not named."""


def level(text: str) -> Level:
    """Read how strong somebody is."""
    found = level_of(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"say how strong: {WORDS}; one seat by 1=strong")
    return found


def seat_level(text: str) -> tuple[str | None, Level]:
    """Read how strong a seat is, or all others."""
    seat, _, name = text.rpartition("=")
    return seat or None, level(name)


def as_typed(text: str) -> str:
    """A name from the command line as UTF-8, in any locale, with a question mark for what is none."""
    return text.encode(errors="surrogateescape").decode(errors="replace").replace("\ufffd", "?").strip()


def seat_of(text: str, seats: Sequence[str]) -> int:
    """The seat that is typed: its number, its name, or a name that is compared as at the table, if only one fits;
    `seats`: the names of all."""
    word = as_typed(text)
    if word in seats:
        return seats.index(word)
    alike = [seat for seat, name in enumerate(seats) if normal(name) == normal(word)]
    if len(alike) == 1:
        return alike[0]
    numeric = word.isascii() and word.isdigit()
    if numeric and len(word) <= 2 and int(word) < len(seats):
        return int(word)
    there = f"there are {', '.join(f'{seat} ({shown(name)})' for seat, name in enumerate(seats))}"
    if all(name == f"player-{number}" for number, name in enumerate(seats, start=1)):
        there = f"{len(seats)} players have the seats 0 to {len(seats) - 1}"
        there = there if len(seats) > 1 else "one player has the seat 0"
    near = closest(word, seats)
    said, meant = shown(word) if numeric else f'"{shown(word)}"', f" Did you mean {shown(near)}?" if near else ""
    raise Misuse(f"There is no seat {said}: {there}.{meant}")


def by_seat(said: Iterable[tuple[str, T]], seats: Sequence[str]) -> dict[int, T]:
    """What is said of each seat; `seats`: the names of all."""
    found: dict[int, T] = {}
    for text, what in said:
        seat = seat_of(text, seats)
        if seat in found:
            name = "" if seats[seat] == f"player-{seat + 1}" else f" ({shown(seats[seat])})"
            raise Misuse(f"Seat {seat}{name} is named twice.")
        found[seat] = what
    return found


def levels(said: Said, seats: Sequence[str], flag: str, otherwise: Mapping[int, Level]) -> dict[int, Level]:
    """The levels of seats: as said by this flag, `otherwise` those that stand there, as far as they do."""
    named = by_seat(((seat, level) for seat, level in said if seat is not None), seats)
    others = [level for seat, level in said if seat is None]
    if len(others) > 1:
        raise Misuse(f"{flag} says twice how strong the other seats are.")
    return {**(dict.fromkeys(range(len(seats)), others[0]) if others else otherwise), **named}


def names(said: Said, seats: Sequence[str], flag: str) -> tuple[str, ...]:
    """What the levels of all seats are called; none if all play at random."""
    found = levels(said, seats, flag, dict.fromkeys(range(len(seats)), RANDOM))
    return tuple(found[seat].name for seat in range(len(seats))) if {*found.values()} != {RANDOM} else ()


def refuse_unsolvable(rules: "Rules", chosen: Iterable[str], vector: "Vector | None" = None) -> None:
    """Misuse where one of these levels is to be perfect in a game that cannot be solved from here on."""
    if PERFECT.name not in chosen:
        return
    from rulewright.solving import Unsolvable, solve

    try:
        with ElapsedLine("solving").shown():
            solve(rules, vector)
    except Unsolvable as trouble:
        raise Misuse(f"Nobody can be {PERFECT.name} here. {trouble}") from trouble
