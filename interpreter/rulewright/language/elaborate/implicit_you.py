"""Which procedures inherit `you` from their callers: a pass over the syntax, before any body is elaborated.

A procedure *needs* `you` if it speaks of `you`, chooses, or calls one that does, outside everything that binds `you`.
One that only moves pieces into a row that remembers owners *would use* it: it inherits where every caller has a `you`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import evolve, frozen

from rulewright.language import syntax
from rulewright.language.elaborate.world import World
from rulewright.language.span import NOWHERE, Span, span_field
from rulewright.language.walking import children


@frozen
class Mention:
    """Something in a body that asks for `you`: the word itself, a move into a row with owners, or a call."""

    sort: Literal["you", "move", "call"]
    name: str
    bound: bool
    span: Span = span_field()


Mentions = Mapping[str, tuple[Mention, ...]]


def heirs(world: World, roots: Iterable[syntax.Setup | syntax.Play]) -> frozenset[str]:
    """The procedures that take `you` as their first argument."""
    owners = frozenset(zone.name for zone in world.zones if zone.with_owner)
    bodies = {name: tuple(mentions(entry.syntax, owners, bound=False)) for name, entry in world.procedures.items()}
    outside = [mention for root in roots for mention in mentions(root, owners, bound=False)]
    outside += [mention for entry in world.actions.values() for mention in mentions(entry.syntax, owners, bound=True)]
    needing = closure(bodies, frozenset(("you",)))
    return with_givers(bodies, outside, needing, closure(bodies, frozenset(("you", "move"))))


def mentions(node: object, owners: frozenset[str], *, bound: bool) -> Iterator[Mention]:
    """What in a tree asks for `you`; `bound`: something around it says who that is."""
    match node:
        case syntax.EachInTurn() | syntax.GoAround() | syntax.Ask():
            if isinstance(node, syntax.EachInTurn) and node.other:
                yield Mention("you", "", bound, span=node.span)
            for child in children(evolve(node, body=())):
                yield from mentions(child, owners, bound=bound)
            for child in node.body:
                yield from mentions(child, owners, bound=True)
            return
        case syntax.You() | syntax.CanAct() | syntax.Choose() | syntax.ChooseUntil():
            yield Mention("you", "", bound, span=node.span)
        case syntax.Do() | syntax.Answer():
            yield Mention("call", node.act.name.text, bound, span=node.span)
        case syntax.Phase(title=syntax.Text() as title) if "{you}" in title.text:
            yield Mention("you", "", bound, span=title.span)
        case syntax.Move() if last_word(node.to) in owners:
            yield Mention("move", "", bound)
    for child in children(node):
        yield from mentions(child, owners, bound=bound)


def asked_at(node: object, heirs: frozenset[str]) -> Span:
    """Where the body of an heir first asks for `you`, itself or by way of another; NOWHERE if only a move does."""
    asking = (each for each in mentions(node, frozenset(), bound=False) if not each.bound)
    return next((each.span for each in asking if each.sort == "you" or each.name in heirs), NOWHERE)


Binder = syntax.EachInTurn | syntax.GoAround | syntax.Ask


def last_word(node: syntax.Expr) -> str:
    """The name of the zone that a path ends in."""
    match node:
        case syntax.Word() | syntax.Call():
            return node.name.text
        case syntax.Of():
            return node.member.name.text
        case _:
            return ""


def closure(bodies: Mentions, sorts: frozenset[str]) -> frozenset[str]:
    """The procedures in which something of these sorts is unbound, there or in what they call."""
    found: frozenset[str] = frozenset()
    while True:
        more = frozenset(name for name, body in bodies.items() if any(asks(mention, sorts, found) for mention in body))
        if more == found:
            return found
        found = more


def asks(mention: Mention, sorts: frozenset[str], found: frozenset[str]) -> bool:
    """Whether a mention asks for `you`, given the procedures known to do so."""
    return not mention.bound and (mention.sort in sorts or (mention.sort == "call" and mention.name in found))


def with_givers(
    bodies: Mentions, outside: list[Mention], needing: frozenset[str], using: frozenset[str]
) -> frozenset[str]:
    """Those that need `you`, and those that would use it wherever every caller has one to give."""
    kept = using | needing
    while True:
        bare = {mention.name for mention in outside if mention.sort == "call" and not mention.bound}
        for caller, body in bodies.items():
            if caller not in kept:
                bare |= {mention.name for mention in body if mention.sort == "call" and not mention.bound}
        fewer = frozenset(name for name in kept if name in needing or name not in bare)
        if fewer == kept:
            return kept
        kept = fewer
