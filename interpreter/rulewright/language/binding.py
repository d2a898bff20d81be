"""What each local is bound to: by a sentence, a header line, a query, or as a parameter; and what is handed on."""

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.walking import folded, walk

FOLDS = core.Total | core.Extreme | core.Outside | core.Exists | core.AllAre
QUERIES: Final = FOLDS | core.Filter | core.Best | core.FlatMap | core.Mapped
ELEMENTS: Final = QUERIES | core.Draw | core.Roll | core.ForEach | core.Pick | core.PickSeveral
"""What binds a local to elements of its sequence."""
BINDERS: Final = ELEMENTS | core.Let | core.RunProcedure | core.OfferLine | core.CallDefinition

Origin = core.Expr | core.Seq
"""An expression that is the local, or a sequence of which it is an element."""


def bindings(made: core.Core, node: object) -> Iterator[tuple[int, Origin]]:
    """The locals that one node binds, each with what it is bound to."""
    match node:
        case core.Let():
            yield node.local, node.value
        case core.RunProcedure():
            yield from zip(made.procedures[node.procedure].params, node.args, strict=True)
        case core.OfferLine():
            yield from zip(made.actions[node.action].params, node.args, strict=True)
        case core.CallDefinition():
            yield from zip(made.definitions[node.definition].params, node.args, strict=True)
        case _ if isinstance(node, ELEMENTS):
            yield node.local, node.seq
        case _:
            pass


def binds(node: object) -> tuple[int, ...]:
    """The locals that a node binds for what is in it or behind it, parameters aside."""
    match node:
        case core.Around() | core.With() | core.ChooseAtOnce():
            return (node.you,)
        case _:
            return (node.local,) if isinstance(node, ELEMENTS | core.Let) else ()


def reads(node: object) -> frozenset[int]:
    """The locals that are read anywhere in a node."""
    return frozenset(each.local for each in walk(node) if isinstance(each, core.Get | core.Held))


def free(expr: core.Expr) -> frozenset[int]:
    """The locals that an expression reads and does not bind itself."""
    return folded(expr, _free)


def _free(node: object, inner: Iterator[frozenset[int]]) -> frozenset[int]:
    found = frozenset[int]().union(*inner)
    return found | {node.local} if isinstance(node, core.Get | core.Held) else found.difference(binds(node))


def passed_on(node: object) -> tuple[Origin, ...]:
    """Of what a value is one, or what the elements of a sequence are those of; nothing where they begin."""
    match node:
        case (
            core.First()
            | core.Last()
            | core.Only()
            | core.Item()
            | core.Filter()
            | core.Best()
            | core.Beyond()
            | core.Region()
            | core.Groups()
        ):
            return (node.seq,)
        case core.FlatMap():
            return (node.body,)
        case core.Mapped():
            return (node.value,)
        case core.Chain():
            return node.seqs
        case core.Listed():
            return node.values
        case core.Cases():
            return (*(value for _, value in node.cases), node.otherwise)
        case _:
            return ()


def from_others(seq: core.Seq, change: Callable[[core.Seq], core.Seq]) -> core.Seq:
    """The same sequence with the sequences changed whose elements it passes on."""
    match seq:
        case core.Filter() | core.Best() | core.Beyond():
            return evolve(seq, seq=change(seq.seq))
        case core.FlatMap():
            return evolve(seq, body=change(seq.body))
        case core.Chain():
            return core.Chain(tuple(map(change, seq.seqs)))
        case _:
            return seq
