"""Going back and forward in a game: what `:undo`, `:redo`, `:goto` and `:branches` mean where it stands.

All that was ever decided in a game is a tree (`Timeline`). Law: a `Journey` from where the game stands to any point and
the journey back from there end where they began. Of moves on other lines of play a seat is told its own alone. What
takes back what somebody else has decided is made when all of them say yes.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen

from rulewright.machine.game import Game
from rulewright.machine.record import BackLine, Line, MoveLine, Record
from rulewright.machine.replay import replay
from rulewright.table.decision_page import REMEMBERED, note
from rulewright.table.typed_line import Move, move_text, typed_number

if TYPE_CHECKING:
    from rulewright.table.real_game import Seated
    from rulewright.table.session import Session


Step = MoveLine | BackLine


@frozen
class Point:
    """Where a game stood: behind the decision `made`, `count` in all; the points `before` it and `onward`."""

    made: MoveLine | None
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
    """Go back until so many decisions are left, then make these again. What is `said` of it has "{whose}" for "your",
    or the name of who wanted it."""

    left: int
    again: tuple[MoveLine, ...]
    taken: tuple[MoveLine, ...] = ()
    said: str = ""

    @property
    def seats(self) -> frozenset[int]:
        """Whose decisions are taken back or made again."""
        return frozenset(made.seat for made in (*self.taken, *self.again))


def timeline(steps: Sequence[Step], *, onward: bool = True) -> Timeline:
    """The tree that these steps have made. The same decision at the same point leads to the same point. Without
    `onward` what was taken back last is a line of play that was left, too."""
    made: list[tuple[MoveLine | None, int, int]] = [(None, 0, 0)]
    known: dict[tuple[int, MoveLine], int] = {}
    last: dict[int, int] = {}
    here = 0
    for step in steps:
        match step:
            case MoveLine():
                there = known.setdefault((here, step), len(made))
                if there == len(made):
                    made.append((step, made[here][1] + 1, here))
                last[here] = here = there
            case BackLine(decision):
                while made[here][1] >= decision:
                    here = made[here][2]
    return Timeline(tuple(Point(*each, last.get(at) if onward else None) for at, each in enumerate(made)), here)


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


def this_line(tree: Timeline) -> list[int]:
    """The points of the line of play that stands and goes on as it last did: each before the decision of its place."""
    return [0, *behind(tree, tree.here), *ahead(tree)]


def way(tree: Timeline, goal: int, said: str = "") -> Journey:
    """How to get from where the game stands to a point."""
    now, then = behind(tree, tree.here), behind(tree, goal)
    left = sum(one == other for one, other in zip(now, then, strict=False))  # nothing after them is alike
    again, taken = ([made for at in some[left:] if (made := tree.points[at].made)] for some in (then, now))
    return Journey(left, tuple(again), tuple(taken), said)


def others(tree: Timeline) -> list[int]:
    """The last points of all the lines of play that were left, in the order in which they began."""
    inner = {*this_line(tree), *(point.before for point in tree.points[1:])}
    return [number for number in range(len(tree.points)) if number not in inner]


def parting(tree: Timeline, point: int) -> int:
    """The first point on the way to this one that is not on the line of play that stands."""
    line = this_line(tree)
    return next(each for each in behind(tree, point) if each not in line)


def own_decisions(
    game: "Seated", seat: int, command: Literal["undo", "redo"], text: str, *, forced: bool = False
) -> Journey | str:
    """Back before a seat's last decision, or before so many; or forward behind its next ones, to where it was asked
    then, as play went the last time. `forced`: it was not asked where there is one move."""
    tree = timeline(game.history)
    points = ahead(tree) if command == "redo" else behind(tree, tree.here)[::-1]
    if command == "redo" and not points:
        return "There is nothing to make again: nothing has been taken back here."

    def own() -> Iterator[int]:
        for point in points:
            made, before = tree.points[point].made, tree.points[point].before
            alone = forced and made and made.seat == seat and game.choices_after(way(tree, before), seat) == 1
            if made and made.seat == seat and not alone:
                yield point

    number = typed_number(text or "1")
    asked = list(islice(own(), number + (command == "redo") if number > 0 else None))
    there = "there is 1" if len(asked) == 1 else f"there are {len(asked)}"
    match command:
        case "undo" if 0 < number <= len(asked):
            many = "decision" if number == 1 else f"{number} decisions"
            return way(tree, tree.points[asked[number - 1]].before, f"Back before {{whose}} last {many}.")
        case "redo" if 0 < number <= len(asked):
            return _forward(tree, tree.points[asked[number]].before if number < len(asked) else points[-1])
        case "undo" | "redo" if asked:
            does = "take back" if command == "undo" else "make again"
            return f"After :{command} stands how many of your decisions to {does}; {there}."
        case "undo":
            others = f" :goto {game.made} goes back before the last decision of the others." if game.made else ""
            return f"There is nothing to take back: you have not made a move yet.{others}"
        case "redo":
            others = f":goto {game.made + 2} makes the next decision of the others."
            return f"There is nothing of yours to make again. {others}"


def goto(game: "Seated", text: str) -> Journey | str:
    """To the decision with a number, on this line of play."""
    tree, number = timeline(game.history), typed_number(text)
    line = this_line(tree)
    now = f"You are at decision {game.made + 1}; this line of play has the decisions 1 to {len(line)}."
    if not text:
        return f"{now} Type the number of one after :goto."
    if not 0 < number <= len(line):
        return f"There is no decision {text} to go to. {now}"
    if line[number - 1] == tree.here:
        return f"{now} It stays where it is."
    return _forward(tree, line[number - 1])


def branch(game: "Seated", text: str) -> Journey | str:
    """To the end of another line of play."""
    tree = timeline(game.history)
    left, number = others(tree), typed_number(text)
    if not 0 < number <= len(left):
        return f"There is no branch {text}. {'Type :branches to see them.' if left else 'No line of play was left.'}"
    return way(tree, left[number - 1], f"On the line of play that was branch {number}.")


def _forward(tree: Timeline, goal: int) -> Journey:
    count = tree.points[goal].count
    where = "Back" if count < tree.points[tree.here].count else "Forward"
    return way(tree, goal, f"{where} to decision {count + 1}.")


def told_branches(game: "Seated", tree: Timeline, seat: int | None, names: Sequence[str], goes: str) -> Iterator[str]:
    """The lines of play that were left: where each parts and how long it is, of this seat's with the move."""
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


