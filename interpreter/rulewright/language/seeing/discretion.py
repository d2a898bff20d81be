"""Leaving out what a refusal must not quote: questions of guards that the decider need not be able to answer."""

from attrs import evolve

from rulewright.language import core
from rulewright.language.span import Span


def discreet(made: core.Core, whispered: set[tuple[Span, str]]) -> core.Core:
    """The rules without these questions of guards."""
    if not whispered:
        return made
    return evolve(made, actions=tuple(discreet_action(action, whispered) for action in made.actions))


def discreet_action(action: core.Action, whispered: set[tuple[Span, str]]) -> core.Action:
    """An action without these questions of its guards."""
    of = action.by_member
    if of is not None:
        members = tuple(evolve(each, header=discreet_header(each.header, whispered)) for each in of.members)
        of = evolve(of, members=members)
    return evolve(action, header=discreet_header(action.header, whispered), by_member=of)


def discreet_header(
    lines: tuple[core.HeaderLine, ...], whispered: set[tuple[Span, str]]
) -> tuple[core.HeaderLine, ...]:
    """Header lines without these questions."""
    return tuple(
        evolve(line, quoted=tuple(part for part in line.quoted if (line.span, part.text) not in whispered))
        if isinstance(line, core.Needs)
        else line
        for line in lines
    )
