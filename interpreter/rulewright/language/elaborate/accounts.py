"""What is to be told of a condition that came out as yes or no: the values that it compares, and of `every`, `some` and
`no` the element that decides. Nothing of it is told to anybody who plays, so that hidden pieces are told, too."""

from collections.abc import Iterator

from attrs import frozen

from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import as_seq, condition
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.queries import element_env, source_seq
from rulewright.language.elaborate.quoting import side
from rulewright.language.elaborate.world import World
from rulewright.language.types import NumberT


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


Account = core.Quoted | Part | Witness


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
            yield from side(world, env, node.left, kinds=True)
            yield from side(world, env, node.right, kinds=True)
        case syntax.Within():
            yield from side(world, env, node.subject, kinds=True)
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


def account_of(world: World, node: syntax.Invariant) -> tuple[Account, ...]:
    """What is to be told of an invariant that does not hold."""
    try:
        return tuple(accounts(world, Env(), node.condition, outcome=False))
    except Mistake:
        return ()