def go(game: "Seated", journey: Journey) -> tuple[bool, bool]:
    """Make a journey: whether a seat had seen something new that is taken back, and whether it came to its end."""
    seen = journey.left < game.made and game.back_to(journey.left)
    return seen, all(game.make_again(made) for made in journey.again)


def gone_to(game: Game, tree: Timeline, point: int) -> Game:
    """The game that went straight to a point of its tree, by the chance that was recorded on the way."""
    goal = [tree.points[each].made for each in behind(tree, point)]
    straight, made = list[Line](), list[tuple[int, MoveLine]]()
    for line in game.lines:
        if isinstance(line, MoveLine | BackLine) and len(made) == len(goal) and [each for _, each in made] == goal:
            break
        if isinstance(line, BackLine):
            del straight[made[line.decision - 1][0] :], made[line.decision - 1 :]
        else:
            made += [(len(straight), MoveLine(line.seat, line.move))] if isinstance(line, MoveLine) else []
            straight.append(line)
    return replay(game.rules, Record(game.header, tuple(straight), tuple(range(2, 2 + len(straight))))).game


ANSWERS: Final[tuple[Move, ...]] = (("yes",), ("no",))


@frozen
class Proposal:
    """Seat `by` wants to make a trip by which decisions of these other people are taken back or made again."""

    by: int
    trip: Journey
    others: tuple[int, ...]


def next_seat(session: "Session") -> int:
    """Who is to choose: seats without a person, then who has gone here, then who has the keyboard, then the lowest."""
    deciders = session.game.deciders
    others = [seat for seat in deciders if seat not in session.humans]
    if others:
        return others[0]
    return next(seat for seat in (session.gone, session.keyboard, *deciders) if seat is not None and seat in deciders)


def make_trip(session: "Session", trip: Journey, by: int) -> None:
    """Make a trip that `by` wanted. Of what it takes back nobody is told any more, nor by stars; who is asked then is
    told of what has happened since its last decision there, as it was when play was there."""
    session.proposal = session.page = None
    session.decided.clear()
    session.gone = by
    seen, whole = go(session.game, trip)
    back = None if session.game.over else next_seat(session)
    for human in session.humans:
        game, first = session.game, max(session.begun, session.game.happened - REMEMBERED)
        session.asked_at[human] = max(min(first, game.happened), game.moved_at(human))
        afresh = human != session.keyboard or human == back
        session.heard[human] = session.asked_at[human] if afresh else game.happened
        session.waiting.pop(human, None)
    if back is None:
        return
    whose = "your" if back == by else f"{session.names[by]}'s"
    for text in told_of_trip(trip, whose, seen=seen, whole=whole):
        note(session, back, text)


def told_of_trip(trip: Journey, whose: str, *, seen: bool, whole: bool) -> Iterator[str]:
    """What is to be said of a trip that was made; `seen` and `whole` as `go` tells."""
    yield trip.said.format(whose=whose)
    if not whole:
        yield "From here on it cannot be made again: chance has come out otherwise."
    if seen:
        yield "Something has been seen since that nobody can forget; a record says so."


def request(names: Sequence[str], proposal: Proposal, eyes: int | None) -> str:
    """What is proposed, as a seat (None: a spectator) is told; who is to answer is asked."""
    journey, seat = proposal.trip, proposal.others[0]
    to = journey.left + len(journey.again) + 1
    mine = sum(made.seat == seat for made in journey.taken)
    whom, whose = ("you", "yours") if eyes == seat else (names[seat], f"{names[seat]}'s")
    several = f"take back {len(journey.taken)} decisions, {mine} of them {whose}"
    what = several if mine > 1 else f"take back a decision of {whose}" if mine else f"decide for {whom}"
    who = "You want" if eyes == proposal.by else f"{names[proposal.by]} wants"
    asks = f" {names[seat]}, do you agree?" if eyes == seat else ""
    return f"{who} to go to decision {to}; that would {what}.{asks}"
