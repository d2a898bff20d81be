"""Variables: setting them, what all of them begin with, memories of situations, sets and counts."""

from collections.abc import Callable

from attrs import frozen

from rulewright.language import core, types
from rulewright.language.facts.ranges import low_of, may_be_none, none_of
from rulewright.language.intervals import WORD, Range
from rulewright.machine.lower import indexing, pieces
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.layout import Layout, VariableLayout, beginning, stretches
from rulewright.machine.lower.terms import add, at, both, guarded, inverse, item, plus, refused, set_at, set_item, times
from rulewright.machine.program import nodes as ir

# ---- Setting scalar variables, and what all variables begin with
# In: a scope and a core sentence. Out: structured code. At the beginning: the scope of the game; code to run first,
# for variables whose first value must be reckoned, and the initial vector up to the frames.


def assign(scope: Scope, sentence: core.Assign) -> ir.Code:
    """`set x to v`, `add n to x`: checked against the domain where the expression does not prove it."""
    if (kept := scope.kept_at(sentence.var.variable)) is not None:
        return (ir.Set(kept, _fitting(scope, sentence)),)
    lies = scope.build.layout.variables[sentence.var.variable]
    target_ = indexing.certain(scope, indexing.instance(scope, sentence.var), sentence.span)
    return (*target_.code, *scope.store(sentence, lies.offset, target_.index, _fitting(scope, sentence)))


def note(scope: Scope, sentence: core.Note) -> ir.Code:
    """`set p's n to v`: a piece that does not lie where that is noted is a fault."""
    found = pieces.piece(scope, sentence.piece)
    code, place = scope.kept(pieces.note_place(scope, sentence.variable, found.loc))
    there = ir.Invoke(pieces.here_function(scope), (found.kind, found.loc))
    fault = scope.fault("cannot-move", "There is no piece here.", sentence.span)
    missing = refused(inverse(both(ir.Bin(">=", place, ir.ZERO), there)), fault)
    lies = scope.build.layout.variables[sentence.variable]
    return (*found.code, *code, missing, *scope.store(sentence, lies.offset, place, _fitting(scope, sentence)))


def _fitting(scope: Scope, sentence: core.Assign | core.Note) -> ir.Expr:
    number = sentence.var.variable if isinstance(sentence, core.Assign) else sentence.variable
    lies, variable = scope.build.layout.variables[number], scope.core.variables[number]
    reckoned = scope.value(sentence.value)
    values = indexing.range_here(scope, sentence.value)
    optional = may_be_none(sentence.value)
    if reckoned == ir.Const(none_of(sentence.value)) and optional and lies.none is not None:
        return ir.Const(lies.none)
    none_fits = not optional or lies.none == none_of(sentence.value)
    made = ir.VALUE if isinstance(variable.type, types.NumberT) else "something else"
    words = f"{variable.name} is {_domain(variable, lies.low, lies.high)}, and this makes {made}."
    can_be = values if none_fits else WORD
    return indexing.within(scope, reckoned, can_be, Range(lies.low, lies.high), words, lies.none)


def _domain(variable: core.Variable, low: int, high: int) -> str:
    match variable.type:
        case types.NumberT():
            return f"{low}..{high}"
        case types.BoolT():
            return "yes or no"
        case types.OptionalT():
            return "of its type or none"
        case types.ValueT() | types.LineT():
            return f"a {variable.type.name}"
        case types.KindT(name):
            return f"a {name}"
        case types.SetT() | types.CountsT() | types.MemoryT():
            return "a whole collection"


