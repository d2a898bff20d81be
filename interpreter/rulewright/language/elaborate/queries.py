"""Queries: `where`, `with highest`, first, last, only, count, total, highest, lowest, some, no, every; and conditions
behind `where` that say nothing of what is looked at, or take in too much."""

import re
from collections.abc import Iterator
from typing import TypeVar

from attrs import evolve

from rulewright.language import core, intervals, intervals as fold, syntax
from rulewright.language.diagnostics import Complaint, Diagnostic, Edit
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.coercions import as_seq, as_value, bound, condition, declared_name, mismatch
from rulewright.language.elaborate.environment import (
    BoxValue,
    Env,
    GroupsValue,
    Mistake,
    SeqValue,
    Several,
    Typed,
    Value,
    World,
)
from rulewright.language.elaborate.possessives import ask
from rulewright.language.elaborate.suggestions import kinds, typed_words
from rulewright.language.facts.ranges import TOTALS, totals
from rulewright.language.library import reaching
from rulewright.language.messages import declarations, kinds_of_values as words, names as name_words, sentences
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import BoolT, LineT, NumberT, OptionalT, Scalar, SeqT, ValueT, with_none, without_none
from rulewright.language.walking import walk

# ---- `no c in S where A and B` takes B, too, though B may say nothing of c and be meant to stand outside
# Told only where the two readings differ, B comes last, and no bracket says what belongs together.


def swallowed(world: World, node: syntax.Quantified) -> None:
    """Ends the sentence with both readings if a part of the condition may be meant to stand outside the quantifier."""
    test, text = node.where, world.source.text
    if test is None or bracketed(text, node.span) or bracketed(text, test.span):
        return
    part, outside = test, tuple[syntax.Expr, ...]()
    while not outside and isinstance(part, syntax.Junction) and not bracketed(text, part.span):
        # the last that say nothing of what is looked at, where some before them do
        speaking = [place for place, operand in enumerate(part.operands) if speaks_of(operand, node.binder.text)]
        outside = part.operands[speaking[-1] + 1 :] if speaking else ()
        part = part if outside else part.operands[-1]
    if not outside or not isinstance(part, syntax.Junction):
        return
    # `some … and` and `every … or` come to the same inside and outside
    if part is test and (node.how, part.word) in (("some", "and"), ("every", "or")):
        return
    kept, head, end = part.operands[-len(outside) - 1], node.span.start, after_brackets(text, node.span)
    whole, apart = (len(re.sub(r"(?:\(\s*)+$", "", text[: each.span.start])) for each in (test, outside[0]))
    inside = f"{world.text(Span(head, whole))} ({world.text(Span(whole, end))})"
    before = world.text(Span(head, after_brackets(text, Span(head, kept.span.end))))
    rest, binder = Span(apart, end), node.binder.text
    better = f"({before}) {part.word} {world.text(rest)}"
    raise Mistake(sentences.swallowed(rest, binder=binder, inside=inside, outside=better))


def speaks_of(node: syntax.Expr, binder: str | None) -> bool:
    """Whether a condition speaks of what is looked at."""
    named = {each.text for each in walk(node) if isinstance(each, syntax.Name)}
    return binder in named or any(isinstance(each, syntax.It) for each in walk(node))


def bracketed(text: str, span: Span) -> bool:
    """Whether brackets stand directly around."""
    return text[: span.start].rstrip()[-1:] == "(" and text[span.end :].lstrip()[:1] == ")"


def after_brackets(text: str, span: Span) -> int:
    """Where a sentence ends whose last brackets do not count to it."""
    end = span.end
    while text.count("(", span.start, end) > text.count(")", span.start, end) and text.find(")", end) >= 0:
        end = text.find(")", end) + 1
    return end


# ---- Conditions behind `where` and `satisfies` that say nothing of what is looked at: they are so for all or for none
# Nothing is told where it comes to the same as an `if` around the sentence, of options, and of what stands in brackets.

Looking = syntax.Queried | syntax.Candidates


