"""Questions of several things together, and the functions of numbers."""

from functools import partial
from typing import Final

from rulewright.language import core
from rulewright.language import intervals as fold
from rulewright.language.built_in import Function, Param, Row
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, bound, mismatch
from rulewright.language.elaborate.environment import (
    AggregateOf,
    GroupsValue,
    Mistake,
    NothingValue,
    OfEach,
    SeqValue,
    Typed,
    Value,
)
from rulewright.language.elaborate.world import World
from rulewright.language.facts.ranges import type_of
from rulewright.language.messages import declarations as limits
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, CountsT, NumberT, OptionalT, ValueT, with_none, without_none


def size(world: World, several: Typed, span: Span) -> Value:
    """How many there are; of counts the sum."""
    if isinstance(several, GroupsValue):
        return Value(core.Size(several.seq), NumberT(0, bound(world, several.seq)))
    if isinstance(several, AggregateOf) and isinstance(several.type, CountsT):
        numbers = core.Sum(several.value)
        return Value(numbers, type_of(numbers))
    seq = as_seq(world, several, span).seq
    if isinstance(seq, core.Values):
        return Value(fold.number(seq.number), NumberT(seq.number, seq.number))
    return Value(core.Size(seq), NumberT(0, bound(world, seq)))


def end_of(_world: World, seq: SeqValue, _span: Span, *, last: bool) -> Value:
    """The first or last element."""
    if isinstance(seq.seq, core.Values):
        return Value(core.Const(seq.seq.number - 1 if last else 0, seq.of), seq.of)
    type_ = with_none(seq.of)
    expr = core.Last(seq.seq, type_) if last else core.First(seq.seq, type_)
    return Value(expr, type_, seq.pieces, seq.zones)


def only(_world: World, seq: SeqValue, span: Span) -> Value:
    """The one element."""
    return Value(core.Only(seq.seq, seq.of, span=span), seq.of, seq.pieces, seq.zones)


def item(_world: World, seq: SeqValue, number: Value, _span: Span) -> Value:
    """One element by its place, from 1."""
    known = fold.constant(number.core)
    if isinstance(seq.seq, core.Values) and known is not None and 1 <= known <= seq.seq.number:
        return Value(core.Const(known - 1, seq.of), seq.of)
    type_ = with_none(seq.of)
    return Value(core.Item(seq.seq, number.core, type_), type_, seq.pieces, seq.zones)


def numbered(place: int, world: World, seq: SeqValue, span: Span) -> Value:
    """The element at a place that has a word of its own."""
    return item(world, seq, Value(fold.number(place), NumberT(place, place)), span)


def beyond(_world: World, seq: SeqValue, other: Value, span: Span, *, after: bool) -> SeqValue:
    """What lies on one side of an element of an ordered sequence."""
    return SeqValue(core.Beyond(after, seq.seq, other.core, span=span), seq.of, seq.pieces, seq.zones, seq.ordered)


def lesser(op: core.Operator, _world: World, _subject: NothingValue, left: Value, right: Value, span: Span) -> Value:
    """`min` or `max` of two numbers."""
    expr = fold.calculation(op, left.core, right.core, (left.type, right.type), span)
    return Value(expr, fold.result_range(op, fold.bounds(left.type), fold.bounds(right.type)))


def parity(rest: int, _world: World, subject: Value, span: Span) -> Value:
    """Whether a number is even (`rest` 0) or odd (1); none is neither."""
    two = fold.number(2)
    left_over = fold.calculation("mod", subject.core, two, (without_none(subject.type), NumberT(2, 2)), span)
    so = fold.comparison("is", left_over, fold.number(rest))
    there = fold.negation(fold.is_none(subject.core)) if isinstance(subject.type, OptionalT) else fold.YES
    return Value(fold.conjunction([there, so]), BOOL)


def alike(how: core.Likeness, _world: World, seq: SeqValue, asked: OfEach, span: Span) -> Value:
    """Whether all elements have the same of something, or different ones, or ones that follow each other."""
    type_ = without_none(asked.answer.type)
    if how == "consecutive" and not isinstance(type_, NumberT | ValueT):
        mismatch(_world, asked.answer, "a number", span)
    return Value(core.AllAre(how, asked.local, seq.seq, asked.answer.core), BOOL)


def groups(world: World, seq: SeqValue, low: int, high: int | None, span: Span) -> GroupsValue:
    """All choices of so many of them."""
    high = low if high is None else high
    most = bound(world, seq.seq)
    if not 1 <= low <= high:
        raise Mistake(words.no_such_groups(span, low=low, high=high))
    if most > MOST_IN_GROUPS:
        raise Mistake(limits.too_many_for_groups(span, number=most, most=MOST_IN_GROUPS))
    made = core.Groups(seq.seq, low, min(high, most))
    number = bound(world, made)
    if number > MOST_GROUPS:
        raise Mistake(limits.too_many_groups(span, number=number, most=MOST_GROUPS))
    return GroupsValue(made, seq, made.high)


MOST_IN_GROUPS: Final = 16
MOST_GROUPS: Final = 10_000

ORDINALS: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""What the elements behind the first are called."""
N, X = (Param("n", ANY_NUMBER),), (Param("x", "alike"),)
OF_EACH: Final = (Param("x", "of each"),)
TWO: Final = Param("a", ANY_NUMBER), Param("b", ANY_NUMBER)

ROWS: Final = (
    Row("sequence", "size", "How many there are; of counts the sum.", Function(size, whole=True)),
    Row(
        "sequence",
        "first",
        "The first one, none over nothing; of a pile the top.",
        Function(partial(end_of, last=False)),
    ),
    Row("sequence", "last", "The last one, none over nothing.", Function(partial(end_of, last=True))),
    Row("sequence", "only", "The one that there is; a fault unless there is exactly one.", Function(only)),
    *(
        Row("sequence", word, f"The one at place {place}; none if there are fewer.", Function(partial(numbered, place)))
        for place, word in enumerate(ORDINALS, 2)
    ),
    Row("sequence", "item", "The one at place n, from 1; none if there are fewer.", Function(item), N),
    Row("sequence", "after", "All that lie beyond x, in order.", Function(partial(beyond, after=True)), X),
    Row("sequence", "before", "All that lie ahead of x, in order.", Function(partial(beyond, after=False)), X),
    Row("sequence", "same", "Whether all have the same x.", Function(partial(alike, "same"), flag=True), OF_EACH),
    Row(
        "sequence",
        "different",
        "Whether no two have the same x.",
        Function(partial(alike, "different"), flag=True),
        OF_EACH,
    ),
    Row(
        "sequence",
        "consecutive",
        "Whether, sorted by x, each has one more than the one before.",
        Function(partial(alike, "consecutive"), flag=True),
        OF_EACH,
    ),
    Row(
        "sequence",
        "groups",
        "All choices of a to b of them; of a where there is no b.",
        Function(groups),
        (Param("a", "fixed number"), Param("b", "fixed number", optional=True)),
    ),
    Row("number", "even", "Whether 2 divides it.", Function(partial(parity, 0), flag=True)),
    Row("number", "odd", "Whether 2 does not divide it.", Function(partial(parity, 1), flag=True)),
    Row("function", "min", "The lower of two numbers.", Function(partial(lesser, "min")), TWO),
    Row("function", "max", "The higher of two numbers.", Function(partial(lesser, "max")), TWO),
)
