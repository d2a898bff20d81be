"""Scores, winners, invariants: functions that are asked from outside, never by blocks.

In: a builder. Out: indices of functions.
"""

from rulewright.machine.lower import instances, procedures
from rulewright.machine.lower.builder import Builder, Scope, Spot
from rulewright.machine.lower.terms import ZERO, equal
from rulewright.machine.program import nodes as ir


def score(build: Builder) -> int | None:
    """The function (seat) that yields its score."""
    what = build.core.scoring
    if what.score is None:
        return None
    scope = Scope(build, span=what.span)
    params = procedures.parameters(scope, (what.player,))
    lets = scope.sentences(what.score_lets)
    result = scope.temp()
    reckoned = instances.some(scope, what.score, what.span)
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
    return (ir.For(seat, ZERO, ir.Const(scope.core.players), (test,)),)


def invariants(build: Builder) -> tuple[ir.CheckCode, ...]:
    """One function for each."""
    return tuple(
        ir.CheckCode(
            line.title,
            build.new_function(procedures.value_function(Scope(build), line.title, line.condition, line.span)),
            line.sort,
            span=line.span,
        )
        for line in build.core.invariants
    )
