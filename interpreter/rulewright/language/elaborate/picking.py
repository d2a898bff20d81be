"""Picks: what a pick offers, as a sequence of candidates without repeats, and what the picked value is."""

from functools import partial

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.binding import from_others
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.coercions import (
    ANY_NUMBER,
    as_seq,
    bound,
    join,
    mismatch,
    one_value,
    room,
    value,
)
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Value
from rulewright.language.elaborate.listed_words import WORDS, are_listed
from rulewright.language.elaborate.queries import bound_name, check_free, tested
from rulewright.language.elaborate.quoting import clauses
from rulewright.language.elaborate.world import World
from rulewright.language.facts.lengths import range_here
from rulewright.language.syntax import Candidates, Name
from rulewright.language.types import KindT, OptionalT, SeqT, ValueT, without_none

MOST_PICKED = 256


def pick(world: World, env: Env, node: syntax.Pick) -> tuple[core.Pick, Env]:
    """`pick x from Z`."""
    seq, clauses = candidates(world, env, node.candidates, node.name)
    local, after = bound_name(world, env, node.name, seq, "what is picked")
    sources = node.candidates.sources
    names = core.Words(tuple(name.text for name in sources.names)) if isinstance(sources, syntax.Words) else None
    return core.Pick(local, seq.seq, names, world.text(sources.span), clauses, span=node.span), after


def pick_several(world: World, env: Env, node: syntax.PickSeveral) -> tuple[core.PickSeveral, Env]:
    """`pick n..m xs from Z`."""
    low = value(world, env, node.low, ANY_NUMBER)
    high = low if node.high is None else value(world, env, node.high, ANY_NUMBER)
    seq, clauses = candidates(world, env, node.candidates, None)
    check_free(world, env, node.name, None)
    most = max(0, min(range_here(room(world), high.core).high, MOST_PICKED))
    capacity = most if node.repeats else min(most, bound(world, seq.seq))
    local = world.local(node.name, SeqT(without_none(seq.of), seq.pieces), capacity=capacity)
    held = SeqValue(core.Held(local), seq.of, seq.pieces, seq.zones, seq.ordered)
    source = world.text(node.candidates.sources.span)
    made = core.PickSeveral(local, low.core, high.core, seq.seq, node.repeats, source, clauses, span=node.span)
    return made, env.bind(node.name, held, "what is picked")


def candidates(world: World, env: Env, node: Candidates, own: Name | None) -> tuple[SeqValue, tuple[core.Clause, ...]]:
    """What is offered: the sources one after the other, filtered, and what a refusal tells of the filter. It may name
    an element as the pick does."""
    match node.sources:
        case syntax.Words(names=names):
            seq = own_words(world, names, own, node)
        case syntax.Union(sources=parts):
            seq = union(world, env, node, parts)
        case source:
            seq = source_of(world, env, node, (source,), source)
    found, inner = tested(world, env, seq, node.binder or own, node.where)
    return found, () if found is seq or node.where is None else clauses(world, inner, node.where, found.seq)


def source_of(world: World, env: Env, whole: Candidates, parts: tuple[syntax.Expr, ...], node: syntax.Expr) -> SeqValue:
    """One source among others: a pile offers its top, unordered zones each kind once."""
    typed = world.expression(env, node)
    try:
        seq = as_seq(world, typed, node.span)
    except Mistake as found:
        raise Mistake(single(world, env, whole, parts, node) or found.diagnostic) from None
    return evolve(seq, seq=offered_once(world, seq.seq), plural=None)


def single(
    world: World, env: Env, whole: Candidates, parts: tuple[syntax.Expr, ...], node: syntax.Expr
) -> Diagnostic | None:
    """What is said of a source that is one value: that it is to be asked of all of its type, with the other sources."""
    typed = [world.expression(env, part) for part in parts]
    of = [
        each.type if isinstance(each, Value) else as_seq(world, each, part.span).of
        for each, part in zip(typed, parts, strict=True)
    ]
    if len(set(map(without_none, of))) > 1:
        return None
    texts = [
        f"{'' if isinstance(each, Value) else 'in '}{world.text(part.span)}"
        for each, part in zip(typed, parts, strict=True)
    ]
    place = whole.sources.span if whole.where is None else None
    return one_value(world, world.expression(env, node), texts, node.span, place)


def offered_once(world: World, seq: core.Seq) -> core.Seq:
    """The sequence as candidates."""
    if isinstance(seq, core.Pieces):
        return offered_pieces(world, seq)
    return from_others(seq, partial(offered_once, world))


def offered_pieces(world: World, seq: core.Pieces) -> core.Seq:
    """The pieces of a zone as candidates."""
    zone = world.zones[seq.zone.zone]
    match zone.kind:
        case "pile":
            type_ = OptionalT(KindT(world.components[zone.component].name))
            return core.Listed((core.First(seq, type_),))
        case "hand" | "area":
            return evolve(seq, distinct=True)
        case "row" | "slot" | "board":
            return seq


def union(world: World, env: Env, whole: Candidates, parts: tuple[syntax.Expr, ...]) -> SeqValue:
    """`a or b`: the sources one after the other."""
    seqs = [source_of(world, env, whole, parts, part) for part in parts]
    of = join([seq.of for seq in seqs])
    if of is None:
        odd = next(i for i, seq in enumerate(seqs) if join([seqs[0].of, seq.of]) is None)
        mismatch(world, seqs[odd], "the same as in the first source", parts[odd].span)
    zones = frozenset[int]().union(*(seq.zones for seq in seqs))
    pieces = all(seq.pieces for seq in seqs)
    return SeqValue(core.Chain(tuple(seq.seq for seq in seqs)), of, pieces, zones, ordered=False)


def own_words(world: World, names: tuple[Name, ...], own: Name | None, node: Candidates) -> SeqValue:
    """`row, hand, new-row`: a type of their own, known until the action ends (`forget_words`)."""
    type_ = ValueT(f"{WORDS}{node.sources.span.start}:{own.text if own else 'word'}")
    world.values[type_.name] = tuple(name.text for name in names)
    world.bear(type_, world.values[type_.name])
    return SeqValue(core.Values(len(names)), type_)


def forget_words(world: World) -> None:
    """Outside their action words mean nothing."""
    for name, borne in list(world.bearers.items()):
        kept = [(type_, index) for type_, index in borne if not (are_listed(type_))]
        if not kept:
            del world.bearers[name]
        elif len(kept) < len(borne):
            world.bearers[name] = kept
