"""What is told of a condition that came out as yes or no: the values that it compares, as written; and of `every`,
`some` and `no` the element that decides.

A refusal tells of a guard only values, each of which its player must know. An invariant or a condition of an example
tells all, hidden pieces, too: nobody who plays reads that.
"""

from collections.abc import Iterator
from typing import Final

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.elaborate import environment
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_piece, as_seq, as_value, condition, place_of
from rulewright.language.elaborate.environment import AggregateOf, Env, PlaceValue, SeqValue, Value, World, ZoneValue
from rulewright.language.elaborate.queries import element_env, source_seq
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.types import KindT, NumberT, SeqT, without_none


def guard(world: World, env: Env, line: syntax.Needs) -> tuple[core.Needs, Env]:
    """A guard, and the environment behind it: nothing is reached behind one that never holds."""
    test = condition(world, env, line.condition)
    text = line.because.text if line.because else world.text(line.condition.span)
    made = core.Needs(test, text, line.if_you_can, tuple(quoted(world, env, line.condition)), span=line.span)
    return made, env.unreached(if_=fold.constant(test) == 0)


def clauses(world: World, env: Env, node: syntax.Expr, found: core.Seq) -> tuple[core.Clause, ...]:
    """The conditions that stand joined by `and` in a `where` and in its filter alike, else all of it as one."""
    test = found.condition if isinstance(found, core.Filter) else None
    alike = isinstance(node, syntax.And) and isinstance(test, core.And) and len(node.operands) == len(test.operands)
    parts = node.operands if alike and isinstance(node, syntax.And) else (node,)
    return tuple(core.Clause(world.text(part.span), tuple(quoted(world, env, part)), span=part.span) for part in parts)


OWN: Final = ("it", "you")
"""Who reads a refusal knows these."""


def quoted(world: World, env: Env, node: syntax.Expr, *, outcome: bool | None = False) -> Iterator[core.Quoted]:
    """The sides of comparisons worth telling; where it is certain how it came out, the element that decides."""
    match node:
        case syntax.And() | syntax.Or():
            all_alike = isinstance(node, syntax.And) == outcome
            for operand in node.operands:
                yield from quoted(world, env, operand, outcome=outcome if all_alike else None)
        case syntax.Not():
            yield from quoted(world, env, node.operand, outcome=None if outcome is None else not outcome)
        case syntax.Compare():
            sides = (*side(world, env, node.left), *side(world, env, node.right))
            yield from (part for part in sides if part.text not in OWN)
        case syntax.Within():
            yield from side(world, env, node.subject)
        case syntax.Every() | syntax.Exists() if outcome is not None:
            for each in decided(world, env, node, outcome=outcome):  # the element itself, as a value
                type_ = world.locals[each.local].type
                assert not isinstance(type_, SeqT), "an element is no sequence"
                yield core.Quoted(each.name, core.OneOf(each.seq, type_), type_)
        case _:
            return


def side(world: World, env: Env, node: syntax.Expr, *, kinds: bool = False) -> Iterator[core.Quoted]:
    """One side of a comparison, unless it is written out or picked by the player; of a kind only if `kinds` says so."""
    if isinstance(node, syntax.Word) and node.name.text in env.names:
        return
    try:
        typed = world.expression(env, node)
    except environment.Mistake:
        return
    if (
        isinstance(typed, Value)
        and fold.constant(typed.core) is None
        and (kinds or not isinstance(without_none(typed.type), KindT))
    ):
        yield core.Quoted(world.text(node.span), typed.core, typed.type)


def unmet(world: World, env: Env, node: syntax.Expr) -> tuple[core.Part, ...]:
    """What is told where a condition does not hold; nothing where something of it cannot be told."""
    return world.aside(lambda: explained(world, env, node, outcome=False))


