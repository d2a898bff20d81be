"""Guards, and what a refusal quotes of a condition: its parts as written, and the questions in them that are worth
telling."""

from collections.abc import Iterator
from typing import Final

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import condition
from rulewright.language.elaborate.environment import Env, Mistake, Value
from rulewright.language.elaborate.world import World
from rulewright.language.types import KindT, without_none


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


def quoted(world: World, env: Env, node: syntax.Expr) -> Iterator[core.Quoted]:
    """The sides of all comparisons of a condition that are worth telling."""
    match node:
        case syntax.And() | syntax.Or():
            for operand in node.operands:
                yield from quoted(world, env, operand)
        case syntax.Not():
            yield from quoted(world, env, node.operand)
        case syntax.Compare():
            sides = (*side(world, env, node.left), *side(world, env, node.right))
            yield from (part for part in sides if part.text not in OWN)
        case syntax.Within():
            yield from side(world, env, node.subject)
        case _:
            return


def side(world: World, env: Env, node: syntax.Expr, *, kinds: bool = False) -> Iterator[core.Quoted]:
    """One side of a comparison, unless it is written out or picked by the player; of a kind only if `kinds` says so."""
    if isinstance(node, syntax.Word) and node.name.text in env.names:
        return
    try:
        typed = world.expression(env, node)
    except Mistake:
        return
    if (
        isinstance(typed, Value)
        and fold.constant(typed.core) is None
        and (kinds or not isinstance(without_none(typed.type), KindT))
    ):
        yield core.Quoted(world.text(node.span), typed.core, typed.type)
