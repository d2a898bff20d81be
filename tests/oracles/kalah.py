"""Kalah: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Mapping

from .oracle import Decide, End, Move, Pending

HOUSES = 6
SOUTH, NORTH = 0, 1
LETTERS = "sn"


class Kalah:
    """A game of Kalah: for each player six houses, counted in the direction of sowing, and a store."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        each = int(options.get("each-house", 4))
        if players != 2 or set(options) - {"each-house"} or each not in (3, 4, 5, 6):
            raise ValueError(f"Kalah is for 2 players and 3 to 6 seeds in each house, not {players} and {options}")
        self.houses = [[each] * HOUSES, [each] * HOUSES]
        self.stores = [0, 0]
        self.turn = SOUTH

    @property
    def pending(self) -> Pending:
        return Decide((self.turn,)) if all(map(any, self.houses)) else End()

    def chance(self, outcome: str | int | list[str]) -> None:
        raise ValueError(f"Kalah has no chance: {outcome}")

    def legal(self, seat: int) -> list[Move]:
        if self.pending != Decide((seat,)):
            return []
        return [("sow", f"{LETTERS[seat]}{at + 1}") for at, seeds in enumerate(self.houses[seat]) if seeds]

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        other = 1 - seat
        at = int(str(move[1])[1:]) - 1
        hand, self.houses[seat][at] = self.houses[seat][at], 0
        row, again = seat, False
        while hand:
            at += 1
            again = False
            if at == HOUSES:
                if row == seat:
                    self.stores[seat] += 1
                    hand -= 1
                    again = True
                row, at = 1 - row, -1
                continue
            self.houses[row][at] += 1
            hand -= 1
        if again:
            return
        facing = HOUSES - 1 - at
        if row == seat and self.houses[seat][at] == 1 and self.houses[other][facing]:
            self.stores[seat] += 1 + self.houses[other][facing]
            self.houses[seat][at] = self.houses[other][facing] = 0
        self.turn = other

    def scores(self) -> list[int]:
        return [self.stores[seat] + sum(self.houses[seat]) for seat in (SOUTH, NORTH)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in (SOUTH, NORTH) if scores[seat] == max(scores)]
