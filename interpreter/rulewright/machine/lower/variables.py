"""Variables: setting them, what all of them begin with, memories of situations, sets and counts."""

from collections.abc import Callable

from attrs import frozen

from rulewright.language import core, types
from rulewright.language.facts.ranges import low_of, may_be_none, none_of
from rulewright.language.intervals import WORD, Range
from rulewright.machine.lower import indexing, pieces
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.layout import Layout, beginning
from rulewright.machine.lower.terms import add, at, both, inverse, item, plus, set_at, set_item, times
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import stretches

# ---- Setting scalar variables, and what all variables begin with


def assign(scope: Scope, sentence: core.Assign) -> None:
    """`set x to v`, `add n to x`: checked against the domain where the expression does not prove it."""
    number = sentence.var.variable
    if (kept := scope.kept_at(number)) is not None:
        scope.set(ir.Cell(kept), _fitting(scope, sentence, number))
        return
    index = indexing.certain(scope, indexing.instance(scope, sentence.var), sentence.span)
    scope.store(sentence, scope.build.layout.variables[number].offset, index, _fitting(scope, sentence, number))


def note(scope: Scope, sentence: core.Note) -> None:
    """`set p's n to v`: a piece that does not lie where that is noted is a fault."""
    found = pieces.piece(scope, sentence.piece)
    place = pieces.note_place(scope, sentence.variable, found.place)
    there = ir.Invoke(pieces.here_function(scope), (found.value, found.place))
    fault = scope.fault("cannot-move", "There is no piece here.", sentence.span)
    scope.refuse(inverse(both(ir.Bin(">=", place, ir.ZERO), there)), fault)
    lies = scope.build.layout.variables[sentence.variable]
    scope.store(sentence, lies.offset, place, _fitting(scope, sentence, sentence.variable))


def _fitting(scope: Scope, sentence: core.Assign | core.Note, number: int) -> ir.Expr:
    """The value that a variable is set to, which must be one of its own."""
    lies, variable = scope.build.layout.variables[number], scope.core.variables[number]
    reckoned = scope.value(sentence.value)
    optional = may_be_none(sentence.value)
    if reckoned == ir.Const(none_of(sentence.value)) and optional and lies.none is not None:
        return ir.Const(lies.none)
    match variable.type:
        case types.NumberT():
            domain = f"{lies.low}..{lies.high}"
        case types.BoolT():
            domain = "yes or no"
        case types.OptionalT():
            domain = "of its type or none"
        case types.ValueT(name) | types.LineT(name) | types.KindT(name):
            domain = f"a {name}"
        case _:
            domain = "a whole collection"
    made = ir.VALUE if isinstance(variable.type, types.NumberT) else "something else"
    words = f"{variable.name} is {domain}, and this makes {made}."
    none_fits = not optional or lies.none == none_of(sentence.value)
    can_be = indexing.range_here(scope, sentence.value) if none_fits else WORD
    return indexing.within(scope, reckoned, can_be, Range(lies.low, lies.high), words, lies.none)


def starts(scope: Scope) -> tuple[int, ...]:
    """What all variables begin with: the initial vector up to the frames; in the scope of the game, what must be
    reckoned becomes code to run first."""
    layout = scope.build.layout
    vector = [0] * layout.frames_at
    # every piece begins in the box
    for zone in layout.zones:
        if zone.box and not zone.unlimited:
            copies = scope.core.components[zone.component].copies
            vector[zone.offset : zone.offset + zone.stride] = [number or 0 for number in copies]
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
                scope.span = variable.span
                _start(scope, number, reckoned)
        length = lies.width * lies.instances
        vector[lies.offset : lies.offset + length] = [first] * length
    return tuple(vector)


def _start(scope: Scope, number: int, first: core.Expr | core.AggregateValue, dimension: int = 0) -> None:
    """Loops over all owners, then an assignment."""
    lies, variable = scope.build.layout.variables[number], scope.core.variables[number]
    if dimension < len(lies.extents):
        with scope.loop(ir.ZERO, ir.Const(lies.extents[dimension])) as cell:
            scope.bind(variable.owner_locals[dimension], Spot(plus(cell, lies.lows[dimension])))
            _start(scope, number, first, dimension + 1)
        return
    owners = tuple(core.Get(local, owner) for local, owner in zip(variable.owner_locals, variable.owners, strict=True))
    ref = core.VarRef(number, owners, span=variable.span)
    if isinstance(first, core.AggregateValue):
        assign_all(scope, core.AssignAll(ref, first, span=variable.span))
    else:
        assign(scope, core.Assign(ref, first, span=variable.span))


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


