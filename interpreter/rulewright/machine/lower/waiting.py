"""Places that wait in a heap, the one to which the cheapest way leads first."""

from attrs import frozen

from rulewright.language.intervals import LIMIT
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.terms import at, both, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir


@frozen
class Waiting:
    """Of `places` places, which count from 0: those that wait stand from cell `row` on, `length` of them, none nearer
    than the one at half its place; from `where` on stands where each does. From `far` on stands the least total that
    leads to each place, `LIMIT` where none does."""

    places: int
    row: int
    where: int
    far: int
    length: ir.Cell

    @property
    def levels(self) -> ir.Const:
        """So often at most a place is halved."""
        return ir.Const(self.places.bit_length())

    def put(self, scope: Scope, index: ir.Cell, place: ir.Expr) -> None:
        """A place stands there from now on."""
        scope.emit(set_at(self.row, index, place), set_at(self.where, place, index))

    def total(self, place: ir.Expr) -> ir.Expr:
        """The least total that leads to a place."""
        return at(self.far, place)


def empty(scope: Scope, places: int, length: ir.Cell, row: int) -> Waiting:
    """None waits in this row, and no way leads anywhere."""
    where, far = scope.build.array(places), scope.build.array(places)
    scope.emit(ir.Fill(far, ir.ZERO, ir.Const(places), LIMIT))
    return Waiting(places, row, where, far, length)


def come_to(scope: Scope, waiting: Waiting, place: ir.Cell | ir.Const, total: ir.Cell | ir.Const) -> None:
    """A place to which a cheaper way leads than all before waits from now on, or nearer to the front."""
    index = scope.cell(waiting.length)
    known = ir.Bin("<", waiting.total(place), ir.Const(LIMIT))
    scope.emit(ir.If(known, (ir.Set(index.index, at(waiting.where, place)),), (_longer(waiting, 1),)))
    scope.emit(set_at(waiting.far, place, total))
    with scope.labelled() as done, scope.loop(ir.ZERO, waiting.levels):
        scope.emit(ir.If(equal(index, ir.ZERO), (ir.Leave(done),)))
        half = scope.cell(ir.Bin("/", plus(index, -1), ir.Const(2)))
        other = scope.cell(at(waiting.row, half))
        scope.emit(ir.If(ir.Bin("<=", waiting.total(other), total), (ir.Leave(done),)))
        waiting.put(scope, index, other)
        scope.set(index, half)
    waiting.put(scope, index, place)


def take(scope: Scope, waiting: Waiting, place: ir.Cell) -> None:
    """The nearest place, of those of which there is one, waits no longer."""
    scope.set(place, at(waiting.row, ir.ZERO))
    scope.emit(_longer(waiting, -1))
    index, last = scope.cell(ir.ZERO), scope.cell(at(waiting.row, waiting.length))
    with scope.labelled() as done, scope.loop(ir.ZERO, waiting.levels):
        child = scope.cell(plus(times(index, 2), 1))
        scope.emit(ir.If(ir.Bin(">=", child, waiting.length), (ir.Leave(done),)))
        second = plus(child, 1)
        nearer = ir.Bin("<", waiting.total(at(waiting.row, second)), waiting.total(at(waiting.row, child)))
        scope.emit(ir.If(both(ir.Bin("<", second, waiting.length), nearer), (ir.Set(child.index, second),)))
        other = scope.cell(at(waiting.row, child))
        scope.emit(ir.If(ir.Bin("<=", waiting.total(last), waiting.total(other)), (ir.Leave(done),)))
        waiting.put(scope, index, other)
        scope.set(index, child)
    waiting.put(scope, index, last)


def _longer(waiting: Waiting, by: int) -> ir.Statement:
    return ir.Set(waiting.length.index, plus(waiting.length, by))
