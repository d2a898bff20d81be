"""Sets and counts: read number by number, compared, made, added.

In: a scope and a core aggregate. Out: `Reader`: code to run first, then each number is an expression.
"""

from collections.abc import Callable

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import low_of, may_be_none
from rulewright.language.intervals import Range
from rulewright.language.types import SetT
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.layout import VariableLayout
from rulewright.machine.lower.terms import ONE, YES, ZERO, add, at, guarded, item, plus, set_at, set_item, times
from rulewright.machine.program import nodes as ir


@frozen
class Reader:
    """Run `code` first; then `at(index)` is a number, if `there` (otherwise all are 0)."""

    code: ir.Code
    at: Callable[[ir.Expr], ir.Expr]
    width: int
    there: ir.Expr = YES

    def number(self, index: ir.Expr) -> ir.Expr:
        """The number at an index; 0 where nothing is."""
        return self.at(index) if self.there == YES else ir.Select(self.there, self.at(index), ZERO)


@frozen
class Cells:
    """Where the numbers of one variable lie: from `base` on; `kept` is the first cell of what is kept in a doing."""

    base: ir.Expr
    kept: int | None

    def at(self, index: ir.Expr) -> ir.Expr:
        """One of them."""
        return at(0, add(self.base, index)) if self.kept is None else item(self.kept, index)

    def put(self, scope: Scope, sentence: core.Statement, index: ir.Expr, number: ir.Expr) -> ir.Code:
        """One of them becomes a number; of what is kept nobody counts whether it changes."""
        if self.kept is not None:
            return (set_item(self.kept, index, number),)
        return scope.store(sentence, 0, add(self.base, index), number)


def _cells(scope: Scope, var: core.VarRef, instance: ir.Expr) -> tuple[ir.Code, Cells]:
    """The cells of an instance, behind code."""
    lies, kept = scope.build.layout.variables[var.variable], scope.kept_at(var.variable)
    code, base = scope.kept(plus(times(instance, lies.width), lies.offset))
    return code, Cells(base, kept)


def reader(
    scope: Scope, aggregate: core.AggregateValue, low: int = 0, members: indexing.Values | None = None
) -> Reader:
    """How to read an aggregate; where it does not say itself, `low` is the value that is number 0, and `members` what
    can be in it."""
    match aggregate:
        case core.Aggregate(var, width):
            found = indexing.variable_instance(scope, var)
            code, numbers = _cells(scope, var, found.index)
            return Reader((*found.code, *code), numbers.at, width, found.there)
        case core.KindCounts():
            return _of_kind(scope, aggregate)
        case core.OneEach(seq, width):
            cells = scope.build.array(width)
            values = members or indexing.Values("a set", Range(low, low + width - 1))
            gathered = gather(scope, seq, cells, values)
            return Reader(gathered, lambda index: item(cells, index), width)
        case core.Plus(left, right, width):
            first, second = reader(scope, left, low, members), reader(scope, right, low, members)
            return Reader(
                (*first.code, *second.code), lambda index: add(first.number(index), second.number(index)), width
            )


def _of_kind(scope: Scope, aggregate: core.KindCounts) -> Reader:
    attribute = scope.core.components[aggregate.component].attributes[aggregate.attribute]
    flat = tuple(number for row in attribute.table if isinstance(row, tuple) for number in row)
    table = scope.build.table(flat)
    kinds = indexing.Values(attribute.name, Range(0, len(attribute.table) - 1))
    code, kind = indexing.index(scope, aggregate.of, kinds)
    there, row = indexing.is_some(aggregate.of, kind), times(kind, aggregate.width)
    return Reader(code, lambda index: ir.TableAt(table, add(row, index)), aggregate.width, there)


def gather(scope: Scope, seq: core.Seq, base: int, values: indexing.Values) -> ir.Code:
    """Counts the elements of a sequence into cells, one for each of these values."""
    alike, can_be = indexing.once(scope, seq), indexing.elements(scope, seq)

    def one(spot: Spot) -> ir.Code:
        code, value = scope.kept(indexing.within(scope, spot.value, can_be, values.range, values.words))
        index = plus(value, -values.range.low)
        return (*code, set_item(base, index, add(item(base, index), copies(alike, spot))))

    return (ir.Fill(base, ZERO, ir.Const(values.range.extent), 0), *scope.each(alike or seq, one))


def copies(alike: core.Seq | None, spot: Spot) -> ir.Expr:
    """How many elements this one stands for, where all that are alike come once."""
    return ONE if alike is None or spot.loc is None else at(0, spot.loc)


def is_set(scope: Scope, var: core.VarRef) -> bool:
    """Whether a variable is a set."""
    return isinstance(scope.core.variables[var.variable].type, SetT)


def count_of(scope: Scope, expr: core.CountOf) -> ir.Expr:
    """One number of a set or counts; of none it is 0."""
    low = low_of(scope.core, expr.counts)
    read = reader(scope, expr.counts, low)
    values = indexing.Values(_name_of(scope, expr.counts), Range(low, low + read.width - 1))
    code, cell = indexing.index(scope, expr.value, values)
    number = read.number(plus(cell, -low))
    if may_be_none(expr.value):
        number = ir.Select(ir.Bin(">=", cell, ir.Const(low)), number, ZERO)
    return scope.after((*read.code, *code), number)


