"""Comparisons of two things that may both be none: `is` says no then, though the author may have meant they are alike.

Sentence by sentence through each body: who has asked, in the sentence or before it, whether one of them is there knows
what is compared.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, evolve, field

from rulewright.language import core, example_core
from rulewright.language.core_queries import bindings, blocks_of, members_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import none_of
from rulewright.language.span import Span
from rulewright.language.types import BOOL, OptionalT
from rulewright.language.walking import children, rewritten, walk

Doubts = Mapping[Span, Diagnostic]
"""What is said of a comparison that stands here, if both its sides may be none."""


@define
class Body:
    """One body: what its locals stand for, and what it has asked so far."""

    made: core.Core
    stands_for: dict[int, int] = field(factory=dict)
    lets: dict[int, core.Expr] = field(factory=dict)
    asked: set[object] = field(factory=set)


def both_none(made: core.Core, doubts: Doubts, examples: object) -> Iterator[Diagnostic]:
    """Each comparison of which both sides may be none, where nobody has asked."""
    if not doubts:
        return
    for unit in units(made, examples):
        nodes = [*walk(unit)]
        if not any(isinstance(node, core.Compare) and node.span in doubts for node in nodes):
            continue
        body = Body(made)
        for node in nodes:
            # the elements of a filtered sequence are those that the filter has tested; a `let` is its value
            if isinstance(node, core.Let):
                body.lets[node.local] = node.value  # type: ignore[assignment] # sequences are never compared
            else:
                for local, source in bindings(made, node):
                    tested = source
                    while isinstance(tested, core.Filter | core.Best):
                        body.stands_for[tested.local] = local
                        tested = tested.seq
        for sentence in sentences(unit):
            body.asked |= {plain(body, each) for node in walk(sentence) for each in asked_in(node)}
            for node in walk(sentence):
                # both sides are declared `or none`, and nobody has asked for either
                if (
                    isinstance(node, core.Compare)
                    and node.span in doubts
                    and not any(
                        body.asked & names_of(body, side) or not declared_none(body, side)
                        for side in (node.left, node.right)
                    )
                ):
                    yield doubts[node.span]


def units(made: core.Core, examples: object) -> Iterator[tuple[object, ...]]:
    """All bodies; the checks of examples, each by itself."""
    yield from (made.setup, made.play, *(each.body for each in made.procedures))
    for action in made.actions:
        yield (*action.header, *action.body)
        yield from ((*action.header, *member.header, *member.body) for member in members_of(action))
    yield from ((*each.lets, each.result) for each in made.definitions)
    yield from ((each.condition,) for each in made.invariants)
    yield from ((each.condition,) for each in walk(examples) if isinstance(each, example_core.Condition))
    yield (made.scoring,)


def sentences(unit: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """What stands in one sentence, blocks in it aside, in the order of the text."""
    for node in unit:
        if isinstance(node, core.If):
            for condition, block in node.cases:
                yield (condition,)
                yield from sentences(block)
            yield from sentences(node.otherwise)
            continue
        blocks = blocks_of(node)
        inside = {id(each) for block in blocks for each in block}
        yield tuple(each for each in children(node) if id(each) not in inside) if blocks else (node,)
        for block in blocks:
            yield from sentences(block)


def asked_in(node: object) -> Iterator[object]:
    """What a node asks whether it is there, or compares with what certainly is."""
    match node:
        case core.IsNone():
            yield node.of
        case core.Compare(left=core.Size(seq=core.Pieces(zone=ref))):
            yield ref
        case core.Compare():
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if not isinstance(getattr(other, "type", None), OptionalT):
                    yield one
        case core.Contains():
            yield node.value
        case core.Assign() if not isinstance(getattr(node.value, "type", None), OptionalT):
            yield node.var
        case _:
            pass


def declared_none(body: Body, side: core.Expr) -> bool:
    """Whether a side is a field, an attribute, a slot or a place that may be empty."""
    match side:
        case core.Read():
            return isinstance(body.made.variables[side.var.variable].type, OptionalT)
        case core.Noted():
            return isinstance(side.type, OptionalT)
        case core.Attr():
            return none_of(side) in body.made.components[side.component].attributes[side.attribute].table
        case core.OneOf(seq=core.Pieces(zone=ref), which="first"):
            return body.made.zones[ref.zone].kind == "slot"
        case core.On():
            return True
        case core.Get() if side.local in body.lets:
            return declared_none(body, body.lets[side.local])
        case _:
            return False


def names_of(body: Body, side: core.Expr) -> set[object]:
    """All that a side may have been called where it was asked for."""
    match side:
        case core.Get() if side.local in body.lets:
            return {plain(body, side), *names_of(body, body.lets[side.local])}
        case core.Read():
            return {plain(body, side), plain(body, side.var)}
        case core.OneOf(seq=core.Pieces(zone=ref), which="first"):
            return {plain(body, side), plain(body, ref)}
        case _:
            return {plain(body, side)}


def plain(body: Body, node: object) -> object:
    """A node in which elements have the names of what they stand for, without types."""

    def bare(part: object) -> object:
        here: Any = part
        if isinstance(part, core.Get):
            while here.local in body.stands_for:
                here = evolve(here, local=body.stands_for[here.local])
        return evolve(here, type=BOOL) if hasattr(here, "type") else here

    return rewritten((node,), bare)[0]
