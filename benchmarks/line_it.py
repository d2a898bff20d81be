"""Line-it in plain Python: whole random games of 2 to 5 players.

Cards are numbers: 1 to 100 are themselves, 103, 104 and 105 the challenge cards worth 3, 4 and 5. A move is the number
of its kind, and a card where there is one.
"""

from random import Random

ROW, HAND, NEW_ROW, PLAY_HAND, CASH_IN, END_TURN = range(6)
CASHING, ENDING = (CASH_IN, 0), (END_TURN, 0)
Move = tuple[int, int]

BET = 100
DECK = (*range(1, 101), *(103, 104, 105) * 2)


class Player:
    """A row with what may be added to it, a hand, and what is scored so far."""

    __slots__ = ("bet", "colors", "hand", "high", "last", "low", "row", "score")

    def __init__(self) -> None:
        self.hand: list[int] = []
        self.score = 0
        self.clear()

    def clear(self) -> None:
        """Begin a new row."""
        self.row: list[int] = []
        self.colors = [0, 0, 0, 0]
        self.bet = 0
        self.last = 0
        self.low, self.high = 0, 101

    def fits(self, card: int) -> bool:
        """Whether the card continues the row."""
        return not self.bet if card > BET else self.low < card < self.high

    def cash(self) -> None:
        """Turn the row into points: three cards less, and what the challenge gives or takes."""
        size = len(self.row)
        if self.bet:
            value = self.bet - BET
            following = size - 1 - self.row.index(self.bet)
            self.score += value if following == value else -value
            size -= 1
        self.score += max(0, size - 3)
        self.clear()


class Game:
    """One game, from the shuffle to its end."""

    def __init__(self, players: int, rng: Random) -> None:
        self.rng = rng
        self.players = [Player() for _ in range(players)]
        self.deck = list(DECK)
        rng.shuffle(self.deck)
        self.display: list[int] = []
        self.jackpots = [0, 0, 0, 0]
        self.decisions = 0

    def play(self) -> list[int]:
        """Play to the end; the scores."""
        seats = len(self.players)
        starter = 0
        while len(self.deck) >= seats + 2:
            self.round(starter)
            starter = (starter + 1) % seats
        self.put_away(self.deck)
        for step in range(seats):
            self.last_card(self.players[(starter + step) % seats])
        for player in self.players:
            player.cash()
        return [player.score for player in self.players]

    def round(self, starter: int) -> None:
        """Fill the display and give everybody a turn."""
        seats = len(self.players)
        self.display = [self.deck.pop() for _ in range(seats + 2)]
        for step in range(seats):
            self.turn(self.players[(starter + step) % seats])
        self.put_away(self.display)

    def turn(self, player: Player) -> None:
        """Take a card; play a card of the hand and cash in as often as is allowed."""
        taken = played = False
        while True:
            kind, card = self.choose(self.moves(player, taken, played))
            if kind == END_TURN:
                return
            if kind == CASH_IN:
                player.cash()
            elif kind == PLAY_HAND:
                played = True
                player.hand.remove(card)
                self.extend(player, card)
            else:
                taken = True
                self.take(player, kind, card)

    def moves(self, player: Player, taken: bool, played: bool) -> list[Move]:
        """Everything that the player may do; equal cards are one move."""
        moves: list[Move] = []
        if not taken:
            room = len(player.hand) < 2
            for card in set(self.display):
                if player.fits(card):
                    moves.append((ROW, card))
                    if room:
                        moves.append((HAND, card))
                else:
                    moves.append((HAND if room else NEW_ROW, card))
        else:
            moves.append(ENDING)
        if not played:
            moves += [(PLAY_HAND, card) for card in set(player.hand) if player.fits(card)]
        if player.row:
            moves.append(CASHING)
        return moves

    def choose(self, moves: list[Move]) -> Move:
        """One of the moves, each equally likely."""
        self.decisions += 1
        return moves[int(self.rng.random() * len(moves))]

    def take(self, player: Player, kind: int, card: int) -> None:
        """Take a card of the display."""
        self.display.remove(card)
        if kind == HAND:
            player.hand.append(card)
            return
        if kind == NEW_ROW:
            player.cash()
        self.extend(player, card)

    def extend(self, player: Player, card: int) -> None:
        """Add a card to the row; the third of a color wins its jackpot."""
        player.row.append(card)
        if card > BET:
            player.bet = card
            return
        if player.last:
            if card > player.last:
                player.low = card
            else:
                player.high = card
        player.last = card
        color = card % 4
        player.colors[color] += 1
        if player.colors[color] == 3:
            player.score += self.jackpots[color]
            self.jackpots[color] = 0

    def last_card(self, player: Player) -> None:
        """One more card of the hand, if one fits; it must be played."""
        moves = [(PLAY_HAND, card) for card in set(player.hand) if player.fits(card)]
        if moves:
            _, card = self.choose(moves)
            player.hand.remove(card)
            self.extend(player, card)

    def put_away(self, cards: list[int]) -> None:
        """Numbers go under the jackpots of their colors, challenges out of the game."""
        for card in cards:
            if card <= BET:
                self.jackpots[card % 4] += 1


def play(players: int, rng: Random) -> tuple[list[int], int]:
    """Play a game; the scores, and the number of decisions."""
    game = Game(players, rng)
    return game.play(), game.decisions


def playouts(seed: int, games: int, players: int) -> int:
    """Play whole random games; the number of their decisions."""
    rng = Random(seed)
    return sum(play(players, rng)[1] for _ in range(games))
