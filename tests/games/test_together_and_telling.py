"""Games that all win or lose together, and games in which something is said or revealed, beside engines of a page that
know nothing of this program: whoever is asked has the same moves, the same is said, and the same players win with the
same scores."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from attrs import define, field

from rulewright import Rules
from rulewright.machine.game import Happened
from tests.games.common import how_many
from tests.language.blocks import ROOT
from tests.made.loading import loaded

GAMES: Final = 8
COLORS: Final = ("red", "green", "blue")
WAYS: Final = "mill market, market harbor, market church, church school, harbor school"


@define
class Engine:
    """A game by another program: who is asked, and what was `said`; at the end the score of each, and who has won."""

    names: tuple[str, ...]
    said: list[str] = field(init=False, factory=list)
    deciders: list[int] = field(init=False, factory=list)
    scores: list[int] = field(init=False, factory=list)
    won: list[int] = field(init=False, factory=list)

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def moves(self, seat: int) -> set[str]:
        """What a seat may do, as it is typed."""
        raise NotImplementedError

    def play(self, seat: int, move: str) -> None:
        """Carry a move out."""
        raise NotImplementedError

    def happens(self, items: list[str]) -> None:
        """What chance gives."""
        raise NotImplementedError


@define
class FireWatch(Engine):
    """`at`: where everybody is."""

    at: list[str] = field(init=False)
    left: int = 9
    fires: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.at, self.deciders = ["mill" for _ in self.names], [0]
        self.fires = dict.fromkeys(re.findall("[a-z]+", WAYS), 1)

    def moves(self, seat: int) -> set[str]:
        ways = [way.split() for way in WAYS.split(", ")]
        found = {f"go-to {end}" for way in ways for end in way if self.at[seat] in way and end != self.at[seat]}
        return found | ({"douse"} if self.fires[self.at[seat]] else set())

    def play(self, seat: int, move: str) -> None:
        if move != "douse":
            self.at[seat] = move.split()[1]
            return
        here = self.at[seat]
        number = min(2, self.fires[here])
        self.fires[here] -= number
        self.said.append(f"{number} put out, {here}")
        if not sum(self.fires.values()):
            self.end(won=True)

    def happens(self, items: list[str]) -> None:
        if self.fires[items[0]] == 3:
            self.end(won=False)
            return
        self.fires[items[0]] += 1
        self.left -= 1
        self.deciders = [(self.deciders[0] + 1) % len(self.names)]
        if not self.left:
            self.end(won=15 - sum(self.fires.values()) >= 11)

    def end(self, *, won: bool) -> None:
        self.deciders, self.won = [], list(self.seats) if won else []
        self.scores = [15 - sum(self.fires.values())] * len(self.names)


@define
class Fireworks(Engine):
    """A card is its color and rank, and what was told of it."""

    deck: list[list[str]] = field(init=False, factory=list)
    hands: list[list[list[str]]] = field(init=False)
    top: dict[str, int] = field(init=False)
    clues: int = 5

    def happens(self, items: list[str]) -> None:
        self.deck, self.top = [[*name.split("-"), ""] for name in items], {"red": 0, "blue": 0}
        self.hands, self.deciders = [[self.deck.pop(0) for _ in range(3)] for _ in self.names], [0]

    def moves(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        found = {f"lay {at}" for at in range(1, 4)} | {f"throw {at + 1}" for at in range(3) if not hand[at][2]}
        for other in self.seats if self.clues else ():
            if other != seat:
                found |= {f"hint {self.names[other]} {card[0]}" for card in self.hands[other]}
        return found

    def play(self, seat: int, move: str) -> None:
        action, what, *more = move.split()
        if action == "hint":
            self.clues -= 1
            for card in self.hands[self.names.index(what)]:
                card[2] = card[2] or more[0] if card[0] == more[0] else card[2]
        else:
            color, rank, _ = self.hands[seat].pop(int(what) - 1)
            self.top[color] += action == "lay" and int(rank) == self.top[color] + 1
            self.hands[seat].append(self.deck.pop(0))
        self.deciders = [(seat + 1) % len(self.names)] if self.deck else []
        self.scores, self.won = [sum(self.top.values())] * len(self.names), list(self.seats)


@define
class Fifteens(Engine):
    """`turn`: whose turn comes next in this round."""

    hands: list[list[int]] = field(init=False, factory=list)
    line: list[int] = field(init=False, factory=list)
    points: list[int] = field(init=False)
    turn: int = 0

    def happens(self, items: list[str]) -> None:
        ranks, self.points = [int(name.split("-")[1]) for name in items], [0] * len(self.names)
        self.hands = [ranks[4 * seat : 4 * seat + 4] for seat in self.seats]
        self.go_on()

    def go_on(self) -> None:
        """Ask who is next."""
        self.deciders = []
        while any(self.hands):
            seat, self.turn = self.turn, (self.turn + 1) % len(self.names)
            if self.moves(seat):
                self.deciders = [seat]
                return
            if self.hands[seat]:
                self.said.append(f"{self.names[seat]} cannot go on")
                self.points[seat] += 1
                self.line = []
        self.scores = self.points
        self.won = [seat for seat in self.seats if self.points[seat] == max(self.points)]

    def moves(self, seat: int) -> set[str]:
        return {f"lay card-{rank}" for rank in self.hands[seat] if sum(self.line) + rank <= 31}

    def play(self, seat: int, move: str) -> None:
        rank = int(move.split("-")[1])
        self.hands[seat].remove(rank)
        self.line.append(rank)
        worth = [{15: 2, 31: 3}.get(sum(self.line), 0), 2 * (self.line[-2:] == [rank, rank])]
        self.said += [f"{sum(self.line)} for {each}" for each in worth if each]
        self.points[seat] += sum(worth)
        self.go_on()


@define
class Ballots(Engine):
    """`ballots`: what was voted in this round, by seat."""

    deck: list[list[str]] = field(init=False, factory=list)
    ballots: dict[int, str] = field(init=False, factory=dict)

    def happens(self, items: list[str]) -> None:
        self.deck, self.scores = [name.split("-") for name in items], [0] * len(self.names)
        self.deciders = list(self.seats)

    def moves(self, seat: int) -> set[str]:
        return {f"vote {color}" for color in COLORS}

    def play(self, seat: int, move: str) -> None:
        self.ballots[seat] = move.split()[1]
        self.deciders.remove(seat)
        if self.deciders:
            return
        votes = [self.ballots[each] for each in self.seats]
        self.said += [f"{name}'s ballot: {color}" for name, color in zip(self.names, votes, strict=True)]
        winner = max(COLORS, key=votes.count)
        self.said.append(f"{winner} wins with {votes.count(winner)}")
        for each in self.seats:
            color, worth = self.deck.pop(0)
            self.scores[each] += int(worth) * (color == winner)
        self.ballots = {}
        self.deciders = list(self.seats) if len(self.deck) > 18 - 3 * len(self.names) else []
        self.won = [each for each in self.seats if self.scores[each] == max(self.scores)]


def page(name: str, number: int) -> str:
    """A game of a page of the cookbook."""
    text = (ROOT / "examples" / "cookbook" / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(r"```rules\n(.*?)```", text, re.DOTALL)[number]


CASES: Final[dict[str, tuple[str, int, Callable[[tuple[str, ...]], Engine]]]] = {
    "fire watch": ("together", 0, FireWatch),
    "fireworks": ("clues", 0, Fireworks),
    "fifteens": ("telling", 0, Fifteens),
    "ballots": ("telling", 1, Ballots),
}


def told(rules: Rules, engine: Engine, number: int) -> Iterator[tuple[object, object]]:
    """At each decision of a random game what was said, who is asked, and the moves, by both; at the end who has won."""
    rng, game, known = random.Random(number), rules.start(seed=number), 0
    while True:
        for step in game.steps[known:]:
            if isinstance(step, Happened):
                engine.happens([str(step.event.items[each]) for each in step.outcome])
        known = len(game.steps)
        yield [seen.name for seen in game.information(None) if seen.what == "told"], engine.said
        yield list(game.deciders), engine.deciders
        if game.over:
            break
        seat = rng.choice(game.deciders)
        moves = {" ".join(map(str, move)) for move in game.moves(seat)}
        yield moves, engine.moves(seat)
        move = rng.choice(sorted(moves))
        engine.play(seat, move)
        game.play(seat, next(each for each in game.moves(seat) if " ".join(map(str, each)) == move))
    yield (sorted(game.winners), list(game.scores)), (engine.won, engine.scores)


@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_one_game(name: str) -> None:
    where, number, engine = CASES[name]
    rules = loaded(page(where, number))
    for game in range(how_many(GAMES)):
        for one, other in told(rules, engine(tuple(rules.core.seat_names)), game):
            assert one == other
