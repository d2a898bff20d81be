"""Games of ways, trails and parts that hang together, written from their rules, beside engines of a page that know
nothing of this program: whoever is asked has the same moves, and the same players win."""

from collections.abc import Callable, Iterable

import pytest
from attrs import define, field

from rulewright import Rules
from tests.games.test_where_cells_meet import Engine, told
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


def called(at: tuple[int, int]) -> str:
    """The name of a cell."""
    return f"{'abcdefghijklmnopq'[at[0]]}{at[1] + 1}"


CASES: dict[str, tuple[str, Callable[[], Engine]]] = {
    "Quoridor": (QUORIDOR, Quoridor),
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
