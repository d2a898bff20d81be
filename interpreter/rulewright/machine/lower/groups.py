"""Groups: all choices of some elements of a short sequence, found by putting one element after the other.

In: a scope and groups, perhaps with conditions. Out: code that goes through them. An element is tried only with those
with which it can stand in a group, as far as the conditions say of every two of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.effects import knows_where
from rulewright.language.facts.ranges import value_range
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch
from rulewright.machine.lower.loop_shortcuts import CANNOT_FAIL
from rulewright.machine.lower.terms import (
    ONE,
    ZERO,
    add,
    at,
    both,
    either,
    equal,
    guarded,
    increase,
    plus,
    set_at,
    times,
)
from rulewright.machine.program import nodes as ir

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

    `source`: the elements. `group`: those of the group at hand, which are the set `mask`. At each depth, `open_` is
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

    @property
    def here(self) -> ir.Expr:
        """How many elements were picked before."""
        return ir.Cell(self.depth)

    def has(self, number: int) -> ir.Expr:
        """Whether the group at hand has so many elements, or more."""
        return ir.Bin(">=", ir.Cell(self.group.length), ir.Const(number))


def search(scope: Scope, groups: core.Groups) -> Search:
    """Cells for a search."""
    build, high = scope.build, groups.high
    source = stretch(scope, groups.seq, indexing.bound(scope, groups.seq))
    cells = [build.array(high + 1) for _ in range(3)]
    return Search(
        source=source,
        group=stretch(scope, groups.seq, high),
        mask=scope.temp(),
        depth=scope.temp(),
        left=cells[0],
        open_=cells[1],
        taken=cells[2],
        beside=build.array(source.capacity),
    )


def stretch(scope: Scope, seq: core.Seq, most: int) -> Stretch:
    """Scratch cells for so many elements of a sequence."""
    with_loc, room = knows_where(scope.core, seq), max(most, 1)
    return Stretch(scope.temp(), scope.build.array(room * (2 if with_loc else 1)), room, with_loc)


def each(scope: Scope, of: Chosen, body: Body) -> ir.Code:
    """Code that carries out `body` for each of the groups."""
    cells = search(scope, of.groups)
    return (*gathered(scope, of.groups.seq, cells.source), *among(scope, of, cells, body))


def gathered(scope: Scope, seq: core.Seq, source: Stretch) -> ir.Code:
    """Code that keeps the elements."""
    return (source.emptied(), *scope.each(seq, source.append))


def among(scope: Scope, of: Chosen, cells: Search, body: Body) -> ir.Code:
    """Code that carries out `body` for each of the groups of elements that are kept already."""
    one = Spot(ir.Cell(cells.mask), held=cells.group)
    tests = [cells.has(of.groups.low)] if of.groups.low > 1 else []
    for local, condition in of.conditions:
        scope.bind(local, one)
        tests.append(scope.value(condition))
    found = guarded(both(*tests), body(one))
    everything = ir.Const(2**cells.source.capacity - 1)
    first = (ir.Set(cells.depth, ZERO), ir.Set(cells.taken, ZERO), ir.Set(cells.open_, everything))
    return (*_beside(scope, of, cells), *first, _turns(scope, of.groups, cells, found))


def _turns(scope: Scope, groups: core.Groups, cells: Search, found: ir.Code) -> ir.Statement:
    """Each turn picks one more element at the depth that is reached, or goes back where none is left."""
    here, tried = cells.here, scope.temp()
    left = at(cells.left, here)
    take = (ir.Set(tried, ir.LowestBit(left)), set_at(cells.left, here, without_lowest(left)))
    picked = (*take, *_picked(cells, ir.Cell(tried)), *found, *_deeper(scope, groups, cells, ir.Cell(tried)))
    turn = ir.If(left, picked, (ir.Set(cells.depth, plus(here, -1)),))
    return ir.While(ir.Bin(">=", here, ZERO), (turn,), span=scope.span)


def _picked(cells: Search, tried: ir.Expr) -> ir.Code:
    """The element becomes the last of the group at hand."""
    here, element = cells.here, cells.source.element(tried)
    length = ir.Set(cells.group.length, here)
    mask = ir.Set(cells.mask, ir.Bin("bitor", at(cells.taken, here), bit(tried)))
    return (length, *cells.group.append(element), mask)


def _deeper(scope: Scope, groups: core.Groups, cells: Search, tried: ir.Expr) -> ir.Code:
    """The group at hand is to get one more element, if it can have that, and enough of them."""
    if groups.high == 1:
        return ()
    here, deeper, open_ = cells.here, plus(cells.here, 1), scope.temp()
    down = (
        set_at(cells.open_, deeper, ir.Cell(open_)),
        set_at(cells.left, deeper, ir.Cell(open_)),
        set_at(cells.taken, deeper, ir.Cell(cells.mask)),
        increase(cells.depth),
    )
    several = either(cells.has(groups.low - 1), without_lowest(ir.Cell(open_))) if groups.low > 2 else None
    goes = both(ir.Inverse(cells.has(groups.high)), ir.Bin("!=", ir.Cell(open_), ZERO), several)
    stand = ir.Bin("bitand", at(cells.open_, here), at(cells.beside, tried))
    return (ir.Set(open_, stand), ir.If(goes, down))


def without_lowest(bits: ir.Expr) -> ir.Expr:
    """A set without its first element."""
    return ir.Bin("bitand", bits, plus(bits, -1))


def bit(number: ir.Expr) -> ir.Expr:
    """The set of this element alone."""
    return ir.Bin("shl", ONE, number)


# ---- which two can stand in a group together


@frozen
class Asked:
    """What every two elements of a group must be in what is asked of each."""

    of: core.AllAre


Two = Asked | tuple["Two", ...] | frozenset["Two"]
"""That, or all of several, or one of several."""
Pair = tuple[ir.Expr, ir.Expr]
"""Two elements by their numbers."""


def _beside(scope: Scope, of: Chosen, cells: Search) -> ir.Code:
    """Code that finds for each element those behind it that can stand in a group with it, and which may be the
    first."""
    conditions = of.conditions if "pairs" in scope.build.passes else ()
    found = (_two(scope, local, condition) for local, condition in conditions)
    two, length = tuple(one for one in found if one is not None), ir.Cell(cells.source.length)
    first, second, beside = scope.temp(), scope.temp(), scope.temp()
    before, outer, fits = _tested(scope, of.groups, two, cells, (ir.Cell(first), ir.Cell(second)))
    here = ir.Set(beside, ir.Bin("bitor", ir.Cell(beside), ir.Bin("shl", fits, ir.Cell(second))))
    inner = ir.For(second, plus(ir.Cell(first), 1), length, (here,), span=scope.span)
    others = ir.Cell(beside) if of.groups.low < 3 else without_lowest(ir.Cell(beside))
    begins = ir.Bin("shl", ONE if of.groups.low == 1 else ir.Bin("!=", others, ZERO), ir.Cell(first))
    begin = ir.Set(cells.left, ir.Bin("bitor", ir.Cell(cells.left), begins))
    row = (*outer, ir.Set(beside, ZERO), inner, set_at(cells.beside, ir.Cell(first), ir.Cell(beside)), begin)
    return (*before, ir.Set(cells.left, ZERO), ir.For(first, ZERO, length, row, span=scope.span))


def _two(scope: Scope, local: int, condition: core.Expr) -> Two | None:
    """What a condition of a group asks of every two of its elements; None where that is nothing certain. No condition
    is passed over that could have failed."""
    match condition:
        case core.AllAre(_, _, core.Held(group), value) if group == local and _is_plain(scope, value):
            return Asked(condition)
        case core.And(operands):
            found: list[Two] = []
            for operand in operands:
                one = _two(scope, local, operand)
                found += () if one is None else (one,)
                if not _is_sure(scope, operand):
                    break
            return tuple(found) or None
        case core.Or(operands):
            parts = [_two(scope, local, operand) for operand in operands]
            return None if None in parts else frozenset(part for part in parts if part is not None)
        case _:
            return None


def _is_plain(scope: Scope, value: core.Expr) -> bool:
    found = value_range(scope.core, value)
    return found.low > -NARROW and found.high < NARROW and _is_sure(scope, value)


def _is_sure(scope: Scope, expr: core.Expr) -> bool:
    return all(isinstance(node, SURE) and indexing.is_certain(scope, node) for node in walk(expr))


def _asked(two: Two) -> Iterator[core.AllAre]:
    """All that is asked of elements."""
    if isinstance(two, Asked):
        yield two.of
    else:
        for part in two:
            yield from _asked(part)


def _tested(scope: Scope, groups: core.Groups, two: Two, cells: Search, pair: Pair) -> tuple[ir.Code, ir.Code, ir.Expr]:
    """Whether the two elements of these numbers are what every two must be; ahead of it code to run once, and for each
    first one."""
    far, asked = groups.high - 1, tuple(_asked(two))
    if not asked:
        return (), (), ONE
    tables = [_by_kind(scope, each) for each in asked]
    known = {id(each): table for each, table in zip(asked, tables, strict=True) if table is not None}
    kinds = min(map(len, known.values()), default=0)
    if len(known) == len(asked) and kinds <= MOST_KINDS:
        answers = product(range(kinds), repeat=2)
        table = scope.build.table(tuple(int(_fit(two, known, far, *each_)) for each_ in answers))
        one, other = (cells.source.element(number).value for number in pair)
        outer, row = scope.kept(times(one, kinds))
        return (), outer, ir.TableAt(table, add(row, other))
    kept = {id(each): scope.build.array(cells.source.capacity) for each in asked}
    return _kept_values(scope, cells, asked, kept), (), _fits(two, kept, far, pair)


def _by_kind(scope: Scope, asked: core.AllAre) -> tuple[int, ...] | None:
    """What is asked of each kind, if that is an attribute."""
    match asked.value:
        case core.Attr(component, attribute, core.Get(local)) if local == asked.local:
            table = scope.core.components[component].attributes[attribute].table
            return tuple(value for value in table if isinstance(value, int))
        case _:
            return None


def _fit(two: Two, known: Mapping[int, tuple[int, ...]], far: int, one: int, other: int) -> bool:
    """Whether two kinds are what every two must be."""
    match two:
        case Asked(of):
            first, second = known[id(of)][one], known[id(of)][other]
            near = of.how == "different" or -far <= first - second <= far
            return first == second if of.how == "same" else first != second and near
        case tuple():
            return all(_fit(each_, known, far, one, other) for each_ in two)
        case frozenset():
            return any(_fit(each_, known, far, one, other) for each_ in two)


def _kept_values(scope: Scope, cells: Search, asked: Sequence[core.AllAre], kept: Mapping[int, int]) -> ir.Code:
    """Code that keeps what is asked of each element."""
    index = scope.temp()
    code: list[ir.Statement] = []
    for each_ in asked:
        keep, spot = element(scope, cells, ir.Cell(index))
        scope.bind(each_.local, spot)
        code += (*keep, set_at(kept[id(each_)], ir.Cell(index), scope.value(each_.value)))
    return (ir.For(index, ZERO, ir.Cell(cells.source.length), tuple(code), span=scope.span),)


def element(scope: Scope, cells: Search, number: ir.Expr) -> tuple[ir.Code, Spot]:
    """An element of the source in cells of its own."""
    found = cells.source.element(number)
    code, kind = scope.kept(found.value)
    if found.loc is None:
        return code, Spot(kind)
    more, loc = scope.kept(found.loc)
    return (*code, *more), Spot(kind, loc)


def _fits(two: Two, kept: Mapping[int, int], far: int, pair: Pair) -> ir.Expr:
    """Whether two elements are what every two must be."""
    match two:
        case Asked(of):
            one, other = (at(kept[id(of)], number) for number in pair)
            near = both(ir.Bin("<=", one, plus(other, far)), ir.Bin("<=", other, plus(one, far)))
            different = ir.Bin("!=", one, other)
            return (
                equal(one, other) if of.how == "same" else different if of.how == "different" else both(different, near)
            )
        case tuple():
            return both(*(_fits(each_, kept, far, pair) for each_ in two))
        case frozenset():
            return either(*(_fits(each_, kept, far, pair) for each_ in two))
