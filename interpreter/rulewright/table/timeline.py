"""All that was ever decided in a game, as a tree: the line of play that stands, those that were left, ways between.

In: the decisions and goings back of a game in their order (`Step`s). Out: a `Timeline`, and `Journey`s in it: how far
to go back, and what is decided again from there. Pure; it plays nothing. Law: a journey from where the game stands to
any point and the journey back from there end where they began.
"""

from collections.abc import Sequence

from attrs import frozen

from rulewright.table.typed_line import Move


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
