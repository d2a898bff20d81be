"""The question of a memory."""

from typing import Final

from rulewright.language import core
from rulewright.language.built_in import Function, Row
from rulewright.language.elaborate.environment import MemoryOf, Value
from rulewright.language.elaborate.world import World
from rulewright.language.span import Span
from rulewright.language.types import MemoryT, NumberT


def repeats(world: World, memory: MemoryOf, span: Span) -> Value:
    """How often the present situation stands there."""
    type_ = world.variables[memory.var.variable].type
    assert isinstance(type_, MemoryT), type_
    number = NumberT(0, type_.capacity)
    return Value(core.Repeats(memory.var, number, span=span), number)


ROWS: Final = (Row("memory", "repeats", "How often the present situation stands there.", Function(repeats)),)