def said_of_nothing(ruleset: syntax.Ruleset, source: Source) -> Iterator[Diagnostic]:
    """Each such condition."""
    options = {each.name.text for each in ruleset.declarations if isinstance(each, syntax.Option)} | {"player-count"}
    nodes = [each for each in walk(ruleset) if isinstance(each, syntax.Statement | syntax.Header | syntax.Queried)]
    fields = (each for each in walk(ruleset) if isinstance(each, syntax.Field))
    boards = {each.name.text for each in fields if isinstance(each.type, syntax.Board)}
    doing: dict[int, str | None] = {}  # what a sentence or pick does something to, with the name that it gives to each
    loops: set[int] = set()
    for node in nodes:
        match node:
            case syntax.Draw():
                doing[id(node.among)] = node.binder.text
            case syntax.Move(what=syntax.All(among) | syntax.SomeOf(among=among)) | syntax.Show(among=among):
                doing[id(among)] = None
            case syntax.Pick() | syntax.PickSeveral():
                doing[id(node.candidates)] = node.name.text
            case syntax.ForEach():
                loops.add(id(node.among))
            case syntax.EachInTurn(where=test) if test is not None and not bracketed(source.text, test.span):
                # it speaks of `you`, who is another one there, and not of whose turn it may be
                you = any(isinstance(each, syntax.You) for each in walk(test))
                if you and not speaks_of(test, node.binder.text if node.binder else None):
                    written = source.text[test.span.start : test.span.end]
                    yield sentences.says_nothing(test.span, element="it", board=None, bracketed=f"({written})")
            case _:
                pass
    for looking in (each for each in walk(ruleset) if isinstance(each, Looking) and id(each) not in loops):
        test = looking.where
        if test is None or bracketed(source.text, test.span):
            continue
        binder = looking.binder.text if looking.binder else doing.get(id(looking))
        # the test, or what is joined in it, unless only the whole counts
        whole = id(looking) in doing or isinstance(looking, syntax.Quantified) or not speaks_of(test, binder)
        parts = test.operands if isinstance(test, syntax.Junction) and not whole else (test,)
        for silent in (each for each in parts if not speaks_of(each, binder)):
            if not bracketed(source.text, silent.span) and not settled(silent, options):
                written = source.text[silent.span.start : silent.span.end]
                alone = (each.name.text for each in walk(silent) if isinstance(each, syntax.Word))
                board = next((f"{name}({binder or 'it'})" for name in alone if name in boards), None)
                yield sentences.says_nothing(silent.span, element=binder, board=board, bracketed=f"({written})")


def settled(test: syntax.Expr, options: set[str]) -> bool:
    """Whether a condition asks options only: it is settled before the game begins."""
    match test:
        case syntax.Junction():
            return all(settled(operand, options) for operand in test.operands)
        case syntax.Not():
            return settled(test.operand, options)
        case syntax.Compare():
            return settled(test.left, options)
        case syntax.Word(name=name):
            return name.text in options
        case _:
            return False


Looked = SeqValue | GroupsValue
"""What is looked through: elements, or groups of them."""
S = TypeVar("S", bound=Looked)


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


def source_seq(world: World, env: Env, node: syntax.Expr) -> SeqValue:
    """A source of elements; the whole `box` means its part of the component that the sentence speaks of."""
    return as_seq(world, source(world, env, node), node.span)


def source(world: World, env: Env, node: syntax.Expr) -> Looked:
    """The same, or groups."""
    typed: Typed = world.expression(env, node)
    if isinstance(typed, BoxValue) and env.box is not None:
        return coercions.zone_seq(world, core.ZoneRef(world.boxes[env.box], span=node.span))
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


def one_of(world: World, seq: Looked, name: syntax.Name | str) -> tuple[int, Value | SeqValue]:
    """A new local for one element, and the element; of groups that is a sequence."""
    if isinstance(seq, SeqValue):
        return world.element(seq, name)
    of = seq.made_of
    if seq.part is not None:
        local, first = world.element(of, name)
        return local, SeqValue(evolve(seq.part, start=first.core), of.of)
    local = world.local(name, SeqT(of.of, of.pieces), capacity=seq.most)
    return local, SeqValue(core.Held(local), of.of, of.pieces, of.zones, of.ordered)


def element_env(world: World, env: Env, seq: Looked, binder: syntax.Name | None) -> tuple[int, Env]:
    """The environment of a `where`: its binder, and `it`."""
    local, value = one_of(world, seq, binder or "it")
    return local, tested_env(world, env, value, binder)


def tested_env(world: World, env: Env, element: Value | SeqValue, binder: syntax.Name | None) -> Env:
    """The environment in which an element is `it`, and has a name if one is given."""
    if binder is not None:
        check_free(world, env, binder, without_none(element.type) if isinstance(element, Value) else None)
    inner = evolve(env, it=element, depth=env.depth + 1, named=binder, around=env.named)
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


