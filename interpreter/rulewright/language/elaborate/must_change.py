"""`must change Z`: the zones that Z names, one by one."""

from collections.abc import Iterator, Mapping

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import mismatch, only_board
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, ZoneValue
from rulewright.language.elaborate.world import World
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span

Known = Mapping[int, core.Expr]


def must_change(world: World, env: Env, node: syntax.MustChange) -> core.MustChange:
    """A board, a zone, or like zones of several owners."""
    zones = zones_of(world, world.expression(env, node.zone), node.zone.span)
    text = node.because.text if node.because else world.text(node.zone.span) + " must change"
    return core.MustChange(zones, text, span=node.span)


def zones_of(world: World, typed: Typed, span: Span) -> tuple[core.ZoneRef, ...]:
    """The zones that an expression names as a whole."""
    match typed:
        case ZoneValue():
            return (typed.ref,)
        case SeqValue() if typed.plural is not None and (board := only_board(world, typed.of)) is not None:
            return (core.ZoneRef(board, span=span),)
        case SeqValue() if typed.pieces:
            return tuple(instances(world, typed.seq, {}, span))
        case _:
            return mismatch(world, typed, "a zone or a board", span)


def instances(world: World, seq: core.Seq, known: Known, span: Span) -> Iterator[core.ZoneRef]:
    """All zones of a sequence of pieces, owner by owner."""
    match seq:
        case core.Pieces():
            yield evolve(seq.zone, owners=tuple(known_owner(owner, known) for owner in seq.zone.owners))
        case core.FlatMap(seq=core.Values() as owners_seq):
            type_ = world.locals[seq.local].type
            for owner in range(owners_seq.number):
                const = core.Const(owner, type_)  # type: ignore[arg-type] # an owner is no sequence
                yield from instances(world, seq.body, {**known, seq.local: const}, span)
        case core.Chain():
            for part in seq.seqs:
                yield from instances(world, part, known, span)
        case _:
            advice = "Name the zone without a where."
            raise Mistake(
                words.type_mismatch(span, what="only a part of a zone", wanted="a whole zone", example=advice)
            )


def known_owner(owner: core.Expr, known: Known) -> core.Expr:
    """An owner, as the constant that a loop over all owners puts in its place."""
    return known.get(owner.local, owner) if isinstance(owner, core.Get) else owner
