"""Setting scalar variables: checked against the domain where the expression does not prove it.

In: a scope and a core sentence. Out: structured code.
"""

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none, none_of
from rulewright.language.intervals import WORD, Range
from rulewright.language.types import BoolT, CountsT, KindT, LineT, NumberT, OptionalT, SetT, ValueT
from rulewright.machine.lower import indexing, instances, sequence_facts
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.ir_terms import set_at
from rulewright.machine.program import nodes as ir


def assign(scope: Scope, sentence: core.Assign) -> ir.Code:
    """`set x to v`, `add n to x`: checked against the domain where the expression does not prove it."""
    lies = scope.build.layout.variables[sentence.var.variable]
    target_ = instances.certain(scope, instances.variable_instance(scope, sentence.var), sentence.span)
    return (*target_.code, set_at(lies.offset, target_.index, _fitting(scope, sentence)))


def _fitting(scope: Scope, sentence: core.Assign) -> ir.Expr:
    lies = scope.build.layout.variables[sentence.var.variable]
    variable = scope.core.variables[sentence.var.variable]
    reckoned = scope.value(sentence.value)
    values = sequence_facts.range_here(scope, sentence.value)
    optional = may_be_none(sentence.value)
    if reckoned == ir.Const(none_of(sentence.value)) and optional and lies.none is not None:
        return ir.Const(lies.none)
    none_fits = not optional or lies.none == none_of(sentence.value)
    made = ir.VALUE if isinstance(variable.type, NumberT) else "something else"
    words = f"{variable.name} is {_domain(variable, lies.low, lies.high)}, and this makes {made}."
    can_be = values if none_fits else WORD
    return indexing.within(scope, reckoned, can_be, Range(lies.low, lies.high), words, lies.none)


def _domain(variable: core.Variable, low: int, high: int) -> str:
    match variable.type:
        case NumberT():
            return f"{low}..{high}"
        case BoolT():
            return "yes or no"
        case OptionalT():
            return "of its type or none"
        case ValueT() | LineT():
            return f"a {variable.type.name}"
        case KindT(name):
            return f"a {name}"
        case SetT() | CountsT():
            return "a whole collection"
