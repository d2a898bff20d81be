"""The best choice of groups that share no element: by what is left outside.

In: a scope and a core expression. Out: one expression. Elements are gone through in their order: each is in a group
that begins with it, or in one that is chosen already, or outside. What can be no better than the best that was found
is not followed further.
"""

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import value_range
from rulewright.machine.lower import groups, indexing, sequence_facts, sequences
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.groups import Chosen, Search, bit
from rulewright.machine.lower.terms import ONE, YES, ZERO, add, at, both, either, equal, increase, plus, set_at
from rulewright.machine.program import nodes as ir


@frozen
class Choice:
    """Where the best choice is looked for.

    `price`: what it costs to leave each element outside; `least`: what those from each on cost at least (None:
    nothing less than 0). `masks`: the groups as sets of elements, by their first element: those of an element begin
    at `bounds`, and end where those of the next one begin; `number` is how many there are, then which is tried.

    Of each step that was taken, `step` the last of them, `element` is to be decided, `covered` the set of those that
    are in groups, `cost` what is outside costs so far, `following` the group to be tried next. `found` is the least
    cost so far.
    """

    price: int
    least: int | None
    masks: int
    bounds: int
    element: int
    covered: int
    cost: int
    following: int
    number: int
    step: int
    found: int


@frozen
class Position:
    """Cells of a position that is come to, if it `goes` on there."""

    element: int
    covered: int
    cost: int
    goes: int

    def becomes(self, element: ir.Expr, covered: ir.Expr, cost: ir.Expr) -> ir.Code:
        """It goes on there."""
        values = (self.element, element), (self.covered, covered), (self.cost, cost), (self.goes, ONE)
        return tuple(ir.Set(cell, value) for cell, value in values)


def outside(scope: Scope, expr: core.Outside) -> ir.Expr:
    """What the elements outside come to, for the best choice of groups."""
    of = groups.chosen(expr.groups)
    assert of is not None, expr.groups
    cells, array = groups.search(scope, of.groups), scope.build.array
    masks = array(max(sequence_facts.bound(scope, of.groups), 1))
    price, least, *steps = (array(cells.source.capacity + 1) for _ in range(7))
    cheap = expr.highest or value_range(scope.core, expr.value).low < 0
    choice = Choice(price, least if cheap else None, masks, *steps, *(scope.temp() for _ in range(3)))
    bounded = (*_bounded(scope, cells, choice), *_cheapest(scope, cells, choice))

    def looked_for() -> ir.Code:
        kept = groups.gathered(scope, of.groups.seq, cells.source)
        listed = _listed(scope, of, cells, choice)
        return (*kept, *_prices(scope, expr, cells, choice), *listed, ir.If(ir.Cell(choice.number), bounded))

    code = sequences.looped(scope, looked_for)
    found = ir.Cell(choice.found)
    return scope.after(code, ir.Bin("-", ZERO, found) if expr.highest else found)


def _prices(scope: Scope, expr: core.Outside, cells: Search, choice: Choice) -> ir.Code:
    """What each element costs, all of them together, and those from each on at least."""
    index, length = ir.Cell(scope.temp()), ir.Cell(cells.source.length)
    keep, spot = groups.element(scope, cells, index)
    scope.bind(expr.local, spot)
    code, value = scope.atom(expr.value)
    some = indexing.is_some(expr.value, value)
    there = value if some == YES else ir.Select(some, value, ZERO)
    last, price = scope.kept(ir.Bin("-", ZERO, there) if expr.highest else there)
    one = (*last, set_at(choice.price, index, price), ir.Set(choice.found, add(ir.Cell(choice.found), price)))
    all_ = ir.For(index.index, ZERO, length, (*keep, *code, *one), span=scope.span)
    if choice.least is None:
        return (ir.Set(choice.found, ZERO), all_)
    least = add(at(choice.least, plus(index, 1)), ir.Bin("min", at(choice.price, index), ZERO))
    behind = ir.For(index.index, ZERO, length, (set_at(choice.least, index, least),), down=True, span=scope.span)
    return (ir.Set(choice.found, ZERO), all_, set_at(choice.least, length, ZERO), behind)


