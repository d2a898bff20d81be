"""Loops over pieces of rows and piles that may lose others meanwhile: what waits for its turn is kept in step.

In: a core, and the stretches of its loops. Out: which loops and sentences that concerns (plain data), and one function
that tells all such loops of a piece that leaves. A loop that nothing disturbs keeps its places as they are.
"""

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from rulewright.language import calls, core
from rulewright.language.effects import effects
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import knows_where, zones_of
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.lower.builder import Scope, Stretch
from rulewright.machine.lower.terms import NO_PLACE, ZERO, at, both, either, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir

GONE: Final = NO_PLACE
"""The kind of what will not have its turn."""
ANY_PLACE: Final = NO_PLACE


@define
class Watch:
    """`loops` are kept in step with what the sentences `moves` take away; `waiting`: what they run over, whose
    turn it is, and which loop it is."""

    loops: frozenset[Span]
    moves: frozenset[Span]
    waiting: list[tuple[Stretch, int, Span]] = Factory(list)


def watch(scope: Scope) -> Watch:
    """The watch of the rules that are being lowered."""
    return scope.build.remembered(("watch",), lambda: _watch(Scope(scope.build)))


def _watch(scope: Scope) -> Watch:
    loops, moves = set[Span](), set[Span]()
    for node in walk(scope.core):
        match node:
            case core.ForEach() if knows_where(scope.core, node.seq):
                disturbing = set(_disturbing(scope, node))
                if disturbing:
                    loops.add(node.span)
                    moves |= disturbing
            case _:
                pass
    return Watch(frozenset(loops), frozenset(moves))


def _disturbing(scope: Scope, loop: core.ForEach) -> Iterator[Span]:
    """The sentences that may take a piece out of a row or pile over which the loop runs, or shuffle it."""
    zones = {zone for zone in zones_of(scope.core, loop.seq) if shape(scope.core.zones[zone].kind) == "ordered"}
    procedures, actions = calls.bodies_run_by(scope.core, loop.body) if zones else ((), ())
    bodies = (
        *(scope.core.procedures[number].body for number in procedures),
        *(calls.bodies_of(scope.core.actions[number]) for number in actions),
    )
    for node in walk((loop.body, *bodies)) if zones else ():
        if isinstance(node, core.Statement):
            done = effects(scope.core, node)
            taken = any(
                not knows_where(scope.core, piece) or zones & zones_of(scope.core, piece) for piece in done.takes
            )
            if taken or any(ref.zone in zones for ref in done.reorders):
                yield node.span


# ---- keeping in step


def told(scope: Scope, span: Span, base: ir.Expr, loc: ir.Expr) -> ir.Code:
    """Before the sentence at `span` takes the piece at `loc` out of the zone that begins at `base` (-1: that has no
    order): the loops that wait for others of that zone hear of it. `ANY_PLACE`: it is shuffled, none is found again."""
    if span not in watch(scope).moves:
        return ()
    function = scope.build.late_function(("left",), lambda: _left(Scope(scope.build)))
    return (ir.CallFunction(function, (base, loc)),)


def left(scope: Scope, span: Span, loc: ir.Expr) -> ir.Code:
    """As `told`, of a piece that leaves."""
    return told(scope, span, scope.build.of_cell("gap", loc), loc) if span in watch(scope).moves else ()


def _left(scope: Scope) -> ir.Function:
    base, loc = scope.temp(), scope.temp()
    code = tuple(line for each in watch(scope).waiting for line in _closed(scope, *each, base, loc))
    return ir.Function("left", (base, loc), (ir.If(ir.Bin(">=", ir.Cell(base), ZERO), code),), None)


def _closed(scope: Scope, row: Stretch, turn: int, span: Span, base: int, loc: int) -> ir.Code:
    """What waits behind the piece comes one nearer; the piece itself will have no turn."""
    index, here = scope.temp(), scope.temp()
    step = times(ir.Cell(index), 2)
    gone = either(equal(ir.Cell(here), ir.Cell(loc)), ir.Bin("<", ir.Cell(loc), ZERO))
    nearer = ir.If(ir.Bin(">", ir.Cell(here), ir.Cell(loc)), (set_at(row.base + 1, step, plus(ir.Cell(here), -1)),))
    there = both(equal(scope.build.of_cell("gap", ir.Cell(here)), ir.Cell(base)))
    body = (
        ir.Set(here, at(row.base + 1, step)),
        ir.If(there, (ir.If(gone, (set_at(row.base, step, GONE),), (nearer,)),)),
    )
    return (ir.For(index, ir.Cell(turn), ir.Cell(row.length), body, span=span),)
