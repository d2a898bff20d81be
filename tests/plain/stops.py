"""Where a game stops: at a decision with its moves, or at a chance event; and how procedures are left at once."""

from collections.abc import Generator

from attrs import frozen

from rulewright.language import core
from tests.plain.state import Local

Item = str | int


@frozen
class Move:
    """A legal move: its offer, the member of a family, what was picked and `let`, and how it is written."""

    offer: core.OfferLine
    member: int
    locals: dict[int, Local]
    written: tuple[Item, ...]


@frozen
class Decision:
    """Seats are asked; each has moves."""

    moves: dict[int, list[Move]]


@frozen
class Event:
    """Chance is asked: different items, and how many copies there are of each."""

    kind: str
    label: str
    items: tuple[Item, ...]
    weights: tuple[int, ...]


@frozen
class Chosen:
    """The answer to a decision."""

    seat: int
    move: Move


Answer = Chosen | tuple[int, ...]
"""What is sent to a game that has stopped: a move, or the numbers of the items that came out."""
Run = Generator[Decision | Event, Answer, None]


class Finished(Exception):  # noqa: N818 - no error
    """`finish P`."""

    def __init__(self, procedure: int) -> None:
        super().__init__(procedure)
        self.procedure = procedure


class Over(Exception):  # noqa: N818 - no error
    """`end game`."""
