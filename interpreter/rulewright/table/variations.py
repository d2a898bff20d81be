"""The lines of play of a record: which were left, and each of them as a game of its own.

In: a whole game, with what was taken back in it. Out: the tree of what was decided, and games that went one way only.
"""

from collections.abc import Iterable, Sequence

from attrs import evolve

from rulewright.machine.game import Decision, Game
from rulewright.machine.record import BackLine, Line, MoveLine, Record
from rulewright.machine.replay import replay
from rulewright.table.timeline import Made, Step, Timeline, behind, timeline
from rulewright.table.typed_line import Move


def all_left(steps: Sequence[Step]) -> Timeline:
    """The tree of what was decided. What was taken back last is a line of play that was left, too."""
    tree = timeline(steps)
    return evolve(tree, points=tuple(evolve(point, onward=None) for point in tree.points))


def gone_to(game: Game, tree: Timeline, point: int) -> Game:
    """The game that went straight to a point of its tree, by the chance that was recorded on the way."""
    lines = tuple(straight(game.lines, [tree.points[each].made for each in behind(tree, point)]))
    return replay(game.rules, Record(game.header, lines, tuple(range(2, 2 + len(lines))))).game


def straight(lines: Iterable[Line], goal: Sequence[Made | None]) -> list[Line]:
    """The lines of a record that lead to these decisions and no further, without going back."""
    way: list[Line] = []
    made: list[tuple[int, Made]] = []
    for line in lines:
        if isinstance(line, MoveLine | BackLine) and len(made) == len(goal) and [each for _, each in made] == goal:
            break
        if isinstance(line, BackLine):
            del way[made[line.decision - 1][0] :], made[line.decision - 1 :]
        else:
            made += [(len(way), Made(line.seat, line.move))] if isinstance(line, MoveLine) else []
            way.append(line)
    return way


def last_move(game: Game) -> Move:
    """The decision that was made last, with the names that things have then."""
    return next(step.move for step in reversed(game.steps) if isinstance(step, Decision))
