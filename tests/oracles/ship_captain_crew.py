"""Ship, captain and crew: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import combinations

from .oracle import Chance, Decide, End, Move, Pending

ROUNDS = 10
CHIPS = 20
ALL_DICE = 5
WANTED = (6, 5, 4)


class ShipCaptainCrew:
    """A game of ship, captain and crew."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if not 2 <= players <= 6 or options:
            raise ValueError(f"the game is for 2 to 6 players and has no options, not {players} and {options}")
        self.players = players
        self.chips = [CHIPS] * players
        self.pot = 0
        self.table: list[int] = []
        self.aboard = 0
        self.left = 0
        self.answer: Move = ()
        self.course: Generator[Pending] = self._course()
        self.pending: Pending = next(self.course)

    def chance(self, outcome: str | int | list[str]) -> None:
        name, _, face = str(outcome).rpartition("-")
        if not isinstance(self.pending, Chance) or name != "die" or int(face) not in range(1, 7):
            raise ValueError(f"impossible: {outcome}")
        self.table.append(int(face))
        self.pending = next(self.course)

    def legal(self, seat: int) -> list[Move]:
        if self.pending != Decide((seat,)):
            return []
        again: list[Move] = []
        if self.left and self.aboard < len(WANTED):
            again = [("roll-again",)]
        elif self.left:
            cargo = sorted(self.table)
            picked = [chosen for size in (1, 2) for chosen in sorted({*combinations(cargo, size)})]
            again = [("roll-cargo", *(f"die-{face}" for face in chosen)) for chosen in picked]
        return [*again, ("stop",)]

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        self.answer = move
        self.pending = next(self.course)

    def scores(self) -> list[int]:
        return list(self.chips)

    def winners(self) -> list[int]:
        return [seat for seat in range(self.players) if self.chips[seat] == max(self.chips)]

    def _course(self) -> Generator[Pending]:
        """The whole game, stopping wherever it waits."""
        for number in range(ROUNDS):
            self.chips = [chips - 1 for chips in self.chips]
            self.pot += self.players
            points = [0] * self.players
            for step in range(self.players):
                seat = (number + step) % self.players
                points[seat] = yield from self._turn(seat)
            if points.count(max(points)) == 1:
                self.chips[points.index(max(points))] += self.pot
                self.pot = 0
        yield End()

    def _turn(self, seat: int) -> Generator[Pending, None, int]:
        """One player's rolls; what the turn is worth."""
        self.table, self.aboard, self.left = [], 0, 2
        yield from self._roll(ALL_DICE)
        while True:
            yield Decide((seat,))
            if self.answer[0] == "stop":
                return sum(self.table) if self.aboard == len(WANTED) else 0
            self.left -= 1
            if self.answer[0] == "roll-again":
                number, self.table = len(self.table), []
            else:
                number = len(self.answer) - 1
                for name in self.answer[1:]:
                    self.table.remove(int(str(name).rpartition("-")[2]))
            yield from self._roll(number)

    def _roll(self, number: int) -> Generator[Pending]:
        """Some dice are rolled, and what is wanted next comes aboard."""
        for _ in range(number):
            yield Chance("roll", "cup")
        while self.aboard < len(WANTED) and WANTED[self.aboard] in self.table:
            self.table.remove(WANTED[self.aboard])
            self.aboard += 1
