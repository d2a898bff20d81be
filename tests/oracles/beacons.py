"""Beacons: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .oracle import Chance, Decide, End, Move, Pending

COLORS = ("red", "yellow", "green", "blue")
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
HINTS = 8


@dataclass
class Held:
    """A card in a hand with the marks on it."""

    color: str
    number: int
    marked_color: str | None = None
    marked_number: int | None = None


class Beacons:
    """A game of Beacons."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players not in (2, 3, 4, 5) or options:
            raise ValueError(f"Beacons is for 2 to 5 players and has no options, not {players} and {options}")
        self.players = players
        self.pile: list[Held] = []
        self.hands: list[list[Held]] = [[] for _ in range(players)]
        self.beacons = dict.fromkeys(COLORS, 0)
        self.hints, self.flares, self.turn = HINTS, 3, 0
        self.last_turns: int | None = None
        self.pending: Pending = Chance("shuffle", "pile")

    def chance(self, outcome: str | int | list[str]) -> None:
        wanted = sorted(
            f"{color}-{number}" for color in COLORS for number, copies in COPIES.items() for _ in range(copies)
        )
        if not isinstance(self.pending, Chance) or not isinstance(outcome, list) or sorted(outcome) != wanted:
            raise ValueError(f"impossible: {outcome}")
        for name in outcome:
            color, _, number = name.partition("-")
            self.pile.append(Held(color, int(number)))
        for hand in self.hands:
            for _ in range(5 if self.players < 4 else 4):
                hand.append(self.pile.pop(0))
        self.pending = Decide((0,))

    def legal(self, seat: int) -> list[Move]:
        if self.pending != Decide((seat,)):
            return []
        found: list[Move] = []
        others = [(seat + step) % self.players for step in range(1, self.players)]
        if self.hints:
            for other in others:
                found += [
                    ("hint-color", other, c) for c in COLORS if any(held.color == c for held in self.hands[other])
                ]
            for other in others:
                numbers = {held.number for held in self.hands[other]}
                found += [("hint-number", other, number) for number in sorted(numbers)]
        places = range(1, len(self.hands[seat]) + 1)
        found += [("lay", place) for place in places]
        if self.hints < HINTS:
            found += [("throw", place) for place in places]
        return found

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        match move:
            case ("hint-color", int(other), str(color)):
                self.hints -= 1
                for held in self.hands[other]:
                    held.marked_color = color if held.color == color else held.marked_color
            case ("hint-number", int(other), int(number)):
                self.hints -= 1
                for held in self.hands[other]:
                    held.marked_number = number if held.number == number else held.marked_number
            case ("lay", int(place)):
                self._lay(self.hands[seat].pop(place - 1))
            case ("throw", int(place)):
                self.hands[seat].pop(place - 1)
                self.hints += 1
        over = self.flares == 0 or all(height == 5 for height in self.beacons.values())
        if move[0] in ("lay", "throw") and not over and self.pile:
            self.hands[seat].append(self.pile.pop(0))
            if not self.pile:
                self.last_turns = self.players + 1
        if self.last_turns is not None:
            self.last_turns -= 1
        self.turn = (self.turn + 1) % self.players
        self.pending = End() if over or self.last_turns == 0 else Decide((self.turn,))

    def _lay(self, held: Held) -> None:
        """A card is lit, or a flare is lost."""
        if held.number != self.beacons[held.color] + 1:
            self.flares -= 1
            return
        self.beacons[held.color] = held.number
        if held.number == 5:
            self.hints = min(self.hints + 1, HINTS)

    def scores(self) -> list[int]:
        return [sum(self.beacons.values()) if self.flares else 0] * self.players

    def winners(self) -> list[int]:
        return list(range(self.players)) if self.scores()[0] >= 15 else []

    def sees(self, seat: int) -> list[list[tuple[str, str | None, int | None]]]:
        """What a seat sees of every hand, from the left: the card, but for its own, and the marks."""
        return [
            [("?" if owner == seat else f"{h.color}-{h.number}", h.marked_color, h.marked_number) for h in hand]
            for owner, hand in enumerate(self.hands)
        ]
