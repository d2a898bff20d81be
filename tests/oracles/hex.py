"""Hex on nine by nine: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Mapping

from .oracle import Decide, End, Move, Pending

SIDE = 9
COLUMNS = "abcdefghi"
# Two in the row, two in the column, two at the one slant that touches.
TOUCHING = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))
RED, BLUE = 0, 1

Place = tuple[int, int]


class Hex:
    """A game of Hex."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players != 2 or options:
            raise ValueError(f"Hex is for 2 players and has no options, not {players} and {options}")
        self.stones: dict[Place, int] = {}
        self.turn = RED
        self.winner: int | None = None

    @property
    def pending(self) -> Pending:
        return Decide((self.turn,)) if self.winner is None else End()

    def chance(self, outcome: str | int | list[str]) -> None:
        raise ValueError(f"Hex has no chance: {outcome}")

    def legal(self, seat: int) -> list[Move]:
        if self.winner is not None or seat != self.turn:
            return []
        empty = ((x, y) for y in range(SIDE) for x in range(SIDE) if (x, y) not in self.stones)
        return [("place", f"{COLUMNS[x]}{y + 1}") for x, y in empty]

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        name = str(move[1])
        self.stones[COLUMNS.index(name[0]), int(name[1]) - 1] = seat
        if self._joined(seat):
            self.winner = seat
        self.turn = 1 - seat

    def scores(self) -> list[int]:
        return [int(seat == self.winner) for seat in (RED, BLUE)]

    def winners(self) -> list[int]:
        return [] if self.winner is None else [self.winner]

    def _joined(self, seat: int) -> bool:
        """Whether a chain leads from row 1 to row 9 for red, from column a to column i for blue."""
        along = 1 if seat == RED else 0
        own = {place for place, owner in self.stones.items() if owner == seat}
        reached = [place for place in own if place[along] == 0]
        own -= set(reached)
        while reached:
            x, y = reached.pop()
            if (x, y)[along] == SIDE - 1:
                return True
            near = {(x + right, y + up) for right, up in TOUCHING} & own
            own -= near
            reached += near
        return False