def remember(scope: Scope, sentence: core.Remember) -> None:
    """`remember m`, `forget m`."""
    number = sentence.var.variable
    what, lies = scope.core.variables[number], scope.build.layout.variables[number]
    if sentence.forgets:
        scope.emit(ir.Fill(lies.offset, ir.ZERO, ir.Const(lies.width), 0))
        return
    assert isinstance(what.type, types.MemoryT), what
    words = f"There is no room in {what.name}: {what.type.capacity} situations are remembered already."
    scope.emit(ir.Remember(memory_number(scope, sentence.var), scope.fault("memory-full", words)))


# ---- Sets and counts: read number by number, compared, made, added


@frozen
class Reader:
    """`at(index)` is a number, if `there` (otherwise all are 0), behind the code that was emitted to make it."""

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

    def put(self, scope: Scope, sentence: core.Statement, index: ir.Expr, number: ir.Expr) -> None:
        """One of them becomes a number; of what is kept nobody counts whether it changes."""
        if self.kept is None:
            scope.store(sentence, 0, add(self.base, index), number)
        else:
            scope.emit(set_item(self.kept, index, number))


def _cells(scope: Scope, var: core.VarRef, instance: ir.Expr) -> Cells:
    lies = scope.build.layout.variables[var.variable]
    return Cells(scope.kept(plus(times(instance, lies.width), lies.offset)), scope.kept_at(var.variable))


def reader(
    scope: Scope, aggregate: core.AggregateValue, low: int = 0, members: indexing.Values | None = None
) -> Reader:
    """How to read an aggregate; if that is open, `low` is the value that is number 0, `members` what can be in it."""
    match aggregate:
        case core.Aggregate(var, width):
            found = indexing.instance(scope, var)
            return Reader(_cells(scope, var, found.index).at, width, found.there)
        case core.KindCounts(component, attribute_, of):
            attribute = scope.core.components[component].attributes[attribute_]
            flat = tuple(number for row in attribute.table if isinstance(row, tuple) for number in row)
            table, kinds = scope.build.table(flat), indexing.Values(attribute.name, Range(0, len(attribute.table) - 1))
            kind = indexing.index(scope, of, kinds)
            there, first = indexing.is_some(of, kind), times(kind, aggregate.width)
            return Reader(lambda index: ir.TableAt(table, add(first, index)), aggregate.width, there)
        case core.OneEach(seq, width):
            cells = scope.build.array(width)
            values = members or indexing.Values("a set", Range(low, low + width - 1))
            alike, can_be = indexing.once(scope, seq), indexing.elements(scope, seq)

            def count_element(spot: Spot) -> None:
                value = scope.kept(indexing.within(scope, spot.value, can_be, values.range, values.words))
                index = plus(value, -values.range.low)
                scope.emit(set_item(cells, index, add(item(cells, index), copies(alike, spot))))

            scope.emit(ir.Fill(cells, ir.ZERO, ir.Const(values.range.extent), 0))
            scope.each(alike or seq, count_element)
            return Reader(lambda index: item(cells, index), width)
        case core.Plus(left, right, width):
            one, other = reader(scope, left, low, members), reader(scope, right, low, members)
            return Reader(lambda index: add(one.number(index), other.number(index)), width)
        case core.Without(left, right, width):
            whole, off = reader(scope, left, low, members), reader(scope, right, low, members)
            return Reader(
                lambda index: ir.Bin("max", ir.Bin("-", whole.number(index), off.number(index)), ir.ZERO), width
            )


def copies(alike: core.Seq | None, spot: Spot) -> ir.Expr:
    """How many elements this one stands for, where all that are alike come once."""
    return ir.ONE if alike is None or spot.loc is None else at(0, spot.loc)


def _is_set(scope: Scope, var: core.VarRef) -> bool:
    return isinstance(scope.core.variables[var.variable].type, types.SetT)


def count_of(scope: Scope, expr: core.CountOf) -> ir.Expr:
    """One number of a set or counts; of none it is 0."""
    low, name = low_of(scope.core, expr.counts), "it"
    read = reader(scope, expr.counts, low)
    match expr.counts:
        case core.Aggregate(var):
            name = scope.core.variables[var.variable].name
        case core.KindCounts(component, attribute):
            name = scope.core.components[component].attributes[attribute].name
        case _:
            pass
    cell = indexing.index(scope, expr.value, indexing.Values(name, Range(low, low + read.width - 1)))
    number = read.number(plus(cell, -low))
    if not may_be_none(expr.value):
        return number
    return ir.Select(ir.Bin(">=", cell, ir.Const(low)), number, ir.ZERO)


