"""How strong seats are, as it is typed: `[SEAT=]LEVEL`, of `play`, `record` and `simulate`."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from rulewright.cli.arguments import Misuse, number
from rulewright.levels import PERFECT, RANDOM, WORDS, Level, level_of

if TYPE_CHECKING:
    from rulewright.machine.game import Rules
    from rulewright.machine.interpret import Vector

T = TypeVar("T")
Said = Sequence[tuple[int | None, Level]]
"""Levels of seats, or (None) of all that are not named."""


def level(text: str) -> Level:
    """Read how strong somebody is."""
    found = level_of(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"say how strong: {WORDS}; one seat by 1=strong")
    return found


def seat_level(text: str) -> tuple[int | None, Level]:
    """Read how strong a seat is, or all others."""
    seat, _, name = text.rpartition("=")
    return number(0, 11)(seat) if seat else None, level(name)


def by_seat(said: Iterable[tuple[int, T]], players: int) -> dict[int, T]:
    """What is said of each seat."""
    found: dict[int, T] = {}
    for seat, what in said:
        if seat in found:
            raise Misuse(f"Seat {seat} is named twice.")
        if not 0 <= seat < players:
            raise Misuse(f"There is no seat {seat}: {players} players have the seats 0 to {players - 1}.")
        found[seat] = what
    return found


def levels(said: Said, players: int, flag: str, otherwise: Mapping[int, Level]) -> dict[int, Level]:
    """The levels of seats: as said by this flag, `otherwise` those that stand there, as far as they do."""
    named = by_seat(((seat, level) for seat, level in said if seat is not None), players)
    others = [level for seat, level in said if seat is None]
    if len(others) > 1:
        raise Misuse(f"{flag} says twice how strong the other seats are.")
    return {**(dict.fromkeys(range(players), others[0]) if others else otherwise), **named}


def names(said: Said, players: int, flag: str) -> tuple[str, ...]:
    """What the levels of all seats are called; none if all play at random."""
    found = levels(said, players, flag, dict.fromkeys(range(players), RANDOM))
    return tuple(found[seat].name for seat in range(players)) if {*found.values()} != {RANDOM} else ()


def refuse_unsolvable(rules: "Rules", chosen: Iterable[str], vector: "Vector | None" = None) -> None:
    """Misuse where one of these levels is to be perfect in a game that cannot be solved from here on."""
    if PERFECT.name not in chosen:
        return
    from rulewright.solving import Unsolvable, solve

    try:
        solve(rules, vector)
    except Unsolvable as trouble:
        raise Misuse(f"Nobody can be {PERFECT.name} here. {trouble}") from trouble
