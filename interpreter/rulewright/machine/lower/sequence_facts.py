"""What a sequence is made of: how long it can be, in which zones its pieces lie, the same with other sources.

In: a scope and a core sequence. Out: numbers and core sequences, never code.
"""

from collections.abc import Callable, Iterable, Iterator

from rulewright.language import core
from rulewright.language.intervals import LIMIT, Range, combined
from rulewright.language.types import CountsT, KindT, OptionalT, SeqT
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.layout import GENEROUS, MOST, pieces_of, shape
from rulewright.machine.lower.ranges import narrowed, range_of, set_low, value_range


def room(scope: Scope, seq: core.Seq) -> int:
    """How many elements a sequence is given room for where it is kept."""
    return bound(scope, seq, endless=GENEROUS)


def overrun(scope: Scope, seq: core.Seq, most: int = LIMIT) -> int | None:
    """The fault of having more elements than there is room for, if no more than `most` are wanted; None if that cannot
    be."""
    there = room(scope, seq)
    if min(bound(scope, seq), most) <= there and not scope.build.every_test:
        return None
    return scope.fault("too-many-pieces", f"These are more than {there:,} pieces at once.")


def bound(scope: Scope, seq: core.Seq, endless: int = MOST) -> int:
    """The most elements that a sequence can have; `endless`: of an unlimited component in one zone."""
    match seq:
        case core.Values(number):
            return number
        case core.Numbers(low, high):
            return max(0, range_here(scope, high).high - range_here(scope, low).low + 1)
        case core.Listed(values):
            return len(values)
        case core.TableList(table):
            return max(map(len, scope.core.list_tables[table].values), default=0)
        case core.Pieces(ref, distinct):
            return _most_pieces(scope, ref.zone, endless, distinct=distinct)
        case core.Members(aggregate):
            return aggregate.width
        case core.Viewers():
            return scope.core.players
        case core.Filter(seq=inner) | core.Best(seq=inner) | core.Beyond(seq=inner) | core.Mapped(seq=inner):
            return bound(scope, inner, endless)
        case core.FlatMap(seq=outer, body=inner):
            return _most_of_all(scope, inner, bound(scope, outer, endless) * bound(scope, inner, endless))
        case core.Chain(seqs):
            return sum(bound(scope, part, endless) for part in seqs)
        case core.Held(local):
            return scope.held(local).capacity


def range_here(scope: Scope, expr: core.Expr) -> Range:
    """As `value_range`, sizes being no more than what can be there."""
    match expr:
        case core.Size(seq):
            return Range(0, bound(scope, seq))
        case core.Calc(op, left, right):
            inner = combined(op, range_here(scope, left), range_here(scope, right))
            return narrowed(inner, value_range(scope.core, expr))
        case _:
            return value_range(scope.core, expr)


def elements(scope: Scope, seq: core.Seq) -> Range:
    """The integers that elements can be, none not counted."""
    match seq:
        case core.Values(size):
            return Range(0, size - 1)
        case core.Numbers(low, high):
            return Range(range_here(scope, low).low, range_here(scope, high).high)
        case core.Listed(values):
            return _union(range_here(scope, value) for value in values)
        case core.TableList(table):
            return _union(Range(entry, entry) for row in scope.core.list_tables[table].values for entry in row)
        case core.Pieces(ref):
            return Range(0, len(scope.core.components[scope.core.zones[ref.zone].component].kinds) - 1)
        case core.Members(aggregate):
            first = low_of(scope, aggregate)
            return Range(first, first + aggregate.width - 1)
        case core.Viewers():
            return Range(0, scope.core.players - 1)
        case core.Filter(seq=inner) | core.Best(seq=inner) | core.Beyond(seq=inner) | core.FlatMap(body=inner):
            return elements(scope, inner)
        case core.Mapped(value=value):
            return range_here(scope, value)
        case core.Chain(seqs):
            return _union(elements(scope, part) for part in seqs)
        case core.Held(local):
            type_ = scope.core.locals[local].type
            return range_of(scope.core, type_.of if isinstance(type_, SeqT) else type_)


def _union(ranges: Iterable[Range]) -> Range:
    """The least range that holds all of these that are not empty."""
    real = [each for each in ranges if each.low <= each.high]
    return Range(min((each.low for each in real), default=0), max((each.high for each in real), default=-1))


