"""The questions inside a guard, which a refusal quotes with their values."""

from collections.abc import Iterator

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import Env, Mistake, Value
from rulewright.language.elaborate.world import World
from rulewright.language.types import KindT, without_none


def quoted(world: World, env: Env, node: syntax.Expr) -> Iterator[core.Quoted]:
    """The sides of all comparisons of a condition that are worth telling."""
    match node:
        case syntax.And() | syntax.Or():
            for operand in node.operands:
                yield from quoted(world, env, operand)
        case syntax.Not():
            yield from quoted(world, env, node.operand)
        case syntax.Compare():
            yield from side(world, env, node.left)
            yield from side(world, env, node.right)
        case syntax.Within():
            yield from side(world, env, node.subject)
        case _:
            return


def side(world: World, env: Env, node: syntax.Expr) -> Iterator[core.Quoted]:
    """One side of a comparison, unless it is written out or picked by the player."""
    if isinstance(node, syntax.Word) and node.name.text in env.names:
        return
    try:
        typed = world.expression(env, node)
    except Mistake:
        return
    if (
        isinstance(typed, Value)
        and fold.constant(typed.core) is None
        and not isinstance(without_none(typed.type), KindT)
    ):
        yield core.Quoted(world.text(node.span), typed.core, typed.type)
