"""How many elements a sequence can have, and what integers they can be.

In: a core sequence and the `Room` of the place where it stands. Out: numbers and ranges.
"""

from collections.abc import Callable
from functools import partial
from math import comb

from attrs import frozen

from rulewright.language import core
from rulewright.language.binding import passed_on
from rulewright.language.facts.ranges import Declared, range_of, value_range
from rulewright.language.intervals import Range
from rulewright.language.types import CountsT, Scalar, SetT, Several, each_of, lowest


@frozen
class Room:
    """How much there can be of what sequences are made of: pieces of a zone, entries of a list, elements of a kept
    sequence; `together`: of something for each element, so many each, as far as that is limited otherwise."""

    made: Declared
    players: int
    pieces: Callable[[core.Pieces], int]
    entries: Callable[[int], int]
    kept: Callable[[int], int]
    together: Callable[[core.FlatMap, int], int]


def bound(room: Room, seq: core.Seq) -> int:
    """The most elements that a sequence can have."""
    match seq:
        case core.Values(number):
            return number
        case core.Numbers(low, high):
            return max(0, range_here(room, high).high - range_here(room, low).low + 1)
        case core.Listed(values):
            return len(values)
        case core.TableList(table):
            return room.entries(table)
        case core.Pieces():
            return room.pieces(seq)
        case core.Members(aggregate):
            return aggregate.width
        case core.Viewers():
            return room.players
        case core.Filter() | core.Best() | core.Beyond() | core.Mapped() | core.Region():
            return bound(room, seq.seq)
        case core.Groups(inner, low, high):
            most = bound(room, inner)
            return sum(comb(most, size) for size in range(low, high + 1))
        case core.FlatMap(seq=outer, body=inner):
            return room.together(seq, bound(room, outer) * bound(room, inner))
        case core.Chain(seqs):
            return sum(bound(room, part) for part in seqs)
        case core.Held(local):
            return room.kept(local)


def range_here(room: Room, expr: core.Expr) -> Range:
    """The integers that an expression can yield, none not counted; sizes are no more than what can be there."""
    return value_range(room.made, expr, partial(bound, room))


def has_repeats(program: core.Core, seq: core.Seq) -> bool:
    """Whether an element of a sequence may come twice."""
    match seq:
        case core.Values() | core.Numbers() | core.Members() | core.Viewers():
            return False
        case core.TableList(table):
            return any(len({*row}) < len(row) for row in program.list_tables[table].values)
        case core.Pieces(ref):
            copies = program.components[program.zones[ref.zone].component].copies
            return any(number is None or number > 1 for number in copies)
        case core.Filter() | core.Best() | core.Beyond() | core.Region():
            return has_repeats(program, seq.seq)
        case core.Listed(values):
            return len(values) > 1
        case core.FlatMap() | core.Mapped() | core.Chain() | core.Groups() | core.Held():
            return True


def elements(program: core.Core, room: Room, source: core.Seq | core.Expr) -> Range:
    """The integers that elements of a sequence, or a value, can be, none not counted."""
    match source:
        case core.Values(number):
            return Range(0, number - 1)
        case core.Numbers(low, high):
            return Range(range_here(room, low).low, range_here(room, high).high)
        case core.TableList(table):
            rows = [row for row in program.list_tables[table].values if row]
            return Range(min(map(min, rows), default=0), max(map(max, rows), default=-1))
        case core.Pieces(ref):
            return Range(0, len(program.components[program.zones[ref.zone].component].kinds) - 1)
        case core.Members(aggregate):
            first = low_of(program, aggregate)
            return Range(first, first + aggregate.width - 1)
        case core.Viewers():
            return Range(0, program.players - 1)
        case core.Held(local):
            return range_of(program, each_of(program.locals[local].type))
        case _ if isinstance(source, core.Expr):
            return range_here(room, source)
        case _:
            real = [
                each for each in (elements(program, room, part) for part in passed_on(source)) if each.low <= each.high
            ]
            return Range(min((each.low for each in real), default=0), max((each.high for each in real), default=-1))


def low_of(program: core.Core, aggregate: core.AggregateValue) -> int:
    """The value that is number 0 of a set or counts, as far as the aggregate knows."""
    match aggregate:
        case core.Aggregate(var):
            return _first(program.variables[var.variable].type)
        case core.KindCounts(component, attribute):
            return _first(program.components[component].attributes[attribute].type)
        case core.OneEach():
            return 0
        case core.Plus(left, right):
            return low_of(program, left) or low_of(program, right)


def _first(type_: Scalar | Several) -> int:
    return lowest(type_.of) if isinstance(type_, SetT | CountsT) else 0