def starts(scope: Scope) -> tuple[ir.Code, tuple[int, ...]]:
    """Constants are folded into the vector; the rest becomes code."""
    layout = scope.build.layout
    vector = [0] * layout.frames_at
    # every piece begins in the box
    for zone in layout.zones:
        if zone.box and not zone.unlimited:
            copies = scope.core.components[zone.component].copies
            vector[zone.offset : zone.offset + zone.stride] = [number or 0 for number in copies]
    code: list[ir.Statement] = []
    for number, variable in enumerate(scope.core.variables):
        if variable.since is not None:
            continue
        lies, first = layout.variables[number], beginning(layout.variables[number])
        match variable.starts:
            case core.Const(value) as constant if value != none_of(constant):
                first = value
            case core.Const() if not isinstance(variable.type, types.Several):
                first = types.none_code(variable.type)
            case None:
                pass
            case reckoned:
                code.extend(_reckoned(scope, number, variable, reckoned))
        length = lies.width * lies.instances
        vector[lies.offset : lies.offset + length] = [first] * length
    return tuple(code), tuple(vector)


def _reckoned(scope: Scope, number: int, variable: core.Variable, first: core.Expr | core.AggregateValue) -> ir.Code:
    """Loops over all owners, then an assignment."""
    owners = tuple(core.Get(local, owner) for local, owner in zip(variable.owner_locals, variable.owners, strict=True))
    lies = scope.build.layout.variables[number]

    def loop(dimension: int) -> ir.Code:
        if dimension == len(lies.extents):
            ref = core.VarRef(number, owners, span=variable.span)
            if isinstance(first, core.AggregateValue):
                return assign_all(scope, core.AssignAll(ref, first, span=variable.span))
            return assign(scope, core.Assign(ref, first, span=variable.span))
        cell = scope.temp()
        scope.bind(variable.owner_locals[dimension], Spot(plus(ir.Cell(cell), lies.lows[dimension])))
        return (ir.For(cell, ir.ZERO, ir.Const(lies.extents[dimension]), loop(dimension + 1), span=scope.span),)

    scope.span = variable.span
    return loop(0)


# ---- Memories: which cells make a situation, and the sentences that remember and forget


def layouts(made: core.Core, layout: Layout) -> tuple[ir.MemoryLayout, ...]:
    """Where the memories of the rules lie, in declared order; the cells of a situation as few stretches as there can
    be."""
    found = []
    for number, what in enumerate(made.variables):
        if isinstance(what.type, types.MemoryT):
            cells: list[int] = []
            for field in what.fields:
                if field.sort == "zone":
                    zone = layout.zones[field.number]
                    cells += range(zone.offset, zone.offset + zone.stride * zone.instances)
                else:
                    lies = layout.variables[field.number]
                    cells += range(lies.offset, lies.offset + lies.width * lies.instances)
            runs = tuple(stretches(cells))
            found.append(ir.MemoryLayout(layout.variables[number].offset, what.type.capacity, runs))
    return tuple(found)


def memory_number(scope: Scope, var: core.VarRef) -> int:
    """Which memory of the program it is."""
    return sum(isinstance(each.type, types.MemoryT) for each in scope.core.variables[: var.variable])


def remember(scope: Scope, sentence: core.Remember) -> ir.Code:
    """`remember m`."""
    what = scope.core.variables[sentence.var.variable]
    assert isinstance(what.type, types.MemoryT), what
    room = what.type.capacity
    full = scope.fault("memory-full", f"There is no room in {what.name}: {room} situations are remembered already.")
    return (ir.Remember(memory_number(scope, sentence.var), full),)


def forget(scope: Scope, sentence: core.Remember) -> ir.Code:
    """`forget m`."""
    lies = scope.build.layout.variables[sentence.var.variable]
    return (ir.Fill(lies.offset, ir.ZERO, ir.Const(lies.width), 0),)


# ---- Sets and counts: read number by number, compared, made, added
# In: a scope and a core aggregate. Out: `Reader`: code to run first, then each number is an expression.


