"""Groups: all choices of some elements of a short sequence, found by putting one element after the other.

In: a scope and groups, perhaps with conditions. Out: code that goes through them. An element is tried only with those
with which it can stand in a group, as far as the conditions say of every two of them.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product, starmap
from typing import Final, TypeVar

from attrs import frozen

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import value_range
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch
from rulewright.machine.lower.rewriting import CANNOT_FAIL
from rulewright.machine.lower.terms import add, at, both, either, equal, guarded, increase, plus, set_at, times
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
    mask: int
    depth: int
    left: int
    open_: int
    taken: int
    beside: int


def search(scope: Scope, groups: core.Groups) -> Search:
    """Cells for a search."""
    array, high = scope.build.array, groups.high
    source = _stretch(scope, groups.seq, indexing.bound(scope, groups.seq))
    left, open_, taken = (array(high + 1) for _ in range(3))
    group = _stretch(scope, groups.seq, high)
    return Search(source, group, scope.temp(), scope.temp(), left, open_, taken, array(source.capacity))


def _stretch(scope: Scope, seq: core.Seq, most: int) -> Stretch:
    """Scratch cells for so many elements of a sequence."""
    with_loc, room = knows_where(scope.core, seq), max(most, 1)
    return Stretch(scope.temp(), scope.build.array(room * (2 if with_loc else 1)), room, with_loc)


def each(scope: Scope, of: Chosen, body: Body) -> ir.Code:
    """Code that carries out `body` for each of the groups."""
    cells = search(scope, of.groups)
    return (*_gathered(scope, of, cells), *_among(scope, of, cells, body))


def _gathered(scope: Scope, of: Chosen, cells: Search) -> ir.Code:
    """Code that keeps the elements."""
    return (cells.source.emptied(), *scope.each(of.groups.seq, cells.source.append))


def _among(scope: Scope, of: Chosen, cells: Search, body: Body) -> ir.Code:
    """Code that carries out `body` for each of the groups of elements that are kept already. Each turn picks one more
    element at the depth that is reached, or goes back where none is left."""
    low, high, here = of.groups.low, of.groups.high, ir.Cell(cells.depth)

    def has(number: int) -> ir.Expr:
        return ir.Bin(">=", ir.Cell(cells.group.length), ir.Const(number))

    one = Spot(ir.Cell(cells.mask), held=cells.group)
    tests = [has(low)] if low > 1 else []
    for local, condition in of.conditions:
        scope.bind(local, one)
        tests.append(scope.value(condition))
    found = guarded(both(*tests), body(one))
    everything = ir.Const(2**cells.source.capacity - 1)
    first = (ir.Set(cells.depth, ir.ZERO), ir.Set(cells.taken, ir.ZERO), ir.Set(cells.open_, everything))
    before = (*_beside(scope, of, cells), *first)
    tried = ir.Cell(scope.temp())
    left = at(cells.left, here)
    picked: ir.Code = (
        ir.Set(tried.index, ir.LowestBit(left)),
        set_at(cells.left, here, _without_lowest(left)),
        ir.Set(cells.group.length, here),
        *cells.group.append(cells.source.element(tried)),
        ir.Set(cells.mask, ir.Bin("bitor", at(cells.taken, here), _bit(tried))),
        *found,
    )
    if high > 1:  # the group at hand is to get one more element, if it can have that, and enough of them
        deeper, open_ = plus(here, 1), ir.Cell(scope.temp())
        down = (
            set_at(cells.open_, deeper, open_),
            set_at(cells.left, deeper, open_),
            set_at(cells.taken, deeper, ir.Cell(cells.mask)),
            increase(cells.depth),
        )
        several = either(has(low - 1), _without_lowest(open_)) if low > 2 else None
        goes = both(ir.Inverse(has(high)), ir.Bin("!=", open_, ir.ZERO), several)
        stand = ir.Bin("bitand", at(cells.open_, here), at(cells.beside, tried))
        picked = (*picked, ir.Set(open_.index, stand), ir.If(goes, down))
    turn = ir.If(left, picked, (ir.Set(cells.depth, plus(here, -1)),))
    return (*before, ir.While(ir.Bin(">=", here, ir.ZERO), (turn,), span=scope.span))


def _without_lowest(bits: ir.Expr) -> ir.Expr:
    """A set without its first element."""
    return ir.Bin("bitand", bits, plus(bits, -1))


def _bit(number: ir.Expr) -> ir.Expr:
    """The set of this element alone."""
    return ir.Bin("shl", ir.ONE, number)


# ---- which two can stand in a group together


Two = core.AllAre | tuple["Two", ...] | frozenset["Two"]
"""What every two elements of a group must be in what is asked of each; or all of several, or one of several."""
Pair = tuple[ir.Expr, ir.Expr]
"""Two elements by their numbers."""


def _beside(scope: Scope, of: Chosen, cells: Search) -> ir.Code:
    """Code that finds for each element those behind it that can stand in a group with it, and which may be the
    first."""
    conditions = of.conditions if "pairs" in scope.build.passes else ()
    found = (_two(scope, local, condition) for local, condition in conditions)
    two, length = tuple(one for one in found if one is not None), ir.Cell(cells.source.length)
    first, second, beside = (ir.Cell(scope.temp()) for _ in range(3))
    before, outer, fits = _tested(scope, of.groups, two, cells, (first, second))
    here = ir.Set(beside.index, ir.Bin("bitor", beside, ir.Bin("shl", fits, second)))
    inner = ir.For(second.index, plus(first, 1), length, (here,), span=scope.span)
    others = beside if of.groups.low < 3 else _without_lowest(beside)
    begins = ir.Bin("shl", ir.ONE if of.groups.low == 1 else ir.Bin("!=", others, ir.ZERO), first)
    begin = ir.Set(cells.left, ir.Bin("bitor", ir.Cell(cells.left), begins))
    row = (*outer, ir.Set(beside.index, ir.ZERO), inner, set_at(cells.beside, first, beside), begin)
    return (*before, ir.Set(cells.left, ir.ZERO), ir.For(first.index, ir.ZERO, length, row, span=scope.span))


def _two(scope: Scope, local: int, condition: core.Expr) -> Two | None:
    """What a condition of a group asks of every two of its elements; None where that is nothing certain. No condition
    is passed over that could have failed."""
    match condition:
        case core.AllAre(_, _, core.Held(group), value) if group == local:
            found = value_range(scope.core, value)
            plain = found.low > -NARROW and found.high < NARROW and _is_sure(scope, value)
            return condition if plain else None
        case core.And(operands):
            asked: list[Two] = []
            for operand in operands:
                one = _two(scope, local, operand)
                asked += () if one is None else (one,)
                if not _is_sure(scope, operand):
                    break
            return tuple(asked) or None
        case core.Or(operands):
            parts = [_two(scope, local, operand) for operand in operands]
            return None if None in parts else frozenset(part for part in parts if part is not None)
        case _:
            return None


def _is_sure(scope: Scope, expr: core.Expr) -> bool:
    return all(isinstance(node, SURE) and indexing.is_certain(scope, node) for node in walk(expr))


def _asked(two: Two) -> Iterator[core.AllAre]:
    """All that is asked of elements."""
    if isinstance(two, core.AllAre):
        yield two
    else:
        for part in two:
            yield from _asked(part)


def _fitting(
    two: Two, one: Callable[[core.AllAre], T], every: Callable[[Iterable[T]], T], some: Callable[[Iterable[T]], T]
) -> T:
    """Whether two elements are what every two must be, from what is so of each thing that is asked."""
    if isinstance(two, core.AllAre):
        return one(two)
    return (every if isinstance(two, tuple) else some)(_fitting(part, one, every, some) for part in two)


def _tested(scope: Scope, groups: core.Groups, two: Two, cells: Search, pair: Pair) -> tuple[ir.Code, ir.Code, ir.Expr]:
    """Whether the two elements of these numbers are what every two must be; ahead of it code to run once, and for each
    first one. Of kinds it is known beforehand."""
    far, asked = groups.high - 1, tuple(_asked(two))
    if not asked:
        return (), (), ir.ONE
    known = {id(of): table for of in asked if (table := _by_kind(scope, of)) is not None}
    kinds = min(map(len, known.values()), default=0)
    if len(known) == len(asked) and kinds <= MOST_KINDS:

        def pair_fits(one: int, other: int) -> int:
            def fits(of: core.AllAre) -> bool:
                first, second = known[id(of)][one], known[id(of)][other]
                near = of.how == "different" or -far <= first - second <= far
                return first == second if of.how == "same" else first != second and near

            return int(_fitting(two, fits, all, any))

        fitting = scope.build.table(tuple(starmap(pair_fits, product(range(kinds), repeat=2))))
        one, other = (cells.source.element(number).value for number in pair)
        outer, row = scope.kept(times(one, kinds))
        return (), outer, ir.TableAt(fitting, add(row, other))
    kept = {id(of): scope.build.array(cells.source.capacity) for of in asked}
    index, code = ir.Cell(scope.temp()), list[ir.Statement]()
    for of in asked:
        keep, spot = _element(scope, cells, index)
        scope.bind(of.local, spot)
        code += (*keep, set_at(kept[id(of)], index, scope.value(of.value)))
    before = ir.For(index.index, ir.ZERO, ir.Cell(cells.source.length), tuple(code), span=scope.span)

    def fits(of: core.AllAre) -> ir.Expr:
        one, other = (at(kept[id(of)], number) for number in pair)
        if of.how == "same":
            return equal(one, other)
        near = ir.Bin("<=", one, plus(other, far)), ir.Bin("<=", other, plus(one, far))
        return both(ir.Bin("!=", one, other), *(() if of.how == "different" else (both(*near),)))

    return (before,), (), _fitting(two, fits, lambda tests: both(*tests), lambda tests: either(*tests))


def _by_kind(scope: Scope, asked: core.AllAre) -> tuple[int, ...] | None:
    """What is asked of each kind, if that is an attribute."""
    match asked.value:
        case core.Attr(component, attribute, core.Get(local)) if local == asked.local:
            table = scope.core.components[component].attributes[attribute].table
            return tuple(value for value in table if isinstance(value, int))
        case _:
            return None


def _element(scope: Scope, cells: Search, number: ir.Expr) -> tuple[ir.Code, Spot]:
    """An element of the source in cells of its own."""
    found = cells.source.element(number)
    code, kind = scope.kept(found.value)
    if found.loc is None:
        return code, Spot(kind)
    more, loc = scope.kept(found.loc)
    return (*code, *more), Spot(kind, loc)


# ---- The best choice of groups that share no element: by what is left outside
# In: a scope and a core expression. Out: one expression. Elements are gone through in their order: each is in a group
# that begins with it, or in one that is chosen already, or outside. What can be no better than the best that was found
# is not followed further.


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


def outside(scope: Scope, expr: core.Outside) -> ir.Expr:
    """What the elements outside come to, for the best choice of groups."""
    of = chosen(expr.groups)
    assert of is not None, expr.groups
    cells, array, span = search(scope, of.groups), scope.build.array, scope.span
    masks = array(max(indexing.bound(scope, of.groups), 1))
    price, least, *steps = (array(cells.source.capacity + 1) for _ in range(7))
    cheap = expr.highest or value_range(scope.core, expr.value).low < 0
    choice = Choice(price, least if cheap else None, masks, *steps, *(scope.temp() for _ in range(3)))
    # where the groups of each element begin; where none does, where those of the next element do
    index, number, bounds = ir.Cell(scope.temp()), ir.Cell(choice.number), choice.bounds
    end, first = plus(index, 1), ir.LowestBit(at(masks, index))
    ends = ir.For(index.index, ir.ZERO, number, (set_at(bounds, plus(first, 1), end),), span=span)
    none = ir.If(equal(at(bounds, end), ir.ZERO), (set_at(bounds, end, at(bounds, index)),))
    filled = ir.For(index.index, ir.ZERO, ir.Cell(cells.source.length), (none,), span=span)
    emptied = ir.Fill(bounds, ir.ZERO, ir.Const(cells.source.capacity + 1), 0)
    looked = (emptied, ends, filled, *_cheapest(scope, cells, choice))
    one = (set_at(masks, number, ir.Cell(cells.mask)), increase(choice.number))

    def looked_for() -> ir.Code:
        kept, listed = _gathered(scope, of, cells), _among(scope, of, cells, lambda _: one)
        prices = _prices(scope, expr, cells, choice)
        return (*kept, *prices, ir.Set(choice.number, ir.ZERO), *listed, ir.If(number, looked))

    code, found = scope.looped(looked_for), ir.Cell(choice.found)
    return scope.after(code, ir.Bin("-", ir.ZERO, found) if expr.highest else found)


def _prices(scope: Scope, expr: core.Outside, cells: Search, choice: Choice) -> ir.Code:
    """What each element costs, all of them together, and those from each on at least."""
    index, length = ir.Cell(scope.temp()), ir.Cell(cells.source.length)
    keep, spot = _element(scope, cells, index)
    scope.bind(expr.local, spot)
    code, value = scope.atom(expr.value)
    some = indexing.is_some(expr.value, value)
    there = value if some == ir.YES else ir.Select(some, value, ir.ZERO)
    last, price = scope.kept(ir.Bin("-", ir.ZERO, there) if expr.highest else there)
    one = (*last, set_at(choice.price, index, price), ir.Set(choice.found, add(ir.Cell(choice.found), price)))
    all_ = ir.For(index.index, ir.ZERO, length, (*keep, *code, *one), span=scope.span)
    if choice.least is None:
        return (ir.Set(choice.found, ir.ZERO), all_)
    least = add(at(choice.least, plus(index, 1)), ir.Bin("min", at(choice.price, index), ir.ZERO))
    behind = ir.For(index.index, ir.ZERO, length, (set_at(choice.least, index, least),), down=True, span=scope.span)
    return (ir.Set(choice.found, ir.ZERO), all_, set_at(choice.least, length, ir.ZERO), behind)


def _cheapest(scope: Scope, cells: Search, choice: Choice) -> ir.Code:
    """Every turn takes the next way from the last step, or takes that step back; where it goes on, a step is taken."""
    position = element, covered, cost, goes = tuple(ir.Cell(scope.temp()) for _ in range(4))
    step, group, length = ir.Cell(choice.step), ir.Cell(choice.number), ir.Cell(cells.source.length)

    def comes_to(*values: ir.Expr) -> ir.Code:
        return tuple(ir.Set(cell.index, value) for cell, value in zip(position, (*values, ir.ONE), strict=True))

    # a group that begins with the element, if it shares nothing with others; after all of these, the element outside
    last, chosen_, paid = (at(row, step) for row in (choice.element, choice.covered, choice.cost))
    end, mask = at(choice.bounds, plus(last, 1)), at(choice.masks, group)
    with_it = comes_to(last, ir.Bin("bitor", chosen_, mask), paid)
    without = comes_to(plus(last, 1), chosen_, add(paid, at(choice.price, last)))
    apart = ir.If(equal(ir.Bin("bitand", chosen_, mask), ir.ZERO), with_it)
    back = ir.If(equal(group, end), without, (ir.Set(choice.step, plus(step, -1)),))
    next_way = (
        ir.Set(choice.number, at(choice.following, step)),
        set_at(choice.following, step, plus(group, 1)),
        ir.If(ir.Bin("<", group, end), (apart,), (back,)),
    )
    # elements of which nothing is to be decided are passed; if what is left can be cheaper, it ends or is a step
    is_covered = ir.Bin("bitand", covered, _bit(element))
    begins_none = equal(at(choice.bounds, element), at(choice.bounds, plus(element, 1)))
    pay = ir.If(ir.Inverse(is_covered), (ir.Set(cost.index, add(cost, at(choice.price, element))),))
    passed = both(ir.Bin("<", element, length), either(is_covered, begins_none))
    kept = (
        increase(choice.step),
        set_at(choice.element, step, element),
        set_at(choice.covered, step, covered),
        set_at(choice.cost, step, cost),
        set_at(choice.following, step, at(choice.bounds, element)),
    )
    at_least = cost if choice.least is None else add(cost, at(choice.least, element))
    ended = ir.If(equal(element, length), (ir.Set(choice.found, cost),), kept)
    gone_on = (
        ir.Set(goes.index, ir.ZERO),
        ir.While(passed, (pay, increase(element.index)), span=scope.span),
        ir.If(ir.Bin("<", at_least, ir.Cell(choice.found)), (ended,)),
    )
    turn = (ir.If(ir.Inverse(goes), next_way), ir.If(goes, gone_on))
    going = ir.While(either(goes, ir.Bin(">=", step, ir.ZERO)), turn, span=scope.span)
    return (ir.Set(choice.step, ir.Const(-1)), *comes_to(ir.ZERO, ir.ZERO, ir.ZERO), going)
