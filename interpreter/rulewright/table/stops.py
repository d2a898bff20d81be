"""What a sitting comes to, and what it answers: plain data."""

from typing import Literal

from attrs import frozen

from rulewright.table.decision_page import DecisionPage
from rulewright.table.text_lines import Line


@frozen
class Ask:
    """A human seat is to choose, or to agree; `drawing` shows the table and the moves, or what it is asked."""

    seat: int
    drawing: DecisionPage


@frozen
class HandOver:
    """Another seat needs the keyboard. `drawing`, if there is one, shows the news and the table to who has it; then the
    screen is cleared."""

    seat: int
    name: str
    drawing: DecisionPage | None


@frozen
class Over:
    """The game has ended; `lines` tell how."""

    lines: tuple[Line, ...]


Stop = Ask | HandOver | Over
Then = Literal["ask", "go-on", "quit"]


@frozen
class Reply:
    """The answer to a typed line: lines to show (`refused`: as an error, `paged`: a screenful at a time, `anew`: they
    are what has changed in the drawing), and whether to ask the same again."""

    then: Then
    lines: tuple[Line, ...] = ()
    refused: bool = False
    paged: bool = False
    anew: bool = False
