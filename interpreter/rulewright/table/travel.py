"""Going back and forward in a game: what `:undo`, `:redo`, `:goto` and `:branches` mean where it stands.

In: the game, whose sitting it is, what was typed. Out: a `Trip`, or a sentence why there is none. What is told of other
lines of play names the number of decisions, whose they are, and of moves only those of the seat that asks.
"""

from collections.abc import Collection, Iterator, Sequence

from attrs import frozen

from rulewright.table.game_protocol import Playing
from rulewright.table.timeline import Journey, Timeline, ahead, behind, on_this_line, others, parting, timeline, way
from rulewright.table.typed_line import move_text


@frozen
class Trip:
    """A journey and what is said of it: what it does (`said`; None: it goes back before somebody's last decision)."""

    journey: Journey
    said: str | None = None


def undo(game: Playing, people: Collection[int], *, forced: bool) -> Trip | str:
    """Back before the last decision for which somebody was asked; `forced`: nobody is where there is only one move."""
    tree = timeline(game.history)
    for point in reversed(behind(tree, tree.here)):
        made, count = tree.points[point].made, tree.points[point].count
        if made and made.seat in people and not (forced and game.choices_before(made.seat, count) == 1):
            return Trip(way(tree, tree.points[point].before))
    return "There is nothing to take back: you have not made a move yet."


def redo(game: Playing, people: Collection[int]) -> Trip | str:
    """Forward to the next decision of somebody at the keyboard, as play went the last time."""
    tree = timeline(game.history)
    forward = ahead(tree)
    if not forward:
        return "There is nothing to make again: nothing has been taken back here."
    goal = forward[0]
    for point in forward[1:]:
        made = tree.points[point].made
        if made and made.seat in people:
            break
        goal = point
    return _forward(tree, goal)


def goto(game: Playing, text: str) -> Trip | str:
    """To the decision with a number, on this line of play."""
    tree = timeline(game.history)
    last = tree.points[(ahead(tree) or [tree.here])[-1]].count + 1
    now = f"You are at decision {game.made + 1}; this line of play has the decisions 1 to {last}."
    if not text:
        return f"{now} Type the number of one after :goto."
    goal = on_this_line(tree, int(text)) if text.isdecimal() and len(text) < 9 else None
    if goal is None:
        return f"There is no decision {text} to go to. {now}"
    if goal == tree.here:
        return f"{now} It stays where it is."
    return _forward(tree, goal)


def branch(game: Playing, text: str) -> Trip | str:
    """To the end of another line of play."""
    tree = timeline(game.history)
    left = others(tree)
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if not 0 < number <= len(left):
        return f"There is no branch {text}. {'Type :branches to see them.' if left else 'No line of play was left.'}"
    return Trip(way(tree, left[number - 1]), f"On the line of play that was branch {number}.")


def _forward(tree: Timeline, goal: int) -> Trip:
    count = tree.points[goal].count
    where = "Back" if count < tree.points[tree.here].count else "Forward"
    return Trip(way(tree, goal), f"{where} to decision {count + 1}.")


def told_branches(game: Playing, tree: Timeline, seat: int | None, names: Sequence[str], goes: str) -> Iterator[str]:
    """The lines of play that were left: where each parts, how long it is, and if it was this seat's, with what move;
    and what the command does that `goes` to one."""
    left = others(tree)
    if not left:
        yield "No line of play was left: it is after :undo or :goto and another move that there is one."
    for number, last in enumerate(left, start=1):
        parts = parting(tree, last)
        point = tree.points[parts]
        assert point.made is not None
        move = f", {move_text(game.move_to(parts))}" if point.made.seat == seat else ""
        yield (
            f"{number:>3}. parts at decision {point.count} ({names[point.made.seat]}{move}), "
            f"goes on to decision {tree.points[last].count + 1}"
        )
    if left:
        yield goes


def go(game: Playing, journey: Journey) -> tuple[bool, bool]:
    """Make a journey: whether a seat had seen something new that is taken back, and whether it came to its end."""
    seen = journey.left < game.made and game.back_to(journey.left)
    return seen, all(game.make_again(made) for made in journey.again)
