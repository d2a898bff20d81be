"""Line-it: a plain engine written from the specification alone."""

from __future__ import annotations

from .scripted import Move, Options, Script, Scripted, distinct

COLOURS = ("yellow", "red", "blue", "green")  # by number modulo 4
NUMBER = {f"number-{number}": number for number in range(1, 101)}
COLOUR = {card: COLOURS[number % 4] for card, number in NUMBER.items()}
CHALLENGE = {f"challenge+{value}": value for value in (3, 4, 5)}
DECK = (*NUMBER, *CHALLENGE, *CHALLENGE)

HAND_LIMIT = 2
CARDS_LEFT_OVER = 2  # in the display, at the end of a round
CASH_IN_COST = 3
JACKPOT_COUNT = 3


class Row:
    """A player's row, and what may be added to it."""

    def __init__(self) -> None:
        self.cards: list[str] = []
        self.colours: list[str] = []  # of the number cards
        self.challenge: str | None = None
        self.last = 0  # the last number, 0 if there is none yet
        self.low = 0  # the next number must lie strictly between low and high
        self.high = 101

    def fits(self, card: str) -> bool:
        if card in CHALLENGE:
            return self.challenge is None
        return self.low < NUMBER[card] < self.high

    def add(self, card: str) -> None:
        self.cards.append(card)
        if card in CHALLENGE:
            self.challenge = card
            return
        number = NUMBER[card]
        if self.last and number > self.last:
            self.low = number
        elif self.last:
            self.high = number
        self.last = number
        self.colours.append(COLOUR[card])


class LineIt(Scripted):
    """A game of Line-it."""

    COUNTS = range(2, 6)

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.display: list[str] = []
        self.jackpots: dict[str, list[str]] = {colour: [] for colour in COLOURS}
        self.rows = [Row() for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]  # scoring piles
        self.tokens: list[list[int]] = [[] for _ in range(players)]  # negative: penalty
        self.run(self._game())

    def scores(self) -> list[int]:
        """The score of every seat, rows not counted."""
        return [len(pile) + sum(tokens) for pile, tokens in zip(self.piles, self.tokens, strict=True)]

    def _game(self) -> Script[None]:
        """Rounds while the deck fills the display, then the last cards; the start marker goes on after each round."""
        deck = yield from self._shuffle("deck", list(DECK))
        start, size = 0, self.players + CARDS_LEFT_OVER
        while len(deck) >= size:
            self.display, deck = deck[:size], deck[size:]
            for seat in self.clockwise(start):
                yield from self._turn(seat)
            self._lay_under_jackpots(self.display)
            start = (start + 1) % self.players
        self._lay_under_jackpots(deck)
        for seat in self.clockwise(start):
            if moves := self._hand_moves(seat):  # who can plays one more card of the hand
                _, card = yield from self._ask(seat, moves)
                self.hands[seat].remove(str(card))
                self._add_to_row(seat, str(card))
        for seat in range(self.players):
            self._cash_in(seat)

    def _turn(self, seat: int) -> Script[None]:
        """Take a card of the display; before and after play one of the hand, and cash in as often as possible."""
        taken = hand_played = False
        while True:
            moves = [] if hand_played else self._hand_moves(seat)
            if taken:
                moves.append(("end-turn",))
            else:
                cards = distinct(self.display)
                moves += [("take", card, to) for card in cards for to in self._destinations(seat, card)]
            if self.rows[seat].cards:
                moves.append(("cash-in",))
            match (yield from self._ask(seat, moves)):
                case ("take", str(card), to):
                    taken = True
                    self.display.remove(card)
                    if to == "hand":
                        self.hands[seat].append(card)
                        continue
                    if to == "new-row":
                        self._cash_in(seat)
                    self._add_to_row(seat, card)
                case ("play-hand", str(card)):
                    hand_played = True
                    self.hands[seat].remove(card)
                    self._add_to_row(seat, card)
                case ("cash-in",):
                    self._cash_in(seat)
                case _:
                    return

    def _hand_moves(self, seat: int) -> list[Move]:
        return [("play-hand", card) for card in distinct(self.hands[seat]) if self.rows[seat].fits(card)]

    def _destinations(self, seat: int, card: str) -> tuple[str, ...]:
        """Where a card of the display may go."""
        room = len(self.hands[seat]) < HAND_LIMIT
        if self.rows[seat].fits(card):
            return ("row", "hand") if room else ("row",)
        return ("hand",) if room else ("new-row",)

    def _add_to_row(self, seat: int, card: str) -> None:
        """Add a card to a row and pay the jackpot."""
        row = self.rows[seat]
        row.add(card)
        colour = COLOUR.get(card)
        if colour and row.colours.count(colour) == JACKPOT_COUNT:
            self.piles[seat] += self.jackpots[colour]
            self.jackpots[colour] = []

    def _cash_in(self, seat: int) -> None:
        row = self.rows[seat]
        cards = row.cards
        if row.challenge is not None:
            value = CHALLENGE[row.challenge]
            following = len(cards) - 1 - cards.index(row.challenge)
            self.tokens[seat].append(value if following == value else -value)
            cards.remove(row.challenge)
        self.piles[seat] += cards[CASH_IN_COST:]
        self.rows[seat] = Row()

    def _lay_under_jackpots(self, cards: list[str]) -> None:
        """Lay number cards under the jackpots of their colours; challenge cards are out of the game."""
        for card in cards:
            if card not in CHALLENGE:
                self.jackpots[COLOUR[card]].append(card)
