"""Knock: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from .oracle import Chance, Decide, End, Move, Pending

SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = [f"{suit}-{rank}" for suit in SUITS for rank in range(1, 14)]
LEFT_IN_STOCK = 2
MOST_TO_KNOCK = 10
BONUS = 25

Card = tuple[str, int]


def card_of(name: str) -> Card:
    """A card by its name."""
    suit, _, rank = name.partition("-")
    return suit, int(rank)


def melds(hand: frozenset[Card]) -> Iterator[frozenset[Card]]:
    """Every meld in a hand: some of a rank, or a stretch of a suit."""
    for rank in range(1, 14):
        alike = [card for card in hand if card[1] == rank]
        yield from (frozenset(some) for size in (3, 4) for some in combinations(alike, size))
    for suit in SUITS:
        for low in range(1, 12):
            for high in range(low + 2, 14):
                run = frozenset((suit, rank) for rank in range(low, high + 1))
                if run <= hand:
                    yield run


@lru_cache(10_000)
def deadwood(hand: frozenset[Card]) -> int:
    """Either nothing is laid down, or some meld, and then whatever is best with the rest of the hand."""
    laid = [deadwood(hand - meld) for meld in melds(hand)]
    return min([sum(min(rank, 10) for _, rank in hand), *laid])


class Knock:
    """A deal of Knock."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players != 2 or options:
            raise ValueError(f"Knock is for 2 players and has no options, not {players} and {options}")
        self.hands: list[set[str]] = [set(), set()]
        self.stock: list[str] = []
        self.discards: list[str] = []
        self.turn, self.stage = 0, "take"
        self.picked: str | None = None
        self.knocker: int | None = None
        self.pending: Pending = Chance("shuffle", "stock")

    def chance(self, outcome: str | int | list[str]) -> None:
        if not isinstance(self.pending, Chance) or not isinstance(outcome, list) or sorted(outcome) != sorted(DECK):
            raise ValueError(f"impossible: {outcome}")
        self.hands = [set(outcome[:10]), set(outcome[10:20])]
        self.discards, self.stock = [outcome[20]], outcome[21:]
        self.pending = Decide((0,))

    def legal(self, seat: int) -> list[Move]:
        if self.pending != Decide((seat,)):
            return []
        if self.stage == "take":
            return [("draw",), ("pick-up",)] if self.discards else [("draw",)]
        if self.stage == "discard":
            return [("discard", card) for card in self.hands[seat] if card != self.picked]
        return [("knock",), ("go-on",)] if self._deadwood(seat) <= MOST_TO_KNOCK else [("go-on",)]

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        hand = self.hands[seat]
        match move[0]:
            case "draw":
                hand.add(self.stock.pop(0))
                self.stage = "discard"
            case "pick-up":
                self.picked = self.discards.pop()
                hand.add(self.picked)
                self.stage = "discard"
            case "discard":
                hand.remove(str(move[1]))
                self.discards.append(str(move[1]))
                self.picked = None
                self.stage = "knock"
            case "knock":
                self.knocker = seat
                self.pending = End()
            case _:
                self.turn, self.stage = 1 - seat, "take"
                self.pending = End() if len(self.stock) == LEFT_IN_STOCK else Decide((self.turn,))

    def scores(self) -> list[int]:
        if self.knocker is None:
            first, second = self._deadwood(0), self._deadwood(1)
            return [max(second - first, 0), max(first - second, 0)]
        own, other = self._deadwood(self.knocker), self._deadwood(1 - self.knocker)
        scores = [0, 0]
        if own == 0:
            scores[self.knocker] = other + BONUS
        elif own < other:
            scores[self.knocker] = other - own
        else:
            scores[1 - self.knocker] = own - other + BONUS
        return scores

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in (0, 1) if scores[seat] == max(scores)]

    def _deadwood(self, seat: int) -> int:
        return deadwood(frozenset(map(card_of, self.hands[seat])))
