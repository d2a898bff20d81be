"""What a condition tells if it holds or does not, of values, of pieces, and of where they lie."""

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.ranges import kind_of, seat_of
from rulewright.language.information_flow.reader import (
    OPEN,
    Apart,
    Cause,
    Condition,
    Fact,
    HeldBy,
    Known,
    Label,
    LiesIn,
    Reader,
    Same,
    Seen,
    canonical,
    left_in,
    meet,
    seen_in,
    terms,
    widened,
)
from rulewright.language.types import PLAYER, OptionalT, without_none

# ---- What a condition tells, if it holds or does not: who somebody is, that a piece is seen, where it lies


SOMEBODY: Final = (PLAYER, OptionalT(PLAYER))


def learn(reader: Reader, condition: core.Expr, *, holds: bool) -> Iterator[Fact]:
    """All that is certain if the condition holds, or does not."""
    match condition:
        case core.Not(operand=operand):
            yield from learn(reader, operand, holds=not holds)
        case core.And(operands=operands) | core.Or(operands=operands):
            each = [tuple(learn(reader, operand, holds=holds)) for operand in operands]
            all_are = isinstance(condition, core.And) == holds
            yield from (fact for facts in each for fact in facts) if all_are else in_either_case(each)
        case core.Compare(op="is", left=left, right=right) if holds:
            for one, other in ((left, right), (right, left)):
                if isinstance(one, core.AskPiece) and one.question == "holder" and without_none(one.type) == PLAYER:
                    yield HeldBy(canonical(reader, one.of), canonical(reader, other), one.dimension)
            if are_players(left, right):
                yield Same(canonical(reader, left), canonical(reader, right))
        case core.Compare(op="is" | "same", left=left, right=right) if not holds and are_players(left, right):
            yield Apart(canonical(reader, left), canonical(reader, right))
        case core.AskPiece(question="face-up", of=of) if holds:
            yield Seen(canonical(reader, of), None)
        case core.AskPiece(question="face-down", of=of) if not holds:
            yield Seen(canonical(reader, of), None, faced=True)
        case core.Contains(seq=core.Viewers(piece=piece), value=value) if holds:
            yield Seen(canonical(reader, piece), canonical(reader, value))
        case core.Contains(seq=seq, value=value, here=True):
            if refs := tuple(zones(reader, seq)):
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
            sights = [[each for each in case if isinstance(each, Seen) and each.piece == fact.piece] for case in cases]
            for who in {each.who for facts in sights for each in facts if each.who is not None}:
                if all(any(each.who in (None, who) for each in facts) for facts in sights):
                    yield Seen(fact.piece, who, faced=any(each.faced for facts in sights for each in facts))


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
    """What a condition tells that holds, or does not. What an element of a quantifier meets that every element before
    it has met, too, the first one meets."""
    found, more = tuple(learn(reader, condition, holds=holds)), list[Fact]()
    for each in reader.each if found else ():
        if any(fact in each.passed for fact in found):
            reader.same[each.local] = each.first
            firsts = tuple(learn(reader, condition, holds=holds))
            del reader.same[each.local]
            more += (first for first, fact in zip(firsts, found, strict=True) if fact in each.passed)
    return (*found, *more)


# ---- What is known of a piece where conditions have told of it: that it is seen, whose it is, where it lies


def of_elements(reader: Reader, seq: core.Seq, one: core.Expr) -> tuple[Fact, ...]:
    """What is so of an element of a sequence, by the conditions that chose it."""
    match seq:
        case core.Held(local=local) if local in reader.kept:
            return of_elements(reader, reader.kept[local], one)
        case core.Best() | core.Beyond() | core.Region() | core.Groups():
            return of_elements(reader, seq.seq, one)
        case core.Filter(local=local, seq=inner, condition=condition):
            outer, reader.same = reader.same, {**reader.same, local: one}
            found = tuple(learn(reader, condition, holds=True))
            reader.same = outer
            return (*of_elements(reader, inner, one), *found)
        case core.TableList(table=table, indices=(of,)) if are_players(one, of):
            # a list for each player that holds only others, and none for nobody
            lists = reader.made.list_tables[table].values
            apart = len(lists) == reader.made.players and all(seat not in each for seat, each in enumerate(lists))
            return (Apart(canonical(reader, one), canonical(reader, of)),) if apart else ()
        case _:
            return ()


def as_seen(reader: Reader, expr: core.Expr, found: Known) -> Known:
    """What is known of a piece, with what was told of it, and of the place on which it lies by the conditions that
    chose the place."""
    if found.sources is None or not any(each.lies for each in found.what):
        return found
    name, chosen = canonical(reader, expr), tuple[Fact, ...]()
    match name:
        case core.On(place=core.PlaceRef(place=core.OneOf() as place)):
            chosen = of_elements(reader, place.seq, place)
        case _:
            pass
    for fact in (*reader.facts, *chosen):
        if isinstance(fact, Same | Apart) or fact.piece not in (expr, name):
            continue
        refs = found.sources or ()
        match fact:
            case Seen(who=who, faced=faced):
                if not faced or all(reader.made.zones[ref.zone].faced for ref in refs):
                    new = widened(found.what, None if who is None else terms(reader, who))
                    found = evolve(found, what=meet(new, left_in(reader, "contents", found.sources)))
                continue
            case HeldBy(who=who, dimension=at):
                # those of the zones that belong to somebody, as zones of this player, where each says which owner
                owned = [ref for ref in refs if ref.owners]
                told = all(seat_of(reader.made.zones[ref.zone].owners) == at for ref in owned)
                refs = tuple(
                    evolve(ref, owners=(*ref.owners[:at], who, *ref.owners[at + 1 :])) for ref in owned if told
                )
            case LiesIn(inside=inside):
                refs = fact.refs if inside else tuple(ref for ref in refs if ref not in fact.refs)
        if refs:
            others = tuple(each for each in found.what if not each.lies)
            seen = meet(*(seen_in(reader, ref) for ref in refs), left_in(reader, "contents", refs))
            found = evolve(found, what=meet(others, seen), sources=refs)
    return found


# ---- Where pieces lie, and who may know that: of a found piece where it was found, of a bare kind perhaps nobody


def located(reader: Reader, expr: core.Expr, piece: Known) -> Label:
    """Who may know where a piece lies; one that was not found may lie anywhere."""
    if not is_found(reader, expr, piece):
        return meet(piece.what, piece.where, anywhere(reader, kind_of(reader.made, expr)))
    return meet(piece.where, left_in(reader, "shapes", piece.sources))


def is_found(reader: Reader, expr: core.Expr, piece: Known) -> bool:
    """Whether an expression is a piece that was found, and no bare kind."""
    return piece.sources is not None or (isinstance(expr, core.Get) and reader.made.locals[expr.local].piece)


def anywhere(reader: Reader, component: int) -> Label:
    """Who may know where the pieces of a kind lie: nobody, if some may lie unseen."""
    for index, zone in enumerate(reader.made.zones):
        if zone.component == component and (index in reader.down if zone.faced else zone.audience != "everyone"):
            return (Condition(frozenset(), Cause("place", component)),)
    return OPEN
