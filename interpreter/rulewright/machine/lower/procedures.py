"""Functions of procedures that cannot stop and of definitions, scores, winners, invariants; parameters and arguments.

In: a scope and an index. Out: the index of a function, made when all that asks for it is known.
"""

from collections.abc import Iterator
from typing import Final

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.span import Span
from rulewright.language.types import OptionalT
from rulewright.machine.lower import indexing, moving, pieces
from rulewright.machine.lower.builder import Builder, Scope, Spot
from rulewright.machine.lower.terms import NO_PLACE, ZERO, both, equal
from rulewright.machine.program import nodes as ir

Known = dict[int, int]
"""Locals whose values are constants."""
MOST_PARTS: Final = 10
"""An invariant about all values of a type has so many parts at most."""


def definition(scope: Scope, index: int) -> int:
    """The function of a definition."""

    def make() -> ir.Function:
        inner, what = Scope(scope.build), scope.core.definitions[index]
        inner.span = what.span
        params, lets = parameters(inner, what.params), inner.sentences(what.lets)
        result = inner.temp()
        note = scope.build.note("definition", what.span, name=what.name)
        body = (*note, *lets, ir.Set(result, inner.value(what.result)))
        return ir.Function(what.name, params, body, result)

    return scope.build.function(("definition", index, scope.build.noting), make)


def procedure(scope: Scope, index: int) -> int:
    """The function of a procedure that cannot stop, at least not here."""

    def make() -> ir.Function:
        inner, what = Scope(scope.build), scope.core.procedures[index]
        inner.span = what.span
        params, body = parameters(inner, what.params), inner.sentences(what.body)
        return ir.Function(
            what.name, params, (*begun(scope.build, index), ir.Labelled(label(inner, index), body)), None
        )

    return scope.build.function(("procedure", index), make)


def begun(build: Builder, index: int) -> ir.Code:
    """Counts that a procedure or phase begins."""
    what = build.core.procedures[index]
    return build.note("phase" if what.phase else "procedure", what.span, name=what.name)


def label(scope: Scope, index: int) -> int:
    """The label that leaves a procedure."""
    return scope.build.remembered(("label", index), scope.build.label)


def parameters(scope: Scope, params: tuple[int, ...]) -> tuple[int, ...]:
    """Declares parameters; their cells in order, a piece has two."""
    cells: list[int] = []
    for param in params:
        spot = scope.declare(param, bare=True)
        cells.extend(spot.cells)
    return tuple(cells)


def arguments(
    scope: Scope, params: tuple[int, ...], args: tuple[core.Expr, ...]
) -> tuple[ir.Code, tuple[ir.Expr, ...]]:
    """Code to run first, and arguments as parameter cells want them: a piece is two, a bare kind has -1 for its
    location."""
    code: list[ir.Statement] = []
    values: list[ir.Expr] = []
    for param, arg in zip(params, args, strict=True):
        local = scope.core.locals[param]
        if local.piece and knows_where(scope.core, arg):
            found = pieces.piece(scope, arg, search=False)
            needed = not isinstance(local.type, OptionalT)
            code.extend((*found.code, *(moving.something(scope, arg, found, scope.span) if needed else ())))
            values.extend((found.kind, found.loc))
        else:
            values.extend((indexing.for_local(scope, param, arg), *((NO_PLACE,) if local.piece else ())))
    return tuple(code), tuple(values)


def value_function(scope: Scope, name: str, result: core.Expr, span: Span) -> ir.Function:
    """A function without parameters that yields an expression."""
    scope.span, cell = span, scope.temp()
    return ir.Function(name, (), (ir.Set(cell, scope.value(result)),), cell)


# ---- asked from outside, never by blocks


def score(build: Builder) -> int | None:
    """The function (seat) that yields its score."""
    what = build.core.scoring
    if what.score is None:
        return None
    scope = Scope(build, span=what.span)
    params = parameters(scope, (what.player,))
    lets = scope.sentences(what.score_lets)
    result = scope.temp()
    reckoned = indexing.some(scope, what.score, what.span)
    return build.new_function(ir.Function("score", params, (*lets, ir.Set(result, reckoned)), result))


def winners(build: Builder) -> int | None:
    """The function that yields the seats that have won; of teams their members."""
    what = build.core.scoring
    if what.winners is None:
        return None
    scope = Scope(build, span=what.span)
    lets = scope.sentences(what.winners_lets)

    def one(spot: Spot) -> ir.Code:
        return _members(scope, spot.value) if what.of_teams else (ir.Yield((spot.value,)),)

    code = (*lets, *scope.each(what.winners, one))
    return build.new_function(ir.Function("winners", (), code, None))


def _members(scope: Scope, team: ir.Expr) -> ir.Code:
    """All seats of a team."""
    seat = scope.temp()
    teams = scope.build.table(scope.core.teams)
    test = ir.If(equal(ir.TableAt(teams, ir.Cell(seat)), team), (ir.Yield((ir.Cell(seat),)),))
    return (ir.For(seat, ZERO, ir.Const(scope.core.players), (test,), span=scope.span),)


def invariants(build: Builder) -> tuple[ir.CheckCode, ...]:
    """One function for each; what they ask does not count as asked in play."""
    noting, build.noting = build.noting, False
    checks = tuple(
        ir.CheckCode(line.title, _check(build, line), line.sort, span=line.span) for line in build.core.invariants
    )
    build.noting = noting
    return checks


def _check(build: Builder, line: core.Invariant) -> int:
    """The function of an invariant, by way of one for each of its parts."""

    def part(condition: core.Expr, known: Known) -> int:
        scope = Scope(build, checking="split" in build.passes)
        for local, value in known.items():
            scope.bind(local, Spot(ir.Const(value)))
        return build.new_function(value_function(scope, line.title, condition, line.span))

    room = MOST_PARTS if "split" in build.passes else 0
    functions = [part(*each) for each in _parts(line.condition, {}, room)]
    if len(functions) == 1:
        return functions[0]
    cell = build.temp()
    all_ = both(*(ir.Invoke(function, ()) for function in functions))
    return build.new_function(ir.Function(line.title, (), (ir.Set(cell, all_),), cell))


def _parts(condition: core.Expr, known: Known, room: int) -> Iterator[tuple[core.Expr, Known]]:
    """Conditions that come to this one if all of them hold, in order, with what is known in each: that of all values
    of a type is one for each value, if there is `room` for so many."""
    match condition:
        case core.And(operands) if room:
            for each in operands:
                yield from _parts(each, known, room)
        case core.Not(core.Exists(local, core.Values(number), refuted)) if number <= room:
            holds = refuted.operand if isinstance(refuted, core.Not) else core.Not(refuted)
            for value in range(number):
                yield from _parts(holds, {**known, local: value}, room // max(number, 1))
        case _:
            yield condition, known
