"""Line-it: a plain engine written from the specification alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from .oracle import Chance, Decide, End, Move, Pending

COLOURS = ("yellow", "red", "blue", "green")  # by number modulo 4
NUMBER = {f"number-{number}": number for number in range(1, 101)}
COLOUR = {card: COLOURS[number % 4] for card, number in NUMBER.items()}
CHALLENGE = {f"challenge+{value}": value for value in (3, 4, 5)}
DECK = (*NUMBER, *CHALLENGE, *CHALLENGE)

HAND_LIMIT = 2
CARDS_LEFT_OVER = 2  # in the display, at the end of a round
CASH_IN_COST = 3
JACKPOT_COUNT = 3

_SHUFFLED = Counter(DECK)
_SHUFFLE = Chance("shuffle", "deck")
_DECIDE = tuple(Decide((seat,)) for seat in range(5))
_END = End()


class Row:
    """A player's row, and what may be added to it."""

    __slots__ = ("cards", "challenge", "colours", "high", "last", "low")

    def __init__(self, cards: Iterable[str] = ()) -> None:
        self.cards: list[str] = []
        self.colours: list[str] = []  # of the number cards
        self.challenge: str | None = None
        self.last = 0  # the last number, 0 if there is none yet
        self.low = 0  # the next number must lie strictly between low and high
        self.high = 101
        for card in cards:
            self.add(card)

    def fits(self, card: str) -> bool:
        """Whether the card may be added."""
        if card in CHALLENGE:
            return self.challenge is None
        return self.low < NUMBER[card] < self.high

    def add(self, card: str) -> None:
        """Put a card to the right end."""
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


