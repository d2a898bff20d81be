"""The steps of a game: moves that were made, and outcomes of chance."""

from attrs import frozen

from rulewright.machine.chance import ChanceEvent, Outcome
from rulewright.machine.interpret import Choice
from rulewright.machine.move_names import Move


@frozen
class Decision:
    """A move that was made. `told`: how long the log was before; `site`: where it was asked for; `fields`: what the
    variables were then."""

    seat: int
    move: Move
    choice: Choice
    told: int
    site: int
    fields: tuple[int, ...]


@frozen
class Happened:
    """A chance event and its outcome. `told`: how long the log was before; `point`: where chance was asked."""

    event: ChanceEvent
    outcome: Outcome
    told: int
    point: int


Step = Decision | Happened