@frozen
class Reader:
    """Run `code` first; then `at(index)` is a number, if `there` (otherwise all are 0)."""

    code: ir.Code
    at: Callable[[ir.Expr], ir.Expr]
    width: int
    there: ir.Expr = ir.YES

    def number(self, index: ir.Expr) -> ir.Expr:
        """The number at an index; 0 where nothing is."""
        return self.at(index) if self.there == ir.YES else ir.Select(self.there, self.at(index), ir.ZERO)


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
            found = indexing.instance(scope, var)
            code, numbers = _cells(scope, var, found.index)
            return Reader((*found.code, *code), numbers.at, width, found.there)
        case core.KindCounts(component, attribute_, of):
            attribute = scope.core.components[component].attributes[attribute_]
            flat = tuple(number for row in attribute.table if isinstance(row, tuple) for number in row)
            table, kinds = scope.build.table(flat), indexing.Values(attribute.name, Range(0, len(attribute.table) - 1))
            code, kind = indexing.index(scope, of, kinds)
            there, first = indexing.is_some(of, kind), times(kind, aggregate.width)
            return Reader(code, lambda index: ir.TableAt(table, add(first, index)), aggregate.width, there)
        case core.OneEach(seq, width):
            cells = scope.build.array(width)
            values = members or indexing.Values("a set", Range(low, low + width - 1))
            alike, can_be = indexing.once(scope, seq), indexing.elements(scope, seq)

            def count_element(spot: Spot) -> ir.Code:
                code, value = scope.kept(indexing.within(scope, spot.value, can_be, values.range, values.words))
                index = plus(value, -values.range.low)
                return (*code, set_item(cells, index, add(item(cells, index), copies(alike, spot))))

            empty = ir.Fill(cells, ir.ZERO, ir.Const(values.range.extent), 0)
            counted = (empty, *scope.each(alike or seq, count_element))
            return Reader(counted, lambda index: item(cells, index), width)
        case core.Plus(left, right, width):
            one_, other = reader(scope, left, low, members), reader(scope, right, low, members)
            code = (*one_.code, *other.code)
            return Reader(code, lambda index: add(one_.number(index), other.number(index)), width)


def copies(alike: core.Seq | None, spot: Spot) -> ir.Expr:
    """How many elements this one stands for, where all that are alike come once."""
    return ir.ONE if alike is None or spot.loc is None else at(0, spot.loc)


def _is_set(scope: Scope, var: core.VarRef) -> bool:
    """Whether a variable is a set."""
    return isinstance(scope.core.variables[var.variable].type, types.SetT)


def count_of(scope: Scope, expr: core.CountOf) -> ir.Expr:
    """One number of a set or counts; of none it is 0."""
    low = low_of(scope.core, expr.counts)
    read = reader(scope, expr.counts, low)
    match expr.counts:
        case core.Aggregate(var):
            name = scope.core.variables[var.variable].name
        case core.KindCounts(component, attribute):
            name = scope.core.components[component].attributes[attribute].name
        case _:
            name = "it"
    code, cell = indexing.index(scope, expr.value, indexing.Values(name, Range(low, low + read.width - 1)))
    number = read.number(plus(cell, -low))
    if may_be_none(expr.value):
        number = ir.Select(ir.Bin(">=", cell, ir.Const(low)), number, ir.ZERO)
    return scope.after((*read.code, *code), number)


def same(scope: Scope, left: core.AggregateValue, right: core.AggregateValue) -> ir.Expr:
    """Whether two sets or counts are equal, number by number. A set compared with one-each ignores repeats."""
    low = low_of(scope.core, left) or low_of(scope.core, right)
    first, second = reader(scope, left, low), reader(scope, right, low)
    flat = any(isinstance(each, core.Aggregate) and _is_set(scope, each.var) for each in (left, right))
    index, result, label = scope.temp(), scope.temp(), scope.build.label()
    one, other = first.number(ir.Cell(index)), second.number(ir.Cell(index))
    if flat:
        one, other = (ir.Bin("!=", number, ir.ZERO) for number in (one, other))
    differ = ir.If(ir.Bin("!=", one, other), (ir.Set(result, ir.ZERO), ir.Leave(label)))
    loop = ir.For(index, ir.ZERO, ir.Const(first.width), (differ,), span=scope.span)
    return ir.Do((*first.code, *second.code, ir.Set(result, ir.ONE), ir.Labelled(label, (loop,))), result)


