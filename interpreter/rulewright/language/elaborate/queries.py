"""Queries: `where`, `with highest`, first, last, only, count, total, highest, lowest, some, no, every."""

from typing import Final, TypeVar

from attrs import evolve

from rulewright.language import core, intervals, syntax
from rulewright.language import intervals as fold
from rulewright.language.diagnostics import Complaint, Diagnostic, Edit
from rulewright.language.elaborate.coercions import (
    as_seq,
    as_value,
    bound,
    condition,
    joined,
    mismatch,
    place_name,
    typed_words,
    zone_seq,
)
from rulewright.language.elaborate.environment import BoxValue, Env, GroupsValue, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.possessives import ask
from rulewright.language.elaborate.resolve import all_values
from rulewright.language.elaborate.suggestions import kinds
from rulewright.language.elaborate.where_conditions import swallowed
from rulewright.language.elaborate.world import World
from rulewright.language.elaborate.wrong_subject import declared_name
from rulewright.language.messages import declarations as limits
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.messages import names as name_words
from rulewright.language.span import Span
from rulewright.language.types import BoolT, LineT, NumberT, OptionalT, Scalar, ValueT, with_none, without_none
from rulewright.language.walking import walk

MOST_IN_REGIONS: Final = 1024

Source = SeqValue | GroupsValue
"""What is looked through: elements, or groups of them."""
S = TypeVar("S", bound=Source)


def bound_name(world: World, env: Env, name: syntax.Name, seq: SeqValue, what: str) -> tuple[int, Env]:
    """A named binder over the elements of a sequence."""
    check_free(world, env, name, without_none(seq.of))
    local, value = world.element(seq, name)
    return local, env.bind(name, value, what)


def check_free(world: World, env: Env, name: syntax.Name, type_: Scalar | None) -> None:
    """Nothing shadows: a local may bear its type's name or one that is only asked with `'s`, and no other."""
    here = env.names.get(name.text)
    if here is not None:
        raise Mistake(already_taken(world, name_words.name_taken_here, name, here.what, here.name))
    if type_ is not None and name.text == declared_name(type_):
        return
    defined, called = world.definition_entries.get((None, name.text)), world.procedures.get(name.text)
    declared = world.field_names.get(((), name.text)) or world.option_names.get(name.text)
    declared = declared or (defined.syntax.name if defined else None)
    declared = declared or (called.syntax.name if called and called.answer is not None else None)
    if declared is not None:
        raise Mistake(already_taken(world, name_words.two_meanings, name, "something that can be asked", declared))


def already_taken(world: World, complaint: Complaint, name: syntax.Name, other: str, first: syntax.Name) -> Diagnostic:
    """The complaint that a name has another meaning already, since it first stood."""
    line, also = world.line_number(first.span), first.span
    return complaint(name, other=other, line=line, better=better(name.text), also=also)


def better(name: str) -> str:
    """Another name to suggest."""
    return f"other-{name}"


def source_seq(world: World, env: Env, node: syntax.Expr, expected: Scalar | None = None) -> SeqValue:
    """A source of elements; the whole `box` means its part of the component that the sentence speaks of."""
    return as_seq(world, source(world, env, node, expected), node.span)


def source(world: World, env: Env, node: syntax.Expr, expected: Scalar | None = None) -> Source:
    """The same, or groups."""
    typed: Typed = world.expression(env, node, expected)
    if isinstance(typed, BoxValue) and env.box is not None:
        return zone_seq(world, core.ZoneRef(world.boxes[env.box], span=node.span))
    return typed if isinstance(typed, GroupsValue) else as_seq(world, typed, node.span)


def tested(world: World, env: Env, seq: S, binder: syntax.Name | None, where: syntax.Expr | None) -> tuple[S, Env]:
    """The elements that satisfy the `where`, and its environment."""
    if where is None:
        return seq, env
    local, inner = element_env(world, env, seq, binder)
    test = condition(world, inner, where)
    if fold.constant(test) == 1:
        return seq, inner
    passing = evolve(seq, seq=core.Filter(local, seq.seq, test))
    return evolve(passing, plural=None) if isinstance(passing, SeqValue) else passing, inner


def one_of(world: World, seq: Source, name: syntax.Name | str) -> tuple[int, Value | SeqValue]:
    """A new local for one element, and the element; of groups that is a sequence."""
    return world.group(seq, name) if isinstance(seq, GroupsValue) else world.element(seq, name)


def element_env(world: World, env: Env, seq: Source, binder: syntax.Name | None) -> tuple[int, Env]:
    """The environment of a `where`: its binder, and `it`."""
    local, value = one_of(world, seq, binder or "it")
    return local, tested_env(world, env, value, binder)


