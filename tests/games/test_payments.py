"""Games in which prices are paid and cards are taken by what they count, beside engines of a page that know nothing of
this program: whoever is asked has the same moves, and the scores are the same."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Protocol

import pytest
from attrs import define, field

from rulewright import Game
from tests.games.common import how_many
from tests.language.blocks import ROOT
from tests.made.loading import loaded

RUMMY = """game "Out" "Lay down the whole hand in sets and runs"
    players 2
suit is one of clubs, hearts, spades
component card: suit, rank 1..5
    2 of any, any
there is
    deck: pile of card
    gone: area of card
each player has
    hand: hand of card, up to 8
    points: 0..99
setup:
    move all box to deck
    shuffle the deck
    each player: move 6 from the deck to your hand
play:
    repeat until deck is empty:
        each player: turn
phase turn "A turn":
    move up to 1 from the deck to your hand
    choose out or drop
define melds of player p: p's hand's groups(3, 5) where it is meld
define meld of cards c: c is the same(rank) or c is the same(suit) and c is consecutive(rank)
define rest of player p: lowest total rank of p's hand outside p's disjoint melds
action out "Lay down the whole hand":
    needs your rest is 0   because "something is left over"
    add 20 to your points
    end game
action drop "Drop cards of one rank, as many as you like":
    pick 1..7 dropped from your hand
    needs dropped is the same(rank)   because "all are of one rank"
    move all dropped to gone
    move up to dropped's size - 1 from the deck to your hand
scoring:
    score of player: its points - its rest
    winners: players with highest score
