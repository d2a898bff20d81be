"""Moves after which everything is as it was: the same player is asked the same, and nobody has seen anything.

Told of an action that picks nothing: of others, one of many moves may come to nothing (two equal pieces change places).
To pass is another thing: then somebody else is asked, or something is counted.
"""

from collections.abc import Iterator

from attrs import define, field

from rulewright.analysis.holes.finding import Sighting
from rulewright.analysis.holes.watched_games import Step
from rulewright.language.messages import playing as words
from rulewright.machine.game import Rules


@define
class Idle:
    """The actions of which it was told."""

    rules: Rules
    told: set[int] = field(factory=set)

    def changes_nothing(self, step: Step) -> Iterator[Sighting]:
        """The move that was made last, if it is such a one."""
        number = step.made
        if number is None or not step.idle or step.events or number in self.told:
            return
        action = self.rules.program.actions[number]
        if not any(variant.picks for variant in action.variants):
            self.told.add(number)
            said = words.changes_nothing(action.span, name=action.name, decisions=step.decisions - 1 or None)
            yield Sighting(said, lambda: step.choices)
