"""What an independent engine of a game offers to the tests that follow a record with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Chance:
    """The game waits for a chance event."""

    kind: str  # shuffle, draw or roll (or what else the specification calls it)
    what: str  # the label, with hyphens for blanks and underscores


@dataclass(frozen=True)
class Decide:
    """The game waits for a move of a seat, or of several at a simultaneous choice."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class End:
    """The game is over."""


Pending = Chance | Decide | End
Move = tuple[str | int, ...]


class Oracle(Protocol):
    """An engine of one game."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None: ...

    @property
    def pending(self) -> Pending:
        """What the game waits for."""

    def chance(self, outcome: str | int | list[str]) -> None:
        """Let the pending chance event have this outcome; ValueError if it is impossible.

        For a shuffle the outcome is exactly the shuffled things, the first one on top.
        """

    def legal(self, seat: int) -> list[Move]:
        """All legal moves of a seat, without repeats."""

    def play(self, seat: int, move: Move) -> None:
        """Make a move; ValueError if it is illegal."""

    def scores(self) -> list[int]:
        """The final score of every seat."""

    def winners(self) -> list[int]:
        """The seats that have won, in ascending order."""


def switch(value: str | int | bool) -> bool:
    """The value of an option that is on or off."""
    if value in (True, "yes", "on"):
        return True
    if value in (False, "no", "off"):
        return False
    raise ValueError(f"not a switch: {value!r}")
