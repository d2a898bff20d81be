"""What a condition tells if it holds or does not, of values, of pieces, and of where they lie."""

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.ranges import kind_of, seat_of
from rulewright.language.information_flow.labels import OPEN, Cause, Condition, Known, Label, meet, widened
from rulewright.language.information_flow.reader import (
    Apart,
    Each,
    Fact,
    HeldBy,
    LiesIn,
    Reader,
    Same,
    Seen,
    canonical,
    of_zones,
    put_in,
    seen_in,
    terms,
)
from rulewright.language.types import PLAYER, OptionalT, without_none

# ---- What a condition tells, if it holds or does not: who somebody is, that a piece is seen, where it lies


SOMEBODY: Final = (PLAYER, OptionalT(PLAYER))


def learn(reader: Reader, condition: core.Expr, *, holds: bool) -> Iterator[Fact]:
    """All that is certain if the condition holds, or does not."""
    match condition:
        case core.Not(operand=operand):
            yield from learn(reader, operand, holds=not holds)
        case core.And(operands=operands) if holds:
            for operand in operands:
                yield from learn(reader, operand, holds=True)
        case core.Or(operands=operands) if not holds:
            for operand in operands:
                yield from learn(reader, operand, holds=False)
        case core.And(operands=operands) | core.Or(operands=operands):
            yield from in_either_case([tuple(learn(reader, operand, holds=holds)) for operand in operands])
        case core.Compare(op="is", left=left, right=right) if holds:
            yield from compared(reader, left, right)
        case core.Compare(op="is" | "same", left=left, right=right) if not holds and are_players(left, right):
            yield Apart(canonical(reader, left), canonical(reader, right))
        case core.AskPiece(question="face-up", of=of) if holds:
            yield Seen(canonical(reader, of), None)
        case core.AskPiece(question="face-down", of=of) if not holds:
            yield Seen(canonical(reader, of), None, faced=True)
        case core.Contains(seq=core.Viewers(piece=piece), value=value) if holds:
            yield Seen(canonical(reader, piece), canonical(reader, value))
        case core.Contains(seq=seq, value=value, here=True):
            refs = tuple(zones(reader, seq))
            if refs:
                yield LiesIn(canonical(reader, value), refs, inside=holds)
        case core.CallDefinition():
            reader.enter(reader, condition)
            yield from learn(reader, reader.made.definitions[condition.definition].result, holds=holds)
        case _:
            pass


def in_either_case(cases: list[tuple[Fact, ...]]) -> Iterator[Fact]:
    """What is told whichever of several cases it is: the same, or that somebody sees a piece."""
    for fact in cases[0] if cases else ():
        if all(fact in case for case in cases[1:]):
            yield fact
        elif isinstance(fact, Seen):
            yield from seen_anyhow(fact.piece, cases)


def seen_anyhow(piece: core.Expr, cases: list[tuple[Fact, ...]]) -> Iterator[Fact]:
    """Who sees a piece in every case."""
    sights = [[fact for fact in case if isinstance(fact, Seen) and fact.piece == piece] for case in cases]
    named = {fact.who for facts in sights for fact in facts if fact.who is not None}
    for who in named:
        if all(any(fact.who in (None, who) for fact in facts) for facts in sights):
            yield Seen(piece, who, faced=any(fact.faced for facts in sights for fact in facts))


def compared(reader: Reader, left: core.Expr, right: core.Expr) -> Iterator[Fact]:
    """Two that are the same."""
    for one, other in ((left, right), (right, left)):
        match one:
            case core.AskPiece(question="holder", of=of, dimension=dimension) if without_none(one.type) == PLAYER:
                yield HeldBy(canonical(reader, of), canonical(reader, other), dimension)
            case _:
                pass
    if are_players(left, right):
        yield Same(canonical(reader, left), canonical(reader, right))


def are_players(left: core.Expr, right: core.Expr) -> bool:
    """Whether both are players, or none."""
    return getattr(left, "type", None) in SOMEBODY and getattr(right, "type", None) in SOMEBODY


def zones(reader: Reader, seq: core.Seq) -> Iterator[core.ZoneRef]:
    """The zones whose whole content a sequence is; nothing if it is anything else."""
    match seq:
        case core.Pieces(zone=zone):
            yield core.ZoneRef(zone.zone, tuple(canonical(reader, owner) for owner in zone.owners))
        case core.Chain(seqs=seqs):
            found = [tuple(zones(reader, part)) for part in seqs]
            yield from (ref for refs in found if all(found) for ref in refs)
        case _:
            pass


def learn_here(reader: Reader, condition: core.Expr, *, holds: bool) -> tuple[Fact, ...]:
    """What a condition tells that holds, or does not."""
    found = tuple(learn(reader, condition, holds=holds))
    if not found or not reader.each:
        return found
    return (
        *found,
        *(fact for each_ in reader.each for fact in of_the_first(reader, each_, condition, found, holds=holds)),
    )


def of_the_first(
    reader: Reader, each_: Each, condition: core.Expr, found: tuple[Fact, ...], *, holds: bool
) -> Iterator[Fact]:
    """What an element meets that every element before it has met, too, the first one meets."""
    if any(fact in each_.passed for fact in found):
        reader.same[each_.local] = each_.first
        firsts = tuple(learn(reader, condition, holds=holds))
        del reader.same[each_.local]
        yield from (first for first, fact in zip(firsts, found, strict=True) if fact in each_.passed)


