"""Games on hexagons, on where they meet, and on a map, beside engines of a page that know nothing of this program:
whoever is asked has the same moves, and the same players win."""

import random
import re
from collections.abc import Callable, Iterator
from math import cos, pi, sin, sqrt
from typing import Protocol

import pytest
from attrs import define, field

from rulewright import Game, Rules, load
from tests.games.common import how_many
from tests.language.blocks import ROOT
from tests.made.loading import loaded
from tests.oracles.hive import SIX

GAMES = 12

SWARM = """game "Swarm" "Surround the other queen"
    players white, black
cell is hex 9
sort is one of queen, hopper
component bug: player, sort
    1 of any, queen
    3 of any, hopper
there is
    board: bug on each cell
each player has
    hand: area of bug
setup:
    each player: move all box's bugs where its player is you to your hand
play:
    repeat 14 times:
        each player:
            choose put or crawl or jump
            if you cannot: nothing
            if white is surrounded or black is surrounded: end game
define goes(cell c, player p):
    c is i9                                          when board is empty
    (some n in c's neighbors where n is not empty)   when no d in cells where d's player is p
    beside(c, p) and not beside(c, p's opponent)     otherwise
define beside(cell c, player p): some n in c's neighbors where n's player is p
define loose of cell c:
    let other be first d in cells where d is not empty and d is not c
    (region of other as d where d is not empty and d is not c)'s size is board's size - 1
define landing(cell c, direction d): first e in c's ray(d) where e is empty
define surrounded of player p: some c in cells where c's player is p and c's sort is queen and c is shut
define shut of cell c: no n in c's neighbors where n is empty
action put "Put a bug beside your own only":
    pick bug from your hand
    pick cell from cells where it is empty
    needs goes(cell, you)
    move bug to cell
action crawl "The queen slides to the next cell, along the others":
    pick here from cells where its player is you and its sort is queen
    needs here is loose
    pick there from here's neighbors where it is empty
    needs exactly 1 of here's neighbors where it is in there's neighbors and it is not empty
    move here to there
action jump "A hopper jumps over a row of bugs":
    pick here from cells where its player is you and its sort is hopper
    needs here is loose
    pick way from directions
    needs here's step(way) is not empty
    move here to landing(here, way)
scoring:
    score of player p: count of players as q where q is surrounded and q is not p
    winners: players with highest score
"""


HEX = """game "Hex" "Join your two sides with a chain of your stones"
    players red, blue
point is hex 9 by 9
component stone: player
    41 of any
there is
    board: stone on each point
play:
    repeat:
        each player from red:
            choose place
define joined(point there, player p):
    let chain be region of there as c where c's player is p
    (some c in chain where c's row is 1) and (some c in chain where c's row is 9)         when p is red
    (some c in chain where c's column is 1) and (some c in chain where c's column is 9)   otherwise
action place "Put a stone on an empty point":
    pick there from points where there is empty
    move 1 from box where its player is you to there
    if joined(there, you): end game, won by you
"""
"""As the shipped game, which has a line of joined points for each straight line, and points for the sides."""


class Engine(Protocol):
    """A game by another program."""

    def moves(self, seat: int) -> set[str]:
        """What a seat may do, as it is typed."""
        ...

    def play(self, seat: int, move: str) -> None:
        """Carry a move out."""
        ...

    def winners(self) -> list[int]:
        """Who has won at the end."""
        ...


def spot(name: str) -> tuple[int, int]:
    """The column and row of a cell."""
    return ord(name[0]) - ord("a"), int(name[1:])


def called(at: tuple[int, int]) -> str:
    return f"{chr(ord('a') + at[0])}{at[1]}"


def beside(at: tuple[int, int]) -> list[tuple[int, int]]:
    return [(at[0] + x, at[1] + y) for x, y in SIX.values()]