def explained(world: World, env: Env, node: syntax.Expr, *, outcome: bool) -> Iterator[core.Part]:
    """What is told where a condition has this outcome; nothing of what cannot be told by itself."""
    match node:
        case syntax.And() | syntax.Or():
            alone = isinstance(node, syntax.Or) == outcome  # some of the operands may be otherwise
            for operand in node.operands:
                told = tuple(explained(world, env, operand, outcome=outcome))
                if alone and told:
                    holds = condition(world, env, operand)
                    yield core.Branch(holds if outcome else core.Not(holds), told)
                else:
                    yield from told
        case syntax.Not():
            yield from explained(world, env, node.operand, outcome=not outcome)
        case syntax.Compare():
            left = tuple(compared(world, env, node.left, node.right))
            right = tuple(compared(world, env, node.right, node.left))
            if right or outcome or "not" in node.op:
                yield from (*left, *right)
            else:  # the left side with the right one, of which nothing else is told
                wanted = f"{node.op} {world.text(node.right.span)}".removeprefix("is ")
                yield from (core.Compared(each, wanted) if isinstance(each, core.Quoted) else each for each in left)
        case syntax.Within():
            told = tuple(side(world, env, node.subject, kinds=True))
            yield from told or contents(world, env, node.source)
        case syntax.Empty() if outcome == node.negated:
            seq = as_seq(world, world.expression(env, node.subject), node.span)
            text = f"{world.text(node.subject.span)}'s size"
            yield core.Quoted(text, core.Size(seq.seq), NumberT(0, 2**31 - 1))
        case syntax.Every() | syntax.Exists():
            yield from decided(world, env, node, outcome=outcome)
        case _:
            return


def compared(world: World, env: Env, node: syntax.Expr, other: syntax.Expr) -> Iterator[core.Part]:
    """One side: a set or counts with what it holds; a place as what lies on it, if it is compared with that."""
    typed = world.expression(env, node)
    match typed:
        case AggregateOf():
            yield from contents(world, env, node)
        case PlaceValue() | ZoneValue():
            one = as_value(world, typed, node.span)
            yield core.Quoted(world.text(node.span), one.core, one.type)
        case Value() if place_of(world, typed) and lies(world.expression(env, other)):
            one = as_piece(world, typed, node.span)
            yield core.Quoted(world.text(node.span), one.core, one.type)
        case _:
            yield from side(world, env, node, kinds=True)


def lies(typed: environment.Typed) -> bool:
    """Whether this can be what lies on a place."""
    kind = isinstance(typed, Value) and isinstance(without_none(typed.type), KindT)
    return kind or isinstance(typed, environment.NothingValue | PlaceValue)


def contents(world: World, env: Env, node: syntax.Expr) -> Iterator[core.Contents]:
    """What a set, counts, one zone or a sequence with a name holds; nothing of other sequences."""
    typed = world.expression(env, node)
    if isinstance(typed, AggregateOf | ZoneValue) or (isinstance(typed, SeqValue) and isinstance(node, syntax.Word)):
        seq = as_seq(world, typed, node.span)
        all_of = counted(world, typed.value, seq) if isinstance(typed, AggregateOf) else seq.seq
        yield core.Contents(world.text(node.span), all_of, seq.of)


def counted(world: World, value: core.AggregateValue, members: SeqValue) -> core.Seq:
    """The members of a set or counts, each as many times as it is there."""
    local, member = world.element(members, "member")
    times = core.Numbers(fold.number(1), core.CountOf(value, member.core, NumberT(0, MAX_COUNT)))
    same = core.Mapped(world.local("time", ANY_NUMBER), times, member.core)
    return core.FlatMap(local, members.seq, same)


def decided(world: World, env: Env, node: syntax.Every | syntax.Exists, *, outcome: bool) -> tuple[core.Witness, ...]:
    """What decides that a condition about elements has this outcome, if one of them does; nothing of groups."""
    match node:
        case syntax.Every(condition=test) if not outcome:
            return world.aside(lambda: iter((witness(world, env, node, test, outcome=False),)))
        case syntax.Exists(where=where) if outcome != node.negated:
            return world.aside(lambda: iter((witness(world, env, node, where, outcome=True),)))
        case _:
            return ()


def witness(
    world: World, env: Env, node: syntax.Every | syntax.Exists, test: syntax.Expr | None, *, outcome: bool
) -> core.Witness:
    """The first element of which the test has this outcome."""
    seq = source_seq(world, env, node.source)
    local, inner = element_env(world, env, seq, node.binder)
    if test is None:
        return core.Witness(node.binder.text, local, seq.seq, ())
    holds = condition(world, inner, test)
    found = core.Filter(local, seq.seq, holds if outcome else core.Not(holds))
    return core.Witness(node.binder.text, local, found, tuple(explained(world, inner, test, outcome=outcome)))
