"""Balloon Cup: an independent reference engine, written from the specification alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import combinations_with_replacement

from tests.oracles.oracle import Chance, Decide, End, Move, Pending

NUMBERS: dict[str, tuple[int, ...]] = {
    "gray": (1, 4, 7, 10, 13),
    "blue": (1, 3, 5, 7, 9, 11, 13),
    "green": (1, 2, 4, 6, 7, 8, 10, 12, 13),
    "yellow": (1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13),
    "red": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
}
COLOURS = tuple(NUMBERS)
NEEDED = {"gray": 3, "blue": 4, "green": 5, "yellow": 6, "red": 7}
BALLOONS = [f"balloon-{c}-{n}" for c in COLOURS for n in NUMBERS[c]]
OPPONENT_SIDE = ("anytime", "own-colour-ahead", "own-colour-full", "own-side-full")
HAND_SIZE = 8
MOST_PER_TILE = 2
TROPHIES_TO_WIN = 3
GROUP = 3
MOST_EXCHANGED = 4
PLAYERS = 2
WIND_NUMBER = 7


class Phase(Enum):
    """What the game is waiting for."""

    FILL = auto()
    DEAL = auto()
    PLAY = auto()
    EXCHANGE_NUMBER = auto()
    EXCHANGE_CARDS = auto()
    RESHUFFLE = auto()
    TRADE = auto()
    OVER = auto()


@dataclass
class Tile:
    """A tile with its cubes and the balloons on the sides of both players."""

    number: int
    mountain: bool
    cubes: Counter[str] = field(default_factory=Counter)
    sides: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    def open_places(self, seat: int, colour: str) -> int:
        """Count the open places of a colour on the side of a player."""
        return self.cubes[colour] - count_colour(self.sides[seat], colour)

    def side_full(self, seat: int) -> bool:
        """Tell whether a side has no open place at all."""
        return all(self.open_places(seat, colour) == 0 for colour in COLOURS)

    def full(self) -> bool:
        """Tell whether both sides are full."""
        return self.side_full(0) and self.side_full(1)


def colour_of(name: str) -> str:
    """Return the colour of a balloon, cube or trophy."""
    return name.split("-")[1]


def number_of(balloon: str) -> int:
    """Return the number of a balloon."""
    return int(balloon.split("-")[2])


def count_colour(balloons: list[str], colour: str) -> int:
    """Count the balloons of a colour."""
    return sum(colour_of(balloon) == colour for balloon in balloons)


def switch(value: str | int | bool) -> bool:
    """Read the value of an option that is on or off."""
    if value in (True, "yes", "on"):
        return True
    if value in (False, "no", "off"):
        return False
    raise ValueError(f"not a switch: {value!r}")


class BalloonCup:
    """One game of Balloon Cup."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        """Start the setup of a game."""
        if players != PLAYERS:
            raise ValueError("Balloon Cup is for two players")
        self._read_options(options)
        self.bag: Counter[str] = Counter({c: len(NUMBERS[c]) for c in COLOURS})
        self.box: Counter[str] = Counter()
        self.cubes: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.tiles = {f"tile-{n}": Tile(n, mountain=n % 2 == 0) for n in (1, 2, 3, 4)}
        self.trophies: dict[str, int] = {}  # colour -> owner, the claimed ones only
        self.hands: tuple[list[str], list[str]] = ([], [])
        self.deck: list[str] = []  # first item on top
        self.discard: list[str] = []
        self.seat = 0  # the player in turn
        self.next_seat = 1  # who has the turn after this one
        self.winner = 0  # of the tile scored last
        self.trader = 0  # who is asked for a trade
        self.exchanging = False
        self.exchange_size = 0
        self.discards_left = 0
        self.draws_left = 0
        self.dealt = False
        self.to_fill = list(self.tiles)
        self.phase = Phase.FILL
        self._continue_filling()

    def _read_options(self, options: Mapping[str, str | int | bool]) -> None:
        known = {"cube-cap", "no-trading", "opponent-side", "wind-cards"}
        if unknown := set(options) - known:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        self.cube_cap = switch(options.get("cube-cap", False))
        self.no_trading = switch(options.get("no-trading", False))
        self.wind_cards = switch(options.get("wind-cards", False))
        self.opponent_side = str(options.get("opponent-side", "anytime"))
        if self.opponent_side not in OPPONENT_SIDE:
            raise ValueError(f"opponent-side: {self.opponent_side!r}")

    @property
    def pending(self) -> Pending:
        """Say what the game is waiting for."""
        match self.phase:
            case Phase.FILL:
                return Chance("draw", "bag")
            case Phase.DEAL:
                return Chance("shuffle", "deck")
            case Phase.RESHUFFLE:
                return Chance("shuffle", "reshuffle")
            case Phase.TRADE:
                return Decide((self.trader,))
            case Phase.OVER:
                return End()
            case _:
                return Decide((self.seat,))

    # Chance

    def chance(self, outcome: str | int | list[str]) -> None:
        """Let the pending chance event have this outcome."""
        match self.phase:
            case Phase.FILL:
                self._draw_cube(outcome)
            case Phase.DEAL:
                self._deal(shuffled(outcome, BALLOONS))
            case Phase.RESHUFFLE:
                self.deck = shuffled(outcome, self.discard)
                self.discard = []
                self._continue_drawing()
            case _:
                raise ValueError("no chance event is pending")

    def _draw_cube(self, outcome: str | int | list[str]) -> None:
        """Draw one cube for the tile being filled."""
        name = self.to_fill[0]
        drawable = {f"cube-{colour}": colour for colour in COLOURS if self.bag[colour]}
        if not isinstance(outcome, str) or outcome not in drawable:
            raise ValueError(f"not in the bag: {outcome!r}")
        colour = drawable[outcome]
        if self._room(name, colour):
            self.bag[colour] -= 1
            self.tiles[name].cubes[colour] += 1
        self._continue_filling()

    def _deal(self, deck: list[str]) -> None:
        """Deal the hands from the shuffled balloons and begin."""
        self.hands[0].extend(deck[:HAND_SIZE])
        self.hands[1].extend(deck[HAND_SIZE : 2 * HAND_SIZE])
        self.deck = deck[2 * HAND_SIZE :]
        self.dealt = True
        self.begin_turn(0)

    # Filling tiles

    def _room(self, name: str, colour: str) -> int:
        """Count the cubes of a colour for which a tile still has room."""
        most = MOST_PER_TILE
        if self.cube_cap:
            others = sum(t.cubes[colour] for other, t in self.tiles.items() if other != name)
            most = min(most, NEEDED[colour] - 1 - others)
        return max(0, most - self.tiles[name].cubes[colour])

    def _can_fill(self, name: str) -> bool:
        """Tell whether the bag can fill an empty tile."""
        available = sum(min(self.bag[c], self._room(name, c)) for c in COLOURS)
        return available >= self.tiles[name].number

    def _continue_filling(self) -> None:
        """Ask for the next cube, or go on when all tiles are filled."""
        while self.to_fill:
            name = self.to_fill[0]
            tile = self.tiles[name]
            drawn = tile.cubes.total()
            if drawn < tile.number and (drawn or self._can_fill(name)):
                self.phase = Phase.FILL
                return
            if not drawn:
                del self.tiles[name]
            self.to_fill.pop(0)
        if self.dealt:
            self._claim()
        else:
            self.phase = Phase.DEAL

    # Turns

    def begin_turn(self, seat: int) -> None:
        """Begin the turn of a player."""
        self.seat = seat
        self.next_seat = 1 - seat
        self.exchanging = False
        if self._stalled():
            self.phase = Phase.OVER
        elif self._plays():
            self.phase = Phase.PLAY
        else:
            self.phase = Phase.EXCHANGE_NUMBER

    def _stalled(self) -> bool:
        """Tell whether no open place can ever be filled."""
        return all(
            self._laid(colour) == len(NUMBERS[colour])
            for tile in self.tiles.values()
            for side in (0, 1)
            for colour in COLOURS
            if tile.open_places(side, colour)
        )

    def _laid(self, colour: str) -> int:
        """Count the balloons of a colour at all tiles."""
        return sum(count_colour(side, colour) for tile in self.tiles.values() for side in tile.sides)

    def _draw(self, number: int) -> None:
        """Let the player in turn draw balloons."""
        self.draws_left = number
        self._continue_drawing()

    def _continue_drawing(self) -> None:
        """Draw until the deck is empty or enough balloons are drawn."""
        while self.draws_left:
            if not self.deck:
                self.phase = Phase.RESHUFFLE
                return
            self.hands[self.seat].append(self.deck.pop(0))
            self.draws_left -= 1
        if self.exchanging and self._plays():
            self.exchanging = False
            self.phase = Phase.PLAY
        else:
            self.begin_turn(self.next_seat)

    # Decisions

    def legal(self, seat: int) -> list[Move]:
        """List the legal moves of a player."""
        pending = self.pending
        if not isinstance(pending, Decide) or seat not in pending.seats:
            return []
        match self.phase:
            case Phase.PLAY:
                return self._plays()
            case Phase.EXCHANGE_NUMBER:
                return [("exchange", number) for number in range(MOST_EXCHANGED + 1)]
            case Phase.EXCHANGE_CARDS:
                return [("discard", balloon) for balloon in self.hands[seat]]
            case _:
                return [*self._trades(seat), ("pass",)]

    def play(self, seat: int, move: Move) -> None:
        """Make a move."""
        if move not in self.legal(seat):
            raise ValueError(f"illegal move of player {seat}: {move!r}")
        match move:
            case ("play", str(balloon), str(tile), side):
                self._play_balloon(balloon, tile, seat if side == "own" else 1 - seat)
            case ("wind", str(balloon), str(replaced)):
                self._play_wind(balloon, replaced)
            case ("exchange", int(number)):
                self._exchange(number)
            case ("discard", str(balloon)):
                self._discard(balloon)
            case ("trade", str(trophy), *groups):
                self._trade(colour_of(trophy), [colour_of(str(cube)) for cube in groups])
            case _:
                self._pass_trade()

    def _plays(self) -> list[Move]:
        """List the ways in which the player in turn can play a balloon."""
        moves: list[Move] = []
        for balloon in self.hands[self.seat]:
            colour = colour_of(balloon)
            for name, tile in self.tiles.items():
                if tile.open_places(self.seat, colour):
                    moves.append(("play", balloon, name, "own"))
                if tile.open_places(1 - self.seat, colour) and self._may_help(tile, colour):
                    moves.append(("play", balloon, name, "opponent"))
            moves.extend(("wind", balloon, replaced) for replaced in self._replaceable(balloon))
        return moves

    def _may_help(self, tile: Tile, colour: str) -> bool:
        """Tell whether the option lets a balloon go to the opponent's side."""
        own, other = tile.sides[self.seat], tile.sides[1 - self.seat]
        match self.opponent_side:
            case "own-side-full":
                return tile.side_full(self.seat)
            case "own-colour-full":
                return tile.open_places(self.seat, colour) == 0
            case "own-colour-ahead":
                return count_colour(own, colour) > count_colour(other, colour)
            case _:
                return True

    def _replaceable(self, balloon: str) -> Iterator[str]:
        """Find the balloons that a balloon may replace as a wind card."""
        if not self.wind_cards or number_of(balloon) != WIND_NUMBER:
            return
        for tile in self.tiles.values():
            for side in tile.sides:
                yield from (b for b in side if colour_of(b) == colour_of(balloon))

    # Play

    def _play_balloon(self, balloon: str, name: str, side: int) -> None:
        """Lay a balloon at a tile and score the tile if it is full."""
        self.hands[self.seat].remove(balloon)
        tile = self.tiles[name]
        tile.sides[side].append(balloon)
        if tile.full():
            self._score(name)
        else:
            self._draw(1)

    def _play_wind(self, balloon: str, replaced: str) -> None:
        """Put a wind card in the place of another balloon."""
        self.hands[self.seat].remove(balloon)
        for tile in self.tiles.values():
            for side in tile.sides:
                if replaced in side:
                    side[side.index(replaced)] = balloon
        self.discard.append(replaced)
        self._draw(1)

    def _exchange(self, number: int) -> None:
        """Begin the exchange of a number of balloons."""
        self.exchange_size = number
        self.discards_left = number
        if number:
            self.exchanging = True
            self.phase = Phase.EXCHANGE_CARDS
        else:
            self.begin_turn(self.next_seat)

    def _discard(self, balloon: str) -> None:
        """Discard a balloon of the exchange."""
        self.hands[self.seat].remove(balloon)
        self.discard.append(balloon)
        self.discards_left -= 1
        if not self.discards_left:
            self._draw(self.exchange_size)

    # Scored tiles

    def _score(self, name: str) -> None:
        """Give the cubes of a full tile to its winner and refill it."""
        tile = self.tiles[name]
        self.winner = self._tile_winner(tile)
        self.next_seat = 1 - self.winner
        self.cubes[self.winner].update(tile.cubes)
        for side in tile.sides:
            self.discard.extend(side)
        self.tiles[name] = Tile(tile.number, not tile.mountain)
        self.to_fill = [name]
        self._continue_filling()

    def _tile_winner(self, tile: Tile) -> int:
        """Find out who wins a full tile."""
        sums = [sum(map(number_of, side)) for side in tile.sides]
        if sums[0] == sums[1]:
            return self.seat
        higher = int(sums[1] > sums[0])
        return higher if tile.mountain else 1 - higher

    def _claim(self) -> None:
        """Let the winner of the tile take the trophies paid by own cubes alone."""
        for colour in COLOURS:
            if colour not in self.trophies and self.cubes[self.winner][colour] >= NEEDED[colour]:
                self._pay(self.winner, colour, NEEDED[colour])
                self._take_trophy(self.winner, colour)
                if self.phase is Phase.OVER:
                    return
        self._winners_look()

    def _pay(self, seat: int, colour: str, number: int) -> None:
        """Move cubes of a player into the box."""
        self.cubes[seat][colour] -= number
        self.box[colour] += number

    def _take_trophy(self, seat: int, colour: str) -> None:
        """Give a trophy to a player; the third one ends the game."""
        self.trophies[colour] = seat
        if self.scores()[seat] == TROPHIES_TO_WIN:
            self.phase = Phase.OVER

    # Trading

    def _trades(self, seat: int) -> list[Move]:
        """List the trades a player can make."""
        return [
            ("trade", f"trophy-{trophy}", *(f"cube-{colour}" for colour in groups))
            for trophy in COLOURS
            if trophy not in self.trophies
            for groups in self._groups(seat, NEEDED[trophy] - self.cubes[seat][trophy])
        ]

    def _groups(self, seat: int, missing: int) -> Iterator[tuple[str, ...]]:
        """List the groups of three by which a player can replace missing cubes."""
        claimed = [colour for colour in COLOURS if colour in self.trophies]
        for groups in combinations_with_replacement(claimed, missing):
            if all(GROUP * groups.count(c) <= self.cubes[seat][c] for c in claimed):
                yield groups

    def _winners_look(self) -> None:
        """Ask the winner of the tile for a trade, if there is one."""
        if self.no_trading:
            self._draw(1)
        elif self._trades(self.winner):
            self.trader = self.winner
            self.phase = Phase.TRADE
        else:
            self._losers_look()

    def _losers_look(self) -> None:
        """Ask the loser of the tile for a trade, if there is one."""
        if self._trades(1 - self.winner):
            self.trader = 1 - self.winner
            self.phase = Phase.TRADE
        else:
            self._draw(1)

    def _trade(self, trophy: str, groups: list[str]) -> None:
        """Pay for a trophy with own cubes and groups of three."""
        self._pay(self.trader, trophy, self.cubes[self.trader][trophy])
        for colour in groups:
            self._pay(self.trader, colour, GROUP)
        self._take_trophy(self.trader, trophy)
        if self.phase is not Phase.OVER:
            self._winners_look()

    def _pass_trade(self) -> None:
        """End the winner's look or the whole trading."""
        if self.trader == self.winner:
            self._losers_look()
        else:
            self._draw(1)

    # End

    def scores(self) -> list[int]:
        """Count the trophies of the players."""
        owners = list(self.trophies.values())
        return [owners.count(seat) for seat in (0, 1)]

    def winners(self) -> list[int]:
        """List the players with the most trophies."""
        scores = self.scores()
        return [seat for seat in (0, 1) if scores[seat] == max(scores)]


def shuffled(outcome: str | int | list[str], items: list[str]) -> list[str]:
    """Check that the outcome of a shuffle is an order of the items."""
    if not isinstance(outcome, list) or Counter(outcome) != Counter(items):
        raise ValueError("not an order of the shuffled cards")
    return list(outcome)
