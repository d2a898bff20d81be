"""Sentences that set a field to the constant to which a sentence before them has certainly set it."""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.checks.straight_code import Question, everywhere_along
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source

AlreadySet = dict[core.VarRef, core.Assign]
"""The sentence that set each field."""


def set_twice(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""

    def told(node: core.Statement, already: AlreadySet) -> Iterator[Diagnostic]:
        before = already.get(node.var) if isinstance(node, core.Assign) else None
        if isinstance(node, core.Assign) and before is not None and before.value == node.value:
            line, name = source.line(before.span.start), made.variables[node.var.variable].name
            yield words.already_so(node.span, also=before.span, line=line, name=name)

    def given(node: core.Statement, _: AlreadySet) -> AlreadySet:
        return {node.var: node} if isinstance(node, core.Assign) and lasts(made, node) else {}

    yield from everywhere_along(Question(made, told, given))


def lasts(made: core.Core, node: core.Assign) -> bool:
    """Whether a field on the table has this constant afterwards; its owner is the same throughout the paragraph."""
    variable, owners = made.variables[node.var.variable], node.var.owners
    same = all(isinstance(each, core.Const | core.Get) for each in owners)
    return same and isinstance(node.value, core.Const) and variable.since is None and variable.lies_in is None
