"""Small definitions, put where they are called: their parameters are what is known there, and what does not change in a
loop around the call is reckoned once.

In: a scope and a call. Out: one expression. Arguments are evaluated once, before, as in a call.
"""

from typing import Final

from rulewright.language import core
from rulewright.language.facts.whereabouts import knows_where
from rulewright.language.walking import walk
from rulewright.machine.lower import instances, pieces
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.hoisting import depth_of
from rulewright.machine.lower.terms import NO_PLACE
from rulewright.machine.program import nodes as ir

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
            code, cell = scope.kept(instances.for_local(scope, param, arg))
            return code, Spot(cell, NO_PLACE if piece else None, bare=True, lasting=True)
