"""Small open games solved exactly: what best play brings at every position, by going back over all that can be reached.

In: rules of two players or one, or of more who win together, in which everybody sees everything, nothing is by chance
and one is asked at a time; a state. Out: `Solved`. Who can win wants to do so soon, who must lose late; what goes on
for ever is drawn. The values are those of retrograde analysis (Ströhlein 1970): an end has its own, a decision is won
if one of its choices leads where the other has lost, lost if all lead where the other has won, drawn if neither.
"""

from array import array
from collections.abc import Callable
from typing import Final

from attrs import frozen

from rulewright.fast import fast_explorer
from rulewright.language.facts.game_facts import all_is_open
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Over, Vector
from rulewright.machine.move_names import Move
from rulewright.machine.positions import GIB, Layer, NoRoom, PlainPositions, Positions, Reach, layers
from rulewright.machine.program.cell_map import State

SURE: Final = 1 << 20
"""What a win is worth where it stands; each move before it takes 1 away. A loss is as much below 0, a draw 0."""


class Unsolvable(Exception):  # noqa: N818 - the rules may be right
    """Why a game cannot be solved, in words."""


@frozen
class Worth:
    """What best play brings a seat: 1 a win, -1 a loss, 0 neither; the first two after so many `moves` of all, if who
    can win wants to do so soon and who must lose late."""

    value: int
    moves: int | None


@frozen
class Solved:
    """Of a decision: what it is worth to the `seat` that makes it, what each of its moves is, in the order of the
    rules, and how many `positions` can be reached from it."""

    seat: int
    moves: tuple[tuple[Move, Worth], ...]
    positions: int

    @property
    def best(self) -> tuple[Move, Worth]:
        """The first of the moves that win soonest, else keep a draw, else lose latest."""
        return max(self.moves, key=lambda each: (each[1].value, -each[1].value * (each[1].moves or 0)))

    @property
    def keeping(self) -> list[Move]:
        """The moves that keep what the decision is worth, however long they take."""
        return [move for move, worth in self.moves if worth.value == self.best[1].value]


def solve(
    rules: Rules, vector: Vector | None = None, *, memory: int = GIB, going: Callable[[], bool] = lambda: True
) -> Solved:
    """Solve a decision, or the first one of the game. Unsolvable says why that cannot be done.

    One half of the memory is for the positions, the other for what leads from each to which.
    """
    for wrong, why in (
        (
            rules.players > 2 and not rules.program.wins_together,
            f"{rules.players} play: with more than two nobody can say what best play is",
        ),
        (
            rules.program.common is not None,
            "all have one score, and how much of it can be reached is not worked out",
        ),
        (rules.program.chances, "something is by chance"),
        (not all_is_open(rules.core), "not everybody sees everything"),
    ):
        if wrong:
            raise Unsolvable(f"{rules.core.title} cannot be solved: {why}.")
    half = memory // 2
    reach = Reach(memory=half, going=going)
    positions: Positions = fast_explorer(rules, reach) or PlainPositions(rules, reach)
    try:
        for each in layers(positions, () if vector is None else ((vector, 1),)):
            if not isinstance(each, Layer):
                raise Unsolvable("The rules go wrong somewhere: explore without --solve tells where.")
        graph = _Graph(positions, half, together=rules.program.wins_together)
    except NoRoom as trouble:
        why = f"than {memory >> 20:,} MB hold; --memory gives more" if going() else "than there was time for"
        raise Unsolvable(f"There are more positions {why}.") from trouble
    graph.settle()
    game, sign = rules.resume(State(positions.vector(0), rules.program)), -1 if graph.seat[0] else 1
    [seat] = game.deciders
    ahead = [sign * before(graph.worth[there]) for there in graph.there[: graph.first[1]]]
    worths = [Worth((each > 0) - (each < 0), SURE - abs(each) if each else None) for each in ahead]
    return Solved(seat, tuple(zip(game.moves(seat), worths, strict=True)), positions.found)


POSITION, LINK = 9, 5
"""Bytes that a graph needs for a position, and for a link while they become more."""


class _Graph:
    """Positions by number: who decides, where its choices lead (in `there`, from `first` of it to that of the next
    one), and what it is worth to seat 0. Where all win `together` everybody decides as seat 0, and nobody wins what is
    not won."""

    def __init__(self, positions: Positions, memory: int, *, together: bool) -> None:
        """Read all links, and the ends. NoRoom where these are not all positions, or that needs more bytes."""
        if not positions.complete:
            raise NoRoom
        count = positions.found
        most = (memory - POSITION * count) // LINK
        self.seat, self.worth, self.there = bytearray(count), array("i", bytes(4 * count)), array("I")
        self.first = array("I", bytes(4 * (count + 1)))
        self.forward = True
        for at, seat, there in positions.links():
            if len(self.there) >= most:
                raise NoRoom
            self.there.append(there)
            self.seat[at], self.first[at + 1] = 0 if together else seat, len(self.there)
            self.forward = self.forward and at < there
        for at in range(count):
            self.first[at + 1] = max(self.first[at], self.first[at + 1])
        for end in positions.stopped(range(count), Over):
            winners = positions.winners(end)
            neither = len(winners) != 1 and not together
            self.worth[end] = 0 if neither else SURE if 0 in winners else -SURE

    def settle(self) -> None:
        """Go back over all until nothing changes: once, where choices never lead back."""
        worth, first, there, seat, changed = self.worth, self.first, self.there, self.seat, True
        while changed:
            changed = False
            for at in range(len(worth) - 1, -1, -1):
                begin, end = first[at], first[at + 1]
                if begin < end:
                    ahead = [worth[each] for each in there[begin:end]]
                    best = before(min(ahead) if seat[at] else max(ahead))
                    if best != worth[at]:
                        worth[at], changed = best, not self.forward


def before(worth: int) -> int:
    """What a position is worth one move before another one."""
    return worth - 1 if worth > 0 else worth + 1 if worth else 0