def same(scope: Scope, left: core.AggregateValue, right: core.AggregateValue) -> ir.Expr:
    """Whether two sets or counts are equal, number by number. A set compared with one-each ignores repeats."""
    low = low_of(scope.core, left) or low_of(scope.core, right)
    first, second, result = reader(scope, left, low), reader(scope, right, low), scope.cell(ir.ONE)
    flat = any(isinstance(each, core.Aggregate) and _is_set(scope, each.var) for each in (left, right))
    with scope.labelled() as label, scope.loop(ir.ZERO, ir.Const(first.width)) as index:
        one, other = first.number(index), second.number(index)
        if flat:
            one, other = (ir.Bin("!=", number, ir.ZERO) for number in (one, other))
        scope.emit(ir.If(ir.Bin("!=", one, other), (ir.Set(result.index, ir.ZERO), ir.Leave(label))))
    return result


def total(scope: Scope, aggregate: core.AggregateValue) -> ir.Expr:
    """The sum of all numbers."""
    read, result = reader(scope, aggregate, low_of(scope.core, aggregate)), scope.cell(ir.ZERO)
    with scope.when(read.there), scope.loop(ir.ZERO, ir.Const(read.width)) as index:
        scope.set(result, add(result, read.at(index)))
    return result


def assign_all(scope: Scope, sentence: core.AssignAll) -> None:
    """`set s to …`: the value is reckoned as a whole before the first number changes."""
    found, lies = indexing.instance(scope, sentence.var), scope.build.layout.variables[sentence.var.variable]
    cells = _cells(scope, sentence.var, indexing.certain(scope, found, sentence.span))
    read = reader(scope, sentence.value, lies.base, indexing.members_of(scope, sentence.var.variable))
    buffer, width = scope.build.array(lies.width), ir.Const(lies.width)
    with scope.loop(ir.ZERO, width) as index:
        number = read.number(index)
        scope.emit(set_at(buffer, index, ir.Bin("!=", number, ir.ZERO) if _is_set(scope, sentence.var) else number))
    if cells.kept is not None:  # what was there is read no more
        scope.emit(ir.Fill(cells.kept, ir.ZERO, width, 0))
    with scope.loop(ir.ZERO, width) as index:
        cells.put(scope, sentence, index, _counted(scope, sentence, at(buffer, index)))


def add_to(scope: Scope, sentence: core.AddTo) -> None:
    """`add`, `subtract`, `remove`."""
    found, lies = indexing.instance(scope, sentence.var), scope.build.layout.variables[sentence.var.variable]
    cells = _cells(scope, sentence.var, indexing.certain(scope, found, sentence.span))
    members = indexing.members_of(scope, sentence.var.variable)

    def change(index: ir.Expr, by: ir.Expr) -> None:
        number: ir.Expr = ir.ONE if sentence.sign > 0 else ir.ZERO
        if not _is_set(scope, sentence.var):
            grown = ir.Bin("+" if sentence.sign > 0 else "-", cells.at(index), by)
            number = _counted(scope, sentence, grown)
        cells.put(scope, sentence, index, number)

    match sentence.value:
        case core.OneEach(core.Listed((single,))):
            cell = indexing.index(scope, single, members)
            with scope.when(indexing.is_some(single, cell)):
                change(plus(cell, -lies.base), ir.ONE)
        case value:
            read = reader(scope, value, lies.base, members)
            with scope.loop(ir.ZERO, ir.Const(lies.width)) as index:
                number = scope.cell(read.number(index))
                with scope.when(number):
                    change(index, number)


def _counted(scope: Scope, sentence: core.AssignAll | core.AddTo, number: ir.Expr) -> ir.Expr:
    """A number that a set or counts can hold, else a fault."""
    lies = scope.build.layout.variables[sentence.var.variable]
    if _is_set(scope, sentence.var):
        return number
    name = scope.core.variables[sentence.var.variable].name
    words = f"{name} counts 0..{lies.high} of each, and this makes {ir.VALUE}."
    return ir.Checked(number, lies.low, lies.high, None, scope.fault("out-of-range", words, sentence.span))
