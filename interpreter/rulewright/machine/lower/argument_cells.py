"""Arguments as the cells of parameters want them.

In: a scope, parameters and core expressions. Out: code to run first, and a value for each cell.
"""

from rulewright.language import core
from rulewright.language.facts.whereabouts import knows_where
from rulewright.language.types import OptionalT
from rulewright.machine.lower import moving, pieces
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.instances import for_local
from rulewright.machine.lower.ir_terms import NO_PLACE
from rulewright.machine.program import nodes as ir


def arguments(
    scope: Scope, params: tuple[int, ...], args: tuple[core.Expr, ...]
) -> tuple[ir.Code, tuple[ir.Expr, ...]]:
    """Arguments as parameter cells want them: a piece is two, a bare kind has -1 for its location."""
    code: list[ir.Statement] = []
    values: list[ir.Expr] = []
    for param, arg in zip(params, args, strict=True):
        if not scope.core.locals[param].piece:
            values.append(for_local(scope, param, arg))
        elif knows_where(scope.core, arg):
            found = pieces.piece(scope, arg, search=False)
            needed = not isinstance(scope.core.locals[param].type, OptionalT)
            code.extend((*found.code, *(moving.something(scope, arg, found, scope.span) if needed else ())))
            values.extend((found.kind, found.loc))
        else:
            values.extend((for_local(scope, param, arg), NO_PLACE))
    return tuple(code), tuple(values)