# ---- What is known of a piece where conditions have told of it: that it is seen, whose it is, where it lies


def of_elements(reader: Reader, seq: core.Seq, one: core.Expr) -> tuple[Fact, ...]:
    """What is so of an element of a sequence, by the conditions that chose it."""
    match seq:
        case core.Held(local=local) if local in reader.kept:
            return of_elements(reader, reader.kept[local], one)
        case core.Best(seq=inner) | core.Beyond(seq=inner) | core.Region(seq=inner) | core.Groups(seq=inner):
            return of_elements(reader, inner, one)
        case core.Filter(local=local, seq=inner, condition=condition):
            outer = reader.same.get(local)
            reader.same[local] = one
            found = tuple(learn(reader, condition, holds=True))
            if outer is None:
                del reader.same[local]
            else:
                reader.same[local] = outer
            return (*of_elements(reader, inner, one), *found)
        case core.TableList(table=table, indices=(of,)) if are_players(one, of) and leaves_out(reader.made, table):
            return (Apart(canonical(reader, one), canonical(reader, of)),)
        case _:
            return ()


def leaves_out(made: core.Core, table: int) -> bool:
    """Whether a list for each player holds only others, and none for nobody."""
    lists = made.list_tables[table].values
    return len(lists) == made.players and all(seat not in others for seat, others in enumerate(lists))


def as_seen(reader: Reader, expr: core.Expr, found: Known) -> Known:
    """What is known of a piece, with what was told of it."""
    if found.sources is None or not any(each_.lies for each_ in found.what):
        return found
    chosen = chosen_place(reader, expr)
    if not reader.facts and not chosen:
        return found
    names = (expr, canonical(reader, expr))
    for fact in (*reader.facts, *chosen):
        match fact:
            case Seen(piece=piece, who=who, faced=faced) if piece in names and (
                not faced or all(reader.made.zones[ref.zone].faced for ref in found.sources or ())
            ):
                new = widened(found.what, None if who is None else terms(reader, who))
                found = evolve(found, what=meet(new, put_in(reader, found.sources)))
            case HeldBy(piece=piece) if piece in names:
                found = from_zones(reader, found, held_by(reader, found.sources or (), fact))
            case LiesIn(piece=piece, refs=refs, inside=inside) if piece in names:
                found = from_zones(
                    reader, found, refs if inside else tuple(ref for ref in found.sources or () if ref not in refs)
                )
            case _:
                pass
    return found


def chosen_place(reader: Reader, expr: core.Expr) -> tuple[Fact, ...]:
    """What is so of the piece on a place, by the conditions that chose the place."""
    match canonical(reader, expr):
        case core.On(place=core.PlaceRef(place=core.First() | core.Last() | core.Only() | core.Item() as place)):
            return of_elements(reader, place.seq, place)
        case _:
            return ()


def held_by(reader: Reader, refs: tuple[core.ZoneRef, ...], fact: HeldBy) -> tuple[core.ZoneRef, ...]:
    """Those of the zones that belong to somebody, as zones of this player; nothing where an owner is not told."""
    owned = [ref for ref in refs if ref.owners]
    if any(seat_of(reader.made.zones[ref.zone].owners) != fact.dimension for ref in owned):
        return ()
    before, after = fact.dimension, fact.dimension + 1
    return tuple(evolve(ref, owners=(*ref.owners[:before], fact.who, *ref.owners[after:])) for ref in owned)


def from_zones(reader: Reader, found: Known, refs: tuple[core.ZoneRef, ...]) -> Known:
    """A piece that is known to lie in one of these zones."""
    others = tuple(each_ for each_ in found.what if not each_.lies)
    seen = meet(*(seen_in(reader, ref) for ref in refs), put_in(reader, refs))
    return evolve(found, what=meet(others, seen), sources=refs) if refs else found


# ---- Where pieces lie, and who may know that: of a found piece where it was found, of a bare kind perhaps nobody


def located(reader: Reader, expr: core.Expr, piece: Known) -> Label:
    """Who may know where a piece lies; one that was not found may lie anywhere."""
    if not is_found(reader, expr, piece):
        return meet(piece.what, piece.where, anywhere(reader, kind_of(reader.made, expr)))
    return meet(piece.where, shape(reader, piece.sources))


def is_found(reader: Reader, expr: core.Expr, piece: Known) -> bool:
    """Whether an expression is a piece that was found, and no bare kind."""
    return piece.sources is not None or (isinstance(expr, core.Get) and reader.made.locals[expr.local].piece)


def anywhere(reader: Reader, component: int) -> Label:
    """Who may know where the pieces of a kind lie: nobody, if some may lie unseen."""
    for index, zone in enumerate(reader.made.zones):
        if zone.component == component and (index in reader.down if zone.faced else zone.audience != "everyone"):
            return (Condition(frozenset(), Cause("place", component)),)
    return OPEN


def whole_zones(seq: core.Seq) -> bool:
    """Whether a sequence is all that lies in some zones."""
    match seq:
        case core.Pieces():
            return True
        case core.FlatMap(body=body):
            return whole_zones(body)
        case core.Chain(seqs=seqs):
            return all(whole_zones(part) for part in seqs)
        case _:
            return False


def shape(reader: Reader, refs: tuple[core.ZoneRef, ...] | None) -> Label:
    """Who may know how many pieces a tried body has left in these zones, and where."""
    return OPEN if reader.changed is None else of_zones(reader.changed.shapes, refs)
