"""Searches of a region for some place, of which each first tries the way that the one before it found.

A way that can still be gone proves what a search would find out. So nobody can tell what is kept from search to search,
in scratch: it is only ever tried.
"""

from typing import Final, cast

from attrs import frozen

from rulewright.language import core
from rulewright.language.core_queries import free, questions
from rulewright.language.facts.ranges import range_of
from rulewright.language.types import ValueT
from rulewright.machine.lower import boards, indexing
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.terms import add, at, both, equal, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import MAX_UNCHECKED_PASSES

MOST_KEPT: Final = 16
"""So many ways of one search are kept at most, one for each value of what it depends on."""


@frozen
class Way:
    """A way that was found: from cell `row + offset` on how many places it has, and these, from the last to the `first`
    one. `before`: from where each place was come to. Places count from 0; the value of that one is `low`."""

    places: int
    low: int
    row: int
    offset: ir.Expr
    before: int
    first: ir.Cell

    def place(self, number: ir.Expr) -> ir.Expr:
        """The place with this number, from 1 on; 0: how many there are."""
        return at(self.row, add(self.offset, number))

    def put(self, number: ir.Expr, place: ir.Expr) -> ir.Statement:
        """The place with this number becomes another one."""
        return set_at(self.row, add(self.offset, number), place)


def find(scope: Scope, expr: core.Exists, seq: core.Region, hit: ir.Code) -> None:
    """Does `hit` at some place of a region that satisfies the condition. Nothing of this can fail."""
    way = _way(scope, expr, seq)
    if way is None:
        boards.flood(scope, seq, lambda place: scope.emit(ir.If(_asks(scope, expr, place), hit)))
        return
    last = scope.cell(ir.Const(-1))
    with scope.labelled() as found:

        def begin(first: ir.Expr) -> int:
            scope.set(way.first, first)
            length = scope.kept(way.place(ir.ZERO))
            with (
                scope.when(both(ir.Bin(">", length, ir.ZERO), ir.Bin("<=", length, ir.Const(way.places)))),
                scope.when(equal(way.place(length), first)),
            ):
                _go_again(scope, expr, seq, way, length, hit)
            return way.before

        def ask(place: Spot) -> None:
            end = ir.Set(last.index, plus(place.value, -way.low)), ir.Leave(found)
            scope.emit(ir.If(_asks(scope, expr, place), end))

        boards.flood(scope, seq, ask, begin=begin)
    with scope.when(ir.Bin(">=", last, ir.ZERO)):
        _keep(scope, way, last)
        scope.emit(*hit)


def _asks(scope: Scope, expr: core.Exists, place: Spot) -> ir.Expr:
    scope.bind(expr.local, place)
    return scope.value(expr.condition)


def _way(scope: Scope, expr: core.Exists, seq: core.Region) -> Way | None:
    """Where a way is kept; None where steps are bounded, where what is beside each other never changes, or where loops
    in the conditions may be counted: how often they run must not depend on what is kept."""
    tests, lists, build = [expr.condition, seq.seq.condition], seq.beside, scope.build
    while isinstance(lists, core.Filter):
        tests.append(lists.condition)
        lists = lists.seq
    asked = questions(scope.core, tests)
    plain = all(isinstance(each, core.Members) or not isinstance(each, core.Seq) for each in asked)
    all_places = indexing.elements(scope, seq.seq.seq)
    short = all_places.extent * (2 + indexing.bound(scope, lists)) <= MAX_UNCHECKED_PASSES
    constant = isinstance(lists, core.TableList) and all(
        isinstance(each, core.Const) or (isinstance(each, core.Get) and each.local == seq.local)
        for each in lists.indices
    )
    never = lists is seq.beside or seq.most is not None or "ways" not in build.passes
    if never or not (plain and short and constant):
        return None
    ways, number = 1, cast("ir.Expr", ir.ZERO)
    for local in sorted(free(expr)):
        type_ = scope.core.locals[local].type
        values = range_of(scope.core, type_).extent if isinstance(type_, ValueT) else MOST_KEPT
        if ways * values <= MOST_KEPT:
            ways, number = ways * values, add(times(number, values), scope.spot(local).value)
    width = 1 + all_places.extent
    # searches for the same have the same way
    key = "way", id(expr), ways
    row, before, _ = build.remembered(key, lambda: (build.array(ways * width), build.array(all_places.extent), expr))
    return Way(all_places.extent, all_places.low, row, scope.kept(times(number, width)), before, scope.cell())


def _go_again(
    scope: Scope, expr: core.Exists, seq: core.Region, way: Way, length: ir.Cell | ir.Const, hit: ir.Code
) -> None:
    """Does `hit` where the way of so many places can still be gone. It is looked at from its last place on; that its
    places are in the constant list of those beside each other does not change."""
    there = scope.cell()
    with scope.labelled() as shut:

        def needs(test: ir.Expr) -> None:
            if test != ir.YES:
                scope.emit(ir.If(inverse(test), (ir.Leave(shut),)))

        def stand(number: ir.Expr) -> None:
            scope.set(there, plus(way.place(number), way.low))
            scope.bind(seq.seq.local, Spot(there))
            needs(scope.value(seq.seq.condition))

        stand(ir.ONE)
        needs(_asks(scope, expr, Spot(there)))
        with scope.loop(ir.ONE, length) as number:
            scope.bind(seq.local, Spot(scope.kept(plus(way.place(plus(number, 1)), way.low))))
            beside = seq.beside
            while isinstance(beside, core.Filter):
                scope.bind(beside.local, Spot(there))
                needs(scope.value(beside.condition))
                beside = beside.seq
            stand(plus(number, 1))
        scope.emit(*hit)


def _keep(scope: Scope, way: Way, there: ir.Cell) -> None:
    """The way to a place is the one that is tried next time. It counts when it is complete."""
    number = scope.cell(ir.ONE)
    scope.emit(way.put(ir.ZERO, ir.ZERO))
    with scope.labelled() as done, scope.loop(ir.ZERO, ir.Const(way.places)):
        scope.emit(way.put(number, there))
        scope.emit(ir.If(equal(there, way.first), (ir.Leave(done),)))
        scope.set(there, at(way.before, there))
        scope.increase(number)
    scope.emit(way.put(ir.ZERO, number))
