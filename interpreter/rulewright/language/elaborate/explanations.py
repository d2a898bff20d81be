"""What is to be told of a condition that came out as yes or no: the values that it compares, and of `every`, `some` and
`no` the element that decides. Nothing of it is told to anybody who plays, so that hidden pieces are told, too."""

from collections.abc import Iterator

from attrs import frozen

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import (
    ANY_NUMBER,
    as_piece,
    as_seq,
    as_value,
    bare_words,
    condition,
    place_of,
)
from rulewright.language.elaborate.environment import (
    AggregateOf,
    Env,
    Mistake,
    NothingValue,
    PlaceValue,
    SeqValue,
    Typed,
    Value,
    ZoneValue,
)
from rulewright.language.elaborate.queries import element_env, source_seq
from rulewright.language.elaborate.quoting import side
from rulewright.language.elaborate.scoring import secret
from rulewright.language.elaborate.world import World
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.types import KindT, NumberT, Scalar, SeqT, without_none


@frozen
class Part:
    """Told only where this condition comes out like this."""

    condition: core.Expr
    outcome: bool
    accounts: tuple["Account", ...]


@frozen
class Witness:
    """Told of the first element of a sequence, which the local holds then; `name`: as the rules call it."""

    name: str
    local: int
    seq: core.Seq
    accounts: tuple["Account", ...]


@frozen
class Listing:
    """Told of a set, counts or a zone: what it holds."""

    text: str
    seq: core.Seq
    of: Scalar


@frozen
class Against:
    """Told with what it was to be, as it is written."""

    quoted: core.Quoted
    wanted: str


Account = core.Quoted | Part | Witness | Listing | Against


def accounts(world: World, env: Env, node: syntax.Expr, *, outcome: bool) -> Iterator[Account]:
    """What is to be told where a condition has this outcome; nothing of what cannot be told by itself."""
    match node:
        case syntax.And() | syntax.Or():
            alone = isinstance(node, syntax.Or) == outcome  # some of the operands may be otherwise
            for operand in node.operands:
                told = tuple(accounts(world, env, operand, outcome=outcome))
                yield from (Part(condition(world, env, operand), outcome, told),) if alone and told else told
        case syntax.Not():
            yield from accounts(world, env, node.operand, outcome=not outcome)
        case syntax.Compare():
            left = tuple(compared(world, env, node.left, node.right))
            right = tuple(compared(world, env, node.right, node.left))
            plain = right or outcome or "not" in node.op
            yield from (*left, *right) if plain else (against(world, node, each) for each in left)
        case syntax.Within():
            told = tuple(side(world, env, node.subject, kinds=True))
            yield from told or listing(world, env, node.source)
        case syntax.Empty() if outcome == node.negated:
            seq = as_seq(world, world.expression(env, node.subject), node.span)
            text = f"{world.text(node.subject.span)}'s size"
            yield core.Quoted(text, core.Size(seq.seq), NumberT(0, 2**31 - 1))
        case syntax.Every() if not outcome:
            yield witness(world, env, node, node.condition, outcome=False)
        case syntax.Exists() if outcome != node.negated:
            yield witness(world, env, node, node.where, outcome=True)
        case _:
            return


def compared(world: World, env: Env, node: syntax.Expr, other: syntax.Expr) -> Iterator[Account]:
    """One side of a comparison: a set or counts with what it holds; a place as what lies on it, where the other side
    is a piece or none."""
    typed = world.expression(env, node)
    match typed:
        case AggregateOf():
            yield from listing(world, env, node)
        case PlaceValue() | ZoneValue():
            yield quote(world, node, as_value(world, typed, node.span))
        case Value() if place_of(world, typed) and lies(world.expression(env, other)):
            yield quote(world, node, as_piece(world, typed, node.span))
        case _:
            yield from side(world, env, node, kinds=True)


def against(world: World, node: syntax.Compare, told: Account) -> Account:
    """The left side of a comparison with the right one, of which nothing else is told."""
    wanted = f"{node.op} {world.text(node.right.span)}".removeprefix("is ")
    return Against(told, wanted) if isinstance(told, core.Quoted) else told


def lies(typed: Typed) -> bool:
    """Whether this can be what lies on a place."""
    kind = isinstance(typed, Value) and isinstance(without_none(typed.type), KindT)
    return kind or isinstance(typed, NothingValue | PlaceValue)


def quote(world: World, node: syntax.Expr, value: Value) -> core.Quoted:
    """A value, called as it is written."""
    return core.Quoted(world.text(node.span), value.core, value.type)


def listing(world: World, env: Env, node: syntax.Expr) -> Iterator[Listing]:
    """What a set, counts, one zone or a sequence with a name holds; nothing of other sequences."""
    typed = world.expression(env, node)
    if isinstance(typed, AggregateOf | ZoneValue) or (isinstance(typed, SeqValue) and isinstance(node, syntax.Word)):
        seq = as_seq(world, typed, node.span)
        all_of = counted(world, typed.value, seq) if isinstance(typed, AggregateOf) else seq.seq
        yield Listing(world.text(node.span), all_of, seq.of)


def counted(world: World, value: core.AggregateValue, members: SeqValue) -> core.Seq:
    """The members of a set or counts, each as many times as it is there."""
    local, member = world.element(members, "member")
    times = core.Numbers(fold.number(1), core.CountOf(value, member.core, NumberT(0, MAX_COUNT)))
    same = core.Mapped(world.local("time", ANY_NUMBER), times, member.core)
    return core.FlatMap(local, members.seq, same)


def witness(
    world: World, env: Env, node: syntax.Every | syntax.Exists, test: syntax.Expr | None, *, outcome: bool
) -> Witness:
    """The first element of which the test has this outcome."""
    seq = source_seq(world, env, node.source)
    local, inner = element_env(world, env, seq, node.binder)
    if test is None:
        return Witness(node.binder.text, local, seq.seq, ())
    asked = condition(world, inner, test)
    found = core.Filter(local, seq.seq, asked if outcome else core.Not(asked))
    return Witness(node.binder.text, local, found, tuple(accounts(world, inner, test, outcome=outcome)))


def witness_of(world: World, some: core.Expr) -> Witness:
    """The first piece for which a secret is broken."""
    assert isinstance(some, core.Exists)
    piece = without_none(type_of(world, some.local))
    return Witness(bare_words(piece), some.local, core.Filter(some.local, some.seq, some.condition), ())


def type_of(world: World, local: int) -> Scalar:
    """The type of a local that is one thing."""
    type_ = world.locals[local].type
    assert not isinstance(type_, SeqT)
    return type_


def account_of(world: World, env: Env, node: syntax.Invariant | syntax.Secret | syntax.Check) -> tuple[Account, ...]:
    """What is to be told of an invariant or secret, or of a condition of an example, that does not hold."""
    try:
        match node:
            case syntax.Holds():
                return tuple(listing(world, env, node.zone))
            case syntax.Invariant() | syntax.Holding():
                return tuple(accounts(world, env, node.condition, outcome=False))
            case syntax.Secret():
                tested = (made.condition for made in secret(world, node) if isinstance(made, core.Invariant))
                return tuple(witness_of(world, test.operand) for test in tested if isinstance(test, core.Not))
            case _:
                return ()
    except Mistake:
        return ()
