"""What a sequence is made of where it is lowered: how long it can be, the same with other sources.

In: a scope and a core sequence. Out: numbers and core sequences, never code.
"""

from functools import partial

from rulewright.language import core
from rulewright.language.binding import from_others
from rulewright.language.facts import lengths
from rulewright.language.facts.lengths import has_repeats
from rulewright.language.facts.ranges import MAX_COUNT, value_range
from rulewright.language.facts.room import GENEROUS, most_counted, shape
from rulewright.language.facts.whereabouts import knows_where
from rulewright.language.intervals import LIMIT, Range
from rulewright.machine.lower.builder import Scope


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


def bound(scope: Scope, seq: core.Seq, endless: int = MAX_COUNT) -> int:
    """The most elements that a sequence can have; `endless`: of an unlimited component in one zone."""
    return lengths.bound(_room(scope, endless), seq)


def range_here(scope: Scope, expr: core.Expr) -> Range:
    """The integers that an expression can yield, none not counted."""
    return value_range(scope.core, expr, partial(bound, scope))


def elements(scope: Scope, seq: core.Seq) -> Range:
    """The integers that elements can be, none not counted."""
    return lengths.elements(scope.core, _room(scope, MAX_COUNT), seq)


def _room(scope: Scope, endless: int) -> lengths.Room:
    return lengths.Room(
        scope.core,
        scope.core.players,
        pieces=partial(_most_pieces, scope, endless),
        entries=lambda table: max(map(len, scope.core.list_tables[table].values), default=0),
        kept=lambda local: scope.held(local).capacity,
        together=partial(_most_together, scope.core),
    )


def _most_pieces(scope: Scope, endless: int, seq: core.Pieces) -> int:
    zone = scope.core.zones[seq.zone.zone]
    component = scope.core.components[zone.component]
    if shape(zone.kind) != "counts":
        return scope.build.layout.zones[seq.zone.zone].capacity
    return len(component.kinds) if seq.distinct else most_counted(zone, component, endless)


def _most_together(program: core.Core, seq: core.FlatMap, product: int) -> int:
    """Several zones together, none of them twice, cannot hold more pieces than there are."""
    inner = single(seq.body)
    if inner is None or has_repeats(program, seq.seq):
        return product
    there = program.components[program.zones[inner.zone.zone].component].pieces
    own = any(isinstance(owner, core.Get) and owner.local == seq.local for owner in inner.zone.owners)
    return min(product, max(there, 1)) if own and there is not None else product


def single(seq: core.Seq) -> core.Pieces | None:
    """The one zone that is gone through, perhaps not all of it; None elsewhere."""
    match seq:
        case core.Filter(seq=inner) | core.Best(seq=inner):
            return single(inner)
        case _:
            return seq if isinstance(seq, core.Pieces) else None


def weighted(seq: core.Seq) -> core.Seq:
    """The sequence with equal kinds of an unordered zone once, to be weighed by their number."""
    match seq:
        case core.Pieces(ref):
            return core.Pieces(ref, distinct=True)
        case _:
            return from_others(seq, weighted)


def for_first(seq: core.Seq) -> core.Seq:
    """The sequence with equal kinds once where this leaves its first element what it is."""
    return seq if single(seq) is None else weighted(seq)


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


def is_counted(scope: Scope, ref: core.ZoneRef) -> bool:
    """Whether a zone is a cell for each kind."""
    lies = scope.build.layout.zones[ref.zone]
    return shape(lies.kind) == "counts" and not lies.unlimited


def _has_copies(scope: Scope, ref: core.ZoneRef) -> bool:
    copies = scope.core.components[scope.core.zones[ref.zone].component].copies
    return is_counted(scope, ref) and any(number is None or number > 1 for number in copies)


def may_be_bare(scope: Scope, expr: core.Expr) -> bool:
    """Whether an expression in the role of a piece may all the same be a kind that does not know where it lies."""
    return scope.spot(expr.local).bare if isinstance(expr, core.Get) else not knows_where(scope.core, expr)
