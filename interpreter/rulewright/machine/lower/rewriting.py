"""Expressions asked earlier, once, or in place of a call: what may be, and how it is done."""

from collections.abc import Callable
from typing import Final, TypeVar

from rulewright.language import core
from rulewright.language.core_queries import free, questions
from rulewright.language.effects import knows_where
from rulewright.language.types import NumberT, without_none
from rulewright.language.walking import children, walk
from rulewright.machine.lower import indexing, pieces
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.terms import NO_PLACE, ONE
from rulewright.machine.program import nodes as ir

# ---- What cannot go wrong: it may be asked earlier, more often, or not at all, and nobody can tell


FAULTLESS_KINDS: Final = (
    *(core.Const, core.Get, core.Compare, core.IsNone, core.Not, core.And, core.Or, core.Exists, core.CallDefinition),
    *(core.Region, core.Filter, core.Values, core.Repeats, core.Pieces, core.VarRef, core.Read, core.Attr, core.On),
    *(core.ZoneRef, core.PlaceRef, core.TableList, core.Definition),
)
ASKED_BY = core.ZoneRef | core.VarRef | core.PlaceRef | core.TableList | core.CallDefinition


def calm(made: core.Core, *exprs: core.Expr | core.Seq) -> bool:
    """Whether no fault can come of asking these."""
    return all(
        isinstance(node, FAULTLESS_KINDS) and (not isinstance(node, ASKED_BY) or all(map(_known, children(node))))
        for node in questions(made, exprs)
        if type(node).__module__ == core.__name__
    )


def _known(part: object) -> bool:
    """Whether an owner, place, index or argument is surely a value of its type, or none: a number need not be."""
    parts = part if isinstance(part, tuple) else (part,)
    return all(
        not isinstance(each, core.Expr)
        or (isinstance(each, core.Const | core.Get) and not isinstance(without_none(each.type), NumberT))
        for each in parts
    )


# ---- What does not change in a loop is reckoned once: a costly expression free of the loop's locals is kept in a
# cell
# Only loops without effects count: queries, filters, candidates, guards. The first time the expression is reached it
# is reckoned; until the loop begins anew it is remembered. So nothing is reckoned that the rules would not have
# reached.


T = TypeVar("T")


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


# ---- Small definitions, put where they are called: their parameters are what is known there, and what does not
# change in a loop around the call is reckoned once
# In: a scope and a call. Out: one expression. Arguments are evaluated once, before, as in a call.


MAX_INLINED_NODES: Final = 30
"""So many nodes, those of the definitions that it calls among them."""


def is_small(scope: Scope, definition: int) -> bool:
    """Whether a definition is put where it is called."""
    return "inline" in scope.build.passes and _size(scope, definition) <= MAX_INLINED_NODES


def fixed(scope: Scope, args: tuple[core.Expr, ...]) -> bool:
    """Whether all arguments are constants."""
    return all(
        isinstance(arg, core.Const) or (isinstance(arg, core.Get) and isinstance(scope.spot(arg.local).value, ir.Const))
        for arg in args
    )


def _size(scope: Scope, definition: int) -> int:
    what = scope.core.definitions[definition]
    if what.lets:
        return MAX_INLINED_NODES + 1

    def size() -> int:
        inner = [node.definition for node in walk(what.result) if isinstance(node, core.CallDefinition)]
        return sum(1 for _ in walk(what.result)) + sum(_size(scope, definition) for definition in inner)

    return scope.build.remembered(("size", definition), size)


def inlined(scope: Scope, call: core.CallDefinition) -> ir.Expr:
    """The value of a definition for these arguments."""
    what = scope.core.definitions[call.definition]
    code: list[ir.Statement] = []
    spots: list[tuple[int, Spot, int]] = []
    for param, arg in zip(what.params, call.args, strict=True):
        before, spot = _argument(scope, param, arg)
        code.extend(before)
        spots.append((param, spot, scope.inside if before else depth_of(scope, arg)))
    for param, spot, depth in spots:
        scope.bind(param, spot)
        scope.depth[param] = depth
    span, scope.span = scope.span, what.span
    result = scope.value(what.result)
    scope.span = span
    note = scope.build.note("definition", what.span, name=what.name)
    return scope.after((*code, *note), result)


def _argument(scope: Scope, param: int, arg: core.Expr) -> tuple[ir.Code, Spot]:
    """An argument as the parameter wants it; a bare kind does not know where it lies."""
    piece = scope.core.locals[param].piece
    match arg:
        case core.Get(local) if piece and scope.core.locals[local].piece:
            return (), scope.spot(local)
        case _ if piece and knows_where(scope.core, arg):
            found = pieces.piece(scope, arg, search=False)
            return found.code, Spot(found.kind, found.loc, bare=True, lasting=True)
        case _:
            code, cell = scope.kept(indexing.for_local(scope, param, arg))
            return code, Spot(cell, NO_PLACE if piece else None, bare=True, lasting=True)