@define
class Swarm:
    """Bugs by where they lie, and what is in hand."""

    bugs: dict[tuple[int, int], tuple[int, str]] = field(factory=dict)
    hands: list[dict[str, int]] = field(factory=lambda: [{"queen": 1, "hopper": 3} for _ in range(2)])

    def whole(self, without: tuple[int, int]) -> bool:
        """Whether the others hang together."""
        rest = {*self.bugs} - {without}
        seen = {min(rest)} if rest else set()
        for _ in rest:
            seen |= {near for each in seen for near in beside(each) if near in rest}
        return bool(rest) and seen == rest

    def goals(self, seat: int) -> set[tuple[int, int]]:
        """Where a bug may be put."""
        if not self.bugs:
            return {(8, 9)}
        free = {near for at in self.bugs for near in beside(at) if near not in self.bugs}
        if all(owner != seat for owner, _ in self.bugs.values()):
            return free
        touched = {at: {self.bugs[near][0] for near in beside(at) if near in self.bugs} for at in free}
        return {at for at in free if touched[at] == {seat}}

    def moves(self, seat: int) -> set[str]:
        color = ("white", "black")[seat]
        found = {
            f"put {color}-{sort} {called(at)}" for sort, n in self.hands[seat].items() if n for at in self.goals(seat)
        }
        for at, (owner, sort) in self.bugs.items():
            if owner != seat or not self.whole(at):
                continue
            for way, (x, y) in SIX.items():
                near = (at[0] + x, at[1] + y)
                if sort == "hopper" and near in self.bugs:
                    found.add(f"jump {called(at)} {way}")
                if sort == "queen" and near not in self.bugs:
                    gate = [each for each in beside(at) if each in beside(near) and each in self.bugs]
                    found |= {f"crawl {called(at)} {called(near)}"} if len(gate) == 1 else set()
        return found

    def play(self, seat: int, move: str) -> None:
        what, *rest = move.split()
        if what == "put":
            sort = rest[0].split("-")[1]
            self.hands[seat][sort] -= 1
            self.bugs[spot(rest[1])] = seat, sort
            return
        start = at = spot(rest[0])
        if what == "jump":
            at = (at[0] + SIX[rest[1]][0], at[1] + SIX[rest[1]][1])
            while at in self.bugs:
                at = (at[0] + SIX[rest[1]][0], at[1] + SIX[rest[1]][1])
        else:
            at = spot(rest[1])
        self.bugs[at] = self.bugs.pop(start)

    def winners(self) -> list[int]:
        lost = {
            owner
            for at, (owner, sort) in self.bugs.items()
            if sort == "queen" and all(n in self.bugs for n in beside(at))
        }
        return [seat for seat in range(2) if len(lost - {seat}) == max(len(lost - {other}) for other in range(2))]


def page(number: int) -> str:
    """A game of the page of the cookbook."""
    text = (ROOT / "examples" / "cookbook" / "edges-corners-and-maps.md").read_text(encoding="utf-8")
    return re.findall(r"```rules\n(.*?)```", text, re.DOTALL)[number]


Point = tuple[float, float]
Places = dict[str, frozenset[Point]]


def meetings(cells: list[str]) -> tuple[dict[str, list[Point]], Places, Places]:
    """The corners of hexagons, and where corners and edges lie by all that they could be called."""
    around = {}
    for name in cells:
        column, row = spot(name)
        x, y = sqrt(3) * (column - row / 2), 1.5 * row
        turns = [pi / 6 + pi / 3 * turn for turn in range(6)]
        around[name] = [(round(x + cos(turn), 3) + 0.0, round(y + sin(turn), 3) + 0.0) for turn in turns]
    corners = ("up-right", "up", "up-left", "down-left", "down", "down-right")
    sides = ("up-right", "up-left", "left", "down-left", "down-right", "right")
    crossings, paths = Places(), Places()
    for name, points in around.items():
        crossings |= {f"{name}-{way}": frozenset((points[at],)) for at, way in enumerate(corners)}
        paths |= {f"{name}-{way}": frozenset((points[at], points[(at + 1) % 6])) for at, way in enumerate(sides)}
        shared = {other: frozenset(points) & frozenset(theirs) for other, theirs in around.items()}
        paths |= {f"{name}-{other}": points for other, points in shared.items() if len(points) == 2}
    return around, crossings, paths


