"""Comparisons of two things that may both be none: `is` says no then, though the author may have meant they are alike.
Who has asked, in the sentence or before it in its body, whether one of them is there knows what is compared.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve, field

from rulewright.language import core, example_core
from rulewright.language.core_queries import all_ways, bindings, blocks_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import none_of
from rulewright.language.span import Span
from rulewright.language.types import BOOL, OptionalT
from rulewright.language.walking import children, rewritten, walk

Doubts = Mapping[Span, Diagnostic]
"""What is said of a comparison that stands here, if both its sides may be none."""


CONDITIONS: Final = core.Invariant | example_core.Condition


@define
class Body:
    """One body: what its locals stand for, and what it has asked so far."""

    made: core.Core
    stands_for: dict[int, int] = field(factory=dict)
    lets: dict[int, core.Expr] = field(factory=dict)
    asked: set[object] = field(factory=set)


def both_none(made: core.Core, doubts: Doubts, examples: object) -> Iterator[Diagnostic]:
    """Each comparison of which both sides may be none, where nobody has asked."""
    units: list[tuple[object, ...]] = [(*way.header, *way.body) for way in all_ways(made)]
    units += ((*each.lets, each.result) for each in made.definitions)
    units += ((each.condition,) for each in (*made.invariants, *walk(examples)) if isinstance(each, CONDITIONS))
    for unit in (*units, (made.scoring,)) if doubts else ():
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
            inside = [*walk(sentence)]
            body.asked |= {plain(body, each) for node in inside for each in asked_in(node)}
            for node in inside:
                if isinstance(node, core.Compare) and node.span in doubts:
                    # both sides are declared `or none`, and nobody has asked for either
                    known = (names_of(body, side) for side in (node.left, node.right))
                    if all(names and body.asked.isdisjoint(names) for names in known):
                        yield doubts[node.span]


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


def names_of(body: Body, side: core.Expr) -> set[object]:
    """All that a side may have been called where it was asked for; nothing if it is no field, attribute, slot or place
    that may be empty."""
    made, more = body.made, set[object]()
    match side:
        case core.Get() if side.local in body.lets:
            more = names_of(body, body.lets[side.local])
            empty = bool(more)
        case core.Read():
            empty, more = isinstance(made.variables[side.var.variable].type, OptionalT), {plain(body, side.var)}
        case core.Noted():
            empty = isinstance(side.type, OptionalT)
        case core.Attr():
            empty = none_of(side) in made.components[side.component].attributes[side.attribute].table
        case core.OneOf(seq=core.Pieces(zone=ref), which="first"):
            empty, more = made.zones[ref.zone].kind == "slot", {plain(body, ref)}
        case _:
            empty = isinstance(side, core.On)
    return {plain(body, side), *more} if empty else set()


def plain(body: Body, node: object) -> object:
    """A node in which elements have the names of what they stand for, without types."""

    def bare(part: object) -> object:
        here: Any = part
        if isinstance(part, core.Get):
            while here.local in body.stands_for:
                here = evolve(here, local=body.stands_for[here.local])
        return evolve(here, type=BOOL) if hasattr(here, "type") else here

    return rewritten((node,), bare)[0]
