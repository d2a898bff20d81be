"""What is so at the end of a way where an invariant does not hold."""

from collections.abc import Iterator

from rulewright.analysis import values
from rulewright.analysis.inner_decisions import unfinished
from rulewright.analysis.playtest.finding import Way
from rulewright.analysis.position_text import Names
from rulewright.machine.game import Rules


def lines(rules: Rules, way: Way) -> Iterator[str]:
    """What is so there, line by line; nothing where nothing is known."""
    if way.broken is None:
        return
    told = values.told(Names.of(rules), rules.core.invariants[way.broken], way.vectors[-1])
    inner = list(_inner(rules, way))
    if told or inner:
        yield "Then it is so:"
        yield from (f"    {line}." for line in (*told, *inner))


def _inner(rules: Rules, way: Way) -> Iterator[str]:
    """That the last move is not done yet, and where it asks."""
    move = way.happens[-1].move if way.happens else ()
    machine = rules.standing_at(tuple(way.vectors[-1]))
    if move and (inner := unfinished(rules, machine.stopped_at, str(move[0]))):
        yield inner
