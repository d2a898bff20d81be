"""What the table asks of a game, and the tree of all that was decided in it."""

from collections.abc import Sequence
from typing import NoReturn, Protocol

from attrs import frozen

from rulewright.table.commands import Question
from rulewright.table.table_scene import Scene
from rulewright.table.text_lines import Said
from rulewright.table.typed_line import Move

# ---- All that was ever decided in a game, as a tree: the line of play that stands, those that were left, ways
# between
# In: the decisions and goings back of a game in their order (`Step`s). Out: a `Timeline`, and `Journey`s in it: how
# far to go back, and what is decided again from there. Pure; it plays nothing. Law: a journey from where the game
# stands to any point and the journey back from there end where they began.


@frozen
class Made:
    """A decision of a seat."""

    seat: int
    move: Move


@frozen
class Back:
    """Play goes on from before the decision with this number (from 1)."""

    decision: int


Step = Made | Back


@frozen
class Point:
    """Where a game stood: behind the decision `made` (None: at its beginning), so many in all. `before` is the point
    before it, `onward` the one to which play went from here the last time."""

    made: Made | None
    count: int
    before: int
    onward: int | None


@frozen
class Timeline:
    """All points at which the game ever stood, each later than the one before it, and where it stands now."""

    points: tuple[Point, ...]
    here: int


@frozen
class Journey:
    """Go back until so many decisions are left, then make these again."""

    left: int
    again: tuple[Made, ...]
    taken: tuple[Made, ...] = ()

    @property
    def seats(self) -> frozenset[int]:
        """Whose decisions are taken back or made again."""
        return frozenset(made.seat for made in (*self.taken, *self.again))


def timeline(steps: Sequence[Step]) -> Timeline:
    """The tree that these steps have made. The same decision at the same point leads to the same point."""
    made: list[tuple[Made | None, int, int]] = [(None, 0, 0)]
    known: dict[tuple[int, Made], int] = {}
    onward: dict[int, int] = {}
    here = 0
    for step in steps:
        match step:
            case Made():
                there = known.setdefault((here, step), len(made))
                if there == len(made):
                    made.append((step, made[here][1] + 1, here))
                onward[here] = here = there
            case Back(decision):
                while made[here][1] >= decision:
                    here = made[here][2]
    return Timeline(tuple(Point(*point, onward.get(number)) for number, point in enumerate(made)), here)


def behind(tree: Timeline, point: int) -> list[int]:
    """The points from the first decision's up to this one."""
    found = []
    while tree.points[point].count:
        found.append(point)
        point = tree.points[point].before
    return found[::-1]


def ahead(tree: Timeline) -> list[int]:
    """The points behind where the game stands, as it went from there the last time."""
    found: list[int] = []
    point = tree.points[tree.here].onward
    while point is not None:
        found.append(point)
        point = tree.points[point].onward
    return found


def way(tree: Timeline, goal: int) -> Journey:
    """How to get from where the game stands to a point."""
    now, then = behind(tree, tree.here), behind(tree, goal)
    common = next((at for at, pair in enumerate(zip(now, then, strict=False)) if pair[0] != pair[1]), None)
    left = min(len(now), len(then)) if common is None else common
    return Journey(left, _made(tree, then[left:]), _made(tree, now[left:]))


def _made(tree: Timeline, points: Sequence[int]) -> tuple[Made, ...]:
    return tuple(made for point in points if (made := tree.points[point].made) is not None)


def on_this_line(tree: Timeline, decision: int) -> int | None:
    """The point before the decision with this number, on the line of play that stands and goes on as it last did."""
    line = [0, *behind(tree, tree.here), *ahead(tree)]
    return line[decision - 1] if 0 < decision <= len(line) else None


def others(tree: Timeline) -> list[int]:
    """The last points of all the lines of play that were left, in the order in which they began."""
    line = {0, *behind(tree, tree.here), *ahead(tree)}
    inner = {point.before for point in tree.points[1:]}
    return [number for number in range(len(tree.points)) if number not in line and number not in inner]


def parting(tree: Timeline, point: int) -> int:
    """The first point on the way to this one that is not on the line of play that stands."""
    line = {0, *behind(tree, tree.here), *ahead(tree)}
    return next(each for each in behind(tree, point) if each not in line)


# ---- What the table asks of a game: exactly this, so that a session can be tested with a game of ten lines
# Seats count from 0. Nothing here tells a seat more than it may see. `real_game` makes one of a real game.


@frozen
class News:
    """Something that happened, as a seat saw it, in one short line; `own` if it is a move that the seat itself made."""

    text: str
    own: bool = False


class Playing(Protocol):
    """A game in play."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""

    @property
    def deciders(self) -> Sequence[int]:
        """The seats that are to choose now; several at a simultaneous choice, none when it is over."""

    @property
    def made(self) -> int:
        """How many decisions have been made."""

    def moves(self, seat: int) -> Sequence[Move]:
        """The legal moves of a seat, in their order; none if it is not to choose."""

    def play(self, seat: int, move: Move) -> None:
        """Make a legal move."""

    def any_move(self, seat: int) -> Move:
        """A legal move drawn from the random players' stream."""

    def unending(self, unasked: int) -> NoReturn:
        """Refuse to go on from here, after so many decisions at which nobody was asked."""

    def why(self, seat: int, text: str) -> str:
        """Say from the rules why this is not a legal move of the seat now, or that it is one."""

    def tell(self, seat: int | None, question: Question, text: str) -> Said:
        """Answer a question of a seat (None: a spectator) from what it may see."""

    def reckoning(self, seat: int | None) -> Said:
        """When over: what the scores are made up of."""

    def scene(self, seat: int | None) -> Scene:
        """The table as a seat (None: a spectator) may see it."""

    @property
    def happened(self) -> int:
        """How much has happened so far; it only grows, except by `back_to`."""

    def news(self, seat: int, since: int) -> Sequence[News]:
        """What happened since so much had happened, as the seat saw it."""

    def sight(self, seat: int) -> frozenset[str]:
        """The names of all pieces that the seat sees outside the box."""

    def back_to(self, made: int) -> bool:
        """Take back decisions until `made` are left; say whether a seat had seen something new since."""

    @property
    def history(self) -> Sequence[Step]:
        """All decisions that were ever made, as records write them, and all goings back, in order."""

    def move_to(self, point: int) -> Move:
        """The decision that led to a point of the timeline of this history, as it was typed."""

    def choices_after(self, journey: Journey, seat: int) -> int:
        """How many moves a seat has to choose from at the end of a journey from here."""

    def make_again(self, made: Made) -> bool:
        """Make a decision of the history here, too; whether it can be made."""

    @property
    def scores(self) -> Sequence[int]:
        """When over: the score of each seat; of none where the rules have no scores."""

    @property
    def winners(self) -> Sequence[int]:
        """When over: who has won, ascending."""
