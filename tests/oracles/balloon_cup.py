"""Balloon Cup: an independent reference engine, written from the specification alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from .scripted import Move, Options, Script, Scripted

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
HAND_SIZE = 8
MOST_PER_TILE = 2
TROPHIES_TO_WIN = 3
GROUP = 3
MOST_EXCHANGED = 4
WIND = "-7"


@dataclass
class Tile:
    """A tile with its cubes and the balloons on the sides of both players."""

    number: int
    mountain: bool
    cubes: Counter[str] = field(default_factory=Counter)
    sides: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    def open_places(self, seat: int, colour: str) -> int:
        return self.cubes[colour] - count_colour(self.sides[seat], colour)

    def side_full(self, seat: int) -> bool:
        return all(self.open_places(seat, colour) == 0 for colour in COLOURS)


def colour_of(name: str) -> str:
    return name.split("-")[1]


def count_colour(balloons: list[str], colour: str) -> int:
    return sum(colour_of(balloon) == colour for balloon in balloons)


class BalloonCup(Scripted):
    """One game of Balloon Cup."""

    COUNTS, OPTIONS = (2,), ("cube-cap", "no-trading", "opponent-side", "wind-cards")

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.cube_cap, self.no_trading, self.wind_cards = map(self.switch, ("cube-cap", "no-trading", "wind-cards"))
        self.bag: Counter[str] = Counter({c: len(NUMBERS[c]) for c in COLOURS})
        self.cubes: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.tiles = {f"tile-{n}": Tile(n, mountain=n % 2 == 0) for n in (1, 2, 3, 4)}
        self.trophies: dict[str, int] = {}  # colour -> owner, the claimed ones only
        self.hands: tuple[list[str], list[str]] = ([], [])
        self.deck: list[str] = []  # first item on top
        self.discard: list[str] = []
        self.seat = 0  # the player in turn
        self.next_seat = 1  # who has the turn after this one
        self.run(self._game())

    def _game(self) -> Script[None]:
        """Fill the tiles, deal, and take turns until somebody has won or no open place can be filled."""
        for name in list(self.tiles):
            yield from self._fill(name)
        deck = yield from self._shuffle("deck", BALLOONS)
        self.hands[0].extend(deck[:HAND_SIZE])
        self.hands[1].extend(deck[HAND_SIZE : 2 * HAND_SIZE])
        self.deck = deck[2 * HAND_SIZE :]
        while not self._won() and not self._stalled():
            self.next_seat = 1 - self.seat
            if not self._plays():
                yield from self._exchange()
            if self._plays():
                yield from self._play()
            self.seat = self.next_seat

    def _won(self) -> bool:
        return TROPHIES_TO_WIN in self.scores()

    def _stalled(self) -> bool:
        """Tell whether no open place can ever be filled: all balloons of its colour lie at tiles."""
        tiles = self.tiles.values()
        wanted = {c for tile in tiles for side in (0, 1) for c in COLOURS if tile.open_places(side, c)}
        laid = [balloon for tile in tiles for side in tile.sides for balloon in side]
        return all(count_colour(laid, colour) == len(NUMBERS[colour]) for colour in wanted)

    def _room(self, name: str, colour: str) -> int:
        """Count the cubes of a colour for which a tile still has room."""
        most = MOST_PER_TILE
        if self.cube_cap:
            others = sum(t.cubes[colour] for other, t in self.tiles.items() if other != name)
            most = min(most, NEEDED[colour] - 1 - others)
        return max(0, most - self.tiles[name].cubes[colour])

    def _fill(self, name: str) -> Script[None]:
        """Draw the cubes of an empty tile; one that cannot be filled goes out of the game."""
        tile = self.tiles[name]
        if sum(min(self.bag[c], self._room(name, c)) for c in COLOURS) < tile.number:
            del self.tiles[name]
            return
        while tile.cubes.total() < tile.number:
            cube = yield from self._pick("bag", [f"cube-{colour}" for colour in COLOURS if self.bag[colour]])
            colour = colour_of(cube)
            if self._room(name, colour):
                self.bag[colour] -= 1
                tile.cubes[colour] += 1

    def _draw(self, number: int) -> Script[None]:
        """Let the player in turn draw balloons."""
        for _ in range(number):
            if not self.deck:
                self.deck = yield from self._shuffle("reshuffle", self.discard)
                self.discard = []
            self.hands[self.seat].append(self.deck.pop(0))

    def _exchange(self) -> Script[None]:
        _, number = yield from self._ask(self.seat, [("exchange", n) for n in range(MOST_EXCHANGED + 1)])
        hand = self.hands[self.seat]
        for _ in range(int(number)):
            _, balloon = yield from self._ask(self.seat, [("discard", balloon) for balloon in hand])
            self._lay_down(str(balloon), self.discard)
        yield from self._draw(int(number))

    def _lay_down(self, balloon: str, where: list[str]) -> None:
        self.hands[self.seat].remove(balloon)
        where.append(balloon)

    def _play(self) -> Script[None]:
        """Play a balloon, score its tile if it is full, and draw another one."""
        match (yield from self._ask(self.seat, self._plays())):
            case ("wind", str(balloon), str(replaced)):
                side = next(side for tile in self.tiles.values() for side in tile.sides if replaced in side)
                side.remove(replaced)
                self.discard.append(replaced)
                self._lay_down(balloon, side)
            case (_, str(balloon), str(name), whose):
                tile = self.tiles[name]
                self._lay_down(balloon, tile.sides[self.seat if whose == "own" else 1 - self.seat])
                if tile.side_full(0) and tile.side_full(1):
                    yield from self._score(name)
        if not self._won():
            yield from self._draw(1)

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
        return {
            "anytime": True,
            "own-side-full": tile.side_full(self.seat),
            "own-colour-full": tile.open_places(self.seat, colour) == 0,
            "own-colour-ahead": count_colour(own, colour) > count_colour(other, colour),
        }[str(self.options.get("opponent-side", "anytime"))]

    def _replaceable(self, balloon: str) -> Iterator[str]:
        """Find the balloons that a balloon may replace as a wind card."""
        if not self.wind_cards or not balloon.endswith(WIND):
            return
        for tile in self.tiles.values():
            for side in tile.sides:
                yield from (b for b in side if colour_of(b) == colour_of(balloon))

    def _score(self, name: str) -> Script[None]:
        """Give the cubes of a full tile to its winner and refill it; then trophies are taken."""
        tile = self.tiles[name]
        winner = self._tile_winner(tile)
        self.next_seat = 1 - winner
        self.cubes[winner].update(tile.cubes)
        for side in tile.sides:
            self.discard.extend(side)
        self.tiles[name] = Tile(tile.number, not tile.mountain)
        yield from self._fill(name)
        for colour in COLOURS:
            if not self._won() and colour not in self.trophies and self.cubes[winner][colour] >= NEEDED[colour]:
                self.cubes[winner][colour] -= NEEDED[colour]
                self.trophies[colour] = winner
        if not self.no_trading:
            yield from self._trading(winner)

    def _tile_winner(self, tile: Tile) -> int:
        sums = [sum(int(balloon.split("-")[2]) for balloon in side) for side in tile.sides]
        if sums[0] == sums[1]:
            return self.seat
        higher = int(sums[1] > sums[0])
        return higher if tile.mountain else 1 - higher

    def _trades(self, seat: int) -> list[Move]:
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

    def _trading(self, winner: int) -> Script[None]:
        """Ask the winner of the tile for trades while there are some, then the loser; each trade begins it anew."""
        trader = winner
        while not self._won():
            move: Move = ("pass",)
            if trades := self._trades(trader):
                move = yield from self._ask(trader, [*trades, ("pass",)])
            if move != ("pass",):
                self._trade(trader, *map(colour_of, map(str, move[1:])))
                trader = winner
            elif trader == winner:
                trader = 1 - winner
            else:
                return

    def _trade(self, trader: int, trophy: str, *groups: str) -> None:
        """Pay for a trophy with own cubes and groups of three."""
        self.cubes[trader][trophy] = 0
        self.cubes[trader].subtract({colour: GROUP * groups.count(colour) for colour in groups})
        self.trophies[trophy] = trader

    def scores(self) -> list[int]:
        return [[*self.trophies.values()].count(seat) for seat in (0, 1)]