def tested_env(world: World, env: Env, element: Value | SeqValue, binder: syntax.Name | None) -> Env:
    """The environment in which an element is `it`, and has a name if one is given."""
    if binder is not None:
        check_free(world, env, binder, without_none(element.type) if isinstance(element, Value) else None)
    inner = env.where(element, binder)
    return inner.bind(binder, element, "what is tested here") if binder else inner


def keyed(world: World, env: Env, seq: SeqValue, keys: tuple[syntax.Key, ...], *, ranked: bool = False) -> SeqValue:
    """The elements that are best by the keys, or all of them, the best first."""
    if not keys:
        return seq
    local, value = world.element(seq, "best")
    pairs = tuple((key.highest, asked(world, env, value, key.member).core) for key in keys)
    return SeqValue(core.Best(local, seq.seq, pairs, ranked), seq.of, seq.pieces, seq.zones, seq.ordered or ranked)


def asked(world: World, env: Env, of: Value | SeqValue, member: syntax.Member) -> Value:
    """What an element is compared or counted by; a number or a yes/no question can be asked, the value itself not."""
    return as_value(world, ask(world, env, of, member.name, member.args or ()), member.span)


def query(world: World, env: Env, node: syntax.Query | syntax.Picked) -> Source:
    """`source where condition with keys`."""
    seq = tested(world, env, source(world, env, node.source), node.binder, node.where)[0]
    if not node.keys:
        return seq
    ranked = isinstance(node, syntax.Query) and node.ranked
    return keyed(world, env, as_seq(world, seq, node.source.span), node.keys, ranked=ranked)


def among(world: World, env: Env, node: syntax.Expr | syntax.Named, binder: syntax.Name) -> SeqValue:
    """A source whose `where` may use the name that the sentence gives to each element."""
    if isinstance(node, syntax.Named):
        parts = node.values
        names = [part.name.text for part in parts if isinstance(part, syntax.Word)]
        borne = [[type_ for type_, _ in world.bearers.get(name, ())] for name in names]
        common = [type_ for type_ in (borne or [[]])[0] if all(type_ in others for others in borne)]
        expected = common[0] if len(common) == 1 else None
        values = [as_value(world, world.expression(env, part, expected), part.span) for part in parts]
        of = joined(world, values, parts, "the same as the first one")
        zones = frozenset[int]().union(*(value.zones for value in values))
        pieces = all(value.piece for value in values)
        return SeqValue(core.Listed(tuple(value.core for value in values)), without_none(of), pieces, zones)
    if isinstance(node, syntax.Region) and node.binder is None and binder.text not in env.names:
        used = next(
            (each for each in walk(node.where) if isinstance(each, syntax.Name) and each.text == binder.text), None
        )
        if used is not None:
            better = f"{world.text(node.start.span)} as {binder.text}"
            raise Mistake(name_words.name_in_region(used, better=better, edit=Edit(node.start.span, better)))
    if isinstance(node, syntax.Query) and node.binder is None:
        named = tested(world, env, source_seq(world, env, node.source), binder, node.where)[0]
        return keyed(world, env, named, node.keys, ranked=node.ranked)
    return as_seq(world, world.expression(env, node), node.span)


def picked(world: World, env: Env, node: syntax.Picked) -> Value:
    """`first x in source where …`, `last`, `only`."""
    seq = as_seq(world, query(world, env, node), node.source.span)
    if node.which == "only":
        return Value(core.Only(seq.seq, seq.of, span=node.span), seq.of, seq.pieces, seq.zones)
    type_ = with_none(seq.of)
    expr = core.First(seq.seq, type_) if node.which == "first" else core.Last(seq.seq, type_)
    return Value(expr, type_, seq.pieces, seq.zones)


def region(world: World, env: Env, node: syntax.Region) -> SeqValue:
    """`region of x where condition`: the places that hang together with x. What counts as next to a place is told by a
    question that is asked of each, known at load."""
    start = as_value(world, world.expression(env, node.start), node.start.span)
    place = place_name(start.type)
    if place is None or place not in world.places:
        raise Mistake(words.no_place(node.start.span, what=typed_words(world, start)))
    if (size := world.size(world.types[place])) > MOST_IN_REGIONS:
        raise Mistake(limits.too_wide_for_regions(node.span, place=place, number=size, most=MOST_IN_REGIONS))
    member = node.through or syntax.Member(syntax.Name("neighbors", span=node.start.span), None, span=node.start.span)
    match ask(world, env, evolve(start, itself=True), member.name, member.args or ()):
        case SeqValue(core.TableList(indices=(_,)) as beside, of=of) if place_name(of) == place:
            every = all_values(world, place)
        case _:
            raise Mistake(words.no_steps(member.span, what=world.text(member.span)))
    local, inner = element_env(world, env, every, node.binder)
    passing = core.Filter(local, every.seq, condition(world, inner, node.where))
    return SeqValue(core.Region(passing, beside, span=node.span), every.of)


