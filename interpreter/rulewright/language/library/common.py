"""What the rows share: arguments as values, constant tables as core."""

from collections.abc import Callable, Sequence

from rulewright.language import constant_folding as fold
from rulewright.language import core
from rulewright.language.elaborate.coercions import coerce
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Expr
from rulewright.language.types import NumberT, Scalar


def argument(world: World, env: Env, node: Expr, wanted: Scalar) -> Value:
    """An argument as a value of the wanted type."""
    return coerce(world, world.expression(env, node, wanted), wanted, node.span)


def constant_number(world: World, env: Env, node: Expr) -> int:
    """An argument that must be known at load."""
    known = fold.constant(argument(world, env, node, NumberT(0, 9999)).core)
    if known is None:
        raise Mistake(
            words.type_mismatch(
                node.span, what="a number that changes", wanted="a fixed number", example="Write one, such as 3."
            )
        )
    return known


def wants(name: str, args: Sequence[Expr], params: tuple[str, ...], span: Span) -> None:
    """Ends the sentence unless there are as many arguments as parameters."""
    if len(args) != len(params):
        raise Mistake(words.arguments(span, name=name, wanted=params, got=len(args)))


def lookup(
    world: World, name: str, make: Callable[[], core.Table], indices: tuple[core.Expr, ...], type_: Scalar
) -> Value:
    """A value from a constant table."""
    return Value(core.Lookup(world.table(name, make), indices, type_), type_)


def lookup_list(
    world: World, name: str, make: Callable[[], core.ListTable], indices: tuple[core.Expr, ...], of: Scalar
) -> SeqValue:
    """A sequence from a constant table of lists."""
    return SeqValue(core.TableList(world.list_table(name, make), indices), of)


def typed_value(typed: Typed) -> Value:
    """The subject of a row that only single values have."""
    assert isinstance(typed, Value)
    return typed