def query(world: World, env: Env, node: syntax.Query | syntax.Picked) -> Looked:
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
        of = coercions.joined(world, values, parts, "the same as the first one")
        zones = frozenset[int]().union(*(value.zones for value in values))
        pieces = all(value.piece for value in values)
        return SeqValue(core.Listed(tuple(value.core for value in values)), without_none(of), pieces, zones)
    if isinstance(node, syntax.Region) and node.binder is None and binder.text not in env.names:
        named_there = (each for each in walk(node.where) if isinstance(each, syntax.Name))
        used = next((each for each in named_there if each.text == binder.text), None)
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
        return Value(core.OneOf(seq.seq, seq.of, "only", span=node.span), seq.of, seq.pieces, seq.zones)
    type_ = with_none(seq.of)
    return Value(core.OneOf(seq.seq, type_, node.which), type_, seq.pieces, seq.zones)


def joined(world: World, env: Env, node: syntax.Region | syntax.Steps | syntax.Trail) -> SeqValue | Value:
    """What is asked of places that hang together."""
    match node:
        case syntax.Region():
            return region(world, env, node)
        case syntax.Steps():
            return steps(world, env, node)
        case syntax.Trail():
            return trail(world, env, node)


def region(world: World, env: Env, node: syntax.Region | syntax.Steps) -> SeqValue:
    """`region of x by cost through ways within n steps where condition`."""
    wanted = node.most if isinstance(node, syntax.Region) else None
    unit = node.unit if isinstance(node, syntax.Region) else None
    if wanted is not None and unit is not None and (node.cost is not None or unit.text not in ("step", "steps")):
        raise Mistake(_no_unit(world, node, wanted, unit))
    most = None if wanted is None else coercions.value(world, env, wanted, coercions.ANY_NUMBER).core
    start = as_value(world, world.expression(env, node.start), node.start.span)
    every = reaching.places(world, start.type, node.start.span, typed_words(world, start))
    way, beside = reaching.relation(world, env, every, node.through, node.start.span)
    local, inner = element_env(world, env, every, node.binder)
    passing = core.Filter(local, every.seq, fold.YES if node.where is None else condition(world, inner, node.where))
    costs = None if node.cost is None else _costs(world, env, every, way, node.cost)
    return SeqValue(core.Region(start.core, way, beside, passing, most, costs, span=node.span), every.of)


def _costs(world: World, env: Env, every: SeqValue, before: int, member: syntax.Member) -> core.Mapped:
    """What each place costs to enter. A definition that wants one value more than it is handed is told the place
    `before`, from which one comes."""
    local, there = world.element(every, "each")
    entry = world.definition_entries.get((declared_name(every.of), member.name.text))
    if entry is not None and len(entry.syntax.params) == len(member.args or ()) + 1:
        name = syntax.Name(" before", span=member.span)  # no author can write that
        env = env.bind(name, Value(core.Get(before, every.of), every.of, itself=True), "a place")
        member = evolve(member, args=(*(member.args or ()), syntax.Word(name, span=member.span)))
    cost = asked(world, env, there, member)
    if not isinstance(without_none(cost.type), NumberT | BoolT):
        mismatch(world, cost, "a number", member.span)
    return core.Mapped(local, every.seq, cost.core)


def _no_unit(world: World, node: syntax.Region | syntax.Steps, wanted: syntax.Expr, unit: syntax.Name) -> Diagnostic:
    """What is said of the word behind how far a region reaches: of steps it is their own, of costs there is none."""
    number = world.text(wanted.span)
    if node.cost is None:
        return sentences.counted_in_steps(unit.span, number=number, edit=Edit(unit.span, "steps"))
    edit = Edit(Span(wanted.span.end, unit.span.end), "")
    return sentences.counted_in_costs(unit.span, number=number, cost=world.text(node.cost.span), edit=edit)


def steps(world: World, env: Env, node: syntax.Steps) -> Value:
    """`steps of x to goal by cost through ways where condition`; the goal is a place or several."""
    found = region(world, env, node)
    assert isinstance(found.seq, core.Region)
    local, place = world.element(found, "each")
    goal = world.expression(env, node.goal, found.of)
    if isinstance(goal, Several):
        several = as_seq(world, goal, node.goal.span)
        if declared_name(several.of) != declared_name(found.of):
            mismatch(world, goal, f"a {declared_name(found.of)}", node.goal.span)
        arrived: core.Expr = core.Contains(several.seq, place.core)
    else:
        one = coercions.coerce(world, goal, with_none(found.of), node.goal.span)
        arrived = fold.comparison("is", place.core, one.core)
    far = bound(world, found.seq) - 1
    if found.seq.costs is not None:
        far = min(totals(world, found.seq.costs.value, far + 1).high, TOTALS.high)
    type_ = OptionalT(NumberT(0, far))
    return Value(core.Steps(local, found.seq, arrived, type_), type_)


