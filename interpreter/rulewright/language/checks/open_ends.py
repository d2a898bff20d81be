"""Choices at which somebody may have no move, for all that is certain, and no `if you cannot:` says what happens then.

A suspicion: whether it can come to that is for play to show. Law: where it is silent, nobody is ever stuck. And the
contrary: an `if you cannot:` where somebody always can.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, may
from rulewright.language.core_queries import members_of, offers_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import flow as words
from rulewright.language.span import NOWHERE, Span


def open_ends(of: Outcomes) -> Iterator[Span]:
    """The place of each such choice."""
    nodes = of.nodes
    asked = {id(choice) for node in nodes if isinstance(node, core.If) for choice in asked_before(node)}
    for node in nodes:
        if not isinstance(node, core.Choose) or node.otherwise is not None:
            continue
        if id(node) not in asked and not any(surely_offered(of, node, offer) for offer in offers_of(node)):
            yield node.span


def needless(of: Outcomes) -> Iterator[Diagnostic]:
    """Each `if you cannot:` that never comes, for an action can be chosen whatever happens."""
    for node in of.nodes:
        if isinstance(node, core.Choosing) and node.otherwise:
            always = next((offer for offer in offers_of(node) if surely_offered(of, node, offer)), None)
            if always is not None:
                span = next((part.span for part in node.otherwise if part.span != NOWHERE), node.span)
                yield words.never_stuck(span, also=node.span, name=of.made.actions[always.action].name)


def asked_before(node: core.If) -> Iterator[core.Choose]:
    """The choices at the head of a branch that is taken only if something in them can be chosen."""
    for condition, body in node.cases:
        first = body[0] if body else None
        parts = condition.operands if isinstance(condition, core.And) else (condition,)
        able = [part for part in parts if isinstance(part, core.CanAct)]
        if isinstance(first, core.Choose) and any(
            each.you == first.you and set(each.offers) <= set(first.offers) for each in able
        ):
            yield first


def surely_offered(of: Outcomes, node: core.Choosing, offer: core.OfferLine) -> bool:
    """Whether an action can be chosen whatever happens."""
    made, action = of.made, of.made.actions[offer.action]
    if offer.limit is not None or not all(surely_goes(of, line) for line in offer.needs):
        return False
    if isinstance(node, core.Choose) and offer == node.ending:
        limits = (each.limit for each in node.offers if each.limit is not None)
        if any(made.limits[limit].exactly for limit in limits):
            return False
    headers = [(*action.header, *each.header) for each in members_of(action)] or [action.header]
    lines = (line for header in headers for line in header)
    return all(surely_goes(of, line) or instead(action, node, line) for line in lines)


def instead(action: core.Action, node: core.Choosing, line: core.HeaderLine) -> bool:
    """Whether a line refuses only where another action of the choice can be chosen."""
    match line:
        case core.Needs(condition=core.Not(operand=core.CanAct(you=core.Get(local=you), offers=offers))):
            return you == action.you and set(offers) <= set(node.offers)
        case _:
            return False


def surely_goes(of: Outcomes, line: core.HeaderLine) -> bool:
    """Whether a line of a header leaves a move."""
    match line:
        case core.Let():
            return True
        case core.Needs(condition=condition, if_you_can=possible):
            return possible or may(of, condition, {}).only(1)
        case core.MustLeave(if_able=possible):
            return possible
        case core.MustChange():
            return False
        case core.Pick(seq=seq, if_any=if_any):
            return if_any or surely_something(of, seq)
        case core.PickSeveral(low=low):
            return may(of, low, {}).only(0)


def surely_something(of: Outcomes, seq: core.Seq) -> bool:
    """Whether a sequence surely has an element."""
    match seq:
        case core.Values():
            return seq.number > 0
        case core.Numbers():
            low, high = may(of, seq.low, {}), may(of, seq.high, {})
            return not (low.none or high.none) and low.some and high.some and low.range.high <= high.range.low
        case core.Listed():
            return any(not may(of, value, {}).none for value in seq.values)
        case core.Chain():
            return any(surely_something(of, each) for each in seq.seqs)
        case _:
            return False
