"""By which labels code may be left.

In: code and the functions it calls. Out: labels. A function called in an expression is never left.
"""

from collections.abc import Sequence

from attrs import define, field

from rulewright.language.walking import children
from rulewright.machine.program import nodes as ir

Labels = frozenset[int]
NOTHING: Labels = frozenset()


@define
class Leaving:
    """The labels by which functions and code may be left; of functions known once asked."""

    functions: Sequence[ir.Function | None]
    known: dict[int, Labels] = field(factory=dict)

    def code(self, node: object) -> Labels:
        """The labels by which code, or anything in it, may be left."""
        match node:
            case ir.Leave(label):
                return frozenset({label})
            case ir.Labelled(label, body):
                return self.code(body) - {label}
            case ir.CallFunction(function):
                return self._function(function)
            case _:
                return NOTHING.union(*map(self.code, children(node)))

    def _function(self, number: int) -> Labels:
        if number not in self.known:
            function = self.functions[number]
            self.known[number] = NOTHING if function is None else self.code(function.body)
        return self.known[number]
