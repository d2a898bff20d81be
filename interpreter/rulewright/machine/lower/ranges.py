"""What integers an expression of the core can yield: types of expressions, ranges, and how none is written.

In: core expressions. Out: types and ranges, never code. A range is an interval of plain values; the code of none lies
outside of it.
"""

from rulewright.language import core
from rulewright.language.intervals import Range, combined
from rulewright.language.types import BOOL, BoolT, KindT, NumberT, OptionalT, Scalar, ValueT, none_code, without_none


def type_of(expr: core.Expr) -> Scalar:
    """The type of an expression, as the elaborator inferred it."""
    match expr:
        case (
            core.Compare()
            | core.SameCounts()
            | core.IsNone()
            | core.Not()
            | core.And()
            | core.Or()
            | core.Exists()
            | core.Contains()
            | core.CanAct()
        ):
            return BOOL
        case core.Size() | core.Sum():
            return NumberT(0, 2**16 - 1)
        case (
            core.Const()
            | core.Get()
            | core.Read()
            | core.Attr()
            | core.CountOf()
            | core.Lookup()
            | core.Calc()
            | core.Cases()
            | core.Total()
            | core.Extreme()
            | core.First()
            | core.Last()
            | core.Only()
            | core.Item()
            | core.On()
            | core.AskPiece()
            | core.CallDefinition()
        ):
            return expr.type


def may_be_none(expr: core.Expr) -> bool:
    """Whether an expression can be none, by its type."""
    return isinstance(type_of(expr), OptionalT)


def none_of(expr: core.Expr) -> int:
    """The integer that stands for none in this expression."""
    return none_code(type_of(expr))


def extent(program: core.Core, type_: Scalar) -> int:
    """How many values a type has, none not counted."""
    return range_of(program, type_).extent


def range_of(program: core.Core, type_: Scalar) -> Range:
    """The integers of a type, none not counted."""
    match without_none(type_):
        case NumberT(low, high):
            return Range(low, high)
        case BoolT():
            return Range(0, 1)
        case ValueT(name):
            return Range(0, len(program.values[name]) - 1)
        case KindT(name):
            return Range(0, len(program.components[component_of(program, name)].kinds) - 1)


def component_of(program: core.Core, name: str) -> int:
    """The index of a component."""
    return next(index for index, component in enumerate(program.components) if component.name == name)


def value_range(program: core.Core, expr: core.Expr) -> Range:
    """The integers an expression can yield, none not counted; constants and sums are looked into."""
    match expr:
        case core.Const(value, type_):
            return Range(value, value) if value != none_code(type_) else range_of(program, type_)
        case core.Calc():
            return narrowed(calculated(program, expr), range_of(program, expr.type))
        case _:
            return range_of(program, type_of(expr))


def narrowed(first: Range, second: Range) -> Range:
    """What both ranges allow; the second alone if that is nothing."""
    both = Range(max(first.low, second.low), min(first.high, second.high))
    return both if both.low <= both.high else second


def calculated(program: core.Core, expr: core.Calc) -> Range:
    """The range of a calculation from the ranges of its operands."""
    left, right = value_range(program, expr.left), value_range(program, expr.right)
    return combined(expr.op, left, right)


def set_low(type_: Scalar) -> int:
    """The value that is number 0 of a set or counts over this type."""
    inner = without_none(type_)
    return inner.low if isinstance(inner, NumberT) else 0
