"""A step through the game that takes back what somebody else has decided: it is made when all of them say yes.

In: the sitting and a `Trip`. What happens is told to who is asked next.
"""

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulewright.table.decision_page import REMEMBERED, note
from rulewright.table.typed_line import Move
from rulewright.table.undo_redo import Trip, go

if TYPE_CHECKING:
    from rulewright.table.session import Session

ANSWERS: Final[tuple[Move, ...]] = (("yes",), ("no",))
YES, NO = ("yes", "y", "1"), ("no", "n", "2")


@frozen
class Proposal:
    """Seat `by` wants to make a trip by which decisions of these other people are taken back or made again."""

    by: int
    trip: Trip
    others: tuple[int, ...]


def next_seat(session: "Session") -> int:
    """Of those to choose: seats without a person first, then who has gone to this decision, then who has the keyboard,
    then the lowest."""
    deciders = session.game.deciders
    others = [seat for seat in deciders if seat not in session.humans]
    if others:
        return others[0]
    first = (session.gone, session.keyboard, *deciders)
    return next(seat for seat in first if seat is not None and seat in deciders)


def make_trip(session: "Session", trip: Trip, by: int) -> None:
    """Make a trip that `by` wanted. Of what it takes back nobody is told any more, nor by stars; who is asked then is
    told of what has happened since its last decision there, as it was when play was there."""
    session.proposal = session.page = None
    session.decided.clear()
    session.gone = by
    seen, whole = go(session.game, trip.journey)
    back = None if session.game.over else next_seat(session)
    for human in session.humans:
        session.asked_at[human] = since_decided(session, human)
        session.heard[human] = (
            session.asked_at[human] if human != session.keyboard or human == back else session.game.happened
        )
        session.waiting.pop(human, None)
    if back is None:
        return
    told = [trip.said.format(whose="your" if back == by else f"{session.names[by]}'s")]
    if not whole:
        told.append("From here on it cannot be made again: chance has come out otherwise.")
    if seen:
        told.append("Something has been seen since that nobody can forget; a record says so.")
    for text in told:
        note(session, back, text)


def since_decided(session: "Session", seat: int) -> int:
    """How much had happened before the last move of a seat that it could be told of; before all that, if none."""
    game = session.game
    places = range(min(max(session.begun, game.happened - REMEMBERED), game.happened), game.happened)
    behind = bisect_left(places, True, key=lambda place: not any(each.own for each in game.news(seat, place)))
    return places.start + max(0, behind - 1)


def request(session: "Session", proposal: Proposal) -> str:
    """What somebody is asked."""
    journey, seat = proposal.trip.journey, proposal.others[0]
    to = journey.left + len(journey.again) + 1
    mine = sum(made.seat == seat for made in journey.taken)
    several = f"take back {len(journey.taken)} decisions, {mine} of them yours"
    what = several if mine > 1 else "take back a decision of yours" if mine else "decide for you"
    return (
        f"{session.names[proposal.by]} wants to go to decision {to}; that would {what}. "
        f"{session.names[seat]}, do you agree?"
    )


def settled(session: "Session", seat: int, said: str) -> bool:
    """Whether this was a yes or a no to what was proposed; then it has been heeded."""
    proposal = session.proposal
    assert proposal is not None, "somebody was asked"
    if said in YES and len(proposal.others) == 1:
        make_trip(session, proposal.trip, proposal.by)
    elif said in YES:
        session.proposal = evolve(proposal, others=proposal.others[1:])
    elif said in NO:
        session.proposal = None
        note(session, proposal.by, f"{session.names[seat]} does not agree.")
    return said in (*YES, *NO)
