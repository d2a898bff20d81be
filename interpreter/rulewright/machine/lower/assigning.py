"""Setting variables, what all variables begin with, and memories of situations."""

from itertools import groupby

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none, none_of
from rulewright.language.intervals import WORD, Range
from rulewright.language.types import (
    BoolT,
    CountsT,
    KindT,
    LineT,
    MemoryT,
    NumberT,
    OptionalT,
    SetT,
    Several,
    ValueT,
    none_code,
)
from rulewright.machine.lower import aggregates, indexing, pieces
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.layout import Layout, beginning
from rulewright.machine.lower.terms import ZERO, both, inverse, plus, refused
from rulewright.machine.program import nodes as ir

# ---- Setting scalar variables, and what all variables begin with
# In: a scope and a core sentence. Out: structured code. At the beginning: the scope of the game; code to run first,
# for variables whose first value must be reckoned, and the initial vector up to the frames.


def assign(scope: Scope, sentence: core.Assign) -> ir.Code:
    """`set x to v`, `add n to x`: checked against the domain where the expression does not prove it."""
    if (kept := scope.kept_at(sentence.var.variable)) is not None:
        return (ir.Set(kept, _fitting(scope, sentence)),)
    lies = scope.build.layout.variables[sentence.var.variable]
    target_ = indexing.certain(scope, indexing.variable_instance(scope, sentence.var), sentence.span)
    return (*target_.code, *scope.store(sentence, lies.offset, target_.index, _fitting(scope, sentence)))


def note(scope: Scope, sentence: core.Note) -> ir.Code:
    """`set p's n to v`: a piece that does not lie where that is noted is a fault."""
    found = pieces.piece(scope, sentence.piece)
    code, place = scope.kept(pieces.note_place(scope, sentence.variable, found.loc))
    there = ir.Invoke(pieces.here_function(scope), (found.kind, found.loc))
    fault = scope.fault("cannot-move", "There is no piece here.", sentence.span)
    missing = refused(inverse(both(ir.Bin(">=", place, ZERO), there)), fault)
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
        case SetT() | CountsT() | MemoryT():
            return "a whole collection"


# ---- at the beginning


def starts(scope: Scope) -> tuple[ir.Code, tuple[int, ...]]:
    """Constants are folded into the vector; the rest becomes code."""
    layout = scope.build.layout
    vector = [0] * layout.frames_at
    # every piece begins in the box
    for zone in scope.build.layout.zones:
        if zone.box and not zone.unlimited:
            copies = scope.core.components[zone.component].copies
            vector[zone.offset : zone.offset + zone.stride] = [number or 0 for number in copies]
    code: list[ir.Statement] = []
    for number, variable in enumerate(scope.core.variables):
        if variable.since is not None:
            continue
        lies = layout.variables[number]
        length = lies.width * lies.instances
        constant = _constant(variable)
        vector[lies.offset : lies.offset + length] = [beginning(lies) if constant is None else constant] * length
        if variable.starts is not None and constant is None:
            code.extend(_reckoned(scope, number, variable, variable.starts))
    return tuple(code), tuple(vector)


def _constant(variable: core.Variable) -> int | None:
    match variable.starts:
        case core.Const(value) as constant if value != none_of(constant):
            return value
        case core.Const():
            return None if isinstance(variable.type, Several) else none_code(variable.type)
        case _:
            return None


def _reckoned(scope: Scope, number: int, variable: core.Variable, first: core.Expr | core.AggregateValue) -> ir.Code:
    """Loops over all owners, then an assignment."""
    owners = tuple(core.Get(local, owner) for local, owner in zip(variable.owner_locals, variable.owners, strict=True))
    lies = scope.build.layout.variables[number]

    def loop(dimension: int) -> ir.Code:
        if dimension == len(lies.extents):
            ref = core.VarRef(number, owners, span=variable.span)
            if isinstance(first, core.AggregateValue):
                return aggregates.assign_all(scope, core.AssignAll(ref, first, span=variable.span))
            return assign(scope, core.Assign(ref, first, span=variable.span))
        cell = scope.temp()
        scope.bind(variable.owner_locals[dimension], Spot(plus(ir.Cell(cell), lies.lows[dimension])))
        return (ir.For(cell, ZERO, ir.Const(lies.extents[dimension]), loop(dimension + 1), span=scope.span),)

    scope.span = variable.span
    return loop(0)


# ---- Memories: which cells make a situation, and the sentences that remember and forget


def layouts(made: core.Core, layout: Layout) -> tuple[ir.MemoryLayout, ...]:
    """Where the memories of the rules lie, in declared order."""
    return tuple(
        ir.MemoryLayout(layout.variables[number].offset, what.type.capacity, _runs(layout, what.fields))
        for number, what in enumerate(made.variables)
        if isinstance(what.type, MemoryT)
    )


def _runs(layout: Layout, fields: tuple[core.Whole, ...]) -> tuple[tuple[int, int], ...]:
    """The cells of these fields, as few stretches as there can be."""
    cells = sorted(cell for field in fields for cell in _cells(layout, field))
    found = [list(run) for _, run in groupby(enumerate(cells), key=lambda each: each[1] - each[0])]
    return tuple((run[0][1], len(run)) for run in found)


def _cells(layout: Layout, field: core.Whole) -> range:
    if field.sort == "zone":
        zone = layout.zones[field.number]
        return range(zone.offset, zone.offset + zone.stride * zone.instances)
    variable = layout.variables[field.number]
    return range(variable.offset, variable.offset + variable.width * variable.instances)


def number(scope: Scope, var: core.VarRef) -> int:
    """Which memory of the program it is."""
    return sum(isinstance(each.type, MemoryT) for each in scope.core.variables[: var.variable])


def remember(scope: Scope, sentence: core.Remember) -> ir.Code:
    """`remember m`."""
    what = scope.core.variables[sentence.var.variable]
    assert isinstance(what.type, MemoryT), what
    room = what.type.capacity
    full = scope.fault("memory-full", f"There is no room in {what.name}: {room} situations are remembered already.")
    return (ir.Remember(number(scope, sentence.var), full),)


def forget(scope: Scope, sentence: core.Forget) -> ir.Code:
    """`forget m`."""
    lies = scope.build.layout.variables[sentence.var.variable]
    return (ir.Fill(lies.offset, ZERO, ir.Const(lies.width), 0),)
