"""What is so at the end of a way where an invariant does not hold."""

from collections.abc import Iterator

from rulewright.analysis import values
from rulewright.analysis.holes.way import Way
from rulewright.analysis.laying import Names
from rulewright.language.elaborate.elaboration import accounted
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.machine.game import Rules


def lines(rules: Rules, way: Way) -> Iterator[str]:
    """What is so there, line by line; nothing where nothing is known."""
    if way.broken is None:
        return
    source = Source(rules.name, rules.source_text)
    span = rules.program.invariants[way.broken].span
    entered, _, accounts = accounted(parse(source), source, rules.players, rules.options, span)
    told = values.told(entered, accounts, span, way.vectors[-1], Names.of(rules)) if accounts else ()
    if told:
        yield "Then it is so:"
        yield from (f"    {line}." for line in told)
