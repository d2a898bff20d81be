"""Secrets that the rules do not state, and might: which of them play tells."""

from collections.abc import Collection
from typing import Final

from attrs import define, evolve

from rulewright.analysis.playtest.effort import Purse, Watch
from rulewright.analysis.playtest.hidden import with_own_machine
from rulewright.analysis.playtest.twins import Twins, told_by_twins
from rulewright.language import core
from rulewright.machine.game import Rules

MOST_CHOICES: Final = 2_000
"""So many choices are followed by twins at most: chance may ask for ever."""


@define
class Counted(Watch):
    """Says, too, whether it was asked often enough; `left`: so often more."""

    left: int = MOST_CHOICES

    def __call__(self) -> bool:
        """Whether there is still time, and something left."""
        self.left -= 1
        return self.left > 0 and super().__call__()


def titles_told(
    rules: Rules, secrets: Collection[core.Secret], seed: int, games: range, most: int, watch: Watch
) -> set[str]:
    """The titles of those that are told in these games of so many decisions."""
    told, hiding, counted = set[str](), with_own_machine(rules), Counted(watch.due)
    while left := tuple(each for each in secrets if each.title not in told):
        hiding.core = evolve(rules.core, secrets=left)
        found = next(told_by_twins(Twins(hiding, set()), seed, games, most, counted, Purse()), None)
        if found is None:
            break
        told.add(str(found.diagnostic.facts["title"]))
    return told
