"""Games of ways, trails and parts that hang together, written from their rules, beside engines of a page that know
nothing of this program: whoever is asked has the same moves, and the same players win."""

from collections.abc import Callable, Iterable

import pytest
from attrs import define, field

from rulewright import Rules
from tests.games.test_where_cells_meet import SIX, Engine, told
from tests.made.loading import loaded

QUORIDOR = """game "Quoridor" "Be first on the other side; fences make the way long"
    players white, black
cell is grid 9 by 9
wall is edge of cell
post is corner of cell
there is
    fenced: set of wall
    taken: set of post
each player has
    pawn: cell
    fences: 0..10, starts 10
setup:
    set white's pawn to e1
    set black's pawn to e9
define goal of player p:
    9   when p is white
    1   otherwise
define ways of cell here: here's neighbors where here's wall(it) is not in fenced
define has-way of player p: some there in (region of p's pawn through ways) where there's row is p's goal
define open(post, wall one, wall other): post is not in taken and one is not in fenced and other is not in fenced
play:
    repeat:
        each player:
            choose step or jump or across or upright
            if you cannot: nothing
            if your pawn's row is your goal: end game, won by you
action step "Step to the next cell":
    pick there from your pawn's ways where it is not your opponent's pawn
    set your pawn to there
action jump "Jump over the other pawn, or past it where the way behind it is shut":
    let over be your opponent's pawn
    needs over is in your pawn's ways because "it does not stand next to you"
    let behind be over's step(your pawn's direction(over))
    pick there from over's ways where it is not your pawn and (it is behind or behind is not in over's ways)
    set your pawn to there
action across "Put a fence from left to right":
    pick post from posts where its cells's size is 4
    needs your fences is at least 1 because "you have none left"
    needs open(post, post's wall(left), post's wall(right)) because "a fence is in the way"
    must leave every p in players satisfies p is has-way because "no way would be left"
    build(post, post's wall(left), post's wall(right))
action upright "Put a fence from top to bottom":
    pick post from posts where its cells's size is 4
    needs your fences is at least 1 because "you have none left"
    needs open(post, post's wall(up), post's wall(down)) because "a fence is in the way"
    must leave every p in players satisfies p is has-way because "no way would be left"
    build(post, post's wall(up), post's wall(down))
to build(post, wall one, wall other):
    add post to taken
    add one to fenced
    add other to fenced
    subtract 1 from your fences
example "over and past":
    given:
        white's pawn is e4
        black's pawn is e5
        fenced is e5-e6
    at play as white
    then:
        white can jump d5
        white can jump f5
        white cannot jump e6
        white has 131 moves
scoring:
    score of player: 0
    winners: nobody
"""


