"""Sentences that set a field to the constant to which a sentence before them has certainly set it.

Along straight code; a call, a decision, a loop and whatever else sets the field end what is known.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.calls import all_ways, blocks_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.walking import walk

AlreadySet = dict[core.VarRef, core.Assign]
"""The sentence that set each field."""


def set_twice(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""
    for way in all_ways(made):
        yield from block(made, source, way.body, {})


def block(
    made: core.Core, source: Source, body: tuple[core.Statement, ...], already: AlreadySet
) -> Iterator[Diagnostic]:
    """Each sentence in turn; `already` is what is known before it."""
    for node in body:
        before = already.get(node.var) if isinstance(node, core.Assign) else None
        if isinstance(node, core.Assign) and before is not None and before.value == node.value:
            line, name = source.line(before.span.start), made.variables[node.var.variable].name
            yield words.already_so(node.span, also=before.span, line=line, name=name)
        for inner in blocks_of(node):
            yield from block(made, source, inner, dict(already) if isinstance(node, core.If) else {})
        forget(already, node)
        if isinstance(node, core.Assign) and sure(made, node):
            already[node.var] = node


def sure(made: core.Core, node: core.Assign) -> bool:
    """Whether a field on the table has this constant afterwards; its owner is the same throughout the paragraph."""
    variable, owners = made.variables[node.var.variable], node.var.owners
    same = all(isinstance(each, core.Const | core.Get) for each in owners)
    return same and isinstance(node.value, core.Const) and variable.since is None and variable.lies_in is None


def forget(already: AlreadySet, node: core.Statement) -> None:
    """End what is known of fields that may have another value now."""
    for inside in walk(node) if already else ():
        if isinstance(inside, core.RunProcedure | core.Choosing | core.Loop | core.Let | core.Chance):
            already.clear()
        elif isinstance(inside, core.Writing | core.Remembering):
            for ref in [ref for ref in already if ref.variable == inside.var.variable]:
                del already[ref]
