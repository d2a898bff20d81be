"""Questions of several things together, and the functions of numbers."""

from rulewright.language import constant_folding as fold
from rulewright.language import core, intervals
from rulewright.language.built_in import row
from rulewright.language.elaborate.coercions import as_piece, as_seq, bound, coerce
from rulewright.language.elaborate.environment import AggregateOf, Env, SeqValue, Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.library.common import argument, wants
from rulewright.language.span import Span
from rulewright.language.syntax import Expr
from rulewright.language.types import CountsT, KindT, NumberT, with_none, without_none

Args = tuple[Expr, ...]
ANY_NUMBER = NumberT(-intervals.LIMIT, intervals.LIMIT)


@row("sequence", "size", doc="How many there are; of counts the sum.")
def size(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("size", args, (), span)
    if isinstance(subject, AggregateOf) and isinstance(subject.type, CountsT):
        width = world.size(subject.type.of)
        return Value(core.Sum(subject.value), NumberT(0, 9999 * width))
    seq = as_seq(world, subject, span).seq
    if isinstance(seq, core.Values):
        return Value(fold.number(seq.number), NumberT(seq.number, seq.number))
    return Value(core.Size(seq), NumberT(0, bound(world, seq)))


@row("sequence", "first", doc="The first one, none over nothing; of a pile the top.")
def first(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("first", args, (), span)
    return end_of(world, subject, span, last=False)


@row("sequence", "last", doc="The last one, none over nothing.")
def last(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("last", args, (), span)
    return end_of(world, subject, span, last=True)


@row("sequence", "only", doc="The one that there is; a fault unless there is exactly one.")
def only(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("only", args, (), span)
    seq = as_seq(world, subject, span)
    return Value(core.Only(seq.seq, seq.of, span=span), seq.of, seq.pieces, seq.zones)


def end_of(world: World, subject: Typed, span: Span, *, last: bool) -> Value:
    """The first or last element."""
    seq = as_seq(world, subject, span)
    if isinstance(seq.seq, core.Values):
        return Value(core.Const(seq.seq.number - 1 if last else 0, seq.of), seq.of)
    type_ = with_none(seq.of)
    expr = core.Last(seq.seq, type_) if last else core.First(seq.seq, type_)
    return Value(expr, type_, seq.pieces, seq.zones)


@row("sequence", "item", "n", doc="The one at place n, from 1; none if there are fewer.")
def item(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("item", args, ("n",), span)
    seq = as_seq(world, subject, span)
    number = argument(world, env, args[0], ANY_NUMBER)
    known = fold.constant(number.core)
    if isinstance(seq.seq, core.Values) and known is not None and 1 <= known <= seq.seq.number:
        return Value(core.Const(known - 1, seq.of), seq.of)
    type_ = with_none(seq.of)
    return Value(core.Item(seq.seq, number.core, type_), type_, seq.pieces, seq.zones)


@row("sequence", "after", "x", doc="All that lie beyond x, in order.")
def after(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("after", args, ("x",), span)
    return beyond(world, env, subject, args[0], span, after=True)


@row("sequence", "before", "x", doc="All that lie ahead of x, in order.")
def before(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("before", args, ("x",), span)
    return beyond(world, env, subject, args[0], span, after=False)


def beyond(world: World, env: Env, subject: Typed, arg: Expr, span: Span, *, after: bool) -> SeqValue:
    """What lies on one side of an element of an ordered sequence."""
    seq = as_seq(world, subject, span)
    of = world.expression(env, arg, seq.of)
    value = (
        as_piece(world, of, arg.span)
        if isinstance(without_none(seq.of), KindT)
        else coerce(world, of, seq.of, arg.span)
    )
    return SeqValue(core.Beyond(after, seq.seq, value.core, span=span), seq.of, seq.pieces, seq.zones, seq.ordered)


@row("function", "min", "a", "b", doc="The lower of two numbers.")
def min_(world: World, env: Env, _subject: Typed, args: Args, span: Span) -> Typed:
    wants("min", args, ("a", "b"), span)
    return lesser(world, env, args, span, "min")


@row("function", "max", "a", "b", doc="The higher of two numbers.")
def max_(world: World, env: Env, _subject: Typed, args: Args, span: Span) -> Typed:
    wants("max", args, ("a", "b"), span)
    return lesser(world, env, args, span, "max")


def lesser(world: World, env: Env, args: Args, span: Span, op: core.Operator) -> Value:
    """`min` or `max` of two numbers."""
    left, right = (argument(world, env, arg, ANY_NUMBER) for arg in args)
    expr = fold.calculation(op, left.core, right.core, (left.type, right.type), span)
    return Value(expr, fold.result_range(op, fold.bounds(left.type), fold.bounds(right.type)))