def _most_pieces(scope: Scope, zone: int, endless: int, *, distinct: bool) -> int:
    lies = scope.build.layout.zones[zone]
    component = scope.core.components[lies.component]
    if shape(lies.kind) != "counts":
        return lies.capacity
    if distinct:
        return len(component.kinds)
    there, declared = pieces_of(component), scope.core.zones[zone].capacity
    most = (endless * len(component.kinds) if lies.box else endless) if there is None else there
    return most if declared is None else min(most, declared)


def _most_of_all(scope: Scope, inner: core.Seq, product: int) -> int:
    """Several zones together cannot hold more pieces than there are."""
    match inner:
        case core.Pieces(ref):
            component = scope.core.components[scope.build.layout.zones[ref.zone].component]
            there = pieces_of(component)
            return product if there is None else min(product, max(there, 1))
        case core.Filter(seq=deeper) | core.Best(seq=deeper):
            return _most_of_all(scope, deeper, product)
        case _:
            return product


# ---- the zones of its pieces


def sources(scope: Scope, seq: core.Seq) -> frozenset[int]:
    """The zones in which the pieces of a sequence may lie."""
    match seq:
        case core.Pieces(ref):
            return frozenset({ref.zone})
        case core.Filter(seq=inner) | core.Best(seq=inner) | core.Beyond(seq=inner):
            return sources(scope, inner)
        case core.FlatMap(body=inner):
            return sources(scope, inner)
        case core.Chain(seqs):
            return frozenset(zone for part in seqs for zone in sources(scope, part))
        case core.Mapped(value=value):
            return _zones_of(scope, (value,))
        case core.Listed(values):
            return _zones_of(scope, values)
        case core.Held():
            return frozenset(range(len(scope.core.zones)))
        case core.Values() | core.Numbers() | core.TableList() | core.Members() | core.Viewers():
            return frozenset()


def _zones_of(scope: Scope, values: Iterable[core.Expr]) -> frozenset[int]:
    return frozenset(zone for value in values for zone in zones_of_piece(scope, value))


def only_zone(zones: Iterable[int]) -> int | None:
    """The zone, if it is the only one."""
    found = set(zones)
    return found.pop() if len(found) == 1 else None


def zones_of_piece(scope: Scope, value: core.Expr) -> Iterator[int]:
    """The zones in which a piece may lie."""
    match value:
        case core.First(seq) | core.Last(seq) | core.Only(seq) | core.Item(seq):
            yield from sources(scope, seq)
        case core.On(place):
            yield place.board.zone
        case _ if knows_where(scope, value):
            yield from range(len(scope.core.zones))
        case _:
            pass


# ---- candidates


def candidates(scope: Scope, seq: core.Seq) -> core.Seq:
    """The sequence as candidates of a pick: of a pile the top only, equal kinds of an unordered zone once."""
    match seq:
        case core.Pieces(ref) if scope.core.zones[ref.zone].kind == "pile":
            component = scope.core.components[scope.core.zones[ref.zone].component]
            return core.Listed((core.First(seq, OptionalT(KindT(component.name))),))
        case core.Pieces(ref):
            return core.Pieces(ref, distinct=True)
        case _:
            return _rebuilt(scope, seq, candidates)


def weighted(scope: Scope, seq: core.Seq) -> core.Seq:
    """The sequence with equal kinds of an unordered zone once, to be weighed by their number."""
    match seq:
        case core.Pieces(ref):
            return core.Pieces(ref, distinct=True)
        case _:
            return _rebuilt(scope, seq, weighted)


def once(scope: Scope, seq: core.Seq) -> core.Seq | None:
    """The sequence with equal kinds of unordered zones once, each standing for as many as its cell counts; None if it
    is not made of such pieces only, or if there never are equal ones."""
    match seq:
        case core.Pieces(ref, False):
            merged = "once" in scope.build.passes and _has_copies(scope, ref)
            return core.Pieces(ref, distinct=True) if merged else None
        case core.Filter(local, inner, test):
            kept = once(scope, inner)
            return None if kept is None else core.Filter(local, kept, test)
        case core.FlatMap(local, outer, inner):
            kept = once(scope, inner)
            return None if kept is None else core.FlatMap(local, outer, kept)
        case _:
            return None


