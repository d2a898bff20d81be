"""What does not change in a loop is reckoned once: a costly expression free of the loop's locals is kept in a cell.

Only loops without effects count: queries, filters, candidates, guards. The first time the expression is reached it is
reckoned; until the loop begins anew it is remembered. So nothing is reckoned that the rules would not have reached.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from rulewright.language import core
from rulewright.language.binding import free
from rulewright.language.walking import walk
from rulewright.machine.lower.terms import ONE
from rulewright.machine.program import nodes as ir

T = TypeVar("T")

if TYPE_CHECKING:
    from rulewright.machine.lower.builder import Scope


def kept(scope: "Scope", expr: core.Expr) -> ir.Expr | None:
    """The expression as a cell reckoned once in the outermost loop that does not change it; None: reckon it here."""
    if "hoist" not in scope.build.passes or not scope.loops or isinstance(expr, core.Not):
        return None
    if not _remembered(scope, "costly", expr, lambda: any(map(_loops, walk(expr)))):  # it or a part of it
        return None
    depth = max(depth_of(scope, expr) - scope.outside, 0)
    if depth >= len(scope.loops):
        return None
    loop, inner = scope.loops[depth], scope.loops[depth:]
    # calls that are alike are one; of all else a fault would have to say where it stands
    plain = isinstance(expr, core.CallDefinition) and all(isinstance(arg, core.Get | core.Const) for arg in expr.args)
    key = expr if plain else id(expr)
    if key not in loop:
        del scope.loops[depth:]
        reckoned = scope.direct(expr)
        scope.loops.extend(inner)
        known, cell = scope.temp(), scope.temp()
        first = ir.If(ir.Inverse(ir.Cell(known)), (ir.Set(cell, reckoned), ir.Set(known, ONE)))
        loop[key] = known, ir.Do((first,), cell)
    return loop[key][1]


def depth_of(scope: "Scope", expr: core.Expr) -> int:
    """In how many loops an expression stands that may change it."""
    return max((scope.depth.get(local, 0) for local in free_locals(scope, expr)), default=0)


def free_locals(scope: "Scope", expr: core.Expr) -> frozenset[int]:
    """The locals an expression reads that it does not bind itself."""
    return _remembered(scope, "free", expr, lambda: free(expr))


def _remembered(scope: "Scope", what: str, expr: core.Expr, find: Callable[[], T]) -> T:
    """What was found of an expression once; it is kept with it, so that no other has its number."""
    return scope.build.remembered((what, id(expr)), lambda: (find(), expr))[0]


def _loops(expr: object) -> bool:
    match expr:
        case core.CallDefinition() | core.CanAct() | core.Exists() | core.AllAre() | core.Sum():
            return True
        case core.Total() | core.Extreme() | core.Outside():
            return True
        case core.Size(seq):
            return not isinstance(seq, core.Pieces | core.Values | core.Held | core.TableList)
        case core.First(seq) | core.Last(seq) | core.Only(seq) | core.Item(seq) | core.Contains(seq):
            return isinstance(
                seq, core.Filter | core.Best | core.FlatMap | core.Mapped | core.Chain | core.Beyond | core.Region
            )
        case _:
            return False
