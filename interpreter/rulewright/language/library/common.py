"""What the rows share: arguments as values, constant tables as core."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulewright.language import core
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Expr
from rulewright.language.types import Scalar

if TYPE_CHECKING:
    from rulewright.language.elaborate.typed import Env, SeqValue, Typed, Value
    from rulewright.language.elaborate.world import World


def argument(world: "World", env: "Env", node: Expr, wanted: Scalar) -> "Value":
    """An argument as a value of the wanted type."""
    from rulewright.language.elaborate.expressions import expression  # noqa: PLC0415 - mutual recursion of the language
    from rulewright.language.elaborate.shapes import coerce  # noqa: PLC0415

    return coerce(world, expression(world, env, node, wanted), wanted, node.span)


def constant_number(world: "World", env: "Env", node: Expr) -> int:
    """An argument that must be known at load."""
    from rulewright.language import constant_folding as fold  # noqa: PLC0415
    from rulewright.language.elaborate.typed import Mistake  # noqa: PLC0415
    from rulewright.language.types import NumberT  # noqa: PLC0415

    known = fold.constant(argument(world, env, node, NumberT(0, 9999)).core)
    if known is None:
        raise Mistake(
            words.type_mismatch("a number that changes", "a fixed number", "Write one, such as 3.", node.span)
        )
    return known


def wants(name: str, args: Sequence[Expr], params: tuple[str, ...], span: Span) -> None:
    """Ends the sentence unless there are as many arguments as parameters."""
    from rulewright.language.elaborate.typed import Mistake  # noqa: PLC0415 - mutual recursion of the language

    if len(args) != len(params):
        raise Mistake(words.arguments(name, params, len(args), span))


def lookup(
    world: "World", name: str, make: Callable[[], core.Table], indices: tuple[core.Expr, ...], type_: Scalar
) -> "Value":
    """A value from a constant table."""
    from rulewright.language.elaborate.typed import Value  # noqa: PLC0415 - mutual recursion of the language

    return Value(core.Lookup(world.table(name, make), indices, type_), type_)


def lookup_list(
    world: "World", name: str, make: Callable[[], core.ListTable], indices: tuple[core.Expr, ...], of: Scalar
) -> "SeqValue":
    """A sequence from a constant table of lists."""
    from rulewright.language.elaborate.typed import SeqValue  # noqa: PLC0415 - mutual recursion of the language

    return SeqValue(core.TableList(world.list_table(name, make), indices), of)


def typed_value(typed: "Typed") -> "Value":
    """The subject of a row that only single values have."""
    from rulewright.language.elaborate.typed import Value  # noqa: PLC0415 - mutual recursion of the language

    assert isinstance(typed, Value)
    return typed
