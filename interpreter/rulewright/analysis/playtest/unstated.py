"""Secrets that the rules do not state, and might: which of them play tells."""

from collections.abc import Collection

from attrs import evolve

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.hidden import with_own_machine
from rulewright.analysis.playtest.twins import told_by_twins
from rulewright.language import core
from rulewright.machine.game import Rules


def titles_told(
    rules: Rules, secrets: Collection[core.Secret], seed: int, games: range, most: int, watch: Watch
) -> set[str]:
    """The titles of those that are told in these games of so many decisions."""
    told, hiding = set[str](), with_own_machine(rules)
    while left := tuple(each for each in secrets if each.title not in told):
        hiding.core = evolve(rules.core, secrets=left)
        found = next(told_by_twins(hiding, seed, games, most, watch, set()), None)
        if found is None:
            break
        told.add(str(found.diagnostic.facts["title"]))
    return told
