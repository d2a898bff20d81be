"""What ends and what stops: bodies that may not decide, games that nobody can win."""

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.calls import bodies_of, is_stop, members_of, reached
from rulewright.language.checks.at_once_takes import conflicts
from rulewright.language.checks.call_graph import Doings
from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.messages import at_once as at_once_words
from rulewright.language.messages import flow as words
from rulewright.language.messages import memories as memory_words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span


def first_found(made: core.Core, body: object, test: Callable[[object], bool]) -> Span | None:
    """Where in a body, or in what it calls, the first sentence passes the test."""
    return next((getattr(node, "span", NOWHERE) for node in reached(made, body) if test(node)), None)


def musts(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """`must` over a body that stops."""
    for action in made.actions:
        for must, body in must_bodies(action):
            where = first_found(made, body, is_stop)
            if where is not None:
                line = source.line(must.span.start)
                yield words.must_decides(where, line=line, action=action.name, also=must.span)


def remembering(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """`must` over a body that remembers or forgets."""
    for action in made.actions:
        for must, body in must_bodies(action):
            where = first_found(made, body, lambda node: isinstance(node, core.Remembering))
            if where is not None:
                line, said = source.line(must.span.start), source.text[where.start : where.end]
                yield memory_words.must_remembers(where, line=line, action=action.name, sentence=said, also=must.span)


def must_bodies(action: core.Action) -> Iterator[tuple[core.Must, object]]:
    """Each `must` with the bodies it stands over."""
    lines: list[tuple[core.HeaderLine, object]] = [(line, bodies_of(action)) for line in action.header]
    lines += [(line, member.body) for member in members_of(action) for line in member.header]
    return ((line, bodies) for line, bodies in lines if isinstance(line, core.Must))


def at_once(made: core.Core, doings: Doings, source: Source) -> Iterator[Diagnostic]:
    """Choices of all at once whose bodies stop again, or would need an order."""
    choices = [node for each in doings.values() for node in each.nodes if isinstance(node, core.ChooseAtOnce)]
    for choice in choices:
        in_order = one_by_one(source, choice) if len(choices) == 1 else None
        for found in (*stopping(made, doings, choice), *conflicts(made, choice)):
            edit = in_order if found.sentence in ONE_BY_ONE else None
            yield evolve(found, also=Place(choice.span, "chosen at once here"), edit=edit)


ONE_BY_ONE: Final = tuple(
    each.sentence for each in (at_once_words.at_once_takes, at_once_words.at_once_finds, at_once_words.at_once_changes)
)
"""What tells only to let players choose in order."""


def one_by_one(source: Source, choice: core.ChooseAtOnce) -> Edit:
    """The edit by which the players choose one after the other."""
    begin = source.text.index(" at once", choice.span.start)
    return Edit(Span(begin, begin + len(" at once")), "")


def stopping(made: core.Core, doings: Doings, choice: core.ChooseAtOnce) -> Iterator[Diagnostic]:
    """The offers that stop again."""
    for offer in choice.offers:
        where = first_found(made, doings["action", offer.action].body, is_stop)
        if where is not None:
            yield at_once_words.at_once_decides(where, action=made.actions[offer.action].name)


def winnerless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """No scoring, and no end of the game that says who has won."""
    if made.scoring.score is not None or made.scoring.winners is not None:
        return
    ends = (node.winners for each in doings.values() for node in each.nodes if isinstance(node, core.EndGame))
    if all(winners in (None, core.Listed(())) for winners in ends):
        yield words.nobody_can_win()
