"""What the table asks of a game: exactly this, so that a session can be tested with a game of ten lines.

Seats count from 0. Nothing here tells a seat more than it may see. `real_game` makes one of a real game.
"""

from collections.abc import Sequence
from typing import NoReturn, Protocol

from attrs import frozen

from rulewright.table.commands import Question
from rulewright.table.remarks import Said
from rulewright.table.table_scene import Scene
from rulewright.table.timeline import Journey, Made, Step
from rulewright.table.typed_line import Move


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
