"""What each local is bound to: by a sentence, a header line, a query, or as a parameter."""

from collections.abc import Iterator

from rulewright.language import core

BINDERS = (
    core.Let
    | core.Draw
    | core.Roll
    | core.ForEach
    | core.Pick
    | core.PickSeveral
    | core.Total
    | core.Extreme
    | core.Exists
    | core.Filter
    | core.Best
    | core.FlatMap
    | core.Mapped
    | core.RunProcedure
    | core.OfferLine
    | core.CallDefinition
)

Origin = core.Expr | core.Seq
"""An expression that is the local, or a sequence of which it is an element."""


def bindings(made: core.Core, node: object) -> Iterator[tuple[int, Origin]]:
    """The locals that one node binds, each with what it is bound to."""
    match node:
        case core.Let():
            yield node.local, node.value
        case core.Draw() | core.Roll() | core.ForEach() | core.Pick() | core.PickSeveral():
            yield node.local, node.seq
        case core.Total() | core.Extreme() | core.Exists():
            yield node.local, node.seq
        case core.Filter() | core.Best() | core.FlatMap() | core.Mapped():
            yield node.local, node.seq
        case core.RunProcedure():
            yield from zip(made.procedures[node.procedure].params, node.args, strict=True)
        case core.OfferLine():
            yield from zip(made.actions[node.action].params, node.args, strict=True)
        case core.CallDefinition():
            yield from zip(made.definitions[node.definition].params, node.args, strict=True)
        case _:
            pass
