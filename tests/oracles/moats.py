"""Moats, a small Dominion: an independent engine, written from its rules as players know them."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from .scripted import Move, Options, Script, Scripted, distinct

SUPPLY = {"estate": 12, "curse": 10, "moat": 10, "militia": 10, "witch": 10}
COST = {"copper": 0, "estate": 2, "moat": 2, "militia": 4, "witch": 5}
ACTIONS, ATTACKS = ("moat", "militia", "witch"), ("militia", "witch")
NAMES = ("copper", "estate", "curse", "moat", "militia", "witch")


class Moats(Scripted):
    """Eight rounds; the piles of each player as lists, what is on top first."""

    COUNTS = (2, 3)

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.supply = Counter(SUPPLY)
        self.supply["estate"] -= 3 * players
        self.decks: list[list[str]] = [[] for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.discards: list[list[str]] = [[] for _ in range(players)]
        self.run(self._game())

    def _game(self) -> Script[None]:
        for seat in range(self.players):
            self.decks[seat] = yield from self._shuffle("deck", ["copper"] * 7 + ["estate"] * 3)
            yield from self._draw(seat, 5)
        for _ in range(8):
            for seat in range(self.players):
                yield from self._turn(seat)

    def _draw(self, seat: int, number: int) -> Script[None]:
        for _ in range(number):
            if not self.decks[seat]:
                discard, self.discards[seat] = self.discards[seat], []
                self.decks[seat] = yield from self._shuffle("deck", discard)
            self.hands[seat] += [self.decks[seat].pop(0)] if self.decks[seat] else []

    def _turn(self, seat: int) -> Script[None]:
        table, coins, hand = list[str](), 0, self.hands[seat]
        actions: list[Move] = [("play-card", card) for card in distinct(hand) if card in ACTIONS]
        move = yield from self._ask(seat, [*actions, ("play-none",)])
        if move[0] == "play-card":
            card = str(move[1])
            hand.remove(card)
            table.append(card)
            hit = list[int]()
            for other in self.clockwise(seat, others=True) if card in ATTACKS else ():
                shown: list[Move] = [("show-moat", "moat")] if "moat" in self.hands[other] else []
                answer = yield from self._ask(other, [*shown, ("suffer",)])
                hit += [other] if answer == ("suffer",) else []
            if card == "militia":
                coins = 2
            else:
                yield from self._draw(seat, 2)
            for other in hit:
                while card == "militia" and len(self.hands[other]) > 3:
                    down = yield from self._ask(other, [("put-down", each) for each in distinct(self.hands[other])])
                    self.hands[other].remove(str(down[1]))
                    self.discards[other].append(str(down[1]))
                if card == "witch" and self.supply["curse"]:
                    self.supply["curse"] -= 1
                    self.discards[other].append("curse")
        coins += hand.count("copper")
        left = (name for name, number in self.supply.items() if number and name != "curse")
        bought = yield from self._ask(seat, [*(("buy", name) for name in left if COST[name] <= coins), ("buy-none",)])
        if bought[0] == "buy":
            self.supply[str(bought[1])] -= 1
            self.discards[seat].append(str(bought[1]))
        self.discards[seat] += [*hand, *table]
        hand.clear()
        yield from self._draw(seat, 5)

    def scores(self) -> list[int]:
        owned = (Counter(chain(*whose)) for whose in zip(self.decks, self.hands, self.discards, strict=True))
        return [cards["estate"] - cards["curse"] for cards in owned]