def _has_copies(scope: Scope, ref: core.ZoneRef) -> bool:
    lies = scope.build.layout.zones[ref.zone]
    copies = scope.core.components[lies.component].copies
    return shape(lies.kind) == "counts" and not lies.unlimited and any(n is None or n > 1 for n in copies)


def _rebuilt(scope: Scope, seq: core.Seq, change: Callable[[Scope, core.Seq], core.Seq]) -> core.Seq:
    """The same sequence with its sources changed."""
    match seq:
        case core.Filter(local, inner, test):
            return core.Filter(local, change(scope, inner), test)
        case core.Best(local, inner, keys):
            return core.Best(local, change(scope, inner), keys)
        case core.FlatMap(local, outer, inner):
            return core.FlatMap(local, outer, change(scope, inner))
        case core.Chain(seqs):
            return core.Chain(tuple(change(scope, part) for part in seqs))
        case core.Beyond(after_, inner, of):
            return core.Beyond(after_, change(scope, inner), of)
        case (
            core.Values()
            | core.Numbers()
            | core.Listed()
            | core.TableList()
            | core.Pieces()
            | core.Members()
            | core.Viewers()
            | core.Mapped()
            | core.Held()
        ):
            return seq


# ---- what knows where it lies


def knows_where(scope: Scope, expr: core.Expr) -> bool:
    """Whether an expression yields a piece with its location, not a bare kind."""
    match expr:
        case core.Get(local):
            return scope.core.locals[local].piece
        case core.First(seq) | core.Last(seq) | core.Only(seq) | core.Item(seq):
            return has_pieces(scope, seq)
        case core.On():
            return True
        case core.Cases(cases, otherwise):
            real = [then for then in (*(then for _, then in cases), otherwise) if not isinstance(then, core.Const)]
            return bool(real) and all(knows_where(scope, then) for then in real)
        case (
            core.Const()
            | core.Read()
            | core.Attr()
            | core.CountOf()
            | core.Lookup()
            | core.Calc()
            | core.Compare()
            | core.SameCounts()
            | core.IsNone()
            | core.Not()
            | core.And()
            | core.Or()
            | core.Size()
            | core.Sum()
            | core.Total()
            | core.Extreme()
            | core.Exists()
            | core.Contains()
            | core.AskPiece()
            | core.CallDefinition()
            | core.CanAct()
        ):
            return False


def may_be_bare(scope: Scope, expr: core.Expr) -> bool:
    """Whether an expression in the role of a piece may all the same be a kind that does not know where it lies."""
    return scope.spot(expr.local).bare if isinstance(expr, core.Get) else not knows_where(scope, expr)


def has_pieces(scope: Scope, seq: core.Seq) -> bool:
    """Whether the elements know where they lie."""
    match seq:
        case core.Pieces():
            return True
        case core.Filter(seq=inner) | core.Best(seq=inner) | core.Beyond(seq=inner):
            return has_pieces(scope, inner)
        case core.FlatMap(body=inner):
            return has_pieces(scope, inner)
        case core.Mapped(value=value):
            return knows_where(scope, value)
        case core.Listed(values):
            return bool(values) and all(knows_where(scope, value) for value in values)
        case core.Chain(seqs):
            return bool(seqs) and all(has_pieces(scope, part) for part in seqs)
        case core.Held(local):
            return bool(getattr(scope.core.locals[local].type, "pieces", False)) or scope.core.locals[local].piece
        case core.Values() | core.Numbers() | core.TableList() | core.Members() | core.Viewers():
            return False


# ---- sets and counts


def low_of(scope: Scope, aggregate: core.AggregateValue) -> int:
    """The value that is number 0, as far as the aggregate knows."""
    match aggregate:
        case core.Aggregate(var):
            return scope.build.layout.variables[var.variable].base
        case core.KindCounts():
            type_ = scope.core.components[aggregate.component].attributes[aggregate.attribute].type
            return set_low(type_.of) if isinstance(type_, CountsT) else 0
        case core.OneEach():
            return 0
        case core.Plus(left, right):
            return low_of(scope, left) or low_of(scope, right)