"""
Lies = Callable[[str, int], list[str]]
"""What lies in a zone, one that a seat has or of the game: what chance has brought, engines look up there."""


class Engine(Protocol):
    """A game by another program."""

    def moves(self, seat: int, lies: Lies) -> set[str]:
        """What a seat may do, as it is typed."""
        ...

    def play(self, seat: int, move: Sequence[str], lies: Lies) -> None:
        """Carry a move out, before what lies somewhere has changed."""
        ...

    def scores(self, lies: Lies) -> list[int]:
        """The scores now."""
        ...


PRICES = {
    "mine": ("ruby", "pearl pearl", 0),
    "reef": ("pearl", "jade jade", 0),
    "cave": ("jade", "ruby ruby", 0),
    "shop": ("ruby", "pearl jade jade", 2),
    "port": ("pearl", "ruby jade ruby", 2),
    "hall": ("jade", "ruby ruby pearl pearl", 3),
}
COLORS = ("ruby", "pearl", "jade")


@define
class Gems:
    """Purses, discounts and points by seat."""

    bank: Counter[str] = field(factory=lambda: Counter(dict.fromkeys((*COLORS, "gold"), 4)))
    purses: list[Counter[str]] = field(factory=lambda: [Counter[str]() for _ in range(2)])
    cheaper: list[Counter[str]] = field(factory=lambda: [Counter[str]() for _ in range(2)])
    points: list[int] = field(factory=lambda: [0, 0])

    def bill(self, seat: int, card: str) -> Counter[str]:
        """What a card costs: color by color, and gold for the rest."""
        price, purse = Counter(PRICES[card][1].split()), self.purses[seat]
        price.subtract(self.cheaper[seat])
        paid = Counter({gem: min(max(price[gem], 0), purse[gem]) for gem in COLORS})
        paid["gold"] = sum(max(price[gem], 0) for gem in COLORS) - paid.total()
        return paid

    def moves(self, seat: int, lies: Lies) -> set[str]:
        room = 7 - self.purses[seat].total()
        there = [gem for gem in COLORS if self.bank[gem]]
        taken = {" ".join(("take", *some)) for size in (1, 2) if size <= room for some in combinations(there, size)}
        more = {"reserve"} if room and self.bank["gold"] else set()
        cards = {card for card in lies("market", -1) if self.bill(seat, card)["gold"] <= self.purses[seat]["gold"]}
        return taken | more | {f"build {card}" for card in cards}

    def play(self, seat: int, move: Sequence[str], lies: Lies) -> None:
        change = Counter(["gold"] if move[0] == "reserve" else move[1:])
        if move[0] == "build":
            change = Counter({gem: -number for gem, number in self.bill(seat, move[1]).items()})
            self.cheaper[seat][PRICES[move[1]][0]] += 1
            self.points[seat] += PRICES[move[1]][2]
        self.purses[seat].update(change)
        self.bank.subtract(change)

    def scores(self, lies: Lies) -> list[int]:
        return self.points


def sorted_cards(cards: Sequence[str], suits: str) -> list[str]:
    """In the order of the suits, then of the ranks."""
    return sorted(cards, key=lambda card: (suits.split().index(card.split("-")[0]), rank(card)))


def rank(card: str) -> int:
    return int(card.split("-")[1])


@define
class Escoba:
    """What was won, by seat."""

    won: list[int] = field(factory=lambda: [0, 0])

    def moves(self, seat: int, lies: Lies) -> set[str]:
        table = sorted_cards(lies("table", -1), "cups coins clubs swords")
        laid = {f"lay {card}" for card in lies("hand", seat)}
        parts = [some for size in range(1, 11) for some in combinations(table, size)]
        taken = {
            " ".join(("take", card, *some))
            for card in lies("hand", seat)
            for some in parts
            if rank(card) + sum(map(rank, some)) == 15
        }
        return laid | taken

    def play(self, seat: int, move: Sequence[str], lies: Lies) -> None:
        if move[0] == "take":
            swept = len(move) - 2 == len(lies("table", -1))
            self.won[seat] += len(move) - 1 + 3 * swept

    def scores(self, lies: Lies) -> list[int]:
        return self.won


def left_over(cards: tuple[str, ...]) -> int:
    """The ranks that remain at the least where sets and runs are laid down."""
    if not cards:
        return 0
    first, rest = cards[0], cards[1:]
    ways = [rank(first) + left_over(rest)]
    for size in (2, 3, 4):
        for at in combinations(range(len(rest)), size):
            meld = [first, *(rest[each] for each in at)]
            ranks, suits = sorted(map(rank, meld)), {card.split("-")[0] for card in meld}
            if len(set(ranks)) == 1 or (len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))):
                ways.append(left_over(tuple(card for each, card in enumerate(rest) if each not in at)))
    return min(ways)


@define
class Out:
    """Who has gone out."""

    out: list[int] = field(factory=lambda: [0, 0])

    def moves(self, seat: int, lies: Lies) -> set[str]:
        hand = sorted_cards(lies("hand", seat), "clubs hearts spades")
        parts = {some for size in range(1, 8) for some in combinations(hand, size) if len(set(map(rank, some))) == 1}
        ends = {"out"} if not left_over(tuple(hand)) else set()
        return ends | {" ".join(("drop", *some)) for some in parts}

    def play(self, seat: int, move: Sequence[str], lies: Lies) -> None:
        self.out[seat] += 20 * (move[0] == "out")

    def scores(self, lies: Lies) -> list[int]:
        return [self.out[seat] - left_over(tuple(lies("hand", seat))) for seat in range(2)]


def page(name: str) -> str:
    """The game of a page of the cookbook."""
    text = (ROOT / "examples" / "cookbook" / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(r"```rules\n(.*?)```", text, re.DOTALL)[0]


CASES: dict[str, tuple[Callable[[], str], Callable[[], Engine]]] = {
    "gems and gold": (lambda: page("payments"), Gems),
    "fifteen together": (lambda: page("totals"), Escoba),
    "the whole hand in melds": (lambda: RUMMY, Out),
}


def told(games: Sequence[Game], engine: Engine, number: int) -> Iterator[tuple[object, object]]:
    """At each decision of a random game, played by both backends, the moves by both programs, then the scores."""
    rng, game = random.Random(number), games[0]

    def lies(name: str, seat: int) -> list[str]:
        found = [each for each in game.view(max(seat, 0)).zones if each.name == name][seat]
        return [piece.name for piece in found.pieces or () for _ in range(piece.copies)]

    while not game.over:
        seat = game.deciders[0]
        moves = [" ".join(map(str, move)) for move in game.moves(seat)]
        assert len(set(moves)) == len(moves)
        for each in games:
            yield {" ".join(map(str, move)) for move in each.moves(seat)}, engine.moves(seat, lies)
        move = rng.choice(moves)
        engine.play(seat, move.split(), lies)
        for each in games:
            each.play(seat, move)
        yield list(game.scores), engine.scores(lies)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_one_game(name: str) -> None:
    text, engine = CASES[name]
    rules = loaded(text(), 2)
    for number in range(how_many(4)):
        games = [each.start(seed=number) for each in (rules, rules.fast())]
        for one, other in told(games, engine(), number):
            assert one == other


LARGE = """\
game "Large" "Take what comes to a number"
    players 2
suit is one of cups, coins, clubs, swords
component card: suit, rank 1..10
    1 of any, any
there is
    table: area of card
setup:
    move all box to table
play:
    each player: choose take
action take:
    pick any taken from table totalling {bound} by rank
    move all taken to box
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.thorough
@pytest.mark.sampled(3)
@pytest.mark.parametrize("bound", ["8", "at most 5"])
def test_as_many_as_come_to_a_number_are_found_among_forty_cards(bound: str) -> None:
    """Of 2^40 selections those are listed that are counted by sums."""
    ways = Counter({0: 1})
    for value in (rank for rank in range(1, 11) for _ in range(4)):
        ways += Counter({total + value: number for total, number in ways.items()})
    wanted = ways[8] if bound == "8" else sum(ways[total] for total in range(1, 6))
    game = loaded(LARGE.format(bound=bound)).start(seed=0)
    assert len(game.moves(0)) == wanted
