"""Questions of several things together, and the functions of numbers."""

from functools import partial

from rulewright.language import constant_folding as fold
from rulewright.language import core
from rulewright.language.built_in import Function, Param, Row
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, bound
from rulewright.language.elaborate.environment import AggregateOf, NothingValue, SeqValue, Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.facts.ranges import type_of
from rulewright.language.span import Span
from rulewright.language.types import BOOL, CountsT, NumberT, OptionalT, with_none, without_none


def size(world: World, several: Typed, span: Span) -> Value:
    """How many there are; of counts the sum."""
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


ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""What the elements behind the first are called."""
N, X = (Param("n", ANY_NUMBER),), (Param("x", "alike"),)
TWO = Param("a", ANY_NUMBER), Param("b", ANY_NUMBER)

ROWS = (
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
    Row("number", "even", "Whether 2 divides it.", Function(partial(parity, 0), flag=True)),
    Row("number", "odd", "Whether 2 does not divide it.", Function(partial(parity, 1), flag=True)),
    Row("function", "min", "The lower of two numbers.", Function(partial(lesser, "min")), TWO),
    Row("function", "max", "The higher of two numbers.", Function(partial(lesser, "max")), TWO),
)
