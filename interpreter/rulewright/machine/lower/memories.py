"""Memories: which cells make a situation, and the sentences that remember and forget."""

from itertools import groupby

from rulewright.language import core
from rulewright.language.types import MemoryT
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.layout import Layout
from rulewright.machine.lower.terms import ZERO
from rulewright.machine.program import nodes as ir


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
