"""Invariants that a game breaks with its end: they hold at every decision of it, and at the end they do not.

In: a finding and the way that shows it. Out: the finding in the words that this way deserves.
"""

from rulewright.analysis.playtest.finding import Way, broken_found
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding


def worded_by(rules: Rules, way: Way, found: Diagnostic) -> Diagnostic:
    """What is said of a broken invariant where this way shows it; of anything else what is said already."""
    if found.code != words.broken_invariant.code or way.broken is None:
        return found
    if at_the_end_only(rules, way, way.broken):
        check = rules.program.invariants[way.broken]
        return words.broken_at_the_end(check.span, title=check.title)
    return broken_found(rules, way.broken, way.decisions)


def at_the_end_only(rules: Rules, way: Way, number: int) -> bool:
    """Whether an invariant that does not hold at the end of a game held at all decisions of it; a secret is none."""
    check = rules.program.invariants[number]
    if check.sort == "secret" or not (way.over and way.decisions):
        return False
    machines = (rules.standing_at(vector) for vector in way.vectors[:-1])
    return all(machine.call(check.function) for machine in machines if isinstance(machine.stop, Deciding))