def _name_of(scope: Scope, aggregate: core.AggregateValue) -> str:
    """What a set or counts are called."""
    match aggregate:
        case core.Aggregate(var):
            return scope.core.variables[var.variable].name
        case core.KindCounts(component, attribute):
            return scope.core.components[component].attributes[attribute].name
        case core.OneEach() | core.Plus():
            return "it"


def same(scope: Scope, left: core.AggregateValue, right: core.AggregateValue) -> ir.Expr:
    """Whether two sets or counts are equal, number by number. A set compared with one-each ignores repeats."""
    low = low_of(scope.core, left) or low_of(scope.core, right)
    first, second = reader(scope, left, low), reader(scope, right, low)
    flat = any(isinstance(each, core.Aggregate) and is_set(scope, each.var) for each in (left, right))
    index, result, label = scope.temp(), scope.temp(), scope.build.label()
    one, other = first.number(ir.Cell(index)), second.number(ir.Cell(index))
    if flat:
        one, other = (ir.Bin("!=", number, ZERO) for number in (one, other))
    differ = ir.If(ir.Bin("!=", one, other), (ir.Set(result, ZERO), ir.Leave(label)))
    loop = ir.For(index, ZERO, ir.Const(first.width), (differ,), span=scope.span)
    return ir.Do((*first.code, *second.code, ir.Set(result, ONE), ir.Labelled(label, (loop,))), result)


def total(scope: Scope, aggregate: core.AggregateValue) -> ir.Expr:
    """The sum of all numbers."""
    read = reader(scope, aggregate)
    index, result = scope.temp(), scope.temp()
    grow = ir.Set(result, add(ir.Cell(result), read.at(ir.Cell(index))))
    loop = ir.For(index, ZERO, ir.Const(read.width), (grow,), span=scope.span)
    return ir.Do((*read.code, ir.Set(result, ZERO), *guarded(read.there, (loop,))), result)


# ---- sentences


def assign_all(scope: Scope, sentence: core.AssignAll) -> ir.Code:
    """`set s to …`: the value is reckoned as a whole before the first number changes."""
    lies, before, cells = _target(scope, sentence)
    read = reader(scope, sentence.value, lies.base, indexing.members_of(scope, sentence.var.variable))
    buffer, index = scope.build.array(lies.width), scope.temp()
    number = read.number(ir.Cell(index))
    if is_set(scope, sentence.var):
        number = ir.Bin("!=", number, ZERO)
    width = ir.Const(lies.width)
    fill = ir.For(index, ZERO, width, (set_at(buffer, ir.Cell(index), number),), span=scope.span)
    emptied = () if cells.kept is None else (ir.Fill(cells.kept, ZERO, width, 0),)  # what was there is read no more
    copied = cells.put(scope, sentence, ir.Cell(index), _counted(scope, sentence, at(buffer, ir.Cell(index))))
    return (*before, *read.code, fill, *emptied, ir.For(index, ZERO, width, copied, span=scope.span))


def _target(scope: Scope, sentence: core.AssignAll | core.AddTo) -> tuple[VariableLayout, ir.Code, Cells]:
    """The variable that is set, code to run first, and its cells."""
    lies = scope.build.layout.variables[sentence.var.variable]
    target = indexing.certain(scope, indexing.variable_instance(scope, sentence.var), sentence.span)
    code, cells = _cells(scope, sentence.var, target.index)
    return lies, (*target.code, *code), cells


def add_to(scope: Scope, sentence: core.AddTo) -> ir.Code:
    """`add`, `subtract`, `remove`."""
    lies, before, cells = _target(scope, sentence)
    members = indexing.members_of(scope, sentence.var.variable)
    match sentence.value:
        case core.OneEach(core.Listed((single,))):
            code, cell = indexing.index(scope, single, members)
            change = _change(scope, sentence, cells, plus(cell, -lies.base), ONE)
            return (*before, *code, *guarded(indexing.is_some(single, cell), change))
        case _:
            read = reader(scope, sentence.value, lies.base, members)
            index, number = scope.temp(), scope.temp()
            change = _change(scope, sentence, cells, ir.Cell(index), ir.Cell(number))
            one = (ir.Set(number, read.number(ir.Cell(index))), ir.If(ir.Cell(number), change))
            return (*before, *read.code, ir.For(index, ZERO, ir.Const(lies.width), one, span=scope.span))


def _change(scope: Scope, sentence: core.AddTo, cells: Cells, index: ir.Expr, by: ir.Expr) -> ir.Code:
    """Adds to or takes from one number."""
    if is_set(scope, sentence.var):
        return cells.put(scope, sentence, index, ir.Const(1 if sentence.sign > 0 else 0))
    grown = ir.Bin("+" if sentence.sign > 0 else "-", cells.at(index), by)
    return cells.put(scope, sentence, index, _counted(scope, sentence, grown))


def _counted(scope: Scope, sentence: core.AssignAll | core.AddTo, number: ir.Expr) -> ir.Expr:
    """A number that a set or counts can hold, else a fault."""
    lies = scope.build.layout.variables[sentence.var.variable]
    if is_set(scope, sentence.var):
        return number
    name = scope.core.variables[sentence.var.variable].name
    words = f"{name} counts 0..{lies.high} of each, and this makes {ir.VALUE}."
    return ir.Checked(number, lies.low, lies.high, None, scope.fault("out-of-range", words, sentence.span))
