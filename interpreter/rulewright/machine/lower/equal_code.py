"""Whether elements are all alike in something, all different, or follow each other. Stops at the first that does not
fit.

In: a scope and a core expression. Out: one expression.
"""

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none
from rulewright.machine.lower import indexing, sequence_facts
from rulewright.machine.lower.builder import Scope, Spot, Stretch
from rulewright.machine.lower.terms import ONE, ZERO, at, either, equal, guarded, plus
from rulewright.machine.program import nodes as ir


def all_are(scope: Scope, expr: core.AllAre) -> ir.Expr:
    """Whether all elements are so."""
    result, label = scope.temp(), scope.build.label()
    fails: ir.Code = (ir.Set(result, ZERO), ir.Leave(label))
    code = _same(scope, expr, fails) if expr.how == "same" else _unlike(scope, expr, fails)
    return ir.Do((ir.Set(result, ONE), ir.Labelled(label, code)), result)


def _same(scope: Scope, expr: core.AllAre, fails: ir.Code) -> ir.Code:
    """Each must have what the first has."""
    first, there = scope.temp(), scope.temp()

    def compared(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, value = scope.atom(expr.value)
        other = ir.If(ir.Bin("!=", value, ir.Cell(first)), fails)
        return (*code, ir.If(ir.Cell(there), (other,), (ir.Set(first, value), ir.Set(there, ONE))))

    return (ir.Set(there, ZERO), *scope.each(expr.seq, compared))


def _unlike(scope: Scope, expr: core.AllAre, fails: ir.Code) -> ir.Code:
    """None may have what one before it has; of those that follow each other the ends must be so far apart."""
    room = max(sequence_facts.room(scope, expr.seq), 1)
    row = Stretch(scope.temp(), scope.build.array(room), room, pieces=False)
    row = evolve(row, overrun=sequence_facts.overrun(scope, expr.seq))
    low, high = scope.temp(), scope.temp()
    begins = equal(ir.Cell(row.length), ZERO)

    def kept(spot: Spot) -> ir.Code:
        scope.bind(expr.local, spot)
        code, value = scope.atom(expr.value)
        # fails if the value is kept already
        index, other = scope.temp(), scope.temp()
        read = ir.Set(other, at(row.base, ir.Cell(index)))
        alike = ir.If(equal(ir.Cell(other), value), fails)
        keep = (ir.For(index, ZERO, ir.Cell(row.length), (read, alike), span=scope.span), *row.append(Spot(value)))
        if expr.how == "different":
            return (*code, *keep)
        lowest = ir.Select(begins, value, ir.Bin("min", ir.Cell(low), value))
        highest = ir.Select(begins, value, ir.Bin("max", ir.Cell(high), value))
        gone = guarded(ir.Inverse(indexing.is_some(expr.value, value)), fails) if may_be_none(expr.value) else ()
        return (*code, *gone, ir.Set(low, lowest), ir.Set(high, highest), *keep)

    far = equal(ir.Cell(low), ir.Bin("-", ir.Cell(high), plus(ir.Cell(row.length), -1)))
    gaps = (ir.If(ir.Inverse(either(begins, far)), fails),) if expr.how == "consecutive" else ()
    return (row.emptied(), *scope.each(expr.seq, kept), *gaps)