@define
class Quoridor:
    """Cells by column and row from 0; a fence lies at the upper right corner of a cell."""

    pawns: list[tuple[int, int]] = field(factory=lambda: [(4, 0), (4, 8)])
    left: list[int] = field(factory=lambda: [10, 10])
    fences: dict[tuple[int, int], str] = field(factory=dict)

    def shut(self, at: tuple[int, int], way: tuple[int, int]) -> bool:
        """Whether one cannot go from a cell in a direction."""
        (x, y), (right, up) = at, way
        if not (0 <= x + right < 9 and 0 <= y + up < 9):
            return True
        if up:
            return any(self.fences.get((x - side, min(y, y + up))) == "across" for side in (0, 1))
        return any(self.fences.get((min(x, x + right), y - side)) == "upright" for side in (0, 1))

    def ways(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        """Where one comes to in a step."""
        steps = [way for way in ((0, 1), (1, 0), (0, -1), (-1, 0)) if not self.shut(at, way)]
        return [(at[0] + right, at[1] + up) for right, up in steps]

    def way(self, seat: int) -> set[tuple[tuple[int, int], tuple[int, int]]] | None:
        """The steps of some way of a pawn to its goal, None if there is none."""
        before = {self.pawns[seat]: self.pawns[seat]}
        for at in (waiting := [*before]):
            if at[1] == (8, 0)[seat]:
                steps, there = set(), at
                while before[there] != there:
                    steps.add((before[there], there))
                    there = before[there]
                return steps
            for each in self.ways(at):
                if each not in before:
                    before[each] = at
                    waiting.append(each)
        return None

    def lays(self, post: tuple[int, int], how: str, ways: list[set[tuple[tuple[int, int], tuple[int, int]]]]) -> bool:
        """Whether a fence may lie there: where it shuts a way, another one must be left."""
        (x, y), (right, up) = post, (1, 0) if how == "across" else (0, 1)
        ends = ((x - right, y - up), (x + right, y + up))
        if post in self.fences or any(self.fences.get(each) == how for each in ends):
            return False
        self.fences[post] = how
        shut = (seat for seat, way in enumerate(ways) if any(there not in self.ways(at) for at, there in way))
        fine = all(self.way(seat) is not None for seat in shut)
        del self.fences[post]
        return fine

    def moves(self, seat: int) -> set[str]:
        here, other = self.pawns[seat], self.pawns[1 - seat]
        found = {f"step {called(there)}" for there in self.ways(here) if there != other}
        if other in self.ways(here):
            behind = (2 * other[0] - here[0], 2 * other[1] - here[1])
            onward = [each for each in self.ways(other) if each != here]
            found |= {f"jump {called(each)}" for each in onward if each == behind or behind not in onward}
        posts = [(x, y) for x in range(8) for y in range(8)] if self.left[seat] else []
        ways = [self.way(each) or set() for each in (0, 1)]
        lays = ((post, how) for post in posts for how in ("across", "upright") if self.lays(post, how, ways))
        # a corner is called by the cell to its upper right
        return found | {f"{how} {called((x + 1, y + 1))}" for (x, y), how in lays}

    def play(self, seat: int, move: str) -> None:
        word, name = move.split()
        x, y = "abcdefghi".index(name[0]), int(name[1:]) - 1
        if word in ("step", "jump"):
            self.pawns[seat] = x, y
        else:
            self.fences[x - 1, y - 1] = word
            self.left[seat] -= 1

    def winners(self) -> list[int]:
        return [seat for seat in (0, 1) if self.pawns[seat][1] == (8, 0)[seat]]


HIVE = """game "Hive" "Surround the other queen"
    players white, black
cell is hex 9
sort is one of queen, beetle, hopper, spider, ant
component bug: player, sort
    1 of any, queen
    2 of any, beetle
    3 of any, hopper
    2 of any, spider
    3 of any, ant
each cell has
    stack: pile of bug, seen by everyone
each player has
    hand: area of bug
setup:
    each player: move all box's bugs where its player is you to your hand
define full of cell: its stack is not empty
define hive: cells where it is full
define held(cell c, player p): c's stack's top's player is p
define goes(cell c, player p):
    c is i9                                        when hive is empty
    some n in c's neighbors where n is full        when hive's size is 1
    (some n in c's neighbors where held(n, p)) and (no n in c's neighbors where held(n, p's opponent))   otherwise
define placed of player p: no b in p's hand where b's sort is queen
define moves(cell c, player p, sort): held(c, p) and c's stack's top's sort is sort and p is placed and c is loose
define loose of cell c: c's stack's height is at least 2 or (hive where it is not c) is connected
define filled(cell c, cell from): c is full and c is not from
define slides of cell a (cell from): a's neighbors as b where not filled(b, from) and
    (exactly 1 of a's neighbors as n where n is in b's neighbors and filled(n, from))
define third(cell there, cell from): there is not from and (some a in from's slides(from) where
    (some b in a's slides(from) where b is not from and there is not a and there is in b's slides(from)))
define climbs of cell a: a's neighbors as b where steep(a, b, max(a's stack's height - 1, b's stack's height))
define steep(cell a, cell b, 0..22 level): (at most 1 of a's neighbors as n where n is in b's neighbors and
    n's stack's height is more than level) and (level is at least 1 or
    (some n in a's neighbors where n is in b's neighbors and n is full))
define caught of player p: some c in hive where (some b in c's stack where b's sort is queen and b's player is p) and
    (count of c's neighbors as n where n is full) is 6
play:
    repeat 30 times:
        each player:
            choose put or crawl or climb or jump or weave or run
            if you cannot: nothing
            if white is caught or black is caught: end game
action put "Put a bug beside your own only":
    pick bug from your hand
    needs bug's sort is queen when your hand's size is 8 and you is not placed because "the queen must come now"
    pick there from cells where it is not full
    needs goes(there, you) because "it must lie beside your own bugs only"
    move bug to there's stack
action crawl "The queen slides to the next cell":
    pick here from hive where moves(it, you, queen)
    pick there from here's slides(here)
    move here's stack's top to there's stack
action climb "A beetle goes to the next cell, up and down as well":
    pick here from hive where moves(it, you, beetle)
    pick there from here's climbs
    move here's stack's top to there's stack
action jump "A hopper jumps over a row of bugs":
    pick here from hive where moves(it, you, hopper)
    pick way from directions where here's step(it) is not none and here's step(it) is full
    let there be first c in here's ray(way) where c is not full
    needs there is not none because "the row comes to the end of the board"
    move here's stack's top to there's stack
action weave "A spider slides three cells":
    pick here from hive where moves(it, you, spider)
    pick there from region of here through slides(here) within 3 steps
    needs third(there, here) because "it is not three steps away"
    move here's stack's top to there's stack
action run "An ant slides as far as it likes":
    pick here from hive where moves(it, you, ant)
    pick there from region of here through slides(here)
    needs there is not here because "it must move"
    move here's stack's top to there's stack
scoring:
    score of player p: count of players as q where q is caught and q is not p
    winners: players with highest score
"""
SORTS = {"queen": 1, "beetle": 2, "hopper": 3, "spider": 2, "ant": 3}


@define
class Hive:
    """What lies on each cell, from the bottom, by owner and sort."""

    stacks: dict[tuple[int, int], list[tuple[int, str]]] = field(factory=dict)
    hands: list[dict[str, int]] = field(factory=lambda: [dict(SORTS), dict(SORTS)])

    def near(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        """The cells of the board next to one."""
        found = [(at[0] + x, at[1] + y) for x, y in SIX.values()]
        return [(x, y) for x, y in found if max(abs(x - 8), abs(y - 8), abs(x - y)) <= 8]

    def height(self, at: tuple[int, int]) -> int:
        return len(self.stacks.get(at, ()))

    def whole(self, lifted: tuple[int, int]) -> bool:
        """Whether the hive hangs together when the top bug of a cell is lifted."""
        rest = {at for at in self.stacks if at != lifted or self.height(at) > 1}
        seen = {min(rest)} if rest else set()
        for _ in rest:
            seen |= {near for each in seen for near in self.near(each) if near in rest}
        return seen == rest

    def goals(self, seat: int) -> list[tuple[int, int]]:
        """Where a new bug may be put."""
        if not self.stacks:
            return [(8, 8)]
        free = {near for at in self.stacks for near in self.near(at) if near not in self.stacks}
        tops = {at: {self.stacks[near][-1][0] for near in self.near(at) if near in self.stacks} for at in free}
        return [at for at in free if len(self.stacks) == 1 or tops[at] == {seat}]

    def slides(self, at: tuple[int, int], height: int = 0) -> list[tuple[int, int]]:
        """Where the bug that was lifted comes to in a step, from so high: through no gate, and touching the hive."""
        found = []
        for there in self.near(at):
            sides = [self.height(each) for each in self.near(at) if each in self.near(there)]
            level = max(height, self.height(there))
            shut = len(sides) == 2 and min(sides) > level
            touches = level > 0 or max(sides) > 0
            found += [there] if touches and not shut else []
        return found

    def goes(self, at: tuple[int, int], sort: str) -> set[tuple[int, int]]:
        """Where a bug may go that was lifted from a cell."""
        if sort == "beetle":
            return set(self.slides(at, self.height(at)))

        def flat(here: tuple[int, int]) -> list[tuple[int, int]]:
            return [each for each in self.slides(here) if each not in self.stacks]

        match sort:
            case "queen":
                return set(flat(at))
            case "spider":
                trails = [(at,)]
                for _ in range(3):
                    trails = [(*trail, there) for trail in trails for there in flat(trail[-1]) if there not in trail]
                return {trail[-1] for trail in trails}
            case _:
                seen = [at]
                for here in seen:
                    seen += [each for each in flat(here) if each not in seen]
                return {*seen} - {at}

    def moves(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        must = sum(hand.values()) == 8 and hand["queen"]
        sorts = [sort for sort, number in hand.items() if number and (sort == "queen" or not must)]
        color = ("white", "black")[seat]
        found = {f"put {color}-{sort} {called(at)}" for sort in sorts for at in self.goals(seat)}
        tops = [(at, pile[-1][1]) for at, pile in self.stacks.items() if pile[-1][0] == seat]
        for at, sort in tops if not hand["queen"] else ():
            if not self.whole(at):
                continue
            if sort == "hopper":
                found |= {f"jump {called(at)} {way}" for way in SIX if self.jump(at, way)}
                continue
            word = {"queen": "crawl", "beetle": "climb", "spider": "weave", "ant": "run"}[sort]
            found |= {f"{word} {called(at)} {called(there)}" for there in self.lifted(at, sort)}
        return found

    def lifted(self, at: tuple[int, int], sort: str) -> set[tuple[int, int]]:
        """The same while the bug is in the air."""
        bug = self.stacks[at].pop()
        if not self.stacks[at]:
            del self.stacks[at]
        goals = self.goes(at, sort)
        self.stacks.setdefault(at, []).append(bug)
        return goals

    def jump(self, at: tuple[int, int], way: str) -> tuple[int, int] | None:
        """Where a hopper comes down."""
        x, y = SIX[way]
        there = (at[0] + x, at[1] + y)
        if there not in self.stacks:
            return None
        while there in self.stacks:
            there = (there[0] + x, there[1] + y)
        return there if max(abs(there[0] - 8), abs(there[1] - 8), abs(there[0] - there[1])) <= 8 else None

    def play(self, seat: int, move: str) -> None:
        word, *rest = move.split()
        if word == "put":
            sort = rest[0].partition("-")[2]
            self.hands[seat][sort] -= 1
            self.stacks[cell(rest[1])] = [(seat, sort)]
        else:
            here = cell(rest[0])
            there = self.jump(here, rest[1]) if word == "jump" else cell(rest[1])
            assert there is not None
            self.stacks.setdefault(there, []).append(self.stacks[here].pop())
            self.stacks = {at: pile for at, pile in self.stacks.items() if pile}

    def winners(self) -> list[int]:
        shut = [
            any(
                (seat, "queen") in pile and sum(near in self.stacks for near in self.near(at)) == 6
                for at, pile in self.stacks.items()
            )
            for seat in (0, 1)
        ]
        return [seat for seat in (0, 1) if shut[1 - seat] or not shut[seat]]


def cell(name: str) -> tuple[int, int]:
    """The column and row of a cell."""
    return "abcdefghijklmnopq".index(name[0]), int(name[1:]) - 1


def called(at: tuple[int, int]) -> str:
    """The name of a cell."""
    return f"{'abcdefghijklmnopq'[at[0]]}{at[1] + 1}"


CASES: dict[str, tuple[str, Callable[[], Engine]]] = {
    "Quoridor": (QUORIDOR, Quoridor),
    "Hive": (HIVE, Hive),
}


def agrees(name: str, numbers: Iterable[int]) -> None:
    """So many games by both programs."""
    text, engine = CASES[name]
    rules: Rules = loaded(text).fast()
    for number in numbers:
        for one, other in told(rules, engine(), number):
            assert one == other


@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_one_game(name: str) -> None:
    agrees(name, range(1))


@pytest.mark.thorough
@pytest.mark.parametrize("tens", range(10))
@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_a_hundred(name: str, tens: int) -> None:
    agrees(name, range(10 * tens, 10 * tens + 10))
