"""Picks: what a pick offers, as a sequence of candidates without repeats, and what the picked value is."""

from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.binding import from_others
from rulewright.language.elaborate.coercions import (
    ANY_NUMBER,
    as_seq,
    bound,
    is_line,
    join,
    mismatch,
    one_value,
    room,
    value,
)
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.explanations import clauses
from rulewright.language.elaborate.listed_words import WORDS, are_listed
from rulewright.language.elaborate.queries import bound_name, check_free, tested
from rulewright.language.elaborate.world import World
from rulewright.language.facts.lengths import range_here
from rulewright.language.span import Span
from rulewright.language.syntax import Candidates, Name
from rulewright.language.types import KindT, OptionalT, SeqT, ValueT, with_none, without_none

MOST_PICKED: Final = 256


def pick(world: World, env: Env, node: syntax.Pick) -> tuple[core.Pick, Env]:
    """`pick x from Z`."""
    seq, clauses = candidates(world, env, node.candidates, node.name)
    if node.if_any:
        seq = evolve(seq, of=with_none(seq.of))
    local, after = bound_name(world, env, node.name, seq, "what is picked")
    sources = node.candidates.sources
    names = core.Words(tuple(name.text for name in sources.names)) if isinstance(sources, syntax.Words) else None
    text = world.text(sources.span)
    return core.Pick(local, seq.seq, names, text, clauses, if_any=node.if_any, span=node.span), after


def pick_several(world: World, env: Env, node: syntax.PickSeveral) -> tuple[core.PickSeveral, Env]:
    """`pick n..m xs from Z`."""
    low = value(world, env, node.low, ANY_NUMBER)
    high = low if node.high is None else value(world, env, node.high, ANY_NUMBER)
    seq, clauses = candidates(world, env, node.candidates, None)
    check_free(world, env, node.name, None)
    most = max(0, min(range_here(room(world), high.core).high, MOST_PICKED))
    capacity = most if node.repeats else min(most, bound(world, seq.seq))
    local = world.local(node.name, SeqT(without_none(seq.of), seq.pieces), capacity=capacity)
    held = SeqValue(core.Held(local), seq.of, seq.pieces, seq.zones, seq.ordered or node.ordered)
    source = world.text(node.candidates.sources.span)
    made = core.PickSeveral(
        local, low.core, high.core, seq.seq, node.repeats, source, clauses, ordered=node.ordered, span=node.span
    )
    return made, env.bind(node.name, held, "what is picked")


def candidates(world: World, env: Env, node: Candidates, own: Name | None) -> tuple[SeqValue, tuple[core.Clause, ...]]:
    """What is offered: the sources one after the other, filtered, and what a refusal tells of the filter. It may name
    an element as the pick does."""
    match node.sources:
        case syntax.Words(names=names):
            # a type of their own, known until the action ends (`forget_words`)
            type_ = ValueT(f"{WORDS}{node.sources.span.start}:{own.text if own else 'word'}")
            world.values[type_.name] = tuple(name.text for name in names)
            world.bear(type_, world.values[type_.name])
            seq = SeqValue(core.Values(len(names)), type_)
        case syntax.Union(sources=parts):
            seq = union(world, env, parts)
        case source:
            seq = source_of(world, env, node, source)
    found, inner = tested(world, env, seq, node.binder or own, node.where)
    return found, () if found is seq or node.where is None else clauses(world, inner, node.where, found.seq)


def source_of(world: World, env: Env, whole: Candidates, node: syntax.Expr) -> SeqValue:
    """The only source; that it is one value is told with what is meant by it."""
    typed = world.expression(env, node)
    try:
        return as_source(world, as_seq(world, typed, node.span))
    except Mistake as found:
        place = whole.sources.span if whole.where is None else None
        alone = isinstance(typed, Value) and found.diagnostic is not None
        told = one_value(world, typed, (world.text(node.span),), node.span, place) if alone else found.diagnostic
        raise Mistake(told) from None


def as_source(world: World, seq: SeqValue) -> SeqValue:
    """A source as candidates: a pile offers its top, unordered zones each kind once."""
    return evolve(seq, seq=offered_once(world, seq.seq), plural=None)


def offered_once(world: World, seq: core.Seq) -> core.Seq:
    """The sequence as candidates."""
    if isinstance(seq, core.Pieces):
        zone = world.zones[seq.zone.zone]
        match zone.kind:
            case "pile":
                type_ = OptionalT(KindT(world.components[zone.component].name))
                return core.Listed((core.First(seq, type_),))
            case "hand" | "area":
                return evolve(seq, distinct=True)
            case "row" | "slot" | "board":
                return seq
    return from_others(seq, partial(offered_once, world))


def union(world: World, env: Env, parts: tuple[syntax.Expr, ...]) -> SeqValue:
    """`a or b`: the sources one after the other; a single value is one of its own."""
    seqs = [one_source(world, env, part) for part in parts]
    of = join([seq.of for seq in seqs])
    if of is None:
        odd = next(i for i, seq in enumerate(seqs) if join([seqs[0].of, seq.of]) is None)
        mismatch(world, seqs[odd], "the same as in the first source", parts[odd].span)
    zones = frozenset[int]().union(*(seq.zones for seq in seqs))
    pieces = all(seq.pieces for seq in seqs)
    offered = [seq.seq if pieces or not at else unlike(world, env, seq, parts[:at]) for at, seq in enumerate(seqs)]
    return SeqValue(core.Chain(tuple(offered)), of, pieces, zones, ordered=False)


def one_source(world: World, env: Env, node: syntax.Expr) -> SeqValue:
    """A source of several."""
    return as_source(world, one_or_several(world, world.expression(env, node), node.span))


def unlike(world: World, env: Env, seq: SeqValue, others: tuple[syntax.Expr, ...]) -> core.Seq:
    """The values of a source that none of the others has: each is offered once."""
    local = world.local("each", seq.of)
    there = core.Chain(tuple(one_source(world, env, other).seq for other in others))
    return core.Filter(local, seq.seq, core.Not(core.Contains(there, core.Get(local, seq.of))))


def one_or_several(world: World, typed: Typed, span: Span) -> SeqValue:
    """A source as it is, or what is one value, nothing if it is none."""
    if isinstance(typed, Value) and not is_line(typed.type):
        return SeqValue(core.Listed((typed.core,)), without_none(typed.type), typed.piece, typed.zones)
    return as_seq(world, typed, span)


def forget_words(world: World) -> None:
    """Outside their action words mean nothing."""
    for name, borne in list(world.bearers.items()):
        kept = [(type_, index) for type_, index in borne if not (are_listed(type_))]
        if not kept:
            del world.bearers[name]
        elif len(kept) < len(borne):
            world.bearers[name] = kept
