"""Leaving out what a refusal must not quote: questions of guards that the decider need not be able to answer."""

from attrs import evolve

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.walking import rewritten


def discreet(made: core.Core, whispered: set[tuple[Span, str]]) -> core.Core:
    """The rules without these questions of guards."""

    def quiet(node: object) -> object:
        if not isinstance(node, core.Needs):
            return node
        return evolve(node, quoted=tuple(part for part in node.quoted if (node.span, part.text) not in whispered))

    return evolve(made, actions=rewritten(made.actions, quiet)) if whispered else made
