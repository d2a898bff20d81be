"""A step through the game that takes back what somebody else has decided: it is made when all of them say yes.

In: the sitting and a `Trip`. What happens is told to who is asked next.
"""

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.table.decision_page import note
from rulewright.table.travel import Trip, go
from rulewright.table.typed_line import Move

if TYPE_CHECKING:
    from rulewright.table.session import Session

ANSWERS: tuple[Move, ...] = (("yes",), ("no",))
YES, NO = ("yes", "y", "1"), ("no", "n", "2")


@frozen
class Proposal:
    """Seat `by` wants to make a trip by which decisions of these other people are taken back or made again."""

    by: int
    trip: Trip
    others: tuple[int, ...]


def next_seat(session: "Session") -> int:
    """Of those to choose: seats without a person first, then who has the keyboard, then the lowest."""
    deciders = session.game.deciders
    others = [seat for seat in deciders if seat not in session.humans]
    if others:
        return others[0]
    here = session.keyboard
    return here if here is not None and here in deciders else deciders[0]


def make_trip(session: "Session", trip: Trip, seat: int) -> None:
    """Make a trip that `seat` was the last to want. Of what it takes back nobody is told any more, nor by stars."""
    session.proposal = None
    session.decided.clear()
    seen, whole = go(session.game, trip.journey)
    for human in session.humans:
        session.heard[human] = session.game.happened
        session.waiting.pop(human, None)
    if session.game.over:
        return
    back = next_seat(session)
    whose = "your last decision" if back == seat else f"{session.names[back]}'s last decision"
    told = [trip.said or f"Back before {whose}."]
    if not whole:
        told.append("From here on it cannot be made again: chance has come out otherwise.")
    if seen:
        told.append("Something has been seen since that nobody can forget; a record says so.")
    for text in told:
        note(session, back, text)


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
        make_trip(session, proposal.trip, seat)
    elif said in YES:
        session.proposal = evolve(proposal, others=proposal.others[1:])
    elif said in NO:
        session.proposal = None
        note(session, proposal.by, f"{session.names[seat]} does not agree.")
    return said in (*YES, *NO)