class LineIt:
    """A game of Line-it."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if not 2 <= players <= 5:
            raise ValueError(f"Line-it is for 2 to 5 players, not {players}")
        if options:
            raise ValueError(f"Line-it has no options: {list(options)}")
        self.players = players
        self.phase = "shuffle"  # shuffle, turn, last-card, over
        self.start = 0  # the holder of the start marker
        self.player = 0  # the player in turn
        self.taken = False
        self.hand_played = False
        self.waiting: list[int] = []  # seats still to come in last-card
        self.deck: list[str] = []  # top first
        self.display: list[str] = []
        self.discard: list[str] = []
        self.jackpots: dict[str, list[str]] = {colour: [] for colour in COLOURS}
        self.rows = [Row() for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]  # scoring piles
        self.tokens: list[list[int]] = [[] for _ in range(players)]  # negative: penalty

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        if self.phase == "shuffle":
            return _SHUFFLE
        if self.phase == "over":
            return _END
        return _DECIDE[self.player]

    def chance(self, outcome: str | int | list[str]) -> None:
        """Take the shuffled deck, top first."""
        if self.phase != "shuffle":
            raise ValueError("no chance event is pending")
        if not isinstance(outcome, list) or Counter(outcome) != _SHUFFLED:
            raise ValueError("these are not the cards of the deck")
        self.deck = list(outcome)
        self._begin_round()

    def legal(self, seat: int) -> list[Move]:
        """All legal moves of a seat, without repeats."""
        if seat != self.player or self.phase not in ("turn", "last-card"):
            return []
        moves: list[Move] = []
        row = self.rows[seat]
        if not self.hand_played:
            hand = dict.fromkeys(self.hands[seat])
            moves += [("play-hand", card) for card in hand if row.fits(card)]
        if self.phase == "last-card":
            return moves
        if self.taken:
            moves.append(("end-turn",))
        else:
            for card in dict.fromkeys(self.display):
                moves += [("take", card, to) for to in self._destinations(card)]
        if row.cards:
            moves.append(("cash-in",))
        return moves

    def play(self, seat: int, move: Move) -> None:
        """Make a move of the player in turn."""
        if seat != self.player or self.phase not in ("turn", "last-card"):
            raise ValueError(f"seat {seat} has no decision to make")
        match move:
            case ("take", str(card), str(to)) if self._may_take(card, to):
                self._take(card, to)
            case ("play-hand", str(card)) if self._may_play(card):
                self._play_hand(card)
            case ("cash-in",) if self.phase == "turn" and self.rows[seat].cards:
                self._cash_in(seat)
            case ("end-turn",) if self.taken:
                self._end_turn()
            case _:
                raise ValueError(f"{move} is not legal for seat {seat}")

    def scores(self) -> list[int]:
        """The score of every seat, rows not counted."""
        return [len(pile) + sum(tokens) for pile, tokens in zip(self.piles, self.tokens, strict=True)]

    def winners(self) -> list[int]:
        """The seats with the highest score."""
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def _destinations(self, card: str) -> tuple[str, ...]:
        """Where a card of the display may go."""
        room = len(self.hands[self.player]) < HAND_LIMIT
        if self.rows[self.player].fits(card):
            return ("row", "hand") if room else ("row",)
        return ("hand",) if room else ("new-row",)

    def _may_take(self, card: str, to: str) -> bool:
        """Whether the player in turn may take the card to that place."""
        if self.phase != "turn" or self.taken or card not in self.display:
            return False
        return to in self._destinations(card)

    def _may_play(self, card: str) -> bool:
        """Whether the player in turn may play the hand card."""
        if self.hand_played or card not in self.hands[self.player]:
            return False
        return self.rows[self.player].fits(card)

    def _take(self, card: str, to: str) -> None:
        """Take a card of the display."""
        self.taken = True
        self.display.remove(card)
        if to == "hand":
            self.hands[self.player].append(card)
            return
        if to == "new-row":
            self._cash_in(self.player)
        self._add_to_row(card)

    def _play_hand(self, card: str) -> None:
        """Play a hand card to the row."""
        self.hands[self.player].remove(card)
        self._add_to_row(card)
        if self.phase == "last-card":
            self._next_last_card()
        else:
            self.hand_played = True

    def _add_to_row(self, card: str) -> None:
        """Add a card to the row of the player in turn and pay the jackpot."""
        row = self.rows[self.player]
        row.add(card)
        if card in CHALLENGE:
            return
        colour = COLOUR[card]
        if row.colours.count(colour) == JACKPOT_COUNT:
            self.piles[self.player] += self.jackpots[colour]
            self.jackpots[colour] = []

    def _cash_in(self, seat: int) -> None:
        """Turn the row of a seat into points."""
        row = self.rows[seat]
        cards = row.cards
        if row.challenge is not None:
            value = CHALLENGE[row.challenge]
            following = len(cards) - 1 - cards.index(row.challenge)
            self.tokens[seat].append(value if following == value else -value)
            cards.remove(row.challenge)
            self.discard.append(row.challenge)
        self.discard += cards[:CASH_IN_COST]
        self.piles[seat] += cards[CASH_IN_COST:]
        self.rows[seat] = Row()

    def _end_turn(self) -> None:
        """Pass the turn, or end the round after the last one."""
        self.taken = False
        self.hand_played = False
        self.player = (self.player + 1) % self.players
        if self.player == self.start:
            self._end_round()

    def _end_round(self) -> None:
        """Clear the display and pass the start marker."""
        self._lay_under_jackpots(self.display)
        self.display = []
        self.start = (self.start + 1) % self.players
        self._begin_round()

    def _begin_round(self) -> None:
        """Fill the display, or come to the last cards."""
        size = self.players + CARDS_LEFT_OVER
        if len(self.deck) < size:
            self._begin_last_cards()
            return
        self.display = self.deck[:size]
        del self.deck[:size]
        self.player = self.start
        self.phase = "turn"

    def _begin_last_cards(self) -> None:
        """Distribute the leftover deck, then let each player play a last card."""
        self._lay_under_jackpots(self.deck)
        self.deck = []
        self.phase = "last-card"
        self.waiting = [(self.start + step) % self.players for step in range(self.players)]
        self._next_last_card()

    def _next_last_card(self) -> None:
        """Go to the next player who can play a last card, or end the game."""
        while self.waiting:
            self.player = self.waiting.pop(0)
            row = self.rows[self.player]
            if any(row.fits(card) for card in self.hands[self.player]):
                return
        for seat, row in enumerate(self.rows):
            if row.cards:
                self._cash_in(seat)
        self.phase = "over"

    def _lay_under_jackpots(self, cards: list[str]) -> None:
        """Lay number cards under the jackpots of their colours, discard challenge cards."""
        for card in cards:
            if card in CHALLENGE:
                self.discard.append(card)
            else:
                self.jackpots[COLOUR[card]].append(card)
