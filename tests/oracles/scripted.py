"""A base for oracles whose flow of play is written down as one generator."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from .oracle import Chance, Decide, End, Move, Pending

T = TypeVar("T")
Item = TypeVar("Item", str, int)
Script = Generator[Pending, None, T]


class Scripted:
    """Runs a script that stops wherever an outcome or a move is needed."""

    def __init__(self) -> None:
        """Start without a script; `run` sets one."""
        self._pending: Pending = End()
        self._items: list[str] = []
        self._moves: dict[int, list[Move]] = {}
        self._order: list[str] = []
        self._drawn = ""
        self._seat, self._move = 0, Move()

    def run(self, script: Script[None]) -> None:
        """Follow a script from its beginning, up to its first stop."""
        self._script = script
        self._advance()

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        return self._pending

    def chance(self, outcome: str | int | list[str]) -> None:
        """Let the chance event that is waited for have this outcome."""
        pending = self._pending
        if not isinstance(pending, Chance):
            raise ValueError(f"no chance event is due: {pending}")
        if pending.kind == "shuffle":
            if not isinstance(outcome, list) or sorted(outcome) != sorted(self._items):
                raise ValueError(f"not the items of {pending}: {outcome}")
            self._order = list(outcome)
        else:
            if outcome not in self._items:
                raise ValueError(f"not an item of {pending}: {outcome}")
            self._drawn = outcome
        self._advance()

    def legal(self, seat: int) -> list[Move]:
        """All legal moves of a seat; none if it is not asked."""
        return self._moves.get(seat, []) if isinstance(self._pending, Decide) else []

    def play(self, seat: int, move: Move) -> None:
        """Make a move."""
        if move not in self.legal(seat):
            raise ValueError(f"not a legal move of seat {seat}: {move}")
        self._seat, self._move = seat, move
        self._advance()

    def _advance(self) -> None:
        """Go on to the next stop of the script."""
        self._pending = next(self._script, End())

    def _ask(self, seat: int, moves: list[Move]) -> Script[Move]:
        """Ask a seat for one of these moves."""
        _, move = yield from self._ask_any({seat: moves})
        return move

    def _ask_any(self, moves: dict[int, list[Move]]) -> Script[tuple[int, Move]]:
        """Ask several seats at once; whoever answers first, and the move."""
        self._moves = moves
        yield Decide(tuple(sorted(moves)))
        return self._seat, self._move

    def _shuffle(self, what: str, items: list[str]) -> Script[list[str]]:
        """Shuffle the items; shuffling nothing is no event."""
        if not items:
            return []
        self._items = items
        yield Chance("shuffle", what)
        return self._order

    def _pick(self, what: str, items: list[Item], kind: str = "draw") -> Script[Item]:
        """Take one of the items at random."""
        self._items = items
        yield Chance(kind, what)
        return self._drawn
