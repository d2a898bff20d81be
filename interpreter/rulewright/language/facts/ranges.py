"""What integers an expression can yield, how long a sequence can be, and how much room there is."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from math import comb
from typing import Final, Literal, Protocol

from attrs import frozen

from rulewright.language import core, types
from rulewright.language.core_queries import passed_on
from rulewright.language.intervals import LIMIT, May, Range, combined, hull, joined
from rulewright.language.types import (
    BoolT,
    CountsT,
    KindT,
    MemoryT,
    Named,
    NumberT,
    OptionalT,
    Scalar,
    SetT,
    none_code,
    without_none,
)

# ---- What integers an expression of the core can yield; the code of none lies outside of such a range

MAX_COUNT: Final = 9999
"""What a count can reach, and how many pieces without an end can lie in a zone."""


class Declared(Protocol):
    """What types are declared by: a finished core, or the world in which one is made."""

    @property
    def values(self) -> Mapping[str, Sequence[str]]:
        """The values of each named type."""

    @property
    def components(self) -> Sequence[core.Component]:
        """All components."""

    @property
    def number_names(self) -> Mapping[str, Mapping[int, str]]:
        """By a number type the numbers that have names."""


def type_of(expr: core.Expr) -> Scalar:
    """The type of an expression, as the elaborator inferred it."""
    if isinstance(expr, core.Condition):
        return types.BOOL
    if isinstance(expr, core.Size | core.Sum):
        return NumberT(0, 2**16 - 1 if isinstance(expr, core.Size) else MAX_COUNT * expr.counts.width)
    return expr.type


def may_be_none(expr: core.Expr) -> bool:
    """Whether an expression can be none, by its type."""
    return isinstance(type_of(expr), OptionalT)


def none_of(expr: core.Expr) -> int:
    """The integer that stands for none in this expression."""
    return none_code(type_of(expr))


def range_of(made: Declared, type_: Scalar) -> Range:
    """The integers of a type, none not counted."""
    inner = without_none(type_)
    if isinstance(inner, NumberT):
        return Range(inner.low, inner.high)
    return Range(0, 1 if isinstance(inner, BoolT) else len(names_of(made, inner)) - 1)


def names_of(made: Declared, type_: Named | NumberT) -> Sequence[str]:
    """The names of the values of a type, or of its kinds."""
    if isinstance(type_, NumberT):
        return [number_name(made, type_, number) or str(number) for number in range_of(made, type_).integers]
    return made.components[sort_of(made, type_)].kinds if isinstance(type_, KindT) else made.values[type_.name]


def number_name(made: Declared, type_: NumberT, number: int) -> str | None:
    """What a number is called, if its type has a name for it."""
    return made.number_names.get(type_.place or "", {}).get(number)


def row_names(made: Declared, type_: Scalar) -> tuple[str, ...]:
    """The values of a type as rows write them; nothing for numbers without names, and yes or no."""
    inner = without_none(type_)
    if isinstance(inner, BoolT) or (isinstance(inner, NumberT) and not made.number_names.get(inner.place or "")):
        return ()
    return tuple(names_of(made, inner))


def sort_of(made: Declared, type_: KindT) -> int:
    """The component of a type of kinds."""
    return next(at for at, each in enumerate(made.components) if each.name == type_.component)


def component_of(made: Declared, type_: Scalar) -> int | None:
    """The component whose kinds are the values of a type; None of all other types."""
    inner = without_none(type_)
    return sort_of(made, inner) if isinstance(inner, KindT) else None


def kind_of(made: Declared, expr: core.Expr) -> int:
    """The component of a piece or kind."""
    found = component_of(made, type_of(expr))
    assert found is not None, expr
    return found


Length = Callable[[core.Seq], int]
"""The most elements that a sequence can have."""


def value_range(made: Declared, expr: core.Expr, length: Length | None = None) -> Range:
    """The integers an expression can yield, none not counted; constants and sums are looked into, and sizes where the
    length of sequences is known."""
    match expr:
        case core.Const(value, type_):
            return Range(value, value) if value != none_code(type_) else range_of(made, type_)
        case core.Calc():
            return narrowed(calculated(made, expr, length), range_of(made, expr.type))
        case core.Size(seq) if length is not None:
            return Range(0, length(seq))
        case _:
            return range_of(made, type_of(expr))


def narrowed(first: Range, second: Range) -> Range:
    """What both ranges allow; the second alone if that is nothing."""
    both = Range(max(first.low, second.low), min(first.high, second.high))
    return both if both.low <= both.high else second


def calculated(made: Declared, expr: core.Calc, length: Length | None = None) -> Range:
    """The range of a calculation from the ranges of its operands."""
    return combined(expr.op, value_range(made, expr.left, length), value_range(made, expr.right, length))


TOTALS: Final = Range(0, LIMIT - 1)
"""What a way may cost; one that costs more, or to somewhere less than nothing, is a fault."""


def totals(made: Declared, cost: core.Expr, places: int) -> Range:
    """What ways can cost that enter each of so many places but the first one at this cost, once at most."""
    each = value_range(made, cost)
    return Range(min(0, each.low), max(0, each.high) * (places - 1))


# ---- How many elements a sequence can have, and what integers they can be


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
        case core.Ends(seq=inner, number=number):
            return max(0, min(bound(room, inner), range_here(room, number).high))
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
        case core.Filter() | core.Best() | core.Beyond() | core.Ends() | core.Region():
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
            return hull(value for row in program.list_tables[table].values for value in row).range
        case core.Pieces(ref):
            return Range(0, len(program.components[program.zones[ref.zone].component].kinds) - 1)
        case core.Members(aggregate):
            first = low_of(program, aggregate)
            return Range(first, first + aggregate.width - 1)
        case core.Viewers():
            return Range(0, program.players - 1)
        case core.Held(local):
            return range_of(program, types.each_of(program.locals[local].type))
        case _ if isinstance(source, core.Expr):
            return range_here(room, source)
        case _:
            return joined(May(elements(program, room, part)) for part in passed_on(source)).range


def low_of(program: core.Core, aggregate: core.AggregateValue) -> int:
    """The value that is number 0 of a set or counts, as far as the aggregate knows."""
    if isinstance(aggregate, core.Plus | core.Without):
        return low_of(program, aggregate.left) or low_of(program, aggregate.right)
    type_: Scalar | types.Several | None = None
    if isinstance(aggregate, core.Aggregate):
        type_ = program.variables[aggregate.var.variable].type
    elif isinstance(aggregate, core.KindCounts):
        type_ = program.components[aggregate.component].attributes[aggregate.attribute].type
    return types.lowest(type_.of) if isinstance(type_, types.SetT | types.CountsT) else 0


# ---- How much there is, and how much of it can lie where: what components and zones say before anything is played

GENEROUS: Final = 256
"""So many pieces without an end can lie in a pile or row."""

MOST_NOTES: Final = 8
"""So many things can be noted of the pieces in one zone."""


def shape(kind: core.ZoneKind) -> Literal["ordered", "places", "counts"]:
    """How a zone of this kind is written."""
    return "ordered" if kind in ("pile", "row") else "places" if kind in ("slot", "board") else "counts"


def stacked_on(zone: core.Zone, places: Collection[str]) -> tuple[int, str] | None:
    """Which of its owners is the place on which a pile stands, if there is just one, and the type of that; `places`:
    the place types."""
    found = [
        (at, name) for at, name in enumerate(map(name_of_type, zone.owners)) if name is not None and name in places
    ]
    return found[0] if zone.kind == "pile" and len(found) == 1 else None


def name_of_type(type_: Scalar) -> str | None:
    """What the type of a value is called, if it has a name."""
    inner = without_none(type_)
    return inner.place if isinstance(inner, NumberT) else None if isinstance(inner, BoolT) else inner.name


def place_held(variable: core.Variable) -> str | None:
    """The type of what a variable holds, one value or a set, if it has a name: the places that it can hold."""
    of = variable.type.of if isinstance(variable.type, SetT) else variable.type
    return None if isinstance(of, CountsT | MemoryT) else name_of_type(of)


def seat_of(owners: tuple[Scalar, ...]) -> int | None:
    """Which of the owners is the player who sees it."""
    return next((at for at, owner in enumerate(owners) if without_none(owner) == types.PLAYER), None)


def is_unlimited(component: core.Component) -> bool:
    """Whether pieces of the component are not counted in the box."""
    return component.pieces is None


def capacity(zone: core.Zone, component: core.Component, places: int) -> int:
    """The cells that an ordered zone or board of so many places needs for kinds; for counts, the most pieces in it."""
    if zone.kind == "slot":
        return 1
    if zone.kind == "board":
        return places
    there = component.pieces
    declared = zone.capacity if zone.capacity is not None else (GENEROUS if there is None else there)
    return max(1, declared if there is None else min(declared, there))


def most_counted(zone: core.Zone, component: core.Component, endless: int = MAX_COUNT) -> int:
    """The most pieces in a zone that counts them; `endless`: of an unlimited component."""
    there = component.pieces
    most = (endless * len(component.kinds) if zone.box else endless) if there is None else there
    return most if zone.capacity is None else min(most, zone.capacity)


@frozen
class Parts:
    """The cells of a zone, and where in them its owners, faces and marks begin."""

    cells: int
    owners_at: int | None
    faces_at: int | None
    marks_at: int | None


def parts_of(zone: core.Zone, component: core.Component, capacity_: int) -> Parts:
    """How a zone of this capacity is written; what is unlimited is not counted in the box."""
    if zone.box and is_unlimited(component):
        return Parts(0, None, None, None)
    size = {"ordered": 1 + capacity_, "places": capacity_, "counts": len(component.kinds)}
    cells = size[shape(zone.kind)]
    owners_at = faces_at = marks_at = None
    if zone.with_owner:
        owners_at, cells = cells, cells + capacity_
    if zone.faced:
        faces_at, marks_at, cells = cells, cells + capacity_, cells + 2 * capacity_
    return Parts(cells, owners_at, faces_at, marks_at)