@define
class Settlers:
    """Houses on points and roads between two, of seven hexagons whose corners are reckoned with angles."""

    rules: Rules
    around: dict[str, list[Point]] = field(init=False)
    crossings: dict[str, frozenset[Point]] = field(init=False)
    paths: dict[str, frozenset[Point]] = field(init=False)
    houses: dict[Point, int] = field(factory=dict)
    roads: dict[frozenset[Point], int] = field(factory=dict)
    begun: int = 0

    def __attrs_post_init__(self) -> None:
        self.around, self.crossings, self.paths = meetings(["a1", "a2", "b1", "b2", "b3", "c2", "c3"])

    def points(self) -> set[Point]:
        return {point for points in self.around.values() for point in points}

    def edges(self) -> set[frozenset[Point]]:
        return {frozenset((p[at], p[at - 1])) for p in self.around.values() for at in range(6)}

    def lonely(self, point: Point) -> bool:
        near = {other for edge in self.edges() if point in edge for other in edge}
        return not near & self.houses.keys()

    def reached(self, point: Point, seat: int) -> bool:
        return any(point in edge and owner == seat for edge, owner in self.roads.items())

    def goals(self, seat: int) -> dict[str, set[frozenset[Point]]]:
        """What may be done where."""
        free = {point for point in self.points() if self.lonely(point)}
        if self.begun < 2:
            return {"found": {frozenset((point,)) for point in free}}
        settle = {frozenset((point,)) for point in free if self.reached(point, seat)}
        houses = sum(owner == seat for owner in self.houses.values())
        lay = {
            edge
            for edge in self.edges() - self.roads.keys()
            if any(self.houses.get(p) == seat or (p not in self.houses and self.reached(p, seat)) for p in edge)
        }
        return {"settle": settle if houses < 3 else set(), "lay": lay}

    def moves(self, seat: int) -> set[str]:
        return {f"{what} {self.said(where)}" for what, places in self.goals(seat).items() for where in places}

    def said(self, where: frozenset[Point]) -> str:
        """The name that the program has for it, of all that it could bear."""
        sort, names = ("crossing", self.crossings) if len(where) == 1 else ("path", self.paths)
        (name,) = (name for name in self.rules.core.values[sort] if names[name] == where)
        return name

    def play(self, seat: int, move: str) -> None:
        what, name = move.split()
        if what == "lay":
            self.roads[self.paths[name]] = seat
        else:
            (point,) = self.crossings[name]
            self.houses[point] = seat
            self.begun += what == "found"

    def winners(self) -> list[int]:
        worth = [
            sum(
                owner == seat and point in around
                for point, owner in self.houses.items()
                for around in self.around.values()
            )
            for seat in range(2)
        ]
        return [seat for seat in range(2) if worth[seat] == max(worth)]


@define
class Rails:
    """Who claims which of five routes."""

    lengths: dict[str, int] = field(
        factory=lambda: {"bern-paris": 3, "bern-rome": 4, "bern-wien": 3, "rome-wien": 4, "bern-rome-2": 4}
    )
    claimed: dict[str, int] = field(factory=dict)

    def moves(self, seat: int) -> set[str]:
        return {f"claim {route}" for route in self.lengths.keys() - self.claimed.keys()}

    def play(self, seat: int, move: str) -> None:
        self.claimed[move.split()[1]] = seat

    def winners(self) -> list[int]:
        scores = [
            sum(self.lengths[route] for route, owner in self.claimed.items() if owner == seat) for seat in range(2)
        ]
        return [seat for seat in range(2) if scores[seat] == max(scores)]


@define
class Shipped:
    """A game of this program, as if it were another one."""

    game: Game

    def moves(self, seat: int) -> set[str]:
        return {" ".join(map(str, move)) for move in self.game.moves(seat)}

    def play(self, seat: int, move: str) -> None:
        self.game.play(seat, next(each for each in self.game.moves(seat) if " ".join(map(str, each)) == move))

    def winners(self) -> list[int]:
        return sorted(self.game.winners)


CASES: dict[str, tuple[Callable[[], str], Callable[[Rules], Engine]]] = {
    "chains on a lozenge": (lambda: HEX, lambda _: Shipped(load("hex").start(seed=1))),
    "bugs on hexagons": (lambda: SWARM, lambda _: Swarm()),
    "settlements and roads": (lambda: page(0), Settlers),
    "routes between cities": (lambda: page(1), lambda _: Rails()),
}


def told(rules: Rules, engine: Engine, number: int) -> Iterator[tuple[object, object]]:
    """At each decision of a random game the moves by both, at the end who has won."""
    rng, game = random.Random(number), rules.start(seed=number)
    while not game.over:
        seat = game.deciders[0]
        moves = {" ".join(map(str, move)) for move in game.moves(seat)}
        yield moves, engine.moves(seat)
        move = rng.choice(sorted(moves))
        engine.play(seat, move)
        game.play(seat, next(each for each in game.moves(seat) if " ".join(map(str, each)) == move))
    yield sorted(game.winners), engine.winners()


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_one_game(name: str) -> None:
    text, engine = CASES[name]
    rules = loaded(text())
    for number in range(how_many(GAMES)):
        for one, other in told(rules, engine(rules), number):
            assert one == other
