"""Biblios with its 5-player variant: an independent reference engine from the specification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from itertools import combinations, product

from tests.oracles.oracle import Chance, Decide, End, Move, Pending

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
CHURCH_COPIES = {
    "church-up-one": 2,
    "church-down-one": 2,
    "church-up-two": 2,
    "church-down-two": 2,
    "church-up-or-down": 1,
}
# Number of dice and the directions to choose from.
CHURCH_EFFECT: dict[str, tuple[int, tuple[int, ...]]] = {
    "church-up-one": (1, (1,)),
    "church-down-one": (1, (-1,)),
    "church-up-two": (2, (1,)),
    "church-down-two": (2, (-1,)),
    "church-up-or-down": (1, (1, -1)),
}
GOLD_REMOVED = {2: 2, 3: 1, 4: 0}  # of each value, base game
PUT_ASIDE = {2: 21, 3: 12, 4: 7}  # base game
PUT_ASIDE_VARIANT = 2
WORST_LETTER = "z"
HIGHEST_DIE = 6
BASE_GAME = (2, 3, 4)
VARIANT = (4, 5)

Changes = tuple[tuple[str, int], ...]  # (category, +1 or -1)
Standing = tuple[int, int]  # sortable: the higher the better


class Phase(Enum):
    """What the game is waiting for."""

    SHUFFLE_DECK = auto()
    ALLOCATE = auto()
    TAKE = auto()
    SHUFFLE_AUCTION = auto()
    BID = auto()
    PAY = auto()
    PENALTY = auto()
    CHURCH = auto()
    OVER = auto()


CHANCES = {
    Phase.SHUFFLE_DECK: Chance("shuffle", "deck"),
    Phase.SHUFFLE_AUCTION: Chance("shuffle", "auction"),
    Phase.PENALTY: Chance("draw", "penalty"),
}


def switch(value: str | int | bool) -> bool:
    """Read the value of an option that is true or false."""
    if value in (True, "yes", "true"):
        return True
    if value in (False, "no", "false"):
        return False
    raise ValueError(f"not a switch: {value!r}")


def is_gold(card: str) -> bool:
    """Tell whether a card is a gold card."""
    return card in GOLD


def gold_value(card: str) -> int:
    """Return the worth of a card in gold."""
    return GOLD.index(card) + 1 if is_gold(card) else 0


def category_of(card: str) -> str:
    """Return the category of a category card, for other cards nothing."""
    category = card.rsplit("-", 2)[0]
    return category if category in CATEGORIES else ""


def distinct(cards: list[str]) -> list[str]:
    """Drop the repetitions of identical cards."""
    return list(dict.fromkeys(cards))


class Biblios:
    """One game of Biblios."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        """Start the setup of a game."""
        self.players = players
        self._read_options(players, options)
        self.dice = dict.fromkeys(CATEGORIES, 3)
        self.white = dict.fromkeys(CATEGORIES, 1) if self.second_place_dice else {}
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.deck = self._cards_to_shuffle()  # first item on top
        self.removed: list[str] = []  # put aside unseen
        self.public: list[str] = []
        self.auction: list[str] = []  # once shuffled, first item on top
        self.discard: list[str] = []
        self.active = 0
        self.asked = 0  # the player who takes, bids, or pays
        # Gift turn
        self.card = ""  # the card drawn, or the card under the hammer
        self.kept = False
        self.auctioned = False
        self.published = 0
        # Auction
        self.bid = 0
        self.bidder: int | None = None
        self.bidding: set[int] = set()  # who is still in
        self.refused: set[int] = set()
        self.discards_made = 0
        self.penalties_left: list[int] = []  # who still draws from the refuser
        # Church
        self.church_seat = 0
        self.church_card = ""
        self.resume = Phase.ALLOCATE
        self.phase = Phase.SHUFFLE_DECK

    def _read_options(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if unknown := set(options) - {"second-place-dice", "medieval-bluff"}:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        self.second_place_dice = switch(options.get("second-place-dice", players not in BASE_GAME))
        self.medieval_bluff = switch(options.get("medieval-bluff", False))
        if players not in (VARIANT if self.second_place_dice else BASE_GAME):
            raise ValueError(f"{players} players, second-place-dice {self.second_place_dice}")

    def _cards_to_shuffle(self) -> list[str]:
        """Collect the cards left for the first shuffle and deal the starting gold."""
        gold = Counter(dict.fromkeys(GOLD, GOLD_COPIES))
        if self.second_place_dice:
            for hand in self.hands:
                hand.extend(START_GOLD)
                gold.subtract(START_GOLD)
        else:
            gold.subtract(dict.fromkeys(GOLD, GOLD_REMOVED[self.players]))
        return [*CATEGORY_CARDS, *gold.elements(), *Counter(CHURCH_COPIES).elements()]

    @property
    def pending(self) -> Pending:
        """Say what the game is waiting for."""
        if self.phase is Phase.OVER:
            return End()
        if self.phase in CHANCES:
            return CHANCES[self.phase]
        if self.phase is Phase.ALLOCATE:
            return Decide((self.active,))
        return Decide((self.church_seat if self.phase is Phase.CHURCH else self.asked,))

    # Chance

    def chance(self, outcome: str | int | list[str]) -> None:
        """Let the pending chance event have this outcome."""
        match self.phase:
            case Phase.SHUFFLE_DECK:
                self._set_up(shuffled(outcome, self.deck))
            case Phase.SHUFFLE_AUCTION:
                self.auction = shuffled(outcome, self.auction)
                self.next_auction()
            case Phase.PENALTY:
                self._penalty(outcome)
            case _:
                raise ValueError("no chance event is pending")

    def _set_up(self, cards: list[str]) -> None:
        """Put the top cards aside and begin with the rest as the draw pile."""
        aside = PUT_ASIDE_VARIANT if self.second_place_dice else PUT_ASIDE[self.players]
        self.removed = cards[:aside]
        self.deck = cards[aside:]
        self.begin_gift_turn()

    # Decisions

    def legal(self, seat: int) -> list[Move]:
        """List the legal moves of a player."""
        pending = self.pending
        if not isinstance(pending, Decide) or seat not in pending.seats:
            return []
        match self.phase:
            case Phase.ALLOCATE:
                return self._allocations()
            case Phase.TAKE:
                return [("take", card) for card in distinct(self.public)]
            case Phase.CHURCH:
                return [*self._church_moves(), ("decline",)]
            case Phase.BID:
                bids = range(self.bid + 1, self._limit(seat) + 1)
                return [*(("bid", amount) for amount in bids), ("pass",)]
            case _:
                return self._payments(seat)

    def play(self, seat: int, move: Move) -> None:
        """Make a move."""
        if move not in self.legal(seat):
            raise ValueError(f"illegal move of player {seat}: {move!r}")
        match self.phase:
            case Phase.ALLOCATE:
                self._allocate(str(move[0]))
            case Phase.TAKE:
                self._take(str(move[1]))
            case Phase.CHURCH:
                self._use_church([str(step) for step in move[1:]])
            case Phase.BID:
                self._bid(int(move[1]) if move[0] == "bid" else 0)
            case _:
                self._pay(move)

    def _after(self, seat: int) -> int:
        """Return the player to the left."""
        return (seat + 1) % self.players

    # Gift phase

    def begin_gift_turn(self) -> None:
        """Begin the gift turn of the active player, or the auction phase."""
        if not self.deck:
            self.phase = Phase.SHUFFLE_AUCTION
            return
        self.kept = False
        self.auctioned = False
        self.published = 0
        self._next_allocation()

    def _next_allocation(self) -> None:
        """Draw the next card of the active player, or let the others take."""
        if self.kept + self.auctioned + self.published < self.players + 1:
            self.card = self.deck.pop(0)
            self.phase = Phase.ALLOCATE
        else:
            self.asked = self._after(self.active)
            self.phase = Phase.TAKE

    def _allocations(self) -> list[Move]:
        """List the destinations that are not full."""
        moves: list[Move] = []
        if not self.kept:
            moves.append(("keep",))
        if not self.auctioned:
            moves.append(("to-auction",))
        if self.published < self.players - 1:
            moves.append(("to-public",))
        return moves

    def _allocate(self, destination: str) -> None:
        """Put the drawn card where the active player wants it."""
        if destination == "keep":
            self.kept = True
            self._get(self.active, self.card, Phase.ALLOCATE)
            return
        if destination == "to-auction":
            self.auctioned = True
            self.auction.append(self.card)
        else:
            self.published += 1
            self.public.append(self.card)
        self._next_allocation()

    def _take(self, card: str) -> None:
        """Let a player take a card of the public space."""
        self.public.remove(card)
        self._get(self.asked, card, Phase.TAKE)

    def _after_take(self) -> None:
        """Go on with the next player who takes, or with the next gift turn."""
        self.asked = self._after(self.asked)
        if self.asked != self.active:
            self.phase = Phase.TAKE
            return
        self.active = self._after(self.active)
        self.begin_gift_turn()

    # Getting cards, church cards

    def _get(self, seat: int, card: str, resume: Phase) -> None:
        """Give a card to a player; a church card interrupts the game."""
        self.resume = resume
        if card in CHURCH_EFFECT:
            self.church_seat = seat
            self.church_card = card
            self.phase = Phase.CHURCH
        else:
            self.hands[seat].append(card)
            self._resume()

    def _resume(self) -> None:
        """Go on after a player got a card."""
        match self.resume:
            case Phase.ALLOCATE:
                self._next_allocation()
            case Phase.TAKE:
                self._after_take()
            case _:
                self._end_auction()

    def _church_moves(self) -> list[Move]:
        """List the legal uses of the church card that somebody got."""
        uses = list(self._changes())
        moves: list[Move] = []
        for scoring in uses:
            for white in [(), *uses] if self.second_place_dice else [()]:
                if self._right_after(scoring, white):
                    steps = [f"{category}{sign:+d}" for category, sign in scoring]
                    steps += [f"white-{category}{sign:+d}" for category, sign in white]
                    moves.append(("church", *steps))
        return moves

    def _changes(self) -> Iterator[Changes]:
        """List the sets of dice and directions a church card allows."""
        number, signs = CHURCH_EFFECT[self.church_card]
        for dice in combinations(CATEGORIES, number):
            for directions in product(signs, repeat=number):
                yield tuple(zip(dice, directions, strict=True))

    def _right_after(self, scoring: Changes, white: Changes) -> bool:
        """Tell whether all dice are right after the changes."""
        dice = changed(self.dice, scoring)
        second = changed(self.white, white)
        return all(1 <= second.get(category, 1) <= dice[category] <= HIGHEST_DIE for category in CATEGORIES)

    def _use_church(self, steps: list[str]) -> None:
        """Change the dice and discard the church card."""
        for step in steps:
            die, sign = step[:-2], int(step[-2:])
            if die in CATEGORIES:
                self.dice[die] += sign
            else:
                self.white[die.removeprefix("white-")] += sign
        self.discard.append(self.church_card)
        self.church_card = ""
        self._resume()

    # Auction phase

    def next_auction(self) -> None:
        """Turn up the next card of the auction pile, or end the game."""
        if not self.auction:
            self.card = ""
            self.phase = Phase.OVER
            return
        self.card = self.auction.pop(0)
        self.refused = set()
        self._start_bidding()

    def _start_bidding(self) -> None:
        """Start a bidding among all who have not refused."""
        self.bid = 0
        self.bidder = None
        self.bidding = set(range(self.players)) - self.refused
        self._next_bid(self.active)

    def _next_bid(self, last: int) -> None:
        """Ask the next player still in, or end the bidding."""
        if not self.bidding:
            self.discard.append(self.card)
            self._end_auction()
        elif self.bidding == {self.bidder}:
            self.asked = self.bidding.pop()
            self.discards_made = 0
            self.phase = Phase.PAY
        else:
            self.asked = self._after(last)
            while self.asked not in self.bidding:
                self.asked = self._after(self.asked)
            self.phase = Phase.BID

    def _limit(self, seat: int) -> int:
        """Return the highest amount a player may bid."""
        cards = len(self.hands[seat])
        return cards if is_gold(self.card) else 3 * cards

    def _bid(self, amount: int) -> None:
        """Take a bid, zero for a pass."""
        if amount:
            self.bid = amount
            self.bidder = self.asked
        else:
            self.bidding.remove(self.asked)
        self._next_bid(self.asked)

    def _end_auction(self) -> None:
        """Let the next player be the active one."""
        self.active = self._after(self.active)
        self.next_auction()

    # Payment

    def _payments(self, seat: int) -> list[Move]:
        """List the ways to pay or not to pay."""
        if is_gold(self.card):
            moves: list[Move] = [("discard", card) for card in distinct(self.hands[seat])]
            return moves if self.discards_made else [*moves, ("refuse",)]
        return [*self._gold_payments(seat), ("refuse",)]

    def _gold_payments(self, seat: int) -> Iterator[Move]:
        """List the payments in gold without a superfluous card."""
        held = [self.hands[seat].count(card) for card in GOLD]
        for numbers in product(*(range(number + 1) for number in held)):
            worth = sum(value * number for value, number in enumerate(numbers, start=1))
            used = [value for value, number in enumerate(numbers, start=1) if number]
            if worth >= self.bid and all(worth - value < self.bid for value in used):
                yield ("pay", *numbers)

    def _pay(self, move: Move) -> None:
        """Pay, pay a part, or refuse to pay."""
        match move:
            case ("pay", *numbers):
                for card, number in zip(GOLD, numbers, strict=True):
                    for _ in range(int(number)):
                        self._lose(card)
                self._get(self.asked, self.card, Phase.PAY)
            case ("discard", str(card)):
                self._lose(card)
                self.discards_made += 1
                if self.discards_made == self.bid:
                    self._get(self.asked, self.card, Phase.PAY)
            case _:
                self._refuse()

    def _lose(self, card: str) -> None:
        """Let the player who pays discard a card."""
        self.hands[self.asked].remove(card)
        self.discard.append(card)

    def _refuse(self) -> None:
        """Begin the penalty for not paying."""
        self.refused.add(self.asked)
        if self.medieval_bluff:
            self.penalties_left = [self.asked]
        else:
            others = range(1, self.players)
            self.penalties_left = [(self.asked + step) % self.players for step in others]
        self._next_penalty()

    def _next_penalty(self) -> None:
        """Wait for the next card drawn from the refuser, or auction the card again."""
        if self.penalties_left and self.hands[self.asked]:
            self.phase = Phase.PENALTY
        else:
            self._start_bidding()

    def _penalty(self, outcome: str | int | list[str]) -> None:
        """Take a card drawn at random from the refuser."""
        if not isinstance(outcome, str) or outcome not in self.hands[self.asked]:
            raise ValueError(f"not in the hand: {outcome!r}")
        self.hands[self.asked].remove(outcome)
        taker = self.penalties_left.pop(0)
        pile = self.discard if taker == self.asked else self.hands[taker]
        pile.append(outcome)
        self._next_penalty()

    # Scoring

    def _standing(self, seat: int, category: str) -> Standing:
        """Return total and best letter of a player in a category, to be compared."""
        cards = [card for card in self.hands[seat] if category_of(card) == category]
        total = sum(int(card.split("-")[-2]) for card in cards)
        best = min((card[-1] for card in cards), default=WORST_LETTER)
        return total, -ord(best)

    def _ranking(self, category: str) -> list[int]:
        """List the players with cards of a category, the best first."""
        standings = {seat: self._standing(seat, category) for seat in range(self.players)}
        seats = [seat for seat, (total, _) in standings.items() if total]
        return sorted(seats, key=lambda seat: standings[seat], reverse=True)

    def scores(self) -> list[int]:
        """Add up the dice won by the players."""
        points = [0] * self.players
        for category in CATEGORIES:
            ranking = self._ranking(category)
            if ranking:
                points[ranking[0]] += self.dice[category]
            if self.second_place_dice and len(ranking) > 1:
                points[ranking[1]] += self._white_points(category)
        return points

    def _white_points(self, category: str) -> int:
        """Return what the white die of a category counts."""
        white = self.white[category]
        return max(1, white - 1) if white == self.dice[category] else white

    def winners(self) -> list[int]:
        """List the players who win after all tie-breaks."""
        points = self.scores()
        keys: list[tuple[int, int, list[Standing]]] = [
            (
                points[seat],
                sum(map(gold_value, self.hands[seat])),
                [self._standing(seat, category) for category in TIE_ORDER],
            )
            for seat in range(self.players)
        ]
        return [seat for seat in range(self.players) if keys[seat] == max(keys)]


def changed(dice: dict[str, int], changes: Changes) -> dict[str, int]:
    """Return the dice after some changes."""
    result = dict(dice)
    for category, sign in changes:
        result[category] += sign
    return result


def shuffled(outcome: str | int | list[str], items: list[str]) -> list[str]:
    """Check that the outcome of a shuffle is an order of the items."""
    if not isinstance(outcome, list) or Counter(outcome) != Counter(items):
        raise ValueError("not an order of the shuffled cards")
    return list(outcome)