def _listed(scope: Scope, of: Chosen, cells: Search, choice: Choice) -> ir.Code:
    """The groups, in the order of their first elements."""
    one = (set_at(choice.masks, ir.Cell(choice.number), ir.Cell(cells.mask)), increase(choice.number))
    return (ir.Set(choice.number, ZERO), *groups.among(scope, of, cells, lambda _: one))


def _bounded(scope: Scope, cells: Search, choice: Choice) -> ir.Code:
    """Where the groups of each element begin; where none does, where those of the next element do."""
    index = ir.Cell(scope.temp())
    end = plus(index, 1)
    first = ir.LowestBit(at(choice.masks, index))
    ends = ir.For(
        index.index, ZERO, ir.Cell(choice.number), (set_at(choice.bounds, plus(first, 1), end),), span=scope.span
    )
    none = ir.If(equal(at(choice.bounds, end), ZERO), (set_at(choice.bounds, end, at(choice.bounds, index)),))
    filled = ir.For(index.index, ZERO, ir.Cell(cells.source.length), (none,), span=scope.span)
    return (ir.Fill(choice.bounds, ZERO, ir.Const(cells.source.capacity + 1), 0), ends, filled)


def _cheapest(scope: Scope, cells: Search, choice: Choice) -> ir.Code:
    """Every turn takes the next way from the last step, or takes that step back; where it goes on, a step is taken."""
    to = Position(*(scope.temp() for _ in range(4)))
    goes = ir.Cell(to.goes)
    turn = (ir.If(ir.Inverse(goes), _next_way(choice, to)), ir.If(goes, _gone_on(scope, cells, choice, to)))
    going = ir.While(either(goes, ir.Bin(">=", ir.Cell(choice.step), ZERO)), turn, span=scope.span)
    return (ir.Set(choice.step, ir.Const(-1)), *to.becomes(ZERO, ZERO, ZERO), going)


def _next_way(choice: Choice, to: Position) -> ir.Code:
    """A group that begins with the element, if it shares nothing with others; after all of these, the element
    outside."""
    step, group = ir.Cell(choice.step), ir.Cell(choice.number)
    element, covered, cost = (at(cells, step) for cells in (choice.element, choice.covered, choice.cost))
    end, mask = at(choice.bounds, plus(element, 1)), at(choice.masks, group)
    with_it = to.becomes(element, ir.Bin("bitor", covered, mask), cost)
    without = to.becomes(plus(element, 1), covered, add(cost, at(choice.price, element)))
    apart = ir.If(equal(ir.Bin("bitand", covered, mask), ZERO), with_it)
    last = ir.If(equal(group, end), without, (ir.Set(choice.step, plus(step, -1)),))
    taken = (ir.Set(choice.number, at(choice.following, step)), set_at(choice.following, step, plus(group, 1)))
    return (*taken, ir.If(ir.Bin("<", group, end), (apart,), (last,)))


def _gone_on(scope: Scope, cells: Search, choice: Choice, to: Position) -> ir.Code:
    """Elements of which nothing is to be decided are passed; if what is left can be cheaper, it ends or is a step."""
    element, covered, cost = ir.Cell(to.element), ir.Cell(to.covered), ir.Cell(to.cost)
    length = ir.Cell(cells.source.length)
    is_covered = ir.Bin("bitand", covered, bit(element))
    begins_none = equal(at(choice.bounds, element), at(choice.bounds, plus(element, 1)))
    passed = both(ir.Bin("<", element, length), either(is_covered, begins_none))
    pay = ir.If(ir.Inverse(is_covered), (ir.Set(to.cost, add(cost, at(choice.price, element))),))
    step = ir.Cell(choice.step)
    kept = (
        increase(choice.step),
        set_at(choice.element, step, element),
        set_at(choice.covered, step, covered),
        set_at(choice.cost, step, cost),
        set_at(choice.following, step, at(choice.bounds, element)),
    )
    at_least = cost if choice.least is None else add(cost, at(choice.least, element))
    cheaper = ir.Bin("<", at_least, ir.Cell(choice.found))
    ended = ir.If(equal(element, length), (ir.Set(choice.found, cost),), kept)
    passing = ir.While(passed, (pay, increase(to.element)), span=scope.span)
    return (ir.Set(to.goes, ZERO), passing, ir.If(cheaper, (ended,)))
