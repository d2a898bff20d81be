"""Groups: all choices of some elements of a short sequence, found by putting one element after the other.

An element is tried only with those with which it can stand in a group, as far as the conditions say of every two of
them.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from typing import Final, TypeVar

from attrs import frozen

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import value_range
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch
from rulewright.machine.lower.rewriting import CANNOT_FAIL, cannot_fail
from rulewright.machine.lower.terms import add, at, both, either, equal, plus, set_at, times
from rulewright.machine.program import nodes as ir

T = TypeVar("T")

NARROW: Final = 2**30
"""Numbers so far from the ends of a word that a little may be added to them."""
MOST_KINDS: Final = 256
"""Of so many kinds it is known beforehand which two can stand in a group."""
SURE: Final = (*CANNOT_FAIL, core.AllAre, core.Held)


@frozen
class Chosen:
    """Groups that pass conditions: each condition with the local that is the group in it."""

    groups: core.Groups
    conditions: tuple[tuple[int, core.Expr], ...] = ()


def chosen(seq: core.Seq) -> Chosen | None:
    """The groups that a sequence is made of, and what they pass; None where it is not made of groups."""
    match seq:
        case core.Groups():
            return Chosen(seq)
        case core.Filter(local, inner, condition):
            found = chosen(inner)
            return None if found is None else Chosen(found.groups, (*found.conditions, (local, condition)))
        case _:
            return None


@frozen
class Search:
    """Where groups are looked for. Elements count from 0; a set of them is a number with a bit for each.

    `source`: the elements. `group`: those of the group at hand, which are the set `mask`. At each `depth`, `open_` is
    the set of those that can stand with all that are picked, `taken` the set of these, `left` the set of those still
    to be tried. `beside`: for each element the set of those behind it that can stand with it.
    """

    source: Stretch
    group: Stretch
    mask: ir.Cell
    depth: ir.Cell
    left: int
    open_: int
    taken: int
    beside: int


def search(scope: Scope, of: Chosen) -> Search:
    """Cells for a search, with the elements in their place."""
    array, high, located = scope.build.array, of.groups.high, knows_where(scope.core, of.groups.seq)
    source = scope.row(indexing.bound(scope, of.groups.seq), pieces=located)
    group = scope.row(high, pieces=located)
    left, open_, taken = (array(high + 1) for _ in range(3))
    cells = Search(source, group, scope.cell(), scope.cell(), left, open_, taken, array(source.capacity))
    scope.snapshot(of.groups.seq, source)
    return cells


def each(scope: Scope, of: Chosen, body: Body) -> None:
    """Carries out `body` for each of the groups."""
    _among(scope, of, search(scope, of), body)


def _among(scope: Scope, of: Chosen, cells: Search, body: Body) -> None:
    """Carries out `body` for each of the groups of elements that are kept already. Each turn picks one more element at
    the depth that is reached, or goes back where none is left."""
    low, high, here, group = of.groups.low, of.groups.high, cells.depth, cells.group

    def has(number: int) -> ir.Expr:
        return ir.Bin(">=", group.length, ir.Const(number))

    _beside(scope, of, cells)
    scope.set(here, ir.ZERO)
    scope.set(ir.Cell(cells.taken), ir.ZERO)
    scope.set(ir.Cell(cells.open_), ir.Const(2**cells.source.capacity - 1))
    with scope.block() as picked:
        left = at(cells.left, here)
        tried = scope.cell(ir.LowestBit(left))
        scope.emit(set_at(cells.left, here, _without_lowest(left)))
        scope.set(group.length, here)
        scope.append(group, cells.source.element(tried))
        scope.set(cells.mask, ir.Bin("bitor", at(cells.taken, here), ir.Bin("shl", ir.ONE, tried)))
        one = Spot(cells.mask, held=group)
        tests = [has(low)] if low > 1 else []
        for local, condition in of.conditions:
            scope.bind(local, one)
            tests.append(scope.value(condition))
        with scope.when(both(*tests)):
            body(one)
        if high > 1:  # the group at hand is to get one more element, if it can have that, and enough of them
            open_ = scope.cell(ir.Bin("bitand", at(cells.open_, here), at(cells.beside, tried)))
            several = either(has(low - 1), _without_lowest(open_)) if low > 2 else None
            with scope.when(both(ir.Inverse(has(high)), ir.Bin("!=", open_, ir.ZERO), several)):
                for row, value in ((cells.open_, open_), (cells.left, open_), (cells.taken, cells.mask)):
                    scope.emit(set_at(row, plus(here, 1), value))
                scope.increase(here)
    turn = ir.If(at(cells.left, here), tuple(picked), (ir.Set(here.index, plus(here, -1)),))
    scope.emit(ir.While(ir.Bin(">=", here, ir.ZERO), (turn,), span=scope.span))


def _without_lowest(bits: ir.Expr) -> ir.Expr:
    """A set without its first element."""
    return ir.Bin("bitand", bits, plus(bits, -1))


# ---- which two can stand in a group together


Two = core.AllAre | core.Junction
"""What every two elements of a group must be in what is asked of each; or all of several, or one of several."""


def _beside(scope: Scope, of: Chosen, cells: Search) -> None:
    """Finds for each element those behind it that can stand in a group with it, and which may be the first."""
    conditions = of.conditions if "pairs" in scope.build.passes else ()
    two = core.Junction("and", tuple(one for each in conditions if (one := _two(scope, *each)) is not None))
    fits, length, left = _tested(scope, of.groups, two, cells), cells.source.length, ir.Cell(cells.left)
    scope.set(left, ir.ZERO)
    with scope.loop(ir.ZERO, length) as first:
        beside, fit = scope.cell(ir.ZERO), fits(first)
        with scope.loop(plus(first, 1), length) as second:
            scope.set(beside, ir.Bin("bitor", beside, ir.Bin("shl", fit(second), second)))
        others = beside if of.groups.low < 3 else _without_lowest(beside)
        begins = ir.Bin("shl", ir.ONE if of.groups.low == 1 else ir.Bin("!=", others, ir.ZERO), first)
        scope.emit(set_at(cells.beside, first, beside))
        scope.set(left, ir.Bin("bitor", left, begins))


def _two(scope: Scope, local: int, condition: core.Expr) -> Two | None:
    """What a condition of a group asks of every two of its elements; None where that is nothing certain. No condition
    is passed over that could have failed."""
    match condition:
        case core.AllAre(_, _, core.Held(group), value) if group == local:
            found = value_range(scope.core, value)
            plain = found.low > -NARROW and found.high < NARROW and cannot_fail(scope, value, SURE)
            return condition if plain else None
        case core.Junction("and", operands):
            asked: list[core.Expr] = []
            for operand in operands:
                if (one := _two(scope, local, operand)) is not None:
                    asked.append(one)
                if not cannot_fail(scope, operand, SURE):
                    break
            return core.Junction("and", tuple(asked)) if asked else None
        case core.Junction("or", operands):
            parts = tuple(part for operand in operands if (part := _two(scope, local, operand)) is not None)
            return core.Junction("or", parts) if len(parts) == len(operands) else None
        case _:
            return None


def _asked(two: core.Expr) -> list[core.AllAre]:
    """All that is asked of elements."""
    match two:
        case core.Junction(_, operands):
            return [one for part in operands for one in _asked(part)]
        case _:
            return [two] if isinstance(two, core.AllAre) else []


def _fitting(
    two: core.Expr, one: Callable[[core.AllAre], T], every: Callable[[Iterable[T]], T], some: Callable[[Iterable[T]], T]
) -> T:
    """Whether two elements are what every two must be, from what is so of each thing that is asked."""
    if isinstance(two, core.Junction):
        return (every if two.word == "and" else some)(_fitting(part, one, every, some) for part in two.operands)
    assert isinstance(two, core.AllAre)
    return one(two)


def _tested(
    scope: Scope, groups: core.Groups, two: Two, cells: Search
) -> Callable[[ir.Expr], Callable[[ir.Expr], ir.Expr]]:
    """Whether the elements of one number, then another are what every two must be; ahead of it what is to be kept for
    that. Of kinds it is known beforehand."""
    far, asked, known = groups.high - 1, _asked(two), dict[int, tuple[int, ...]]()
    for of in asked:
        match of.value:
            case core.Attr(component, attribute, core.Get(local)) if local == of.local:
                table = scope.core.components[component].attributes[attribute].table
                known[id(of)] = tuple(value for value in table if isinstance(value, int))
            case _:
                pass
    kinds = min(map(len, known.values()), default=0)
    if asked and len(known) == len(asked) and kinds <= MOST_KINDS:

        def alike(one: int, other: int, of: core.AllAre) -> bool:
            first, second = known[id(of)][one], known[id(of)][other]
            near = of.how == "different" or -far <= first - second <= far
            return first == second if of.how == "same" else first != second and near

        pairs = product(range(kinds), repeat=2)
        fits = (_fitting(two, partial(alike, one, other), all, any) for one, other in pairs)
        fitting = scope.build.table(tuple(map(int, fits)))

        def looked_up(first: ir.Expr) -> Callable[[ir.Expr], ir.Expr]:
            row = scope.kept(times(cells.source.element(first).value, kinds))
            return lambda second: ir.TableAt(fitting, add(row, cells.source.element(second).value))

        return looked_up
    kept = {id(of): scope.build.array(cells.source.capacity) for of in asked}
    if asked:
        with scope.loop(ir.ZERO, cells.source.length) as index:
            for of in asked:
                scope.bind(of.local, _element(scope, cells, index))
                scope.emit(set_at(kept[id(of)], index, scope.value(of.value)))

    def compared(of: core.AllAre, first: ir.Expr, second: ir.Expr) -> ir.Expr:
        one, other = (at(kept[id(of)], number) for number in (first, second))
        if of.how == "same":
            return equal(one, other)
        near = ir.Bin("<=", one, plus(other, far)), ir.Bin("<=", other, plus(one, far))
        return both(ir.Bin("!=", one, other), *(() if of.how == "different" else near))

    return lambda first: (
        lambda second: _fitting(
            two, lambda of: compared(of, first, second), lambda tests: both(*tests), lambda tests: either(*tests)
        )
    )


def _element(scope: Scope, cells: Search, number: ir.Expr) -> Spot:
    """An element of the source in cells of its own."""
    found = cells.source.element(number)
    return Spot(scope.kept(found.value), None if found.loc is None else scope.kept(found.loc))


# ---- The best choice of groups that share no element: by what is left outside
# Elements are gone through in their order: each is in a group that begins with it, or in one that is chosen already, or
# outside. What can be no better than the best that was found is not followed further.


def outside(scope: Scope, expr: core.Outside) -> ir.Expr:
    """What the elements outside come to, for the best choice of groups."""
    of, array = chosen(expr.groups), scope.build.array
    assert of is not None, expr.groups
    with scope.looped():
        cells = search(scope, of)
        masks = array(max(indexing.bound(scope, of.groups), 1))
        price, least, bounds, element, covered, cost, following = (array(cells.source.capacity + 1) for _ in range(7))
        cheap = expr.highest or value_range(scope.core, expr.value).low < 0
        found = scope.cell(ir.ZERO)
        number, step, steps = scope.cell(), scope.cell(), (element, covered, cost, following)
        # what each element costs, all of them together, and those from each on at least
        length = cells.source.length
        with scope.loop(ir.ZERO, length) as index:
            scope.bind(expr.local, _element(scope, cells, index))
            value = scope.atom(expr.value)
            some = indexing.is_some(expr.value, value)
            there = value if some == ir.YES else ir.Select(some, value, ir.ZERO)
            costs = scope.kept(ir.Bin("-", ir.ZERO, there) if expr.highest else there)
            scope.emit(set_at(price, index, costs))
            scope.set(found, add(found, costs))
        if cheap:
            scope.emit(set_at(least, length, ir.ZERO))
            with scope.loop(ir.ZERO, length, down=True) as index:
                later = add(at(least, plus(index, 1)), ir.Bin("min", at(price, index), ir.ZERO))
                scope.emit(set_at(least, index, later))
        scope.set(number, ir.ZERO)

        def listed(_: Spot) -> None:
            scope.emit(set_at(masks, number, cells.mask))
            scope.increase(number)

        _among(scope, of, cells, listed)
        with scope.when(number):
            # where the groups of each element begin; where none does, where those of the next element do
            scope.emit(ir.Fill(bounds, ir.ZERO, ir.Const(cells.source.capacity + 1), 0))
            with scope.loop(ir.ZERO, number) as index:
                scope.emit(set_at(bounds, plus(ir.LowestBit(at(masks, index)), 1), plus(index, 1)))
            with scope.loop(ir.ZERO, cells.source.length) as index:
                end = plus(index, 1)
                scope.emit(ir.If(equal(at(bounds, end), ir.ZERO), (set_at(bounds, end, at(bounds, index)),)))
            costs_of = price, least if cheap else None
            _find_cheapest(scope, length, (masks, bounds), costs_of, number, (step, *steps), found)
    return ir.Bin("-", ir.ZERO, found) if expr.highest else found


def _find_cheapest(
    scope: Scope,
    length: ir.Expr,
    groups: tuple[int, int],
    costs: tuple[int, int | None],
    group: ir.Cell,
    steps: tuple[ir.Cell, int, int, int, int],
    found: ir.Cell,
) -> None:
    """Every turn takes the next way from the last step, or takes that step back; where it goes on, a step is taken.

    `groups`: the groups as sets of elements, by their first element, and where those of each element begin; `costs`:
    what it costs to leave each element outside, and what those from each on cost at least (None: nothing less than 0).
    `steps`: the last step; of each the element that is to be decided, the set of those in groups, what is outside costs
    so far, the `group` to be tried next. `found`: the least cost so far."""
    (masks, bounds), (price, least), (step, *rows) = groups, costs, steps
    elements, covers, paid_so_far, following = rows
    element, covered, cost, goes = (scope.cell() for _ in range(4))

    def come_to(number: ir.Expr, chosen: ir.Expr, paid: ir.Expr) -> None:
        for cell, value in ((element, number), (covered, chosen), (cost, paid), (goes, ir.ONE)):
            scope.set(cell, value)

    scope.set(step, ir.Const(-1))
    come_to(ir.ZERO, ir.ZERO, ir.ZERO)
    with scope.block() as turn:
        with scope.when(ir.Inverse(goes)):
            # a group that begins with the element, if it shares nothing with others; behind these, the element outside
            last, chosen_, paid = (at(row, step) for row in (elements, covers, paid_so_far))
            end, mask = at(bounds, plus(last, 1)), at(masks, group)
            scope.set(group, at(following, step))
            scope.emit(set_at(following, step, plus(group, 1)))
            with scope.block() as next_group, scope.when(equal(ir.Bin("bitand", chosen_, mask), ir.ZERO)):
                come_to(last, ir.Bin("bitor", chosen_, mask), paid)
            with scope.block() as without:
                come_to(plus(last, 1), chosen_, add(paid, at(price, last)))
            back = ir.If(equal(group, end), tuple(without), (ir.Set(step.index, plus(step, -1)),))
            scope.emit(ir.If(ir.Bin("<", group, end), tuple(next_group), (back,)))
        with scope.when(goes):
            # elements of which nothing is to be decided are passed; if what is left can be cheaper, it ends or is a
            # step
            scope.set(goes, ir.ZERO)
            is_covered = ir.Bin("bitand", covered, ir.Bin("shl", ir.ONE, element))
            begins_none = equal(at(bounds, element), at(bounds, plus(element, 1)))
            with scope.block() as passed:
                with scope.when(ir.Inverse(is_covered)):
                    scope.set(cost, add(cost, at(price, element)))
                scope.increase(element)
            decided = both(ir.Bin("<", element, length), either(is_covered, begins_none))
            scope.emit(ir.While(decided, tuple(passed), span=scope.span))
            with scope.block() as kept:
                scope.increase(step)
                begin = at(bounds, element)
                for row, value in zip(rows, (element, covered, cost, begin), strict=True):
                    scope.emit(set_at(row, step, value))
            at_least = cost if least is None else add(cost, at(least, element))
            with scope.when(ir.Bin("<", at_least, found)):
                scope.emit(ir.If(equal(element, length), (ir.Set(found.index, cost),), tuple(kept)))
    scope.emit(ir.While(either(goes, ir.Bin(">=", step, ir.ZERO)), tuple(turn), span=scope.span))
