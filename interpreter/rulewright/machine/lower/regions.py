"""Regions: the places that hang together with a first one, found by a flood that asks each place once.

In: a scope and a core region. Out: a `Flood`, where it is to be marked, and the code that finds it.
"""

from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.machine.lower import instances
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.terms import ZERO, at, equal, guarded, increase, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir

BITS: Final = 30
"""So many places are marked in one number."""


@frozen
class Flood:
    """Where a region is marked, by a bit for each place, in `cells` cells from `inside` on; `size` is how many places
    it has. While it is looked for, places that are come to are marked from `reached` on, and stand in a row, from `row`
    on, `length` of them. Places count from 0; the value of the first is `low`. The tables `words` and `bits` say in
    which cell the bit of a place stands, and which it is."""

    places: int
    low: int
    cells: int
    inside: int
    reached: int
    row: int
    length: int
    size: int
    words: int
    bits: int

    def holds(self, place: ir.Expr) -> ir.Expr:
        """Whether a place is in it."""
        return inverse(self.free(self.inside, place))

    def free(self, marks: int, place: ir.Expr) -> ir.Expr:
        """Whether a place is not marked."""
        return equal(ir.Bin("bitand", at(marks, ir.TableAt(self.words, place)), ir.TableAt(self.bits, place)), ZERO)

    def mark(self, marks: int, place: ir.Expr) -> ir.Statement:
        """A place is marked from now on."""
        word, bit = ir.TableAt(self.words, place), ir.TableAt(self.bits, place)
        return set_at(marks, word, ir.Bin("bitor", at(marks, word), bit))

    def come_to(self, place: ir.Expr) -> ir.Code:
        """A place waits from now on."""
        in_row = set_at(self.row, ir.Cell(self.length), place)
        return (self.mark(self.reached, place), in_row, increase(self.length))


def each(scope: Scope, seq: core.Region, body: Body) -> ir.Code:
    """Code that carries out `body` for each place of a region, in declared order."""
    found, cell, place = flood(scope, seq), scope.temp(), scope.temp()
    spread = code(scope, seq, found)
    keep, element = scope.kept(plus(ir.Cell(place), found.low))
    here = ir.If(found.holds(ir.Cell(place)), (*keep, *body(Spot(element))))
    first = times(ir.Cell(cell), BITS)
    marked = ir.For(place, first, ir.Bin("min", plus(first, BITS), ir.Const(found.places)), (here,), span=scope.span)
    some = ir.If(at(found.inside, ir.Cell(cell)), (marked,))
    return (*spread, ir.For(cell, ZERO, ir.Const(found.cells), (some,), span=scope.span))


def flood(scope: Scope, seq: core.Region) -> Flood:
    """Cells for a region."""
    table, build = scope.core.list_tables[seq.beside.table], scope.build
    places = len(table.values)
    cells = -(-places // BITS)
    marks, row, length, size = (build.array(cells), build.array(cells)), build.array(places), scope.temp(), scope.temp()
    words = build.table(tuple(place // BITS for place in range(places)))
    bits = build.table(tuple(1 << place % BITS for place in range(places)))
    return Flood(places, table.lows[0], cells, *marks, row, length, size, words, bits)


def code(scope: Scope, seq: core.Region, made: Flood, body: Body | None = None) -> ir.Code:
    """Code that finds a region, to stand in a loop of its own: it is marked, or `body` is carried out for each place as
    it is found."""
    nothing: ir.Code = (ir.Fill(made.reached, ZERO, ir.Const(made.cells), 0), ir.Set(made.length, ZERO))
    if body is None:
        nothing += (ir.Fill(made.inside, ZERO, ir.Const(made.cells), 0), ir.Set(made.size, ZERO))
    start = instances.table_index(scope, seq.beside.indices, scope.core.list_tables[seq.beside.table])
    keep, first = scope.kept(start.index)
    return (*nothing, *start.around((*keep, *made.come_to(first), _spread(scope, seq, made, first, body))))


def _spread(scope: Scope, seq: core.Region, made: Flood, first: ir.Expr, body: Body | None) -> ir.Statement:
    """As long as some place waits, it is asked whether it passes; if so it is inside, and its neighbors are come to."""
    turn, place, label = scope.temp(), scope.temp(), scope.build.label()
    ended = ir.If(ir.Bin(">=", ir.Cell(turn), ir.Cell(made.length)), (ir.Leave(label),))
    take = ir.Set(place, at(made.row, ir.Cell(turn)))
    keep, element = scope.kept(plus(ir.Cell(place), made.low))
    scope.bind(seq.seq.local, Spot(element))
    test = scope.value(seq.seq.condition)
    inside = body(Spot(element)) if body else (made.mark(made.inside, ir.Cell(place)), increase(made.size))
    asked = guarded(test, (*inside, *_onward(scope, seq.beside.table, place, made)))
    loop = ir.For(turn, ZERO, ir.Const(made.places), (ended, take, *keep, *asked), span=scope.span)
    beside = tuple(tuple(other - made.low for other in row) for row in scope.core.list_tables[seq.beside.table].values)
    each_ = inside if body else None
    region = ir.Region(first, place, test, beside, BITS, made.inside, made.size, each_)
    return ir.Labelled(label, (loop,), None if keep else region)


def _onward(scope: Scope, table: int, place: int, made: Flood) -> ir.Code:
    """The neighbors of a place to which nobody came yet."""
    starts, flat = instances.flattened(scope, table)
    index, other = scope.temp(), scope.temp()
    first, last = (instances.table_at(scope, starts, plus(ir.Cell(place), step)) for step in (0, 1))
    read = ir.Set(other, plus(ir.TableAt(flat, ir.Cell(index)), -made.low))
    new = ir.If(made.free(made.reached, ir.Cell(other)), made.come_to(ir.Cell(other)))
    return (ir.For(index, first, last, (read, new), span=scope.span),)
