"""Going back and forward in a game: what `:undo`, `:redo`, `:goto` and `:branches` mean where it stands.

In: the game, whose sitting it is, what was typed. Out: a `Trip`, or a sentence why there is none. What is told of other
lines of play names the number of decisions, whose they are, and of moves only those of the seat that asks.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from attrs import frozen

from rulewright.table.game_protocol import Playing
from rulewright.table.timeline import Journey, Timeline, ahead, behind, on_this_line, others, parting, timeline, way
from rulewright.table.typed_line import move_text


@frozen
class Trip:
    """A journey and what is said of it, with "{whose}" for "your", or the name of who wanted it."""

    journey: Journey
    said: str


def undo(game: Playing, seat: int, text: str, *, forced: bool) -> Trip | str:
    """Back before a seat's last decision, or before so many; `forced`: it was not asked where there is one move."""
    tree = timeline(game.history)
    number = _number(text or "1")
    own = list(islice(_own(game, tree, seat, reversed(behind(tree, tree.here)), forced=forced), number or None))
    if 0 < number <= len(own):
        many = "decision" if number == 1 else f"{number} decisions"
        return Trip(way(tree, tree.points[own[number - 1]].before), f"Back before {{whose}} last {many}.")
    if own:
        return f"After :undo stands how many of your decisions to take back; {_there_are(own)}."
    others = f" :goto {game.made} goes back before the last decision of the others." if game.made else ""
    return f"There is nothing to take back: you have not made a move yet.{others}"


def redo(game: Playing, seat: int, text: str, *, forced: bool) -> Trip | str:
    """Forward behind the next decision of a seat, or behind so many, to where it was asked then, as play went the last
    time."""
    tree = timeline(game.history)
    forward = ahead(tree)
    if not forward:
        return "There is nothing to make again: nothing has been taken back here."
    number = _number(text or "1")
    own = list(islice(_own(game, tree, seat, forward, forced=forced), number + 1 if number else None))
    if 0 < number <= len(own):
        return _forward(tree, tree.points[own[number]].before if number < len(own) else forward[-1])
    if own:
        return f"After :redo stands how many of your decisions to make again; {_there_are(own)}."
    return f"There is nothing of yours to make again. :goto {game.made + 2} makes the next decision of the others."


def _own(game: Playing, tree: Timeline, seat: int, points: Iterable[int], *, forced: bool) -> Iterator[int]:
    """Those of the points that are decisions for which a seat was asked."""
    for point in points:
        made, before = tree.points[point].made, tree.points[point].before
        if made is not None and made.seat == seat and not (forced and game.choices_after(way(tree, before), seat) == 1):
            yield point


def _there_are(own: Sequence[int]) -> str:
    return "there is 1" if len(own) == 1 else f"there are {len(own)}"


def _number(text: str) -> int:
    """The number that was typed; 0: it is none of a decision or a branch."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def goto(game: Playing, text: str) -> Trip | str:
    """To the decision with a number, on this line of play."""
    tree = timeline(game.history)
    last = tree.points[(ahead(tree) or [tree.here])[-1]].count + 1
    now = f"You are at decision {game.made + 1}; this line of play has the decisions 1 to {last}."
    if not text:
        return f"{now} Type the number of one after :goto."
    goal = on_this_line(tree, _number(text))
    if goal is None:
        return f"There is no decision {text} to go to. {now}"
    if goal == tree.here:
        return f"{now} It stays where it is."
    return _forward(tree, goal)


def branch(game: Playing, text: str) -> Trip | str:
    """To the end of another line of play."""
    tree = timeline(game.history)
    left = others(tree)
    number = _number(text)
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
        yield "No line of play was left: nobody has gone back and made another move."
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