def trail(world: World, env: Env, node: syntax.Trail) -> Value:
    """`longest trail of links by member through places`."""
    links = source_seq(world, env, node.source)
    through = None if node.through is None else source_seq(world, env, node.through)
    ends, passing = reaching.ends_of(world, links, through, world.text(node.source.span), node.span)
    local, each = world.element(links, "each")
    one = Value(fold.number(1), NumberT(1, 1))
    length = one if node.member is None else asked(world, env, each, node.member)
    if not isinstance(without_none(length.type), NumberT | BoolT):
        mismatch(world, length, "a number", node.span)
    all_links = fold.bounds(length.type).high * world.size(links.of)
    type_ = NumberT(0, min(max(0, all_links), intervals.LIMIT))
    return Value(core.Trail(local, links.seq, length.core, ends, passing, type_, span=node.span), type_)


def refuse_kinds(world: World, seq: Looked, span: Span) -> Looked:
    """Kinds are not copies: counting them is refused where pieces exist."""
    if (
        isinstance(seq, SeqValue)
        and seq.plural in world.component_index
        and any(world.components[world.component_index[seq.plural]].copies)
    ):
        raise Mistake(kinds(world, seq.plural, span))
    return seq


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
        return summed(world, local, seq.seq, answer, node.member.span, node.span)
    if not isinstance(inner, NumberT | ValueT | LineT | BoolT):
        mismatch(world, answer, "a number", node.member.span)
    extreme = OptionalT(inner)
    return Value(core.Fold(node.kind, local, seq.seq, answer.core, extreme), extreme)


def summed(world: World, local: int, seq: core.Seq, answer: Value, asked_at: Span, span: Span | None = None) -> Value:
    """The total of what is answered of each element, which a local holds."""
    if not isinstance(without_none(answer.type), NumberT | BoolT):
        mismatch(world, answer, "a number", asked_at)
    each, most = fold.bounds(answer.type), bound(world, seq)
    type_ = NumberT(max(min(0, each.low * most), -intervals.LIMIT), min(max(0, each.high * most), intervals.LIMIT))
    return Value(core.Fold("total", local, seq, answer.core, type_, span=span or asked_at), type_)


def groups_of(world: World, env: Env, source: syntax.Expr, node: syntax.Expr) -> tuple[SeqValue, GroupsValue]:
    """Several values, and groups that are made of just these."""
    seq, groups = source_seq(world, env, source), world.expression(env, node)
    if not isinstance(groups, GroupsValue):
        mismatch(world, groups, "a choice of groups", node.span, "Groups are made by: ZONE's groups(3, 4).")
    if groups.made_of.seq != seq.seq:
        raise Mistake(words.other_groups(source.span, what=world.text(source.span)))
    return seq, groups


def left_by(world: World, env: Env, node: syntax.Compare) -> core.Expr:
    """How many are left of `a splits into groups` by the best choice of these."""
    seq, groups = groups_of(world, env, node.left, node.right)
    local, _ = world.element(seq, "each")
    type_ = NumberT(0, bound(world, seq.seq))
    return core.Outside(False, local, seq.seq, fold.number(1), groups.seq, type_)


def outside(world: World, env: Env, node: syntax.Outside) -> Value:
    """`lowest total m of source outside disjoint groups`: over the best choice of groups."""
    seq, groups = groups_of(world, env, node.source, node.groups)
    local, value = world.element(seq, "each")
    answer = asked(world, env, value, node.member)
    if not isinstance(without_none(answer.type), NumberT | BoolT):
        mismatch(world, answer, "a number", node.member.span)
    each, most = fold.bounds(answer.type), bound(world, seq.seq)
    type_ = NumberT(min(0, each.low * most), max(0, each.high * most))
    if not intervals.WORD.holds(fold.bounds(type_)):
        raise Mistake(
            declarations.too_large_a_total(node.member.span, what=node.member.name.text, most=intervals.LIMIT)
        )
    return Value(core.Outside(node.which == "highest", local, seq.seq, answer.core, groups.seq, type_), type_)


def quantified(world: World, env: Env, node: syntax.Quantified) -> core.Expr:
    """`some x in source where C`, `no x in …`, `every x in source satisfies C`."""
    swallowed(world, node)
    seq = source(world, env, node.source)
    local, inner = element_env(world, env, seq, node.binder)
    test = condition(world, inner, node.where) if node.where is not None else fold.YES
    if node.how == "every":  # there is none that does not
        test = fold.negation(test)
    exists = fold.NO if fold.constant(test) == 0 else core.Exists(local, seq.seq, test)
    return exists if node.how == "some" else fold.negation(exists)
