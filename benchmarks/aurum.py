"""Aurum in plain Python: whole random games of 3 or 4 players with the default options.

A metal card is 11 times its suit plus its rank, so that gold, which is known by its rank alone, is 0 to 8 and less than
any metal (suits count from 1). A move is its kind and what was picked.
"""

from collections.abc import Iterator
from random import Random

KEEP, CHANGE, PLAY, GOLD, END = range(5)
KEEPING, ENDING = (KEEP, 0, 0, 0), (END, 0, 0, 0)
Move = tuple[int, int, int, int]

SUIT = [card // 11 for card in range(66)]
RANK = [card % 11 for card in range(66)]
VALUE = (0, 1, 1, 1, 2, 2, 2, 3, 3)
NO_GOLD = -1
METALS = {
    3: [11 * suit + rank for suit in (1, 2, 3, 5) for rank in range(1, 10)],
    4: [11 * suit + rank for suit in range(1, 6) for rank in range(1, 11)],
}
SUPPLY = {3: (4, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0), 4: (4, 2, 2, 2, 1, 1, 1, 1, 1, 0, 0)}


class Round:
    """One round: the deal, the predictions, and tricks until somebody cannot or will not go on."""

    def __init__(self, players: int, starter: int, rng: Random) -> None:
        self.rng = rng
        self.players = players
        self.starter = starter
        self.decisions = 0
        metals = METALS[players].copy()
        rng.shuffle(metals)
        self.hands = [metals[12 * seat : 12 * (seat + 1)] for seat in range(players)]
        self.supply = list(SUPPLY[players])
        self.supply[0] -= players
        self.gold = [[0] for _ in range(players)]
        self.forecast = [0] * players
        self.won = [0] * players
        self.mates = [(seat, (seat + 2) % 4) if players == 4 else (seat,) for seat in range(players)]

    def play(self) -> list[int]:
        """Play the round; the sides that win it."""
        for seat in self.around(self.starter):
            self.forecast[seat] = self.hands[seat].pop(self.below(len(self.hands[seat])))
        leader: int | None = self.starter
        while leader is not None and self.hands[leader]:
            self.change_window(leader)
            leader = self.trick(leader)
        return self.winners()

    def around(self, first: int) -> Iterator[int]:
        """All seats to the left, from the first."""
        yield from range(first, self.players)
        yield from range(first)

    def below(self, number: int) -> int:
        """Count a decision, and choose one of so many moves."""
        self.decisions += 1
        return int(self.rng.random() * number)

    def choose(self, moves: list[Move]) -> Move:
        """One of the moves, each equally likely."""
        return moves[self.below(len(moves))]

    def change_window(self, leader: int) -> None:
        """Let everybody who has gold and a card pay for another prediction."""
        for seat in self.around(leader):
            hand, gold = self.hands[seat], self.gold[seat]
            if hand and gold:
                kind, coin, whose, card = self.choose(self.changes(seat))
                if kind == CHANGE:
                    gold.remove(coin)
                    self.supply[coin] += 1
                    hand.remove(card)
                    hand.append(self.forecast[whose])
                    self.forecast[whose] = card

    def changes(self, seat: int) -> list[Move]:
        """Keeping the prediction, and all ways to pay for another."""
        moves = [
            (CHANGE, coin, whose, card)
            for coin in set(self.gold[seat])
            for whose in self.mates[seat]
            for card in self.hands[seat]
        ]
        moves.append(KEEPING)
        return moves

    def trick(self, leader: int) -> int | None:
        """Play a trick; who leads the next one, None if the round breaks off."""
        cards: list[int] = []
        seats: list[int] = []
        suits = 0
        for seat in self.around(leader):
            moves = self.moves(seat, suits)
            if not moves:
                return None
            kind, card, _, _ = self.choose(moves)
            if kind == END:
                return None
            if kind == PLAY:
                self.hands[seat].remove(card)
                suits |= 1 << SUIT[card]
            else:
                self.gold[seat].remove(card)
            cards.append(card)
            seats.append(seat)
        return self.resolve(cards, seats)

    def moves(self, seat: int, suits: int) -> list[Move]:
        """Metals of suits that are not in the trick; gold, but not to lead; the end where there is only gold."""
        metals = [(PLAY, card, 0, 0) for card in self.hands[seat] if not suits >> SUIT[card] & 1]
        if not suits or not self.gold[seat]:
            return metals
        moves = metals + [(GOLD, coin, 0, 0) for coin in set(self.gold[seat])]
        return moves if metals else [*moves, ENDING]

    def resolve(self, cards: list[int], seats: list[int]) -> int:
        """The highest card, gold before metal, takes the trick; the lowest metal earns gold and leads.

        Of equal cards it is the last one.
        """
        lowest, highest = 99, -1
        leader = winner = seats[0]
        for card, seat in zip(cards, seats, strict=True):
            rank = RANK[card]
            strength = rank if card >= 11 else rank + 11
            if card >= 11 and rank <= lowest:
                lowest, leader = rank, seat
            if strength >= highest:
                highest, winner = strength, seat
        self.won[winner] += 1
        if self.supply[lowest]:
            self.supply[lowest] -= 1
            self.gold[leader].append(lowest)
        for card in cards:
            if card < 11:
                self.supply[card] += 1
        return leader

    def winners(self) -> list[int]:
        """The sides with the highest result, then an exact prediction, then the best gold."""
        sides = 3 if self.players == 3 else 2
        results = [self.result(range(side, self.players, sides)) for side in range(sides)]
        best = max(results)
        return [side for side, result in enumerate(results) if result == best]

    def result(self, members: range) -> tuple[int, bool, int]:
        """The points of a side, whether its prediction is exact, and its best gold."""
        predicted = max(RANK[self.forecast[seat]] for seat in members)
        won = sum(self.won[seat] for seat in members)
        gold = [coin for seat in members for coin in self.gold[seat]]
        points = 0 if won < predicted else 2 * predicted if won == predicted else predicted
        return points + sum(VALUE[coin] for coin in gold), won == predicted, max(gold, default=NO_GOLD)


def play(players: int, rng: Random) -> tuple[list[int], int]:
    """Play rounds until a side has two nuggets; the nuggets of every seat's side, and the number of decisions."""
    sides = 3 if players == 3 else 2
    nuggets = [0] * sides
    starter = rng.randrange(players)
    decisions = 0
    while max(nuggets) < 2:
        played = Round(players, starter, rng)
        for side in played.play():
            nuggets[side] += 1
        decisions += played.decisions
        starter = (starter + 1) % players
    return [nuggets[seat % sides] for seat in range(players)], decisions


def playouts(seed: int, games: int, players: int) -> int:
    """Play whole random games; the number of their decisions."""
    rng = Random(seed)
    return sum(play(players, rng)[1] for _ in range(games))
