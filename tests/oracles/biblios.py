"""Biblios with its 5-player variant: an independent reference engine from the specification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from .scripted import Move, Options, Script, Scripted, distinct

CATEGORIES = ("pigments", "monks", "forbidden-tomes", "holy-books", "manuscripts")
TIE_ORDER = ("monks", "pigments", "forbidden-tomes", "holy-books", "manuscripts")
HIGH_VALUES = (2, 2, 2, 2, 3, 3, 3, 4, 4)
LOW_VALUES = (1, 1, 1, 1, 1, 1, 1, 2, 2)
LETTERS = "abcdefghi"
CATEGORY_CARDS = [
    f"{category}-{value}-{letter}"
    for category in CATEGORIES
    for value, letter in zip(HIGH_VALUES if category in ("pigments", "monks") else LOW_VALUES, LETTERS, strict=True)
]
GOLD = ("gold-1", "gold-2", "gold-3")
GOLD_COPIES = 11
START_GOLD = ("gold-1", "gold-1", "gold-2", "gold-2", "gold-3")
# Copies, number of dice, and the directions to choose from.
CHURCH: dict[str, tuple[int, int, tuple[int, ...]]] = {
    "church-up-one": (2, 1, (1,)),
    "church-down-one": (2, 1, (-1,)),
    "church-up-two": (2, 2, (1,)),
    "church-down-two": (2, 2, (-1,)),
    "church-up-or-down": (1, 1, (1, -1)),
}
GOLD_REMOVED = {2: 2, 3: 1, 4: 0}  # of each value, base game
PUT_ASIDE = {2: 21, 3: 12, 4: 7}  # base game
PUT_ASIDE_VARIANT = 2
CHOICES = ("keep", "to-auction", "to-public")
WORST_LETTER = "z"
HIGHEST_DIE = 6
BASE_GAME = (2, 3, 4)
VARIANT = (4, 5)

Changes = tuple[tuple[str, int], ...]  # (category, +1 or -1)
Standing = tuple[int, int]  # sortable: the higher the better


class Biblios(Scripted):
    """One game of Biblios."""

    COUNTS, OPTIONS = range(2, 6), ("second-place-dice", "medieval-bluff")

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.second_place_dice = self.switch("second-place-dice", players not in BASE_GAME)
        self.medieval_bluff = self.switch("medieval-bluff")
        if players not in (VARIANT if self.second_place_dice else BASE_GAME):
            raise ValueError(f"{players} players, second-place-dice {self.second_place_dice}")
        self.dice = dict.fromkeys(CATEGORIES, 3)
        self.white = dict.fromkeys(CATEGORIES, 1) if self.second_place_dice else {}
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.deck: list[str] = []  # first item on top
        self.public: list[str] = []
        self.auction: list[str] = []  # once shuffled, first item on top
        self.discard: list[str] = []
        self.active = 0
        self.run(self._game())

    def _cards_to_shuffle(self) -> list[str]:
        gold = Counter(dict.fromkeys(GOLD, GOLD_COPIES))
        if self.second_place_dice:
            for hand in self.hands:
                hand.extend(START_GOLD)
                gold.subtract(START_GOLD)
        else:
            gold.subtract(dict.fromkeys(GOLD, GOLD_REMOVED[self.players]))
        church = Counter({card: copies for card, (copies, *_) in CHURCH.items()})
        return [*CATEGORY_CARDS, *gold.elements(), *church.elements()]

    def _game(self) -> Script[None]:
        """The gift turns until the draw pile is used up, then the auctions; the starting player stays the first."""
        cards = yield from self._shuffle("deck", self._cards_to_shuffle())
        self.deck = cards[PUT_ASIDE_VARIANT if self.second_place_dice else PUT_ASIDE[self.players] :]
        while self.deck:
            yield from self._gift_turn()
            self.active = (self.active + 1) % self.players
        self.auction = yield from self._shuffle("auction", self.auction)
        while self.auction:
            yield from self._auction(self.auction.pop(0))
            self.active = (self.active + 1) % self.players

    def _gift_turn(self) -> Script[None]:
        """Put a card in each place, then let the others take one of the public space."""
        places = Counter({"keep": 1, "to-auction": 1, "to-public": self.players - 1})
        while places.total():
            card = self.deck.pop(0)
            (place,) = yield from self._ask(self.active, [(place,) for place in CHOICES if places[place]])
            places[str(place)] -= 1
            if place == "keep":
                yield from self._get(self.active, card)
            else:
                (self.auction if place == "to-auction" else self.public).append(card)
        for seat in self.clockwise(self.active, others=True):
            _, taken = yield from self._ask(seat, [("take", card) for card in distinct(self.public)])
            self.public.remove(str(taken))
            yield from self._get(seat, str(taken))

    def _get(self, seat: int, card: str) -> Script[None]:
        """Give a card to a player; a church card is used or not, and discarded."""
        if card not in CHURCH:
            self.hands[seat].append(card)
            return
        move = yield from self._ask(seat, [*self._church_moves(card), ("decline",)])
        for step in map(str, move[1:]):
            die, sign = step[:-2], int(step[-2:])
            dice = self.dice if die in CATEGORIES else self.white
            dice[die.removeprefix("white-")] += sign
        self.discard.append(card)

    def _church_moves(self, card: str) -> list[Move]:
        uses = list(self._changes(card))
        moves: list[Move] = []
        for scoring in uses:
            for white in [(), *uses] if self.second_place_dice else [()]:
                pairs = ((self.dice, scoring), (self.white, white))
                dice, second = ({**each, **{c: each[c] + sign for c, sign in changes}} for each, changes in pairs)
                if all(1 <= second.get(each, 1) <= dice[each] <= HIGHEST_DIE for each in CATEGORIES):
                    steps = [f"{category}{sign:+d}" for category, sign in scoring]
                    steps += [f"white-{category}{sign:+d}" for category, sign in white]
                    moves.append(("church", *steps))
        return moves

    def _changes(self, card: str) -> Iterator[Changes]:
        _, number, signs = CHURCH[card]
        for dice in combinations(CATEGORIES, number):
            for directions in product(signs, repeat=number):
                yield tuple(zip(dice, directions, strict=True))

    def _auction(self, card: str) -> Script[None]:
        """Auction a card until somebody pays for it or nobody bids; who has refused to pay is out."""
        refused: set[int] = set()
        while True:
            bidder, bid = yield from self._bidding(card, set(range(self.players)) - refused)
            if bidder is None:
                self.discard.append(card)
                return
            if (yield from self._pay(bidder, card, bid)):
                yield from self._get(bidder, card)
                return
            refused.add(bidder)
            yield from self._penalties(bidder)

    def _bidding(self, card: str, bidding: set[int]) -> Script[tuple[int | None, int]]:
        """Let these players bid or pass until one is left, who has bid; who that is, and the bid."""
        bid, bidder, seat = 0, None, self.active
        while bidding and bidding != {bidder}:
            seat = (seat + 1) % self.players
            if seat in bidding:
                most = len(self.hands[seat]) * (1 if card in GOLD else 3)
                bids = range(bid + 1, most + 1)
                move = yield from self._ask(seat, [*(("bid", amount) for amount in bids), ("pass",)])
                if move == ("pass",):
                    bidding.remove(seat)
                else:
                    bid, bidder = int(move[1]), seat
        return bidder if bidding else None, bid

    def _pay(self, seat: int, card: str, bid: int) -> Script[bool]:
        """Let a player pay for a card, for a gold card with cards one by one; false if the player refuses."""
        if card not in GOLD:
            move = yield from self._ask(seat, [*self._gold_payments(seat, bid), ("refuse",)])
            for coin, number in zip(GOLD, map(int, move[1:]), strict=False):
                for _ in range(number):
                    self._lose(seat, coin)
            return move != ("refuse",)
        for made in range(bid):
            discards = [("discard", card) for card in distinct(self.hands[seat])]
            move = yield from self._ask(seat, discards if made else [*discards, ("refuse",)])
            if move == ("refuse",):
                return False
            self._lose(seat, str(move[1]))
        return True

    def _gold_payments(self, seat: int, bid: int) -> Iterator[Move]:
        """List the payments in gold without a superfluous card."""
        held = [self.hands[seat].count(card) for card in GOLD]
        for numbers in product(*(range(number + 1) for number in held)):
            worth = sum(value * number for value, number in enumerate(numbers, start=1))
            used = [value for value, number in enumerate(numbers, start=1) if number]
            if worth >= bid and all(worth - value < bid for value in used):
                yield ("pay", *numbers)

    def _lose(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)

    def _penalties(self, refuser: int) -> Script[None]:
        """Who does not pay loses cards drawn at random: one to each other player, or one to the discard pile."""
        hand = self.hands[refuser]
        takers = [self.hands[taker] for taker in self.clockwise(refuser, others=True)]
        for taker in [self.discard] if self.medieval_bluff else takers:
            if hand:
                card = yield from self._pick("penalty", hand)
                hand.remove(card)
                taker.append(card)

    def _standing(self, seat: int, category: str) -> Standing:
        cards = [card for card in self.hands[seat] if card.rsplit("-", 2)[0] == category]
        total = sum(int(card.split("-")[-2]) for card in cards)
        best = min((card[-1] for card in cards), default=WORST_LETTER)
        return total, -ord(best)

    def _ranking(self, category: str) -> list[int]:
        standings = {seat: self._standing(seat, category) for seat in range(self.players)}
        seats = [seat for seat, (total, _) in standings.items() if total]
        return sorted(seats, key=lambda seat: standings[seat], reverse=True)

    def scores(self) -> list[int]:
        points = [0] * self.players
        for category in CATEGORIES:
            ranking = self._ranking(category)
            if ranking:
                points[ranking[0]] += self.dice[category]
            if self.second_place_dice and len(ranking) > 1:
                white = self.white[category]
                points[ranking[1]] += max(1, white - 1) if white == self.dice[category] else white
        return points

    def winners(self) -> list[int]:
        points = self.scores()
        gold = [sum(int(card[-1]) for card in hand if card in GOLD) for hand in self.hands]
        standings = [[self._standing(seat, category) for category in TIE_ORDER] for seat in range(self.players)]
        keys = [*zip(points, gold, standings, strict=True)]
        return [seat for seat, key in enumerate(keys) if key == max(keys)]
