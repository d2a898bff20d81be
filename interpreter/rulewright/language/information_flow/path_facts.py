"""What a condition tells, if it holds or does not: who somebody is, that a piece is seen, where it lies."""

from collections.abc import Iterator
from typing import Final

from rulewright.language import core
from rulewright.language.information_flow.reader import Apart, Each, Fact, HeldBy, LiesIn, Reader, Same, Seen, canonical
from rulewright.language.types import PLAYER, OptionalT, without_none

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
