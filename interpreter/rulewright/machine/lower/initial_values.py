"""How a game begins: the vector at the start, and the code for variables whose first value must be reckoned.

In: the scope of the game. Out: code to run first, and the initial vector up to the frames.
"""

from rulewright.language import core
from rulewright.language.facts.ranges import none_of, type_of
from rulewright.language.types import CountsT, SetT, none_code
from rulewright.machine.lower import aggregates, assigning
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.ir_terms import ZERO, plus
from rulewright.machine.lower.layout import beginning
from rulewright.machine.program import nodes as ir


def starts(scope: Scope) -> tuple[ir.Code, tuple[int, ...]]:
    """Constants are folded into the vector; the rest becomes code."""
    layout = scope.build.layout
    vector = [0] * layout.frames_at
    _boxes(scope, vector)
    code: list[ir.Statement] = []
    for number, variable in enumerate(scope.core.variables):
        lies = layout.variables[number]
        length = lies.width * lies.instances
        constant = _constant(variable)
        vector[lies.offset : lies.offset + length] = [beginning(lies) if constant is None else constant] * length
        if variable.starts is not None and constant is None:
            code.extend(_reckoned(scope, number, variable))
    return tuple(code), tuple(vector)


def _boxes(scope: Scope, vector: list[int]) -> None:
    """Every piece begins in the box."""
    for zone in scope.build.layout.zones:
        if zone.box and not zone.unlimited:
            copies = scope.core.components[zone.component].copies
            vector[zone.offset : zone.offset + zone.stride] = [number or 0 for number in copies]


def _constant(variable: core.Variable) -> int | None:
    match variable.starts:
        case core.Const(value) as constant if value != none_of(constant):
            return value
        case core.Const():
            return None if isinstance(variable.type, SetT | CountsT) else none_code(variable.type)
        case _:
            return None


def _reckoned(scope: Scope, number: int, variable: core.Variable) -> ir.Code:
    """Loops over all owners, then an assignment."""
    owners = tuple(core.Get(local, owner) for local, owner in zip(variable.owner_locals, variable.owners, strict=True))
    lies = scope.build.layout.variables[number]

    def loop(dimension: int) -> ir.Code:
        if dimension == len(lies.extents):
            return _set(scope, core.VarRef(number, owners, span=variable.span), variable)
        cell = scope.temp()
        scope.bind(variable.owner_locals[dimension], Spot(plus(ir.Cell(cell), lies.lows[dimension])))
        return (ir.For(cell, ZERO, ir.Const(lies.extents[dimension]), loop(dimension + 1)),)

    scope.span = variable.span
    return loop(0)


def _set(scope: Scope, ref: core.VarRef, variable: core.Variable) -> ir.Code:
    match variable.starts:
        case None:
            return ()
        case core.Aggregate() | core.KindCounts() | core.OneEach() | core.Plus() as value:
            return aggregates.assign_all(scope, core.AssignAll(ref, value, span=variable.span))
        case value:
            assert type_of(value) is not None
            return assigning.assign(scope, core.Assign(ref, value, span=variable.span))