def refuse_kinds(world: World, seq: Source, span: Span) -> Source:
    """Kinds are not copies: counting them is refused where pieces exist."""
    if (
        isinstance(seq, SeqValue)
        and seq.plural in world.component_index
        and any(world.components[world.component_index[seq.plural]].copies)
    ):
        raise Mistake(kinds(world, seq.plural, span))
    return seq


def count_where(world: World, env: Env, node: syntax.CountWhere) -> Value:
    """`count of source where …`."""
    seq = refuse_kinds(world, source(world, env, node.source), node.source.span)
    seq = tested(world, env, seq, node.binder, node.where)[0]
    return Value(core.Size(seq.seq), NumberT(0, bound(world, seq.seq)))


def folded(world: World, env: Env, node: syntax.Fold) -> Value:
    """`total m of source`, `highest m of source`, `lowest m of source`."""
    seq = source(world, env, node.source)
    if node.kind == "total":
        seq = refuse_kinds(world, seq, node.source.span)
    seq = tested(world, env, seq, node.binder, node.where)[0]
    local, value = one_of(world, seq, "each")
    if node.binder is not None and node.binder.text == node.member.name.text:
        raise Mistake(name_words.each_itself(node.member.name, kind=node.kind))
    answer = asked(world, env, value, node.member)
    inner = without_none(answer.type)
    if node.kind == "total":
        if not isinstance(without_none(answer.type), NumberT | BoolT):
            mismatch(world, answer, "a number", node.member.span)
        each, most = fold.bounds(answer.type), bound(world, seq.seq)
        type_ = NumberT(max(min(0, each.low * most), -intervals.LIMIT), min(max(0, each.high * most), intervals.LIMIT))
        return Value(core.Total(local, seq.seq, answer.core, type_, span=node.span), type_)
    if not isinstance(inner, NumberT | ValueT | LineT | BoolT):
        mismatch(world, answer, "a number", node.member.span)
    extreme = OptionalT(inner)
    return Value(core.Extreme(node.kind == "highest", local, seq.seq, answer.core, extreme), extreme)


def outside(world: World, env: Env, node: syntax.Outside) -> Value:
    """`lowest total m of source outside disjoint groups`: over the best choice of groups."""
    seq = source_seq(world, env, node.source)
    groups = world.expression(env, node.groups)
    if not isinstance(groups, GroupsValue):
        mismatch(world, groups, "groups", node.groups.span, "Groups are made by: ZONE's groups(3, 4).")
    if groups.made_of.seq != seq.seq:
        raise Mistake(words.other_groups(node.source.span, what=world.text(node.source.span)))
    local, value = world.element(seq, "each")
    answer = asked(world, env, value, node.member)
    if not isinstance(without_none(answer.type), NumberT | BoolT):
        mismatch(world, answer, "a number", node.member.span)
    each, most = fold.bounds(answer.type), bound(world, seq.seq)
    type_ = NumberT(min(0, each.low * most), max(0, each.high * most))
    if not intervals.WORD.holds(fold.bounds(type_)):
        raise Mistake(limits.too_large_a_total(node.member.span, what=node.member.name.text, most=intervals.LIMIT))
    return Value(core.Outside(node.highest, local, seq.seq, answer.core, groups.seq, type_), type_)


def quantified(world: World, env: Env, node: syntax.Exists | syntax.Every) -> core.Expr:
    """`some x in source where C`, `no x in …`, `every x in source satisfies C`."""
    doubt = swallowed(world, node)
    if doubt is not None:
        raise Mistake(doubt)
    seq = source(world, env, node.source)
    local, inner = element_env(world, env, seq, node.binder)
    match node:
        case syntax.Exists():
            test = condition(world, inner, node.where) if node.where is not None else fold.YES
            exists = existence(local, seq, test)
            return fold.negation(exists) if node.negated else exists
        case syntax.Every():
            return fold.negation(existence(local, seq, fold.negation(condition(world, inner, node.condition))))


def existence(local: int, seq: Source, test: core.Expr) -> core.Expr:
    """Whether some element passes the test."""
    return fold.NO if fold.constant(test) == 0 else core.Exists(local, seq.seq, test)
