"""Salvage: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from .oracle import Chance, Decide, End, Move, Pending

WRECKS = 8
COINS = 12


class Salvage:
    """A game of Salvage."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players not in (3, 4, 5) or options:
            raise ValueError(f"Salvage is for 3 to 5 players and has no options, not {players} and {options}")
        self.players = players
        self.coins = [COINS] * players
        self.worth = [0] * players
        self.depths: list[int] | None = None
        self.starter = 0
        self.offers: dict[int, int] = {}
        self.sealed = False
        self.answer: Move = ()
        self.course: Generator[Pending] = self._course()
        self.pending: Pending = next(self.course)

    def chance(self, outcome: str | int | list[str]) -> None:
        wanted = sorted(f"wreck-{worth}" for worth in range(1, WRECKS + 1))
        if not isinstance(self.pending, Chance) or not isinstance(outcome, list) or sorted(outcome) != wanted:
            raise ValueError(f"impossible: {outcome}")
        self.depths = [int(name.rpartition("-")[2]) for name in outcome]
        self.pending = next(self.course)

    def legal(self, seat: int) -> list[Move]:
        if not isinstance(self.pending, Decide) or seat not in self.pending.seats:
            return []
        if self.sealed:
            return [("offer", amount) for amount in range(self.coins[seat] + 1)]
        highest = max(self.offers.values())
        return [*(("top", amount) for amount in range(highest + 1, self.coins[seat] + 1)), ("drop",)]

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        if self.sealed:
            self.offers[seat] = int(move[1])
        self.answer = move
        self.pending = next(self.course)

    def scores(self) -> list[int]:
        return list(self.worth)

    def winners(self) -> list[int]:
        best = max(zip(self.worth, self.coins, strict=True))
        return [seat for seat in range(self.players) if (self.worth[seat], self.coins[seat]) == best]

    def _course(self) -> Generator[Pending]:
        """The whole game, stopping wherever it waits."""
        yield Chance("shuffle", "depths")
        assert self.depths is not None
        for wreck in self.depths:
            self.offers, self.sealed = {}, True
            while waiting := tuple(seat for seat in range(self.players) if seat not in self.offers):
                yield Decide(waiting)
            self.sealed = False
            if not any(self.offers.values()):
                self.starter = (self.starter + 1) % self.players
                continue
            buyer = yield from self._bidding()
            self.coins[buyer] -= self.offers[buyer]
            self.worth[buyer] += wreck
            self.starter = buyer
        yield End()

    def _bidding(self) -> Generator[Pending, None, int]:
        """Rounds until one is left, who is given back."""
        table = [(self.starter + step) % self.players for step in range(self.players)]
        left = [seat for seat in table if self.offers[seat]]
        ahead = max(left, key=lambda seat: self.offers[seat])
        while len(left) > 1:
            for seat in sorted(left, key=lambda seat: self.offers[seat]):
                if len(left) == 1 or seat == ahead:
                    continue
                yield Decide((seat,))
                if self.answer[0] == "drop":
                    left.remove(seat)
                else:
                    self.offers[seat] = int(self.answer[1])
                    ahead = seat
        return ahead