def total(scope: Scope, aggregate: core.AggregateValue) -> ir.Expr:
    """The sum of all numbers."""
    read = reader(scope, aggregate)
    index, result = scope.temp(), scope.temp()
    grow = ir.Set(result, add(ir.Cell(result), read.at(ir.Cell(index))))
    loop = ir.For(index, ir.ZERO, ir.Const(read.width), (grow,), span=scope.span)
    return ir.Do((*read.code, ir.Set(result, ir.ZERO), *guarded(read.there, (loop,))), result)


def assign_all(scope: Scope, sentence: core.AssignAll) -> ir.Code:
    """`set s to …`: the value is reckoned as a whole before the first number changes."""
    lies, before, cells = _target(scope, sentence)
    read = reader(scope, sentence.value, lies.base, indexing.members_of(scope, sentence.var.variable))
    buffer, index = scope.build.array(lies.width), scope.temp()
    number = read.number(ir.Cell(index))
    if _is_set(scope, sentence.var):
        number = ir.Bin("!=", number, ir.ZERO)
    width = ir.Const(lies.width)
    fill = ir.For(index, ir.ZERO, width, (set_at(buffer, ir.Cell(index), number),), span=scope.span)
    emptied = () if cells.kept is None else (ir.Fill(cells.kept, ir.ZERO, width, 0),)  # what was there is read no more
    copied = cells.put(scope, sentence, ir.Cell(index), _counted(scope, sentence, at(buffer, ir.Cell(index))))
    return (*before, *read.code, fill, *emptied, ir.For(index, ir.ZERO, width, copied, span=scope.span))


def _target(scope: Scope, sentence: core.AssignAll | core.AddTo) -> tuple[VariableLayout, ir.Code, Cells]:
    """The variable that is set, code to run first, and its cells."""
    lies = scope.build.layout.variables[sentence.var.variable]
    target = indexing.certain(scope, indexing.instance(scope, sentence.var), sentence.span)
    code, cells = _cells(scope, sentence.var, target.index)
    return lies, (*target.code, *code), cells


def add_to(scope: Scope, sentence: core.AddTo) -> ir.Code:
    """`add`, `subtract`, `remove`."""
    lies, before, cells = _target(scope, sentence)
    members = indexing.members_of(scope, sentence.var.variable)
    match sentence.value:
        case core.OneEach(core.Listed((single,))):
            code, cell = indexing.index(scope, single, members)
            change = _change(scope, sentence, cells, plus(cell, -lies.base), ir.ONE)
            return (*before, *code, *guarded(indexing.is_some(single, cell), change))
        case _:
            read = reader(scope, sentence.value, lies.base, members)
            index, number = scope.temp(), scope.temp()
            change = _change(scope, sentence, cells, ir.Cell(index), ir.Cell(number))
            one = (ir.Set(number, read.number(ir.Cell(index))), ir.If(ir.Cell(number), change))
            return (*before, *read.code, ir.For(index, ir.ZERO, ir.Const(lies.width), one, span=scope.span))


def _change(scope: Scope, sentence: core.AddTo, cells: Cells, index: ir.Expr, by: ir.Expr) -> ir.Code:
    """Adds to or takes from one number."""
    if _is_set(scope, sentence.var):
        return cells.put(scope, sentence, index, ir.Const(1 if sentence.sign > 0 else 0))
    grown = ir.Bin("+" if sentence.sign > 0 else "-", cells.at(index), by)
    return cells.put(scope, sentence, index, _counted(scope, sentence, grown))


def _counted(scope: Scope, sentence: core.AssignAll | core.AddTo, number: ir.Expr) -> ir.Expr:
    """A number that a set or counts can hold, else a fault."""
    lies = scope.build.layout.variables[sentence.var.variable]
    if _is_set(scope, sentence.var):
        return number
    name = scope.core.variables[sentence.var.variable].name
    words = f"{name} counts 0..{lies.high} of each, and this makes {ir.VALUE}."
    return ir.Checked(number, lies.low, lies.high, None, scope.fault("out-of-range", words, sentence.span))
